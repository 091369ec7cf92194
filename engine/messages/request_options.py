"""Options of a request besides sampling, and the abilities of a model's thinking."""

import enum
from typing import Any

import msgspec


class Rank(enum.IntEnum):
    """The order of requests: lower ranks first; among tabs, the one in front.

    PROGRAM is for requests of other programs, BACKGROUND for those that the user does not wait for.
    """

    TAB = 0
    PROGRAM = 1
    BACKGROUND = 2


class OverflowPolicy(enum.Enum):
    """The action when a conversation reaches its own cap."""

    SLIDE = "slide"
    STOP = "stop"


class ThinkingRequest(msgspec.Struct, frozen=True):
    """How to think before the answer; None is the template's default.

    Attributes:
        is_on: whether to think at all.
        effort: one of ``ThinkingInfo.efforts``.
        budget: maximum tokens of thinking before the answer begins; None is unlimited.
    """

    is_on: bool | None = None
    effort: str | None = None
    budget: int | None = None


class ThinkingInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The thinking options of a model: found by testing its template, not by its name.

    Attributes:
        can_switch: thinking can be turned on and off.
        is_on: the default; None if it is unknown.
        efforts: levels of thinking, the lowest first; each gives another prompt.
        effort: the default level; None if it is unknown.
        has_budget: thinking is distinguishable from the answer, so that it can be ended.
        is_switch_late: the switch changes only the end of the prompt, so that nothing is read
            again.
        is_effort_late: the same for the efforts.
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
        """Return whether any of these facts are known."""
        return self.can_switch or bool(self.efforts) or self.has_budget


class ArgumentKind(enum.Enum):
    """The type of a template's argument, as far as it can be detected."""

    TRUTH = "truth"
    NUMBER = "number"
    WORD = "word"
    TEXT = "text"


class TemplateArgument(msgspec.Struct, frozen=True):
    """An argument of a chat template that changes prompts, other than those for thinking.

    ``words`` are the accepted values of a WORD.
    """

    name: str
    kind: ArgumentKind
    words: tuple[str, ...] = ()


class RequestOptions(msgspec.Struct, frozen=True):
    """How a request is to be treated.

    Attributes:
        overflow: the action when the conversation reaches its own cap.
        pinned: indexes, among the messages without the system's, whose turns never slide out.
        rank: the order of requests. A program has few slots and may lose its own while it is
            answered, and gets it back later. A background request waits until no other request
            could start; then it may take the slot of an idle chat, whose state is kept in memory.
        first_message: the current index, counted like ``pinned``, of the message that the context
            began with last time: messages before it may have been added or removed. None is
            unchanged.
        thinking: how the model thinks before it answers, as far as its template supports it.
        template_arguments: further arguments of the chat template, by name; JSON values.
        tools: tools that the model may call, as JSON schemas of functions; a template without tools
            omits them.
        visible_controls: texts of control tokens that the reply contains as text, such as the
            marks of calls. One that ends the generation is written before the end.
        is_raw_prompt: there is one message, and its text is the whole prompt: no template is
            applied, and control texts in it become control tokens.
        ends_repetition: a reply that repeats itself endlessly finishes with REPETITION
            (``engine.text.repetition``).
    """

    overflow: OverflowPolicy = OverflowPolicy.SLIDE
    pinned: tuple[int, ...] = ()
    rank: Rank = Rank.TAB
    first_message: int | None = None
    thinking: ThinkingRequest = ThinkingRequest()
    template_arguments: dict[str, Any] = {}
    tools: tuple[dict[str, Any], ...] = ()
    visible_controls: tuple[str, ...] = ()
    is_raw_prompt: bool = False
    ends_repetition: bool = False


DEFAULT_OPTIONS = RequestOptions()
