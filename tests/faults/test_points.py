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
    SURVIVED,
    Once,
    be_killed,
    lose_and_be_killed,
    work,
    work_in_spite_of,
)

RESCUE = {
    FaultPoint.RESCUE_BEGUN,
    FaultPoint.RESCUE_WRITTEN,
    FaultPoint.RESCUE_NAMED,
    FaultPoint.DAMAGED_ASIDE,
}
# Only on a disk that is full, and where a file is lost; each has its own test.
NEVER_PASSED = {FaultPoint.BALLAST_RELEASED, FaultPoint.LOST_FILE_WRITTEN}


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


@pytest.mark.parametrize("skip", [0, 7])
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
