"""Backups are listed and restored, and lose what was deleted if that is wanted."""

import asyncio
import os
import shutil
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain.backups import BackupKind, Removal
from app.errors import BackupRefused
from app.storage import backup_files
from app.storage.history import History
from app.storage.recovery import removal
from app.storage.schema import SCHEMA_VERSION
from tests.app.storage.golden.make import golden
from tests.app.storage.turns import answered, stored_conversation

DAY = timedelta(days=1)
START = datetime(2026, 5, 1, 12, tzinfo=UTC)
SECRET = "unspeakable xylophone"
FORGOTTEN = "forget me"  # stands in every golden file, in the trash


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


async def texts_of(history: History) -> set[str]:
    return {m.text async for tree in history.archive.trees() for m in tree.messages}


async def with_secret(history: History) -> str:
    """Store a secret with a file, and some small talk."""
    id_ = await answered(history, SECRET)
    conversation = await stored_conversation(history, id_)
    first = conversation.messages[0]
    await history.attachments.add(first.id, "s.txt", "text/plain", SECRET.encode())
    await answered(history, "small talk")
    return id_


async def test_what_leaves_the_backups_is_in_no_byte_of_them(path: Path) -> None:
    history = await History.open(path, now=lambda: moment)
    moment = START
    secret = await with_secret(history)
    for _ in range(3):
        await history.upkeep.back_up()
        moment += DAY
    before = {b.name: b.made_at for b in await history.backups.all()}
    await history.conversations.delete(secret)
    await history.trash.empty(from_backups=True)
    result = await history.backups.remove_noted()
    after = {b.name: b.made_at for b in await history.backups.all()}
    await history.close()
    assert result == Removal(rewritten_count=3)
    assert before == after, "their times tell their order, and until when they are kept"
    left = bytes_of(path.parent)
    assert b"unspeakable" not in left
    assert b"xyl" not in left, "not a piece of a word in an index"
    assert left.count(b"re: small talk") >= 4
    assert not list(path.parent.rglob("*.removal"))


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION + 1))
async def test_backups_of_every_form_lose_it_and_are_sound(path: Path, version: int) -> None:
    shutil.copyfile(golden(version), path)
    history = await History.open(path)
    await history.upkeep.back_up()
    listed = await history.trash.conversations()
    (kept_before,) = {b.message_count for b in await history.backups.all()}
    await history.trash.empty(from_backups=True)
    result = await history.backups.remove_noted()
    (kept,) = {b.message_count for b in await history.backups.all()}
    await history.close()
    assert len(listed) == 1
    assert result.problems == ()
    assert kept == kept_before
    assert FORGOTTEN.encode() not in bytes_of(path.parent)
    for backup in backup_files.newest_first(path):
        with closing(sqlite3.connect(backup)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_what_a_restore_replaced_loses_it_with_its_files(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "small talk")
    backup = await history.upkeep.back_up()
    assert backup is not None
    secret = await with_secret(history)
    await history.restore_backup(backup.name)
    kept = await history.backups.all()
    await history.restore_backup(kept[0].name)
    await history.conversations.delete(secret)
    await history.trash.empty(from_backups=True)
    assert SECRET.encode() in bytes_of(path.parent / "attachments"), "it could come back as yet"
    result = await history.backups.remove_noted()
    await history.close()
    assert result == Removal(rewritten_count=3)
    assert b"unspeakable" not in bytes_of(path.parent)


async def test_without_the_option_the_backups_keep_it(path: Path) -> None:
    history = await History.open(path)
    secret = await with_secret(history)
    await history.upkeep.back_up()
    await history.conversations.delete(secret)
    await history.trash.empty()
    assert await history.backups.remove_noted() == Removal()
    await history.close()
    assert SECRET.encode() in bytes_of(path.parent / "backups")


async def test_a_backup_that_cannot_be_read_is_named_and_left(path: Path) -> None:
    history = await History.open(path, now=lambda: moment)
    moment = START
    secret = await with_secret(history)
    first = await history.upkeep.back_up()
    moment += DAY
    await history.upkeep.back_up()
    assert first is not None
    content = b"no database, but the unspeakable"
    first.write_bytes(content)
    await history.conversations.delete(secret)
    await history.trash.empty(from_backups=True)
    result = await history.backups.remove_noted()
    again = await history.backups.remove_noted()
    await history.close()
    assert result.rewritten_count == 1
    (problem,) = result.problems
    assert first.name in problem
    assert "may still hold" in problem
    assert first.read_bytes() == content
    assert again == Removal(), "it is said once"


async def test_a_cancel_leaves_the_other_backups_whole(path: Path) -> None:
    history = await History.open(path, now=lambda: moment)
    moment = START
    secret = await with_secret(history)
    for _ in range(3):
        await history.upkeep.back_up()
        moment += DAY
    await history.conversations.delete(secret)
    await history.trash.empty(from_backups=True)
    stop = threading.Event()
    seen: list[tuple[int, int]] = []

    def cancel_at_the_second(done: int, count: int) -> None:
        seen.append((done, count))
        if done == 1:
            stop.set()

    result = await history.backups.remove_noted(cancel_at_the_second, stop)
    again = await history.backups.remove_noted()
    listed = await history.backups.all()
    await history.close()
    assert (result.rewritten_count, result.is_cancelled) == (1, True)
    assert seen == [(0, 3), (1, 3)]
    assert again == Removal(), "a cancel is for good"
    assert [backup.conversation_count for backup in listed] == [1, 2, 2]
    assert not list(path.parent.rglob("*.part"))


async def test_a_program_that_is_quit_meanwhile_goes_on_at_its_next_upkeep(path: Path) -> None:
    history = await History.open(path)
    secret = await with_secret(history)
    await history.upkeep.back_up()
    await history.conversations.delete(secret)
    await history.trash.empty(from_backups=True)
    task = asyncio.get_running_loop().create_task(history.backups.remove_noted())
    while not history.backups.lock.locked():  # noqa: ASYNC110 (a lock has no event)
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await history.close()
    history = await History.open(path)
    await history.backups.remove_noted()
    await history.close()
    assert b"unspeakable" not in bytes_of(path.parent)


async def test_what_is_in_the_histories_stays_in_the_backups(path: Path) -> None:
    history = await History.open(path)
    secret = await with_secret(history)
    await history.upkeep.back_up()
    await history.backups.note_removal([secret])
    assert await history.backups.remove_noted() == Removal()
    assert removal.noted(path) == ()
    await history.close()
    assert SECRET.encode() in bytes_of(path.parent / "backups")


@pytest.mark.parametrize("weekday", range(7))
async def test_the_day_that_is_told_is_the_day_of_the_last_backup(path: Path, weekday: int) -> None:
    history = await History.open(path, now=lambda: moment)
    moment = START + weekday * DAY
    await answered(history, "other things")
    await history.upkeep.back_up()
    moment += DAY
    secret = await with_secret(history)
    assert await history.backups.kept_until([secret]) == {}
    await history.upkeep.back_up()
    told = (await history.backups.kept_until([secret]))[secret]
    await history.conversations.delete(secret)
    await history.trash.empty()
    while await history.backups.kept_until([secret]):
        moment += DAY
        await history.upkeep.back_up()
    await history.close()
    assert moment.date() == told


async def test_other_backups_go_by_age_not_by_number(path: Path) -> None:
    history = await History.open(path, now=lambda: moment)
    moment = START
    await answered(history, "words")
    made = [backup_files.before_step(path, 5) for _ in range(5)] + [
        backup_files.before_restore(path)
    ]
    for backup in made:
        backup.parent.mkdir(exist_ok=True)
        shutil.copyfile(path, backup)
        os.utime(backup, (START.timestamp(), START.timestamp()))
    for number in range(33):
        moment = START + number * DAY
        await history.maintain()
        there = [backup for backup in made if backup.exists()]
        # A day counts when the program has run on two more, as for the trash.
        assert there == (made if number <= 32 else []), number
    moment += DAY
    await history.maintain()
    await history.close()
    assert not [backup for backup in made if backup.exists()]


async def test_one_of_a_clock_that_was_ahead_goes_as_well(path: Path) -> None:
    history = await History.open(path, now=lambda: moment)
    moment = START
    await answered(history, "words")
    ahead = backup_files.before_step(path, 5)
    ahead.parent.mkdir()
    shutil.copyfile(path, ahead)
    os.utime(ahead, (START.timestamp() + 1e9, START.timestamp() + 1e9))
    for number in range(40):
        moment = START + number * DAY
        await history.maintain()
    await history.close()
    assert not ahead.exists()


async def test_backups_are_listed_with_what_they_hold(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "words")
    daily = await history.upkeep.back_up()
    newer = backup_files.before_step(path, 99)
    assert daily is not None
    shutil.copyfile(daily, newer)
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("PRAGMA user_version = 99")
    broken = backup_files.before_restore(path)
    broken.write_bytes(b"nothing")
    listed = {backup.name: backup for backup in await history.backups.all()}
    await history.close()
    assert listed[daily.name].kind is BackupKind.DAILY
    assert listed[daily.name].byte_count == daily.stat().st_size
    assert (listed[daily.name].conversation_count, listed[daily.name].message_count) == (1, 2)
    assert listed[daily.name].trouble == ""
    assert "newer version" in listed[newer.name].trouble
    assert "can't be read" in listed[broken.name].trouble
    kinds = (listed[newer.name].kind, listed[broken.name].kind)
    assert kinds == (BackupKind.BEFORE_UPDATE, BackupKind.BEFORE_RESTORE)


async def test_a_backup_is_restored_and_that_can_be_undone(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "of old")
    old = await history.upkeep.back_up()
    assert old is not None
    await with_secret(history)
    await history.restore_backup(old.name)
    assert "was restored" in history.warnings[0]
    assert await texts_of(history) == {"of old", "re: of old"}
    forgotten = await answered(history, "in between")
    await history.conversations.delete(forgotten)
    await history.trash.empty()
    (kept,) = [b for b in await history.backups.all() if b.kind is BackupKind.BEFORE_RESTORE]
    await history.restore_backup(kept.name)
    texts = await texts_of(history)
    contents = [c async for tree in history.archive.trees() for c in tree.contents.values()]
    await history.close()
    assert {SECRET, "of old"} <= texts
    assert contents == [SECRET.encode()], "the files of what was replaced came back, too"
    history = await History.open(path)
    assert await texts_of(history) == texts
    assert history.warnings == ()
    await history.close()


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION))
async def test_an_older_backup_is_brought_to_the_present_form(path: Path, version: int) -> None:
    history = await History.open(path)
    await answered(history, "of now")
    older = backup_files.before_step(path, version)
    older.parent.mkdir()
    shutil.copyfile(golden(version), older)
    await history.restore_backup(older.name)
    assert "of now" not in await texts_of(history)
    await answered(history, "goes on")
    await history.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


