"""A projector whose embeddings are hashes of the content, and what a fake slot holds of them."""

import hashlib
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.backend import MediaEntry
from engine.backend_media import (
    MROPE_SECTIONS,
    Embeddings,
    MediaCancelled,
    MediaRefused,
    MediaShape,
)
from engine.ipc.lazy_text import lazy
from engine.messages.media import Media, MediaKind, media_digest

BEGIN, END = (1,), (2,)  # bytes that nobody types
_PATCH = 4  # pixels
_WIDTH = 4  # floats of a row


@dataclass
class FakeEncoder:
    """Pictures of 4x4 pixels a row.

    With ``is_mrope`` they take as many positions as their longer side has rows; those that are not
    ``is_causal`` are decoded whole.
    """

    is_causal: bool = True
    is_mrope: bool = False
    identity: str = "fake projector"
    sees: bool = True
    hears: bool = False
    encoded: list[str] = field(default_factory=list)

    def shape(self, kind: MediaKind, width: int, height: int) -> MediaShape:
        """Count the patches."""
        if kind is MediaKind.IMAGE and width > 100 * height:
            raise MediaRefused(lazy("This picture is too thin."))
        across, down = -(-width // _PATCH), -(-height // _PATCH)
        rows = across * down
        positions = max(across, down) if self.is_mrope else rows
        return MediaShape(BEGIN, rows, positions, END, self.is_causal, self.is_mrope)

    def encode(
        self,
        kind: MediaKind,
        width: int,
        height: int,
        content: bytes,
        should_continue: Callable[[], bool],
    ) -> Embeddings:
        """Hash the content row by row."""
        shape = self.shape(kind, width, height)
        for _ in range(3):
            if not should_continue():
                raise MediaCancelled
        self.encoded.append(media_digest(kind, width, height, content))
        hashes = [hashlib.sha256(content + b"%d" % row).digest() for row in range(shape.rows)]
        rows = np.array([list(each[:_WIDTH]) for each in hashes], dtype=np.float32)
        sections = MROPE_SECTIONS if self.is_mrope else 1
        positions = np.zeros((sections, shape.rows), dtype=np.int32)
        numbers = np.arange(shape.rows)
        if self.is_mrope:
            across = -(-width // _PATCH)
            positions[1], positions[2] = numbers // across, numbers % across
        else:
            positions[0] = numbers
        return Embeddings(rows, positions)

    def set_thread_count(self, count: int) -> None:
        """There are no threads."""

    def close(self) -> None:
        """There is nothing to free."""


def mrope() -> FakeEncoder:
    """Return one as Qwen's."""
    return FakeEncoder(is_mrope=True)


def causal() -> FakeEncoder:
    """Return one as LLaVA's."""
    return FakeEncoder()


def non_causal() -> FakeEncoder:
    """Return one as Gemma's."""
    return FakeEncoder(is_causal=False)


def picture(seed: int, width: int = 16, height: int = 16) -> tuple[Media, bytes]:
    """Return a picture of noise."""
    content = np.random.default_rng(seed).bytes(width * height * 3)
    digest = media_digest(MediaKind.IMAGE, width, height, content)
    return Media(digest, MediaKind.IMAGE, width, height), content


def cells_of(embeddings: Embeddings) -> list[int]:
    """Return what the cells of a picture hold: nothing that is a token."""
    return [-1 - zlib.crc32(row.tobytes()) for row in embeddings.rows]


@dataclass
class HeldMedium:
    """A picture in a fake slot, from one of its cells on; the last ones may still be missing."""

    start: int
    rows: int
    positions: int
    is_mrope: bool


def next_position(cell_count: int, media: Sequence[HeldMedium]) -> int:
    """Return where the next token stands."""
    assert not media or media[-1].start + media[-1].rows <= cell_count, "a picture is read whole"
    return cell_count - sum(each.rows - each.positions for each in media)


def last_position(cell_count: int, media: Sequence[HeldMedium]) -> int:
    """Return the greatest position of the cells, as the library would."""
    if not media or cell_count > media[-1].start + media[-1].rows:
        return next_position(cell_count, media) - 1
    start = next_position(media[-1].start, media[:-1])
    return start if media[-1].is_mrope else start + cell_count - media[-1].start - 1


def cells_before(position: int, media: Sequence[HeldMedium]) -> int:
    """Return how many cells stand before a position, which no picture is to be cut at."""
    spared = 0
    for each in media:
        start = each.start - spared
        assert not start < position < start + each.positions, "no picture is cut"
        if position <= start:
            break
        spared += each.rows - each.positions
    return position + spared


def check_rows(entry: MediaEntry, held: Sequence[int], media: Sequence[HeldMedium]) -> None:
    """Fail where rows do not follow what a slot holds."""
    end = entry.first_row + entry.row_count
    assert 0 <= entry.first_row < end <= len(entry.embeddings.rows)
    if entry.first_row == 0:
        assert entry.position == next_position(len(held), media), "a picture follows the text"
        return
    last = media[-1]
    assert last.start + entry.first_row == len(held), "its rows follow each other"
    assert entry.position == next_position(last.start, media[:-1])
    assert held[last.start :] == cells_of(entry.embeddings)[: entry.first_row]


def take_rows(
    entry: MediaEntry, end: int, held: list[int], media: list[HeldMedium], *, is_mrope: bool
) -> None:
    """Add rows up to ``end`` to what a slot holds."""
    if entry.first_row == 0 and end:
        positions = int(np.max(entry.embeddings.positions)) + 1
        media.append(HeldMedium(len(held), len(entry.embeddings.rows), positions, is_mrope))
    held.extend(cells_of(entry.embeddings)[entry.first_row : end])
