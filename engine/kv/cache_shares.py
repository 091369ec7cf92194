"""What may be cached for programs, next to what is cached for the chats of the window.

Both tiers, RAM and disk, apply one rule within their limit. The copies of programs and of
background requests ("programs" here) together may take what the window leaves of the limit, and
always a share of it. When room is needed, the order is:

1. Copies of programs go, the least recently used first, until programs take no more than the
   larger of the two: what the window leaves, or the share.
2. Then the least recently used copies go, whosoever they are. Whatever programs hold beyond their
   share is not counted here, so no copy of the window goes for it.

So a program takes room from the window up to the share and not a byte more; without programs the
window uses the whole limit; and copies of programs within the share are treated like those of the
window, so unused ones go in the end. With 0 % programs have only what the window leaves free. With
100 % the least recently used copy goes, whosoever it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec


class Held(msgspec.Struct, frozen=True):
    """What one copy or file takes, and whether it is cached for a program."""

    key: str
    byte_count: int
    is_program: bool


@dataclass(frozen=True, slots=True)
class CacheShares:
    """A limit in bytes, and the percentage of it that programs have in any case."""

    limit_bytes: int
    program_percent: int

    def program_room(self, window_bytes: int) -> int:
        """Return how many bytes programs may take where the window takes this many."""
        return max(self._share_bytes, self.limit_bytes - window_bytes)

    def victims(self, held: Sequence[Held], kept: Sequence[Held] = ()) -> list[Held]:
        """Return what has to go of ``held``, in order, if ``kept`` is there as well and stays.

        ``held`` is in the order in which it would go by use alone. What is kept may exceed the
        limit by itself; then the result does not suffice.
        """
        everything = (*held, *kept)
        programs = sum([each.byte_count for each in everything if each.is_program])
        window = sum([each.byte_count for each in everything if not each.is_program])
        room = self.program_room(window)
        gone: list[Held] = []
        for each in held:
            if programs <= room:
                break
            if each.is_program:
                gone.append(each)
                programs -= each.byte_count
        beyond = {each.key for each in gone}
        for each in held:
            if window + min(programs, self._share_bytes) <= self.limit_bytes:
                break
            if each.key not in beyond:
                gone.append(each)
                programs -= each.byte_count if each.is_program else 0
                window -= 0 if each.is_program else each.byte_count
        return gone

    @property
    def _share_bytes(self) -> int:
        return self.limit_bytes * self.program_percent // 100
