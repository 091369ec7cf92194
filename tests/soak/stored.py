"""What the window of a soak tells after each round, and what a copy of its database holds."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from app.storage.recovery.soundness import fault_of


class StoredText(msgspec.Struct, frozen=True):
    """A message that the window was told is on the disk."""

    message_id: int
    conversation_id: str
    text: str


class RoundReport(msgspec.Struct, frozen=True, kw_only=True):
    """A round and what must be true after it.

    ``stored`` and ``faults`` are those of this round, ``purged`` the conversations that were
    deleted for good in it; the counts are those since the start.
    """

    action_count: int
    stored: tuple[StoredText, ...]
    purged: tuple[str, ...]
    slot_errors: int
    disk_fault_count: int
    faults: tuple[str, ...]
    engine_id: int | None

    def line(self) -> str:
        """Return it as one line."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def parse(cls, line: bytes) -> "RoundReport":
        """Return what a line says."""
        return msgspec.json.decode(line, type=cls)


class StoredTexts:
    """Remembers what must be there, and looks whether it is."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._texts: dict[int, StoredText] = {}
        self.message_count = 0

    def faults_after(self, report: RoundReport) -> list[str]:
        """Return what is wrong with the database after a round."""
        self._texts |= {each.message_id: each for each in report.stored}
        purged = frozenset(report.purged)
        self._texts = {
            key: each for key, each in self._texts.items() if each.conversation_id not in purged
        }
        with TemporaryDirectory() as folder:
            copy = Path(folder) / self._database.name
            for end in ("", "-wal"):
                source = self._database.with_name(self._database.name + end)
                if source.exists():
                    shutil.copyfile(source, copy.with_name(copy.name + end))
            with closing(sqlite3.connect(copy)) as connection:
                return self._faults(connection)

    def _faults(self, connection: sqlite3.Connection) -> list[str]:
        damage = fault_of(connection, is_current=True)
        faults = [] if damage is None else [f"[database] {damage}"]
        rows = connection.execute("SELECT id, text, lower(status) FROM message").fetchall()
        texts = {key: text for key, text, _ in rows}
        self.message_count = len(rows)
        faults += [
            f"[stuck] message {key} is being written" for key, _, s in rows if s == "streaming"
        ]
        for key, each in self._texts.items():
            if not texts.get(key, "").startswith(each.text):
                found = repr(texts[key][:60]) if key in texts else "gone"
                faults.append(f"[lost] message {key}, {each.text[:60]!r}, is {found}")
        return faults