@pytest.mark.parametrize(
    ("damage", "pattern"),
    [
        ("newer", "newer version"),
        ("foreign", "not a backup of Hubbub"),
        ("cut", "can't be read|damaged"),
        ("empty", "not a backup"),
        ("strange", "damaged .*wrong kind"),
        ("gone", "not there any more"),
    ],
)
async def test_what_cannot_be_restored_is_refused_and_changes_nothing(
    path: Path, damage: str, pattern: str
) -> None:
    history = await History.open(path)
    await answered(history, "of now " * 3000)
    backup = await history.upkeep.back_up()
    assert backup is not None
    if damage == "cut":
        backup.write_bytes(backup.read_bytes()[:9000])
    elif damage == "empty":
        backup.write_bytes(b"")
    elif damage == "gone":
        backup.unlink()
    else:
        statement = {
            "newer": "PRAGMA user_version = 99",
            "foreign": "PRAGMA application_id = 1",
            "strange": "UPDATE conversation SET activity_number = 'x'",
        }[damage]
        with closing(sqlite3.connect(backup)) as connection, connection:
            connection.execute(statement)
    before = sorted(file.name for file in path.parent.rglob("*"))
    with pytest.raises(BackupRefused, match=pattern):
        await history.restore_backup(backup.name)
    assert sorted(file.name for file in path.parent.rglob("*")) == before
    await answered(history, "goes on")
    assert "goes on" in await texts_of(history)
    await history.close()


async def test_files_that_were_put_aside_are_listed_and_go_when_asked(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "words")
    await history.close()
    path.write_bytes(b"no database " * 100)
    history = await History.open(path)
    (aside,) = await history.backups.put_aside()
    assert aside.byte_count == 1200
    for _ in range(3):
        await history.maintain()
    await history.backups.remove_aside("../hubbub.db")
    await history.backups.remove_aside(path.name)
    assert await history.backups.put_aside() == (aside,)
    assert path.exists()
    await history.backups.remove_aside(aside.name)
    assert await history.backups.put_aside() == ()
    await history.close()
