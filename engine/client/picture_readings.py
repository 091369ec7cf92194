"""What the net process asks its parent for: what the pictures show that other programs send."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.errors import EngineError, PictureNotRead
from engine.messages.media import Media
from engine.messages.picture_messages import (
    PictureRead,
    PictureReading,
    PictureUnread,
    ReadPicture,
)

PictureReader: TypeAlias = Callable[[bytes], Awaitable[Media]]


class PictureReadings:
    """Has each picture read, in a task of its own; lives on the client's loop.

    ``read`` may be replaced. It returns how messages name the picture in a file, or raises an
    EngineError.
    """

    def __init__(self, send: Callable[[PictureReading], object]) -> None:
        self._send = send
        self._tasks: set[asyncio.Task[None]] = set()
        self.read: PictureReader = _unreadable

    def begin(self, asked: ReadPicture) -> None:
        """Begin to answer."""
        task = asyncio.get_running_loop().create_task(self._answer(asked))
        self._tasks.add(task)
        task.add_done_callback(lambda task: self._on_done(task, asked.number))

    def give_up(self) -> None:
        """Answer nothing any more: who has asked is gone."""
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    async def _answer(self, asked: ReadPicture) -> None:
        try:
            media = await self.read(asked.content)
        except EngineError as error:
            self._send(PictureUnread(asked.number, LazyText.of(str(error))))
        else:
            self._send(PictureRead(asked.number, media))

    def _on_done(self, task: asyncio.Task[None], number: int) -> None:
        """Refuse where a bug has kept the answer back, which the loop's handler hears of."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._send(PictureUnread(number, lazy("Pictures can't be read here.")))
            context = {"message": "A picture could not be read", "exception": error, "task": task}
            task.get_loop().call_exception_handler(context)


async def _unreadable(_content: bytes) -> Media:
    raise PictureNotRead(lazy("Pictures can't be read here."))
