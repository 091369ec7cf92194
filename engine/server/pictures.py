"""Pictures in requests are decoded by the process that started this one."""

import asyncio
import itertools
from collections.abc import Callable, Mapping

import msgspec

from engine.dialects.errors import ApiError
from engine.messages.commands import ChatMessage
from engine.messages.media import Media, PictureRead, PictureReading, ReadPicture


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
        text = str(reading.reason)
        raise ApiError(400, text, code="invalid_image", param="$.messages")
