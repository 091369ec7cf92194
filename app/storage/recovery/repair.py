"""Brings single damaged messages back from backups; each function is one transaction's work."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.orm import Session

from app.errors import lazy, lazy_join
from app.storage import backups
from app.storage.connecting import DAMAGE, named_rows, reader
from app.storage.digests import digest_of, is_damaged, seal
from app.storage.recovery import repairer
from app.storage.tables import MessageRow


@dataclass(frozen=True, slots=True)
class _Copy:
    day: str
    row: MessageRow


def from_backups(session: Session, *, message_ids: Iterable[int], path: Path) -> int:
    """Bring messages back as they were stored, where a backup proves it; return how many.

    A copy counts if its digest is the one that was stored, or if only the digest was damaged.
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
    for backup in backups.newest_first(path):
        query = "SELECT * FROM message WHERE id = ?"
        try:
            with closing(reader(backup)) as source:
                values = next(named_rows(source.execute(query, (message_id,))), None)
        except DAMAGE:
            continue  # an older one may be whole
        if values is not None:
            yield _Copy(backups.day_of(backup), repairer.row_of(values))


def _is_same(row: MessageRow, copy: MessageRow) -> bool:
    # Either the copy is what the row should hold, or only the row's digest was hit and all else
    # agrees. Anything else may be an earlier version of the message.
    digest = digest_of(copy)
    return digest == row.digest or (digest == copy.digest and digest == digest_of(row))


def _restore(session: Session, row: MessageRow, copy: _Copy) -> None:
    for name in ("conversation_id", "sequence_number", "role", "text", "reasoning"):
        setattr(row, name, getattr(copy.row, name))
    parent_id = copy.row.parent_id
    # What it hung on may have been deleted since; then it hangs where that was.
    if parent_id is None or session.get(MessageRow, parent_id) is not None:
        row.parent_id = parent_id
    seal(row)
    sentence = lazy(
        "It was damaged on the disk and came back from the backup of {day}.", day=copy.day
    )
    row.note = lazy_join((row.note, sentence))
