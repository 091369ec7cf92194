"""What a process asks its window for: the content of pictures and sounds."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from engine.wire.commands import MediaAnswer
from engine.wire.errors import EngineError
from engine.wire.lazy_text import LazyText, lazy
from engine.wire.media import MAX_MEDIA_BYTES, MediaWanted, RefuseMedia

MediaGiver: TypeAlias = Callable[[str], Awaitable[MediaAnswer]]
SendAnswer: TypeAlias = Callable[[MediaAnswer], bool]


class MediaAnswers:
    """Has each question of a process answered, once, whatever happens; on the client's loop.

    ``give`` finds the content with a digest, or says why there is none: in a RefuseMedia, or by
    raising an EngineError. Without it every question is refused.
    """

    def __init__(self, give: MediaGiver | None = None) -> None:
        self.give = give
        self._tasks: set[asyncio.Task[None]] = set()

    def answer(self, event: MediaWanted, send: SendAnswer) -> None:
        """Begin to answer a question; ``send`` returns whether the process could be told."""
        task = asyncio.get_running_loop().create_task(self._answer(event.digest, send))
        self._tasks.add(task)
        task.add_done_callback(lambda task: self._on_done(task, event.digest, send))

    def give_up(self) -> None:
        """Answer nothing any more: who has asked is gone."""
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    async def _answer(self, digest: str, send: SendAnswer) -> None:
        if self.give is None:
            send(_refusal(digest))
            return
        try:
            answer = await self.give(digest)
        except EngineError as error:
            answer = RefuseMedia(digest, LazyText.of(str(error)))
        assert answer.digest == digest, "the answer is to another question"
        if isinstance(answer, RefuseMedia) or len(answer.content) <= MAX_MEDIA_BYTES:
            is_sent = send(answer)
        else:
            is_sent = False
        if not is_sent:
            text = lazy("The picture is too large to be sent to the model. Send a smaller one.")
            send(RefuseMedia(digest, text))

    def _on_done(self, task: asyncio.Task[None], digest: str, send: SendAnswer) -> None:
        """Refuse where a bug has kept the answer back, which the loop's handler hears of."""
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            send(_refusal(digest))
            context = {"message": "A picture could not be given", "exception": error, "task": task}
            task.get_loop().call_exception_handler(context)


def _refusal(digest: str) -> RefuseMedia:
    return RefuseMedia(digest, lazy("The picture could not be read. Remove it and add it again."))
