"""The journal of one running download: kept in memory and on the disk, changed by many."""

import asyncio
from pathlib import Path
from typing import Any

import filelock
import msgspec

from app.models.downloads.errors import DownloadTrouble, disk_trouble
from app.models.downloads.journal import FileRecord, Journal, part_path, write_journal
from app.models.downloads.threads import in_thread
from engine.ipc.lazy_text import lazy
from engine.messages.download_messages import LOCK_SUFFIX


class JournalFile:
    """The owner of a download's journal, and of the lock that keeps other programs away."""

    def __init__(self, path: Path, journal: Journal) -> None:
        """Nothing is written or locked yet."""
        self.path = path
        self.journal = journal
        self._lock_path = path.with_name(path.name + LOCK_SUFFIX)
        self._lock = filelock.FileLock(self._lock_path, mode=0o600, thread_local=False)
        self._writing = asyncio.Lock()

    @property
    def folder(self) -> Path:
        """Where all files of the download are."""
        return self.path.parent

    def part(self, record: FileRecord) -> Path:
        """Return where a file grows."""
        return part_path(self.folder, record.name)

    def acquire(self) -> None:
        """Keep others away from this download until ``release``. Raises DownloadTrouble."""
        try:
            self._lock.acquire(blocking=False)
        except filelock.Timeout as error:
            text = lazy("Another Hubbub downloads {name}.", name=self.journal.files[0].name)
            raise DownloadTrouble(text) from error
        except OSError as error:
            raise disk_trouble(error, self.folder) from error

    def release(self) -> None:
        """Let others have it. Safe to call twice."""
        self._lock.release(force=True)

    async def change(self, **changes: object) -> None:
        """Change fields of the journal, and have it on the disk. Raises OSError."""
        changed: Any = changes
        self.journal = msgspec.structs.replace(self.journal, **changed)
        await self._save()

    async def change_file(self, index: int, **changes: object) -> None:
        """Change fields of one file, and have it on the disk. Raises OSError."""
        self.journal = self.journal.with_file(index, **changes)
        await self._save()

    async def remove(self) -> None:
        """Remove journal and lock: the download is done, or given up. Raises OSError."""
        async with self._writing:
            await in_thread(self._remove)

    def _remove(self) -> None:
        self.path.unlink(missing_ok=True)
        self._lock_path.unlink(missing_ok=True)  # while it is held: who waits for it sees that
        self.release()

    async def _save(self) -> None:
        async with self._writing:
            journal = self.journal
            await in_thread(lambda: write_journal(self.path, journal))
