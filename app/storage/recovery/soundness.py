"""Checks that every row of a database is readable and has the types of the mappings.

SQLite's check covers pages; a flipped bit inside a cell passes it, and would appear later as a
number that is a text, or as a dangling reference.
"""

import sqlite3
from collections.abc import Iterator

from sqlalchemy import Column, Table

from app.errors import lazy
from app.storage.search.index import INDEXES
from app.storage.tables import Row

_KINDS = {int: "integer", bool: "integer", float: "real", str: "text", bytes: "blob"}


def fault_of(
    connection: sqlite3.Connection, *, is_current: bool, is_large: bool = False
) -> str | None:
    """Return the fault of a database, or None; only the current schema is compared in detail.

    Indexes of a large database are not compared with their tables, which would take minutes.
    """
    try:
        return _fault(connection, is_current=is_current, is_large=is_large)
    except sqlite3.OperationalError as error:
        return _schema_fault(error)


def index_fault_of(connection: sqlite3.Connection) -> str | None:
    """Return why the search index can't be queried, or None; takes only a moment."""
    try:
        _query_indexes(connection)
    except sqlite3.OperationalError as error:
        return _schema_fault(error)
    return None


def _schema_fault(error: sqlite3.OperationalError) -> str:
    """Return the fault of a table's CREATE statement; re-raise other errors."""
    if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
        raise error
    return str(error)


def _fault(connection: sqlite3.Connection, *, is_current: bool, is_large: bool) -> str | None:
    check = "quick_check(1)" if is_large else "integrity_check(1)"
    (finding,) = connection.execute(f"PRAGMA {check}").fetchone()
    if finding != "ok":
        return str(finding)
    orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
    if orphan is not None:
        return lazy("a row of “{table}” refers to a row that is missing", table=orphan[0])
    if is_current:
        _query_indexes(connection)
        for table in Row.metadata.sorted_tables:
            if _is_strange(connection, table):
                return lazy("the table “{table}” holds values of the wrong kind", table=table.name)
    return None


def _query_indexes(connection: sqlite3.Connection) -> None:
    for index in INDEXES:
        connection.execute(f"SELECT rowid FROM {index.name} ('a') LIMIT 1").fetchone()


def kind_of(column: "Column[object]") -> str:
    """Return SQLite's name of the type of a column's values."""
    return _KINDS[column.type.python_type]


def _is_strange(connection: sqlite3.Connection, table: Table) -> bool:
    try:
        return connection.execute(_strange_rows(table)).fetchone() is not None
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        return True  # the table or one of its columns is missing


def _strange_rows(table: Table) -> str:
    conditions = " OR ".join(_conditions(table))
    return f"SELECT 1 FROM {table.name} WHERE {conditions} LIMIT 1"


def _conditions(table: Table) -> Iterator[str]:
    for column in table.columns:
        kinds = [kind_of(column), *(["null"] if column.nullable else [])]
        allowed = ", ".join(f"'{kind}'" for kind in kinds)
        yield f"typeof({column.name}) NOT IN ({allowed})"
