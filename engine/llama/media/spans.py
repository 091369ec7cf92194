"""Where pictures and sounds lie in the slots, so that none is ever cut.

The library cuts one that has several positions for each row nowhere, the others anywhere, and
says each time that all went well.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace

_PACKED = struct.Struct("<IIIIB")
_MOST = 1 << 24  # of rows and positions


@dataclass(frozen=True, slots=True)
class HeldMedia:
    """A picture or a sound in a slot; where ``done`` is less than ``rows`` the rest is to come.

    Attributes:
        start: the position at which it begins.
        positions: how far the next token's position is behind that.
        is_flat: all its rows have the same first position, the only one that the library counts.
    """

    start: int
    positions: int
    rows: int
    done: int
    is_flat: bool

    @property
    def is_whole(self) -> bool:
        """Return whether all rows are there."""
        return self.done == self.rows

    @property
    def next_position(self) -> int:
        """Return where that stands which follows: a token, or the next row."""
        if self.is_whole:
            return self.start + self.positions
        return self.start if self.is_flat else self.start + self.done

    @property
    def spared(self) -> int:
        """Return how many more cells than positions it takes."""
        return self.done - (self.next_position - self.start)


Held = tuple[HeldMedia, ...]


def as_counted(held: Held, token_count: int) -> Held:
    """Return what is left of media where the library's last position is ``token_count`` - 1."""
    left = [each for each in held if each.start < token_count]
    if left and not left[-1].is_flat:
        last = left[-1]
        left[-1] = replace(last, done=min(last.done, token_count - last.start))
    return tuple(left)


def next_position(held: Held, token_count: int) -> int:
    """Return where the next token stands."""
    if not held:
        return token_count
    behind = held[-1].start + (1 if held[-1].is_flat else held[-1].done)
    return held[-1].next_position if token_count <= behind else token_count


def slid(held: Held, keep_count: int, discard_count: int) -> Held:
    """Return what is left where positions are discarded and those behind move up."""
    end = keep_count + discard_count
    before = [each for each in held if each.start < keep_count]
    behind = [each for each in held if each.start >= end]
    moved = [replace(each, start=each.start - discard_count) for each in behind]
    return (*before, *moved)


class SlotMedia:
    """What of pictures and sounds each slot holds.

    ``spared`` are the cells of each slot that they take beside their positions, ``unfinished``
    the slots in which rows of the last one are to come, before anything else may.
    """

    def __init__(self, slot_count: int) -> None:
        """Begin with empty slots."""
        self._held: list[Held] = [()] * slot_count
        self.spared = [0] * slot_count
        self.unfinished: set[int] = set()

    def of(self, slot: int) -> Held:
        """Return what a slot holds."""
        return self._held[slot]

    def note(self, slot: int, held: Held) -> None:
        """Note what a slot holds now."""
        self._held[slot] = held
        self.spared[slot] = sum(each.spared for each in held)
        if held and not held[-1].is_whole:
            self.unfinished.add(slot)
        else:
            self.unfinished.discard(slot)

    def note_rows(self, slot: int, media: HeldMedia) -> None:
        """Note that rows were decoded: of a new medium, or more of the last one."""
        before = [each for each in self._held[slot] if each.start < media.start]
        self.note(slot, (*before, media))

    def next_position(self, slot: int, token_count: int) -> int:
        """Forget what the library counts no more, and return where the next token stands."""
        if not self._held[slot]:
            return token_count
        self.note(slot, as_counted(self._held[slot], token_count))
        return next_position(self._held[slot], token_count)

    def half_read(self, slot: int) -> HeldMedia | None:
        """Return the medium of which rows are to come, or None."""
        return self._held[slot][-1] if slot in self.unfinished else None

    def is_inside(self, slot: int, position: int) -> bool:
        """Return whether a cut at a position would leave a part of a medium."""
        held = self._held[slot]
        return any(each.start < position < each.start + each.positions for each in held)


def packed(held: Sequence[HeldMedia]) -> bytes:
    """Return them for the header of a state."""
    fields = ((m.start, m.positions, m.rows, m.done, m.is_flat) for m in held)
    return b"".join(_PACKED.pack(*each) for each in fields)


def unpacked(content: bytes) -> Held | None:
    """Return what was packed; None where it makes no sense."""
    if len(content) % _PACKED.size:
        return None
    found: list[HeldMedia] = []
    behind = 0
    for start, positions, rows, done, is_flat in _PACKED.iter_unpack(content):
        if not (behind <= start < _MOST and 0 < positions <= rows < _MOST and 0 < done <= rows):
            return None
        found.append(HeldMedia(start, positions, rows, done, bool(is_flat)))
        behind = start + positions
    return tuple(found)
