"""Single messages and their versions."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.domain.conversations import Conversation, Preview, TextRange
from app.domain.messages import Message, RecapChange, Role
from app.storage import reading
from app.storage.connecting import Durability
from app.storage.content import branches, send_queue
from app.storage.content.conversation_repository import present
from app.storage.database import Database, transaction
from app.storage.plain_text import storable
from app.storage.search import terms as search_terms
from app.storage.tables import ConversationRow, MessageRow

LONGEST = 1_600  # characters of a preview
_BEFORE = 400  # characters before the match
_READ = 400_000  # characters of a message that are searched for the match


def _read_previews(
    session: Session, conversation_id: str, message_id: int | None, wanted: str
) -> Preview | None:
    """Return the text around ``wanted`` in a message, or the last message of the conversation.

    None if the message does not exist, or its conversation is in the trash.
    """
    is_last = message_id is None
    place = ConversationRow.active_leaf_id if message_id is None else message_id
    text = (
        func.substr(MessageRow.text, -LONGEST)
        if is_last
        else func.substr(MessageRow.text, 1, _READ)
    )
    row = session.execute(
        select(MessageRow.role, text)
        .join(ConversationRow, ConversationRow.id == MessageRow.conversation_id)
        .where(
            ConversationRow.id == conversation_id,
            ConversationRow.deleted_at.is_(None),
            MessageRow.id == place,
        )
    ).first()
    if row is None:
        return None
    role = Role.__members__.get(row[0], Role.ASSISTANT)
    words, found = (row[1], ()) if is_last else _around(row[1], wanted)
    return Preview(conversation_id, message_id, role, words, found)


def _around(text: str, wanted: str) -> tuple[str, tuple[TextRange, ...]]:
    found = search_terms.find(text, search_terms.terms_of(wanted))
    ranges = () if found is None else found.ranges
    start = max(0, ranges[0].start - _BEFORE) if ranges else 0
    start = text.find("\n", start, ranges[0].start) + 1 or start if start else 0
    end = start + LONGEST
    return text[start:end], tuple(
        TextRange(each.start - start, min(each.end, end) - start)
        for each in ranges
        if start <= each.start < end
    )


class MessageRepository:
    """Messages of all branches; methods raise ConversationGone if the message does not exist."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @transaction()
    def siblings(self, session: Session, message_id: int) -> tuple[Message, ...]:
        """Return the messages with the same parent, including this one, the oldest first."""
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
        """Return the text around ``wanted`` in a message, or the last message of a conversation.

        None if the message no longer exists.
        """
        return _read_previews(session, conversation_id, message_id, wanted)

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
        # Parents are older; anything else is a damaged tree that might contain a cycle.
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
    def set_recap(self, session: Session, message_id: int, text: str) -> RecapChange:
        """Store the recap of all messages before one, at which the context begins from then on.

        An empty text removes the recap, and the messages are in the context again.
        """
        row = branches.message_row(session, message_id)
        conversation = present(session, row.conversation_id)
        before, row.recap = row.recap, storable(text)
        start_before = conversation.memory_begins_at_id
        if row.recap:
            # Ids of children are higher than those of their parents; another branch has others.
            shown = {each.id for each in branches.active(session, conversation)}
            start = start_before if start_before in shown else None
            conversation.memory_begins_at_id = max(start or 0, message_id)
        elif start_before == message_id:
            conversation.memory_begins_at_id = None
        return RecapChange(message_id, before, start_before, conversation.memory_begins_at_id)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def undo_recap(self, session: Session, change: RecapChange) -> None:
        """Put back the recap and the start of the context, unless that has moved since."""
        row = branches.message_row(session, change.message_id)
        row.recap = change.text_before
        conversation = present(session, row.conversation_id)
        if conversation.memory_begins_at_id == change.start_after:
            conversation.memory_begins_at_id = change.start_before
