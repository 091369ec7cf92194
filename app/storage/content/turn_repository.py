"""Questions, replies, and the calls of tools that end replies."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial

from msgspec.structs import replace
from sqlalchemy import bindparam, exists, or_, select, update
from sqlalchemy.orm import Session

from app.domain.conversations import StartedTurn, TitleOrigin
from app.domain.messages import Message, MessageStatus, Rewrite, Role, TextFile, Turn
from app.domain.titles import title_stem
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
from app.storage.tables import IS_PENDING, ConversationRow, MessageRow, OpenTabRow
from app.tools.model import ToolCall, ToolUse

_EDITED = lazy("Edited by you.")  # EDITED_NOTE, marked for translation
_PENDING = MessageStatus.PENDING.name
_OF_CONVERSATION = MessageRow.conversation_id == bindparam("id")
# Built once, as that takes longer than asking; each part has an index of its own.
_IS_ANSWERED = select(
    or_(
        exists().where(_OF_CONVERSATION, MessageRow.status == MessageStatus.STREAMING.name),
        exists().where(_OF_CONVERSATION, IS_PENDING),
    )
)
_UNFINISHED = (MessageStatus.STREAMING.name, _PENDING)


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
        self,
        session: Session,
        conversation_id: str,
        reply_id: int | None = None,
        rewrite: Rewrite | None = None,
    ) -> StartedTurn:
        """Start another reply to the question of this reply, or of the last one.

        A reply that followed results of tools is written again from these. The new reply becomes
        the active leaf. Raises NothingToAnswer.
        """
        conversation = ready_for_reply(session, conversation_id)
        question = _question(session, conversation, reply_id)
        packed = reading.packed_rewrite(rewrite)
        turn = begin_reply(session, conversation, question, self._now(), rewrite=packed)
        return _started(session, turn)

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

        If the branch ends in calls of tools, those without a result become PENDING; if all have
        one, the reply to them is started. Raises NothingToContinue.
        """
        conversation = ready_for_reply(session, conversation_id)
        reply = leaf = _leaf(session, conversation)
        while reply is not None and reply.role == Role.TOOL.name:
            reply = _parent(session, reply)
        if reply is None or leaf is None or reply.role != Role.ASSISTANT.name:
            raise NothingToContinue(
                lazy("The last message is not an answer that can be continued.")
            )
        if reply is not leaf or reading.tool_calls(reply):
            return self._continue_calls(session, conversation, reply, leaf)
        reply.status, reply.note = MessageStatus.STREAMING.name, ""
        _touch(session, conversation, self._now())
        question = _last_question(session, conversation)
        turn = Turn(user=reading.message(question), reply=reading.message(reply))
        return _started(session, turn)

    def _continue_calls(
        self, session: Session, conversation: ConversationRow, reply: MessageRow, leaf: MessageRow
    ) -> StartedTurn:
        now = self._now()
        if reply is leaf:  # one of several versions: its calls were not run
            uses = map(_use_of, reading.tool_calls(reply))
            rows = _append_calls(session, conversation, reply, uses, now)
        else:
            rows = [each for each in _results(session, reply, leaf) if not _has_result(each)]
        if not rows:
            turn = begin_reply(session, conversation, leaf, now, rewrite=reply.rewrite)
            return _started(session, turn)
        for row in rows:
            use = reading.tool_use(row)
            assert use is not None
            reading.write_calls(row, (), _use_of(ToolCall(use.call_id, use.name, use.arguments)))
            row.status, row.note = _PENDING, ""
            seal(row)
        reply.note = ""
        _touch(session, conversation, now)
        question = reading.message(_last_question(session, conversation))
        turn = Turn(user=question, reply=reading.message(reply))
        ids = {each.id for each in rows}
        started = _started(session, turn)
        calls = tuple(each for each in started.conversation.messages if each.id in ids)
        return replace(started, calls=calls)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def edit(self, session: Session, message_id: int, text: str) -> StartedTurn:
        """Store another version of a message of the user, and start a reply to it.

        A title made of the first words is updated. Raises NothingToAnswer.
        """
        message = branches.message_row(session, message_id)
        if message.role != Role.USER.name:
            raise NothingToAnswer(lazy("Only your own messages can be sent again."))
        conversation = ready_for_reply(session, message.conversation_id)
        if message.parent_id is None and _is_named_after(conversation, message.text):
            conversation.title = title_of(storable(text)) or conversation.title
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
        row = _reply_row(session, message_id)
        self._touch_of(session, row)
        row.text, row.status, row.note = storable(text), status.name, note
        if reasoning is not None:
            row.reasoning = storable(reasoning)
        seal(row)
        return _ended(session, row, usage)

    def _touch_of(self, session: Session, reply: MessageRow) -> ConversationRow:
        """Return the conversation of a reply that ends, as used now."""
        conversation = session.get_one(ConversationRow, reply.conversation_id)
        conversation.activity_number = conversation_repository.next_activity_number(session)
        conversation.updated_at = self._now()
        return conversation

    @transaction(Durability.AGAINST_POWER_LOSS)
    def finish_calling(
        self,
        session: Session,
        reply: Message,
        calls: Sequence[ToolCall],
        uses: Sequence[ToolUse],
        *,
        runs: bool = True,
    ) -> tuple[Message, tuple[Message, ...]]:
        """Store the end of a reply that calls tools, and a PENDING message for each of its calls.

        Unless the calls run, there is no such message. Raises ConversationGone.
        """
        row = _reply_row(session, reply.id)
        conversation = self._touch_of(session, row)
        row.text, row.status, row.note = storable(reply.text), reply.status.name, reply.note
        row.reasoning = storable(reply.reasoning)
        reading.write_calls(row, calls, None)
        seal(row)
        stored = _ended(session, row, reply.usage)
        rows = _append_calls(session, conversation, row, uses, self._now()) if runs else []
        return stored, tuple(map(reading.message, rows))

    @transaction()
    def change_call(self, session: Session, message_id: int, use: ToolUse) -> Message:
        """Store that a call was decided on. Raises ConversationGone."""
        row = branches.message_row(session, message_id)
        reading.write_calls(row, (), use)
        seal(row)
        return reading.message(row)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def finish_call(
        self,
        session: Session,
        message: Message,
        files: Sequence[TextFile | Picture | Sound] = (),
    ) -> Message:
        """Store the end of a call, with its result. Raises ConversationGone, AttachmentDamaged."""
        row = _end_call(session, message)
        attachments = self._files.attach_to(session, row.id, files)
        return replace(reading.message(row), attachments=attachments)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def finish_calls(self, session: Session, messages: Sequence[Message]) -> tuple[Message, ...]:
        """Store the ends of calls without files, all or none. Raises ConversationGone."""
        return _end_calls(session, messages)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def finish_and_answer(
        self, session: Session, messages: Sequence[Message], last_id: int
    ) -> tuple[tuple[Message, ...], StartedTurn]:
        """Do ``finish_calls`` and ``answer_results`` in one transaction.

        Raises ConversationGone, ReplyStillRunning.
        """
        return _end_calls(session, messages), self._answer(session, last_id)

    # Its results were stored against a power loss; from them the reply is begun again.
    @transaction()
    def answer_results(self, session: Session, last_id: int) -> StartedTurn:
        """Start the reply to the results of a reply's calls, below the last of them.

        It becomes the active leaf unless another branch is shown. Raises ConversationGone.
        """
        return self._answer(session, last_id)

    def _answer(self, session: Session, last_id: int) -> StartedTurn:
        last = branches.message_row(session, last_id)
        conversation = ready_for_reply(session, last.conversation_id)
        shown_id = conversation.active_leaf_id
        calling: MessageRow | None = last
        while calling is not None and calling.role == Role.TOOL.name:
            calling = _parent(session, calling)
        rewrite = "" if calling is None else calling.rewrite
        reply = _append_reply(session, conversation, last, self._now(), rewrite=rewrite)
        if shown_id != last_id:
            conversation.active_leaf_id = shown_id
        read = conversation_repository.read(
            session, conversation_id=conversation.id, leaf_id=reply.id
        )
        assert read is not None, "ready_for_reply has found it"
        # A turn may have many calls: going up through their rows would be a query for each.
        asked = (each for each in reversed(read.messages) if each.role is Role.USER)
        return StartedTurn(read, next(asked, read.messages[-2]), read.messages[-1])

    async def interrupt_unfinished(
        self, note: str, conversation_id: str | None = None
    ) -> tuple[str, ...]:
        """Mark unfinished replies and calls as interrupted; return their conversations.

        They are those of an earlier run, or of a turn of one conversation that has ended. Does
        nothing in a read-only file.
        """
        if self.database.read_only_reason is not None:
            return ()
        work = partial(_interrupt_unfinished, note=note, conversation_id=conversation_id)
        return await self.database.run(work, Durability.AGAINST_POWER_LOSS)


