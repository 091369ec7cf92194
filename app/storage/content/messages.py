"""Single messages and their versions."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.domain import Conversation, Message, Preview
from app.storage import reading
from app.storage.connecting import Durability
from app.storage.content import branches, previews, send_queue
from app.storage.content.conversations import present
from app.storage.database import Database, transaction
from app.storage.plain_text import storable
from app.storage.tables import MessageRow


class MessageRepository:
    """Messages of all branches; each method raises ConversationGone if there is none."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @transaction()
    def siblings(self, session: Session, message_id: int) -> tuple[Message, ...]:
        """Return the messages with the same parent, this one among them, the oldest first."""
        message = branches.message_row(session, message_id)
        return tuple(
            other
            for other in branches.everything(session, message.conversation_id)
            if other.parent_id == message.parent_id
        )

    @transaction()
    def preview(
        self,
        session: Session,
        conversation_id: str,
        message_id: int | None = None,
        wanted: str = "",
    ) -> Preview | None:
        """Return the surroundings of ``wanted`` in a message, or the last words of a conversation.

        None where there is no such message any more.
        """
        return previews.read(session, conversation_id, message_id, wanted)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def choose_sibling(self, session: Session, message_id: int) -> Conversation:
        """Show the branch that runs through a message, down to its newest end."""
        message = branches.message_row(session, message_id)
        conversation = present(session, message.conversation_id)
        links = session.execute(
            select(MessageRow.parent_id, MessageRow.id)
            .where(MessageRow.conversation_id == conversation.id, MessageRow.parent_id.is_not(None))
            .order_by(MessageRow.sequence_number)
        )
        # A parent is older; anything else is a damaged tree that might run in a circle.
        children = {parent: id_ for parent, id_ in links if parent is not None and parent < id_}
        leaf_id = message.id
        while leaf_id in children:
            leaf_id = children[leaf_id]
        conversation.active_leaf_id = leaf_id
        return reading.conversation(
            conversation,
            branches.active(session, conversation),
            send_queue.read(session, conversation.id),
        )

    @transaction(Durability.AGAINST_POWER_LOSS)
    def set_pinned(self, session: Session, message_id: int, *, is_pinned: bool) -> None:
        """Store whether a message stays in the prompt when older ones are dropped."""
        branches.message_row(session, message_id).is_pinned = is_pinned

    @transaction(Durability.AGAINST_POWER_LOSS)
    def set_recap(self, session: Session, message_id: int, text: str) -> str:
        """Store what the model is told of all messages before one; return what it was told."""
        row = branches.message_row(session, message_id)
        before, row.recap = row.recap, storable(text)
        return before
