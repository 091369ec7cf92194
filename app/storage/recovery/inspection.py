"""A look at every page and every text of a database that nobody works on, without haste.

It is meant for a backup: a copy has the damage of what it was copied from, and nobody waits for
it meanwhile.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from app.storage.connecting import DAMAGE, named_rows, reader
from app.storage.recovery import repairer

_STEPS_BETWEEN_LOOKS = 20_000  # of SQLite's machine; a few milliseconds
_CHUNK_ROWS = 200
_PAUSE_SECONDS = 0.03  # between chunks: comparing texts keeps Python from drawing the window


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found.

    Attributes:
        fault: what is wrong with the file; None for nothing.
        damaged_ids: messages that are not what was stored.
    """

    fault: str | None = None
    damaged_ids: tuple[int, ...] = ()


def inspect(path: Path, stop: threading.Event) -> Findings | None:
    """Look at all of a file; None if it was stopped before the end. Takes long."""
    with closing(reader(path)) as connection:
        connection.set_progress_handler(lambda: int(stop.is_set()), _STEPS_BETWEEN_LOOKS)
        try:
            (finding,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if finding != "ok":
                return Findings(fault=str(finding))
            damaged = tuple(_damaged(connection, stop))
        except DAMAGE as error:
            return None if stop.is_set() else Findings(fault=str(error))
    return None if stop.is_set() else Findings(damaged_ids=damaged)


def _damaged(connection: sqlite3.Connection, stop: threading.Event) -> Iterator[int]:
    rows = named_rows(connection.execute("SELECT * FROM message ORDER BY id"))
    while chunk := list(islice(rows, _CHUNK_ROWS)):
        for values in chunk:
            if not repairer.is_sealed(values):
                yield int(values["id"] or 0)
        if stop.wait(_PAUSE_SECONDS):
            return
