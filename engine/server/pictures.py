"""Pictures in requests: taken from their texts here, decoded by whoever started this process."""

import asyncio
import base64
import binascii
import hashlib
import itertools
import re
from collections.abc import Callable, Mapping

import msgspec

from engine.messages.commands import ChatMessage
from engine.messages.media import Media, MediaKind
from engine.messages.picture_messages import (
    MAX_PICTURE_BYTES,
    PictureRead,
    PictureReading,
    ReadPicture,
)
from engine.server.api_errors import ApiError

MOST_PICTURES = 64  # of one request, which has the whole history
_DATA_URL = re.compile(r"data:[a-zA-Z0-9.+/-]*(;[a-zA-Z0-9.+=\"-]+)*;base64,")
_LONGEST_HEAD = 256
_PART = 1 << 18  # characters; a multiple of four
_EMPTY = Media("", MediaKind.IMAGE, 0, 0)


class SentPictures:
    """The files of one request; until they are decoded, messages name them by their content."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self._count = 0

    def add_url(self, url: str, path: str) -> Media:
        """Return the picture in a data URL. Raises ApiError."""
        head = _DATA_URL.match(url[:_LONGEST_HEAD])
        if head is None:
            # Whoever fetched it would tell somebody else what is asked here, or reach what the
            # program itself can't.
            text = "Pictures are not fetched from addresses. Send each as data:image/png;base64,…"
            raise _refusal(text, path)
        return self.add(url[head.end() :], path)

    def add(self, encoded: str, path: str) -> Media:
        """Return the picture in a text of base64. Raises ApiError."""
        # Also of equal ones, which the engine reads each by itself.
        self._count += 1
        if self._count > MOST_PICTURES:
            raise _refusal(f"A request can have {MOST_PICTURES} pictures at most.", path)
        try:
            content = _decoded(encoded)
        except (binascii.Error, ValueError) as error:
            raise _refusal("This is no base64.", path) from error
        if len(content) > MAX_PICTURE_BYTES:
            text = f"A picture can have {MAX_PICTURE_BYTES // 1_000_000} MB at most."
            raise _refusal(text, path)
        name = hashlib.sha256(content).hexdigest()
        self.files[name] = content
        return msgspec.structs.replace(_EMPTY, digest=name)


class PictureQuestions:
    """Asks the parent what pictures show, one after the other; lives on the server's loop."""

    def __init__(self, report: Callable[[msgspec.Struct], None]) -> None:
        self._report = report
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[PictureReading]] = {}
        self._turn = asyncio.Lock()

    def answer(self, reading: PictureReading) -> None:
        """Take what was asked for; what nobody waits for any more is dropped."""
        asked = self._asked.get(reading.number)
        if asked is not None and not asked.done():
            asked.set_result(reading)

    async def seen(
        self, messages: tuple[ChatMessage, ...], files: Mapping[str, bytes]
    ) -> tuple[ChatMessage, ...]:
        """Return messages that name what their pictures show. Raises ApiError."""
        if not files:
            return messages
        named = {one.digest for each in messages for one in each.media}
        found = {name: await self._read(files[name]) for name in files if name in named}
        return tuple(
            msgspec.structs.replace(each, media=tuple(found[one.digest] for one in each.media))
            for each in messages
        )

    async def _read(self, content: bytes) -> Media:
        # One after the other: the decoder is one process, and each frame may have 15 MB.
        async with self._turn:
            number = next(self._numbers)
            answer: asyncio.Future[PictureReading] = asyncio.get_running_loop().create_future()
            self._asked[number] = answer
            self._report(ReadPicture(number, content))
            try:
                reading = await answer
            finally:
                del self._asked[number]
        if isinstance(reading, PictureRead):
            return reading.media
        raise _refusal(str(reading.reason), "$.messages")


def _decoded(encoded: str) -> bytes:
    """Return the bytes of a base64 text. Raises ValueError.

    Decodes in parts, since a call holds the interpreter's lock: 70 ms for a picture of 14 MB.
    """
    # Only the end may be padded; decoding each part would not detect padding before that.
    if encoded.find("=", 0, -2) >= 0:
        raise ValueError("padding within the text")
    parts = (encoded[at : at + _PART] for at in range(0, len(encoded), _PART))
    return b"".join(base64.b64decode(each, validate=True) for each in parts)


def _refusal(text: str, path: str) -> ApiError:
    return ApiError(400, text, code="invalid_image", param=path)
