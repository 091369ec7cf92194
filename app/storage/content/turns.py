"""Questions and replies; each function is one transaction's work."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import exists, select, update
from sqlalchemy.orm import Session

from app.domain import Message, MessageStatus, ReplyUsage, Role, Turn
from app.errors import ConversationGone, NothingToAnswer, NothingToContinue, ReplyStillRunning, lazy
from app.storage import reading
from app.storage.content import attachments, conversations
from app.storage.digests import seal
from app.storage.plain_text import storable, title_of
from app.storage.tables import ConversationRow, MessageRow, ReplyUsageRow


def start(session: Session, *, conversation_id: str, text: str, now: datetime) -> Turn:
    """Store the user's message and an empty STREAMING reply below the active leaf."""
    conversation = _ready_for_reply(session, conversation_id)
    leaf = _leaf(session, conversation)
    conversation.draft = ""
    return _ask(session, conversation, None if leaf is None else leaf.id, text, now)


def start_waiting(session: Session, *, conversation_id: str, text: str, now: datetime) -> Turn:
    """Send a message that was taken from the queue. The draft stays."""
    conversation = _ready_for_reply(session, conversation_id)
    leaf = _leaf(session, conversation)
    return _ask(session, conversation, None if leaf is None else leaf.id, text, now)


def edit(session: Session, *, message_id: int, text: str, now: datetime) -> Turn:
    """Store another version of a message of the user beside it, and begin a reply to that."""
    message = session.get(MessageRow, message_id)
    if message is None:
        raise ConversationGone(lazy("This message does not exist any more."))
    if message.role != Role.USER.name:
        raise NothingToAnswer(lazy("Only messages of yours can be sent again."))
    conversation = _ready_for_reply(session, message.conversation_id)
    turn = _ask(session, conversation, message.parent_id, text, now)
    files = attachments.copy_rows(session, message_id, turn.user.id)
    return replace(turn, user=replace(turn.user, attachments=files))


def continue_reply(session: Session, *, conversation_id: str, now: datetime) -> Turn:
    """Set the last reply to STREAMING again, with the text that it has."""
    conversation = _ready_for_reply(session, conversation_id)
    reply = _leaf(session, conversation)
    if reply is None or reply.role != Role.ASSISTANT.name:
        raise NothingToContinue(lazy("The last message is not an answer that can be continued."))
    reply.status, reply.note = MessageStatus.STREAMING.name, ""
    _touch(session, conversation, now)
    question = _last_question(session, conversation)
    return Turn(user=reading.message(question), reply=reading.message(reply))


def regenerate(
    session: Session, *, conversation_id: str, reply_id: int | None, now: datetime
) -> Turn:
    """Begin another reply to the question of this one, or to the last, beside those it has."""
    conversation = _ready_for_reply(session, conversation_id)
    question = _question(session, conversation, reply_id)
    return _begin_reply(session, conversation, question, now)


def begin_variants(
    session: Session,
    *,
    conversation_id: str,
    reply_id: int | None,
    count: int,
    note: str,
    now: datetime,
) -> tuple[Turn, ...]:
    """Begin several replies to one question: the first STREAMING, the others INTERRUPTED."""
    conversation = _ready_for_reply(session, conversation_id)
    question = _question(session, conversation, reply_id)
    shown = _begin_reply(session, conversation, question, now)
    # One reply of a conversation is STREAMING at most; these are as a crash is to leave them.
    status = MessageStatus.INTERRUPTED
    others = [
        _begin_reply(session, conversation, question, now, status=status, note=note)
        for _ in range(count - 1)
    ]
    conversation.active_leaf_id = shown.reply.id
    return (shown, *others)


def save_text(
    session: Session,
    *,
    message_id: int,
    text: str,
    reasoning: str,
    is_beside: bool,
    usage: ReplyUsage | None,
) -> None:
    """Store what a running reply says so far; nothing once it has ended."""
    row = session.get(MessageRow, message_id)
    running = MessageStatus.INTERRUPTED if is_beside else MessageStatus.STREAMING
    if row is not None and row.status == running.name:
        row.text, row.reasoning = storable(text), storable(reasoning)
        seal(row)
        if usage is not None:
            session.merge(usage_row(message_id, usage))


