"""Killed or failing at any named moment, the histories lose nothing that was reported stored."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.errors import StorageError
from app.storage.fault_points import FaultPoint, listen, stop_listening
from app.storage.history import History
from tests.app.processes import Child
from tests.app.storage.golden.make import golden
from tests.faults.points import (
    CODES,
    FAILING,
    LATER,
    REMOVAL,
    RESTORE,
    SURVIVED,
    Once,
    be_killed,
    lose_and_be_killed,
    restore_and_be_killed,
    work,
    work_in_spite_of,
)

RESCUE = {
    FaultPoint.RESCUE_BEGUN,
    FaultPoint.RESCUE_WRITTEN,
    FaultPoint.RESCUE_NAMED,
    FaultPoint.DAMAGED_ASIDE,
}
# Only on a disk that is full, where a file is lost or a backup restored; each has its own test.
NEVER_PASSED = {FaultPoint.BALLAST_RELEASED, FaultPoint.LOST_FILE_WRITTEN, *RESTORE}


@pytest.fixture(autouse=True)
def no_listener() -> Iterator[None]:
    yield
    stop_listening()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "hubbub.db"
    shutil.copyfile(golden(1), path)
    return path


def rot(path: Path) -> None:
    """Damage what the check of the pages sees, and no text."""
    asyncio.run(work(path, lambda _: None))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE conversation SET activity_number = 'x' WHERE number = 1")


async def look(path: Path) -> dict[int, str]:
    """Open the histories and return every text that is shown, sound."""
    history = await History.open(path)
    texts: dict[int, str] = {}
    async for tree in history.archive.trees():
        for message in tree.messages:
            assert not message.is_damaged
            texts[message.id] = message.text
            for attachment in message.attachments:
                assert attachment.digest in tree.contents
    conversation = await history.conversations.create()
    await history.turns.start(conversation.id, "goes on")
    await history.close()
    return texts


@pytest.mark.parametrize("skip", [0, pytest.param(7, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("point", sorted(set(FaultPoint) - NEVER_PASSED, key=str))
def test_killed_there_nothing_is_lost(path: Path, point: FaultPoint, skip: int) -> None:
    stored: dict[int, str] = {}
    if point in RESCUE:
        rot(path)
        stored = asyncio.run(_texts_of_sound(path))
    told = Child(be_killed, path, point, skip).stderr_tail()
    assert (SURVIVED in told) <= (skip > 0)
    texts = asyncio.run(look(path))
    assert texts.items() >= stored.items()
    assert texts.items() >= set(told) - {SURVIVED}
    assert not list(path.parent.glob("*.part"))


async def _texts_of_sound(path: Path) -> dict[int, str]:
    with closing(sqlite3.connect(path)) as connection:
        return dict(
            connection.execute(
                "SELECT message.id, text FROM message JOIN conversation "
                "ON conversation.id = conversation_id WHERE deleted_at IS NULL"
            )
        )


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("point", sorted(set(FAILING) - NEVER_PASSED, key=str))
def test_a_disk_that_fails_there_is_told_and_nothing_is_lost(
    path: Path, point: FaultPoint, code: int
) -> None:
    if point in RESCUE:
        rot(path)
    told: list[tuple[int, str]] = []
    listen(Once(point, code, skip=0))
    trouble = asyncio.run(work_in_spite_of(path, told.append))
    stop_listening()
    assert trouble is not None
    assert str(path.parent) in str(trouble)
    assert asyncio.run(look(path)).items() >= set(told)


@pytest.mark.parametrize("skip", [0, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("point", sorted(REMOVAL, key=str))
def test_a_killed_removal_leaves_whole_backups_and_goes_on(
    path: Path, point: FaultPoint, skip: int
) -> None:
    assert SURVIVED not in Child(be_killed, path, point, skip).stderr_tail()
    before = sound_backups(path)
    assert len(before) == 2
    asyncio.run(finish_removal(path))
    assert sound_backups(path) == before
    left = b"".join(file.read_bytes() for file in path.parent.rglob("*") if file.is_file())
    assert b"forget me" not in left


def sound_backups(path: Path) -> set[str]:
    """Return the names of all backups, each of which is whole."""
    backups = list((path.parent / "backups").glob("*.db"))
    for backup in backups:
        with closing(sqlite3.connect(backup)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return {backup.name for backup in backups}


async def finish_removal(path: Path) -> None:
    history = await History.open(path)
    await history.backups.remove_noted()
    await history.close()


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("point", sorted(REMOVAL - {FaultPoint.REMOVAL_NAMED}, key=str))
async def test_a_disk_that_fails_there_leaves_the_backup_as_it_was(
    path: Path, point: FaultPoint, code: int
) -> None:
    history = await History.open(path)
    (deleted,) = await history.trash.conversations()
    before = {file: file.read_bytes() for file in path.parent.rglob("*.db") if file != path}
    await history.trash.empty(from_backups=True)
    listen(Once(point, code, skip=0))
    result = await history.backups.remove_noted()
    await history.close()
    assert deleted.message_count
    assert len(result.problems) == len(before) == 1
    assert {file: file.read_bytes() for file in before} == before
    assert not list(path.parent.rglob("*.part"))


@pytest.mark.parametrize("point", sorted(RESTORE, key=str))
def test_a_killed_restore_leaves_the_state_before_or_the_backup(
    path: Path, point: FaultPoint
) -> None:
    assert Child(restore_and_be_killed, path, point).stderr_tail() == []
    texts = set(asyncio.run(look(path)).values())
    is_swapped = point is FaultPoint.RESTORE_SWAPPED
    assert (LATER in texts) is not is_swapped
    assert "こんにちは" in texts
    assert not list(path.parent.rglob("*.part"))
    assert not list(path.parent.glob("*.restored*"))
    if is_swapped:
        asyncio.run(restore_newest(path))
        assert LATER in asyncio.run(look(path)).values()


async def restore_newest(path: Path) -> None:
    history = await History.open(path)
    await history.restore_backup((await history.backups.all())[0].name)
    await history.close()


def test_lost_histories_are_there_though_putting_them_back_was_killed(path: Path) -> None:
    told = Child(lose_and_be_killed, path).stderr_tail()
    assert told
    assert SURVIVED not in told
    texts = asyncio.run(look(path))
    assert texts.items() >= set(told)


@pytest.mark.parametrize("code", CODES)
async def test_a_disk_that_fails_while_they_are_put_back_can_be_asked_again(
    path: Path, code: int
) -> None:
    history = await History.open(path)
    id_ = (await history.conversations.create("kept")).id
    path.unlink()
    listen(Once(FaultPoint.LOST_FILE_WRITTEN, code, skip=0))
    with pytest.raises(StorageError, match=str(path.parent)):
        await history.restore_file()
    await history.restore_file()
    await history.conversations.rename(id_, "still kept")
    await history.close()
    assert path.is_file()
