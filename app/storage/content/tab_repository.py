"""The open tabs of the window."""

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.domain.tabs import OpenTabs
from app.storage.database import Database, transaction
from app.storage.tables import ConversationRow, OpenTabRow


class TabRepository:
    """The conversations of the open tabs, in order."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @transaction()
    def save(self, session: Session, open_tabs: OpenTabs) -> None:
        """Store the open tabs in order; ids that do not exist are skipped."""
        panes = dict(zip(open_tabs.conversation_ids, open_tabs.panes, strict=False))
        wanted = tuple(dict.fromkeys(open_tabs.conversation_ids))
        is_wanted = ConversationRow.id.in_(wanted)
        known = set(session.scalars(select(ConversationRow.id).where(is_wanted)))
        session.execute(delete(OpenTabRow))
        session.add_all(
            OpenTabRow(
                position=position,
                conversation_id=id_,
                is_active=id_ == open_tabs.active_id,
                pane=panes.get(id_, 0),
                is_in_front=id_ in open_tabs.front_ids or id_ == open_tabs.active_id,
                is_unread=id_ in open_tabs.unread_ids,
            )
            for position, id_ in enumerate(wanted)
            if id_ in known
        )

    @transaction()
    def read(self, session: Session) -> OpenTabs:
        """Return the stored tabs, without those whose conversation is in the trash."""
        rows = session.scalars(
            select(OpenTabRow)
            .join(ConversationRow, ConversationRow.id == OpenTabRow.conversation_id)
            .where(ConversationRow.deleted_at.is_(None))
            .order_by(OpenTabRow.position)
        ).all()
        return OpenTabs(
            conversation_ids=tuple(row.conversation_id for row in rows),
            active_id=next((row.conversation_id for row in rows if row.is_active), None),
            panes=tuple(row.pane for row in rows) if any(row.pane for row in rows) else (),
            front_ids=frozenset(
                row.conversation_id for row in rows if row.is_in_front and not row.is_active
            ),
            unread_ids=frozenset(row.conversation_id for row in rows if row.is_unread),
        )
