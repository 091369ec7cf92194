"""Values of the wrong kind and rows that refer to nothing are found; a sound database is sound."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.storage.history import History
from app.storage.recovery.soundness import fault_of, index_fault_of
from tests.app.storage.turns import answered


@pytest.fixture
async def sound(path: Path) -> Path:
    history = await History.open(path)
    await answered(history, "anything")
    await history.close()
    return path


def fault(path: Path, change: str = "") -> str | None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.executescript(change)
        return fault_of(connection, is_current=True) or index_fault_of(connection)


async def test_a_sound_database_has_no_fault(sound: Path) -> None:
    assert fault(sound) is None


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ("UPDATE message SET sequence_number = 'x' WHERE id = 1", "wrong kind"),
        ("UPDATE message SET text = x'00' WHERE id = 1", "wrong kind"),
        ("UPDATE message SET parent_id = 99 WHERE id = 2", "refers to a row that is missing"),
        ("DROP TABLE preset", "“preset” holds values of the wrong kind"),
    ],
)
async def test_a_fault_is_named(sound: Path, change: str, text: str) -> None:
    assert text in (fault(sound, change) or "")
