"""The lock on a data folder: one program works on it, with a window or without one."""

from pathlib import Path

import filelock

from app.errors import AlreadyRunning, FolderNotWritable, lazy


class InstanceLock:
    """A lock of the operating system, which ends with the process, however that ends.

    It ends with this object as well, so its owner has to keep it.
    """

    def __init__(self, path: Path) -> None:
        """Remember the file; nothing is locked yet."""
        self._path = path
        self._lock = filelock.FileLock(path, mode=0o600, thread_local=False)

    def acquire(self) -> None:
        """Take the lock or raise AlreadyRunning, at once. Raises FolderNotWritable."""
        try:
            self._lock.acquire(blocking=False)
        except filelock.Timeout as error:
            raise AlreadyRunning(
                lazy("Hubbub is already running on the data in {folder}.", folder=self._path.parent)
            ) from error
        except OSError as error:
            raise FolderNotWritable(
                lazy("The file {path} can't be locked: {reason}.", path=self._path, reason=error)
            ) from error

    def release(self) -> None:
        """Release the lock. Safe to call twice."""
        self._lock.release()
