"""What a request asks for besides sampling, and what is known of a model's thinking."""

import enum
from typing import Any

import msgspec


class Rank(enum.IntEnum):
    """Whose requests go first: those of a lower rank; of tabs the one in front.

    PROGRAM is what other programs ask for, BACKGROUND what nobody waits for.
    """

    TAB = 0
    PROGRAM = 1
    BACKGROUND = 2


class OverflowPolicy(enum.Enum):
    """What happens when a conversation meets its own cap."""

    SLIDE = "slide"
    STOP = "stop"


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


class RequestOptions(msgspec.Struct, frozen=True):
    """How a request is to be treated.

    Attributes:
        overflow: what happens when the conversation meets its own cap.
        pinned: indexes, among the messages without the system's, whose turns never slide out.
        rank: who goes first. A program has few slots and may lose its own while it is answered,
            which it gets back later; what is asked in the background waits until no other request
            could start, then it may take the slot of a chat that rests, which is kept in memory.
        first_message: the number, counted like these, that the message has now which the context
            began with last time: messages before it may have come or gone. None: as it was.
        thinking: how the model thinks before it answers, as far as it follows.
        template_arguments: what the chat template is given besides, by name; JSON values.
        tools: what the model may call, as JSON schemas of functions; only a template that knows
            tools tells the model of them.
        is_raw_prompt: there is one message, and its text is the whole prompt: no template, and
            control texts in it are what they say.
        ends_repetition: a reply that repeats itself without end finishes with REPETITION
            (``engine.text.repetition``).
    """

    overflow: OverflowPolicy = OverflowPolicy.SLIDE
    pinned: tuple[int, ...] = ()
    rank: Rank = Rank.TAB
    first_message: int | None = None
    thinking: ThinkingRequest = ThinkingRequest()
    template_arguments: dict[str, Any] = {}
    tools: tuple[dict[str, Any], ...] = ()
    is_raw_prompt: bool = False
    ends_repetition: bool = False


DEFAULT_OPTIONS = RequestOptions()
