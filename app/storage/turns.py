"""Questions and replies; each function is one transaction's work."""

from datetime import datetime

from sqlalchemy import CursorResult, exists, select, update
from sqlalchemy.orm import Session

from app.domain import Message, MessageStatus, ReplyUsage, Role, Turn
from app.errors import ConversationGone, NothingToAnswer, ReplyStillRunning
from app.storage import conversations, reading
from app.storage.plain_text import storable, title_of
from app.storage.tables import ConversationRow, MessageRow, ReplyUsageRow


def start(session: Session, *, conversation_id: str, text: str, now: datetime) -> Turn:
    """Store the user's message and an empty STREAMING reply below the active leaf."""
    conversation = _ready_for_reply(session, conversation_id)
    text = storable(text)
    leaf = _leaf(session, conversation)
    question = _append(
        session,
        conversation,
        MessageRow(
            parent_id=None if leaf is None else leaf.id,
            role=Role.USER.name,
            status=MessageStatus.COMPLETE.name,
            text=text,
            created_at=now,
        ),
    )
    conversation.draft = ""
    conversation.title = conversation.title or title_of(text)
    return _begin_reply(session, conversation, question, now)


def restart(session: Session, *, conversation_id: str, now: datetime) -> Turn:
    """Begin another reply to the last message of the user, beside those it has."""
    conversation = _ready_for_reply(session, conversation_id)
    question = _last_question(session, conversation)
    return _begin_reply(session, conversation, question, now)


def save_text(session: Session, *, message_id: int, text: str) -> None:
    """Store what a running reply says so far; nothing once it has ended."""
    session.execute(
        update(MessageRow)
        .where(MessageRow.id == message_id, MessageRow.status == MessageStatus.STREAMING.name)
        .values(text=storable(text))
    )


def finish(
    session: Session,
    *,
    message_id: int,
    text: str,
    status: MessageStatus,
    note: str,
    usage: ReplyUsage | None,
    now: datetime,
) -> Message:
    """Store how a reply ended."""
    assert status is not MessageStatus.STREAMING
    row = session.get(MessageRow, message_id)
    if row is None:
        raise ConversationGone("The conversation of this reply does not exist any more.")
    row.text, row.status, row.note = storable(text), status.name, storable(note)
    session.execute(
        update(ConversationRow)
        .where(ConversationRow.id == row.conversation_id)
        .values(updated_at=now, activity_number=conversations.next_activity_number(session))
    )
    usage_row = None if usage is None else session.merge(_usage_row(message_id, usage))
    return reading.message(row, usage_row)


def interrupt_unfinished(session: Session, *, note: str) -> int:
    """Mark the replies that an earlier run left STREAMING."""
    result = session.execute(
        update(MessageRow)
        .where(MessageRow.status == MessageStatus.STREAMING.name)
        .values(status=MessageStatus.INTERRUPTED.name, note=storable(note))
    )
    assert isinstance(result, CursorResult)
    return result.rowcount


def _ready_for_reply(session: Session, conversation_id: str) -> ConversationRow:
    conversation = conversations.present(session, conversation_id)
    is_running = select(
        exists().where(
            MessageRow.conversation_id == conversation_id,
            MessageRow.status == MessageStatus.STREAMING.name,
        )
    )
    if session.scalar(is_running):
        raise ReplyStillRunning("This conversation is still being answered. Stop that reply first.")
    return conversation


def _begin_reply(
    session: Session, conversation: ConversationRow, question: MessageRow, now: datetime
) -> Turn:
    reply = _append(
        session,
        conversation,
        MessageRow(
            parent_id=question.id,
            role=Role.ASSISTANT.name,
            status=MessageStatus.STREAMING.name,
            text="",
            created_at=now,
        ),
    )
    conversation.updated_at = now
    conversation.activity_number = conversations.next_activity_number(session)
    return Turn(user=reading.message(question), reply=reading.message(reply))


def _append(session: Session, conversation: ConversationRow, message: MessageRow) -> MessageRow:
    conversation.last_sequence_number += 1
    message.conversation_id = conversation.id
    message.sequence_number = conversation.last_sequence_number
    message.note = ""
    session.add(message)
    session.flush()  # gives the message its id
    conversation.active_leaf_id = message.id
    return message


def _leaf(session: Session, conversation: ConversationRow) -> MessageRow | None:
    if conversation.active_leaf_id is not None:
        return session.get(MessageRow, conversation.active_leaf_id)
    newest_first = MessageRow.sequence_number.desc()
    of_conversation = MessageRow.conversation_id == conversation.id
    return session.scalar(select(MessageRow).where(of_conversation).order_by(newest_first).limit(1))


def _last_question(session: Session, conversation: ConversationRow) -> MessageRow:
    message = _leaf(session, conversation)
    while message is not None:
        if message.role == Role.USER.name:
            return message
        parent_id = message.parent_id
        # A parent is older; anything else is a damaged tree that might run in a circle.
        is_older = parent_id is not None and parent_id < message.id
        message = session.get(MessageRow, parent_id) if is_older else None
    raise NothingToAnswer("There is no message of yours in this conversation to answer.")


def _usage_row(message_id: int, usage: ReplyUsage) -> ReplyUsageRow:
    return ReplyUsageRow(
        message_id=message_id,
        prompt_tokens=usage.prompt_tokens,
        reused_tokens=usage.reused_tokens,
        reply_tokens=usage.reply_tokens,
        dropped_messages=usage.dropped_messages,
        context_tokens=usage.context_tokens,
        queue_seconds=usage.queue_seconds,
        first_token_seconds=usage.first_token_seconds,
        decode_seconds=usage.decode_seconds,
        model_name=storable(usage.model_name),
        is_cut_by_length=usage.is_cut_by_length,
    )
