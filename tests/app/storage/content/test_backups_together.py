"""Backups meet what else happens at the same time: deleting, importing, kills, odd files."""

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.domain.backups import Removal
from app.domain.conversations import ConversationPart
from app.storage import backup_files
from app.storage.content.backup_repository import BackupRepository
from app.storage.fault_points import FaultPoint, listen, stop_listening
from app.storage.history import History
from app.storage.recovery import removal
from tests.app.processes import Child
from tests.app.storage.failing import killer
from tests.app.storage.turns import answered
from tests.flows.seeding import tree

LATER = "indescribable zither"


@pytest.fixture
def held_rewriting() -> Iterator[threading.Event]:
    """Hold the first backup that is rewritten until the event is set."""
    go_on = threading.Event()

    def hold(passed: FaultPoint) -> None:
        if passed is FaultPoint.REMOVAL_COPIED:
            assert go_on.wait(60)

    listen(hold)
    yield go_on
    go_on.set()
    stop_listening()


async def deleted(history: History, id_: str) -> None:
    await history.conversations.delete(id_)
    await history.trash.remove(id_, from_backups=True)


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


@pytest.mark.parametrize("cancelled", [False, True])
async def test_what_is_deleted_while_backups_are_rewritten_leaves_them_too(
    path: Path, held_rewriting: threading.Event, *, cancelled: bool
) -> None:
    history = await History.open(path)
    first, second = [await answered(history, text) for text in ("first", LATER)]
    await history.upkeep.back_up()
    await deleted(history, first)
    stop = threading.Event()
    running = asyncio.create_task(history.backups.remove_noted(stop=stop))
    while not list(path.parent.glob("backups/*.part")):  # noqa: ASYNC110 (no event tells of it)
        await asyncio.sleep(0.001)
    await deleted(history, second)
    if cancelled:
        stop.set()
    held_rewriting.set()
    await running
    assert await history.backups.remove_noted() == Removal(rewritten_count=1)
    await history.close()
    assert LATER.encode() not in bytes_of(path.parent)


async def test_an_upkeep_just_before_the_purge_does_not_forget_what_was_noted(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = await History.open(path)
    id_ = await answered(history, LATER)
    await history.upkeep.back_up()
    note = BackupRepository.note_removal
    upkeeps: list[asyncio.Task[Removal]] = []

    async def note_and_be_late(self: BackupRepository, ids: tuple[str, ...]) -> None:
        await note(self, ids)
        upkeeps.append(asyncio.create_task(history.backups.remove_noted()))
        await asyncio.wait(upkeeps, timeout=0.2)

    monkeypatch.setattr(BackupRepository, "note_removal", note_and_be_late)
    await deleted(history, id_)
    await asyncio.gather(*upkeeps)
    await history.backups.remove_noted()
    await history.close()
    assert LATER.encode() not in bytes_of(path.parent)


async def test_a_backup_that_was_made_during_an_import_is_restored_without_the_half(
    path: Path,
) -> None:
    history = await History.open(path)
    await answered(history, "whole")
    importing = await history.imports.begin()
    half = tree("half", [LATER, "answer"])
    await importing.add(
        [
            ConversationPart(
                tree=replace(half, messages=(), contents={}),
                messages=half.messages[:1],
                contents={},
                is_last=False,
            )
        ]
    )
    backup = await history.upkeep.back_up()
    assert backup is not None
    await history.restore_backup(backup.name)
    trees = [each.id async for each in history.archive.trees()]
    await history.archive.add(half)
    again = [each.id async for each in history.archive.trees()]
    await history.close()
    assert len(trees) == 1, "the half is gone at once, not at the next start"
    assert len(again) == 2


def restore_and_be_killed(pipe: Connection, path: Path, name: str) -> None:
    """Restore a backup, and be killed while it is copied."""
    listen(killer(FaultPoint.BACKUP_COPIED))
    asyncio.run(_restore(path, name))
    pipe.send("survived")


async def _restore(path: Path, name: str) -> None:
    history = await History.open(path)
    await history.restore_backup(name)


async def test_a_restore_that_is_killed_leaves_no_piece_of_a_copy(path: Path) -> None:
    history = await History.open(path)
    await answered(history, LATER)
    backup = await history.upkeep.back_up()
    await history.close()
    assert backup is not None
    child = Child(restore_and_be_killed, path, backup.name)
    assert child.stderr_tail() == []
    assert list(path.parent.glob("*.part")), "it was killed in the middle"
    history = await History.open(path)
    await history.close()
    assert not list(path.parent.glob("*.part"))


def strange_backups(path: Path) -> None:
    """Put beside a backup what no backup is, though it has the name of one."""
    folder = backup_files.folder_of(path)
    (folder / f"{path.stem}-day-2026-01-01{path.suffix}").symlink_to(folder / "nowhere")
    (folder / f"{path.stem}-day-2026-01-02{path.suffix}").mkdir()


async def test_what_only_has_the_name_of_a_backup_is_none(path: Path) -> None:
    history = await History.open(path)
    id_ = await answered(history, LATER)
    backup = await history.upkeep.back_up()
    assert backup is not None
    strange_backups(path)
    assert [each.name for each in await history.backups.all()] == [backup.name]
    assert list(await history.backups.kept_until([id_])) == [id_]
    await deleted(history, id_)
    assert await history.backups.remove_noted() == Removal(rewritten_count=1)
    await history.maintain()
    await history.close()


async def test_damaged_histories_come_back_beside_strange_backups(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "words")
    await history.upkeep.back_up()
    await history.close()
    strange_backups(path)
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 8192)
    history = await History.open(path)
    texts = {m.text async for each in history.archive.trees() for m in each.messages}
    await history.close()
    assert texts == {"words", "re: words"}


async def test_a_folder_of_backups_may_lie_elsewhere(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other disk"
    other.mkdir()
    (path.parent / "backups").symlink_to(other)
    history = await History.open(path)
    id_ = await answered(history, LATER)
    backup = await history.upkeep.back_up()
    assert backup is not None
    await history.restore_backup(backup.name)
    await deleted(history, id_)
    assert await history.backups.remove_noted() == Removal(rewritten_count=2)
    await history.close()
    assert LATER.encode() not in bytes_of(other)
    shutil.rmtree(other)


async def test_histories_that_can_only_be_read_leave_the_backups_for_later(path: Path) -> None:
    history = await History.open(path)
    id_ = await answered(history, LATER)
    backup = await history.upkeep.back_up()
    await deleted(history, id_)
    await history.close()
    assert backup is not None
    before = backup.read_bytes()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    history = await History.open(path)
    assert history.is_read_only
    assert await history.backups.remove_noted() == Removal()
    await history.close()
    assert backup.read_bytes() == before
    assert removal.noted(path) == (id_,)
