"""A short list of good models by the memory that they need; it ships with the program, dated."""

from datetime import date
from pathlib import Path

import msgspec

import resources

_FILE = "models.json"


class RecommendedModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model that many people are content with.

    Attributes:
        repository: where it is on the hub, as ``owner/name``.
        file: a pattern of its file in there.
        licence: as the hub names it.
        download_bytes, memory_bytes: about; with one chat of 8,192 tokens.
        sees_pictures: there is a projector beside it.
        about: one sentence, by language.
    """

    name: str
    repository: str
    file: str
    parameter_count: int
    licence: str
    download_bytes: int
    memory_bytes: int
    sees_pictures: bool
    about: dict[str, str]

    def description(self, language: str) -> str:
        """Return what it is good for, in this language or in English."""
        return self.about.get(language.partition("_")[0], self.about["en"])


class RecommendedModels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list, the smallest first; ``note`` says how far it can be trusted."""

    written: date
    note: str
    models: tuple[RecommendedModel, ...]

    def fitting(self, memory_bytes: int, most: int = 3) -> tuple[RecommendedModel, ...]:
        """Return those that need the most of this memory and no more, the largest first."""
        found = [each for each in self.models if each.memory_bytes <= memory_bytes]
        return tuple(found[-most:][::-1]) if most else ()


def recommended_models() -> RecommendedModels:
    """Read the list, a file of some kilobytes."""
    path = Path(resources.__file__).with_name(_FILE)
    return msgspec.json.decode(path.read_bytes(), type=RecommendedModels)
