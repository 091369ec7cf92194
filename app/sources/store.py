"""Sources in the database."""

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import asdict, replace
from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from app.domain.conversations import ConversationTree
from app.errors import SourceGone, lazy
from app.sources.model import (
    Source,
    SourceChat,
    SourceLink,
    SourceOrigin,
    SourceText,
    SourceVersion,
)
from app.storage.connecting import Durability
from app.storage.content import conversation_repository
from app.storage.content.attachments import AttachmentFiles
from app.storage.database import Database, transaction
from app.storage.plain_text import one_line, storable
from app.storage.reading import link_to
from app.storage.tables import IS_IN_SOURCE, ConversationRow, SourceRow, SourceVersionRow


class SourceRepository:
    """Stores sources and their versions; equal texts are stored once."""

    def __init__(
        self, database: Database, files: AttachmentFiles, now: Callable[[], datetime]
    ) -> None:
        self.database = database
        self._files = files
        self._now = now

    @transaction()
    def all(self, session: Session) -> tuple[Source, ...]:
        """Return every source, the newest first."""
        counts = _chat_counts(session)
        rows = session.scalars(select(SourceRow).order_by(SourceRow.created_at.desc()))
        found = [_source(session, row, counts.get(row.id, 0)) for row in rows]
        return tuple(each for each in found if each.versions)

    @transaction()
    def chats(self, session: Session, source_id: str) -> tuple[SourceChat, ...]:
        """Return the conversations of a source outside the trash, the latest first."""
        wanted = (
            select(ConversationRow.id, ConversationRow.title, SourceVersionRow.number)
            .join(SourceVersionRow, ConversationRow.source_version_id == SourceVersionRow.id)
            .where(SourceVersionRow.source_id == source_id, ConversationRow.deleted_at.is_(None))
            .order_by(ConversationRow.activity_number.desc())
        )
        return tuple(SourceChat(*row) for row in session.execute(wanted))

    @transaction()
    def in_use(self, session: Session) -> tuple[SourceVersion, ...]:
        """Return the newest version of each source, and those that a conversation uses.

        Conversations in the trash count, because they may be restored.
        """
        newest = select(func.max(SourceVersionRow.id)).group_by(SourceVersionRow.source_id)
        lived_in = select(ConversationRow.source_version_id).where(IS_IN_SOURCE)
        wanted = or_(SourceVersionRow.id.in_(newest), SourceVersionRow.id.in_(lived_in))
        return tuple(map(_version, session.scalars(select(SourceVersionRow).where(wanted))))

    @transaction()
    def link(self, session: Session, source_id: str, number: int) -> SourceLink:
        """Return the link to a version by its number. Raises SourceGone."""
        wanted = select(SourceVersionRow).where(
            SourceVersionRow.source_id == source_id, SourceVersionRow.number == number
        )
        row = session.scalars(wanted).first()
        found = None if row is None else link_to(session, row)
        if found is None:
            raise SourceGone(lazy("This source does not exist any more."))
        return found

    @transaction(Durability.AGAINST_POWER_LOSS)
    def create(
        self,
        session: Session,
        name: str,
        text: str,
        instruction: str = "",
        origin: SourceOrigin | None = None,
    ) -> Source:
        """Store a text as a new source. Raises StorageError."""
        row = SourceRow(id=uuid.uuid4().hex, name=one_line(name), created_at=self._now())
        session.add(row)
        session.flush()
        self._add_version(session, row.id, text, instruction, origin)
        return _source(session, row, 0)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def create_parts(
        self,
        session: Session,
        name: str,
        texts: Sequence[str],
        instruction: str,
        origin: SourceOrigin,
    ) -> tuple[Source, ...]:
        """Store each part of a text as a source, in one transaction. Raises StorageError.

        The first part is listed first.
        """
        created: list[Source] = []
        now = self._now()
        for number, text in enumerate(texts, 1):
            part = f"{number}/{len(texts)}"
            # Its files contain more than the part, so it can't be read from them again.
            own = replace(origin, part=part, stamp="")
            named = one_line(f"{name} ({part})")
            at = now - timedelta(microseconds=number)
            row = SourceRow(id=uuid.uuid4().hex, name=named, created_at=at)
            session.add(row)
            session.flush()
            self._add_version(session, row.id, text, instruction, own)
            created.append(_source(session, row, 0))
        return tuple(created)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def add_version(
        self,
        session: Session,
        source_id: str,
        text: str,
        instruction: str = "",
        origin: SourceOrigin | None = None,
    ) -> SourceVersion:
        """Store the next version of a source; chats stay in theirs. Raises SourceGone."""
        _present(session, source_id)
        return _version(self._add_version(session, source_id, text, instruction, origin))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def rename(self, session: Session, source_id: str, name: str) -> None:
        """Give a source another name; its text stays as it is. Raises SourceGone."""
        row = _present(session, source_id)
        row.name = one_line(name) or row.name

    @transaction(Durability.AGAINST_POWER_LOSS)
    def note_read(
        self, session: Session, version_id: int, token_count: int, disk_bytes: int, model: str
    ) -> None:
        """Store the result of the last reading; does nothing if the version is deleted."""
        row = session.get(SourceVersionRow, version_id)
        if row is not None:
            row.token_count, row.disk_bytes = token_count, disk_bytes
            row.read_at, row.model = self._now(), storable(model)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def move(self, session: Session, conversation_id: str, version_id: int | None) -> None:
        """Move a conversation to another version, or to none. Raises ConversationGone."""
        conversation_repository.present(session, conversation_id).source_version_id = version_id

    async def delete(self, source_id: str) -> None:
        """Delete a source with all its versions; its chats stay, without its text."""
        await self._delete(source_id)
        await self._files.sweep()

    async def text(self, version: SourceVersion, name: str) -> str:
        """Return the text of a version. Raises AttachmentDamaged."""
        return await self._files.text(name, version.digest)

    def adopted(self, session: Session, tree: ConversationTree) -> ConversationTree:
        """Return an imported conversation, linked to the local source with its text.

        Creates a source if none has that text and instruction.
        """
        carried = tree.source
        if carried is None or not carried.text:
            return tree
        digest = self._files.keep(storable(carried.text).encode("utf-8"))
        wanted = (
            select(SourceVersionRow)
            .where(
                SourceVersionRow.digest == digest,
                SourceVersionRow.instruction == storable(carried.instruction),
            )
            .order_by(SourceVersionRow.id.desc())  # several sources may have the same text
        )
        found = session.scalars(wanted).first()
        if found is None:
            row = SourceRow(
                id=uuid.uuid4().hex, name=one_line(carried.name), created_at=self._now()
            )
            session.add(row)
            session.flush()
            found = self._add_version(session, row.id, carried.text, carried.instruction, None)
        return replace(tree, source_version_id=found.id, source=None)

    async def carried(self, tree: ConversationTree) -> ConversationTree:
        """Return a conversation with the text of its source, for an export."""
        if tree.source_version_id is None:
            return tree
        found = await self._named(tree.source_version_id)
        if found is None:
            return replace(tree, source_version_id=None)
        name, version = found
        text = await self.text(version, name)
        return replace(tree, source=SourceText(name, version.instruction, text))

    @transaction(Durability.AGAINST_POWER_LOSS, makes_room=True)
    def _delete(self, session: Session, source_id: str) -> None:
        row = session.get(SourceRow, source_id)
        if row is not None:
            session.delete(row)

    @transaction()
    def _named(self, session: Session, version_id: int) -> tuple[str, SourceVersion] | None:
        row = session.get(SourceVersionRow, version_id)
        source = None if row is None else session.get(SourceRow, row.source_id)
        return None if row is None or source is None else (source.name, _version(row))

    def _add_version(
        self,
        session: Session,
        source_id: str,
        text: str,
        instruction: str,
        origin: SourceOrigin | None,
    ) -> SourceVersionRow:
        content = storable(text).encode("utf-8")
        last = session.scalar(
            select(func.max(SourceVersionRow.number)).where(SourceVersionRow.source_id == source_id)
        )
        row = SourceVersionRow(
            source_id=source_id,
            number=(last or 0) + 1,
            # On the database thread, so that no sweep runs before the row is stored.
            digest=self._files.keep(content),
            byte_count=len(content),
            instruction=storable(instruction),
            origin_json=_packed(origin or SourceOrigin()),
            created_at=self._now(),
            token_count=0,
            disk_bytes=0,
            model="",
        )
        session.add(row)
        session.flush()
        return row


