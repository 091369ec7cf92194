"""Stores a running reply: about once a second while it grows, and at its end."""

import asyncio
import logging
from collections.abc import Callable

from app.domain import Message
from app.errors import AppError, StorageError
from app.storage.history import History

_log = logging.getLogger(__name__)

SAVE_SECONDS = 1.0


class ReplySaver:
    """Saves one reply; a use of it as a context manager owns the task that does so.

    Trouble with the disk never stops the reply: it is reported once through ``on_trouble``, and
    the text is tried again with the next save.
    """

    def __init__(
        self,
        history: History,
        reply: Message,
        on_trouble: Callable[[AppError], None],
        *,
        is_beside: bool = False,
    ) -> None:
        self._history = history
        self._reply = reply
        self._on_trouble = on_trouble
        self._is_beside = is_beside  # of several replies, and not the first
        self._saved = ("", "")
        self._is_troubled = False
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "ReplySaver":
        self._task = asyncio.get_running_loop().create_task(self._keep_saving())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        # ``await`` would raise the cancellation of the task here, as if it were that of the caller.
        await asyncio.wait([self._task])

    def grow(self, reply: Message) -> None:
        """Take the whole reply so far; it is on disk within about a second."""
        self._reply = reply

    async def finish(self, reply: Message) -> Message:
        """Store the reply's end and return it as it is stored. Raises StorageError."""
        self._reply = reply  # a save that is due meanwhile must not write the text of before
        return await self._history.turns.finish_reply(
            reply.id, reply.text, reply.status, reply.note, reply.usage, reasoning=reply.reasoning
        )

    async def _keep_saving(self) -> None:
        while True:
            await asyncio.sleep(SAVE_SECONDS)
            if (self._reply.text, self._reply.reasoning) != self._saved:
                await self._save(self._reply)

    async def _save(self, reply: Message) -> None:
        try:
            await self._history.turns.save_reply(
                reply.id,
                reply.text,
                reply.reasoning,
                is_beside=self._is_beside,
                usage=reply.usage,
            )
        except StorageError as error:
            _log.warning("A running reply could not be saved: %s", error)
            if not self._is_troubled:
                self._on_trouble(error)
            self._is_troubled = True
        else:
            self._saved = (reply.text, reply.reasoning)
            self._is_troubled = False
