"""Opens connections to a database file, with tested pragmas."""

import enum
import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

import psutil
from sqlalchemy import Connection, Engine, StaticPool, create_engine, event

from app.storage.search import index as search_index

# Other machines may use the same file, and locks are unreliable across machines.
_SHARED_KINDS = frozenset(
    {"nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "ncpfs", "afs", "afpfs", "webdav"}
    | {"davfs", "fuse.davfs2", "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "ceph", "fuse.ceph"}
    | {"glusterfs", "fuse.glusterfs", "lustre", "gpfs", "9p", "ocfs2", "gfs2", "vboxsf", "macfuse"}
)
_NETWORK_NAME = "\\\\"
Value: TypeAlias = int | float | str | bytes | None
LOCK_WAIT_SECONDS = 5.0
# The driver uses our decoder for rows, but not for SQLite's messages, which may quote bad names.
DAMAGE = (sqlite3.DatabaseError, UnicodeDecodeError)
DURABILITY = "durability"
_IS_READ_ONLY = "is_read_only"
_IS_SHARED = "is_shared"
_BEFORE_FIRST_ACCESS = ("locking_mode = EXCLUSIVE",)  # then WAL needs no shared memory
_PRAGMAS = (
    f"journal_size_limit = {16 * 1024 * 1024}",
    "foreign_keys = ON",
    "cell_size_check = ON",
    "secure_delete = ON",  # purged content must not remain in the file
)


def is_on_network(folder: Path) -> bool:
    """Return whether other machines may use this folder."""
    path = os.path.realpath(folder)
    if path.startswith(_NETWORK_NAME):
        return True
    # Windows reports the remote file system, and the option "remote".
    kinds = {
        part.mountpoint: part.fstype.lower() in _SHARED_KINDS or "remote" in part.opts
        for part in psutil.disk_partitions(all=True)
    }
    while path not in kinds and path != os.path.dirname(path):
        path = os.path.dirname(path)
    return kinds.get(path, False)


class Durability(enum.Enum):
    """The failures that a committed transaction survives; the value is SQLite's name."""

    # In WAL, NORMAL syncs only at checkpoints: a power cut may lose the last commits, but keeps
    # their order. FULL syncs the journal at each commit, which waits for the disk.
    AGAINST_CRASH = "NORMAL"
    AGAINST_POWER_LOSS = "FULL"


def database_at(path: Path, *, is_read_only: bool = False, image: bytes | None = None) -> Engine:
    """Return a pool of one connection, which is opened at its first use.

    With an ``image``, the content of a file is opened in memory, and ``path`` is not used.
    """
    # Parameters are private texts, which must not appear in errors and logs.
    is_shared = is_on_network(path.parent)
    database = create_engine(
        "sqlite://",
        creator=partial(
            _connect, path, is_read_only=is_read_only, is_shared=is_shared, image=image
        ),
        poolclass=StaticPool,
        hide_parameters=True,
        execution_options={_IS_READ_ONLY: is_read_only, _IS_SHARED: is_shared},
    )
    event.listen(database, "begin", _on_begun)
    return database


def driver_of(connection: Connection) -> sqlite3.Connection:
    """Return the driver's connection below SQLAlchemy."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def reader(path: Path) -> sqlite3.Connection:
    """Return a connection that can't change the file: no journal is applied or deleted."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    connection = sqlite3.connect(uri, uri=True, timeout=LOCK_WAIT_SECONDS, isolation_level=None)
    return tolerant(connection)


def named_rows(cursor: sqlite3.Cursor) -> Iterator[dict[str, Value]]:
    """Yield the rows of a query as dicts by column name."""
    names = [column[0] for column in cursor.description]
    return (dict(zip(names, row, strict=True)) for row in cursor)


def tolerant(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Decode invalid UTF-8 with replacement characters: a flipped bit must not hide a chat."""
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    return connection


def _connect(
    path: Path, *, is_read_only: bool, is_shared: bool, image: bytes | None
) -> sqlite3.Connection:
    # WAL relies on shared memory and locks, which do not work across machines.
    journal = "journal_mode = " + ("DELETE" if is_shared else "WAL")
    target = path if image is None else ":memory:"
    if image is None and not is_read_only and not path.exists():
        with suppress(OSError):  # SQLite reports the problem
            path.touch(mode=0o600)  # SQLite creates the journal with the mode of the file
    connection = tolerant(sqlite3.connect(target, timeout=LOCK_WAIT_SECONDS, isolation_level=None))
    try:
        if image:
            connection.deserialize(image)
        # The locking mode comes first: it applies from the first access, such as WAL.
        for pragma in (*_BEFORE_FIRST_ACCESS, journal, *_PRAGMAS):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        if is_read_only:
            connection.execute("PRAGMA query_only = ON")
        else:
            search_index.watch(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _on_begun(connection: Connection) -> None:
    # The driver begins no transaction before schema changes, so all are begun explicitly.
    # SQLite ignores a change of ``synchronous`` inside a transaction.
    options = connection.get_execution_options()
    if options.get(_IS_READ_ONLY):
        connection.exec_driver_sql("BEGIN")
        return
    durability = options.get(DURABILITY, Durability.AGAINST_POWER_LOSS)
    if options.get(_IS_SHARED):
        durability = Durability.AGAINST_POWER_LOSS
    connection.exec_driver_sql(f"PRAGMA synchronous = {durability.value}")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
