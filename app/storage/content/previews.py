"""A look into a conversation that nobody has opened: a few words of one message."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.domain import Preview, Role, TextRange
from app.storage.search import terms as search_terms
from app.storage.tables import ConversationRow, MessageRow

LONGEST = 1_600  # letters of a preview
_BEFORE = 400  # of what was found
_READ = 400_000  # letters of a message in which is looked for what was found


def read(
    session: Session, conversation_id: str, message_id: int | None, wanted: str
) -> Preview | None:
    """Return the surroundings of ``wanted`` in a message, or the last words of the conversation.

    None where there is no such message, or its conversation is in the trash.
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
