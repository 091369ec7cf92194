"""The names by which programs can ask for a model: of its file, the shown one, and its aliases."""

from collections.abc import Iterable, Sequence
from pathlib import PurePath

import msgspec

from app.errors import InvalidSettings, LazyText, lazy
from app.models.settings_model import MAX_ALIASES, is_alias
from engine.messages.server_messages import same_name


class NamedModel(msgspec.Struct, frozen=True):
    """A model that programs can name; ``key`` names it to ``LocalModels``.

    One that ``embeds_only`` cannot chat.
    """

    key: str
    name: str
    path: str
    aliases: tuple[str, ...] = ()
    embeds_only: bool = False

    @property
    def id(self) -> str:
        """Return the name of its file without the ending."""
        return PurePath(self.path).stem

    def has_name(self, text: str) -> bool:
        """Return whether this is one of its names, in upper or lower case."""
        return same_name(text) in map(same_name, (self.id, self.name, *self.aliases))


def aliases_in(text: str, others: Sequence[NamedModel] = ()) -> tuple[str, ...] | None:
    """Return the aliases in a text, between which are commas; None for an empty text.

    Raises InvalidSettings for one that is a name of one of the other models.
    """
    found = {same_name(each): each for each in map(str.strip, text.split(",")) if each}
    for alias in found.values():
        if not is_alias(alias):
            raise InvalidSettings(lazy("“{alias}” can't be an alias: it is too long.", alias=alias))
        problem = alias_problem(alias, others)
        if problem is not None:
            raise InvalidSettings(problem)
    if len(found) > MAX_ALIASES:
        raise InvalidSettings(lazy("A model can have {most} aliases.", most=MAX_ALIASES))
    return tuple(found.values()) or None


def alias_problem(alias: str, others: Iterable[NamedModel]) -> LazyText | None:
    """Return why a model can't have an alias next to the other models; None if it can."""
    taken = next((each for each in others if each.has_name(alias)), None)
    if taken is None:
        return None
    return lazy(
        "“{alias}” is a name of {model} already. Choose another alias.",
        alias=alias,
        model=taken.name,
    )
