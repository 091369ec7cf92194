"""Whole conversations, read and written with every branch; what copies and exports stand on."""

import uuid
from collections.abc import Collection

from sqlalchemy.orm import Session

from app.domain import ConversationTree, Message, MessageStatus, TitleOrigin
from app.storage import reading
from app.storage.content import branches, conversations, send_queue
from app.storage.digests import seal
from app.storage.plain_text import one_line, storable
from app.storage.tables import AttachmentRow, ConversationRow, MessageRow


def read(session: Session, *, conversation_id: str) -> ConversationTree | None:
    """Return a conversation without the contents of its files; None if it is gone."""
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
        queue=send_queue.read(session, row.id),
        options=reading.options(row),
        title_origin=reading.title_origin(row),
    )


def add(
    session: Session, *, tree: ConversationTree, kept: Collection[str], activity_number: int
) -> str | None:
    """Store a conversation and return its id; None if one with that id is there already.

    Messages get new ids; of their files, those come along whose contents are ``kept``. What has
    no title is called by its first words.
    """
    id_ = storable(tree.id) or uuid.uuid4().hex
    if session.get(ConversationRow, id_) is not None:
        return None
    row = ConversationRow(
        id=id_,
        title=one_line(tree.title),
        title_origin=tree.title_origin.name,
        draft=storable(tree.draft),
        created_at=tree.created_at,
        updated_at=tree.updated_at,
        activity_number=activity_number,
        last_sequence_number=len(tree.messages),
        number=conversations.next_number(session),
    )
    conversations.write_options(row, tree.options)
    session.add(row)
    session.flush()
    new_ids = _add_messages(session, tree, id_, kept)
    if not row.title:
        row.title = branches.first_words(session, id_)
        row.title_origin = TitleOrigin.FIRST_WORDS.name
    # Some of another program's have no end that is shown.
    last = tree.messages[-1].id if tree.messages else None
    leaf_id = tree.active_leaf_id if tree.active_leaf_id in new_ids else last
    row.active_leaf_id = None if leaf_id is None else new_ids[leaf_id]
    send_queue.save(session, conversation_id=id_, texts=tree.queue)
    return id_


def _add_messages(
    session: Session, tree: ConversationTree, id_: str, kept: Collection[str]
) -> dict[int, int]:
    new_ids: dict[int, int] = {}
    for number, message in enumerate(tree.messages, start=1):
        row = _row_of(message, id_, number)
        row.parent_id = None if message.parent_id is None else new_ids.get(message.parent_id)
        if not message.is_damaged:  # else the copy would pass for what was once stored
            seal(row)
        session.add(row)
        session.flush()
        new_ids[message.id] = row.id
        if message.usage is not None:
            session.add(reading.usage_row(row.id, message.usage))
        session.add_all(
            AttachmentRow(
                message_id=row.id,
                name=one_line(attachment.name),
                media_type=storable(attachment.media_type),
                byte_count=attachment.byte_count,
                digest=attachment.digest,
            )
            for attachment in message.attachments
            if attachment.digest in kept
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
        note=message.note,
        reasoning=storable(message.reasoning),
        created_at=message.created_at,
        is_pinned=message.is_pinned,
    )
