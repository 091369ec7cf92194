"""A good copy of yesterday is always there, and damage is filled from it."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.errors import StorageFailed
from app.storage.fault_points import FaultPoint, listen, stop_listening
from app.storage.history import History
from app.storage.recovery import ballast
from tests.app.storage.failing import failure
from tests.app.storage.turns import answered

DAY = timedelta(days=1)
START = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def small_ballast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ballast, "_ROOM_FACTOR", 1)


def backups_of(path: Path) -> list[str]:
    return sorted(backup.name for backup in (path.parent / "backups").iterdir())


async def test_each_day_has_one_backup_and_old_ones_thin_out(path: Path) -> None:
    history = await History.open(path, now=lambda: moment)
    for day in range(60):
        moment = START + day * DAY
        assert await history.upkeep.back_up() is not None
        assert await history.upkeep.back_up() is None
    await history.close()
    names = backups_of(path)
    days = [datetime.fromisoformat(name[len("hubbub-day-") : -len(".db")]) for name in names]
    assert len(days) == 11
    assert [day.date() for day in days[4:]] == [(START + n * DAY).date() for n in range(53, 60)]
    assert {day.weekday() for day in days[:3]} == {6}


async def test_a_backup_holds_what_the_histories_hold(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "keep me")
    backup = await history.upkeep.back_up()
    await history.close()
    assert backup is not None
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        texts = connection.execute("SELECT text FROM message ORDER BY id").fetchall()
    assert texts == [("keep me",), ("re: keep me",)]


async def test_a_backup_that_fails_leaves_the_older_ones_and_no_piece(path: Path) -> None:
    history = await History.open(path, now=lambda: moment)
    moment = START
    await history.upkeep.back_up()
    before = backups_of(path)
    moment = START + DAY
    listen(failure(FaultPoint.BACKUP_COPIED))
    with pytest.raises(StorageFailed, match="backup"):
        await history.upkeep.back_up()
    stop_listening()
    await answered(history, "goes on")
    await history.close()
    assert backups_of(path) == before