def _ended(session: Session, row: MessageRow, usage: ReplyUsage | None) -> Message:
    if row.status == MessageStatus.INTERRUPTED.name:
        _mark_tabs(session, {row.conversation_id})
    cost = None if usage is None else session.merge(reading.usage_row(row.id, usage))
    return reading.message(row, cost)


def _end_calls(session: Session, messages: Sequence[Message]) -> tuple[Message, ...]:
    ids = [each.id for each in messages]
    # Read at once: getting a row writes those that were changed before it.
    rows = session.scalars(select(MessageRow).where(MessageRow.id.in_(ids))).all()
    if len(rows) < len(ids):
        raise ConversationGone(lazy("This message does not exist any more."))
    return tuple(reading.message(_end_call(session, each)) for each in messages)


def _end_call(session: Session, message: Message) -> MessageRow:
    assert message.status.name not in _UNFINISHED
    row = branches.message_row(session, message.id)
    row.text, row.status, row.note = storable(message.text), message.status.name, message.note
    reading.write_calls(row, (), message.tool_use)
    seal(row)
    if message.status is MessageStatus.INTERRUPTED:
        _mark_tabs(session, {row.conversation_id})
    return row


def _interrupt_unfinished(
    session: Session, *, note: str, conversation_id: str | None
) -> tuple[str, ...]:
    running: list[MessageRow] = []
    # Two queries, of which each has an index.
    for condition in (MessageRow.status == MessageStatus.STREAMING.name, IS_PENDING):
        wanted = select(MessageRow).where(condition)
        if conversation_id is not None:
            wanted = wanted.where(MessageRow.conversation_id == conversation_id)
        running += session.scalars(wanted)
    for row in running:
        row.status, row.note = MessageStatus.INTERRUPTED.name, note
    _mark_tabs(session, {row.conversation_id for row in running})
    return tuple(dict.fromkeys(row.conversation_id for row in running))


