"""Pictures and sounds of messages: read from files, stored, decoded, and given to models."""

import asyncio
from pathlib import Path

from app.documents.text_files import file_content
from app.domain.messages import Attachment, content_digest
from app.errors import AttachmentDamaged, FileNotTaken, PictureRefused, SoundRefused
from app.media.decoder import PictureDecoder, sound_reason, too_large_file
from app.media.decoder_messages import (
    MAX_FILE_BYTES,
    Decoded,
    DecodedSound,
    DecodeRequest,
    DecodeTrouble,
    DrawingRequest,
    SoundRequest,
)
from app.media.formats import (
    LOOKED_AT_BYTES,
    PictureFormat,
    SoundFormat,
    format_of,
    sound_format_of,
)
from app.media.pictures import Picture
from app.media.sounds import Sound
from app.storage.history import History
from engine.ipc.lazy_text import lazy
from engine.messages.media import GiveMedia, MediaKind, RefuseMedia, media_digest


class Pictures:
    """Reads and stores media; files from elsewhere are never decoded in this process."""

    def __init__(self, history: History, decoder: PictureDecoder) -> None:
        self._history = history
        self._decoder = decoder

    async def read(self, path: Path) -> Picture | Sound | None:
        """Store and return the picture or sound in a file; None if it is neither.

        Raises FileNotTaken, StorageError.
        """
        beginning, _size = await asyncio.to_thread(file_content, path, LOOKED_AT_BYTES)
        is_sound = sound_format_of(beginning) is not None
        if format_of(beginning) is None and not is_sound:
            return None
        content, size = await asyncio.to_thread(file_content, path, MAX_FILE_BYTES)
        if size > len(content):
            if is_sound:
                raise SoundRefused(sound_reason(path.name, DecodeTrouble.TOO_LARGE))
            raise PictureRefused(too_large_file(path.name))
        return await (self.keep_sound if is_sound else self.keep)(path.name, content)

    async def keep_sound(self, name: str, content: bytes) -> Sound:
        """Decode a sound file and store it unchanged. Raises SoundRefused, StorageError."""
        # Decoded now, so that an unreadable file is reported at once.
        decoded = await self._decoder.decode_sound(name, SoundRequest(content))
        samples = await asyncio.to_thread(_digest_of_sound, decoded)
        kind = sound_format_of(content) or SoundFormat.WAV
        return await self._history.attachments.add_sound(
            name, content, decoded.sample_count, samples, kind.value
        )

    async def keep(self, name: str, content: bytes) -> Picture:
        """Decode a picture file and store its pixels. Raises PictureRefused, StorageError."""
        picture, file = await self.decoded_file(name, content)
        size = (picture.width, picture.height)
        return await self._history.attachments.add_picture(
            name, file, size, picture.pixels, picture.media_type
        )

    async def decoded_file(self, name: str, content: bytes) -> tuple[Picture, bytes]:
        """Return a picture and its file as it would be stored. Raises PictureRefused."""
        decoded = await self._decoder.decode(name, DecodeRequest(content, wants_file=True))
        pixels = await asyncio.to_thread(_digest, decoded)
        is_jpeg = format_of(decoded.file) is PictureFormat.JPEG
        kind = PictureFormat.JPEG if is_jpeg else PictureFormat.PNG
        picture = Picture(
            name,
            content_digest(decoded.file),
            len(decoded.file),
            decoded.width,
            decoded.height,
            pixels,
            f"image/{kind.value}",
        )
        return picture, decoded.file

    async def decode(self, picture: Picture, most_side: int) -> Decoded:
        """Return the pixels of a stored picture, scaled to a maximum side length.

        Raises PictureRefused, AttachmentDamaged.
        """
        content = await self._history.attachments.content(picture)
        return await self._decoder.decode(picture.name, DecodeRequest(content, most_side))

    async def draw(self, source: str) -> Decoded | None:
        """Return the pixels of an SVG in a message; None if it can't be drawn."""
        return await self._decoder.draw(DrawingRequest(source))

    async def give(self, pixels: str) -> GiveMedia | RefuseMedia:
        """Return the pixels or samples with a digest, for a model."""
        reason = lazy("A picture or sound of this chat no longer exists.")
        for attachment in await self._history.attachments.media_of(pixels):
            try:
                given = await self._given(attachment)
            except (FileNotTaken, AttachmentDamaged) as error:
                reason = lazy("{reason}", reason=error)
                continue
            if given is not None and given.digest == pixels:
                return given
            # An import may claim this digest for any file.
            reason = lazy("The file “{name}” is damaged.", name=attachment.name)
        return RefuseMedia(pixels, reason)

    async def close(self) -> None:
        """End the decoder process."""
        await self._decoder.close()

    async def _given(self, attachment: Attachment) -> GiveMedia | None:
        """Return the content of a file under its digest; None if it is neither kind."""
        picture, sound = attachment.picture, attachment.sound
        if sound is not None:
            content = await self._history.attachments.content(attachment)
            heard = await self._decoder.decode_sound(sound.name, SoundRequest(content))
            digest = await asyncio.to_thread(_digest_of_sound, heard)
            return GiveMedia(digest, MediaKind.AUDIO, heard.sample_count, 1, heard.samples)
        if picture is None:
            return None
        seen = await self.decode(picture, max(picture.width, picture.height))
        digest = await asyncio.to_thread(_digest, seen)
        return GiveMedia(digest, MediaKind.IMAGE, seen.width, seen.height, seen.pixels)


def _digest_of_sound(decoded: DecodedSound) -> str:
    return media_digest(MediaKind.AUDIO, decoded.sample_count, 1, decoded.samples)


def _digest(decoded: Decoded) -> str:
    return media_digest(MediaKind.IMAGE, decoded.width, decoded.height, decoded.pixels)
