"""Lists and restores backups, and removes deleted conversations from them."""

import asyncio
import threading
from collections.abc import Callable, Collection
from contextlib import closing, suppress
from datetime import UTC, date, datetime
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.domain.backups import Backup, PutAside, Removal
from app.errors import BackupNotRewritten, BackupRefused, lazy
from app.storage import backup_files
from app.storage.connecting import DAMAGE, reader
from app.storage.content.attachments import AttachmentFiles
from app.storage.database import Database
from app.storage.errors import translate_errors
from app.storage.recovery import removal, restore
from app.storage.tables import ConversationRow

Progress = Callable[[int, int], None]


class BackupRepository:
    """Backups of the histories, and damaged files that were put aside.

    Attributes:
        lock: held while backups are written or deleted.
        note_lock: held from the record of a removal until its conversations are purged.
    """

    def __init__(
        self, database: Database, files: AttachmentFiles, now: Callable[[], datetime]
    ) -> None:
        self._database = database
        self._files = files
        self._now = now
        self.lock = asyncio.Lock()
        self.note_lock = asyncio.Lock()

    async def all(self) -> tuple[Backup, ...]:
        """Return every backup, the newest first."""
        return await asyncio.to_thread(_listed, self._database.path)

    async def put_aside(self) -> tuple[PutAside, ...]:
        """Return the damaged files that were put aside, the newest first."""
        return await asyncio.to_thread(_put_aside, self._database.path)

    async def remove_aside(self, name: str) -> None:
        """Delete such a file permanently. Raises StorageError."""
        path = self._database.path
        if name in {each.name for each in await self.put_aside()}:
            with translate_errors(path):
                await asyncio.to_thread(path.with_name(name).unlink, missing_ok=True)

    async def kept_until(self, ids: Collection[str]) -> dict[str, date]:
        """Return the day until which backups contain each conversation, if any does.

        The days assume that the program runs every day.
        """
        today = self._now().astimezone(UTC).date()
        return await asyncio.to_thread(_kept_until, self._database.path, ids, today)

    async def note_removal(self, ids: Collection[str]) -> None:
        """Record conversations for ``remove_noted`` to remove from the backups.

        The caller holds ``note_lock`` until they are purged.
        """
        with translate_errors(self._database.path):
            await asyncio.to_thread(removal.note, self._database.path, ids)

    async def remove_noted(
        self, progress: Progress = lambda _done, _count: None, stop: threading.Event | None = None
    ) -> Removal:
        """Remove the recorded conversations from every backup, one after the other.

        A program that is quit or killed meanwhile continues at its next upkeep; ``stop`` cancels
        the removal. Conversations that exist in the histories again stay in the backups.
        """
        stop = stop or threading.Event()
        path = self._database.path
        if self._database.read_only_reason is not None:
            return Removal()  # the record stays
        async with self.lock:
            async with self.note_lock:
                noted = set(await asyncio.to_thread(removal.noted, path))
                if not noted:
                    return Removal()
                there = set(await self._database.run(lambda session: _present(session, noted)))
            ids = noted - there
            result = await self._remove(ids, progress, stop) if ids else Removal()
            async with self.note_lock:
                with translate_errors(path):
                    await asyncio.to_thread(removal.discard_noted, path, noted)
        await self._files.sweep()
        return result

    async def restore(self, name: str) -> tuple[str, ...]:
        """Replace the histories by a backup; return notices for the user.

        The histories must not be used meanwhile. Raises BackupRefused, StorageError.
        """
        backup = backup_files.folder_of(self._database.path) / name
        async with self.lock:
            if backup not in await asyncio.to_thread(
                lambda: tuple(backup_files.newest_first(self._database.path))
            ):
                raise BackupRefused(lazy("The backup “{name}” is not there any more.", name=name))
            day = backup_files.day_of(backup)
            warnings = await self._database.restore_backup(backup)
        return (
            lazy(
                "The backup of {day} was restored. The previous state is kept as a backup "
                "for 30 days.",
                day=day,
            ),
            *warnings,
        )

    async def _remove(
        self, ids: Collection[str], progress: Progress, stop: threading.Event
    ) -> Removal:
        path = self._database.path
        await asyncio.to_thread(backup_files.remove_parts, path)
        found = await asyncio.to_thread(lambda: tuple(backup_files.newest_first(path)))
        problems: list[str] = []
        count = 0
        for number, backup in enumerate(found):
            progress(number, len(found))
            try:
                if not await asyncio.to_thread(removal.remove, backup, ids, stop):
                    return Removal(count, tuple(problems), is_cancelled=True)
            except BackupNotRewritten as error:
                problems.append(str(error))
            except asyncio.CancelledError:
                stop.set()  # otherwise the thread would continue, and be waited for
                raise
            else:
                count += 1
        return Removal(count, tuple(problems))


def _present(session: Session, ids: Collection[str]) -> list[str]:
    wanted = select(ConversationRow.id)
    return [id_ for id_ in session.scalars(wanted) if id_ in ids]


def _kept_until(path: Path, ids: Collection[str], today: date) -> dict[str, date]:
    until: dict[str, date] = {}
    for backup in backup_files.newest_first(path):
        try:
            held = removal.held_in(backup, ids)
        except DAMAGE:
            continue  # reported when it can't be rewritten
        day = backup_files.last_day(path, backup, today) if held else today
        until.update((id_, max(day, until.get(id_, day))) for id_ in held)
    return until


def _listed(path: Path) -> tuple[Backup, ...]:
    found: list[Backup] = []
    for backup in backup_files.newest_first(path):
        with suppress(FileNotFoundError):  # upkeep may delete old ones at any time
            found.append(_described(backup))
    return tuple(found)


def _described(backup: Path) -> Backup:
    status = backup.stat()
    made_at = datetime.fromtimestamp(status.st_mtime, UTC)
    conversations, messages, trouble = _content(backup)
    return Backup(
        name=backup.name,
        kind=backup_files.kind_of(backup),
        made_at=made_at,
        byte_count=status.st_size,
        conversation_count=conversations,
        message_count=messages,
        trouble=trouble,
    )


def _content(backup: Path) -> tuple[int, int, str]:
    live = "SELECT id FROM conversation WHERE deleted_at IS NULL"
    try:
        with closing(reader(backup)) as source:
            trouble = restore.refusal_of(source)
            (conversations,) = source.execute(f"SELECT count(*) FROM ({live})").fetchone()
            (messages,) = source.execute(
                f"SELECT count(*) FROM message WHERE conversation_id IN ({live})"
            ).fetchone()
    except DAMAGE as error:
        return 0, 0, lazy("It can't be read ({reason}).", reason=error)
    return int(conversations), int(messages), trouble


def _put_aside(path: Path) -> tuple[PutAside, ...]:
    found = [
        PutAside(
            name=file.name,
            put_aside_at=datetime.fromtimestamp(file.lstat().st_mtime, UTC),
            byte_count=file.lstat().st_size,
        )
        for file in path.parent.glob(f"{path.stem}.damaged-*")
    ]
    return tuple(sorted(found, key=lambda each: each.name, reverse=True))
