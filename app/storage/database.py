"""The database thread: one thread, one connection, one transaction at a time."""

import asyncio
import enum
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event
from sqlalchemy.orm import Session

from app.errors import DatabaseDamaged, StorageFailed
from app.storage import opening, schema
from app.storage.trouble import in_words

_T = TypeVar("_T")

_LOCK_WAIT_SECONDS = 2.0
_PRAGMAS = (
    "locking_mode = EXCLUSIVE",  # before the first access: then WAL shares no memory with others
    "journal_mode = WAL",
    f"journal_size_limit = {16 * 1024 * 1024}",
    "foreign_keys = ON",
    "trusted_schema = OFF",
    "cell_size_check = ON",
)
_DURABILITY = "durability"


class Durability(enum.Enum):
    """What a transaction survives once it is reported done; SQLite's word for it."""

    AGAINST_CRASH = "NORMAL"
    AGAINST_POWER_LOSS = "FULL"


class Database:
    """A SQLite file and the thread that works on it.

    Nobody else may hold the file open meanwhile: besides speed this keeps clear of the
    corruption that two connections could cause in SQLite before 3.51.3.
    """

    def __init__(self, path: Path) -> None:
        """Remember the path; nothing is opened yet."""
        self._path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")
        self._database = _database_at(path)
        self._is_closed = False

    async def open(self) -> tuple[str, ...]:
        """Make file and tables ready; return what the user has to be told."""
        return await self._on_thread(self._open)

    async def run(
        self, work: Callable[[Session], _T], durability: Durability = Durability.AGAINST_CRASH
    ) -> _T:
        """Do the work in one transaction. Raises StorageError, with nothing of it stored."""
        return await self._on_thread(partial(self._transact, work, durability))

    async def close(self) -> None:
        """Finish what was handed over, and close. Safe to call twice."""
        if self._is_closed:
            return
        self._is_closed = True
        await self._on_thread(self._database.dispose)
        self._thread.shutdown(wait=False)

    async def _on_thread(self, work: Callable[[], _T]) -> _T:
        # Shielded: work that was handed over is done even if the caller is cancelled meanwhile,
        # so that a message which the user saw being sent is not dropped from the queue.
        job = asyncio.get_running_loop().run_in_executor(self._thread, work)
        return await asyncio.shield(job)

    def _open(self) -> tuple[str, ...]:
        with in_words(self._path):
            notices = opening.make_usable(self._path)
            schema.upgrade(self._database, self._path)
        return notices

    def _transact(self, work: Callable[[Session], _T], durability: Durability) -> _T:
        try:
            with (
                in_words(self._path),
                self._database.connect() as connection,
                Session(
                    connection.execution_options(**{_DURABILITY: durability}),
                    expire_on_commit=False,
                ) as session,
                session.begin(),
            ):
                return work(session)
        except (DatabaseDamaged, StorageFailed):
            # After a failed fsync the system may believe that lost pages are written; only a
            # new connection reads what is really there.
            self._database.dispose()
            raise


def _database_at(path: Path) -> Engine:
    # Parameters are what people wrote; they have no place in an error's text, and so in a log.
    database = create_engine(
        "sqlite://", creator=partial(_connect, path), poolclass=StaticPool, hide_parameters=True
    )
    event.listen(database, "begin", _on_begun)
    return database


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_LOCK_WAIT_SECONDS, isolation_level=None)
    # A flipped bit must not hide a conversation: broken UTF-8 is read with marks in it.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    try:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def _on_begun(connection: Connection) -> None:
    # The driver begins no transaction before a change of tables, so we begin all ourselves.
    # SQLite ignores a change of ``synchronous`` inside of one.
    durability = connection.get_execution_options().get(_DURABILITY, Durability.AGAINST_POWER_LOSS)
    connection.exec_driver_sql(f"PRAGMA synchronous = {durability.value}")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
