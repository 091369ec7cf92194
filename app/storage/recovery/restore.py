"""Replaces the histories by a backup; their previous state becomes a backup."""

import sqlite3
from contextlib import closing
from pathlib import Path

from app.errors import BackupRefused, StorageFailed, lazy
from app.storage import backup_files
from app.storage.connecting import DAMAGE, reader
from app.storage.fault_points import FaultPoint, fault_point
from app.storage.recovery import rescue, soundness
from app.storage.schema import APPLICATION_ID, SCHEMA_VERSION
from engine.files import part_of


def refusal_of(connection: sqlite3.Connection) -> str:
    """Return why a backup can't be restored, in a sentence; empty if it can."""
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application_id != APPLICATION_ID or version < 1:
        return lazy("It is not a backup of Hubbub.")
    if version > SCHEMA_VERSION:
        return lazy(
            "It was written by a newer version of Hubbub (database version {version}, this one "
            "knows {schema_version}). Use that version to restore it.",
            version=version,
            schema_version=SCHEMA_VERSION,
        )
    return ""


def prepare(path: Path, backup: Path, driver: sqlite3.Connection) -> Path:
    """Make a verified copy of a backup next to the histories, and back up their state.

    Return the path of that backup. Raises BackupRefused; nothing is replaced yet.
    """
    try:
        with closing(reader(backup)) as source:
            _check(source, backup)
    except (*DAMAGE, OSError) as error:
        raise _refused(backup, lazy("It can't be read ({reason}).", reason=error)) from error
    with closing(reader(backup)) as source:
        backup_files.make(source, _restored(path))
    fault_point(FaultPoint.RESTORE_COPIED)
    kept = backup_files.before_restore(path)
    backup_files.make(driver, kept)
    fault_point(FaultPoint.RESTORE_KEPT)
    return kept


def swap(path: Path) -> None:
    """Replace the histories, which must not be open, by the copy.

    Raises StorageFailed, without replacing anything, if their journal remains: it would be applied
    to the backup.
    """
    journal = rescue.companion(path, "-wal")
    if journal.exists() and journal.stat().st_size:
        raise StorageFailed(lazy("The journal of {path} could not be closed.", path=path))
    _restored(path).replace(path)
    fault_point(FaultPoint.RESTORE_SWAPPED)


def remove_interrupted(path: Path) -> None:
    """Delete the copy left by a restore that was killed before replacing anything."""
    for file in (_restored(path), part_of(_restored(path))):
        file.unlink(missing_ok=True)


def _check(source: sqlite3.Connection, backup: Path) -> None:
    refusal = refusal_of(source)
    if refusal:
        raise _refused(backup, refusal)
    (version,) = source.execute("PRAGMA user_version").fetchone()
    fault = soundness.fault_of(source, is_current=version == SCHEMA_VERSION)
    if fault is not None:
        raise _refused(backup, lazy("It is damaged ({fault}).", fault=fault))


def _refused(backup: Path, reason: str) -> BackupRefused:
    return BackupRefused(
        lazy(
            "The backup “{name}” can't be restored. {reason} Choose another one.",
            name=backup.name,
            reason=reason,
        )
    )


def _restored(path: Path) -> Path:
    return path.with_name(f"{path.stem}.restored{path.suffix}")
