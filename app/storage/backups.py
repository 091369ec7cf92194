"""Checked copies of the histories: one before every schema step, one each day.

Seven daily ones are kept, and of the weeks before them one each for four weeks.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from app.errors import DatabaseDamaged, StorageFailed, lazy
from app.storage.fault_points import FaultPoint, fault_point
from engine.files import atomic_replace

_DAILY_COUNT = 7
_WEEKLY_COUNT = 4
_STEP_COUNT = 3
_DAILY = "-day-"
_STEP = "-form-"


def folder_of(path: Path) -> Path:
    """Return where the backups of a database lie."""
    return path.parent / "backups"


def before_step(path: Path, version: int) -> Path:
    """Return the name of the backup that is made before a schema step."""
    moment = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")
    return folder_of(path) / f"{path.stem}{_STEP}{version}-{moment}{path.suffix}"


def due(path: Path, now: datetime) -> Path | None:
    """Return the name of today's backup; None if it was made."""
    today = folder_of(path) / f"{path.stem}{_DAILY}{now.astimezone(UTC).date()}{path.suffix}"
    return None if today.exists() else today


def newest_first(path: Path) -> Iterator[Path]:
    """Yield all backups, the one that was made last before the others."""
    found = folder_of(path).glob(f"{path.stem}*{path.suffix}")
    return iter(sorted(found, key=lambda backup: backup.stat().st_mtime_ns, reverse=True))


def day_of(backup: Path) -> str:
    """Return the day on which a backup was made, as ISO 8601."""
    return datetime.fromtimestamp(backup.stat().st_mtime, UTC).date().isoformat()


def make(source: sqlite3.Connection, target: Path) -> None:
    """Write a checked copy of an open database; ``target`` appears only when it is whole.

    Raises DatabaseDamaged if the copy is not what the source is.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
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
    """Delete the backups that are too old."""
    folder = folder_of(path)
    for backup in folder.glob(f"{path.stem}*.part"):
        backup.unlink(missing_ok=True)  # of a program that was killed
    days = {_day_of(backup): backup for backup in folder.glob(f"{path.stem}{_DAILY}*")}
    kept = _kept({day for day in days if day is not None})
    for day, backup in days.items():
        if day is not None and day not in kept:
            backup.unlink(missing_ok=True)
    # By the time of writing: the clock in a name may have been wrong.
    steps = sorted(
        folder.glob(f"{path.stem}{_STEP}*"), key=lambda backup: backup.stat().st_mtime_ns
    )
    for backup in steps[:-_STEP_COUNT]:
        backup.unlink(missing_ok=True)


def _kept(days: set[date]) -> set[date]:
    newest_first = sorted(days, reverse=True)
    daily = newest_first[:_DAILY_COUNT]
    # The newest of every week stands for it.
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
        # A copy of a WAL file is one as well, and would leave a journal of its own in the folder.
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
    # The index tables of FTS5 have no rows of their own to count.
    names = [
        name
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        )
    ]
    return {
        name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names
    }
