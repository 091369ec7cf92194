"""History: everything that is kept of conversations, as the rest of the program sees it."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from app.domain import (
    Conversation,
    ConversationSummary,
    Message,
    MessageStatus,
    OpenTabs,
    ReplyUsage,
    Turn,
)
from app.storage import conversations, tabs, turns
from app.storage.database import Database, Durability

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the time of day, aware of its zone."""
    return datetime.now(UTC)


class History:
    """Conversations in one SQLite file.

    Every method is one transaction on the database thread and never blocks the caller's. When
    it returns, its work is stored; when it raises a ``StorageError``, nothing of it is. A caller
    that is cancelled while it waits takes nothing back: what was handed over is still written.

    Attributes:
        notices: what the user has to be told about the opening, in sentences.
    """

    def __init__(self, database: Database, notices: tuple[str, ...], now: Clock) -> None:
        """Take over an open database; use ``History.open``."""
        self._database = database
        self._now = now
        self.notices = notices

    @classmethod
    async def open(cls, path: Path, *, now: Clock = utc_now) -> "History":
        """Open the histories in ``path``, or begin them there.

        A file that is damaged or no database of ours is put aside, never deleted, and told of
        in ``notices``. Raises DatabaseTooNew, DatabaseInUse, ReadOnlyStorage, DiskFull,
        StorageFailed.
        """
        database = Database(path)
        try:
            notices = await database.open()
            history = cls(database, notices, now)
            await database.run(conversations.sweep_untouched)
        except BaseException:
            await database.close()
            raise
        return history

    async def close(self) -> None:
        """Finish what was handed over, and let go of the file. Safe to call twice."""
        await self._database.close()

    # --- conversations --------------------------------------------------------------------

    async def conversations(
        self, search: str = "", *, includes_empty: bool = False
    ) -> tuple[ConversationSummary, ...]:
        """Return those outside the trash, the latest activity first.

        ``search`` keeps titles that hold all its words. Conversations that never got a message
        are left out unless asked for.
        """
        work = partial(conversations.summaries, search=search, includes_empty=includes_empty)
        return await self._database.run(work)

    async def conversation(self, conversation_id: str) -> Conversation | None:
        """Return a conversation with its active branch; None if there is none or it is deleted."""
        return await self._database.run(
            partial(conversations.read, conversation_id=conversation_id)
        )

    async def create_conversation(self, title: str = "") -> Conversation:
        """Return a new, empty conversation."""
        return await self._database.run(
            partial(conversations.create, title=title, now=self._now()),
            Durability.AGAINST_POWER_LOSS,
        )

    async def rename(self, conversation_id: str, title: str) -> None:
        """Give a conversation another title. Raises ConversationGone."""
        await self._database.run(
            partial(conversations.rename, conversation_id=conversation_id, title=title),
            Durability.AGAINST_POWER_LOSS,
        )

    async def delete(self, conversation_id: str) -> None:
        """Put a conversation into the trash. Raises ConversationGone."""
        await self._database.run(
            partial(conversations.delete, conversation_id=conversation_id, now=self._now()),
            Durability.AGAINST_POWER_LOSS,
        )

    async def restore(self, conversation_id: str) -> None:
        """Take a conversation out of the trash. Raises ConversationGone."""
        await self._database.run(
            partial(conversations.restore, conversation_id=conversation_id),
            Durability.AGAINST_POWER_LOSS,
        )

    # --- turns ----------------------------------------------------------------------------

    async def start_turn(self, conversation_id: str, text: str) -> Turn:
        """Store the user's message and an empty STREAMING reply below the active leaf.

        Clears the draft, and makes a title of the first words where there is none. Raises
        ReplyStillRunning, ConversationGone.
        """
        return await self._database.run(
            partial(turns.start, conversation_id=conversation_id, text=text, now=self._now()),
            Durability.AGAINST_POWER_LOSS,
        )

    async def restart_reply(self, conversation_id: str) -> Turn:
        """Begin another reply to the last message of the user, beside those it has.

        The new one becomes the active leaf. Raises ReplyStillRunning, NothingToAnswer,
        ConversationGone.
        """
        return await self._database.run(
            partial(turns.restart, conversation_id=conversation_id, now=self._now()),
            Durability.AGAINST_POWER_LOSS,
        )

    async def save_reply_text(self, message_id: int, text: str) -> None:
        """Store what a running reply says so far; does nothing once it has ended."""
        await self._database.run(partial(turns.save_text, message_id=message_id, text=text))

    async def finish_reply(
        self,
        message_id: int,
        text: str,
        status: MessageStatus,
        note: str = "",
        usage: ReplyUsage | None = None,
    ) -> Message:
        """Store how a reply ended. May be called again after a failure. Raises ConversationGone."""
        work = partial(
            turns.finish,
            message_id=message_id,
            text=text,
            status=status,
            note=note,
            usage=usage,
            now=self._now(),
        )
        return await self._database.run(work, Durability.AGAINST_POWER_LOSS)

    async def interrupt_unfinished(self, note: str) -> int:
        """Mark the replies that an earlier run left STREAMING; return how many there were."""
        return await self._database.run(
            partial(turns.interrupt_unfinished, note=note), Durability.AGAINST_POWER_LOSS
        )

    # --- drafts and tabs ------------------------------------------------------------------

    async def save_draft(self, conversation_id: str, text: str) -> None:
        """Store what stands in the composer; does nothing if the conversation is gone."""
        await self._database.run(
            partial(conversations.save_draft, conversation_id=conversation_id, text=text)
        )

    async def save_tabs(self, open_tabs: OpenTabs) -> None:
        """Store which tabs are open, in their order; ids that do not exist are left out."""
        await self._database.run(partial(tabs.save, open_tabs=open_tabs))

    async def open_tabs(self) -> OpenTabs:
        """Return the tabs as stored, without those whose conversation lies in the trash."""
        return await self._database.run(tabs.read)
