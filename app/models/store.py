"""The table of models that were used or set up here, by the SHA-256 of their files."""

import json
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.models.settings_model import (
    KnownModel,
    ModelSettings,
    packed_model_settings,
    unpacked_model_settings,
)
from app.storage.connecting import Durability, reader
from app.storage.database import Database, transaction
from app.storage.errors import translate_errors
from app.storage.plain_text import one_line
from app.storage.tables import KnownModelRow


class KnownModelRepository:
    """Reads and stores the settings and the last use of each model."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self.database = database
        self._now = now

    @transaction()
    def get(self, session: Session, digest: str) -> KnownModel:
        """Return a model; one that is not stored has its digest only."""
        row = session.get(KnownModelRow, digest)
        return KnownModel(digest) if row is None else _known(row)

    @transaction()
    def recent(self, session: Session, count: int) -> tuple[KnownModel, ...]:
        """Return the models that were used last, the latest first."""
        rows = session.scalars(
            select(KnownModelRow)
            .where(KnownModelRow.used_at.is_not(None))
            .order_by(KnownModelRow.used_at.desc(), KnownModelRow.digest)
            .limit(count)
        )
        return tuple(map(_known, rows))

    @transaction()
    def note_use(self, session: Session, digest: str, name: str, path: str) -> None:
        """Store that a model was loaded now, and its path."""
        _note(session, digest, name, path).used_at = self._now()

    @transaction()
    def note_path(self, session: Session, digest: str, name: str, path: str) -> None:
        """Store the name of a model and the path of its file."""
        _note(session, digest, name, path)

    @transaction()
    def at_path(self, session: Session, path: str) -> tuple[KnownModel, ...]:
        """Return the models whose file was last known at a path."""
        rows = select(KnownModelRow).where(KnownModelRow.path_json == json.dumps(path))
        return tuple(map(_known, session.scalars(rows)))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def save_settings(self, session: Session, digest: str, settings: ModelSettings) -> None:
        """Store the settings of a model."""
        _present(session, digest).settings_json = packed_model_settings(settings)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def remove_model(self, session: Session, digest: str) -> None:
        """Remove a model and its settings, if it is stored."""
        row = session.get(KnownModelRow, digest)
        if row is not None:
            session.delete(row)


def settings_in(path: Path, digests: Iterable[str]) -> ModelSettings:
    """Return the settings of the first digest that has any; the file is only read.

    A missing file has no settings. Raises StorageError.
    """
    if not path.exists():
        return ModelSettings()
    with translate_errors(path), closing(reader(path)) as connection:
        for digest in digests:
            rows = connection.execute(
                "SELECT settings_json FROM known_model WHERE digest = ?", (digest,)
            )
            for (text,) in rows.fetchall():
                found = unpacked_model_settings(text)
                if not found.is_default:
                    return found
    return ModelSettings()


def _present(session: Session, digest: str) -> KnownModelRow:
    row = session.get(KnownModelRow, digest)
    if row is None:
        row = KnownModelRow(digest=digest, name="", path_json="", settings_json="")
        session.add(row)
    return row


def _note(session: Session, digest: str, name: str, path: str) -> KnownModelRow:
    row = _present(session, digest)
    row.name = one_line(name)
    row.path_json = json.dumps(path)
    return row


def _known(row: KnownModelRow) -> KnownModel:
    return KnownModel(
        digest=row.digest,
        name=row.name,
        path=_path(row.path_json),
        used_at=row.used_at,
        settings=unpacked_model_settings(row.settings_json),
    )


def _path(text: str) -> str:
    # In JSON, which can escape the bytes of a file name that is not valid text.
    try:
        path = json.loads(text) if text else ""
    except (ValueError, RecursionError):
        return ""
    return path if isinstance(path, str) else ""
