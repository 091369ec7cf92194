"""What a request asks for besides sampling."""

import enum
from typing import Any

import msgspec

from engine.messages.thinking import ThinkingRequest


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
