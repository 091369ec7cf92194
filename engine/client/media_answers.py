"""Answers what another process asks of pictures, each question in a task of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from engine.wire.commands import MediaAnswer
from engine.wire.lazy_text import lazy
from engine.wire.media import MAX_MEDIA_BYTES, GiveMedia, RefuseMedia

# Returns the content of a digest, of at most MAX_MEDIA_BYTES, or why there is none.
GiveContent: TypeAlias = Callable[[str], Awaitable[MediaAnswer]]


class MediaAnswers:
    """Every question is answered, also where what gives the content has a bug."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Answer nothing more."""
        for task in self._tasks:
            task.cancel()

    def begin(self, digest: str, give: GiveContent, send: Callable[[MediaAnswer], None]) -> None:
        """Have a question answered."""
        task = asyncio.ensure_future(_answer(digest, give, send))
        self._tasks.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            context = {"message": "A picture was not given.", "exception": error, "task": task}
            task.get_loop().call_exception_handler(context)


async def refuse_all(digest: str) -> MediaAnswer:
    """Refuse: nobody is there to give contents."""
    return _refusal(digest)


async def _answer(digest: str, give: GiveContent, send: Callable[[MediaAnswer], None]) -> None:
    answer: MediaAnswer = _refusal(digest)
    try:
        given = await give(digest)
        if isinstance(given, RefuseMedia) or _fits(given):
            answer = given
    finally:
        send(answer)


def _fits(given: GiveMedia) -> bool:
    return len(given.content) <= MAX_MEDIA_BYTES


def _refusal(digest: str) -> RefuseMedia:
    return RefuseMedia(digest, lazy("A picture of this chat can't be read. Remove it."))
