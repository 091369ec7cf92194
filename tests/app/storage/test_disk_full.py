"""A full disk is a state with a sentence: what is old can be read, what is new is refused."""

import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from app.errors import DiskFull, ReadOnlyStorage
from app.storage.history import History
from app.storage.recovery import opening
from tests.app.storage.golden.make import golden
from tests.app.storage.turns import stored_conversation

PAGE_LIMIT = 100
ROOT = Path(__file__).parents[3]


@pytest.fixture
def small_disk() -> Iterator[None]:
    """Databases that can't grow beyond ``PAGE_LIMIT`` pages."""

    def limit(connection: sqlite3.Connection, entry: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {PAGE_LIMIT}").fetchall()

    event.listen(Engine, "connect", limit)
    yield
    event.remove(Engine, "connect", limit)


async def fill(history: History) -> list[str]:
    ids: list[str] = []
    with pytest.raises(DiskFull, match="no room left"):
        await write_for_ever(history, ids)
    return ids


async def write_for_ever(history: History, ids: list[str]) -> None:
    while True:
        conversation = await history.conversations.create("c")
        await history.turns.start(conversation.id, "words " * 500)
        ids.append(conversation.id)


@pytest.mark.usefixtures("small_disk")
async def test_on_a_full_disk_everything_older_can_be_read(path: Path) -> None:
    history = await History.open(path)
    ids = await fill(history)
    listed = [found.id for found in await history.conversations.summaries()]
    newest = await stored_conversation(history, ids[-1])
    await history.close()
    assert sorted(listed) == sorted(ids)
    assert newest.messages[0].text == "words " * 500


@pytest.mark.usefixtures("small_disk")
async def test_when_there_is_room_again_work_goes_on(path: Path) -> None:
    history = await History.open(path)
    ids = await fill(history)
    await history.close()
    event.listen(Engine, "connect", _lift_limit)
    try:
        history = await History.open(path)
        conversation = await history.conversations.create()
        await history.turns.start(conversation.id, "words " * 500)
        assert len(await history.conversations.summaries()) == len(ids) + 1
        await history.close()
    finally:
        event.remove(Engine, "connect", _lift_limit)
    assert history.warnings == ()


def _lift_limit(connection: sqlite3.Connection, entry: object) -> None:
    connection.execute("PRAGMA max_page_count = 100000").fetchall()


def _may_mount() -> bool:
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("unshare") is None:
        return False
    probe = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


def on_a_small_disk(folder: Path, work: str) -> dict[str, Any]:
    command = ["unshare", "--mount", sys.executable, "-m", "tests.app.storage.small_disk"]
    done = subprocess.run(
        [*command, str(folder), work], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@pytest.mark.skipif(not _may_mount(), reason="a disk of one's own needs root on Linux")
def test_a_start_without_a_free_byte_reads_everything_and_writes_with_the_ballast(
    tmp_path: Path,
) -> None:
    result = on_a_small_disk(tmp_path, "start_when_full")
    titles = [f"question {number}" for number in range(5)]
    assert result["without"]["is_read_only"]
    assert "no room left" in result["without"]["notices"][0]
    assert "no room left" in result["without"]["refusal"]
    assert result["without"]["titles"] == result["with"]["titles"] == titles
    assert not result["with"]["is_read_only"]
    assert "Free some space" in result["with"]["notices"][0]
    assert result["with"]["refusal"] == ""


async def test_where_no_copy_can_be_made_the_file_is_read_in_memory(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reject(path: Path, folder: Path) -> Path:
        raise OSError(errno.ENOSPC, "no room")

    shutil.copyfile(golden(1), path)
    monkeypatch.setattr(opening, "copy_to", reject)
    monkeypatch.setattr(opening, "read_only_reason", lambda path: "No room.")
    content = path.read_bytes()
    history = await History.open(path)
    listed = await history.conversations.summaries()
    shown = await history.conversations.get(listed[0].id)
    with pytest.raises(ReadOnlyStorage, match=r"No room\."):
        await history.conversations.rename(listed[0].id, "x")
    await history.close()
    assert history.warnings == ("No room.",)
    assert shown is not None
    assert shown.messages
    assert path.read_bytes() == content


@pytest.mark.skipif(not _may_mount(), reason="a disk of one's own needs root on Linux")
def test_the_ballast_lets_the_first_deletes_make_room(tmp_path: Path) -> None:
    result = on_a_small_disk(tmp_path, "fill_and_delete")
    assert "no room left" in result["sentence"]
    assert result["stored"] > 10
    assert result["all_readable"]
    assert result["had_ballast"]
    assert result["purged"] == result["stored"] // 2
    assert result["again"] == "words again"
    assert list(tmp_path.glob("hubbub*")) == []
