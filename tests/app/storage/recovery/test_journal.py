"""The journal is read as SQLite reads it, and what SQLite leaves out of it is counted."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.storage.recovery.opening import applied, read_journal

ROWS = 30


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
