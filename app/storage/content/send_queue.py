"""The queue of messages to send of a conversation."""

from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session

from app.errors import ConversationGone, lazy
from app.storage.plain_text import storable
from app.storage.tables import ConversationRow, QueuedMessageRow

_WAITING = (  # built once, as each turn reads it
    select(QueuedMessageRow.text)
    .where(QueuedMessageRow.conversation_id == bindparam("id"))
    .order_by(QueuedMessageRow.position)
)


def read(session: Session, conversation_id: str) -> tuple[str, ...]:
    """Return the queued messages, the next one first."""
    return tuple(session.scalars(_WAITING, {"id": conversation_id}))


def save(session: Session, *, conversation_id: str, texts: tuple[str, ...]) -> None:
    """Store the queued messages."""
    if session.get(ConversationRow, conversation_id) is None:
        raise ConversationGone(lazy("This chat does not exist any more."))
    session.execute(
        delete(QueuedMessageRow).where(QueuedMessageRow.conversation_id == conversation_id)
    )
    session.add_all(
        QueuedMessageRow(conversation_id=conversation_id, position=index, text=storable(text))
        for index, text in enumerate(texts)
    )


def pop(session: Session, conversation_id: str) -> str | None:
    """Remove the next message from the queue and return it; None if the queue is empty."""
    row = session.scalar(
        select(QueuedMessageRow)
        .where(QueuedMessageRow.conversation_id == conversation_id)
        .order_by(QueuedMessageRow.position)
        .limit(1)
    )
    if row is None:
        return None
    session.delete(row)
    return row.text
