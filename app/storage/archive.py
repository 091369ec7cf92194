"""Whole conversations in and out, with every branch; what export and import stand on."""

import uuid
from collections.abc import AsyncGenerator, Iterable
from dataclasses import replace
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.domain import Attachment, ConversationTree, Message, MessageStatus
from app.errors import AttachmentDamaged
from app.storage import branches, conversations, reading, tabs, turns
from app.storage.attachments import AttachmentFiles
from app.storage.connecting import Durability
from app.storage.database import Database
from app.storage.digests import seal
from app.storage.plain_text import one_line, storable
from app.storage.tables import AttachmentRow, ConversationRow, MessageRow


class Archive:
    """Conversations as trees."""

    def __init__(self, database: Database, files: AttachmentFiles) -> None:
        self._database = database
        self._files = files

    async def trees(
        self, conversation_ids: Iterable[str] | None = None
    ) -> AsyncGenerator[ConversationTree, None]:
        """Yield these conversations, or all outside the trash; those that are gone are left out.

        One at a time, so that all of them never stand in memory together.
        """
        ids = conversation_ids
        if ids is None:
            ids = await self._database.run(_all_ids)
        for id_ in ids:
            tree = await self.tree(id_)
            if tree is not None:
                yield tree

    async def tree(self, conversation_id: str) -> ConversationTree | None:
        """Return a conversation; None if there is none or it is deleted."""
        tree = await self._database.run(partial(_read, conversation_id=conversation_id))
        return None if tree is None else replace(tree, contents=await self._contents(tree))

    async def add(self, tree: ConversationTree) -> bool:
        """Store a conversation; False if one with its id is there already.

        Messages get new ids; those that were still STREAMING are INTERRUPTED. Raises StorageError.
        """

        def work(session: Session) -> bool:
            for content in tree.contents.values():
                self._files.keep(content)
            return _add(session, tree=tree)

        return await self._database.run(work, Durability.AGAINST_POWER_LOSS)

    async def _contents(self, tree: ConversationTree) -> dict[str, bytes]:
        contents: dict[str, bytes] = {}
        for message in tree.messages:
            for attachment in message.attachments:
                content = await self._content(attachment)
                if content is not None:
                    contents[attachment.digest] = content
        return contents

    async def _content(self, attachment: Attachment) -> bytes | None:
        try:
            return await self._files.content(attachment)
        except AttachmentDamaged:
            return None  # the rest of the conversation is worth having


def _all_ids(session: Session) -> tuple[str, ...]:
    wanted = (
        select(ConversationRow.id)
        .where(ConversationRow.deleted_at.is_(None), ConversationRow.last_sequence_number > 0)
        .order_by(ConversationRow.activity_number)
    )
    return tuple(session.scalars(wanted))


def _read(session: Session, *, conversation_id: str) -> ConversationTree | None:
    row = session.get(ConversationRow, conversation_id)
    if row is None or row.deleted_at is not None:
        return None
    return ConversationTree(
        id=row.id,
        title=row.title,
        created_at=row.created_at,
        updated_at=row.updated_at,
        messages=branches.everything(session, row.id),
        active_leaf_id=row.active_leaf_id,
        draft=row.draft,
        queue=tabs.queue(session, row.id),
        options=reading.options(row),
    )


def _add(session: Session, *, tree: ConversationTree) -> bool:
    id_ = storable(tree.id) or uuid.uuid4().hex
    if session.get(ConversationRow, id_) is not None:
        return False
    row = ConversationRow(
        id=id_,
        title=one_line(tree.title),
        draft=storable(tree.draft),
        created_at=tree.created_at,
        updated_at=tree.updated_at,
        activity_number=conversations.next_activity_number(session),
        last_sequence_number=len(tree.messages),
        number=conversations.next_number(session),
    )
    conversations.write_options(row, tree.options)
    session.add(row)
    session.flush()
    new_ids = _add_messages(session, tree, id_)
    # Some of another program's have no end that is shown.
    last = tree.messages[-1].id if tree.messages else None
    leaf_id = tree.active_leaf_id if tree.active_leaf_id in new_ids else last
    row.active_leaf_id = None if leaf_id is None else new_ids[leaf_id]
    tabs.save_queue(session, conversation_id=id_, texts=tree.queue)
    return True


def _add_messages(session: Session, tree: ConversationTree, id_: str) -> dict[int, int]:
    new_ids: dict[int, int] = {}
    for number, message in enumerate(tree.messages, start=1):
        row = _row_of(message, id_, number)
        row.parent_id = None if message.parent_id is None else new_ids.get(message.parent_id)
        seal(row)
        session.add(row)
        session.flush()
        new_ids[message.id] = row.id
        if message.usage is not None:
            session.add(turns.usage_row(row.id, message.usage))
        session.add_all(
            AttachmentRow(
                message_id=row.id,
                name=one_line(attachment.name),
                media_type=storable(attachment.media_type),
                byte_count=attachment.byte_count,
                digest=attachment.digest,
            )
            for attachment in message.attachments
            if attachment.digest in tree.contents
        )
    return new_ids


def _row_of(message: Message, conversation_id: str, number: int) -> MessageRow:
    status = message.status
    if status is MessageStatus.STREAMING:
        status = MessageStatus.INTERRUPTED
    return MessageRow(
        conversation_id=conversation_id,
        sequence_number=number,
        role=message.role.name,
        status=status.name,
        text=storable(message.text),
        note=storable(message.note),
        reasoning=storable(message.reasoning),
        created_at=message.created_at,
        is_pinned=message.is_pinned,
    )
