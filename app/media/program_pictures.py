"""Pictures that other programs send: decoded here for the net process, and given to the engine."""

import asyncio
import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from importlib.util import find_spec

from app.errors import PictureRefused
from app.media.decoder import PictureDecoder
from app.media.messages import Decoded, DecodeRequest
from engine.client.media_answers import MediaGiver
from engine.ipc.lazy_text import lazy
from engine.messages.commands import MediaAnswer
from engine.messages.errors import PictureNotRead
from engine.messages.media import GiveMedia, Media, MediaKind, RefuseMedia, media_digest

_NAME = "image"  # programs give none
REMEMBERED_BYTES = 96 << 20  # of files; the engine asks for their pixels while requests wait


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    media: Media


class ProgramPictures:
    """Remembers files, not their pixels: the ones used last, up to a number of bytes.

    The engine asks one place for all pictures, so that those of chats are asked of ``also``.
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
        """Return how messages name the picture in a file. Raises PictureNotRead."""
        # Programs send the whole history each time, and so the same files again and again.
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
        # By what it shows, as everywhere: the same picture in another file is computed once.
        digest = await asyncio.to_thread(_digest, decoded)
        media = Media(digest, MediaKind.IMAGE, decoded.width, decoded.height)
        self._remember(key, _File(content, media))
        return media

    async def give(self, digest: str) -> MediaAnswer:
        """Answer the engine, which wants the pixels that this names."""
        file = next((each for each in self._files.values() if each.media.digest == digest), None)
        if file is None:
            return _gone(digest) if self._also is None else await self._also(digest)
        # Again, since pixels are many times the file, and most are wanted once or never.
        try:
            decoded = await self._decoder.decode(_NAME, DecodeRequest(file.content))
        except PictureRefused:
            return _gone(digest)
        width, height = decoded.width, decoded.height
        return GiveMedia(digest, MediaKind.IMAGE, width, height, decoded.pixels)

    async def close(self) -> None:
        """End what decodes."""
        await self._decoder.close()

    def _remember(self, key: bytes, file: _File) -> None:
        self._files[key] = file
        while sum(len(each.content) for each in self._files.values()) > self._most_bytes:
            self._files.popitem(last=False)


def _can_decode() -> bool:
    """Return whether the process that decodes would find its library; nothing is imported."""
    try:
        return find_spec("PySide6") is not None
    except ImportError:
        return False


def _gone(digest: str) -> RefuseMedia:
    return RefuseMedia(digest, lazy("A picture is not there any more. Send it again."))


def _digest(decoded: Decoded) -> str:
    return media_digest(MediaKind.IMAGE, decoded.width, decoded.height, decoded.pixels)
