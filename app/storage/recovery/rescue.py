"""Replaces a damaged file by a new one with all readable content, and puts it aside.

The new file gets its name only when it is complete, so that a killed rescue is repeated or
finished at the next start.
"""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine

from app.errors import HistoriesLost, lazy, lazy_join
from app.storage import backup_files, schema
from app.storage.connecting import DAMAGE, database_at, driver_of, reader
from app.storage.fault_points import FaultPoint, fault_point
from app.storage.recovery.repairer import Recovery, Repairer
from engine.files import atomic_replace, move

HEADER_BYTES = 100  # SQLite treats a file of one byte as empty, and would overwrite it
COMPANIONS = ("-wal", "-shm", "-journal", "-running")


def replace_damaged(path: Path, damage: str) -> tuple[str, ...]:
    """Replace an unusable file, and return a sentence about the recovered content."""
    fault_point(FaultPoint.RESCUE_BEGUN)
    recovery = _write(path, _rescued(path))
    fault_point(FaultPoint.RESCUE_NAMED)
    aside = _put_aside(path)
    fault_point(FaultPoint.DAMAGED_ASIDE)
    move(_rescued(path), path)
    return (
        lazy(
            "The chats in {path} can't be used: {damage}. The file was put aside as "
            "“{aside}”, nothing of it was deleted. {rest}",
            path=path,
            damage=damage,
            aside=aside.name,
            rest=_summary(recovery),
        ),
    )


def write_lost_file(connection: sqlite3.Connection, path: Path) -> None:
    """Write the database of an open connection to a new file after its file was deleted.

    ``finish_interrupted`` gives it its name.

    A file that is now at the path is put aside. Raises HistoriesLost if the connection is new,
    and so does not have the content of the old file.
    """
    if connection.execute("PRAGMA application_id").fetchone() != (schema.APPLICATION_ID,):
        raise HistoriesLost(
            lazy(
                "The chats in {path} can't be written again: Hubbub no longer holds their content.",
                path=path,
            )
        )
    backup_files.make(connection, _rescued(path))
    fault_point(FaultPoint.LOST_FILE_WRITTEN)
    if path.exists():
        _put_aside(path)


def finish_interrupted(path: Path) -> None:
    """Move a rescued file to its place, if the program was killed just before that."""
    if not path.exists() and _rescued(path).exists():
        move(_rescued(path), path)


def companion(path: Path, suffix: str) -> Path:
    """Return the path of a companion file of a database, such as its journal."""
    return path.with_name(path.name + suffix)


def _rescued(path: Path) -> Path:
    return path.with_name(f"{path.stem}.rescued{path.suffix}")


def _write(path: Path, rescued: Path) -> Recovery:
    rescued.unlink(missing_ok=True)
    with atomic_replace(rescued) as part:
        for suffix in COMPANIONS:
            companion(part, suffix).unlink(missing_ok=True)
        database = database_at(part)
        try:
            schema.upgrade(database, part)
            recovery = _recover(database, path)
        finally:
            database.dispose()
        fault_point(FaultPoint.RESCUE_WRITTEN)
    return recovery


def _recover(database: Engine, path: Path) -> Recovery:
    with database.connect() as connection:
        target = driver_of(connection)
        target.execute("PRAGMA foreign_keys = OFF")
        # One transaction: many small ones would each wait for the disk.
        target.execute("BEGIN IMMEDIATE")
        repairer = Repairer(target)
        # SQLite would delete the journal of an empty file.
        if path.exists() and path.stat().st_size >= HEADER_BYTES:
            with closing(reader(path)) as damaged:
                repairer.add_damaged(damaged)
        for backup in backup_files.newest_first(path):
            source = _opened(backup)
            if source is None:
                continue
            with closing(source):
                if _is_sound(source):
                    repairer.add_backup(source)
                    if not repairer.has_suspects:
                        break
        result = repairer.finish()
        target.execute("COMMIT")
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return result


def _opened(backup: Path) -> sqlite3.Connection | None:
    try:
        return reader(backup)
    except sqlite3.Error:
        return None  # an unreadable backup does not prevent using the others


def _is_sound(backup: sqlite3.Connection) -> bool:
    try:
        (version,) = backup.execute("PRAGMA user_version").fetchone()
        (finding,) = backup.execute("PRAGMA quick_check(1)").fetchone()
        return bool(0 < version <= schema.SCHEMA_VERSION and finding == "ok")
    except DAMAGE:
        return False


def aside_of(path: Path) -> Path:
    """Return an unused name for a file that is replaced but must not be deleted."""
    moment = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")
    return path.with_name(f"{path.stem}.damaged-{moment}{path.suffix}")


def _put_aside(path: Path) -> Path:
    aside = aside_of(path)
    # The main file is moved first: if interrupted, a journal without it is detected at the next
    # start, while a database without its journal would look complete.
    for suffix in ("", *COMPANIONS):
        if companion(path, suffix).exists():
            move(companion(path, suffix), companion(aside, suffix))
    return aside


def _summary(recovery: Recovery) -> str:
    if recovery.message_count == 0:
        return lazy("None of it could be read, and Hubbub starts with an empty list.")
    sentences = [
        lazy(
            "{messages:,} messages in {conversations:,} chats were recovered.",
            messages=recovery.message_count,
            conversations=recovery.conversation_count,
        )
    ]
    if recovery.from_backup_count:
        sentences.append(lazy("From a backup: {count:,}.", count=recovery.from_backup_count))
    if recovery.damaged_count:
        sentences.append(lazy("Marked as damaged: {count:,}.", count=recovery.damaged_count))
    return lazy_join(sentences)
