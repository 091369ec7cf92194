"""How programs and the chats of the window share the limit of a tier, RAM or disk.

The copies of programs and of background requests ("programs" here) may use the bytes that the
window leaves free, and at least a guaranteed share of the limit. The order of eviction is:

1. Copies of programs, the least recently used first, until programs use no more than the larger
   of the two: the bytes that the window leaves free, or the share.
2. Then the least recently used copies of either kind, until all fit. Bytes of programs beyond
   their share are not counted here, so no copy of the window is evicted for them.

So programs evict copies of the window only up to the share, and without programs the window uses
the whole limit. Copies of programs within the share are evicted like those of the window, by use.
With 0 % programs only use free bytes; with 100 % all copies are evicted by use alone.
"""

from collections.abc import Sequence

import msgspec


class Held(msgspec.Struct, frozen=True):
    """The size of one copy or file, and whether it is cached for a program."""

    key: str
    byte_count: int
    is_program: bool


class CacheShares(msgspec.Struct, frozen=True):
    """A limit in bytes, and the percentage of it that is guaranteed to programs."""

    limit_bytes: int
    program_percent: int

    def program_room(self, window_bytes: int) -> int:
        """Return how many bytes programs may use if the window uses ``window_bytes``."""
        return max(self._share_bytes, self.limit_bytes - window_bytes)

    def victims(self, held: Sequence[Held], kept: Sequence[Held] = ()) -> list[Held]:
        """Return which of ``held`` to evict, in order, so that they and ``kept`` fit the limit.

        ``held`` is in the order of eviction by use alone. If ``kept`` alone exceeds the limit, the
        result does not suffice.
        """
        everything = (*held, *kept)
        program_bytes = sum([each.byte_count for each in everything if each.is_program])
        window_bytes = sum([each.byte_count for each in everything if not each.is_program])
        room = self.program_room(window_bytes)
        victims: list[Held] = []
        for each in held:
            if program_bytes <= room:
                break
            if each.is_program:
                victims.append(each)
                program_bytes -= each.byte_count
        already = {each.key for each in victims}
        for each in held:
            if window_bytes + min(program_bytes, self._share_bytes) <= self.limit_bytes:
                break
            if each.key in already:
                continue
            victims.append(each)
            if each.is_program:
                program_bytes -= each.byte_count
            else:
                window_bytes -= each.byte_count
        return victims

    @property
    def _share_bytes(self) -> int:
        return self.limit_bytes * self.program_percent // 100
