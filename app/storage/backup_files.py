"""Verified copies of the histories: daily, and before every schema step and every restore.

Seven daily backups are kept, and one per week for the four weeks before. All others are deleted
after thirty days, once there is a newer daily one.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from app.domain.backups import BackupKind
from app.errors import DatabaseDamaged, StorageFailed, lazy
from app.storage.fault_points import FaultPoint, fault_point
from app.storage.plain_text import unpacked
from engine.files import atomic_replace

_DAILY_COUNT = 7
_PACKED = (  # drafts and queued messages with files
    "SELECT draft FROM conversation WHERE instr(draft, char(28)) UNION ALL "
    "SELECT text FROM queued_message WHERE instr(text, char(28))"
)
_WEEKLY_COUNT = 4
_OTHERS_KEPT = timedelta(days=30)
_LONGEST_DAYS = 100  # a backup with a name in the far future has no known end
_DAILY = "-day-"
_STEP = "-form-"
_REPLACED = "-replaced-"


def folder_of(path: Path) -> Path:
    """Return the folder of a database's backups."""
    return path.parent / "backups"


def before_step(path: Path, version: int) -> Path:
    """Return the name of the backup before a schema step."""
    return folder_of(path) / f"{path.stem}{_STEP}{version}-{_moment()}{path.suffix}"


def before_restore(path: Path) -> Path:
    """Return the name of the backup before another one is restored."""
    return folder_of(path) / f"{path.stem}{_REPLACED}{_moment()}{path.suffix}"


def kind_of(backup: Path) -> BackupKind:
    """Return why a backup was made."""
    if _STEP in backup.stem:
        return BackupKind.BEFORE_UPDATE
    return BackupKind.BEFORE_RESTORE if _REPLACED in backup.stem else BackupKind.DAILY


def due(path: Path, now: datetime) -> Path | None:
    """Return the name of today's backup; None if it exists."""
    today = folder_of(path) / f"{path.stem}{_DAILY}{now.astimezone(UTC).date()}{path.suffix}"
    return None if today.exists() else today


def newest_first(path: Path) -> Iterator[Path]:
    """Yield all backups, the most recent first."""
    return iter(sorted(_files(path, f"{path.stem}*{path.suffix}"), key=_written, reverse=True))


def day_of(backup: Path) -> str:
    """Return the day on which a backup was made, as ISO 8601."""
    return datetime.fromtimestamp(backup.stat().st_mtime, UTC).date().isoformat()


def make(source: sqlite3.Connection, target: Path) -> None:
    """Write a verified copy of an open database; ``target`` appears only when it is complete.

    Raises DatabaseDamaged if the copy differs from the source.
    """
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with atomic_replace(target) as part:
            _copy(source, part)
            fault_point(FaultPoint.BACKUP_COPIED)
        fault_point(FaultPoint.BACKUP_MADE)
    except OSError as error:
        raise StorageFailed(
            lazy(
                "No backup could be written to {folder}: {reason}. The older backups are kept.",
                folder=target.parent,
                reason=error,
            )
        ) from error


def rotate(path: Path) -> None:
    """Delete the daily backups that are too old."""
    remove_parts(path)
    days = _days(path)
    kept = _kept(set(days))
    for day, backup in days.items():
        if day not in kept:
            backup.unlink(missing_ok=True)


def expire(path: Path, now: datetime, *, day: datetime) -> None:
    """Delete the other backups that are thirty days older than ``day``, if a daily one is newer.

    A backup from the future, made with a wrong clock, counts as made today.
    """
    newest = max((_written(backup) for backup in _days(path).values()), default=0.0)
    oldest = day.timestamp() - _OTHERS_KEPT.total_seconds()
    for backup in tuple(newest_first(path)):
        if kind_of(backup) is BackupKind.DAILY:
            continue
        written = _written(backup)
        if written > now.timestamp():
            os.utime(backup, (now.timestamp(), now.timestamp()))
        elif written < min(newest, oldest):
            backup.unlink(missing_ok=True)


def remove_parts(path: Path) -> None:
    """Delete incomplete backups left by a killed program."""
    for part in folder_of(path).glob(f"{path.stem}*.part"):
        part.unlink(missing_ok=True)


def last_day(path: Path, backup: Path, today: date) -> date:
    """Return the day on which a backup is deleted, if the program runs every day until then."""
    own = _day_of(backup)
    if own is None:
        return datetime.fromtimestamp(_written(backup), UTC).date() + _OTHERS_KEPT
    days = set(_days(path)) | {today}
    for _ in range(_LONGEST_DAYS):
        today += timedelta(days=1)
        days = _kept(days | {today})
        if own not in days:
            break
    return today


def replaced_digests(path: Path) -> set[str]:
    """Return the digests of attachments of replaced histories, which can be restored."""
    digests: set[str] = set()
    for backup in newest_first(path):
        if kind_of(backup) is BackupKind.BEFORE_RESTORE:
            # Read only: a backup that was just deleted must not be created again, empty.
            uri = f"{backup.absolute().as_uri()}?mode=ro"
            with suppress(sqlite3.Error), closing(sqlite3.connect(uri, uri=True)) as source:
                digests.update(d for (d,) in source.execute("SELECT digest FROM attachment"))
                for (text,) in source.execute(_PACKED):
                    digests.update(each.digest for each in unpacked(text).media)
                # Last, since older schemas have no such table.
                digests.update(d for (d,) in source.execute("SELECT digest FROM source_version"))
    return digests


def _days(path: Path) -> dict[date, Path]:
    found = {_day_of(each): each for each in _files(path, f"{path.stem}{_DAILY}*.*")}
    return {day: backup for day, backup in found.items() if day is not None}


def _files(path: Path, pattern: str) -> list[Path]:
    # A folder, a pipe or a broken link may have such a name, and must not be opened.
    return [each for each in folder_of(path).glob(pattern) if each.is_file()]


def _written(backup: Path) -> float:
    try:
        return backup.stat().st_mtime
    except FileNotFoundError:  # deleted after it was listed
        return 0.0


def _moment() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")


def _kept(days: set[date]) -> set[date]:
    newest_first = sorted(days, reverse=True)
    daily = newest_first[:_DAILY_COUNT]
    # The newest of each week is kept.
    weeks: dict[date, date] = {}
    for day in newest_first[_DAILY_COUNT:]:
        weeks.setdefault(day - timedelta(days=day.weekday()), day)
    return {*daily, *list(weeks.values())[:_WEEKLY_COUNT]}


def _day_of(backup: Path) -> date | None:
    try:
        return date.fromisoformat(backup.stem.rpartition(_DAILY)[2])
    except ValueError:
        return None


def _copy(source: sqlite3.Connection, target: Path) -> None:
    with closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        # A copy of a WAL database would leave a journal in the folder.
        copy.execute("PRAGMA journal_mode = DELETE").fetchall()
        is_whole = copy.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        if not is_whole or _row_counts(copy) != _row_counts(source):
            raise DatabaseDamaged(
                lazy(
                    "The new backup in {folder} was not complete. The older backups are kept.",
                    folder=target.parent,
                )
            )


def _row_counts(connection: sqlite3.Connection) -> dict[str, int]:
    # The index tables of FTS5 have no rows to count.
    names = [
        name
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        )
    ]
    return {
        name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names
    }
