"""Rebuilds damaged histories, and restores single messages from backups."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

import msgspec
from sqlalchemy import Column, Table
from sqlalchemy.orm import Session

from app.domain.conversations import TitleOrigin
from app.domain.messages import MessageStatus
from app.errors import lazy, lazy_join
from app.storage import backup_files
from app.storage.connecting import DAMAGE, Value, named_rows, reader
from app.storage.plain_text import title_of
from app.storage.reading import digest_of, is_damaged, seal
from app.storage.recovery.soundness import kind_of
from app.storage.tables import MessageRow, Row

_CHUNK_ROWS = 1000
_HIGHEST_ROWID = 1 << 48
_MAX_FAILURES = 20_000  # about two seconds; with more failures, a table is beyond repair
Values: TypeAlias = dict[str, Value]
_TABLES: Mapping[str, Table] = {table.name: table for table in Row.metadata.sorted_tables}
_MESSAGE = "message"
_CONVERSATION = "conversation"
_MADE_AGAIN = frozenset({"written_day"})
_FROM_BACKUP = frozenset(
    {"reply_usage", "attachment", "preset", "saved_prompt", "known_model"}
    | {"source", "source_version", "comparison", "comparison_cell"}
)
_LONG_AGO = "1970-01-01T00:00:00.000000+00:00"
_ZEROS: Mapping[str, Value] = {"integer": 0, "real": 0.0, "text": "", "blob": b""}


def readable_rows(source: sqlite3.Connection, table: str) -> Iterator[dict[str, Value]]:
    """Yield the rows in the order of their ids, skipping those in damaged pages.

    A range that can't be read is halved until the damaged rows are isolated.
    """
    # A stack with the lower half on top, so that rows are in the order of their ids.
    ranges = [(1, _HIGHEST_ROWID)]
    failure_count = 0
    while ranges and failure_count < _MAX_FAILURES:
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


class Recovery(msgspec.Struct, frozen=True):
    """The numbers of recovered rows."""

    conversation_count: int
    message_count: int
    from_backup_count: int
    damaged_count: int


class Repairer:
    """Fills an empty database, within the caller's transaction."""

    def __init__(self, target: sqlite3.Connection) -> None:
        self._target = target
        self._suspects: dict[int, Values] = {}
        self._from_backup_count = 0
        # The parents of singly deleted messages, according to the backups.
        self._deleted_parents: dict[Value, Value] = {}

    @property
    def has_suspects(self) -> bool:
        """Whether damaged messages are held back, which an older backup may contain undamaged."""
        return bool(self._suspects)

    def add_damaged(self, source: sqlite3.Connection) -> None:
        """Copy every readable row; hold back damaged messages."""
        try:
            present = _tables_of(source)
        except DAMAGE:
            return  # not even the list of tables is readable
        for name in (_TABLES.keys() & present) - _MADE_AGAIN:
            for values in readable_rows(source, name):
                if name == _MESSAGE:
                    self._add_message(values)
                elif name == _CONVERSATION:
                    self._insert_conversation(values)
                else:
                    self._insert(name, values)

    def add_backup(self, source: sqlite3.Connection) -> None:
        """Add missing rows; old queues and tabs are not restored."""
        for values in readable_rows(source, _MESSAGE):
            self._fill_message(values)
        for values in readable_rows(source, _CONVERSATION):
            self._insert_conversation(values)
        for name in _tables_of(source) & _FROM_BACKUP:
            for values in readable_rows(source, name):
                self._insert(name, values)

    def finish(self) -> Recovery:
        """Store the damaged messages, attach orphans, and count."""
        for values in self._suspects.values():
            self._insert_message(values)
        # Purged conversations are deleted before missing ones are created, or they would return.
        self._delete_purged()
        self._restore_missing_conversations()
        self._join_messages()
        self._delete_orphans()
        self._count_sequences()
        self._count_ids()
        return Recovery(
            self._count("SELECT count(*) FROM conversation"),
            self._count("SELECT count(*) FROM message"),
            self._from_backup_count,
            len(self._suspects),
        )

    def _add_message(self, values: Values) -> None:
        id_ = values.get("id")
        if "digest" not in values:  # of the first schema, without digests
            values["digest"] = _digest(values)
        if is_sealed(values):
            self._insert_message(values)
        elif isinstance(id_, int):
            self._suspects[id_] = values

    def _fill_message(self, values: Values) -> None:
        id_ = values["id"]
        if "digest" not in values:
            values["digest"] = _digest(values)
        if not is_sealed(values) or self._has_message(id_):
            return
        if self._was_deleted(id_):
            self._deleted_parents.setdefault(id_, values["parent_id"])
            return
        suspect = self._suspects.get(id_) if isinstance(id_, int) else None
        if suspect is not None and not _may_replace(values, suspect):
            return
        if self._insert_message(values):
            self._from_backup_count += 1
        if isinstance(id_, int):
            self._suspects.pop(id_, None)

    def _insert_message(self, values: Values) -> bool:
        if self._insert(_MESSAGE, values):
            return True
        # Its sequence number is taken: it moves to the end, and its digest marks it as damaged.
        last = self._count(
            "SELECT max(sequence_number) FROM message WHERE conversation_id = ?",
            values.get("conversation_id"),
        )
        moved: Values = {**values, "sequence_number": last + 1}
        if moved.get("status") == MessageStatus.STREAMING.name:
            moved["status"] = MessageStatus.INTERRUPTED.name
        return self._insert(_MESSAGE, moved)

    def _insert_conversation(self, values: Values) -> bool:
        # Its number may be damaged and equal another; only the index uses it.
        number = self._count("SELECT max(number) FROM conversation") + 1
        return self._insert(_CONVERSATION, {**values, "number": number})

    def _insert(self, name: str, values: Values) -> bool:
        fitting = {
            column.name: _fitting(column, values[column.name])
            for column in _TABLES[name].columns
            if column.name in values
        }
        names = ", ".join(fitting)
        marks = ", ".join("?" * len(fitting))
        result = self._target.execute(
            f"INSERT OR IGNORE INTO {name} ({names}) VALUES ({marks})", tuple(fitting.values())
        )
        return result.rowcount > 0

    def _has_message(self, id_: Value) -> bool:
        return (
            self._target.execute("SELECT 1 FROM message WHERE id = ?", (id_,)).fetchone()
            is not None
        )

    def _was_deleted(self, id_: Value) -> bool:
        query = "SELECT 1 FROM deleted_message WHERE id = ?"
        return self._target.execute(query, (id_,)).fetchone() is not None

    def _delete_purged(self) -> None:
        purged = "(SELECT id FROM purged_conversation)"
        self._target.execute(f"DELETE FROM message WHERE conversation_id IN {purged}")
        self._target.execute(f"DELETE FROM conversation WHERE id IN {purged}")

    def _restore_missing_conversations(self) -> None:
        """Create conversations, named by their first words, for messages that lost theirs."""
        missing = self._target.execute(
            "SELECT conversation_id, min(created_at), max(created_at), (SELECT text FROM message "
            "AS first WHERE first.conversation_id = message.conversation_id ORDER BY "
            "first.sequence_number LIMIT 1) FROM message WHERE conversation_id NOT IN "
            "(SELECT id FROM conversation) GROUP BY conversation_id"
        ).fetchall()
        for id_, created_at, updated_at, text in missing:
            self._insert_conversation(
                {
                    "id": id_,
                    "title": title_of(text),
                    "title_origin": TitleOrigin.FIRST_WORDS.name,
                    "created_at": created_at,
                    "updated_at": updated_at,
                    "activity_number": 0,
                }
            )

    def _join_messages(self) -> None:
        """Attach a message with a missing parent to its grandparent, or to the previous message."""
        cursor = self._target.execute(
            "SELECT * FROM message WHERE parent_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "
            "message AS parent WHERE parent.id = message.parent_id "
            "AND parent.conversation_id = message.conversation_id)"
        )
        for values in list(named_rows(cursor)):
            self._join(values)
        self._target.execute(
            "UPDATE conversation SET active_leaf_id = NULL WHERE active_leaf_id NOT IN "
            "(SELECT id FROM message WHERE conversation_id = conversation.id)"
        )

    def _join(self, values: Values) -> None:
        had_digest = is_sealed(values)
        values["parent_id"] = self._parent_of(values)
        digest = _digest(values) if had_digest else values["digest"]
        self._target.execute(
            "UPDATE message SET parent_id = ?, digest = ? WHERE id = ?",
            (values["parent_id"], digest, values["id"]),
        )

    def _parent_of(self, values: Values) -> Value:
        """Return the new parent of a message whose parent is missing."""
        parent_id, left = values["parent_id"], dict(self._deleted_parents)
        if parent_id in left:
            while parent_id in left:
                parent_id = left.pop(parent_id)
            if parent_id is None or self._has_message(parent_id):
                return parent_id
        before = self._target.execute(
            "SELECT id FROM message WHERE conversation_id = ? AND sequence_number < ? "
            "ORDER BY sequence_number DESC LIMIT 1",
            (values["conversation_id"], values["sequence_number"]),
        ).fetchone()
        return None if before is None else before[0]

    def _delete_orphans(self) -> None:
        for _ in range(3):  # references to a removed row are found in the next pass
            orphans = self._target.execute("PRAGMA foreign_key_check").fetchall()
            for table, rowid, parent, _reference in orphans:
                # Its messages are complete: only the text that preceded them is lost.
                if table == _CONVERSATION and parent == "source_version":
                    self._target.execute(
                        "UPDATE conversation SET source_version_id = NULL WHERE rowid = ?",
                        (rowid,),
                    )
                elif table == _CONVERSATION:
                    self._target.execute(
                        "UPDATE conversation SET active_leaf_id = NULL, memory_begins_at_id = NULL "
                        "WHERE rowid = ?",
                        (rowid,),
                    )
                elif table != _MESSAGE:
                    self._target.execute(f"DELETE FROM {table} WHERE rowid = ?", (rowid,))

    def _count_sequences(self) -> None:
        self._target.execute(
            "UPDATE conversation SET last_sequence_number = (SELECT coalesce(max(sequence_number), "
            "0) FROM message WHERE conversation_id = conversation.id)"
        )

    def _count_ids(self) -> None:
        """Prevent new messages from getting the ids of deleted ones."""
        highest = max(
            self._count("SELECT max(seq) FROM sqlite_sequence WHERE name = ?", _MESSAGE),
            self._count("SELECT max(id) FROM deleted_message"),
        )
        self._target.execute("DELETE FROM sqlite_sequence WHERE name = ?", (_MESSAGE,))
        self._target.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (_MESSAGE, highest))

    def _count(self, query: str, *values: Value) -> int:
        (count,) = self._target.execute(query, values).fetchone()
        return int(count or 0)


