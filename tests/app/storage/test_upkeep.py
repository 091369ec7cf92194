"""Once a week the newest backup is checked, and what it shows is repaired."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain.conversations import SearchQuery
from app.errors import StorageFailed
from app.storage.fault_points import FaultPoint, listen, stop_listening
from app.storage.history import History
from tests.app.storage.failing import failure
from tests.app.storage.turns import answered, change

pytestmark = pytest.mark.usefixtures("small_ballast")

DAY = timedelta(days=1)
START = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def test_the_weekly_look_mends_what_nobody_opened(path: Path) -> None:
    moment = START
    history = await History.open(path, now=lambda: moment)
    await answered(history, "words")
    await history.maintain()
    assert await history.upkeep.check() == ()
    await history.close()
    change(path, "text = 'nobody said this'")
    history = await History.open(path, now=lambda: moment)
    for day in range(1, 7):
        moment = START + day * DAY
        await history.maintain()
        assert await history.upkeep.check() == ()
    moment = START + 7 * DAY
    await history.maintain()
    (sentence,) = await history.upkeep.check()
    (hit,) = await history.conversations.search(SearchQuery("re words"))
    await history.close()
    assert "found damaged messages: 1. Restored from a backup: 1" in sentence
    assert hit.snippet == "re: words"


async def test_damage_that_the_weekly_look_finds_is_mended_at_the_next_start(path: Path) -> None:
    history = await History.open(path)
    ids = [await answered(history, f"words {number} " * 300) for number in range(30)]
    backup = await history.upkeep.back_up()
    assert backup is not None
    content = bytearray(backup.read_bytes())
    content[-8192:] = b"\xa5" * 8192
    backup.write_bytes(content)
    (sentence,) = await history.upkeep.check()
    assert "Close Hubbub and start it again" in sentence
    assert await history.upkeep.check() == (), "once a week"
    await history.close()
    assert path.with_name("hubbub.db-running").exists()
    history = await History.open(path)
    listed = await history.conversations.summaries()
    await history.close()
    assert {found.id for found in listed} == set(ids)
    assert not path.with_name("hubbub.db-running").exists()


async def test_a_look_that_is_stopped_tells_and_notes_nothing(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "words")
    await history.upkeep.back_up()
    history.upkeep.close()
    assert await history.upkeep.check() == ()
    await history.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM seen_day").fetchone() == (0,)


async def test_the_first_days_of_a_calendar_have_no_week_and_no_month_before_them(
    path: Path,
) -> None:
    moment = datetime(1, 1, 1, tzinfo=UTC)
    history = await History.open(path, now=lambda: moment)
    await answered(history, "words")
    for day in range(1, 6):
        moment = datetime(1, 1, day, tzinfo=UTC)
        assert await history.maintain() == ()
        await history.upkeep.check()
    await history.close()


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
