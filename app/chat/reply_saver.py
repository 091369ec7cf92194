"""Keeps a running reply on disk: about once a second while it grows, and at its end."""

import asyncio
import logging
from collections.abc import Callable

from app.domain import Message, MessageStatus, ReplyUsage
from app.errors import AppError, StorageError
from app.storage.history import History

_log = logging.getLogger(__name__)

SAVE_SECONDS = 1.0


class ReplySaver:
    """Saves one reply; a use of it as a context manager owns the task that does so.

    Trouble with the disk never stops the reply: it is told once through ``on_trouble``, and the
    text is tried again with the next save.
    """

    def __init__(
        self,
        history: History,
        message_id: int,
        on_trouble: Callable[[AppError], None],
        *,
        is_beside: bool = False,
    ) -> None:
        self._history = history
        self._message_id = message_id
        self._on_trouble = on_trouble
        self._is_beside = is_beside  # of several replies, and not the first
        self._text = self._reasoning = ""
        self._usage: ReplyUsage | None = None
        self._saved = ("", "")
        self._is_troubled = False
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "ReplySaver":
        self._task = asyncio.get_running_loop().create_task(self._keep_saving())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait([self._task])

    def grow(self, text: str, reasoning: str, usage: ReplyUsage | None = None) -> None:
        """Take the whole texts so far, and their cost; on disk within about a second."""
        self._text, self._reasoning, self._usage = text, reasoning, usage

    async def finish(self, status: MessageStatus, note: str, usage: ReplyUsage | None) -> Message:
        """Store the reply's end. Raises StorageError."""
        return await self._history.turns.finish_reply(
            self._message_id, self._text, status, note, usage, reasoning=self._reasoning
        )

    async def _keep_saving(self) -> None:
        while True:
            await asyncio.sleep(SAVE_SECONDS)
            if (self._text, self._reasoning) != self._saved:
                await self._save(self._text, self._reasoning)

    async def _save(self, text: str, reasoning: str) -> None:
        try:
            await self._history.turns.save_reply(
                self._message_id, text, reasoning, is_beside=self._is_beside, usage=self._usage
            )
        except StorageError as error:
            _log.warning("A running reply could not be saved: %s", error)
            if not self._is_troubled:
                self._on_trouble(error)
            self._is_troubled = True
        else:
            self._saved = (text, reasoning)
            self._is_troubled = False
