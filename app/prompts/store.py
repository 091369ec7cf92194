"""Saved prompts in the database."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.domain.natural_order import natural_key
from app.prompts.model import LONGEST_PROMPT, LONGEST_PROMPT_NAME, SavedPrompt, free_name
from app.storage.connecting import Durability
from app.storage.database import Database, transaction
from app.storage.plain_text import one_line, storable
from app.storage.tables import SavedPromptRow


class SavedPromptRepository:
    """The saved prompts of the user, by name."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @transaction()
    def all(self, session: Session) -> tuple[SavedPrompt, ...]:
        """Return the prompts in the order of their names."""
        return _all(session)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def save(self, session: Session, prompt: SavedPrompt, *, instead_of: str = "") -> None:
        """Store a prompt; replaces one with the same name, and the one named ``instead_of``."""
        if instead_of and instead_of != prompt.name:
            _remove(session, instead_of)
        session.merge(_row(prompt))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def delete(self, session: Session, name: str) -> None:
        """Delete a prompt, if there is one with this name."""
        _remove(session, name)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def add(self, session: Session, prompts: Iterable[SavedPrompt]) -> int:
        """Store imported prompts, and return the number of new ones.

        Existing prompts are not added again; a different text with a taken name gets a number.
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
