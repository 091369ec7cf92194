"""History: everything that is kept of conversations, as the rest of the program sees it."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy.orm import Session

from app.domain import (
    Conversation,
    ConversationOptions,
    ConversationSummary,
    Message,
    MessageStatus,
    OpenTabs,
    OutgoingMessage,
    ReplyUsage,
    SearchHit,
    SearchQuery,
    TextFile,
    Turn,
)
from app.storage.connecting import Durability
from app.storage.content import branches, conversations, tabs, turns
from app.storage.content.archive import Archive
from app.storage.content.attachments import AttachmentFiles
from app.storage.content.presets import Presets
from app.storage.content.trash import KEPT, Trash
from app.storage.database import Database
from app.storage.recovery import repair
from app.storage.recovery.ballast import BALLAST_BYTES
from app.storage.search import search
from app.storage.upkeep import Upkeep

_P = ParamSpec("_P")
_T = TypeVar("_T")

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
        trash: lists, empties, removes for good.
        archive: whole conversations in and out; fork, duplicate.
        attachments, presets, upkeep: files of messages; sampling by name; backups and checks.
    """

    def __init__(self, database: Database, notices: tuple[str, ...], now: Clock) -> None:
        """Take over an open database; use ``History.open``."""
        self._database = database
        self._now = now
        self._unmended: set[int] = set()  # looked for in the backups already
        self.notices = notices
        self.attachments = AttachmentFiles(database)
        self.trash = Trash(database, self.attachments)
        self.presets = Presets(database)
        self.archive = Archive(database, self.attachments, now)
        self.upkeep = Upkeep(database, now)

    @classmethod
    async def open(
        cls, path: Path, *, now: Clock = utc_now, ballast_bytes: int = BALLAST_BYTES
    ) -> "History":
        """Open the histories in ``path``, or begin them there.

        A file that is damaged or no database of ours is put aside, never deleted; what of it can
        be read comes back, and ``notices`` tells of it. What a newer version wrote, or what can't
        be written, is opened read-only. Raises DatabaseInUse, ReadOnlyStorage where there is
        nothing to read, DiskFull, StorageFailed.
        """
        database = Database(path, ballast_bytes)
        try:
            notices = await database.open()
            history = cls(database, notices, now)
            if not history.is_read_only:
                await database.run(conversations.sweep_untouched)
        except BaseException:
            await database.close()
            raise
        return history

    @property
    def is_read_only(self) -> bool:
        """Whether everything that would write raises ReadOnlyStorage."""
        return self._database.read_only_reason is not None

    async def put_back(self) -> None:
        """Write the histories again whose file was deleted or moved away while it was open.

        After HistoriesLost; of attachments and backups nothing comes back. Raises StorageError.
        """
        await self._database.put_back()

    async def close(self) -> None:
        """Finish what was handed over, and let go of the file. Safe to call twice."""
        self.upkeep.close()
        await self._database.close()

    async def keep_up(self) -> tuple[str, ...]:
        """Do what is due once a day; return the ids of conversations that are gone for good.

        That is a backup, the ballast for a full disk, and the purge of what lay in the trash for
        thirty days, and then three days more on which the program ran. Call it a while after the
        start, and now and then. Raises StorageError.
        """
        if self.is_read_only:
            return ()
        await self.upkeep.back_up()
        await self.upkeep.load_ballast()
        third_day = await self.upkeep.note_day()
        return () if third_day is None else await self.trash.purge(third_day - KEPT)

    async def conversations(
        self, search: str = "", *, includes_empty: bool = False
    ) -> tuple[ConversationSummary, ...]:
        """Return those outside the trash, the latest activity first.

        ``search`` keeps titles that hold all its words. Conversations that never got a message
        are left out unless asked for.
        """
        return await self._work(
            conversations.summaries, search=search, includes_empty=includes_empty
        )

    async def summaries(self, *conversation_ids: str) -> tuple[ConversationSummary, ...]:
        """Return those of these that ``conversations`` would list, in no order."""
        return await self._work(conversations.some_summaries, conversation_ids=conversation_ids)

    async def search(self, query: SearchQuery) -> tuple[SearchHit, ...]:
        """Return titles and messages that hold every word of the query, the best first."""
        return await self._work(search.find, query=query)

    async def conversation(self, conversation_id: str) -> Conversation | None:
        """Return a conversation with its active branch; None if there is none or it is deleted.

        Damaged messages come back from a backup that holds them, with a note that says so.
        """
        found = await self._work(conversations.read, conversation_id=conversation_id)
        damaged = {each.id for each in found.messages if each.is_damaged} if found else set()
        if self.is_read_only or damaged <= self._unmended:
            return found
        self._unmended |= damaged
        await self._store(repair.from_backups, message_ids=damaged, path=self._database.path)
        return await self._work(conversations.read, conversation_id=conversation_id)

    async def create_conversation(self, title: str = "") -> Conversation:
        """Return a new, empty conversation."""
        return await self._store(conversations.create, title=title, now=self._now())

    async def rename(self, conversation_id: str, title: str) -> None:
        """Give a conversation the user's title; an empty one brings its first words back.

        Raises ConversationGone.
        """
        await self._store(conversations.rename, conversation_id=conversation_id, title=title)

    async def propose_title(
        self, conversation_id: str, title: str, *, before: str | None = None
    ) -> bool:
        """Give a conversation the model's title; say whether it has it now.

        Of the user's own titles only ``before`` gives way. Raises ConversationGone.
        """
        return await self._store(
            conversations.propose_title, conversation_id=conversation_id, title=title, before=before
        )

    async def set_options(self, conversation_id: str, options: ConversationOptions) -> None:
        """Store what the user chose for a conversation. Raises ConversationGone."""
        await self._store(
            conversations.set_options, conversation_id=conversation_id, options=options
        )

    async def set_context_start(self, conversation_id: str, message_id: int | None) -> None:
        """Store the first message that the model still remembers. Raises ConversationGone."""
        await self._store(
            conversations.set_context_start, conversation_id=conversation_id, message_id=message_id
        )

    async def organize(
        self,
        *conversation_ids: str,
        folder: str | None = None,
        is_pinned: bool | None = None,
    ) -> None:
        """Put conversations into a folder, or pin them; what is None stays as it is.

        An empty name takes them out of their folders. Raises ConversationGone.
        """
        await self._store(
            conversations.organize,
            conversation_ids=conversation_ids,
            folder=folder,
            is_pinned=is_pinned,
        )

    async def delete(self, *conversation_ids: str) -> None:
        """Put conversations into the trash, all or none. Raises ConversationGone."""
        work = partial(conversations.delete, conversation_ids=conversation_ids, now=self._now())
        await self._database.run(work, Durability.AGAINST_POWER_LOSS, makes_room=True)

    async def restore(self, *conversation_ids: str) -> None:
        """Take conversations out of the trash, all or none. Raises ConversationGone."""
        await self._store(conversations.restore, conversation_ids=conversation_ids)

    async def start_turn(
        self, conversation_id: str, text: str, files: tuple[TextFile, ...] = ()
    ) -> Turn:
        """Store the user's message, its files, and an empty STREAMING reply below the active leaf.

        Clears the draft, and makes a title of the first words where there is none. Raises
        ReplyStillRunning, ConversationGone.
        """
        now = self._now()

        def work(session: Session) -> Turn:
            turn = turns.start(session, conversation_id=conversation_id, text=text, now=now)
            return self.attachments.attach(session, turn, files)

        return await self._store(work)

    async def start_next_turn(self, conversation_id: str) -> Turn | None:
        """Take the next message from the queue and start its turn; None if none waits.

        Raises ReplyStillRunning, ConversationGone.
        """
        now = self._now()

        def work(session: Session) -> Turn | None:
            packed = tabs.take_next(session, conversation_id)
            if packed is None:
                return None
            sent = OutgoingMessage.unpacked(packed)
            turn = turns.start_waiting(
                session, conversation_id=conversation_id, text=sent.text, now=now
            )
            return self.attachments.attach(session, turn, sent.files)

        return await self._store(work)

    async def regenerate(self, conversation_id: str, reply_id: int | None = None) -> Turn:
        """Begin another reply to the question of this one, else to the last, beside those it has.

        The new one becomes the active leaf. Raises ReplyStillRunning, NothingToAnswer,
        ConversationGone.
        """
        return await self._store(
            turns.regenerate, conversation_id=conversation_id, reply_id=reply_id, now=self._now()
        )

    async def begin_variants(
        self, conversation_id: str, count: int, note: str, reply_id: int | None = None
    ) -> tuple[Turn, ...]:
        """Begin several replies to one question; the first becomes the active leaf.

        Those beside it are stored INTERRUPTED, with ``note``, until they end, as a crash is to
        leave them. Raises ReplyStillRunning, NothingToAnswer, ConversationGone.
        """
        return await self._store(
            turns.begin_variants,
            conversation_id=conversation_id,
            reply_id=reply_id,
            count=count,
            note=note,
            now=self._now(),
        )

    async def continue_reply(self, conversation_id: str) -> Turn:
        """Set the last reply to STREAMING again; its text stays until a longer one is saved.

        Raises ReplyStillRunning, NothingToContinue, ConversationGone.
        """
        now = self._now()
        return await self._store(turns.continue_reply, conversation_id=conversation_id, now=now)

    async def edit_message(self, message_id: int, text: str) -> Turn:
        """Store another version of a message of the user beside it, and begin a reply to that.

        Raises ReplyStillRunning, NothingToAnswer, ConversationGone.
        """
        return await self._store(turns.edit, message_id=message_id, text=text, now=self._now())

    async def siblings(self, message_id: int) -> tuple[Message, ...]:
        """Return the versions of a message, the oldest first. Raises ConversationGone."""
        return await self._work(branches.siblings, message_id=message_id)

    async def choose_sibling(self, message_id: int) -> Conversation:
        """Show the branch that runs through a message, down to its newest end.

        Raises ConversationGone.
        """
        return await self._store(conversations.choose_branch, message_id=message_id)

    async def set_pinned(self, message_id: int, *, is_pinned: bool) -> None:
        """Say whether a message stays in the model's memory. Raises ConversationGone."""
        await self._store(branches.set_pinned, message_id=message_id, is_pinned=is_pinned)

    async def save_reply_text(
        self,
        message_id: int,
        text: str,
        reasoning: str = "",
        *,
        is_beside: bool = False,
        usage: ReplyUsage | None = None,
    ) -> None:
        """Store what a running reply says and cost so far; does nothing once it has ended.

        ``is_beside`` says that it is one of several, and not the first.
        """
        await self._work(
            turns.save_text,
            message_id=message_id,
            text=text,
            reasoning=reasoning,
            is_beside=is_beside,
            usage=usage,
        )

    async def finish_reply(
        self,
        message_id: int,
        text: str,
        status: MessageStatus,
        note: str = "",
        usage: ReplyUsage | None = None,
        reasoning: str | None = None,
    ) -> Message:
        """Store how a reply ended; without ``reasoning``, what was saved of it stays.

        May be called again after a failure. Raises ConversationGone.
        """
        return await self._store(
            turns.finish,
            message_id=message_id,
            text=text,
            status=status,
            note=note,
            usage=usage,
            reasoning=reasoning,
            now=self._now(),
        )

    async def interrupt_unfinished(self, note: str) -> int:
        """Mark the replies that an earlier run left STREAMING; return how many there were.

        Read-only histories keep them as they are.
        """
        if self.is_read_only:
            return 0
        return await self._store(turns.interrupt_unfinished, note=note)

    async def save_draft(self, conversation_id: str, text: str) -> None:
        """Store what stands in the composer; does nothing if the conversation is gone."""
        await self._work(conversations.save_draft, conversation_id=conversation_id, text=text)

    async def save_queue(self, conversation_id: str, texts: tuple[str, ...]) -> None:
        """Store the messages that wait to be sent, the next one first. Raises ConversationGone."""
        await self._store(tabs.save_queue, conversation_id=conversation_id, texts=texts)

    async def save_tabs(self, open_tabs: OpenTabs) -> None:
        """Store which tabs are open, in their order; ids that do not exist are left out."""
        await self._work(tabs.save, open_tabs=open_tabs)

    async def open_tabs(self) -> OpenTabs:
        """Return the tabs as stored, without those whose conversation lies in the trash."""
        return await self._work(tabs.read)

    async def _store(
        self, work: Callable[Concatenate[Session, _P], _T], *args: _P.args, **values: _P.kwargs
    ) -> _T:
        return await self._database.run(
            lambda session: work(session, *args, **values), Durability.AGAINST_POWER_LOSS
        )

    async def _work(
        self, work: Callable[Concatenate[Session, _P], _T], *args: _P.args, **values: _P.kwargs
    ) -> _T:
        return await self._database.run(
            lambda session: work(session, *args, **values), Durability.AGAINST_CRASH
        )
