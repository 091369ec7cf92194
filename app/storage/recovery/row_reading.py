"""Reads what can still be read of a table, however many of its pages are damaged."""

import sqlite3
from collections.abc import Iterator

from app.storage.connecting import DAMAGE, Value

_CHUNK_ROWS = 1000
_HIGHEST_ROWID = 1 << 48
_MOST_FAILURES = 20_000  # about two seconds; more than this is a table without any order


def readable_rows(source: sqlite3.Connection, table: str) -> Iterator[dict[str, Value]]:
    """Yield the rows in the order of their ids, skipping those that lie in damaged pages.

    A range that can't be read is halved until the damaged rows stand alone.
    """
    # A stack with the lower half on top, so that rows come in the order of their ids.
    ranges = [(1, _HIGHEST_ROWID)]
    failure_count = 0
    while ranges and failure_count < _MOST_FAILURES:
        low, high = ranges.pop()
        try:
            rows = _rows_between(source, table, low, high)
        except (*DAMAGE, OverflowError):
            failure_count += 1
            if low < high:
                middle = (low + high) // 2
                ranges += [(middle + 1, high), (low, middle)]
            continue
        for _, row in rows:
            yield row
        if len(rows) == _CHUNK_ROWS:
            last, _ = rows[-1]
            ranges.append((last + 1, high))


def _rows_between(
    source: sqlite3.Connection, table: str, low: int, high: int
) -> list[tuple[int, dict[str, Value]]]:
    query = f"SELECT rowid, * FROM {table} WHERE rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?"
    cursor = source.execute(query, (low, high, _CHUNK_ROWS))
    names = [column[0] for column in cursor.description][1:]
    return [(row[0], dict(zip(names, row[1:], strict=True))) for row in cursor.fetchall()]
