"""Periodic work: backups, their weekly check, the count of days, the ballast."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.errors import lazy
from app.storage import backup_files
from app.storage.connecting import DAMAGE, Durability, named_rows, reader
from app.storage.database import Database
from app.storage.recovery import repairer
from app.storage.tables import SeenDayRow

_STEPS_BETWEEN_LOOKS = 20_000  # of SQLite's virtual machine; a few milliseconds
_CHUNK_ROWS = 200
_PAUSE_SECONDS = (
    0.03  # between chunks: comparing texts holds the GIL, which the window needs for drawing
)
_WEEK = timedelta(days=7)
_DAYS_BEFORE_PURGE = 3
_NOTED_DAYS = 60


class _Findings(msgspec.Struct, frozen=True):
    """The result of a check.

    Attributes:
        fault: the fault of the file, or None.
        damaged_ids: ids of damaged messages.
    """

    fault: str | None = None
    damaged_ids: tuple[int, ...] = ()


def _inspect(path: Path, stop: threading.Event) -> _Findings | None:
    """Check a whole file; return None if stopped before the end. Slow."""
    with closing(reader(path)) as connection:
        connection.set_progress_handler(lambda: int(stop.is_set()), _STEPS_BETWEEN_LOOKS)
        try:
            (finding,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if finding != "ok":
                return _Findings(fault=str(finding))
            damaged = tuple(_damaged(connection, stop))
        except DAMAGE as error:
            return None if stop.is_set() else _Findings(fault=str(error))
    return None if stop.is_set() else _Findings(damaged_ids=damaged)


def _damaged(connection: sqlite3.Connection, stop: threading.Event) -> Iterator[int]:
    rows = named_rows(connection.execute("SELECT * FROM message ORDER BY id"))
    while chunk := list(islice(rows, _CHUNK_ROWS)):
        for values in chunk:
            if not repairer.is_sealed(values):
                yield int(values["id"] or 0)
        if stop.wait(_PAUSE_SECONDS):
            return


class Upkeep:
    """Makes and checks backups, and reserves space for a full disk."""

    def __init__(self, database: Database, lock: asyncio.Lock, now: Callable[[], datetime]) -> None:
        """``lock`` is held while backups are written."""
        self._database = database
        self._lock = lock
        self._now = now
        self._stop = threading.Event()

    def open(self) -> None:
        """Allow checks again: the histories outlive a window that is rebuilt."""
        self._stop.clear()

    def close(self) -> None:
        """Stop a running check of a backup, and prevent others."""
        self._stop.set()

    async def back_up(self) -> Path | None:
        """Make today's backup and delete old ones; return None if it exists already.

        Raises StorageError, with the older backups unchanged.
        """
        async with self._lock:
            target = backup_files.due(self._database.path, self._now())
            if target is None:
                return None
            await self._database.with_driver(partial(backup_files.make, target=target))
            await asyncio.to_thread(backup_files.rotate, self._database.path)
            return target

    async def expire_backups(self, day: datetime) -> None:
        """Delete backups, except daily ones, that are thirty days older than this day."""
        async with self._lock:
            work = partial(backup_files.expire, self._database.path, self._now(), day=day)
            await asyncio.to_thread(work)

    async def load_ballast(self) -> None:
        """Reserve some disk space if the disk has plenty."""
        await asyncio.to_thread(self._database.ballast.load)

    async def note_day(self) -> datetime | None:
        """Record that the program runs today; return the third-last recorded day, if any.

        A clock that jumps ahead for a day or two expires nothing: purging waits for three days on
        which the program ran. Days in the future are removed.
        """
        today = self._now().astimezone(UTC).date().isoformat()
        work = partial(_note_day, today=today)
        day = await self._database.run(work, Durability.AGAINST_POWER_LOSS)
        return None if day is None else datetime.fromisoformat(day).replace(tzinfo=UTC)

    async def check(self) -> tuple[str, ...]:
        """Check the newest backup completely, once a week; return notices for the user.

        Damaged messages are restored from older backups. Raises StorageError.
        """
        if self._database.read_only_reason is not None:
            return ()
        today = self._now().astimezone(UTC).date()
        last_week = (max(today, date.min + _WEEK) - _WEEK).isoformat()
        newest = next(backup_files.newest_first(self._database.path), None)
        if newest is None or await self._database.run(partial(_was_checked, since=last_week)):
            return ()
        findings = await asyncio.to_thread(_inspect, newest, self._stop)
        if findings is None:
            return ()
        await self._database.run(partial(_note_check, today=today.isoformat()))
        if findings.fault is not None:
            await self._database.mark_suspect()
            return (_fault_sentence(findings.fault),)
        return await self._repaired(findings.damaged_ids)

    async def _repaired(self, damaged_ids: tuple[int, ...]) -> tuple[str, ...]:
        if not damaged_ids:
            return ()
        work = partial(repairer.from_backups, message_ids=damaged_ids, path=self._database.path)
        count = await self._database.run(work, Durability.AGAINST_POWER_LOSS)
        return (
            lazy(
                "The weekly check of the chats found damaged messages: {damaged:,}. "
                "Restored from a backup: {restored:,}. The others are marked.",
                damaged=len(damaged_ids),
                restored=count,
            ),
        )


def _note_day(session: Session, *, today: str) -> str | None:
    session.execute(delete(SeenDayRow).where(SeenDayRow.day > today))
    if session.get(SeenDayRow, today) is None:
        session.add(SeenDayRow(day=today, is_checked=False))
        session.flush()
    newest_first = select(SeenDayRow.day).order_by(SeenDayRow.day.desc()).limit(_NOTED_DAYS)
    days = session.scalars(newest_first).all()
    session.execute(delete(SeenDayRow).where(SeenDayRow.day < days[-1]))
    return days[_DAYS_BEFORE_PURGE - 1] if len(days) >= _DAYS_BEFORE_PURGE else None


def _was_checked(session: Session, *, since: str) -> bool:
    checked = select(SeenDayRow.day).where(SeenDayRow.is_checked, SeenDayRow.day > since)
    return session.scalar(checked.limit(1)) is not None


def _note_check(session: Session, *, today: str) -> None:
    session.merge(SeenDayRow(day=today, is_checked=True))


def _fault_sentence(fault: str) -> str:
    return lazy(
        "The weekly check of the chats found damage ({fault}). Close Hubbub and "
        "start it again: it keeps the damaged file and continues with all that can be "
        "read.",
        fault=fault,
    )
