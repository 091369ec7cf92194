"""History: the stored conversations, and the interface to them for the rest of the program."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from app.comparisons.store import ComparisonRepository
from app.models.store import KnownModelRepository
from app.presets.store import PresetRepository
from app.prompts.store import SavedPromptRepository
from app.sources.store import SourceRepository
from app.storage.content.archive import Archive
from app.storage.content.attachments import AttachmentFiles
from app.storage.content.backup_repository import BackupRepository
from app.storage.content.conversation_repository import ConversationRepository
from app.storage.content.deletions import MessageDeletions
from app.storage.content.imports import Imports
from app.storage.content.message_repository import MessageRepository
from app.storage.content.tab_repository import TabRepository
from app.storage.content.trash import KEPT, Trash
from app.storage.content.turn_repository import TurnRepository
from app.storage.database import BALLAST_BYTES, Database
from app.storage.upkeep import Upkeep

Clock = Callable[[], datetime]

_FIRST_DAY = datetime.min.replace(tzinfo=UTC) + KEPT  # the calendar has no days before it


def utc_now() -> datetime:
    """Return the current time in UTC, with a time zone."""
    return datetime.now(UTC)


class History:
    """Conversations in one SQLite file: opens and closes it, and owns its repositories.

    Every method of a repository is one transaction on the database thread and never blocks the
    caller. When it returns, its work is stored; when it raises a ``StorageError``, nothing is
    stored. Cancelling a waiting caller does not cancel the work, which is still stored.

    Attributes:
        warnings: notices for the user about opening the file, in sentences.
        conversations, turns, messages, tabs: the content of the window.
        message_deletions: deletes and restores single messages.
        trash: lists, restores and purges deleted conversations.
        archive: export and import of whole conversations; fork, duplicate.
        imports: imports in parts.
        attachments, presets, saved_prompts: files of messages; sampling values and texts by name.
        sources: texts that begin the prompts of chats.
        known_models: the models that were used, and their settings.
        comparisons: one question with several settings, or several questions.
        backups, upkeep: list, restore and rewrite backups; make and check them.
    """

    def __init__(self, database: Database, warnings: tuple[str, ...], now: Clock) -> None:
        """For an open database; use ``History.open``."""
        self._database = database
        self.warnings = warnings
        self.attachments = AttachmentFiles(database)
        self.conversations = ConversationRepository(database, now)
        self.turns = TurnRepository(database, self.attachments, now)
        self.messages = MessageRepository(database)
        self.message_deletions = MessageDeletions(database, self.attachments, self.turns.variants)
        self.tabs = TabRepository(database)
        self.backups = BackupRepository(database, self.attachments, now)
        self.trash = Trash(database, self.attachments, self.backups)
        self.presets = PresetRepository(database)
        self.saved_prompts = SavedPromptRepository(database)
        self.known_models = KnownModelRepository(database, now)
        self.comparisons = ComparisonRepository(database, now)
        self.sources = SourceRepository(database, self.attachments, now)
        self.archive = Archive(database, self.attachments, self.sources, now)
        self.imports = Imports(database, self.attachments, self.sources)
        self.upkeep = Upkeep(database, self.backups.lock, now)

    @classmethod
    async def open(
        cls, path: Path, *, now: Clock = utc_now, ballast_bytes: int = BALLAST_BYTES
    ) -> "History":
        """Open the histories in ``path``, or create them there.

        A damaged file, or a file of another kind, is put aside, never deleted; its readable
        content is recovered, and ``warnings`` reports it. A file of a newer version, or one that
        can't be written, is opened read-only. Raises DatabaseInUse, ReadOnlyStorage if there
        is nothing to read, DiskFull, StorageFailed.
        """
        database = Database(path, ballast_bytes)
        try:
            warnings = await database.open()
            history = cls(database, warnings, now)
            if not history.is_read_only:
                await history.imports.drop_unfinished()
                await history.conversations.delete_untouched()
        except BaseException:
            await database.close()
            raise
        return history

    @classmethod
    async def open_copy(cls, path: Path, *, now: Clock = utc_now) -> "History":
        """Open a copy in memory of the histories in ``path``, which another program may have open.

        It can only be read, and does not follow later changes. Raises StorageError.
        """
        database = Database(path, is_in_use=True)
        try:
            return cls(database, await database.open(), now)
        except BaseException:
            await database.close()
            raise

    @property
    def is_read_only(self) -> bool:
        """Whether all writing operations raise ReadOnlyStorage."""
        return self._database.read_only_reason is not None

    async def restore_file(self) -> None:
        """Write the file again after it was deleted or moved while it was open.

        Used after HistoriesLost; attachments and backups are not restored. Raises StorageError.
        """
        await self._database.restore_file()

    async def restore_backup(self, name: str) -> None:
        """Replace the histories by a backup; ``warnings`` describes the result.

        The histories must not be used meanwhile. Raises BackupRefused, StorageError.
        """
        self.warnings = await self.backups.restore(name)
        # The backup may have been made during an import.
        await self.imports.drop_unfinished()
        await self.conversations.delete_untouched()

    async def close(self) -> None:
        """Finish the submitted work, and close the file. May be called twice."""
        self.upkeep.close()
        await self._database.close()

    async def maintain(self, *, from_backups: bool = False) -> tuple[str, ...]:
        """Do the daily work; return the ids of purged conversations.

        This makes a backup, reserves the ballast, and purges conversations that were in the trash
        for thirty days and three further days on which the program ran. ``backups.remove_noted``
        removes them from the backups. Call it some time after the start, and then regularly.
        Raises StorageError.
        """
        if self.is_read_only:
            return ()
        await self.upkeep.back_up()
        await self.upkeep.load_ballast()
        day = await self.upkeep.note_day()
        if day is None or day <= _FIRST_DAY:
            return ()
        await self.upkeep.expire_backups(day)
        return await self.trash.purge(day - KEPT, from_backups=from_backups)
