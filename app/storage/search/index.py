"""The search index: updated by triggers, rebuilt, and cleaned after a purge.

The triggers belong to the connection, not to the file: a file with triggers or views is not
opened (``app.storage.recovery.opening``), which is as safe as ``trusted_schema = OFF``. That pragma
would forbid triggers to use FTS5. The index can always be rebuilt.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection
from sqlalchemy.orm import Session

_MERGED_PAGES = 200


@dataclass(frozen=True, slots=True)
class Index:
    """An FTS5 table over one column of another table.

    Attributes:
        settled: condition of the indexed rows of the other table.
    """

    name: str
    table: str
    key: str
    column: str
    tokenizer: str
    settled: str = "1"


# Prefixes of two and three characters are indexed; longer ones are rare enough.
_WORDS = "'unicode61 remove_diacritics 2', prefix='2 3'"
_TRIGRAM = "'trigram'"
_ENDED = "status <> 'STREAMING'"

TITLE_WORDS = Index("title_words", "conversation", "number", "title", _WORDS)
TITLE_CHARS = Index("title_letters", "conversation", "number", "title", _TRIGRAM)
MESSAGE_WORDS = Index("message_words", "message", "id", "text", _WORDS, _ENDED)
MESSAGE_CHARS = Index("message_letters", "message", "id", "text", _TRIGRAM, _ENDED)
INDEXES = (TITLE_WORDS, TITLE_CHARS, MESSAGE_WORDS, MESSAGE_CHARS)
# Bounds stay valid when messages are deleted, only wider than necessary.
_DAY_TRIGGER = (
    "CREATE TEMP TRIGGER IF NOT EXISTS message_day AFTER INSERT ON message BEGIN "
    "INSERT INTO written_day VALUES (substr(new.created_at, 1, 10), new.id, new.id) "
    "ON CONFLICT (day) DO UPDATE SET "
    "first_message_id = min(first_message_id, excluded.first_message_id), "
    "last_message_id = max(last_message_id, excluded.last_message_id); END"
)


def watch(driver: sqlite3.Connection) -> None:
    """Create triggers, so that each change on this connection updates the index.

    Does nothing if the index does not exist yet.
    """
    for statement in _triggers() if _is_there(driver) else ():
        driver.execute(statement)


def rebuild(connection: Connection) -> None:
    """Rebuild every index in one transaction."""
    with connection.begin():
        for index in INDEXES:
            connection.exec_driver_sql(f"DROP TABLE IF EXISTS {index.name}")
            connection.exec_driver_sql(
                f"CREATE VIRTUAL TABLE {index.name} USING fts5({index.column}, "
                f"content='{index.table}', content_rowid='{index.key}', "
                f"tokenize={index.tokenizer}, detail=none, columnsize=0)"
            )
            connection.exec_driver_sql(
                f"INSERT INTO {index.name} (rowid, {index.column}) "
                f"SELECT {index.key}, {index.column} FROM {index.table} WHERE {index.settled}"
            )


def optimize(driver: sqlite3.Connection) -> None:
    """Remove the remains of deleted rows from the index at once; slow."""
    for index in INDEXES if _is_there(driver) else ():
        driver.execute(f"INSERT INTO {index.name} ({index.name}) VALUES ('optimize')")


def begin_merge(session: Session) -> None:
    """Start removing the remains of deleted rows from the index; ``merge_more`` continues."""
    for index in INDEXES:
        _merge(session, index, -_MERGED_PAGES)


def merge_more(session: Session) -> bool:
    """Continue for a moment; return whether there was work left."""
    were_left = [_merge(session, index, _MERGED_PAGES) for index in INDEXES]
    return any(were_left)


def _is_there(driver: sqlite3.Connection) -> bool:
    query = "SELECT count(*) FROM sqlite_schema WHERE name = ?"
    return all(driver.execute(query, (index.name,)).fetchone() == (1,) for index in INDEXES)


def _triggers() -> Iterator[str]:
    titles, messages = (TITLE_WORDS, TITLE_CHARS), (MESSAGE_WORDS, MESSAGE_CHARS)
    for event, old_is, new_is in (
        ("INSERT ON conversation", "", "1"),
        ("DELETE ON conversation", "1", ""),
        ("UPDATE OF title, number ON conversation", "1", "1"),
    ):
        yield _trigger(titles, event, old_is, new_is)
    # A running reply is indexed when it ends, because its text is saved each second.
    old_is, new_is = f"old.{_ENDED}", f"new.{_ENDED}"
    change = "UPDATE OF text, status ON message"
    yield _trigger(messages, "INSERT ON message", "", new_is)
    yield _trigger(messages, "DELETE ON message", old_is, "")
    yield _trigger(messages, change, old_is, new_is)
    yield _trigger(messages, change, f"NOT ({old_is})", new_is, removes=False)
    yield _trigger(messages, change, old_is, f"NOT ({new_is})", adds=False)
    yield _DAY_TRIGGER


def _trigger(
    indexes: tuple[Index, Index],
    event: str,
    old_is: str,
    new_is: str,
    *,
    removes: bool = True,
    adds: bool = True,
) -> str:
    work = ""
    # One trigger does both, since SQLite does not define the order of two.
    for index in indexes if old_is and removes else ():
        work += (
            f"INSERT INTO {index.name} ({index.name}, rowid, {index.column}) "
            f"VALUES ('delete', old.{index.key}, old.{index.column}); "
        )
    for index in indexes if new_is and adds else ():
        work += (
            f"INSERT INTO {index.name} (rowid, {index.column}) "
            f"VALUES (new.{index.key}, new.{index.column}); "
        )
    name = f"{indexes[0].name}_{event.split()[0]}_{removes:d}{adds:d}"
    condition = " AND ".join(filter(None, (old_is, new_is)))
    return (
        f"CREATE TEMP TRIGGER IF NOT EXISTS {name} AFTER {event} WHEN {condition} BEGIN {work}END"
    )


def _merge(session: Session, index: Index, page_count: int) -> bool:
    connection = session.connection()
    before = _change_count(connection)
    connection.exec_driver_sql(
        f"INSERT INTO {index.name} ({index.name}, rank) VALUES ('merge', {page_count})"
    )
    # According to the documentation of FTS5, fewer than two changes mean that nothing was merged.
    return _change_count(connection) - before >= 2


def _change_count(connection: Connection) -> int:
    (count,) = connection.exec_driver_sql("SELECT total_changes()").one()
    return int(count)
