"""Whole conversations in and out, with every branch; what export and import stand on."""

import uuid
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.domain import Attachment, Conversation, ConversationTree, Picture, Sound, TitleOrigin
from app.errors import AttachmentDamaged
from app.storage.connecting import Durability
from app.storage.content import branches, conversations, trees
from app.storage.content.attachments import AttachmentFiles
from app.storage.content.conversations import free_title
from app.storage.content.sources import SourceRepository
from app.storage.database import Database, transaction
from app.storage.packing import unpacked
from app.storage.plain_text import one_line
from app.storage.tables import ConversationRow


class Archive:
    """Conversations as trees."""

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
        """Yield these conversations, or all outside the trash; those that are gone are left out.

        One at a time, so that all of them never stand in memory together.
        """
        ids = conversation_ids
        if ids is None:
            ids = await self.database.run(_all_ids)
        for id_ in ids:
            tree = await self.tree(id_)
            if tree is not None:
                yield tree

    async def tree(self, conversation_id: str) -> ConversationTree | None:
        """Return a conversation; None if there is none or it is deleted."""
        tree = await self.database.run(partial(trees.read, conversation_id=conversation_id))
        if tree is None:
            return None
        with suppress(AttachmentDamaged):  # the rest of the conversation is worth having
            tree = await self._sources.carried(tree)
        return replace(tree, contents=await self._contents(tree))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def add(self, session: Session, tree: ConversationTree) -> bool:
        """Store a conversation; False if one with its id is there already.

        Messages get new ids; those that were still STREAMING are INTERRUPTED. Raises StorageError.
        """
        # Contents before rows: a crash in between leaves files for the next sweep, not holes.
        for content in tree.contents.values():
            self._files.keep(content)
        # In the same transaction: an import that fails leaves no source behind.
        tree = self._sources.adopted(session, tree)
        number = conversations.activity_number_at(session, tree.updated_at)
        id_ = trees.add(session, tree=tree, kept=tree.contents, activity_number=number)
        return id_ is not None

    @transaction(Durability.AGAINST_POWER_LOSS)
    def fork(self, session: Session, message_id: int, title: str | None = None) -> Conversation:
        """Return a new conversation with the branch up to and including a message.

        Its files, pins and options come along, and its title with a number behind it. Raises
        ConversationGone.
        """
        tree = _present_tree(session, branches.message_row(session, message_id).conversation_id)
        branch = branches.up_to(tree.messages, message_id)
        fork = replace(tree, messages=branch, active_leaf_id=message_id)
        return _add_copy(session, fork, title, self._now())

    @transaction(Durability.AGAINST_POWER_LOSS)
    def duplicate(
        self, session: Session, conversation_id: str, title: str | None = None
    ) -> Conversation:
        """Return a copy of a conversation with all its branches. Raises ConversationGone.

        Where its title is taken, that gets a number behind it.
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
            return None  # the rest of the conversation is worth having


def _files_of(tree: ConversationTree) -> Iterator[Attachment | Picture | Sound]:
    for message in tree.messages:
        yield from message.attachments
    for text in (tree.draft, *tree.queue):
        yield from unpacked(text).media


def _all_ids(session: Session) -> tuple[str, ...]:
    wanted = (
        select(ConversationRow.id)
        .where(ConversationRow.deleted_at.is_(None), ConversationRow.last_sequence_number > 0)
        .order_by(ConversationRow.activity_number)
    )
    return tuple(session.scalars(wanted))


def _present_tree(session: Session, conversation_id: str) -> ConversationTree:
    conversations.present(session, conversation_id)
    tree = trees.read(session, conversation_id=conversation_id)
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
        draft="",  # what was not sent yet stays where it was written
        queue=(),
        options=replace(tree.options, is_pinned=False, is_archived=False),
    )
    kept = {each.digest for message in copy.messages for each in message.attachments}
    newest = conversations.next_activity_number(session)
    id_ = trees.add(session, tree=copy, kept=kept, activity_number=newest)
    assert id_ is not None, "the id is a new one"
    stored = conversations.read(session, conversation_id=id_)
    assert stored is not None, "it was stored just now"
    return stored
