"""Deletes single messages from a conversation's tree, and restores them."""

from collections.abc import Iterable

from sqlalchemy import delete as delete_rows
from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from app.domain.conversations import TitleOrigin
from app.domain.messages import DeletedMessage, Message
from app.domain.titles import title_stem
from app.storage import reading
from app.storage.connecting import Durability
from app.storage.content import branches
from app.storage.content.attachments import AttachmentFiles
from app.storage.content.branches import RunningVariants
from app.storage.content.turn_repository import ready_for_reply, still_running
from app.storage.database import Database, transaction
from app.storage.plain_text import storable
from app.storage.reading import is_damaged, seal
from app.storage.tables import ConversationRow, DeletedMessageRow, MessageRow
from app.tools.model import ToolCall


class MessageDeletions:
    """Deletes messages; their children move to the parent. Deletions can be undone.

    Backups do not restore messages that were deleted.
    """

    def __init__(
        self, database: Database, files: AttachmentFiles, variants: RunningVariants
    ) -> None:
        self.database = database
        self._files = files
        self._variants = variants
        # The original parents of messages, so that they can be restored in any order.
        self._first_parents: dict[int, int | None] = {}

    @transaction(Durability.AGAINST_POWER_LOSS)
    def delete(self, session: Session, message_id: int) -> DeletedMessage:
        """Delete a message. Raises ConversationGone, ReplyStillRunning.

        If it was the end of the shown branch, another version is shown, or else its parent.
        A result of a tool is deleted together with its call in the reply above. A title made of
        the first words is updated.
        """
        row = branches.message_row(session, message_id)
        conversation = self._at_rest(session, row.conversation_id)
        title_before, is_called_so = conversation.title, _has_first_words(session, conversation)
        everything = branches.everything(session, conversation.id)
        message = next(each for each in everything if each.id == message_id)
        leaf_before, start_before = conversation.active_leaf_id, conversation.memory_begins_at_id
        shown = branches.active(session, conversation)
        children = tuple(each.id for each in everything if each.parent_id == message_id)
        _set_call(everything, session, message, is_there=False)
        self._files.keep_of(message)
        self._note_parents(message, children)
        _hang(session, children, row.parent_id)
        _hand_recap_on(session, row, _following(message_id, shown))
        if shown and shown[-1].id == message_id:
            conversation.active_leaf_id = _end_without(message, everything)
        if start_before == message_id:
            conversation.memory_begins_at_id = _following(message_id, shown)
        session.flush()
        session.delete(row)
        session.merge(DeletedMessageRow(id=message_id))
        session.flush()
        if is_called_so:
            _take_first_words(session, conversation)
        if len(everything) == 1:
            conversation.last_sequence_number = 0  # it counts as a new chat again
        return DeletedMessage(
            message=message,
            child_ids=children,
            leaf_before=leaf_before,
            leaf_after=conversation.active_leaf_id,
            start_before=start_before,
            start_after=conversation.memory_begins_at_id,
            title_before=title_before,
            title_after=conversation.title,
        )

    @transaction(Durability.AGAINST_POWER_LOSS)
    def restore(self, session: Session, deleted: DeletedMessage) -> None:
        """Restore a message at its place. Raises ConversationGone, ReplyStillRunning.

        Later changes of the conversation are kept.
        """
        message = deleted.message
        conversation = self._at_rest(session, message.conversation_id)
        if session.get(MessageRow, message.id) is not None:
            return
        is_called_so = _has_first_words(session, conversation)
        self._note_parents(message, deleted.child_ids)
        parent_id = self._present_parent(session, message.id)
        ends = [self._present(session, id_) for id_ in (deleted.leaf_before, deleted.leaf_after)]
        was_shown = conversation.active_leaf_id in ends
        row = _row_of(session, conversation, message, parent_id)
        session.add(row)
        session.execute(delete_rows(DeletedMessageRow).where(DeletedMessageRow.id == message.id))
        session.flush()  # before rows that refer to it
        _add_belongings(session, message)
        _set_call(branches.everything(session, conversation.id), session, message, is_there=True)
        moved = self._children_of(session, row)
        _hang(session, [each.id for each in moved], row.id)
        for each in moved:
            if each.recap == row.recap:
                each.recap = ""  # it was moved to another message
        if was_shown:
            conversation.active_leaf_id = self._present(session, deleted.leaf_before)
        if conversation.memory_begins_at_id == deleted.start_after:
            conversation.memory_begins_at_id = deleted.start_before
        if is_called_so and conversation.title == deleted.title_after:
            conversation.title = deleted.title_before
        elif is_called_so:
            _take_first_words(session, conversation)

    def _at_rest(self, session: Session, conversation_id: str) -> ConversationRow:
        """Return a conversation without running replies. Raises the errors of ``delete``."""
        conversation = ready_for_reply(session, conversation_id)
        if self._variants.are_in(session, conversation_id):
            raise still_running()
        return conversation

    def _note_parents(self, message: Message, child_ids: Iterable[int]) -> None:
        self._first_parents.setdefault(message.id, message.parent_id)
        for child_id in child_ids:
            self._first_parents.setdefault(child_id, message.id)

    def _present_parent(self, session: Session, message_id: int) -> int | None:
        """Return the nearest existing message among the original ancestors of this one."""
        return self._present(session, self._first_parents[message_id])

    def _present(self, session: Session, message_id: int | None) -> int | None:
        """Return this message, or its nearest existing ancestor."""
        seen = set[int]()  # a damaged tree may contain a cycle
        while message_id is not None and session.get(MessageRow, message_id) is None:
            seen.add(message_id)
            above = self._first_parents.get(message_id)
            message_id = None if above in seen else above
        return message_id

    def _children_of(self, session: Session, row: MessageRow) -> list[MessageRow]:
        """Return the siblings of a restored message that were its descendants before."""
        siblings = select(MessageRow).where(
            MessageRow.conversation_id == row.conversation_id,
            MessageRow.parent_id.is_not_distinct_from(row.parent_id),
            MessageRow.id.in_(self._first_parents),
            MessageRow.id != row.id,
        )
        found = session.scalars(siblings).all()
        return [each for each in found if self._present_parent(session, each.id) == row.id]


