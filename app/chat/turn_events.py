"""What happens in a turn, reported while it happens."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from app.domain.messages import Message, Turn
from app.domain.reply_text import ReplyText
from app.domain.tabs import TabState


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The turn is stored.

    Attributes:
        messages: the whole branch, including the two messages of the turn.
        others: further replies to the same question, which are written concurrently.
        texts: of all replies of the turn; they grow until the reply's ``ReplyEnded``.
    """

    turn: Turn
    messages: tuple[Message, ...]
    others: tuple[Turn, ...] = ()
    texts: tuple[ReplyText, ...] = ()


@dataclass(frozen=True, slots=True)
class StateChanged:
    """What the tab is doing now."""

    state: TabState


@dataclass(frozen=True, slots=True)
class ContextMoved:
    """The first message that is still in the context window; None if all messages are.

    Of the messages before it, ``pinned_count`` are pinned and stay in the window.
    """

    message_id: int | None
    pinned_count: int = 0


@dataclass(frozen=True, slots=True)
class ReplyEnded:
    """The reply as it is stored; the last event of every turn that started.

    With ``is_last`` False another reply to the same question is still being written.
    """

    message: Message
    state: TabState
    is_last: bool = True


TurnEvent: TypeAlias = TurnStarted | StateChanged | ContextMoved | ReplyEnded
Report: TypeAlias = Callable[[TurnEvent], None]
