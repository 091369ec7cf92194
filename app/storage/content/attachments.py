"""Files of messages: rows in the database, contents in a folder, named by digest."""

import asyncio
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import func, or_, select, union_all
from sqlalchemy.orm import Session

from app.domain.messages import (
    DIGEST_BYTES,
    Attachment,
    Message,
    TextFile,
    Turn,
    content_digest,
)
from app.errors import AttachmentDamaged, lazy
from app.media.pictures import AttachmentKind, Picture
from app.media.sounds import Sound
from app.storage import backup_files, reading
from app.storage.connecting import Durability
from app.storage.content import branches
from app.storage.database import Database, transaction
from app.storage.errors import translate_errors
from app.storage.fault_points import FaultPoint, fault_point
from app.storage.plain_text import FILE_SEPARATOR, one_line, storable, title_of, unpacked
from app.storage.tables import (
    IS_PICTURE,
    IS_SOUND,
    AttachmentRow,
    ConversationRow,
    QueuedMessageRow,
    SourceVersionRow,
)
from engine.files import atomic_replace

_MAX_ALIKE = 8  # files with the same pixels; all but one come from imports
_PACKED_DRAFTS, _PACKED_QUEUES = (
    select(column).where(func.instr(column, FILE_SEPARATOR) > 0)
    for column in (ConversationRow.draft, QueuedMessageRow.text)
)