def _mark_tabs(session: Session, conversation_ids: set[str]) -> None:
    """Mark tabs as unread: their answers were cut off when the program ended."""
    if not conversation_ids:
        return
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


def _is_named_after(conversation: ConversationRow, text: str) -> bool:
    """Return whether the title of a conversation is the beginning of a text."""
    is_automatic = reading.title_origin(conversation) is TitleOrigin.FIRST_WORDS
    return is_automatic and title_stem(conversation.title) == title_stem(title_of(text))


def ready_for_reply(session: Session, conversation_id: str) -> ConversationRow:
    """Return a conversation that is not being answered.

    Raises ConversationGone, ReplyStillRunning.
    """
    conversation = conversation_repository.present(session, conversation_id)
    if session.scalar(_IS_ANSWERED, {"id": conversation_id}):
        raise still_running()
    return conversation


def still_running() -> ReplyStillRunning:
    """Return the error for an action that a running reply prevents."""
    return ReplyStillRunning(lazy("This chat is still being answered. Stop that answer first."))


def begin_reply(
    session: Session,
    conversation: ConversationRow,
    question: MessageRow,
    now: datetime,
    *,
    status: MessageStatus = MessageStatus.STREAMING,
    note: str = "",
    rewrite: str = "",
) -> Turn:
    """Add a reply to a question, or to the last result of the tools that a reply called.

    ``rewrite`` is what it was asked to change, packed.
    """
    reply = _append_reply(
        session, conversation, question, now, status=status, note=note, rewrite=rewrite
    )
    asked: MessageRow | None = question
    while asked is not None and asked.role in (Role.TOOL.name, Role.ASSISTANT.name):
        asked = _parent(session, asked)
    return Turn(user=reading.message(asked or question), reply=reading.message(reply))


def _append_reply(
    session: Session,
    conversation: ConversationRow,
    parent: MessageRow,
    now: datetime,
    *,
    status: MessageStatus = MessageStatus.STREAMING,
    note: str = "",
    rewrite: str = "",
) -> MessageRow:
    _touch(session, conversation, now)
    return _append(
        session,
        conversation,
        MessageRow(
            parent_id=parent.id,
            role=Role.ASSISTANT.name,
            status=status.name,
            text="",
            note=note,
            rewrite=rewrite,
            created_at=now,
        ),
    )


