"""History: everything that is kept of conversations, as the rest of the program sees it."""

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
from app.storage.content.conversations import ConversationRepository
from app.storage.content.deletions import MessageDeletions
from app.storage.content.imports import Imports
from app.storage.content.messages import MessageRepository
from app.storage.content.tabs import TabRepository
from app.storage.content.trash import KEPT, Trash
from app.storage.content.turns import TurnRepository
from app.storage.database import BALLAST_BYTES, Database
from app.storage.upkeep import Upkeep

Clock = Callable[[], datetime]

_FIRST_DAY = datetime.min.replace(tzinfo=UTC) + KEPT  # no calendar has days before it


def utc_now() -> datetime:
    """Return the time of day, aware of its zone."""
    return datetime.now(UTC)


class History:
    """Conversations in one SQLite file: opens it, closes it, and holds its repositories.

    Every method of a repository is one transaction on the database thread and never blocks the
    caller's. When it returns, its work is stored; when it raises a ``StorageError``, nothing of
    it is. A caller that is cancelled while it waits takes nothing back: what was handed over is
    still written.

    Attributes:
        warnings: what the user has to know about the opening, in sentences.
        conversations, turns, messages, tabs: what the window shows.
        message_deletions: takes single messages out, and puts them back.
        trash: lists, restores and deletes what was put there.
        archive: whole conversations in and out; fork, duplicate.
        imports: conversations from elsewhere, in parts.
        attachments, presets, saved_prompts: files of messages; sampling and texts by name.
        sources: texts that chats begin in.
        known_models: which models were used, and what is set for each.
        comparisons: one question asked in many ways, or many in one.
        backups, upkeep: lists, restores and rewrites backups; makes and checks them.
    """

    def __init__(self, database: Database, warnings: tuple[str, ...], now: Clock) -> None:
        """Take over an open database; use ``History.open``."""
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

        A file that is damaged or not a database of ours is put aside, never deleted; what of it
        can be read comes back, and ``warnings`` reports it. A file of a newer version, or one that
        can't be written, is opened read-only. Raises DatabaseInUse, ReadOnlyStorage where there
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

    @property
    def is_read_only(self) -> bool:
        """Whether everything that would write raises ReadOnlyStorage."""
        return self._database.read_only_reason is not None

    async def restore_file(self) -> None:
        """Write the file again that was deleted or moved away while it was open.

        After HistoriesLost; attachments and backups do not come back. Raises StorageError.
        """
        await self._database.restore_file()

    async def restore_backup(self, name: str) -> None:
        """Put a backup into the place of the histories; ``warnings`` say what became of it.

        Nothing else may use the histories meanwhile. Raises BackupRefused, StorageError.
        """
        self.warnings = await self.backups.restore(name)
        # It may have been made while conversations were imported.
        await self.imports.drop_unfinished()
        await self.conversations.delete_untouched()

    async def close(self) -> None:
        """Finish what was handed over, and close the file. Safe to call twice."""
        self.upkeep.close()
        await self._database.close()

    async def maintain(self, *, from_backups: bool = False) -> tuple[str, ...]:
        """Do what is due once a day; return the ids of conversations that were purged.

        That is a backup, the ballast for a full disk, and the purge of what lay in the trash for
        thirty days, and then three days more on which the program ran. From the backups as well,
        if that is wanted: ``backups.remove_noted`` does it. Call it a while after the start, and
        now and then. Raises StorageError.
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
