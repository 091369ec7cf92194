"""The trash: deleted conversations are kept for thirty days and then purged."""

import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Select, delete, select, update
from sqlalchemy.orm import Session

from app.domain.conversations import DeletedConversation
from app.errors import ConversationGone, lazy
from app.storage.connecting import Durability
from app.storage.content.attachments import AttachmentFiles
from app.storage.content.backup_repository import BackupRepository
from app.storage.database import Database, transaction
from app.storage.fault_points import FaultPoint, fault_point
from app.storage.search import index as search_index
from app.storage.tables import AttachmentRow, ConversationRow, MessageRow, PurgedConversationRow

KEPT = timedelta(days=30)
_PURGED_AT_ONCE = 20

_Ids = Select[str]
_IN_TRASH = select(ConversationRow.id).where(ConversationRow.deleted_at.is_not(None))


class Trash:
    """Conversations that were deleted and can still be restored."""

    def __init__(
        self, database: Database, files: AttachmentFiles, backups: BackupRepository
    ) -> None:
        self.database = database
        self._files = files
        self._backups = backups

    @transaction()
    def conversations(self, session: Session) -> tuple[DeletedConversation, ...]:
        """Return the conversations in the trash, the last deleted first."""
        wanted = (
            select(
                ConversationRow.id,
                ConversationRow.title,
                ConversationRow.deleted_at,
                ConversationRow.last_sequence_number,
            )
            .where(ConversationRow.deleted_at.is_not(None))
            .order_by(ConversationRow.deleted_at.desc(), ConversationRow.activity_number.desc())
        )
        return tuple(
            DeletedConversation(id=id_, title=title, deleted_at=deleted_at, message_count=count)
            for id_, title, deleted_at, count in session.execute(wanted)
            if deleted_at is not None
        )

    @transaction(Durability.AGAINST_POWER_LOSS)
    def restore(self, session: Session, *conversation_ids: str) -> None:
        """Restore conversations from the trash, all or none. Raises ConversationGone."""
        for conversation_id in conversation_ids:
            row = session.get(ConversationRow, conversation_id)
            if row is None:
                raise ConversationGone(lazy("This chat is not in the trash any more."))
            row.deleted_at = None

    async def empty(self, *, from_backups: bool = False) -> tuple[str, ...]:
        """Purge all conversations in the trash; return their ids, for caches."""
        return await self._purge(lambda wanted: wanted, from_backups=from_backups)

    async def remove(self, *conversation_ids: str, from_backups: bool = False) -> tuple[str, ...]:
        """Purge the given conversations that are in the trash; return their ids."""
        return await self._purge(
            lambda wanted: wanted.where(ConversationRow.id.in_(conversation_ids)),
            from_backups=from_backups,
        )

    async def purge(self, older_than: datetime, *, from_backups: bool = False) -> tuple[str, ...]:
        """Purge the conversations deleted before a time; return their ids.

        Their texts are overwritten in the file, their words removed from the index, and unused
        attachments deleted. ``BackupRepository.remove_noted`` removes them from the backups if
        requested; otherwise their copies disappear as backups rotate.
        """
        return await self._purge(
            lambda wanted: wanted.where(ConversationRow.deleted_at < older_than),
            from_backups=from_backups,
        )

    async def _purge(
        self, narrowed: Callable[[_Ids], _Ids], *, from_backups: bool
    ) -> tuple[str, ...]:
        if not from_backups:
            return await self._purge_all(narrowed)
        async with self._backups.note_lock:
            ids = await self.database.run(
                lambda session: session.scalars(narrowed(_IN_TRASH)).all()
            )
            if ids:
                await self._backups.note_removal(ids)
            return await self._purge_all(narrowed)

    async def _purge_all(self, narrowed: Callable[[_Ids], _Ids]) -> tuple[str, ...]:
        gone: tuple[str, ...] = ()
        while some := await self.database.run(
            partial(_purge_some, narrowed=narrowed), Durability.AGAINST_POWER_LOSS, makes_room=True
        ):
            gone += some
            # Overwritten pages are also in the journal, which must not grow on a full disk.
            await self.database.with_driver(_empty_journal)
        if gone:
            await self._files.sweep()
            await self._merge_index()
            # The merged index is only in the journal; the old words are still in the file.
            await self.database.with_driver(_empty_journal)
        return gone

    async def _merge_index(self) -> None:
        # In pieces: saving a reply must not wait for the whole index.
        await self.database.run(search_index.begin_merge)
        while await self.database.run(search_index.merge_more):
            pass


def _purge_some(session: Session, *, narrowed: Callable[[_Ids], _Ids]) -> tuple[str, ...]:
    wanted = narrowed(_IN_TRASH)
    ids = tuple(session.scalars(wanted.order_by(ConversationRow.deleted_at).limit(_PURGED_AT_ONCE)))
    if ids:
        _purge_these(session, ids)
    return ids


def _purge_these(session: Session, ids: tuple[str, ...]) -> None:
    session.add_all(PurgedConversationRow(id=id_) for id_ in ids)
    messages = select(MessageRow.id).where(MessageRow.conversation_id.in_(ids))
    # Without this, SQLite would search every conversation for each deleted message.
    session.execute(
        update(ConversationRow)
        .where(ConversationRow.id.in_(ids))
        .values(active_leaf_id=None, memory_begins_at_id=None)
        .execution_options(synchronize_session=False)
    )
    for work in (
        delete(AttachmentRow).where(AttachmentRow.message_id.in_(messages)),
        delete(MessageRow).where(MessageRow.conversation_id.in_(ids)),
        delete(ConversationRow).where(ConversationRow.id.in_(ids)),
    ):
        session.execute(work.execution_options(synchronize_session=False))


def _empty_journal(driver: sqlite3.Connection) -> None:
    fault_point(FaultPoint.ATTACHMENTS_DROPPED)
    driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
