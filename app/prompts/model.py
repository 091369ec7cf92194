"""Saved prompts, with fields to be filled in."""

from collections.abc import Collection

import msgspec

from app.domain.natural_order import natural_key

LONGEST_PROMPT_NAME = 100
LONGEST_PROMPT = 100_000  # characters

FIELD_PATTERN = r"\{\{\s*([^{}\n]{1,60}?)\s*\}\}"


class SavedPrompt(msgspec.Struct, frozen=True):
    """A named text for reuse; ``{{topic}}`` in it is a field."""

    name: str
    text: str


def free_name(name: str, taken: Collection[str]) -> str:
    """Return a name that no other prompt has, with a number if necessary."""
    if name not in taken:
        return name
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"


def matching_prompts(prompts: Collection[SavedPrompt], wanted: str) -> list[SavedPrompt]:
    """Return the prompts whose names contain a text; names that begin with it first."""
    wanted = wanted.strip().casefold()
    found = [each for each in prompts if wanted in each.name.casefold()]
    return sorted(
        found,
        key=lambda each: (not each.name.casefold().startswith(wanted), natural_key(each.name)),
    )
