"""What a soak finds on the disk: looked at in a copy, since the window lets nobody into its own."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from app.storage.recovery.soundness import fault_of
from tests.soak.report import RoundReport, StoredText


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
