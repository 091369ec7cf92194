"""Stores a running reply: twice a second while it grows, and at its end."""

import asyncio
import logging
from collections.abc import Callable
from time import monotonic

from app.domain import Message
from app.errors import AppError, ConversationGone, StorageError
from app.storage.history import History

_log = logging.getLogger(__name__)

# What is written while a save waits for the disk is lost with it: half a second, and half a second
# for the disk, keep the promise of one.
SAVE_SECONDS = 0.5


class SaveTroubles:
    """What keeps replies from the disk: told and logged once, however many meet it how often."""

    def __init__(self, on_trouble: Callable[[AppError], None]) -> None:
        self._on_trouble = on_trouble
        self._kinds: set[type[StorageError]] = set()
        self._reply_ids: set[int] = set()

    def begin(self, reply_id: int, error: StorageError) -> None:
        """Note that a reply could not be saved."""
        self._reply_ids.add(reply_id)
        if type(error) not in self._kinds:
            self._kinds.add(type(error))
            _log.warning("Running replies can't be saved: %s", error)
            self._on_trouble(error)

    def end(self, reply_id: int) -> None:
        """Note that a reply is saved, or gone; the last one ends the trouble."""
        if reply_id not in self._reply_ids:
            return
        self._reply_ids.discard(reply_id)
        if not self._reply_ids:
            self._kinds.clear()
            _log.warning("Running replies are saved again.")


class ReplySaver:
    """Saves one reply; a use of it as a context manager owns the task that does so.

    Trouble with the disk never stops the reply: the text is tried again with the next save.
    """

    def __init__(
        self,
        history: History,
        reply: Message,
        troubles: SaveTroubles,
        *,
        is_beside: bool = False,
    ) -> None:
        self._history = history
        self._reply = reply
        self._troubles = troubles
        self._is_beside = is_beside  # of several replies, and not the first
        self._saved = ("", "")
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
        try:
            stored = await self._history.turns.finish_reply(
                reply.id,
                reply.text,
                reply.status,
                reply.note,
                reply.usage,
                reasoning=reply.reasoning,
            )
        except ConversationGone:
            self._troubles.end(reply.id)
            raise
        self._troubles.end(reply.id)
        return stored

    async def _keep_saving(self) -> None:
        # By the clock, not by pauses: the time that the disk takes does not come on top.
        due = monotonic()
        while True:
            due = max(due + SAVE_SECONDS, monotonic())
            await asyncio.sleep(due - monotonic())
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
            self._troubles.begin(reply.id, error)
        else:
            self._saved = (reply.text, reply.reasoning)
            self._troubles.end(reply.id)
