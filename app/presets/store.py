"""Sampling presets and saved prompts, by their names."""

import json
from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.domain.conversations import Preset
from app.domain.natural_order import natural_key
from app.models.settings_model import packed_model_settings, unpacked_model_settings
from app.prompts.model import LONGEST_PROMPT, LONGEST_PROMPT_NAME, SavedPrompt, free_name
from app.storage.connecting import Durability
from app.storage.database import Database, transaction
from app.storage.plain_text import one_line, storable
from app.storage.tables import ConversationRow, KnownModelRow, PresetRow, SavedPromptRow


class PresetRepository:
    """The presets of the user, by name."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @transaction()
    def all(self, session: Session) -> tuple[Preset, ...]:
        """Return them in the order of their names; what can't be read has no values."""
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
        """Give a preset another name, also where chats or models name it; one of that name goes."""
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


class SavedPromptRepository:
    """The saved prompts of the user, by name."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @transaction()
    def all(self, session: Session) -> tuple[SavedPrompt, ...]:
        """Return them in the order of their names."""
        return _all(session)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def save(self, session: Session, prompt: SavedPrompt, *, instead_of: str = "") -> None:
        """Store a prompt, in place of one with the same name, or of the one that it was before."""
        if instead_of and instead_of != prompt.name:
            _remove(session, instead_of)
        session.merge(_row(prompt))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def delete(self, session: Session, name: str) -> None:
        """Delete a prompt, if there is one with this name."""
        _remove(session, name)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def add(self, session: Session, prompts: Iterable[SavedPrompt]) -> int:
        """Store prompts from elsewhere, and return how many are new.

        What is there already is not added again; another text under a name that is taken gets a
        number behind it.
        """
        known = {each.name: each.text for each in _all(session)}
        added = 0
        for prompt in prompts:
            row = _row(prompt)
            if known.get(row.name) == row.text:
                continue
            row.name = free_name(row.name, known)
            known[row.name] = row.text
            session.add(row)
            added += 1
        return added


def _all(session: Session) -> tuple[SavedPrompt, ...]:
    rows = session.scalars(select(SavedPromptRow).order_by(SavedPromptRow.name))
    prompts = [SavedPrompt(row.name, row.text) for row in rows]
    return tuple(sorted(prompts, key=lambda prompt: natural_key(prompt.name)))


def _row(prompt: SavedPrompt) -> SavedPromptRow:
    name = one_line(prompt.name, LONGEST_PROMPT_NAME)
    return SavedPromptRow(name=name, text=storable(prompt.text[:LONGEST_PROMPT]))


def _remove(session: Session, name: str) -> None:
    row = session.get(SavedPromptRow, name)
    if row is not None:
        session.delete(row)
