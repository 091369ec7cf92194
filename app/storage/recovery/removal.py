"""Removes conversations from a backup by replacing it with a verified copy without them."""

import json
import os
import sqlite3
import threading
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path

from app.errors import BackupNotRewritten, DatabaseDamaged, lazy
from app.storage.connecting import DAMAGE, reader, tolerant
from app.storage.fault_points import FaultPoint, fault_point
from app.storage.search import index as search_index
from engine.files import atomic_replace, atomic_write

_STEPS_BETWEEN_LOOKS = 20_000  # of SQLite's virtual machine; a few milliseconds
_PRAGMAS = (
    # The copy is discarded on any failure, so a journal would only be another file with texts.
    "journal_mode = OFF",
    "synchronous = OFF",
    "temp_store = MEMORY",
    "secure_delete = ON",
    "foreign_keys = OFF",  # otherwise every conversation is searched for each deleted message
)


def note(path: Path, ids: Collection[str]) -> None:
    """Record conversations to remove from the backups, so that a restart continues this."""
    atomic_write(_note_of(path), json.dumps(sorted({*ids, *noted(path)})).encode())
    fault_point(FaultPoint.REMOVAL_NOTED)


def noted(path: Path) -> tuple[str, ...]:
    """Return the conversations that are still to be removed from the backups."""
    try:
        ids = json.loads(_note_of(path).read_bytes())
    except (OSError, ValueError):
        return ()
    return tuple(str(id_) for id_ in ids) if isinstance(ids, list) else ()


def discard_noted(path: Path, ids: Collection[str]) -> None:
    """Discard the record of these conversations; others recorded since then stay."""
    left = sorted({*noted(path)} - {*ids})
    if left:
        atomic_write(_note_of(path), json.dumps(left).encode())
    else:
        _note_of(path).unlink(missing_ok=True)


def held_in(backup: Path, ids: Collection[str]) -> frozenset[str]:
    """Return which of these conversations a backup contains. Raises errors of SQLite."""
    with closing(reader(backup)) as connection:
        _set_ids(connection, ids)
        query = "SELECT id FROM conversation WHERE id IN (SELECT id FROM temp.doomed)"
        return frozenset(id_ for (id_,) in connection.execute(query))


def remove(backup: Path, ids: Collection[str], stop: threading.Event) -> bool:
    """Rewrite a backup without these conversations; return False if it was stopped.

    If killed, it leaves the complete old or new backup. The modification time is kept. Raises
    BackupNotRewritten, with the backup unchanged.
    """
    if stop.is_set():
        return False
    try:
        if held_in(backup, ids):
            _rewrite(backup, ids, stop)
    except (*DAMAGE, OSError, DatabaseDamaged) as error:
        if stop.is_set():
            return False
        raise BackupNotRewritten(
            lazy(
                "The backup “{name}” could not be rewritten ({reason}). It was left as it is and "
                "may still hold what you deleted.",
                name=backup.name,
                reason=error,
            )
        ) from error
    return True


def _rewrite(backup: Path, ids: Collection[str], stop: threading.Event) -> None:
    status = backup.stat()
    with atomic_replace(backup) as part:
        with closing(reader(backup)) as source:
            _watch(source, stop)
            # Only used content is copied, so that pages contain nothing else.
            source.execute("VACUUM INTO ?", (str(part),))
            _set_ids(source, ids)
            kept = _kept_counts(source)
        fault_point(FaultPoint.REMOVAL_COPIED)
        with closing(tolerant(sqlite3.connect(part, isolation_level=None))) as copy:
            _watch(copy, stop)
            for pragma in _PRAGMAS:
                copy.execute(f"PRAGMA {pragma}").fetchall()
            _set_ids(copy, ids)
            _delete(copy)
            _check(copy, kept)
        # The order and expiry of backups depend on their modification times.
        os.utime(part, ns=(status.st_atime_ns, status.st_mtime_ns))
        fault_point(FaultPoint.REMOVAL_CHECKED)
    fault_point(FaultPoint.REMOVAL_NAMED)


def _watch(connection: sqlite3.Connection, stop: threading.Event) -> None:
    connection.set_progress_handler(lambda: int(stop.is_set()), _STEPS_BETWEEN_LOOKS)


def _set_ids(connection: sqlite3.Connection, ids: Collection[str]) -> None:
    connection.execute("CREATE TEMP TABLE doomed (id TEXT PRIMARY KEY)")
    connection.executemany("INSERT OR IGNORE INTO doomed VALUES (?)", ((id_,) for id_ in ids))


def _delete(copy: sqlite3.Connection) -> None:
    search_index.watch(copy)
    copy.execute("BEGIN")
    for table, where in _doomed_rows(copy):
        copy.execute(f'DELETE FROM "{table}" WHERE {where}')
    copy.execute("COMMIT")
    search_index.optimize(copy)  # deleted words stay in the index until it is merged


def _doomed_rows(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Yield each table with the rows to delete, for any schema; referenced tables come last."""
    doomed = "conversation_id IN (SELECT id FROM temp.doomed)"
    tables = [
        (name, {column for _, column, *_ in connection.execute(f'PRAGMA table_info("{name}")')})
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    ]
    for name, columns in tables:
        if "message_id" in columns:
            yield name, f"message_id IN (SELECT id FROM message WHERE {doomed})"
    for name, columns in tables:
        if "conversation_id" in columns:
            yield name, doomed
    yield "conversation", "id IN (SELECT id FROM temp.doomed)"


def _kept_counts(source: sqlite3.Connection) -> tuple[int, int]:
    (conversations,) = source.execute(
        "SELECT count(*) FROM conversation WHERE id NOT IN (SELECT id FROM temp.doomed)"
    ).fetchone()
    (messages,) = source.execute(
        "SELECT count(*) FROM message WHERE conversation_id NOT IN (SELECT id FROM temp.doomed)"
    ).fetchone()
    return int(conversations), int(messages)


def _check(copy: sqlite3.Connection, kept: tuple[int, int]) -> None:
    counts = tuple(
        copy.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for table in ("conversation", "message")
    )
    is_whole = copy.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
    orphan = copy.execute("PRAGMA foreign_key_check").fetchone()
    if counts != kept or not is_whole or orphan is not None:
        raise DatabaseDamaged(lazy("the copy without them was not complete"))


def _note_of(path: Path) -> Path:
    return path.with_name(f"{path.stem}.removal")
