"""The trash: deleted conversations stay there for thirty days and are then purged."""

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
        """Return what lies in the trash, the last deleted first."""
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
        """Take conversations out of the trash, all or none. Raises ConversationGone."""
        for conversation_id in conversation_ids:
            row = session.get(ConversationRow, conversation_id)
            if row is None:
                raise ConversationGone(lazy("This conversation is not in the trash any more."))
            row.deleted_at = None

    async def empty(self, *, from_backups: bool = False) -> tuple[str, ...]:
        """Purge all of it; return the ids, so that caches can drop them as well."""
        return await self._purge(lambda wanted: wanted, from_backups=from_backups)

    async def remove(self, *conversation_ids: str, from_backups: bool = False) -> tuple[str, ...]:
        """Purge those of these that lie in the trash; return their ids."""
        return await self._purge(
            lambda wanted: wanted.where(ConversationRow.id.in_(conversation_ids)),
            from_backups=from_backups,
        )

    async def purge(self, older_than: datetime, *, from_backups: bool = False) -> tuple[str, ...]:
        """Purge what was deleted before that moment; return the ids.

        Texts are overwritten in the file, their words leave the index, and attachments that
        nobody else has are deleted. ``BackupRepository.remove_noted`` takes them out of the
        backups if that is wanted; else those lose their copies as they rotate.
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
            # The overwritten pages stand in the journal as well; on a full disk it may not grow.
            await self.database.with_driver(_empty_journal)
        if gone:
            await self._files.sweep()
            await self._merge_index()
            # The index that was merged is in the journal as yet, its words are still in the file.
            await self.database.with_driver(_empty_journal)
        return gone

    async def _merge_index(self) -> None:
        # In pieces: a reply that wants to be saved must not wait for the whole index.
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
    # Without this, SQLite would look for each deleted message in every conversation.
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
