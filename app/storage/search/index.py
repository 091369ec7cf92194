"""The search index: updated by triggers, rebuilt, and cleaned after a purge.

The triggers belong to the connection, not to the file: a file with triggers or views is not
opened (``app.storage.recovery.opening``), which is as safe as ``trusted_schema = OFF``. That pragma
would forbid triggers to use FTS5. The index can always be rebuilt.
"""

import sqlite3
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.orm import Session

_MERGED_PAGES = 200


class Index(msgspec.Struct, frozen=True):
    """An FTS5 table over one text of each row of another table.

    Attributes:
        column: named like a column of the other table.
        settled: condition of the indexed rows of the other table.
        text: the indexed text, as an expression; {row} is the row.
    """

    name: str
    table: str
    key: str
    column: str
    tokenizer: str
    settled: str = "1"
    text: str = "{row}.title"

    def text_of(self, row: str) -> str:
        """Return the expression of the indexed text of a row."""
        return self.text.format(row=row)


# Prefixes of two and three characters are indexed; longer ones are rare enough.
_WORDS = "'unicode61 remove_diacritics 2', prefix='2 3'"
_TRIGRAM = "'trigram'"
_ENDED = "status <> 'STREAMING'"

TITLE_WORDS = Index("title_words", "conversation", "number", "title", _WORDS)
TITLE_CHARS = Index("title_letters", "conversation", "number", "title", _TRIGRAM)
# The arguments of a call are found with its result. Without any, the text must stay as it is: the
# index has no other record of what it holds.
MESSAGE_TEXT = (
    "({row}.text || CASE {row}.tool_arguments WHEN '' THEN '' "
    "ELSE char(10) || {row}.tool_arguments END)"
)
MESSAGE_WORDS = Index("message_words", "message", "id", "text", _WORDS, _ENDED, MESSAGE_TEXT)
MESSAGE_CHARS = Index("message_letters", "message", "id", "text", _TRIGRAM, _ENDED, MESSAGE_TEXT)
_TRIGGER_SCHEMA = "temp"
INDEXES = (TITLE_WORDS, TITLE_CHARS, MESSAGE_WORDS, MESSAGE_CHARS)
# Bounds stay valid when messages are deleted, only wider than necessary.
_DAY_TRIGGER = (
    "AFTER INSERT ON message BEGIN "
    "INSERT INTO written_day VALUES (substr(new.created_at, 1, 10), new.id, new.id) "
    "ON CONFLICT (day) DO UPDATE SET "
    "first_message_id = min(first_message_id, excluded.first_message_id), "
    "last_message_id = max(last_message_id, excluded.last_message_id); END"
)


def watch(driver: sqlite3.Connection) -> None:
    """Create triggers, so that each change on this connection updates the index.

    Replaces those for an older schema. Does nothing if the index does not exist yet.
    """
    if not _is_there(driver):
        return
    columns = {name for _, name, *_ in driver.execute("PRAGMA table_info(message)")}
    for name, definition in _triggers(has_arguments="tool_arguments" in columns):
        driver.execute(f"DROP TRIGGER IF EXISTS {_TRIGGER_SCHEMA}.{name}")
        driver.execute(f"CREATE TEMP TRIGGER {name} {definition}")


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
                f"SELECT {index.key}, {index.text_of(index.table)} FROM {index.table} "
                f"WHERE {index.settled}"
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


def _triggers(*, has_arguments: bool) -> Iterator[tuple[str, str]]:
    """Yield the name and the rest of each trigger; older schemas have no arguments of calls."""
    titles, messages = (TITLE_WORDS, TITLE_CHARS), (MESSAGE_WORDS, MESSAGE_CHARS)
    change = "UPDATE OF text, status, tool_arguments ON message"
    if not has_arguments:
        words, characters = (replace(each, text="{row}.text") for each in messages)
        messages = (words, characters)
        change = "UPDATE OF text, status ON message"
    for event, old_is, new_is in (
        ("INSERT ON conversation", "", "1"),
        ("DELETE ON conversation", "1", ""),
        ("UPDATE OF title, number ON conversation", "1", "1"),
    ):
        yield _trigger(titles, event, old_is, new_is)
    # A running reply is indexed when it ends, because its text is saved each second.
    old_is, new_is = f"old.{_ENDED}", f"new.{_ENDED}"
    yield _trigger(messages, "INSERT ON message", "", new_is)
    yield _trigger(messages, "DELETE ON message", old_is, "")
    yield _trigger(messages, change, old_is, new_is)
    yield _trigger(messages, change, f"NOT ({old_is})", new_is, removes=False)
    yield _trigger(messages, change, old_is, f"NOT ({new_is})", adds=False)
    yield "message_day", _DAY_TRIGGER


def _trigger(
    indexes: tuple[Index, Index],
    event: str,
    old_is: str,
    new_is: str,
    *,
    removes: bool = True,
    adds: bool = True,
) -> tuple[str, str]:
    work = ""
    # One trigger does both, since SQLite does not define the order of two.
    for index in indexes if old_is and removes else ():
        work += (
            f"INSERT INTO {index.name} ({index.name}, rowid, {index.column}) "
            f"VALUES ('delete', old.{index.key}, {index.text_of('old')}); "
        )
    for index in indexes if new_is and adds else ():
        work += (
            f"INSERT INTO {index.name} (rowid, {index.column}) "
            f"VALUES (new.{index.key}, {index.text_of('new')}); "
        )
    name = f"{indexes[0].name}_{event.split()[0]}_{removes:d}{adds:d}"
    condition = " AND ".join(filter(None, (old_is, new_is)))
    return name, f"AFTER {event} WHEN {condition} BEGIN {work}END"


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
