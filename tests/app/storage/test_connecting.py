"""Every pragma that the histories stand on is in force, and every setting has its reason here."""

import asyncio
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.domain.messages import MessageStatus
from app.storage.connecting import Durability, database_at, driver_of, is_on_network
from app.storage.database import Database
from app.storage.history import History
from app.storage.plain_text import one_line, storable, title_of

ANY_TEXT = st.text(st.characters(exclude_categories=()))


def pragma(session: Session, name: str) -> object:
    return session.execute(text(f"PRAGMA {name}")).scalar_one()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("journal_mode", "wal"),
        ("locking_mode", "exclusive"),
        ("foreign_keys", 1),
        ("secure_delete", 1),
        ("cell_size_check", 1),
        ("busy_timeout", 5000),
        ("journal_size_limit", 16 * 1024 * 1024),
        ("mmap_size", 0),
    ],
)
async def test_a_pragma_is_in_force(path: Path, name: str, value: object) -> None:
    database = Database(path)
    await database.open()
    found = await database.run(lambda session: pragma(session, name))
    await database.close()
    assert found == value


@pytest.mark.parametrize(("durability", "value"), [("AGAINST_CRASH", 1), ("AGAINST_POWER_LOSS", 2)])
async def test_a_transaction_is_as_durable_as_it_asks(
    path: Path, durability: str, value: int
) -> None:
    database = Database(path)
    await database.open()
    found = await database.run(
        lambda session: pragma(session, "synchronous"), Durability[durability]
    )
    await database.close()
    assert found == value


async def test_only_the_database_and_its_journal_lie_there(path: Path) -> None:
    database = Database(path)
    await database.open()
    names = {file.name for file in path.parent.glob("hubbub*")}
    await database.close()
    assert names == {"hubbub.db", "hubbub.db-wal", "hubbub.db-running"}
    assert {file.name for file in path.parent.glob("hubbub*")} == {"hubbub.db"}


def mounted(monkeypatch: pytest.MonkeyPatch, folder: Path, kind: str) -> None:
    parts = [("/", "ext4"), (str(folder), kind)]

    def partitions(all: bool = False) -> list[object]:  # noqa: A002  psutil's own name
        return [psutil._ntp.sdiskpart("x", place, kind, "rw") for place, kind in parts]  # noqa: SLF001

    monkeypatch.setattr(psutil, "disk_partitions", partitions)


def test_on_a_network_folder_there_is_no_wal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounted(monkeypatch, path.parent.resolve(), "nfs4")
    database = database_at(path)
    with database.connect() as connection:
        driver: sqlite3.Connection = driver_of(connection)
        assert driver.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        with connection.begin():
            assert driver.execute("PRAGMA synchronous").fetchone() == (2,)
    database.dispose()


@pytest.mark.parametrize(("kind", "is_shared"), [("nfs4", True), ("CIFS", True), ("btrfs", False)])
def test_network_folders_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, is_shared: bool
) -> None:
    mounted(monkeypatch, tmp_path.resolve(), kind)
    assert is_on_network(tmp_path / "deep" / "below") is is_shared


@given(ANY_TEXT)
def test_any_text_becomes_storable_and_only_what_must_is_replaced(text: str) -> None:
    stored = storable(text)
    stored.encode("utf-8")
    assert "\0" not in stored
    assert storable(stored) == stored
    is_plain = not any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in text)
    assert (stored == text) or not is_plain


@given(ANY_TEXT)
def test_a_title_is_one_short_line(text: str) -> None:
    title = title_of(text)
    assert len(title) <= 60
    assert len(title.splitlines()) <= 1
    assert title == storable(title)


def test_halves_of_a_character_are_joined() -> None:
    assert storable("\ud83d\ude00 \ude00\0") == "😀 \ufffd\ufffd"


def test_a_title_is_cut_between_words_where_there_are_any() -> None:
    assert one_line("one two three", 10) == "one two…"
    assert one_line("say \x1b so \x1b") == "say so"
    assert one_line("一二三四五六七八九十一二", 10) == "一二三四五六七八九…"


@given(texts=st.lists(ANY_TEXT, min_size=1, max_size=20))
@settings(max_examples=10, deadline=None)
def test_texts_come_back_as_they_were_stored(texts: list[str]) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_round_trip(Path(folder) / "hubbub.db", texts))


async def _round_trip(path: Path, texts: list[str]) -> None:
    history = await History.open(path)
    try:
        conversation = await history.conversations.create()
        for text in texts:
            turn = await history.turns.start(conversation.id, text)
            await history.turns.finish_reply(turn.reply.id, text, MessageStatus.COMPLETE, text)
        stored = await history.conversations.get(conversation.id)
    finally:
        await history.close()
    assert stored is not None
    expected = [storable(text) for text in texts for _ in range(2)]
    assert [message.text for message in stored.messages] == expected
