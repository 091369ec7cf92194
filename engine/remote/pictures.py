"""Pictures for other machines: requested from the window once, and cached as PNG."""

import asyncio
import base64
import struct
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable

import msgspec

from engine.ipc.lazy_text import lazy
from engine.messages.commands import ChatMessage
from engine.messages.errors import PictureNotSent
from engine.messages.media import (
    GiveMedia,
    Media,
    MediaKind,
    MediaWanted,
    RefuseMedia,
    content_bytes,
    media_digest,
)

MAX_CHARS = 96 << 20  # bytes of base64 in one request
REMEMBERED_CHARS = 96 << 20

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Bit depth, colour type, and the only methods of compression, filtering and interlacing.
_RGB8 = (8, 2, 0, 0, 0)
_UP = 2  # each byte is stored as its difference from the one above
_LEVEL = 1  # the best level is 3 % smaller and takes twice the time

MediaAnswer = GiveMedia | RefuseMedia


class PictureStore:
    """Lives on the loop of the net process; pictures are compressed in a thread, one at a time.

    Each is requested with one MediaWanted and delivered by ``answer``. A request that waits for a
    picture may be cancelled while others wait for it. The least recently used pictures are
    discarded first.
    """

    def __init__(
        self,
        report: Callable[[msgspec.Struct], None],
        max_chars: int = REMEMBERED_CHARS,
    ) -> None:
        """Start with an empty cache."""
        self._report = report
        self._max_chars = max_chars
        self._packed: OrderedDict[str, str] = OrderedDict()
        self._answers: dict[str, asyncio.Future[MediaAnswer]] = {}
        self._packing: dict[str, asyncio.Task[str]] = {}
        self._turn = asyncio.Lock()  # compressing takes several times a picture's size in memory

    async def close(self) -> None:
        """Cancel all requests."""
        for task in self._packing.values():
            task.cancel()
        await asyncio.gather(*self._packing.values(), return_exceptions=True)

    def answer(self, answer: MediaAnswer) -> None:
        """Deliver a requested picture; one that was not requested is dropped."""
        asked = self._answers.get(answer.digest)
        if asked is not None and not asked.done():
            asked.set_result(answer)

    async def packed(self, messages: Iterable[ChatMessage]) -> dict[str, str]:
        """Return base64 PNG files by the digests of pictures. Raises PictureNotSent."""
        found: dict[str, str] = {}
        for medium in (each for message in messages for each in message.media):
            if medium.kind is not MediaKind.IMAGE:
                raise PictureNotSent(lazy("Sounds cannot be sent to other machines."))
            if medium.digest not in found:
                found[medium.digest] = await self._one(medium)
            if sum(map(len, found.values())) > MAX_CHARS:
                raise PictureNotSent(
                    lazy("The pictures of this chat are too large to be sent together.")
                )
        return found

    async def _one(self, medium: Media) -> str:
        digest = medium.digest
        if digest in self._packed:
            self._packed.move_to_end(digest)
            return self._packed[digest]
        if digest not in self._packing:
            task = asyncio.create_task(self._fetch(medium))
            self._packing[digest] = task
            task.add_done_callback(lambda done: self._on_packed(digest, done))
        return await asyncio.shield(self._packing[digest])

    async def _fetch(self, medium: Media) -> str:
        async with self._turn:
            answer = asyncio.get_running_loop().create_future()
            self._answers[medium.digest] = answer
            self._report(MediaWanted(medium.digest))
            try:
                given = await answer
            finally:
                del self._answers[medium.digest]
            if isinstance(given, RefuseMedia):
                raise PictureNotSent(given.reason)
            return await asyncio.to_thread(_packed, medium, given)

    def _on_packed(self, digest: str, task: asyncio.Task[str]) -> None:
        del self._packing[digest]
        # Waiting requests get the exception; if none waits any more it must be retrieved here.
        if task.cancelled() or task.exception() is not None:
            return
        self._packed[digest] = task.result()
        while sum(map(len, self._packed.values())) > self._max_chars:
            self._packed.popitem(last=False)


def _packed(medium: Media, given: GiveMedia) -> str:
    """Return a picture as sent. Raises PictureNotSent if its digest differs."""
    size = (given.width, given.height)
    is_whole = len(given.content) == content_bytes(given.kind, *size) > 0
    is_asked = (given.kind, *size) == (medium.kind, medium.width, medium.height)
    if not is_whole or not is_asked or _digest(given) != medium.digest:
        raise PictureNotSent(
            lazy("A picture of this chat is damaged, and was not sent. Remove it from the chat.")
        )
    return base64.b64encode(png_of(*size, given.content)).decode("ascii")


def _digest(given: GiveMedia) -> str:
    return media_digest(given.kind, given.width, given.height, given.content)


def png_of(width: int, height: int, pixels: bytes) -> bytes:
    """Return a PNG file; ``pixels`` are 8-bit red, green and blue, row by row without padding."""
    import numpy  # imported late: most processes never send a picture

    rows = numpy.frombuffer(pixels, numpy.uint8).reshape(height, 3 * width)
    differences = numpy.diff(rows, axis=0, prepend=numpy.zeros((1, 3 * width), numpy.uint8))
    lines = numpy.insert(differences, 0, _UP, axis=1).tobytes()
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">2I5B", width, height, *_RGB8)),
            _chunk(b"IDAT", zlib.compress(lines, _LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(name: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(content, zlib.crc32(name))
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)
