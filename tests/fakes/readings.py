"""Counts how often the messages of a conversation are read from SQLite."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, event


class Readings:
    """The number of statements that read a whole conversation, of all databases together."""

    def __init__(self) -> None:
        self._count = 0

    def add(self, _connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        """Count a statement if it reads the messages of a conversation with what they cost."""
        if statement.startswith("SELECT message.") and "LEFT OUTER JOIN reply_usage" in statement:
            self._count += 1

    def pop_count(self) -> int:
        """Return the number of readings since the last call."""
        count, self._count = self._count, 0
        return count


@contextmanager
def counted_readings() -> Iterator[Readings]:
    """Count the readings inside the block."""
    readings = Readings()
    event.listen(Engine, "before_cursor_execute", readings.add)
    try:
        yield readings
    finally:
        event.remove(Engine, "before_cursor_execute", readings.add)
