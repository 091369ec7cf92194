"""Looks at the file of the histories before it is opened, and puts an unusable one aside."""

import errno
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from app.errors import DatabaseDamaged, DatabaseTooNew, StorageFailed
from app.storage.schema import APPLICATION_ID, SCHEMA_VERSION
from app.storage.trouble import in_words, read_only

_COMPANIONS = ("-wal", "-shm", "-journal")
_ALWAYS_CHECKED_BYTES = 64 * 1024 * 1024  # about a tenth of a second of checking
_HEADER_BYTES = 100  # SQLite takes a file of one byte for an empty one, and would overwrite it
_LOCK_WAIT_SECONDS = 2.0


def make_usable(path: Path) -> tuple[str, ...]:
    """Put a file aside that is no sound database of ours; say so in the sentences returned.

    Raises DatabaseTooNew, with every byte left as it is, DatabaseInUse, ReadOnlyStorage.
    """
    _check_rights(path)
    try:
        with in_words(path):
            reason = _fault_of(path)
    except DatabaseDamaged as error:
        reason = str(error.__cause__)
    if reason is None:
        return ()
    aside = _put_aside(path)
    return (
        f"The histories in {path} can't be used: {reason}. The file was put aside as "
        f"“{aside.name}”, nothing of it was deleted, and new histories were begun.",
    )


def _check_rights(path: Path) -> None:
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
        if path.exists():
            path.open("r+b").close()
    except FileNotFoundError as error:
        raise StorageFailed(f"The folder {path.parent} for the histories is missing.") from error
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise read_only(path.parent, error.strerror) from error
        # Anything else, a full disk above all, does not keep anybody from reading.


def _fault_of(path: Path) -> str | None:
    journal_bytes = _size(_companion(path, "-wal"))
    file_bytes = _size(path)
    if file_bytes == 0:
        # SQLite would delete a journal that it finds beside an empty file.
        return "the file is empty while its journal is not" if journal_bytes else None
    if file_bytes < _HEADER_BYTES:
        return "it is too short to be a database"
    # Opened for reading only, SQLite neither copies the journal over nor deletes it.
    with closing(
        sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_LOCK_WAIT_SECONDS)
    ) as connection:
        if not _is_ours(connection):
            return "it belongs to another program"
        _check_version(connection, path)
        was_killed = journal_bytes > 0
        if was_killed or file_bytes <= _ALWAYS_CHECKED_BYTES:
            return _damage(connection)
    return None


def _is_ours(connection: sqlite3.Connection) -> bool:
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (table_count,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    is_unbegun = (application_id, table_count) == (0, 0)
    return is_unbegun or bool(application_id == APPLICATION_ID)


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise DatabaseTooNew(
            f"The histories in {path} were written by a newer version of Hubbub (form {version}, "
            f"this one knows {SCHEMA_VERSION}). Please use that version; nothing was changed."
        )


def _damage(connection: sqlite3.Connection) -> str | None:
    (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return None if finding == "ok" else str(finding)


def _put_aside(path: Path) -> Path:
    moment = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")
    aside = path.with_name(f"{path.stem}.damaged-{moment}{path.suffix}")
    # The main file goes first: stopped half-way, a journal without it is noticed at the next
    # start, while a database without its journal would look whole.
    for suffix in ("", *_COMPANIONS):
        if _companion(path, suffix).exists():
            _companion(path, suffix).rename(_companion(aside, suffix))
    return aside


def _companion(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
