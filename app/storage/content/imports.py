"""Imports of conversations, stored in parts so that each transaction is short."""

import bisect
from collections.abc import Sequence
from datetime import datetime
from functools import partial

import msgspec
from msgspec.structs import replace
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from app.domain.conversations import ConversationPart
from app.sources.store import SourceRepository
from app.storage.connecting import Durability
from app.storage.content.archive import GrowingTree, add_messages, begin_tree, finish_tree
from app.storage.content.attachments import AttachmentFiles
from app.storage.database import Database
from app.storage.tables import ConversationRow, MessageRow

_DROPPED_AT_ONCE = 50
_ASKED_AT_ONCE = 500


class Imports:
    """Starts imports, and removes the remains of interrupted ones."""

    def __init__(
        self, database: Database, files: AttachmentFiles, sources: SourceRepository
    ) -> None:
        self._database = database
        self._files = files
        self._sources = sources

    async def begin(self) -> "Import":
        """Return a new import. Raises StorageError."""
        activity = await self._database.run(_activity)
        return Import(self._database, self._files, self._sources, activity)

    async def drop_unfinished(self) -> None:
        """Remove the conversations of which only a part was stored. Raises StorageError."""
        while await self._database.run(_drop_some):
            pass


class Import:
    """Stores conversations part by part; each call is one short transaction.

    A conversation is hidden until its last part is stored. Calls must not overlap.

    Attributes:
        added: the complete conversations, with their numbers of messages.
        known_count: the number of conversations that existed already and are not changed.
    """

    def __init__(
        self,
        database: Database,
        files: AttachmentFiles,
        sources: SourceRepository,
        activity: "_Activity",
    ) -> None:
        self._database = database
        self._files = files
        self._sources = sources
        self._activity = activity
        self._progress = _Progress()
        self.added: dict[str, int] = {}
        self.known_count = 0

    async def add(self, parts: Sequence[ConversationPart]) -> None:
        """Store the next parts, all or none. Raises StorageError."""
        # Repeated if the index is damaged, so it must change only its return value.
        work = partial(self._add, parts, self._progress)
        done = await self._database.run(work)
        self.added |= dict(done.added)
        self.known_count += done.known_count
        self._progress = replace(done, added=(), known_count=0)

    async def finish(self) -> None:
        """Sync the import to the disk. Raises StorageError."""
        if self.added:
            sync = partial(_touch, id_=next(reversed(self.added)))
            await self._database.run(sync, Durability.AGAINST_POWER_LOSS)

    async def unchanged(self) -> tuple[str, ...]:
        """Return the imported conversations that were not changed since."""
        ids, found = tuple(self.added), []
        for start in range(0, len(ids), _ASKED_AT_ONCE):
            some = ids[start : start + _ASKED_AT_ONCE]
            counts = await self._database.run(partial(_message_counts, ids=some))
            found += [id_ for id_, count in counts if count == self.added[id_]]
        return tuple(found)

    def _add(
        self, parts: Sequence[ConversationPart], progress: "_Progress", session: Session
    ) -> "_Progress":
        for part in parts:
            if part.tree is not None:
                number = self._activity.number_at(part.tree.updated_at)
                tree = self._sources.adopted(session, part.tree)
                grown = begin_tree(session, tree=tree, activity_number=number)
                progress = replace(
                    progress, grown=grown, known_count=progress.known_count + (grown is None)
                )
            if progress.grown is not None:
                progress = self._grown(session, progress, progress.grown, part)
        return progress

    def _grown(
        self, session: Session, progress: "_Progress", grown: GrowingTree, part: ConversationPart
    ) -> "_Progress":
        # Contents before rows: a crash in between leaves unused files, not missing ones.
        kept = progress.kept | {self._files.keep(content) for content in part.contents.values()}
        grown = add_messages(session, grown, part.messages, kept)
        if not part.is_last:
            return replace(progress, grown=grown, kept=kept)
        finish_tree(session, grown)
        added = (*progress.added, (grown.id, grown.message_count))
        return replace(progress, grown=None, kept=frozenset(), added=added)


class _Progress(msgspec.Struct, frozen=True):
    """The state after some parts; ``grown`` is the incomplete conversation."""

    grown: GrowingTree | None = None
    kept: frozenset[str] = frozenset()
    added: tuple[tuple[str, int], ...] = ()
    known_count: int = 0


class _Activity:
    """The position of imported conversations among those used here.

    Each gets the activity number of the last conversation used before its time. An import does not
    change these numbers, so they are read once: read one by one, a hundred thousand conversations
    would each search the earlier ones.
    """

    def __init__(self, steps: Sequence[tuple[datetime, int]]) -> None:
        self._moments = [moment for moment, _number in steps]
        self._numbers = [number for _moment, number in steps]

    def number_at(self, moment: datetime) -> int:
        place = bisect.bisect_right(self._moments, moment)
        return self._numbers[place - 1] if place else 0


def _activity(session: Session) -> _Activity:
    moment, number = ConversationRow.updated_at, ConversationRow.activity_number
    before = func.max(number).over(order_by=(moment, number.desc()), rows=(None, -1))
    ranked = select(moment.label("moment"), number.label("number"), before.label("before"))
    steps = ranked.subquery()
    rising = (
        select(steps.c.moment, steps.c.number)
        .where(steps.c.before.is_(None) | (steps.c.number > steps.c.before))
        .order_by(steps.c.moment)
    )
    return _Activity([(moment, number) for moment, number in session.execute(rising)])


def _message_counts(session: Session, *, ids: tuple[str, ...]) -> Sequence[tuple[str, int]]:
    wanted = select(ConversationRow.id, ConversationRow.last_sequence_number).where(
        ConversationRow.id.in_(ids), ConversationRow.deleted_at.is_(None)
    )
    return [(id_, count) for id_, count in session.execute(wanted)]


def _touch(session: Session, *, id_: str) -> None:
    """Rewrite a row: syncing it also syncs everything stored before."""
    same = {"last_sequence_number": ConversationRow.last_sequence_number}
    session.execute(update(ConversationRow).where(ConversationRow.id == id_).values(same))


def _drop_some(session: Session) -> bool:
    """Remove messages of an incomplete conversation from the end, and finally the conversation."""
    has_messages = MessageRow.conversation_id == ConversationRow.id
    id_ = session.scalar(
        select(ConversationRow.id)
        .join(MessageRow, has_messages)
        .where(ConversationRow.last_sequence_number == 0)
        .limit(1)
    )
    if id_ is None:
        return False
    newest = (
        select(MessageRow.id)
        .where(MessageRow.conversation_id == id_)
        .order_by(MessageRow.sequence_number.desc())
        .limit(_DROPPED_AT_ONCE + 1)
    )
    ids = session.scalars(newest).all()
    works = [delete(MessageRow).where(MessageRow.id.in_(ids[:_DROPPED_AT_ONCE]))]
    if len(ids) <= _DROPPED_AT_ONCE:
        works.append(delete(ConversationRow).where(ConversationRow.id == id_))
    for work in works:
        session.execute(work.execution_options(synchronize_session=False))
    return True
