"""Translates errors of SQLite to sentences for the user; the only module with its codes."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from app.errors import (
    DatabaseDamaged,
    DatabaseInUse,
    DiskFull,
    ReadOnlyStorage,
    StorageError,
    StorageFailed,
    lazy,
)

# The code for a damaged FTS5 table. A violated constraint has an extended code.
_INDEX_CODES = (sqlite3.SQLITE_CORRUPT_VTAB, sqlite3.SQLITE_CONSTRAINT)
_PRIMARY_CODE = 0xFF  # SQLite puts details into the higher bits of a code


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Raise errors of SQLite or the system about ``path`` as a StorageError.

    Bugs are not translated.
    """
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        failure = _failure(cause, path) if isinstance(cause, sqlite3.Error) else None
        if failure is None:
            raise
        raise failure from error
    except UnicodeDecodeError as error:
        # Broken text in rows is replaced; only messages about a broken schema arrive here.
        raise DatabaseDamaged(lazy("The database {path} is damaged.", path=path)) from error
    except OSError as error:
        raise _system_failure(error, path) from error


def is_index_damage(error: BaseException | None) -> bool:
    """Return whether an error, or its cause, is a damaged search index.

    The index can be rebuilt.
    """
    while error is not None:
        cause = error.orig if isinstance(error, DBAPIError) else error
        if getattr(cause, "sqlite_errorcode", None) in _INDEX_CODES:
            return True
        error = error.__cause__
    return False


def read_only(folder: Path, reason: object) -> ReadOnlyStorage:
    """Return the error for a folder that does not allow writing."""
    return ReadOnlyStorage(
        lazy(
            "The chats in {folder} can't be written: {reason}. Grant write access, "
            "and restart Hubbub.",
            folder=folder,
            reason=reason,
        )
    )


def _failure(error: sqlite3.Error, path: Path) -> StorageError | None:
    # Errors of the Python driver, such as misuse, have no code: they are bugs.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    if code in _INDEX_CODES:
        return _damaged(error, path)
    match code & _PRIMARY_CODE:
        case sqlite3.SQLITE_FULL:
            return _disk_full(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return read_only(path.parent, error)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseInUse(
                lazy(
                    "Another program holds the chats in {path} open. Close it and try again.",
                    path=path,
                )
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return _damaged(error, path)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_NOMEM:
            return _failed(error, path)
    return None


def _system_failure(error: OSError, path: Path) -> StorageError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _disk_full(path)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return read_only(path.parent, error)
    return _failed(error, path)


def _disk_full(path: Path) -> DiskFull:
    return DiskFull(
        lazy(
            "There is no room left on the disk of {folder}. Nothing older is lost; make "
            "room and try again.",
            folder=path.parent,
        )
    )


def _damaged(error: sqlite3.Error, path: Path) -> DatabaseDamaged:
    return DatabaseDamaged(
        lazy(
            "The chats in {path} are damaged ({reason}). Close the program and start "
            "it again: it puts the file aside and continues with all that can be read of it.",
            path=path,
            reason=error,
        )
    )


def _failed(error: Exception, path: Path) -> StorageFailed:
    return StorageFailed(
        lazy(
            "The chats in {path} could not be read or written: {reason}. Try again; if "
            "it happens again, check the disk.",
            path=path,
            reason=error,
        )
    )
