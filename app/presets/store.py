"""Sampling presets in the database."""

import json

from msgspec.structs import replace
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.domain.conversations import Preset
from app.domain.natural_order import natural_key
from app.models.settings_model import packed_model_settings, unpacked_model_settings
from app.storage.connecting import Durability
from app.storage.database import Database, transaction
from app.storage.plain_text import one_line
from app.storage.tables import ConversationRow, KnownModelRow, PresetRow


class PresetRepository:
    """The presets of the user, by name."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @transaction()
    def all(self, session: Session) -> tuple[Preset, ...]:
        """Return the presets in the order of their names; an unreadable one has no values."""
        rows = session.scalars(select(PresetRow).order_by(PresetRow.name))
        presets = [Preset(row.name, _values(row.values_json)) for row in rows]
        return tuple(sorted(presets, key=lambda preset: natural_key(preset.name)))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def save(self, session: Session, preset: Preset) -> None:
        """Store a preset, in place of one with the same name."""
        text = json.dumps(dict(preset.values))
        session.merge(PresetRow(name=one_line(preset.name), values_json=text))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def rename(self, session: Session, old: str, new: str) -> None:
        """Rename a preset, also in chats and models; replaces a preset with the new name."""
        row = session.get(PresetRow, old)
        name = one_line(new)
        if row is None or name == old:
            return
        session.merge(PresetRow(name=name, values_json=row.values_json))
        session.delete(row)
        session.execute(
            update(ConversationRow)
            .where(ConversationRow.preset_name == old)
            .values(preset_name=name)
        )
        for known in session.scalars(select(KnownModelRow)):
            settings = unpacked_model_settings(known.settings_json)
            if settings.preset_name == old:
                renamed = replace(settings, preset_name=name)
                known.settings_json = packed_model_settings(renamed)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def delete(self, session: Session, name: str) -> None:
        """Delete a preset, if there is one with this name."""
        row = session.get(PresetRow, name)
        if row is not None:
            session.delete(row)


def _values(text: str) -> dict[str, object]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}
