"""The open tabs of the window; each function is one transaction's work."""

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.domain import OpenTabs
from app.storage.tables import ConversationRow, OpenTabRow


def save(session: Session, *, open_tabs: OpenTabs) -> None:
    """Store which tabs are open, in their order; ids that do not exist are left out."""
    wanted = tuple(dict.fromkeys(open_tabs.conversation_ids))
    known = set(session.scalars(select(ConversationRow.id).where(ConversationRow.id.in_(wanted))))
    session.execute(delete(OpenTabRow))
    session.add_all(
        OpenTabRow(place=place, conversation_id=id_, is_active=id_ == open_tabs.active_id)
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
    active = next((row.conversation_id for row in rows if row.is_active), None)
    return OpenTabs(conversation_ids=tuple(row.conversation_id for row in rows), active_id=active)
