"""Makes new databases quickly: the steps of the schema run once, and are copied from then on.

The copy is SQLite's own, page by page, of a database that the real steps made in this process.
A database that exists already, an interrupted one, or steps from another folder are not affected.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection

from app.storage import schema

_make_steps = schema._make_steps  # noqa: SLF001 (the one place where all new databases pass)


class NewDatabases:
    """Makes the steps of an empty database by copying one that has them."""

    def __init__(self) -> None:
        self._made: sqlite3.Connection | None = None

    def make_steps(
        self, connection: Connection, driver: sqlite3.Connection, migrations: Path
    ) -> None:
        """Copy the finished database into an empty one; else make the steps themselves."""
        is_empty = driver.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
        if not is_empty or migrations != schema._MIGRATIONS:  # noqa: SLF001
            _make_steps(connection, driver, migrations)
            return
        if self._made is None:
            _make_steps(connection, driver, migrations)
            self._made = sqlite3.connect(":memory:", check_same_thread=False)
            driver.backup(self._made)
            return
        self._made.backup(driver)
        driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


@contextmanager
def copied_databases() -> Iterator[None]:
    """Have new databases copied while the context is open."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "_make_steps", NewDatabases().make_steps)
        yield
