"""Hashes a file while it grows: all of it, and each piece.

It reads what was written, mostly from the system's memory, instead of looking at what arrives: so
a part that was there before a restart goes the same way, and what is hashed is what the disk has
made of the bytes.
"""

import asyncio
import errno
import hashlib
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from app.models.downloads.part_file import PartFile
from app.models.downloads.threads import in_thread

# A piece is whole: its number and its hash.
OnPiece: TypeAlias = Callable[[int, str], Awaitable[None]]
_STEP_BYTES = 4 << 20


class PieceHasher:
    """Follows a part; ``run`` is a task of its owner.

    Attributes:
        position: so many bytes from the beginning are hashed.
        digests: the hashes of the whole pieces among them; the last piece may be a short one.
    """

    def __init__(
        self, part: PartFile, size_bytes: int, piece_bytes: int, on_piece: OnPiece
    ) -> None:
        """Begin with the first byte; ``grew`` says how far it may read."""
        self.position = 0
        self.digests: list[str] = []
        self._part, self._size, self._piece_bytes = part, size_bytes, piece_bytes
        self._on_piece = on_piece
        self._target = 0
        # What the hash of all was where each piece begins: a running hash can't go back.
        self._states = [hashlib.sha256()]
        self._whole = self._states[0].copy()
        self._piece = hashlib.sha256()
        self._failure: BaseException | None = None
        self._has_more = asyncio.Event()
        self._has_moved = asyncio.Event()

    @property
    def digest(self) -> str:
        """The hash of everything up to ``position``."""
        return self._whole.hexdigest()

    def grew(self, length: int) -> None:
        """Say how many bytes from the beginning are there. Raises what ended ``run``."""
        self._check()
        self._target = max(self._target, length)
        self._has_more.set()

    async def reached(self, length: int) -> None:
        """Wait until so many bytes are hashed. Raises what ended ``run``."""
        while self.position < length:
            self._check()
            self._has_moved.clear()
            await self._has_moved.wait()

    def rewind(self, piece: int) -> None:
        """Go back to where a piece begins, since it has other bytes now.

        Only when ``run`` has nothing to do: all that there is was ``reached``.
        """
        del self._states[piece + 1 :]
        del self.digests[piece:]
        self._whole = self._states[piece].copy()
        self._piece = hashlib.sha256()
        self.position = piece * self._piece_bytes
        self._has_more.set()

    def restart(self) -> None:
        """Go back to the first byte of a file that is empty again; as ``rewind``."""
        self._target = 0
        self.rewind(0)

    async def hash_piece(self, piece: int) -> str:
        """Return the hash of a piece as it is on the disk now; as ``rewind``."""
        start = piece * self._piece_bytes
        digest = hashlib.sha256()
        stop = min(start + self._piece_bytes, self._size)
        await in_thread(lambda: self._hash(start, stop, digest))
        return digest.hexdigest()

    async def run(self) -> None:
        """Hash what there is, and wait for more; ends only when it is cancelled. Raises OSError."""
        try:
            while True:
                await self._step()
        except BaseException as error:
            self._failure = error
            raise
        finally:
            self._has_moved.set()

    async def _step(self) -> None:
        while self.position >= self._target:
            self._has_more.clear()
            await self._has_more.wait()
        start = self.position
        border = min((len(self.digests) + 1) * self._piece_bytes, self._size)
        end = min(border, self._target, start + _STEP_BYTES)
        await in_thread(lambda: self._hash(start, end, self._whole, self._piece))
        if end == border:
            await self._end_piece()
        self.position = end
        self._has_moved.set()

    def _hash(self, start: int, end: int, *digests: "hashlib._Hash") -> None:
        while start < end:
            data = self._part.read(start, min(end - start, _STEP_BYTES))
            if not data:
                raise OSError(errno.EIO, "the part has become shorter while it was read")
            for digest in digests:
                digest.update(data)
            start += len(data)

    async def _end_piece(self) -> None:
        digest, self._piece = self._piece.hexdigest(), hashlib.sha256()
        self._states.append(self._whole.copy())
        self.digests.append(digest)
        await self._on_piece(len(self.digests) - 1, digest)

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure
