"""Pictures from other programs: decoded for the net process, and given to the engine."""

import asyncio
import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from importlib.util import find_spec

from app.errors import PictureRefused
from app.media.decoder import PictureDecoder
from app.media.decoder_messages import Decoded, DecodeRequest
from engine.client.media_answers import MediaGiver
from engine.ipc.lazy_text import lazy
from engine.messages.commands import MediaAnswer
from engine.messages.errors import PictureNotRead
from engine.messages.media import GiveMedia, Media, MediaKind, RefuseMedia, media_digest

_NAME = "image"  # requests of programs have no file names
REMEMBERED_BYTES = 96 << 20  # bytes of files; the engine requests their pixels while requests wait


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    media: Media


class ProgramPictures:
    """Caches the last used files, without their pixels, up to a number of bytes.

    The engine requests all pictures here; those of chats are requested from ``also``.
    """

    def __init__(
        self,
        decoder: PictureDecoder,
        also: MediaGiver | None = None,
        most_bytes: int = REMEMBERED_BYTES,
    ) -> None:
        self._decoder = decoder
        self._also = also
        self._most_bytes = most_bytes
        self._files: OrderedDict[bytes, _File] = OrderedDict()

    async def read(self, content: bytes) -> Media:
        """Return the media name of the picture in a file. Raises PictureNotRead."""
        # Programs send the whole history each time, and therefore the same files.
        key = (await asyncio.to_thread(hashlib.sha256, content)).digest()
        known = self._files.get(key)
        if known is not None:
            self._files.move_to_end(key)
            return known.media
        if not _can_decode():
            raise PictureNotRead(lazy("Pictures need PySide6, which is not installed here."))
        try:
            decoded = await self._decoder.decode(_NAME, DecodeRequest(content))
        except PictureRefused as error:
            raise PictureNotRead(str(error)) from error
        # Named by its pixels: the same picture in another file is encoded once.
        digest = await asyncio.to_thread(_digest, decoded)
        media = Media(digest, MediaKind.IMAGE, decoded.width, decoded.height)
        self._remember(key, _File(content, media))
        return media

    async def give(self, digest: str) -> MediaAnswer:
        """Return the pixels with a digest, for the engine."""
        file = next((each for each in self._files.values() if each.media.digest == digest), None)
        if file is None:
            return _gone(digest) if self._also is None else await self._also(digest)
        # Decoded again, because pixels are much larger than the file and are rarely needed twice.
        try:
            decoded = await self._decoder.decode(_NAME, DecodeRequest(file.content))
        except PictureRefused:
            return _gone(digest)
        width, height = decoded.width, decoded.height
        return GiveMedia(digest, MediaKind.IMAGE, width, height, decoded.pixels)

    async def close(self) -> None:
        """End the decoder process."""
        await self._decoder.close()

    def _remember(self, key: bytes, file: _File) -> None:
        self._files[key] = file
        while sum(len(each.content) for each in self._files.values()) > self._most_bytes:
            self._files.popitem(last=False)


def _can_decode() -> bool:
    """Return whether the decoder process would find its library, without importing it."""
    try:
        return find_spec("PySide6") is not None
    except ImportError:
        return False


def _gone(digest: str) -> RefuseMedia:
    return RefuseMedia(digest, lazy("A picture is no longer available. Send it again."))


def _digest(decoded: Decoded) -> str:
    return media_digest(MediaKind.IMAGE, decoded.width, decoded.height, decoded.pixels)
