"""The positions of pictures and sounds in the slots, so that none is ever cut.

The library never cuts media with several positions per row, and cuts others anywhere, and reports
success each time.
"""

import struct
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

_PACKED = struct.Struct("<IIIIB")
_MOST = 1 << 24  # maximum of rows and positions


class HeldMedia(msgspec.Struct, frozen=True):
    """A picture or a sound in a slot; it is incomplete while ``done`` is less than ``rows``.

    Attributes:
        start: the position at which it begins.
        positions: the offset of the next token's position.
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
        """Return the position of the next token or row."""
        if self.is_whole:
            return self.start + self.positions
        return self.start if self.is_flat else self.start + self.done

    @property
    def spared(self) -> int:
        """Return how many more cells than positions it takes."""
        return self.done - (self.next_position - self.start)


Held = tuple[HeldMedia, ...]


def as_counted(held: Held, token_count: int) -> Held:
    """Return the media that remain if the library's last position is ``token_count`` - 1."""
    left = [each for each in held if each.start < token_count]
    if left and not left[-1].is_flat:
        last = left[-1]
        left[-1] = replace(last, done=min(last.done, token_count - last.start))
    return tuple(left)


def next_position(held: Held, token_count: int) -> int:
    """Return the position of the next token."""
    if not held:
        return token_count
    end = held[-1].start + (1 if held[-1].is_flat else held[-1].done)
    return held[-1].next_position if token_count <= end else token_count


def slid(held: Held, keep_count: int, discard_count: int) -> Held:
    """Return the media that remain when positions are discarded and later ones move forward."""
    end = keep_count + discard_count
    before = [each for each in held if each.start < keep_count]
    later = [each for each in held if each.start >= end]
    moved = [replace(each, start=each.start - discard_count) for each in later]
    return (*before, *moved)


class SlotMedia:
    """The pictures and sounds of each slot.

    ``spared`` are the cells that they take in addition to their positions, by slot; ``unfinished``
    are the slots whose last medium lacks rows, which must come first.
    """

    def __init__(self, slot_count: int) -> None:
        """Start with empty slots."""
        self._held: list[Held] = [()] * slot_count
        self.spared = [0] * slot_count
        self.unfinished: set[int] = set()

    def of(self, slot: int) -> Held:
        """Return the media of a slot."""
        return self._held[slot]

    def note(self, slot: int, held: Held) -> None:
        """Replace the media of a slot."""
        self._held[slot] = held
        self.spared[slot] = sum(each.spared for each in held)
        if held and not held[-1].is_whole:
            self.unfinished.add(slot)
        else:
            self.unfinished.discard(slot)

    def note_rows(self, slot: int, media: HeldMedia) -> None:
        """Record decoded rows: of a new medium, or further ones of the last."""
        before = [each for each in self._held[slot] if each.start < media.start]
        self.note(slot, (*before, media))

    def next_position(self, slot: int, token_count: int) -> int:
        """Remove media that the library no longer counts; return the next position."""
        if not self._held[slot]:
            return token_count
        self.note(slot, as_counted(self._held[slot], token_count))
        return next_position(self._held[slot], token_count)

    def half_read(self, slot: int) -> HeldMedia | None:
        """Return the unfinished medium, or None."""
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
    """Return the packed media; None if the data is invalid."""
    if len(content) % _PACKED.size:
        return None
    found: list[HeldMedia] = []
    end = 0
    for start, positions, rows, done, is_flat in _PACKED.iter_unpack(content):
        if not (end <= start < _MOST and 0 < positions <= rows < _MOST and 0 < done <= rows):
            return None
        found.append(HeldMedia(start, positions, rows, done, bool(is_flat)))
        end = start + positions
    return tuple(found)
