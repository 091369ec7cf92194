"""Reads and adds whole conversations with all branches, for export and import."""

import uuid
from collections.abc import (
    AsyncGenerator,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import suppress
from datetime import datetime
from functools import partial

import msgspec
from msgspec.structs import replace
from sqlalchemy import delete, select, text
from sqlalchemy.orm import Session

from app.domain.conversations import Conversation, ConversationTree, TitleOrigin
from app.domain.messages import Attachment, Message, MessageStatus
from app.errors import AttachmentDamaged
from app.media.pictures import Picture
from app.media.sounds import Sound
from app.sources.store import SourceRepository
from app.storage import reading
from app.storage.connecting import Durability
from app.storage.content import branches, conversation_repository, send_queue
from app.storage.content.attachments import AttachmentFiles
from app.storage.content.conversation_repository import free_title
from app.storage.database import Database, transaction
from app.storage.plain_text import one_line, storable, unpacked
from app.storage.reading import seal
from app.storage.tables import ConversationRow, MessageRow, PurgedConversationRow


def read_tree(session: Session, *, conversation_id: str) -> ConversationTree | None:
    """Return a conversation without the contents of its files; None if it does not exist."""
    row = session.get(ConversationRow, conversation_id)
    if row is None or row.deleted_at is not None:
        return None
    return ConversationTree(
        id=row.id,
        title=row.title,
        created_at=row.created_at,
        updated_at=row.updated_at,
        # By ids, since a restored message may have a higher number than its children.
        messages=tuple(sorted(branches.everything(session, row.id), key=lambda each: each.id)),
        active_leaf_id=row.active_leaf_id,
        context_starts_at=row.memory_begins_at_id,
        draft=row.draft,
        queue=send_queue.read(session, row.id),
        options=reading.options(row),
        title_origin=reading.title_origin(row),
        source_version_id=row.source_version_id,
    )


class GrowingTree(msgspec.Struct, frozen=True):
    """A conversation that is stored part by part; it is hidden until it is complete.

    Attributes:
        id: its id in the database.
        tree: the content of its first part.
        new_ids: maps the original ids of its messages to the new ids.
        message_count: number of stored messages.
        last_id: the original id of the last stored message.
    """

    id: str
    tree: ConversationTree
    new_ids: Mapping[int, int] = msgspec.field(default_factory=dict)
    message_count: int = 0
    last_id: int | None = None


def add_tree(
    session: Session, *, tree: ConversationTree, kept: Collection[str], activity_number: int
) -> str | None:
    """Store a conversation and return its id; None if its id already exists.

    Messages get new ids; only files whose contents are ``kept`` are stored. A conversation
    without a title is named after its first words.
    """
    grown = begin_tree(session, tree=tree, activity_number=activity_number)
    if grown is None:
        return None
    finish_tree(session, add_messages(session, grown, tree.messages, kept))
    return grown.id


def begin_tree(
    session: Session, *, tree: ConversationTree, activity_number: int
) -> GrowingTree | None:
    """Store a conversation without its messages; return None if its id already exists."""
    id_ = storable(tree.id) or uuid.uuid4().hex
    if session.get(ConversationRow, id_) is not None:
        return None
    # It is wanted again: backups may restore it, and it may be purged again later.
    session.execute(delete(PurgedConversationRow).where(PurgedConversationRow.id == id_))
    row = ConversationRow(
        id=id_,
        title=one_line(tree.title),
        title_origin=tree.title_origin.name,
        draft=storable(tree.draft),
        created_at=tree.created_at,
        updated_at=tree.updated_at,
        activity_number=activity_number,
        last_sequence_number=0,
        number=conversation_repository.next_number(session),
        source_version_id=tree.source_version_id,
    )
    conversation_repository.write_options(row, tree.options)
    session.add(row)
    session.flush()
    send_queue.save(session, conversation_id=id_, texts=tree.queue)
    return GrowingTree(id_, tree)


def add_messages(
    session: Session, grown: GrowingTree, messages: Sequence[Message], kept: Collection[str]
) -> GrowingTree:
    """Append messages; return the conversation with them."""
    # Ids are chosen here: if the database chose them, each row would need a statement.
    next_id = _highest_message_id(session) + 1
    new_ids = dict(grown.new_ids)
    rows: list[MessageRow] = []
    for offset, message in enumerate(messages):
        row = _row_of(message, grown.id, grown.message_count + offset + 1)
        row.id = next_id + offset
        row.parent_id = None if message.parent_id is None else new_ids.get(message.parent_id)
        if message.rewrite is not None:  # the other version is older, and absent in a fork
            other_id = new_ids.get(message.rewrite.message_id, 0)
            row.rewrite = reading.packed_rewrite(replace(message.rewrite, message_id=other_id))
        if not message.is_damaged:  # otherwise the copy would count as undamaged
            seal(row)
        new_ids[message.id] = row.id
        rows.append(row)
    session.add_all(rows)
    session.flush()  # before rows that refer to them
    for row, message in zip(rows, messages, strict=True):
        _add_belongings(session, row.id, message, kept)
    return replace(
        grown,
        new_ids=new_ids,
        message_count=grown.message_count + len(rows),
        last_id=messages[-1].id if messages else grown.last_id,
    )


def finish_tree(session: Session, grown: GrowingTree) -> None:
    """Make a conversation visible: set its title, its context, and its shown branch."""
    row = session.get_one(ConversationRow, grown.id)
    if not row.title:
        row.title = branches.first_words(session, grown.id)
        row.title_origin = TitleOrigin.FIRST_WORDS.name
    # Some conversations of other programs have no shown branch.
    leaf_id = grown.tree.active_leaf_id
    shown_id = leaf_id if leaf_id in grown.new_ids else grown.last_id
    row.active_leaf_id = None if shown_id is None else grown.new_ids[shown_id]
    # All messages of a fork from before the context start are in the context.
    row.memory_begins_at_id = grown.new_ids.get(grown.tree.context_starts_at or 0)
    row.last_sequence_number = grown.message_count


def _highest_message_id(session: Session) -> int:
    """Return the highest message id ever used."""
    query = text("SELECT seq FROM sqlite_sequence WHERE name = 'message'")
    return int(session.scalar(query) or 0)


def _add_belongings(
    session: Session, message_id: int, message: Message, kept: Collection[str]
) -> None:
    if message.usage is not None:
        session.add(reading.usage_row(message_id, message.usage))
    session.add_all(
        reading.attachment_row(message_id, attachment)
        for attachment in message.attachments
        if attachment.digest in kept
    )


def _row_of(message: Message, conversation_id: str, number: int) -> MessageRow:
    status = message.status
    if status in (MessageStatus.STREAMING, MessageStatus.PENDING):
        status = MessageStatus.INTERRUPTED
    row = MessageRow(
        conversation_id=conversation_id,
        sequence_number=number,
        role=message.role.name,
        status=status.name,
        text=storable(message.text),
        note=message.note,
        reasoning=storable(message.reasoning),
        created_at=message.created_at,
        is_pinned=message.is_pinned,
        recap=storable(message.recap),
    )
    reading.write_calls(row, message.tool_calls, message.tool_use)
    return row


class Archive:
    """Whole conversations as trees."""

    def __init__(
        self,
        database: Database,
        files: AttachmentFiles,
        sources: SourceRepository,
        now: Callable[[], datetime],
    ) -> None:
        self.database = database
        self._files = files
        self._sources = sources
        self._now = now

    async def trees(
        self, conversation_ids: Iterable[str] | None = None
    ) -> AsyncGenerator[ConversationTree, None]:
        """Yield these conversations, or all outside the trash; missing ones are skipped.

        One at a time, so that they are not in memory together.
        """
        ids = conversation_ids
        if ids is None:
            ids = await self.database.run(_all_ids)
        for id_ in ids:
            tree = await self.tree(id_)
            if tree is not None:
                yield tree

    async def tree(self, conversation_id: str) -> ConversationTree | None:
        """Return a conversation; None if it does not exist or is deleted."""
        tree = await self.database.run(partial(read_tree, conversation_id=conversation_id))
        if tree is None:
            return None
        with suppress(AttachmentDamaged):  # the rest of the conversation is kept
            tree = await self._sources.carried(tree)
        return replace(tree, contents=await self._contents(tree))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def add(self, session: Session, tree: ConversationTree) -> bool:
        """Store a conversation; return False if its id already exists.

        Messages get new ids; unfinished ones are INTERRUPTED. Raises StorageError.
        """
        # Contents before rows: a crash in between leaves unused files, not missing ones.
        for content in tree.contents.values():
            self._files.keep(content)
        # In the same transaction: a failed import leaves no source.
        tree = self._sources.adopted(session, tree)
        number = conversation_repository.activity_number_at(session, tree.updated_at)
        id_ = add_tree(session, tree=tree, kept=tree.contents, activity_number=number)
        return id_ is not None

    @transaction(Durability.AGAINST_POWER_LOSS)
    def fork(self, session: Session, message_id: int, title: str | None = None) -> Conversation:
        """Create a conversation with the branch up to and including a message.

        Copies its files, pins and options, and its title with a number. Raises ConversationGone.
        """
        tree = _present_tree(session, branches.message_row(session, message_id).conversation_id)
        branch = branches.up_to(tree.messages, message_id)
        fork = replace(tree, messages=branch, active_leaf_id=message_id)
        return _add_copy(session, fork, title, self._now())

    @transaction(Durability.AGAINST_POWER_LOSS)
    def duplicate(
        self, session: Session, conversation_id: str, title: str | None = None
    ) -> Conversation:
        """Create a copy of a conversation with all its branches. Raises ConversationGone.

        A title that is taken gets a number.
        """
        return _add_copy(session, _present_tree(session, conversation_id), title, self._now())

    async def _contents(self, tree: ConversationTree) -> dict[str, bytes]:
        contents: dict[str, bytes] = {}
        for file in _files_of(tree):
            content = await self._content(file)
            if content is not None:
                contents[file.digest] = content
        return contents

    async def _content(self, file: Attachment | Picture | Sound) -> bytes | None:
        try:
            return await self._files.content(file)
        except AttachmentDamaged:
            return None  # the rest of the conversation is kept


def _files_of(tree: ConversationTree) -> Iterator[Attachment | Picture | Sound]:
    for message in tree.messages:
        yield from message.attachments
    for unsent in (tree.draft, *tree.queue):
        yield from unpacked(unsent).media


def _all_ids(session: Session) -> tuple[str, ...]:
    wanted = (
        select(ConversationRow.id)
        .where(ConversationRow.deleted_at.is_(None), ConversationRow.last_sequence_number > 0)
        .order_by(ConversationRow.activity_number)
    )
    return tuple(session.scalars(wanted))


def _present_tree(session: Session, conversation_id: str) -> ConversationTree:
    conversation_repository.present(session, conversation_id)
    tree = read_tree(session, conversation_id=conversation_id)
    assert tree is not None
    return tree


def _add_copy(
    session: Session, tree: ConversationTree, title: str | None, now: datetime
) -> Conversation:
    wanted = tree.title if title is None else one_line(title)
    copy = replace(
        tree,
        id=uuid.uuid4().hex,
        title=free_title(session, wanted),
        title_origin=tree.title_origin if title is None else TitleOrigin.USER,
        created_at=now,
        updated_at=now,
        draft="",  # unsent text stays in the original
        queue=(),
        options=replace(tree.options, is_pinned=False, is_archived=False),
    )
    kept = {each.digest for message in copy.messages for each in message.attachments}
    newest = conversation_repository.next_activity_number(session)
    id_ = add_tree(session, tree=copy, kept=kept, activity_number=newest)
    assert id_ is not None, "the id is a new one"
    stored = conversation_repository.read(session, conversation_id=id_)
    assert stored is not None, "it was stored just now"
    return stored
