"""Sampling presets: values under a name."""

import json

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.domain import Preset
from app.storage.connecting import Durability
from app.storage.database import Database, transaction
from app.storage.plain_text import one_line
from app.storage.tables import PresetRow


class PresetRepository:
    """The presets of the user, by name."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @transaction()
    def all(self, session: Session) -> tuple[Preset, ...]:
        """Return them in the order of their names; what can't be read has no values."""
        rows = session.scalars(select(PresetRow).order_by(PresetRow.name))
        return tuple(Preset(row.name, _values(row.values_json)) for row in rows)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def save(self, session: Session, preset: Preset) -> None:
        """Store a preset, in place of one with the same name."""
        text = json.dumps(dict(preset.values))
        session.merge(PresetRow(name=one_line(preset.name), values_json=text))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def delete(self, session: Session, name: str) -> None:
        """Delete a preset, if there is one with this name."""
        row = session.get(PresetRow, name)
        if row is not None:
            session.delete(row)


def _values(text: str) -> dict[str, object]:
    try:
        values = json.loads(text)
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}
