"""The database thread: one thread, one connection, one transaction at a time."""

import asyncio
import logging
import shutil
import sqlite3
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial, wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy.orm import Session

from app.errors import (
    DatabaseDamaged,
    DiskFull,
    HistoriesLost,
    ReadOnlyStorage,
    StorageError,
    StorageFailed,
    lazy,
)
from app.storage import schema
from app.storage.connecting import DURABILITY, Durability, database_at, driver_of
from app.storage.errors import is_index_damage, translate_errors
from app.storage.fault_points import FaultPoint, fault_point
from app.storage.recovery import opening, rescue, restore
from app.storage.search import index as search_index
from engine.files import atomic_replace

_P = ParamSpec("_P")
_T = TypeVar("_T")
_log = logging.getLogger(__name__)
BALLAST_BYTES = 16 * 1024 * 1024
_BLOCK_BYTES = 1024 * 1024
_IS_IN_USE = lazy("The chats are open in another program, and can only be read here.")
_ROOM_FACTOR = 8  # no ballast on a disk with less free space than this many times its size


class Database:
    """A SQLite file and the thread that works on it.

    No other process may have the file open: this is faster, and avoids the corruption that two
    connections could cause in SQLite before 3.51.3.

    Attributes:
        path: the file.
        ballast: reserved disk space, released for the first deletions on a full disk.
        read_only_reason: why the file can't be written, in a sentence; None if it can.
    """

    def __init__(
        self, path: Path, ballast_bytes: int = BALLAST_BYTES, *, is_in_use: bool = False
    ) -> None:
        """Does not open the file. If another program has it, its content is read into memory."""
        self.path = path
        self.ballast = Ballast(path.with_name(f"{path.stem}.ballast"), ballast_bytes)
        self.read_only_reason: str | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")
        self._database = database_at(path)
        self._copy: TemporaryDirectory[str] | None = None
        self._is_in_use = is_in_use
        self._is_damaged = False
        self._identity: tuple[int, int] | None = None
        self._is_closed = False

    async def open(self) -> tuple[str, ...]:
        """Open or create the file and its tables; return notices for the user."""
        return await self._on_thread(self._open)

    async def run(
        self,
        work: Callable[[Session], _T],
        durability: Durability = Durability.AGAINST_CRASH,
        *,
        makes_room: bool = False,
    ) -> _T:
        """Run the work in one transaction. Raises StorageError, with nothing stored.

        Work that frees space may use the ballast of a full disk.
        """
        return await self._on_thread(partial(self._do, work, durability, makes_room=makes_room))

    async def with_driver(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Run work outside a transaction, such as a backup. Raises StorageError."""
        return await self._on_thread(partial(self._with_driver, work))

    async def mark_suspect(self) -> None:
        """Make the next start check and repair the whole file."""
        await self._on_thread(self._mark_suspect)

    async def restore_file(self) -> None:
        """Write the file again, with all its content, after it was deleted or moved.

        A file that is now in its place is put aside. Raises StorageError.
        """
        await self._on_thread(self._restore_file)

    async def restore_backup(self, backup: Path) -> tuple[str, ...]:
        """Replace the file by a backup, and keep its old state as a backup.

        Return notices for the user. Raises BackupRefused, StorageError.
        """
        return await self._on_thread(partial(self._restore_backup, backup))

    async def close(self) -> None:
        """Finish the submitted work, and close. May be called twice."""
        if self._is_closed:
            return
        self._is_closed = True
        await self._on_thread(self._close, is_last=True)

    async def _on_thread(self, work: Callable[[], _T], *, is_last: bool = False) -> _T:
        # Shielded: submitted work is done even if the caller is cancelled meanwhile,
        # so that a message which the user saw being sent is not dropped from the queue.
        job = asyncio.get_running_loop().run_in_executor(self._thread, work)
        if is_last:  # at once: work that follows would open the file again
            self._thread.shutdown(wait=False)
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            job.add_done_callback(_log_failure)
            raise

    def _open(self) -> tuple[str, ...]:
        if self._is_in_use:
            with translate_errors(self.path):
                self.read_only_reason = _IS_IN_USE
                self._open_image(opening.image_in_use(self.path))
                return ()
        with translate_errors(self.path):
            # The order matters: a pipe in place of the file would block the first read, and
            # a file that can only be read must be known before anything is repaired.
            strange = opening.move_non_files_aside(self.path)
            warnings: tuple[str, ...] = ()
            self.read_only_reason = opening.read_only_reason(self.path)
            if self.read_only_reason is None:
                warnings = self._open_or_make_room()
            if self.read_only_reason is not None:
                warnings = (self.read_only_reason, *self._open_copy())
            return (*strange, *warnings)

    def _open_or_make_room(self) -> tuple[str, ...]:
        """Open the file for writing; on a full disk release the ballast, or open read-only."""
        try:
            return self._open_file()
        except (DiskFull, StorageFailed):
            self._database.dispose()
            if not opening.is_full(self.path.parent):
                raise
        if self.ballast.release():
            try:
                return (_room_was_made(self.path), *self._open_file())
            except (DiskFull, StorageFailed):
                self._database.dispose()
        self.read_only_reason = lazy(
            "There is no room left on the disk of {folder}. The chats can be read, "
            "but new messages are not saved. Free some space, and restart Hubbub.",
            folder=self.path.parent,
        )
        return ()

    def _open_file(self) -> tuple[str, ...]:
        with translate_errors(self.path):
            # A killed rescue is finished first, or an empty database would be created in its place.
            # The journal is counted before SQLite opens it, which overwrites what it can't use.
            rescue.finish_interrupted(self.path)
            restore.remove_interrupted(self.path)
            lost = opening.lost_changes(self.path)
            warnings = self._make_usable(self.path)
            # The mark comes last: it indicates a run that may have left the file incomplete.
            opening.mark_running(self.path)
            self._identity = opening.identity_of(self.path)
            return (*opening.location_notices(self.path), *lost, *warnings)

    def _open_copy(self) -> tuple[str, ...]:
        # SQLite can't read a journal without write access, and a newer program's file must
        # stay as it is, to the byte.
        try:
            self._copy = TemporaryDirectory(prefix="hubbub-", ignore_cleanup_errors=True)
            copy = opening.copy_to(self.path, Path(self._copy.name))
        except OSError:  # there is no space for a copy
            self._open_image(opening.applied(self.path, rescue.companion(self.path, "-wal")))
            return ()
        self._database = database_at(copy)
        warnings = () if opening.is_too_new(copy) else self._make_usable(copy)
        self._database.dispose()
        self._database = database_at(copy, is_read_only=True)
        return warnings

    def _open_image(self, image: bytes) -> None:
        """Read the content of the file in memory."""
        self._database = database_at(self.path, image=image)
        if not opening.is_too_new(self.path):
            schema.upgrade(self._database, None)
        with self._database.connect() as connection:
            image = driver_of(connection).serialize()
        self._database.dispose()
        self._database = database_at(self.path, is_read_only=True, image=image)

    def _make_usable(self, path: Path) -> tuple[str, ...]:
        warnings: tuple[str, ...] = ()
        damage = opening.damage_of(path)
        if damage is not None:
            warnings += rescue.replace_damaged(path, damage)
        try:
            with translate_errors(path):
                schema.upgrade(self._database, path)
        except DatabaseDamaged as error:
            # The check passed, but reading the rows failed.
            self._database.dispose()
            warnings += rescue.replace_damaged(path, str(error.__cause__))
            schema.upgrade(self._database, path)
        return warnings

    def _do(self, work: Callable[[Session], _T], durability: Durability, *, makes_room: bool) -> _T:
        try:
            return self._transact(work, durability)
        except DatabaseDamaged as error:
            if not is_index_damage(error):
                raise
            with translate_errors(self.path), self._database.connect() as connection:
                search_index.rebuild(connection)
        except DiskFull:
            if not (makes_room and self.ballast.release()):
                raise
        return self._transact(work, durability)

    def _transact(self, work: Callable[[Session], _T], durability: Durability) -> _T:
        try:
            with translate_errors(self.path):
                self._check_identity()
                result = self._committed(work, durability)
                fault_point(FaultPoint.COMMITTED)
                return result
        except ReadOnlyStorage as error:
            if self.read_only_reason is None:
                raise
            raise ReadOnlyStorage(self.read_only_reason) from error
        except (DatabaseDamaged, StorageFailed) as error:
            self._drop_connection(error)
            raise

    def _committed(self, work: Callable[[Session], _T], durability: Durability) -> _T:
        with (
            self._database.connect() as connection,
            Session(
                connection.execution_options(**{DURABILITY: durability}), expire_on_commit=False
            ) as session,
            session.begin(),
        ):
            fault_point(FaultPoint.TRANSACTION_BEGUN)
            result = work(session)
            session.flush()
            fault_point(FaultPoint.BEFORE_COMMIT)
            return result

    def _mark_suspect(self) -> None:
        with translate_errors(self.path):
            self._is_damaged = True  # keeps the mark
            opening.mark_suspect(self.path)

    def _check_identity(self) -> None:
        # The system allows writing to a deleted file, whose content is lost when it is closed.
        if self._identity is None or opening.identity_of(self.path) == self._identity:
            return
        raise HistoriesLost(
            lazy(
                "The chats in {path} were deleted or moved while Hubbub is running. New "
                "messages can't be saved there.",
                path=self.path,
            )
        )

    def _restore_file(self) -> None:
        with translate_errors(self.path):
            if self._identity == opening.identity_of(self.path):
                return
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self._database.connect() as connection:
                rescue.write_lost_file(driver_of(connection), self.path)
            # Closing the connection deletes the journal by name, so this happens in between.
            self._database.dispose()
            rescue.finish_interrupted(self.path)
            opening.mark_running(self.path)
            self._identity = opening.identity_of(self.path)

    def _restore_backup(self, backup: Path) -> tuple[str, ...]:
        if self.read_only_reason is not None:
            raise ReadOnlyStorage(self.read_only_reason)
        with translate_errors(self.path):
            self._check_identity()
            try:
                with self._database.connect() as connection:
                    restore.prepare(self.path, backup, driver_of(connection))
                self._database.dispose()
                restore.swap(self.path)
            finally:
                restore.remove_interrupted(self.path)
        return self._open_file()

    def _with_driver(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        with translate_errors(self.path), self._database.connect() as connection:
            return work(driver_of(connection))

    def _drop_connection(self, error: StorageError) -> None:
        # After a failed fsync the system may report lost pages as written; only a
        # new connection reads what is really there.
        self._database.dispose()
        self._is_damaged = self._is_damaged or isinstance(error, DatabaseDamaged)

    def _close(self) -> None:
        self._database.dispose()
        if self._copy is not None:
            self._copy.cleanup()
        if self.read_only_reason is None and not self._is_damaged:
            opening.mark_ended(self.path)  # otherwise the next start checks every page


class Repository(Protocol):
    """Base of classes whose methods are transactions on a database."""

    database: Database


_R = TypeVar("_R", bound=Repository)


_Work = Callable[Concatenate[_R, Session, _P], _T]


_Method = Callable[Concatenate[_R, _P], Coroutine[object, object, _T]]


def transaction(
    durability: Durability = Durability.AGAINST_CRASH, *, makes_room: bool = False
) -> Callable[[_Work[_R, _P, _T]], _Method[_R, _P, _T]]:
    """Run a method of a repository as one transaction on the database thread.

    The method receives the session; callers await it without one.
    """

    def as_transaction(work: _Work[_R, _P, _T]) -> _Method[_R, _P, _T]:
        @wraps(work)
        async def run(self: _R, /, *args: _P.args, **values: _P.kwargs) -> _T:
            return await self.database.run(
                lambda session: work(self, session, *args, **values),
                durability,
                makes_room=makes_room,
            )

        return run

    return as_transaction


def _log_failure(job: asyncio.Future[_T]) -> None:
    """Log a failure whose caller is gone; re-raise a bug, so that it is reported."""
    error = None if job.cancelled() else job.exception()
    if isinstance(error, StorageError):
        _log.warning("A database call failed after its caller was cancelled: %s", error)
    elif error is not None:
        raise error


def _room_was_made(path: Path) -> str:
    return lazy(
        "The disk with {folder} is almost full, and Hubbub is using its reserve. "
        "Free some space soon.",
        folder=path.parent,
    )


class Ballast:
    """A file at ``path`` that reserves disk space from ``load`` until ``release``."""

    def __init__(self, path: Path, byte_count: int = BALLAST_BYTES) -> None:
        self._path = path
        self._byte_count = byte_count

    def load(self) -> None:
        """Create the file if it is missing and the disk has plenty of space."""
        if self._path.exists():
            return
        if shutil.disk_usage(self._path.parent).free < self._byte_count * _ROOM_FACTOR:
            return
        # Without space, nothing is reserved.
        with suppress(OSError), atomic_replace(self._path) as part:
            _fill(part, self._byte_count)

    def release(self) -> bool:
        """Release the space; return whether any was reserved."""
        try:
            self._path.unlink()
        except OSError:
            return False
        fault_point(FaultPoint.BALLAST_RELEASED)
        return True


def _fill(path: Path, byte_count: int) -> None:
    # Written completely, since a sparse file reserves nothing.
    with path.open("wb") as file:
        for _ in range(byte_count // _BLOCK_BYTES):
            file.write(bytes(_BLOCK_BYTES))
