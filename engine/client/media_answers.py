"""What the engine asks its window for: the content of pictures and sounds."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.commands import Command, MediaAnswer
from engine.messages.errors import EngineError
from engine.messages.media import MediaWanted, RefuseMedia

MediaGiver: TypeAlias = Callable[[str], Awaitable[MediaAnswer]]


class MediaAnswers:
    """Has each question of the engine answered, once, whatever happens; on the client's loop.

    ``send`` hands a command to the process and returns whether it could. ``give`` finds the content
    with a digest, or says why there is none: in a RefuseMedia, or by raising an EngineError.
    """

    def __init__(self, send: Callable[[Command], bool], give: MediaGiver | None) -> None:
        self._send = send
        self._give = give
        self._tasks: set[asyncio.Task[None]] = set()

    def answer(self, event: MediaWanted) -> None:
        """Begin to answer a question."""
        task = asyncio.get_running_loop().create_task(self._answer(event.digest))
        self._tasks.add(task)
        task.add_done_callback(lambda task: self._on_done(task, event.digest))

    def give_up(self) -> None:
        """Answer nothing any more: who has asked is gone."""
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    async def _answer(self, digest: str) -> None:
        if self._give is None:
            self._send(_refusal(digest))
            return
        try:
            answer = await self._give(digest)
        except EngineError as error:
            answer = RefuseMedia(digest, LazyText.of(str(error)))
        assert answer.digest == digest, "the answer is to another question"
        # No frame holds it, or there is no process any more, which then hears neither of both.
        if not self._send(answer):
            text = lazy("The picture is too large to be sent to the model. Send a smaller one.")
            self._send(RefuseMedia(digest, text))

    def _on_done(self, task: asyncio.Task[None], digest: str) -> None:
        """Refuse where a bug has kept the answer back, which the loop's handler hears of."""
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            self._send(_refusal(digest))
            context = {"message": "A picture could not be given", "exception": error, "task": task}
            task.get_loop().call_exception_handler(context)


def _refusal(digest: str) -> RefuseMedia:
    return RefuseMedia(digest, lazy("The picture could not be read. Remove it and add it again."))
