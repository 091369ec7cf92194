"""Whatever lies at the path, the histories open or say why not, and nothing is deleted."""

import asyncio
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import ANY

import pytest

from app.domain.messages import MessageStatus
from app.errors import DatabaseInUse, ReadOnlyStorage, StorageFailed
from app.storage import connecting
from app.storage.history import History
from app.storage.recovery.opening import applied, read_journal
from app.storage.schema import APPLICATION_ID, SCHEMA_VERSION
from tests.app.processes import Child, Failure
from tests.app.storage.writers import hold, open_as_nobody, stream_for_ever

ROWS = 30


async def with_history(path: Path) -> bytes:
    history = await History.open(path)
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "a word to find again " * 1000)
    await history.turns.finish_reply(turn.reply.id, "answered", MessageStatus.COMPLETE)
    await history.close()
    return path.read_bytes()


async def assert_put_aside(path: Path, content: bytes) -> None:
    history = await History.open(path)
    await history.conversations.create("works")
    await history.close()
    (notice,) = history.warnings
    (aside,) = path.parent.glob("hubbub.damaged-*.db")
    assert aside.name in notice
    assert "nothing of it was deleted" in notice
    assert aside.read_bytes() == content


def set_pragma(path: Path, name: str, value: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA {name} = {value}")


async def test_new_histories_are_marked_as_ours(path: Path) -> None:
    await with_history(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_an_empty_file_becomes_histories(path: Path) -> None:
    path.touch()
    history = await History.open(path)
    await history.close()
    assert history.warnings == ()
    assert path.stat().st_size > 0


@pytest.mark.parametrize(
    "content", [b"x", b"Dear diary, " * 999, b"\0" * 65536, b"SQLite format 3\0" + b"\xff" * 9000]
)
async def test_what_is_no_database_is_put_aside(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    await assert_put_aside(path, content)


async def test_a_truncated_database_is_put_aside(path: Path) -> None:
    content = (await with_history(path))[:-5000]
    path.write_bytes(content)
    await assert_put_aside(path, content)


async def test_a_database_with_overwritten_pages_is_put_aside(path: Path) -> None:
    content = await with_history(path)
    content = content[:4096] + b"\xa5" * 8192 + content[12288:]
    path.write_bytes(content)
    await assert_put_aside(path, content)


async def test_a_database_of_another_program_is_put_aside(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    set_pragma(path, "user_version", 99)
    await assert_put_aside(path, path.read_bytes())


async def test_a_journal_beside_an_empty_file_is_kept(path: Path) -> None:
    journal = path.with_name("hubbub.db-wal")
    journal.write_bytes(b"all that is left")
    history = await History.open(path)
    await history.close()
    (kept,) = path.parent.glob("hubbub.damaged-*.db-wal")
    assert kept.read_bytes() == b"all that is left"
    assert len(history.warnings) == 1


async def test_a_newer_database_can_be_read_and_is_left_as_it_is(path: Path) -> None:
    await with_history(path)
    set_pragma(path, "user_version", SCHEMA_VERSION + 1)
    content = path.read_bytes()
    history = await History.open(path)
    (summary,) = await history.conversations.summaries()
    conversation = await history.conversations.get(summary.id)
    with pytest.raises(ReadOnlyStorage, match="newer version"):
        await history.conversations.rename(summary.id, "new")
    with pytest.raises(ReadOnlyStorage):
        await history.turns.start(summary.id, "unsent")
    assert await history.turns.interrupt_unfinished("killed") == ()
    assert await history.maintain() == ()
    await history.close()
    assert history.is_read_only
    assert "newer version" in "".join(history.warnings)
    assert conversation is not None
    assert conversation.messages[-1].text == "answered"
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.glob("hubbub*")] == [path.name]


async def test_a_second_process_is_told_that_the_first_holds_the_histories(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "LOCK_WAIT_SECONDS", 0.1)
    child = Child(hold, path)
    assert child.pipe.recv() == "open"
    with pytest.raises(DatabaseInUse, match="Another program"):
        await History.open(path)
    child.kill()
    history = await History.open(path)
    await history.close()
    assert history.warnings == (), "a killed process leaves no lock"


async def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match="missing"):
        await History.open(tmp_path / "missing" / "hubbub.db")


@pytest.mark.skipif(sys.platform == "win32", reason="rights of folders are POSIX's here")
def test_a_folder_without_the_right_to_write_is_named() -> None:
    # Not in pytest's folder, which only its owner may enter.
    with TemporaryDirectory() as name:
        folder = Path(name)
        os.chmod(folder, 0o555)
        lines = Child(open_as_nobody, folder / "hubbub.db").stderr_tail()
        os.chmod(folder, 0o755)
    assert lines == [Failure("ReadOnlyStorage", ANY)]
    assert name in str(lines)


@pytest.mark.skipif(sys.platform == "win32", reason="rights of folders are POSIX's here")
@pytest.mark.parametrize("folder_rights", [0o777, 0o555])
async def test_what_can_not_be_written_can_still_be_read(folder_rights: int) -> None:
    with TemporaryDirectory() as name:
        path = Path(name) / "hubbub.db"
        await with_history(path)
        os.chmod(path, 0o444)
        os.chmod(name, folder_rights)
        lines = Child(open_as_nobody, path).stderr_tail()
        os.chmod(name, 0o777)
    (notice, texts, trouble) = lines
    assert name in str(notice)
    assert texts == ["a word to find again " * 1000, "answered"]
    assert trouble == Failure("ReadOnlyStorage", ANY)


async def test_names_that_are_no_text_any_more_are_damage_too(path: Path) -> None:
    content = (await with_history(path)).replace(
        b"CREATE TABLE open_tab", b"CREATE TABLE open_\xf4ab"
    )
    path.write_bytes(content)
    await assert_put_aside(path, content)


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize(
    ("text", "broken"),
    [(b"prefix='2 3'", b"prufix='2 3'"), (b"remove_diacritics", b"remove_diacrytics")],
)
async def test_an_index_made_with_broken_words_is_damage(
    path: Path, monkeypatch: pytest.MonkeyPatch, text: bytes, broken: bytes, is_large: bool
) -> None:
    content = (await with_history(path)).replace(text, broken)
    path.write_bytes(content)
    if is_large:
        monkeypatch.setattr("app.storage.recovery.opening._ALWAYS_CHECKED_BYTES", 0)
    await assert_put_aside(path, content)


def test_a_file_with_triggers_is_not_run(path: Path) -> None:
    asyncio.run(with_history(path))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "CREATE TRIGGER hostile AFTER INSERT ON conversation BEGIN DELETE FROM message; END"
        )
    asyncio.run(assert_put_aside(path, path.read_bytes()))


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have no names in folders there")
@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal", "-running"])
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
async def test_what_is_no_file_is_put_aside_and_waited_for_by_nobody(
    path: Path, suffix: str, make: Callable[[Path], None]
) -> None:
    if suffix:
        await with_history(path)
    make(path.with_name(path.name + suffix))
    history = await History.open(path)
    listed = await history.conversations.summaries()
    await history.conversations.create("works")
    await history.close()
    (notice,) = history.warnings
    (aside,) = path.parent.glob("hubbub.damaged-*")
    assert aside.name in notice
    assert not aside.is_file()
    assert len(listed) == (1 if suffix else 0)


async def test_a_link_to_a_disk_that_is_not_there_is_left_alone(tmp_path: Path) -> None:
    link = tmp_path / "hubbub.db"
    link.symlink_to(tmp_path / "usb" / "hubbub.db")
    with pytest.raises(StorageFailed, match="Check whether its disk is connected"):
        await History.open(link)
    assert link.is_symlink()


async def test_changes_behind_a_damaged_place_of_the_journal_are_told(path: Path) -> None:
    child = Child(stream_for_ever, path)
    for _ in range(20):
        child.pipe.recv()
    child.kill()
    journal = path.with_name("hubbub.db-wal")
    content = bytearray(journal.read_bytes())
    content[len(content) // 3] ^= 1
    journal.write_bytes(content)
    history = await History.open(path)
    await history.conversations.create("works")
    await history.close()
    (notice,) = history.warnings
    (aside,) = path.parent.glob("hubbub.damaged-*-wal")
    assert "changes before the end of the last run can't be read" in notice
    assert aside.name in notice
    assert aside.read_bytes() == content


@pytest.fixture(params=[1024, 4096])
def torn(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A database whose commits lie in its journal."""
    return torn_database(tmp_path, request.param)


def torn_database(tmp_path: Path, page_bytes: int) -> Path:
    """Write a database as a killed program leaves it."""
    live, copy = tmp_path / "live.db", tmp_path / "copy.db"
    with closing(sqlite3.connect(live, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {page_bytes}")
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        connection.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
        connection.execute("CREATE TABLE message (text)")
        for number in range(ROWS):
            connection.execute("INSERT INTO message VALUES (?)", (f"{number} " * 100,))
        for suffix in ("", "-wal"):
            shutil.copyfile(f"{live}{suffix}", f"{copy}{suffix}")
    return copy


def journal_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def rows_in(content: bytes) -> int:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(content)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        (count,) = connection.execute("SELECT count(*) FROM message").fetchone()
    return int(count)


def test_a_whole_journal_is_applied_and_nothing_is_lost(torn: Path) -> None:
    assert read_journal(journal_of(torn)).lost_commit_count == 0
    assert rows_in(applied(torn, journal_of(torn))) == ROWS


def test_every_commit_behind_a_flipped_bit_is_counted(torn: Path) -> None:
    content = bytearray(journal_of(torn).read_bytes())
    content[len(content) // 2] ^= 4
    journal_of(torn).write_bytes(content)
    lost = read_journal(journal_of(torn)).lost_commit_count
    left = rows_in(applied(torn, journal_of(torn)))
    with closing(sqlite3.connect(torn)) as connection:
        assert connection.execute("SELECT count(*) FROM message").fetchone() == (left,)
    assert left + lost == ROWS
    assert 0 < lost < ROWS


@pytest.mark.parametrize("offset", [0, 9, 20, 30, 32 + 9])
def test_a_flipped_bit_in_a_header_does_not_hide_the_loss(tmp_path: Path, offset: int) -> None:
    path = torn_database(tmp_path, page_bytes=4096)
    content = bytearray(journal_of(path).read_bytes())
    content[offset] ^= 16
    journal_of(path).write_bytes(content)
    with closing(sqlite3.connect(path)) as connection:
        left = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    assert left == (0,)
    assert read_journal(tmp_path / "copy.db-wal").lost_commit_count == 0, "SQLite emptied it"
    journal_of(path).write_bytes(content)
    assert read_journal(journal_of(path)).lost_commit_count >= ROWS


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_a_cut_journal_gives_what_sqlite_reads_of_it(torn: Path, share: float) -> None:
    content = journal_of(torn).read_bytes()
    journal_of(torn).write_bytes(content[: int(len(content) * share)])
    found = applied(torn, journal_of(torn))
    with closing(sqlite3.connect(torn)) as connection:
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        count = connection.execute("SELECT count(*) FROM message").fetchone() if tables[0] else None
    if count is not None:
        assert rows_in(found) == count[0]


@pytest.mark.parametrize("content", [b"", b"x", b"\0" * 5000, b"\xff" * 4000])
def test_what_is_no_journal_holds_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x").write_bytes(content)
    found = read_journal(tmp_path / "x")
    assert (found.pages, found.page_count, found.lost_commit_count) == ({}, None, 0)
    assert read_journal(tmp_path / "missing") == found