class AttachmentFiles:
    """Contents in a folder, each stored once for all messages."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._folder = database.path.parent / "attachments"
        self._of_deleted: dict[str, str] = {}  # conversations of deleted messages, by digest
        self._of_drafts = set[str]()  # pictures of this run whose draft may not be stored yet

    @transaction(Durability.AGAINST_POWER_LOSS)
    def add(
        self, session: Session, message_id: int, name: str, media_type: str, content: bytes
    ) -> Attachment:
        """Store a file with a message. Raises ConversationGone, StorageError."""
        branches.message_row(session, message_id)
        return self._attach(session, message_id, name, media_type, content)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def add_picture(
        self,
        session: Session,
        name: str,
        content: bytes,
        size: tuple[int, int],
        pixels: str,
        media_type: str = "image/png",
    ) -> Picture:
        """Store the file of a picture before its message is sent. Raises StorageError.

        It is kept while a draft, a queued message or a message uses it.
        """
        del session  # on the database's thread, so that no sweep runs before it is recorded
        digest = content_digest(content)
        self._of_drafts.add(digest)
        self.keep(content)
        return Picture(one_line(name), digest, len(content), *size, pixels, media_type)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def add_sound(
        self,
        session: Session,
        name: str,
        content: bytes,
        sample_count: int,
        samples: str,
        media_type: str,
    ) -> Sound:
        """Store the file of a sound before its message is sent, as ``add_picture`` does."""
        del session
        digest = content_digest(content)
        self._of_drafts.add(digest)
        self.keep(content)
        return Sound(one_line(name), digest, len(content), sample_count, samples, media_type)

    @transaction()
    def media_of(self, session: Session, pixels: str) -> tuple[Attachment, ...]:
        """Return pictures or sounds recorded with this pixel digest, the newest first."""
        wanted = (
            select(AttachmentRow)
            .where(AttachmentRow.pixels == pixels, or_(IS_PICTURE, IS_SOUND))
            .order_by(AttachmentRow.id.desc())
        )
        by_digest = {row.digest: reading.attachment(row) for row in session.scalars(wanted)}
        return tuple(islice(by_digest.values(), _MAX_ALIKE))

    def attach(
        self, session: Session, turn: Turn, files: Iterable[TextFile | Picture | Sound]
    ) -> Turn:
        """Store files with the message of a turn that was just started.

        They name the conversation if the message has no text. Raises AttachmentDamaged for a
        picture whose file no longer exists.
        """
        attachments = self.attach_to(session, turn.user.id, files)
        conversation = session.get(ConversationRow, turn.user.conversation_id)
        if attachments and conversation is not None and not conversation.title:
            conversation.title = title_of(attachments[0].name)
        return replace(turn, user=replace(turn.user, attachments=attachments))

    def attach_to(
        self, session: Session, message_id: int, files: Iterable[TextFile | Picture | Sound]
    ) -> tuple[Attachment, ...]:
        """Store files with a message. Raises AttachmentDamaged as ``attach`` does."""
        return tuple(self._attach_any(session, message_id, file) for file in files)

    async def content(self, attachment: Attachment | Picture | Sound) -> bytes:
        """Return a file's content. Raises AttachmentDamaged."""
        return await asyncio.to_thread(self._read, attachment.name, attachment.digest)

    async def text(self, name: str, digest: str) -> str:
        """Return the text with this digest; ``name`` is for errors. Raises AttachmentDamaged."""
        content = await asyncio.to_thread(self._read, name, digest)
        return content.decode("utf-8", "replace")

    def keep_of(self, message: Message) -> None:
        """Keep the files of a deleted message, which may be restored, while its chat exists."""
        for each in message.attachments:
            self._of_deleted[each.digest] = message.conversation_id

    # On the database's thread, so that no row is added between the check and the deletion.
    @transaction()
    def sweep(self, session: Session) -> None:
        """Delete the contents that no message uses any more.

        Histories that were replaced by a backup can be restored, so their files are kept.
        """
        used = set(session.scalars(select(AttachmentRow.digest)))
        used.update(session.scalars(select(SourceVersionRow.digest)))
        used |= backup_files.replaced_digests(self.database.path) | self._of_drafts
        for text in session.scalars(union_all(_PACKED_DRAFTS, _PACKED_QUEUES)):
            used.update(each.digest for each in unpacked(text).media)
        there = set(session.scalars(select(ConversationRow.id)))
        used |= {digest for digest, id_ in self._of_deleted.items() if id_ in there}
        for path in self._folder.glob("??/*"):
            if path.name not in used:
                path.unlink(missing_ok=True)

    def keep(self, content: bytes) -> str:
        """Write a content unless it exists, and return its digest. Raises StorageError."""
        digest = content_digest(content)
        path = self._path(digest)
        with translate_errors(self._folder / digest):
            if not path.exists():
                for folder in (self._folder, path.parent):
                    folder.mkdir(mode=0o700, exist_ok=True)
                with atomic_replace(path) as part:
                    part.write_bytes(content)
                    fault_point(FaultPoint.ATTACHMENT_WRITTEN)
                fault_point(FaultPoint.ATTACHMENT_NAMED)
        return digest

    def _attach_any(
        self, session: Session, message_id: int, file: TextFile | Picture | Sound
    ) -> Attachment:
        if isinstance(file, TextFile):
            content = storable(file.text).encode("utf-8")
            return self._attach(
                session,
                message_id,
                file.name,
                file.media_type,
                content,
                page_count=file.page_count,
                word_count=file.word_count,
            )
        if not self._path(file.digest).exists():
            raise AttachmentDamaged(
                lazy(
                    "The file “{name}” is not there any more. Remove it, and add it again.",
                    name=file.name,
                )
            )
        row = reading.attachment_row(message_id, _attachment_of(message_id, file))
        session.add(row)
        session.flush()
        self._of_drafts.discard(file.digest)
        return reading.attachment(row)

    def _attach(
        self,
        session: Session,
        message_id: int,
        name: str,
        media_type: str,
        content: bytes,
        *,
        page_count: int = 0,
        word_count: int = 0,
    ) -> Attachment:
        # On the database's thread, so that no sweep runs between the content and its row.
        digest = self.keep(content)
        row = AttachmentRow(
            message_id=message_id,
            name=one_line(name),
            media_type=storable(media_type),
            byte_count=len(content),
            digest=digest,
            width=page_count,
            height=word_count,
        )
        session.add(row)
        session.flush()
        return reading.attachment(row)

    def _read(self, name: str, digest: str) -> bytes:
        try:
            content = self._path(digest).read_bytes()
        except (OSError, ValueError) as error:
            raise AttachmentDamaged(lazy("The file “{name}” can't be read.", name=name)) from error
        if content_digest(content) != digest:
            raise AttachmentDamaged(lazy("The file “{name}” is damaged.", name=name))
        return content

    def _path(self, digest: str) -> Path:
        # A damaged row may contain anything, but must not lead to a file outside the folder.
        if not (len(digest) == 2 * DIGEST_BYTES and digest.isascii() and digest.isalnum()):
            raise ValueError("not a digest")
        return self._folder / digest[:2] / digest


def _attachment_of(message_id: int, medium: Picture | Sound) -> Attachment:
    named = (0, message_id, medium.name, medium.media_type, medium.byte_count, medium.digest)
    if isinstance(medium, Sound):
        return Attachment(*named, AttachmentKind.SOUND, medium.sample_count, 1, medium.samples)
    return Attachment(*named, AttachmentKind.PICTURE, medium.width, medium.height, medium.pixels)


def copy_rows(session: Session, source_id: int, target_id: int) -> tuple[Attachment, ...]:
    """Copy the files of a message to another one."""
    found = session.scalars(
        select(AttachmentRow)
        .where(AttachmentRow.message_id == source_id)
        .order_by(AttachmentRow.id)
    )
    rows = [reading.attachment_row(target_id, reading.attachment(row)) for row in found]
    session.add_all(rows)
    session.flush()
    return tuple(reading.attachment(row) for row in rows)