def finish(
    session: Session,
    *,
    message_id: int,
    text: str,
    status: MessageStatus,
    note: str,
    usage: ReplyUsage | None,
    reasoning: str | None,
    now: datetime,
) -> Message:
    """Store how a reply ended."""
    assert status is not MessageStatus.STREAMING
    row = session.get(MessageRow, message_id)
    if row is None:
        raise ConversationGone(lazy("The conversation of this answer does not exist any more."))
    row.text, row.status, row.note = storable(text), status.name, note
    if reasoning is not None:
        row.reasoning = storable(reasoning)
    seal(row)
    session.execute(
        update(ConversationRow)
        .where(ConversationRow.id == row.conversation_id)
        .values(updated_at=now, activity_number=conversations.next_activity_number(session))
    )
    cost = None if usage is None else session.merge(usage_row(message_id, usage))
    return reading.message(row, cost)


def interrupt_unfinished(session: Session, *, note: str) -> int:
    """Mark the replies that an earlier run left STREAMING."""
    running = session.scalars(
        select(MessageRow).where(MessageRow.status == MessageStatus.STREAMING.name)
    ).all()
    for row in running:
        row.status, row.note = MessageStatus.INTERRUPTED.name, note
    return len(running)


def _ask(
    session: Session,
    conversation: ConversationRow,
    parent_id: int | None,
    text: str,
    now: datetime,
) -> Turn:
    text = storable(text)
    question = _append(
        session,
        conversation,
        MessageRow(
            parent_id=parent_id,
            role=Role.USER.name,
            status=MessageStatus.COMPLETE.name,
            text=text,
            created_at=now,
        ),
    )
    conversation.title = conversation.title or title_of(text)
    return _begin_reply(session, conversation, question, now)


def _ready_for_reply(session: Session, conversation_id: str) -> ConversationRow:
    conversation = conversations.present(session, conversation_id)
    is_running = select(
        exists().where(
            MessageRow.conversation_id == conversation_id,
            MessageRow.status == MessageStatus.STREAMING.name,
        )
    )
    if session.scalar(is_running):
        raise ReplyStillRunning(
            lazy("This conversation is still being answered. Stop that answer first.")
        )
    return conversation


def _begin_reply(
    session: Session,
    conversation: ConversationRow,
    question: MessageRow,
    now: datetime,
    *,
    status: MessageStatus = MessageStatus.STREAMING,
    note: str = "",
) -> Turn:
    reply = _append(
        session,
        conversation,
        MessageRow(
            parent_id=question.id,
            role=Role.ASSISTANT.name,
            status=status.name,
            text="",
            note=note,
            created_at=now,
        ),
    )
    _touch(session, conversation, now)
    return Turn(user=reading.message(question), reply=reading.message(reply))


def _touch(session: Session, conversation: ConversationRow, now: datetime) -> None:
    conversation.updated_at = now
    conversation.activity_number = conversations.next_activity_number(session)


def _append(session: Session, conversation: ConversationRow, message: MessageRow) -> MessageRow:
    conversation.last_sequence_number += 1
    message.conversation_id = conversation.id
    message.sequence_number = conversation.last_sequence_number
    message.note, message.reasoning = message.note or "", ""
    seal(message)
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


def _question(session: Session, conversation: ConversationRow, reply_id: int | None) -> MessageRow:
    """Return what a reply answers; the last question where none is named."""
    if reply_id is None:
        return _last_question(session, conversation)
    reply = session.get(MessageRow, reply_id)
    question = None
    if reply is not None and reply.conversation_id == conversation.id and reply.parent_id:
        question = session.get(MessageRow, reply.parent_id)
    if question is None or question.role != Role.USER.name:
        raise NothingToAnswer(lazy("There is no message of yours that this would answer."))
    return question


def _last_question(session: Session, conversation: ConversationRow) -> MessageRow:
    message = _leaf(session, conversation)
    while message is not None:
        if message.role == Role.USER.name:
            return message
        parent_id = message.parent_id
        # A parent is older; anything else is a damaged tree that might run in a circle.
        is_older = parent_id is not None and parent_id < message.id
        message = session.get(MessageRow, parent_id) if is_older else None
    raise NothingToAnswer(lazy("There is no message of yours in this conversation to answer."))


def usage_row(message_id: int, usage: ReplyUsage) -> ReplyUsageRow:
    """Return the row of what a reply cost."""
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
        reused_from=usage.reused_from.name,
        restore_seconds=usage.restore_seconds,
    )
