"""Questions and replies."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

from sqlalchemy import exists, select, update
from sqlalchemy.orm import Session

from app.domain.conversations import StartedTurn
from app.domain.messages import Message, MessageStatus, Role, TextFile, Turn
from app.domain.usage import ReplyUsage
from app.errors import ConversationGone, NothingToAnswer, NothingToContinue, ReplyStillRunning, lazy
from app.media.pictures import Picture
from app.media.sounds import Sound
from app.storage import reading
from app.storage.connecting import Durability
from app.storage.content import attachments, branches, conversation_repository, send_queue
from app.storage.content.attachments import AttachmentFiles
from app.storage.content.branches import RunningVariants
from app.storage.database import Database, transaction
from app.storage.plain_text import storable, title_of, unpacked
from app.storage.reading import seal
from app.storage.tables import ConversationRow, MessageRow, OpenTabRow

_EDITED = lazy("Edited by you.")  # EDITED_NOTE, marked for translation


class TurnRepository:
    """Turns of conversations; starting one may raise ReplyStillRunning and ConversationGone."""

    def __init__(
        self, database: Database, files: AttachmentFiles, now: Callable[[], datetime]
    ) -> None:
        self.database = database
        self._files = files
        self._now = now
        self.variants = RunningVariants()

    @transaction(Durability.AGAINST_POWER_LOSS)
    def start(
        self,
        session: Session,
        conversation_id: str,
        text: str,
        files: tuple[TextFile | Picture | Sound, ...] = (),
    ) -> StartedTurn:
        """Store the user's message, its files, and an empty STREAMING reply below the active leaf.

        Clears the draft, and sets a missing title to the first words.
        """
        conversation = ready_for_reply(session, conversation_id)
        conversation.draft = ""
        turn = _ask_below_leaf(session, conversation, text, self._now())
        return _started(session, self._files.attach(session, turn, files))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def start_next(self, session: Session, conversation_id: str) -> StartedTurn | None:
        """Start the turn of the next queued message; None if there is none. Keeps the draft."""
        text = send_queue.pop(session, conversation_id)
        if text is None:
            return None
        sent = unpacked(text)
        conversation = ready_for_reply(session, conversation_id)
        turn = _ask_below_leaf(session, conversation, sent.text, self._now())
        files = (*sent.files, *sent.media)
        return _started(session, self._files.attach(session, turn, files))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def regenerate(
        self, session: Session, conversation_id: str, reply_id: int | None = None
    ) -> StartedTurn:
        """Start another reply to the question of this reply, or to the last question.

        The new reply becomes the active leaf. Raises NothingToAnswer.
        """
        conversation = ready_for_reply(session, conversation_id)
        question = _question(session, conversation, reply_id)
        return _started(session, begin_reply(session, conversation, question, self._now()))

    async def begin_variants(
        self, conversation_id: str, count: int, note: str, reply_id: int | None = None
    ) -> StartedTurn:
        """Start several replies to one question; the first becomes the active leaf.

        The others are stored INTERRUPTED, with ``note``, until they end. Raises NothingToAnswer.
        """
        started = await self._begin_variants(conversation_id, count, note, reply_id)
        self.variants.begin(turn.reply.id for turn in started.others)
        return started

    @transaction(Durability.AGAINST_POWER_LOSS)
    def _begin_variants(
        self,
        session: Session,
        conversation_id: str,
        count: int,
        note: str,
        reply_id: int | None,
    ) -> StartedTurn:
        conversation = ready_for_reply(session, conversation_id)
        question = _question(session, conversation, reply_id)
        now = self._now()
        shown = begin_reply(session, conversation, question, now)
        # At most one reply of a conversation is STREAMING; these are stored as after a crash.
        status = MessageStatus.INTERRUPTED
        others = [
            begin_reply(session, conversation, question, now, status=status, note=note)
            for _ in range(count - 1)
        ]
        conversation.active_leaf_id = shown.reply.id
        return _started(session, shown, *others)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def continue_reply(self, session: Session, conversation_id: str) -> StartedTurn:
        """Set the last reply to STREAMING again; its text stays until a longer one is saved.

        Raises NothingToContinue.
        """
        conversation = ready_for_reply(session, conversation_id)
        reply = _leaf(session, conversation)
        if reply is None or reply.role != Role.ASSISTANT.name:
            raise NothingToContinue(
                lazy("The last message is not an answer that can be continued.")
            )
        reply.status, reply.note = MessageStatus.STREAMING.name, ""
        _touch(session, conversation, self._now())
        question = _last_question(session, conversation)
        turn = Turn(user=reading.message(question), reply=reading.message(reply))
        return _started(session, turn)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def edit(self, session: Session, message_id: int, text: str) -> StartedTurn:
        """Store another version of a message of the user, and start a reply to it.

        Raises NothingToAnswer.
        """
        message = branches.message_row(session, message_id)
        if message.role != Role.USER.name:
            raise NothingToAnswer(lazy("Only your own messages can be sent again."))
        conversation = ready_for_reply(session, message.conversation_id)
        turn = _ask(session, conversation, message.parent_id, text, self._now())
        files = attachments.copy_rows(session, message_id, turn.user.id)
        # The recap summarizes the messages before both versions.
        branches.message_row(session, turn.user.id).recap = message.recap
        user = replace(turn.user, attachments=files, recap=message.recap)
        return _started(session, replace(turn, user=user))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def edit_reply(self, session: Session, message_id: int, text: str) -> Message:
        """Store a version of a reply rewritten by the user, as the active leaf.

        Messages after the old version stay with it. Raises NothingToAnswer.
        """
        old = branches.message_row(session, message_id)
        if old.role != Role.ASSISTANT.name:
            raise NothingToAnswer(lazy("Only an answer can be edited without sending it again."))
        conversation = ready_for_reply(session, old.conversation_id)
        now = self._now()
        edited = MessageRow(
            parent_id=old.parent_id,
            role=old.role,
            status=MessageStatus.COMPLETE.name,
            text=storable(text),
            note=_EDITED,
            created_at=now,
            is_pinned=old.is_pinned,
            recap=old.recap,
        )
        _append(session, conversation, edited)
        _touch(session, conversation, now)
        return reading.message(edited)

    # Once a second for every running reply: must survive a crash of Hubbub, not of the system.
    @transaction()
    def save_reply(
        self,
        session: Session,
        message_id: int,
        text: str,
        reasoning: str = "",
        *,
        is_variant: bool = False,
        usage: ReplyUsage | None = None,
    ) -> None:
        """Store the text and usage of a running reply; does nothing once it has ended.

        ``is_variant`` is set for one of several replies that is not the first.
        """
        row = session.get(MessageRow, message_id)
        running = MessageStatus.INTERRUPTED if is_variant else MessageStatus.STREAMING
        # A save that was queued before the end may run after it.
        if row is not None and row.status == running.name:
            row.text, row.reasoning = storable(text), storable(reasoning)
            seal(row)
            if usage is not None:
                session.merge(reading.usage_row(message_id, usage))

    async def finish_reply(
        self,
        message_id: int,
        text: str,
        status: MessageStatus,
        note: str = "",
        usage: ReplyUsage | None = None,
        reasoning: str | None = None,
    ) -> Message:
        """Store the end of a reply; without ``reasoning``, the saved reasoning stays.

        May be called again after a failure.
        """
        assert status is not MessageStatus.STREAMING
        reply = await self._finish_reply(message_id, text, status, note, usage, reasoning)
        self.variants.end(message_id)
        return reply

    @transaction(Durability.AGAINST_POWER_LOSS)
    def _finish_reply(
        self,
        session: Session,
        message_id: int,
        text: str,
        status: MessageStatus,
        note: str,
        usage: ReplyUsage | None,
        reasoning: str | None,
    ) -> Message:
        row = session.get(MessageRow, message_id)
        if row is None:
            raise ConversationGone(lazy("The conversation of this answer does not exist any more."))
        row.text, row.status, row.note = storable(text), status.name, note
        if reasoning is not None:
            row.reasoning = storable(reasoning)
        seal(row)
        number = conversation_repository.next_activity_number(session)
        session.execute(
            update(ConversationRow)
            .where(ConversationRow.id == row.conversation_id)
            .values(updated_at=self._now(), activity_number=number)
        )
        if status is MessageStatus.INTERRUPTED:
            _mark_tabs(session, {row.conversation_id})
        cost = None if usage is None else session.merge(reading.usage_row(message_id, usage))
        return reading.message(row, cost)

    async def interrupt_unfinished(self, note: str) -> tuple[str, ...]:
        """Mark replies left STREAMING by an earlier run as interrupted; return their conversations.

        Does nothing in a read-only file.
        """
        if self.database.read_only_reason is not None:
            return ()
        work = partial(_interrupt_unfinished, note=note)
        return await self.database.run(work, Durability.AGAINST_POWER_LOSS)


def _interrupt_unfinished(session: Session, *, note: str) -> tuple[str, ...]:
    running = session.scalars(
        select(MessageRow).where(MessageRow.status == MessageStatus.STREAMING.name)
    ).all()
    for row in running:
        row.status, row.note = MessageStatus.INTERRUPTED.name, note
    _mark_tabs(session, {row.conversation_id for row in running})
    return tuple(row.conversation_id for row in running)


def _mark_tabs(session: Session, conversation_ids: set[str]) -> None:
    """Mark tabs as unread: their answers were cut off when the program ended."""
    is_cut = OpenTabRow.conversation_id.in_(conversation_ids)
    session.execute(update(OpenTabRow).where(is_cut).values(is_unread=True))


def _started(session: Session, turn: Turn, *others: Turn) -> StartedTurn:
    """Return turns with their conversation, read in the transaction that starts them."""
    conversation = conversation_repository.read(session, conversation_id=turn.reply.conversation_id)
    assert conversation is not None, "ready_for_reply has found it"
    reply = next(each for each in conversation.messages if each.id == turn.reply.id)
    return StartedTurn(conversation, turn.user, reply, others)


def _ask_below_leaf(
    session: Session, conversation: ConversationRow, text: str, now: datetime
) -> Turn:
    leaf = _leaf(session, conversation)
    return _ask(session, conversation, None if leaf is None else leaf.id, text, now)


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
    return begin_reply(session, conversation, question, now)


def ready_for_reply(session: Session, conversation_id: str) -> ConversationRow:
    """Return a conversation that is not being answered.

    Raises ConversationGone, ReplyStillRunning.
    """
    conversation = conversation_repository.present(session, conversation_id)
    is_running = select(
        exists().where(
            MessageRow.conversation_id == conversation_id,
            MessageRow.status == MessageStatus.STREAMING.name,
        )
    )
    if session.scalar(is_running):
        raise still_running()
    return conversation


def still_running() -> ReplyStillRunning:
    """Return the error for an action that a running reply prevents."""
    return ReplyStillRunning(
        lazy("This conversation is still being answered. Stop that answer first.")
    )


def begin_reply(
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
    conversation.is_archived = False  # a used conversation returns to the list
    conversation.activity_number = conversation_repository.next_activity_number(session)


def _append(session: Session, conversation: ConversationRow, message: MessageRow) -> MessageRow:
    conversation.last_sequence_number += 1
    message.conversation_id = conversation.id
    message.sequence_number = conversation.last_sequence_number
    message.note, message.reasoning = message.note or "", ""
    seal(message)
    session.add(message)
    session.flush()  # assigns the message id
    conversation.active_leaf_id = message.id
    return message


def _leaf(session: Session, conversation: ConversationRow) -> MessageRow | None:
    if conversation.active_leaf_id is not None:
        return session.get(MessageRow, conversation.active_leaf_id)
    newest_first = MessageRow.sequence_number.desc()
    of_conversation = MessageRow.conversation_id == conversation.id
    return session.scalar(select(MessageRow).where(of_conversation).order_by(newest_first).limit(1))


def _question(session: Session, conversation: ConversationRow, reply_id: int | None) -> MessageRow:
    """Return the question of a reply; the last question if no reply is given."""
    if reply_id is None:
        return _last_question(session, conversation)
    reply = session.get(MessageRow, reply_id)
    question = None
    if reply is not None and reply.conversation_id == conversation.id and reply.parent_id:
        question = session.get(MessageRow, reply.parent_id)
    if question is None or question.role != Role.USER.name:
        raise NothingToAnswer(lazy("This answer does not belong to a message of yours."))
    return question


def _last_question(session: Session, conversation: ConversationRow) -> MessageRow:
    message = _leaf(session, conversation)
    while message is not None:
        if message.role == Role.USER.name:
            return message
        parent_id = message.parent_id
        # Parents are older; anything else is a damaged tree that might contain a cycle.
        is_older = parent_id is not None and parent_id < message.id
        message = session.get(MessageRow, parent_id) if is_older else None
    raise NothingToAnswer(lazy("This conversation has no message of yours to answer."))
