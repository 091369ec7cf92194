"""Pictures of messages: taken from files, kept, shown, and given to who reads them."""

import asyncio
from pathlib import Path

from app.chat.text_files import file_content
from app.domain import Attachment, Picture
from app.errors import AttachmentDamaged, PictureRefused
from app.pictures.decoder import PictureDecoder, too_large_file
from app.pictures.formats import LOOKED_AT_BYTES, PictureFormat, format_of
from app.pictures.frames import MOST_FILE_BYTES, Decoded, DecodeRequest
from app.storage.history import History
from engine.wire.lazy_text import lazy
from engine.wire.media import GiveMedia, MediaKind, RefuseMedia, media_digest


class Pictures:
    """Nothing that somebody else has made is decoded in this process, also not out of storage."""

    def __init__(self, history: History, decoder: PictureDecoder) -> None:
        self._history = history
        self._decoder = decoder

    async def read(self, path: Path) -> Picture | None:
        """Return the picture in a file, kept from now on; None where it is no picture.

        Raises FileNotTaken, with a sentence for the user, and StorageError.
        """
        beginning, _size = await asyncio.to_thread(file_content, path, LOOKED_AT_BYTES)
        if format_of(beginning) is None:
            return None
        content, size = await asyncio.to_thread(file_content, path, MOST_FILE_BYTES)
        if size > len(content):
            raise PictureRefused(too_large_file(path.name))
        return await self.keep(path.name, content)

    async def keep(self, name: str, content: bytes) -> Picture:
        """Decode a file and keep what it shows. Raises PictureRefused, StorageError."""
        decoded = await self._decoder.decode(name, DecodeRequest(content, wants_file=True))
        pixels = await asyncio.to_thread(_digest, decoded)
        size = (decoded.width, decoded.height)
        kind = PictureFormat.JPEG if _is_jpeg(decoded.file) else PictureFormat.PNG
        return await self._history.attachments.add_picture(
            name, decoded.file, size, pixels, f"image/{kind.value}"
        )

    async def decode(self, picture: Picture, most_side: int) -> Decoded:
        """Return the pixels of a stored picture, at most so many on a side.

        Raises PictureRefused, AttachmentDamaged.
        """
        content = await self._history.attachments.content(picture)
        return await self._decoder.decode(picture.name, DecodeRequest(content, most_side))

    async def give(self, pixels: str) -> GiveMedia | RefuseMedia:
        """Answer who wants to see what this names: a model here, or one on another machine."""
        reason = lazy("A picture of this chat is not there any more.")
        for attachment in await self._history.attachments.pictures_of(pixels):
            try:
                decoded = await self._decoded(attachment)
            except (PictureRefused, AttachmentDamaged) as error:
                reason = lazy("{reason}", reason=error)
                continue
            if decoded is not None and await asyncio.to_thread(_digest, decoded) == pixels:
                return GiveMedia(
                    pixels, MediaKind.IMAGE, decoded.width, decoded.height, decoded.pixels
                )
            # An import may say of any file that it shows this.
            reason = lazy("The picture “{name}” is damaged.", name=attachment.name)
        return RefuseMedia(pixels, reason)

    async def close(self) -> None:
        """End what decodes."""
        await self._decoder.close()

    async def _decoded(self, attachment: Attachment) -> Decoded | None:
        picture = attachment.picture
        if picture is None:
            return None
        return await self.decode(picture, max(picture.width, picture.height))


def _is_jpeg(content: bytes) -> bool:
    return format_of(content) is PictureFormat.JPEG


def _digest(decoded: Decoded) -> str:
    return media_digest(MediaKind.IMAGE, decoded.width, decoded.height, decoded.pixels)
