"""Replies that are written beside the first of their turn, which no row tells from others."""

from collections.abc import Iterable

from sqlalchemy.orm import Session

from app.storage.tables import MessageRow


class RunningVariants:
    """Which replies are being written although they are stored INTERRUPTED.

    One reply of a conversation is STREAMING at most; the others are as a crash is to leave them,
    so that only the program that has begun them knows that they run.
    """

    def __init__(self) -> None:
        self._ids: set[int] = set()

    def begin(self, ids: Iterable[int]) -> None:
        """Note replies that were begun."""
        self._ids.update(ids)

    def end(self, message_id: int) -> None:
        """Note that a reply has its end on the disk."""
        self._ids.discard(message_id)

    def are_in(self, session: Session, conversation_id: str) -> bool:
        """Return whether one of them is in a conversation."""
        rows = (session.get(MessageRow, id_) for id_ in tuple(self._ids))
        return any(row is not None and row.conversation_id == conversation_id for row in rows)
