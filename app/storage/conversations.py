"""Conversations and their active branches; each function is one transaction's work."""

import uuid
from datetime import datetime

from sqlalchemy import and_, exists, func, select, update
from sqlalchemy import delete as delete_rows
from sqlalchemy.orm import Session

from app.domain import Conversation, ConversationSummary, Message
from app.errors import ConversationGone
from app.storage import reading
from app.storage.plain_text import one_line, storable
from app.storage.tables import ConversationRow, MessageRow, OpenTabRow, ReplyUsageRow


def summaries(
    session: Session, *, search: str, includes_empty: bool
) -> tuple[ConversationSummary, ...]:
    """Return the conversations outside the trash, the latest activity first."""
    wanted = (
        select(
            ConversationRow.id,
            ConversationRow.title,
            ConversationRow.updated_at,
            ConversationRow.last_sequence_number,
        )
        .where(ConversationRow.deleted_at.is_(None))
        .order_by(ConversationRow.activity_number.desc())
    )
    if not includes_empty:
        wanted = wanted.where(ConversationRow.last_sequence_number > 0)
    # Compared here and not in SQL: SQLite folds the case of ASCII letters only.
    words = search.casefold().split()
    return tuple(
        ConversationSummary(id=id_, title=title, updated_at=updated_at, message_count=count)
        for id_, title, updated_at, count in session.execute(wanted)
        if all(word in title.casefold() for word in words)
    )


def read(session: Session, *, conversation_id: str) -> Conversation | None:
    """Return a conversation with its active branch; None if there is none or it is deleted."""
    row = session.get(ConversationRow, conversation_id)
    if row is None or row.deleted_at is not None:
        return None
    return reading.conversation(row, active_branch(session, row))


def present(session: Session, conversation_id: str) -> ConversationRow:
    """Return the row of a conversation outside the trash. Raises ConversationGone."""
    row = session.get(ConversationRow, conversation_id)
    if row is None or row.deleted_at is not None:
        raise ConversationGone("This conversation does not exist any more, or is in the trash.")
    return row


def active_branch(session: Session, row: ConversationRow) -> tuple[Message, ...]:
    """Return the messages from the root to the active leaf, oldest first."""
    found = session.execute(
        select(MessageRow, ReplyUsageRow)
        .outerjoin(ReplyUsageRow, ReplyUsageRow.message_id == MessageRow.id)
        .where(MessageRow.conversation_id == row.id)
        .order_by(MessageRow.sequence_number)
    )
    messages = {message.id: reading.message(message, usage) for message, usage in found}
    if not messages:
        return ()
    newest_id = next(reversed(messages))
    leaf_id = row.active_leaf_id if row.active_leaf_id in messages else newest_id
    branch: list[Message] = []
    # Each message is taken once, so that a damaged tree which runs in a circle ends as well.
    current = messages.pop(leaf_id, None)
    while current is not None:
        branch.append(current)
        current = None if current.parent_id is None else messages.pop(current.parent_id, None)
    return tuple(reversed(branch))


def create(session: Session, *, title: str, now: datetime) -> Conversation:
    """Return a new, empty conversation."""
    row = ConversationRow(
        id=uuid.uuid4().hex,
        title=one_line(title),
        draft="",
        created_at=now,
        updated_at=now,
        activity_number=next_activity_number(session),
        last_sequence_number=0,
    )
    session.add(row)
    return reading.conversation(row, ())


def rename(session: Session, *, conversation_id: str, title: str) -> None:
    """Give a conversation another title."""
    present(session, conversation_id).title = one_line(title)


def delete(session: Session, *, conversation_id: str, now: datetime) -> None:
    """Put a conversation into the trash."""
    present(session, conversation_id).deleted_at = now


def restore(session: Session, *, conversation_id: str) -> None:
    """Take a conversation out of the trash."""
    row = session.get(ConversationRow, conversation_id)
    if row is None:
        raise ConversationGone("This conversation is not in the trash any more.")
    row.deleted_at = None


def save_draft(session: Session, *, conversation_id: str, text: str) -> None:
    """Store what stands in the composer."""
    session.execute(
        update(ConversationRow)
        .where(ConversationRow.id == conversation_id)
        .values(draft=storable(text))
    )


def sweep_untouched(session: Session) -> None:
    """Remove what new tabs left behind: no message, no title, no draft, and in no open tab."""
    is_open = exists().where(OpenTabRow.conversation_id == ConversationRow.id)
    has_messages = exists().where(MessageRow.conversation_id == ConversationRow.id)
    untouched = and_(ConversationRow.title == "", ConversationRow.draft == "")
    session.execute(
        delete_rows(ConversationRow)
        .where(untouched, ~is_open, ~has_messages)
        .execution_options(synchronize_session=False)  # no row is loaded here
    )


def next_activity_number(session: Session) -> int:
    """Return a number above that of every conversation."""
    highest = session.scalar(select(func.max(ConversationRow.activity_number)))
    return (highest or 0) + 1
