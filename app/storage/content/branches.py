"""The tree of messages: the shown branch, and the others."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from msgspec.structs import replace
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from app.domain.messages import Attachment, Message, Role
from app.errors import ConversationGone, lazy
from app.storage import reading
from app.storage.plain_text import title_of
from app.storage.tables import AttachmentRow, ConversationRow, MessageRow, ReplyUsageRow

# Built once: that takes longer than running them.
_EVERYTHING = (
    select(MessageRow, ReplyUsageRow)
    .outerjoin(ReplyUsageRow, ReplyUsageRow.message_id == MessageRow.id)
    .where(MessageRow.conversation_id == bindparam("id"))
    .order_by(MessageRow.sequence_number)
)
_ATTACHMENTS = (
    select(AttachmentRow)
    .join(MessageRow, MessageRow.id == AttachmentRow.message_id)
    .where(MessageRow.conversation_id == bindparam("id"))
    .order_by(AttachmentRow.id)
)


def active(session: Session, row: ConversationRow) -> tuple[Message, ...]:
    """Return the messages from the root to the active leaf, oldest first."""
    messages = everything(session, row.id)
    if not messages:
        return ()
    is_there = any(message.id == row.active_leaf_id for message in messages)
    return up_to(messages, row.active_leaf_id if is_there else messages[-1].id)


def up_to(everything: Iterable[Message], message_id: int | None) -> tuple[Message, ...]:
    """Return the branch that ends in a message, oldest first."""
    messages: dict[int | None, Message] = {message.id: message for message in everything}
    branch: list[Message] = []
    # Each message is taken once, so that a cycle in a damaged tree ends.
    current = messages.pop(message_id, None)
    while current is not None:
        branch.append(current)
        current = None if current.parent_id is None else messages.pop(current.parent_id, None)
    return tuple(reversed(branch))


def caller_of(everything: Iterable[Message], result: Message) -> Message | None:
    """Return the reply that called the tool of a result; None if it was deleted."""
    above = up_to(everything, result.id)[:-1]
    caller = next((each for each in reversed(above) if each.role is not Role.TOOL), None)
    return caller if caller is not None and caller.role is Role.ASSISTANT else None


def everything(session: Session, conversation_id: str) -> tuple[Message, ...]:
    """Return the messages of all branches in the order of writing."""
    found = session.execute(_EVERYTHING, {"id": conversation_id})
    messages = [reading.message(message, usage) for message, usage in found]
    attachments = _attachments(session, conversation_id) if messages else {}
    return tuple(_with_siblings(messages, attachments))


def first_words(session: Session, conversation_id: str) -> str:
    """Return the default title: the user's first words, else the name of the first file.

    Without a text of the user, the first words of any message.
    """
    first = session.execute(
        select(MessageRow.text, AttachmentRow.name)
        .outerjoin(AttachmentRow, AttachmentRow.message_id == MessageRow.id)
        .where(MessageRow.conversation_id == conversation_id)
        .order_by(MessageRow.role != Role.USER.name, MessageRow.sequence_number, AttachmentRow.id)
        .limit(1)
    ).first()
    return "" if first is None else title_of(first.text) or title_of(first.name or "")


def message_row(session: Session, message_id: int) -> MessageRow:
    """Return the row of a message. Raises ConversationGone."""
    message = session.get(MessageRow, message_id)
    if message is None:
        raise ConversationGone(lazy("This message does not exist any more."))
    return message


def _with_siblings(
    messages: list[Message], attachments: dict[int, list[Attachment]]
) -> Iterable[Message]:
    counts = Counter(message.parent_id for message in messages)
    numbers: Counter[int | None] = Counter()
    for message in messages:
        numbers[message.parent_id] += 1
        if counts[message.parent_id] == 1 and message.id not in attachments:
            yield message
            continue
        yield replace(
            message,
            sibling_number=numbers[message.parent_id],
            sibling_count=counts[message.parent_id],
            attachments=tuple(attachments.get(message.id, ())),
        )


def _attachments(session: Session, conversation_id: str) -> dict[int, list[Attachment]]:
    found: defaultdict[int, list[Attachment]] = defaultdict(list)
    for row in session.scalars(_ATTACHMENTS, {"id": conversation_id}):
        found[row.message_id].append(reading.attachment(row))
    return dict(found)


class RunningVariants:
    """The running replies that are stored as INTERRUPTED.

    At most one reply of a conversation is STREAMING; the others are stored as a crash would leave
    them, so only the program that started them knows that they are running.
    """

    def __init__(self) -> None:
        self._ids: set[int] = set()

    def begin(self, ids: Iterable[int]) -> None:
        """Record replies that were started."""
        self._ids.update(ids)

    def end(self, message_id: int) -> None:
        """Record that the end of a reply is stored."""
        self._ids.discard(message_id)

    def are_in(self, session: Session, conversation_id: str) -> bool:
        """Return whether a conversation has a running variant."""
        rows = (session.get(MessageRow, id_) for id_ in tuple(self._ids))
        return any(row is not None and row.conversation_id == conversation_id for row in rows)
