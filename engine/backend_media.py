"""The interface to a projector: from a picture's pixels to the embeddings that the model reads.

The embeddings of a picture take the place of tokens in a prompt; each takes one cell of the KV
cache. ``engine.backend.Backend.media`` is the encoder of a model that was loaded with a projector;
``Backend.decode_media`` reads its embeddings.
"""

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import msgspec

from engine.messages.errors import EngineError
from engine.messages.media import MediaKind

if TYPE_CHECKING:  # the window knows these types, and needs no numpy
    import numpy as np
    import numpy.typing as npt

    Rows = npt.NDArray[np.float32]
    Positions = npt.NDArray[np.int32]

MROPE_SECTIONS = 4  # time, y, x and one that no model uses yet

# A version, rows, floats of each, and sections of positions; the arrays follow as they are.
_HEADER = struct.Struct("<4sIIII")
_MAGIC = b"HBEM"
_VERSION = 1


class MediaRefused(EngineError):
    """The projector can't take this picture or sound: too thin, too large, or of a wrong kind."""


class MediaFailed(EngineError):
    """The projector could not compute the embeddings."""


class MediaCancelled(Exception):
    """The embeddings are no longer needed; raised by ``encode`` when it is told to stop."""


class MediaShape(msgspec.Struct, frozen=True):
    """The space of a picture or a sound in a prompt, known without its content.

    Attributes:
        begin: tokens that open it.
        rows: number of embeddings; each takes one cell.
        positions: distance from the first row's position to that of the next token.
        end: tokens that close it.
        is_causal: whether its rows may be decoded in pieces; otherwise in one micro-batch.
        is_mrope: whether its rows have several positions each, with the same first one.
    """

    begin: tuple[int, ...]
    rows: int
    positions: int
    end: tuple[int, ...]
    is_causal: bool
    is_mrope: bool


class Embeddings(msgspec.Struct, frozen=True, eq=False):
    """The embeddings of one picture or sound.

    Attributes:
        rows: one row of floats for each cell.
        positions: section by section (with M-RoPE time, y, x, 0; else one), a column for each
            row, counted from the position at which the picture begins.
    """

    rows: "Rows"
    positions: "Positions"

    @property
    def byte_count(self) -> int:
        """Return the memory that they take, in bytes."""
        return self.rows.nbytes + self.positions.nbytes

    def to_bytes(self) -> bytes:
        """Return them for a file; the file adds the checksum."""
        import numpy as np  # imported late: only the engine has embeddings

        count, width = self.rows.shape
        header = _HEADER.pack(_MAGIC, _VERSION, count, width, self.positions.shape[0])
        rows = np.ascontiguousarray(self.rows, dtype="<f4")
        positions = np.ascontiguousarray(self.positions, dtype="<i4")
        return b"".join((header, rows.tobytes(), positions.tobytes()))

    @classmethod
    def from_bytes(cls, content: bytes) -> "Embeddings":
        """Return the embeddings that ``to_bytes`` encoded. Raises ValueError on any other bytes."""
        import numpy as np  # imported late: only the engine has embeddings

        if len(content) < _HEADER.size:
            raise ValueError("these are not embeddings")
        magic, version, count, width, sections = _HEADER.unpack_from(content)
        if magic != _MAGIC or version != _VERSION or not count or not width:
            raise ValueError("these are not embeddings of this version")
        if sections not in (1, MROPE_SECTIONS):
            raise ValueError(f"embeddings cannot have {sections} sections of positions")
        if len(content) != _HEADER.size + 4 * count * (width + sections):
            raise ValueError("embeddings were cut short")
        rows = np.frombuffer(content, "<f4", count * width, _HEADER.size)
        offset = _HEADER.size + rows.nbytes
        positions = np.frombuffer(content, "<i4", count * sections, offset)
        return cls(rows.reshape(count, width), positions.reshape(sections, count))


class MediaEncoder(Protocol):
    """The projector of a loaded model."""

    @property
    def identity(self) -> str:
        """Return a digest of its file and of every parameter that changes embeddings."""

    @property
    def sees(self) -> bool:
        """Return whether it accepts pictures."""

    @property
    def hears(self) -> bool:
        """Return whether it accepts sounds."""

    def shape(self, kind: MediaKind, width: int, height: int) -> MediaShape:
        """Return the shape of a picture or sound of this size; any thread.

        Raises MediaRefused.
        """

    def encode(
        self,
        kind: MediaKind,
        width: int,
        height: int,
        content: bytes,
        should_continue: Callable[[], bool],
    ) -> Embeddings:
        """Return the embeddings of pixels (RGB, 8 bits) or samples (float32); one thread at a time.

        ``should_continue`` is called on this thread every few milliseconds of work. The computation
        pauses while it waits; if it returns False, MediaCancelled is raised. Raises MediaRefused or
        MediaFailed.
        """

    def set_thread_count(self, count: int) -> None:
        """Set the number of threads for the next pictures."""

    def close(self) -> None:
        """Free the projector after a running ``encode`` has ended; safe to call twice."""
