"""Pictures and sounds from other programs: decoded for the net process, given to the engine."""

import asyncio
import hashlib
from collections import OrderedDict
from importlib.util import find_spec

import msgspec

from app.errors import PictureRefused, SoundRefused
from app.media.decoder import PictureDecoder
from app.media.decoder_messages import DecodeRequest, SoundRequest
from engine.client.media_answers import MediaGiver
from engine.ipc.lazy_text import lazy
from engine.messages.commands import MediaAnswer
from engine.messages.errors import PictureNotRead
from engine.messages.media import GiveMedia, Media, MediaKind, RefuseMedia, media_digest

# Requests of programs have no file names.
_NAMES = {MediaKind.IMAGE: "image", MediaKind.AUDIO: "sound"}
REMEMBERED_BYTES = 96 << 20  # bytes of files; the engine requests their content while requests wait


class _File(msgspec.Struct, frozen=True):
    content: bytes
    media: Media


class ProgramMedia:
    """Caches the last used files, without their content, up to a number of bytes.

    The engine requests all media here; those of chats are requested from ``also``.
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
        self._files: OrderedDict[tuple[bytes, MediaKind], _File] = OrderedDict()

    async def read(self, content: bytes, kind: MediaKind) -> Media:
        """Return the name of the picture or sound in a file. Raises PictureNotRead."""
        # Programs send the whole history each time, and therefore the same files.
        digest = (await asyncio.to_thread(hashlib.sha256, content)).digest()
        key = digest, kind
        known = self._files.get(key)
        if known is not None:
            self._files.move_to_end(key)
            return known.media
        if not _can_decode():
            text = lazy("Pictures and sounds need PySide6, which is not installed here.")
            raise PictureNotRead(text)
        try:
            given = await self._decoded(content, kind)
        except (PictureRefused, SoundRefused) as error:
            raise PictureNotRead(str(error)) from error
        media = Media(given.digest, kind, given.width, given.height)
        self._remember(key, _File(content, media))
        return media

    async def give(self, digest: str) -> MediaAnswer:
        """Return the pixels or samples with a digest, for the engine."""
        file = next((each for each in self._files.values() if each.media.digest == digest), None)
        if file is None:
            return _gone(digest) if self._also is None else await self._also(digest)
        # Decoded again, because the content is much larger than the file and is rarely needed
        # twice.
        try:
            return await self._decoded(file.content, file.media.kind)
        except (PictureRefused, SoundRefused):
            return _gone(digest)

    async def _decoded(self, content: bytes, kind: MediaKind) -> GiveMedia:
        """Return the content of a file. Raises PictureRefused, SoundRefused."""
        name = _NAMES[kind]
        if kind is MediaKind.AUDIO:
            sound = await self._decoder.decode_sound(name, SoundRequest(content))
            width, height, found = sound.sample_count, 1, sound.samples
        else:
            picture = await self._decoder.decode(name, DecodeRequest(content))
            width, height, found = picture.width, picture.height, picture.pixels
        # Named by its content: the same picture in another file is encoded once.
        digest = await asyncio.to_thread(media_digest, kind, width, height, found)
        return GiveMedia(digest, kind, width, height, found)

    async def close(self) -> None:
        """End the decoder process."""
        await self._decoder.close()

    def _remember(self, key: tuple[bytes, MediaKind], file: _File) -> None:
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
    return RefuseMedia(digest, lazy("A picture or sound is no longer available. Send it again."))
