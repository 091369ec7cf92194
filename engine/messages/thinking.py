"""How a request wants a model to think, and what a model's template was seen to follow."""

import enum

import msgspec


class ThinkingRequest(msgspec.Struct, frozen=True):
    """How to think before the answer; None is the template's own way.

    Attributes:
        is_on: whether to think at all.
        effort: one of ``ThinkingInfo.efforts``.
        budget: tokens of thinking behind which the answer is begun; None is no limit.
    """

    is_on: bool | None = None
    effort: str | None = None
    budget: int | None = None


class ThinkingInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What can be said about a model's thinking: tried out on its template, not looked up by name.

    Attributes:
        can_switch: thinking can be turned on and off.
        is_on: whether it is on where nothing is asked for; None if that cannot be seen.
        efforts: words for how hard to think, the least first; each gives another prompt.
        effort: the one that is meant where none is asked for; None if that cannot be seen.
        has_budget: thinking is told from the answer, so that it can be ended.
        is_switch_late: the switch changes the prompt's end only, so that nothing is read again.
        is_effort_late: the same of the efforts.
    """

    can_switch: bool = False
    is_on: bool | None = None
    efforts: tuple[str, ...] = ()
    effort: str | None = None
    has_budget: bool = False
    is_switch_late: bool = True
    is_effort_late: bool = True

    @property
    def is_there(self) -> bool:
        """Return whether anything can be said at all."""
        return self.can_switch or bool(self.efforts) or self.has_budget


class ArgumentKind(enum.Enum):
    """What a template takes for an argument, as far as can be seen."""

    TRUTH = "truth"
    NUMBER = "number"
    WORD = "word"
    TEXT = "text"


class TemplateArgument(msgspec.Struct, frozen=True):
    """An argument of a chat template that changes prompts, besides those for thinking.

    ``words`` are those that it knows, where it is a WORD.
    """

    name: str
    kind: ArgumentKind
    words: tuple[str, ...] = ()