def _has_first_words(session: Session, conversation: ConversationRow) -> bool:
    """Return whether a conversation's title is its first words, with or without a number."""
    first_words = branches.first_words(session, conversation.id)
    is_own = reading.title_origin(conversation) is not TitleOrigin.FIRST_WORDS
    return not is_own and title_stem(conversation.title) == title_stem(first_words)


def _take_first_words(session: Session, conversation: ConversationRow) -> None:
    """Set a conversation's title to its first words if those have changed."""
    first_words = branches.first_words(session, conversation.id)
    if title_stem(conversation.title) != title_stem(first_words):
        conversation.title = first_words


def _hang(session: Session, ids: Iterable[int], parent_id: int | None) -> None:
    """Move messages to another parent."""
    for id_ in ids:
        row = session.get_one(MessageRow, id_)
        was_damaged = is_damaged(row)
        row.parent_id = None if parent_id == id_ else parent_id  # breaks a cycle of two
        if not was_damaged:  # otherwise a new digest would mark it as undamaged
            seal(row)


def _set_call(
    everything: Iterable[Message], session: Session, message: Message, *, is_there: bool
) -> None:
    """Remove the call of a deleted result from its reply, or add that of a restored one."""
    use = message.tool_use
    caller = None if use is None else branches.caller_of(everything, message)
    if use is None or caller is None:
        return
    row = session.get_one(MessageRow, caller.id)
    was_damaged = is_damaged(row)
    calls = tuple(each for each in reading.tool_calls(row) if each.id != use.call_id)
    if is_there:
        calls += (ToolCall(use.call_id, use.name, use.arguments),)
    reading.write_calls(row, calls, None)
    if not was_damaged:
        seal(row)


def _hand_recap_on(session: Session, row: MessageRow, following_id: int | None) -> None:
    """Move a recap to the following message, unless that has one."""
    if row.recap and following_id is not None:
        following = session.get_one(MessageRow, following_id)
        following.recap = following.recap or row.recap


def _end_without(message: Message, everything: Iterable[Message]) -> int | None:
    """Return the message to show instead of one at the end of its branch."""
    siblings = [
        each.id
        for each in everything
        if each.parent_id == message.parent_id and each.id != message.id
    ]
    if not siblings:
        return message.parent_id
    earlier = [id_ for id_ in siblings if id_ < message.id]
    end = earlier[-1] if earlier else siblings[0]
    newest_child = {each.parent_id: each.id for each in everything if each.id != message.id}
    seen = set[int]()  # a damaged tree may contain a cycle
    while end in newest_child and end not in seen:
        seen.add(end)
        end = newest_child[end]
    return end


def _following(message_id: int, shown: tuple[Message, ...]) -> int | None:
    """Return the message after this one in the shown branch."""
    ids = [each.id for each in shown]
    following = ids[ids.index(message_id) + 1 :] if message_id in ids else []
    return following[0] if following else None


def _row_of(
    session: Session, conversation: ConversationRow, message: Message, parent_id: int | None
) -> MessageRow:
    row = MessageRow(
        id=message.id,
        conversation_id=conversation.id,
        parent_id=parent_id,
        sequence_number=_free_number(session, conversation, message.sequence_number),
        role=message.role.name,
        status=message.status.name,
        text=storable(message.text),
        note=message.note,
        reasoning=storable(message.reasoning),
        created_at=message.created_at,
        is_pinned=message.is_pinned,
        recap=storable(message.recap),
        rewrite=reading.packed_rewrite(message.rewrite),
    )
    reading.write_calls(row, message.tool_calls, message.tool_use)
    if not message.is_damaged:
        seal(row)
    return row


def _free_number(session: Session, conversation: ConversationRow, wanted: int) -> int:
    """Return the original number of a message, or the next one if it is taken."""
    is_taken = select(
        exists().where(
            MessageRow.conversation_id == conversation.id, MessageRow.sequence_number == wanted
        )
    )
    last = conversation.last_sequence_number
    number = last + 1 if session.scalar(is_taken) else wanted
    conversation.last_sequence_number = max(last, number)
    return number


def _add_belongings(session: Session, message: Message) -> None:
    if message.usage is not None:
        session.add(reading.usage_row(message.id, message.usage))
    session.add_all(reading.attachment_row(message.id, each) for each in message.attachments)