def _touch(session: Session, conversation: ConversationRow, now: datetime) -> None:
    conversation.activity_number = conversation_repository.next_activity_number(session)
    conversation.updated_at = now
    conversation.is_archived = False  # a used conversation returns to the list


def _append(session: Session, conversation: ConversationRow, message: MessageRow) -> MessageRow:
    _place(session, conversation, message)
    session.flush()  # assigns the message id
    conversation.active_leaf_id = message.id
    return message


def _place(session: Session, conversation: ConversationRow, message: MessageRow) -> None:
    conversation.last_sequence_number += 1
    message.conversation_id = conversation.id
    message.sequence_number = conversation.last_sequence_number
    message.note, message.reasoning = message.note or "", ""
    seal(message)
    session.add(message)


def _leaf(session: Session, conversation: ConversationRow) -> MessageRow | None:
    if conversation.active_leaf_id is not None:
        return session.get(MessageRow, conversation.active_leaf_id)
    newest_first = MessageRow.sequence_number.desc()
    of_conversation = MessageRow.conversation_id == conversation.id
    return session.scalar(select(MessageRow).where(of_conversation).order_by(newest_first).limit(1))


def _question(session: Session, conversation: ConversationRow, reply_id: int | None) -> MessageRow:
    """Return what a reply answers: a question, or the last of the results of its tools.

    If no reply is given, it is the last one, or else the last question.
    """
    if reply_id is None:
        reply = _leaf(session, conversation)
        question = None if reply is None else _answered(session, reply)
        return question or _last_question(session, conversation)
    reply = session.get(MessageRow, reply_id)
    question = None
    if reply is not None and reply.conversation_id == conversation.id:
        question = _answered(session, reply)
    if question is None:
        raise NothingToAnswer(lazy("This answer does not belong to a message of yours."))
    return question


def _answered(session: Session, reply: MessageRow) -> MessageRow | None:
    """Return the question or result that a reply answers, if it is a reply to one."""
    above = _parent(session, reply)
    if above is None or reply.role in (Role.USER.name, Role.TOOL.name):
        return None
    return above if above.role in (Role.USER.name, Role.TOOL.name) else None


def _last_question(session: Session, conversation: ConversationRow) -> MessageRow:
    message = _leaf(session, conversation)
    while message is not None:
        if message.role == Role.USER.name:
            return message
        message = _parent(session, message)
    raise NothingToAnswer(lazy("This chat has no message of yours to answer."))


def _parent(session: Session, row: MessageRow) -> MessageRow | None:
    # Parents are older; anything else is a damaged tree that might contain a cycle.
    is_older = row.parent_id is not None and row.parent_id < row.id
    return session.get(MessageRow, row.parent_id) if is_older else None


def _reply_row(session: Session, message_id: int) -> MessageRow:
    row = session.get(MessageRow, message_id)
    if row is None:
        raise ConversationGone(lazy("The chat of this answer does not exist any more."))
    return row


def _use_of(call: ToolCall) -> ToolUse:
    return ToolUse(call.id, call.name, arguments=call.arguments)


def _append_calls(
    session: Session,
    conversation: ConversationRow,
    reply: MessageRow,
    uses: Iterable[ToolUse],
    now: datetime,
) -> list[MessageRow]:
    """Add a PENDING message for each call; the last is shown if the reply was."""
    shown_id, rows, parent_id = conversation.active_leaf_id, list[MessageRow](), reply.id
    for use in uses:
        row = MessageRow(
            parent_id=parent_id, role=Role.TOOL.name, status=_PENDING, text="", created_at=now
        )
        reading.write_calls(row, (), use)
        if rows:
            row.id = parent_id + 1  # no other message is added in this transaction
            _place(session, conversation, row)
        else:
            _append(session, conversation, row)
        parent_id = row.id
        rows.append(row)
    if rows:
        session.flush()
        conversation.active_leaf_id = parent_id
    if shown_id != reply.id:
        conversation.active_leaf_id = shown_id
    return rows


def _results(session: Session, reply: MessageRow, last: MessageRow) -> list[MessageRow]:
    """Return the results between a reply and the last of them, the oldest first."""
    rows, row = list[MessageRow](), last
    while row.id != reply.id:
        rows.append(row)
        above = _parent(session, row)
        assert above is not None
        row = above
    return rows[::-1]


def _has_result(row: MessageRow) -> bool:
    return row.status in (MessageStatus.COMPLETE.name, MessageStatus.FAILED.name)
