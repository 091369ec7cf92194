"""Sampling presets: values under a name."""

import json
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.domain import Preset
from app.storage.connecting import Durability
from app.storage.database import Database
from app.storage.plain_text import one_line
from app.storage.tables import PresetRow


class Presets:
    """The presets of the user, by name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> tuple[Preset, ...]:
        """Return them in the order of their names; what can't be read has no values."""
        return await self._database.run(_all)

    async def save(self, preset: Preset) -> None:
        """Store a preset, in place of one with the same name."""
        await self._database.run(partial(_save, preset=preset), Durability.AGAINST_POWER_LOSS)

    async def delete(self, name: str) -> None:
        """Remove a preset; nothing if there is none."""
        await self._database.run(partial(_delete, name=name), Durability.AGAINST_POWER_LOSS)


def _all(session: Session) -> tuple[Preset, ...]:
    rows = session.scalars(select(PresetRow).order_by(PresetRow.name))
    return tuple(Preset(row.name, _values(row.values_json)) for row in rows)


def _save(session: Session, *, preset: Preset) -> None:
    text = json.dumps(dict(preset.values))
    session.merge(PresetRow(name=one_line(preset.name), values_json=text))


def _delete(session: Session, *, name: str) -> None:
    row = session.get(PresetRow, name)
    if row is not None:
        session.delete(row)


def _values(text: str) -> dict[str, object]:
    try:
        values = json.loads(text)
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}
