"""Titles that no other conversation has: told apart by a number."""

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.domain import TITLE_MARK, numbered_title, title_stem
from app.storage.tables import ConversationRow


def free_title(session: Session, title: str, *, own_id: str | None = None) -> str:
    """Return this title, or with the lowest number that no other conversation has.

    What lies in the trash does not count; an empty title stays empty.
    """
    if not title:
        return title
    stem = title_stem(title)
    column = ConversationRow.title
    like = select(column).where(
        ConversationRow.deleted_at.is_(None),
        or_(column == stem, column.startswith(stem + TITLE_MARK, autoescape=True)),
    )
    if own_id is not None:
        like = like.where(ConversationRow.id != own_id)
    return numbered_title(title, set(session.scalars(like)))
