"""The open tabs of the window and what waits in them; each function is one transaction's work."""

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.domain import OpenTabs
from app.errors import ConversationGone, lazy
from app.storage.plain_text import storable
from app.storage.tables import ConversationRow, OpenTabRow, QueuedMessageRow


def save(session: Session, *, open_tabs: OpenTabs) -> None:
    """Store which tabs are open, in their order; ids that do not exist are left out."""
    panes = dict(zip(open_tabs.conversation_ids, open_tabs.panes, strict=False))
    wanted = tuple(dict.fromkeys(open_tabs.conversation_ids))
    known = set(session.scalars(select(ConversationRow.id).where(ConversationRow.id.in_(wanted))))
    session.execute(delete(OpenTabRow))
    session.add_all(
        OpenTabRow(
            place=place,
            conversation_id=id_,
            is_active=id_ == open_tabs.active_id,
            pane=panes.get(id_, 0),
            is_in_front=id_ in open_tabs.front_ids or id_ == open_tabs.active_id,
        )
        for place, id_ in enumerate(wanted)
        if id_ in known
    )


def read(session: Session) -> OpenTabs:
    """Return the tabs as stored, without those whose conversation lies in the trash."""
    rows = session.scalars(
        select(OpenTabRow)
        .join(ConversationRow, ConversationRow.id == OpenTabRow.conversation_id)
        .where(ConversationRow.deleted_at.is_(None))
        .order_by(OpenTabRow.place)
    ).all()
    return OpenTabs(
        conversation_ids=tuple(row.conversation_id for row in rows),
        active_id=next((row.conversation_id for row in rows if row.is_active), None),
        panes=tuple(row.pane for row in rows) if any(row.pane for row in rows) else (),
        front_ids=frozenset(
            row.conversation_id for row in rows if row.is_in_front and not row.is_active
        ),
    )


def queue(session: Session, conversation_id: str) -> tuple[str, ...]:
    """Return the messages that wait to be sent, the next one first."""
    waiting = (
        select(QueuedMessageRow.text)
        .where(QueuedMessageRow.conversation_id == conversation_id)
        .order_by(QueuedMessageRow.place)
    )
    return tuple(session.scalars(waiting))


def save_queue(session: Session, *, conversation_id: str, texts: tuple[str, ...]) -> None:
    """Store which messages wait to be sent."""
    if session.get(ConversationRow, conversation_id) is None:
        raise ConversationGone(lazy("This conversation does not exist any more."))
    session.execute(
        delete(QueuedMessageRow).where(QueuedMessageRow.conversation_id == conversation_id)
    )
    session.add_all(
        QueuedMessageRow(conversation_id=conversation_id, place=place, text=storable(text))
        for place, text in enumerate(texts)
    )


def take_next(session: Session, conversation_id: str) -> str | None:
    """Remove the next message from the queue and return it; None if none waits."""
    row = session.scalar(
        select(QueuedMessageRow)
        .where(QueuedMessageRow.conversation_id == conversation_id)
        .order_by(QueuedMessageRow.place)
        .limit(1)
    )
    if row is None:
        return None
    session.delete(row)
    return row.text