def _may_replace(copy: Values, suspect: Values) -> bool:
    """Return whether a backup's message is the damaged one, not an earlier state of it.

    A reply that was running when the backup was made is shorter than the damaged one, and a call
    that was running has no result.
    """
    is_the_same = copy.get("digest") == suspect.get("digest")
    running = (MessageStatus.STREAMING.name, MessageStatus.PENDING.name)
    return is_the_same or copy.get("status") not in running


def _tables_of(source: sqlite3.Connection) -> set[str]:
    rows = source.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return {str(name) for (name,) in rows}


def _fitting(column: "Column[object]", value: Value) -> Value:
    """Return a value of the type of the column."""
    kind = kind_of(column)
    if value is None and column.nullable:
        return None
    is_right: Mapping[str, bool] = {
        "integer": isinstance(value, int),
        "real": isinstance(value, int | float),
        "text": isinstance(value, str),
        "blob": isinstance(value, bytes),
    }
    if is_right[kind]:
        return value
    if kind == "text" and value is not None:
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    if column.nullable:
        return None
    return _LONG_AGO if column.name.endswith("_at") else _ZEROS[kind]


def row_of(values: Values) -> MessageRow:
    """Return the message of a row of any schema, outside any session."""
    return MessageRow(
        conversation_id=values.get("conversation_id"),
        sequence_number=values.get("sequence_number"),
        parent_id=values.get("parent_id"),
        role=values.get("role"),
        text=values.get("text"),
        reasoning=values.get("reasoning", ""),
        tool_calls=values.get("tool_calls", ""),
        tool_use=values.get("tool_use", ""),
        tool_arguments=values.get("tool_arguments", ""),
        digest=values.get("digest"),
    )


