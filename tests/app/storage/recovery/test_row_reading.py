"""Of a table with damaged pages, every row of the others is read, each once and in order."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.storage.connecting import tolerant
from app.storage.recovery.row_reading import readable_rows

ROWS = 3000
PAGE_BYTES = 4096


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute("CREATE TABLE thing (id INTEGER PRIMARY KEY, text TEXT)")
        rows = ((number, f"{number} " * 100) for number in range(1, ROWS + 1))
        connection.executemany("INSERT INTO thing VALUES (?, ?)", rows)
    return path


def ids_in(path: Path) -> list[object]:
    with closing(tolerant(sqlite3.connect(path))) as connection:
        return [row["id"] for row in readable_rows(connection, "thing")]


def test_a_sound_table_is_read_in_order(table: Path) -> None:
    assert ids_in(table) == list(range(1, ROWS + 1))


@pytest.mark.parametrize("page", [20, 100, 200])
def test_a_damaged_page_costs_its_own_rows_alone(table: Path, page: int) -> None:
    content = bytearray(table.read_bytes())
    content[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = b"\xa5" * PAGE_BYTES
    table.write_bytes(content)
    found = ids_in(table)
    assert found == sorted(set(map(int, map(str, found))))
    assert ROWS - 40 <= len(found) < ROWS