def _present(session: Session, source_id: str) -> SourceRow:
    row = session.get(SourceRow, source_id)
    if row is None:
        raise SourceGone(lazy("This source does not exist any more."))
    return row


def _source(session: Session, row: SourceRow, chat_count: int) -> Source:
    wanted = select(SourceVersionRow).where(SourceVersionRow.source_id == row.id)
    versions = session.scalars(wanted.order_by(SourceVersionRow.number))
    return Source(row.id, row.name, row.created_at, tuple(map(_version, versions)), chat_count)


def _version(row: SourceVersionRow) -> SourceVersion:
    return SourceVersion(
        id=row.id,
        source_id=row.source_id,
        number=row.number,
        digest=row.digest,
        byte_count=row.byte_count,
        instruction=row.instruction,
        created_at=row.created_at,
        origin=_unpacked(row.origin_json),
        token_count=row.token_count,
        disk_bytes=row.disk_bytes,
        read_at=row.read_at,
        model=row.model,
    )


def _chat_counts(session: Session) -> dict[str, int]:
    wanted = (
        select(SourceVersionRow.source_id, func.count())
        .join(ConversationRow, ConversationRow.source_version_id == SourceVersionRow.id)
        .where(ConversationRow.deleted_at.is_(None))
        .group_by(SourceVersionRow.source_id)
    )
    return {row[0]: row[1] for row in session.execute(wanted)}


def _packed(origin: SourceOrigin) -> str:
    return storable(msgspec.json.encode(asdict(origin) | {"kind": origin.kind.value}).decode())


def _unpacked(text: str) -> SourceOrigin:
    """Return the origin of a text; an invalid one counts as pasted."""
    try:
        return msgspec.json.decode(text, type=SourceOrigin)
    except (msgspec.ValidationError, msgspec.DecodeError):
        return SourceOrigin()