def _digest(values: Values) -> bytes:
    return digest_of(row_of(values))


def is_sealed(values: Values) -> bool:
    """Return whether a row is undamaged; the first schema had no digests to check."""
    if "digest" not in values:
        return True
    return values.get("digest") == _digest(values)


class _Copy(msgspec.Struct, frozen=True):
    day: str
    row: MessageRow


def from_backups(session: Session, *, message_ids: Iterable[int], path: Path) -> int:
    """Restore damaged messages for which a backup has a verified copy; return their number.

    A copy is valid if it has the stored digest, or if only the digest was damaged.
    """
    restored = 0
    for id_ in message_ids:
        row = session.get(MessageRow, id_)
        if row is None or not is_damaged(row):
            continue
        for copy in _copies(path, id_):
            if _is_same(row, copy.row):
                _restore(session, row, copy)
                session.flush()
                restored += 1
                break
    return restored


def _copies(path: Path, message_id: int) -> Iterator[_Copy]:
    for backup in backup_files.newest_first(path):
        query = "SELECT * FROM message WHERE id = ?"
        try:
            with closing(reader(backup)) as source:
                values = next(named_rows(source.execute(query, (message_id,))), None)
        except DAMAGE:
            continue  # an older one may be undamaged
        if values is not None:
            yield _Copy(backup_files.day_of(backup), row_of(values))


def _is_same(row: MessageRow, copy: MessageRow) -> bool:
    # Either the copy has the row's digest, or only the row's digest is damaged and all else
    # agrees. Anything else may be an earlier version of the message.
    digest = digest_of(copy)
    return digest == row.digest or (digest == copy.digest and digest == digest_of(row))


def _restore(session: Session, row: MessageRow, copy: _Copy) -> None:
    plain = ("conversation_id", "sequence_number", "role", "text", "reasoning")
    for name in (*plain, "tool_calls", "tool_use", "tool_arguments"):
        setattr(row, name, getattr(copy.row, name))
    parent_id = copy.row.parent_id
    # Its parent may have been deleted since; then it moves to the grandparent.
    if parent_id is None or session.get(MessageRow, parent_id) is not None:
        row.parent_id = parent_id
    seal(row)
    sentence = lazy(
        "It was damaged on the disk and came back from the backup of {day}.", day=copy.day
    )
    row.note = lazy_join((row.note, sentence))
