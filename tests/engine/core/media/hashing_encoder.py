"""An encoder whose embeddings are hashes of the picture, so that any mix-up shows."""

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from engine.backend_media import (
    Embeddings,
    MediaCancelled,
    MediaRefused,
    MediaShape,
)
from engine.messages.media import BYTES_PER_SAMPLE, Media, MediaKind, media_digest

WIDTH = 16
PATCH = 8  # pixels in a row and in a column that become one embedding
LIMIT_SECONDS = 60.0  # of a wait that ends sooner unless something is broken


@dataclass
class HashingEncoder:
    """Computes as many slices as a picture has rows.

    Attributes:
        encoded: the pictures that were encoded to their end, by the hash of their content.
        begun: the same of those that were begun.
        may_compute: cleared, it stops before its next slice.
        has_begun: set when it has computed a slice.
        error: what ``encode`` raises after its first slice.
        thread_counts: what it was told.
    """

    identity: str = "hashes"
    sees: bool = True
    hears: bool = True
    encoded: list[str] = field(default_factory=list)
    begun: list[str] = field(default_factory=list)
    thread_counts: list[int] = field(default_factory=list)
    may_compute: threading.Event = field(default_factory=threading.Event)
    has_begun: threading.Event = field(default_factory=threading.Event)
    error: Exception | None = None
    is_closed: bool = False
    _busy: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.may_compute.set()

    def shape(self, kind: MediaKind, width: int, height: int) -> MediaShape:
        """Return a shape of one row for each patch; pictures of less than a patch are refused."""
        rows = (width // PATCH) * (height // PATCH) if kind is MediaKind.IMAGE else width // PATCH
        if rows == 0:
            raise MediaRefused("This picture is too small.")
        return MediaShape((), rows, rows, (), is_causal=True, is_mrope=False)

    def encode(
        self,
        kind: MediaKind,
        width: int,
        height: int,
        content: bytes,
        should_continue: Callable[[], bool],
    ) -> Embeddings:
        """Hash, row by row; two threads at once fail the test, as they would end the process."""
        assert self._busy.acquire(blocking=False), "two threads encode at once"
        try:
            return self._hashed(self.shape(kind, width, height).rows, content, should_continue)
        finally:
            self._busy.release()

    def _hashed(self, rows: int, content: bytes, should_continue: Callable[[], bool]) -> Embeddings:
        name = hashlib.sha256(content).hexdigest()
        self.begun.append(name)
        for _row in range(rows):
            if not should_continue():
                raise MediaCancelled
            self.has_begun.set()
            if self.error is not None:
                raise self.error
            # While the test holds it, it goes on asking: so it can be stopped.
            while not self.may_compute.wait(0.002):
                if not should_continue():
                    raise MediaCancelled
        self.encoded.append(name)
        return embeddings_of(content, rows)

    def set_thread_count(self, count: int) -> None:
        """Note the count."""
        self.thread_counts.append(count)

    def close(self) -> None:
        """Note that it is closed."""
        self.is_closed = True


def embeddings_of(content: bytes, rows: int) -> Embeddings:
    """Return what the encoder makes of a picture."""
    seed = int.from_bytes(hashlib.sha256(content).digest()[:8], "big")
    floats = np.random.default_rng(seed).standard_normal((rows, WIDTH), dtype=np.float32)
    return Embeddings(floats, np.arange(rows, dtype=np.int32).reshape(1, rows))


@dataclass(frozen=True)
class Picture:
    """A picture of one grey."""

    shade: int
    width: int = 32
    height: int = 32

    @property
    def content(self) -> bytes:
        """Return its pixels."""
        return bytes([self.shade]) * (self.width * self.height * 3)

    @property
    def media(self) -> Media:
        """Return what a message says of it."""
        kind = MediaKind.IMAGE
        digest = media_digest(kind, self.width, self.height, self.content)
        return Media(digest, kind, self.width, self.height)

    @property
    def name(self) -> str:
        """Return what the encoder notes of it."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True)
class Noise(Picture):
    """A sound, as many samples as it is wide."""

    @property
    def content(self) -> bytes:
        """Return its samples."""
        return bytes([self.shade]) * (self.width * BYTES_PER_SAMPLE)

    @property
    def media(self) -> Media:
        """Return what a message says of it."""
        digest = media_digest(MediaKind.AUDIO, self.width, 1, self.content)
        return Media(digest, MediaKind.AUDIO, self.width, 1)
