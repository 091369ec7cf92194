"""The events of a turn."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from app.domain.messages import Message, Turn
from app.domain.reply_text import ReplyText
from app.domain.tabs import TabState
from app.tools.model import ToolProgress


class TurnStarted(msgspec.Struct, frozen=True):
    """A reply of the turn is stored; once more for the reply after the results of tools.

    Attributes:
        messages: the whole branch, including the two messages of the turn.
        others: further replies to the same question, which are written concurrently.
        texts: of all replies of the turn; they grow until the reply's ``ReplyEnded``.
    """

    turn: Turn
    messages: tuple[Message, ...]
    others: tuple[Turn, ...] = ()
    texts: tuple[ReplyText, ...] = ()


class StateChanged(msgspec.Struct, frozen=True):
    """The state of the tab has changed."""

    state: TabState


class ContextMoved(msgspec.Struct, frozen=True):
    """The context window starts at another message.

    Attributes:
        message_id: the first message in the window; None if all messages are in it.
        pinned_count: the messages before it that stay in the window because they are pinned.
    """

    message_id: int | None
    pinned_count: int = 0


class ReplyEnded(msgspec.Struct, frozen=True):
    """A reply has ended; the last event of every turn that started.

    Attributes:
        message: the reply as stored.
        is_last: whether all replies of the turn have ended.
    """

    message: Message
    state: TabState
    is_last: bool = True


class ToolsCalled(msgspec.Struct, frozen=True):
    """A reply has ended in calls of tools; it is stored, with a PENDING message for each call."""

    reply: Message
    calls: tuple[Message, ...]


class ToolChanged(msgspec.Struct, frozen=True):
    """A call waits for the user, runs, or has ended.

    Attributes:
        message: as stored. While it is PENDING, a call without a decision waits for the user, and
            one with a decision runs.
        warning: why a call that would be allowed waits for the user, in words.
        progress: of a running call.
        sends_to: of its tool, while it waits for the user.
    """

    message: Message
    warning: str = ""
    progress: ToolProgress | None = None
    sends_to: str = ""


TurnEvent: TypeAlias = (
    TurnStarted | StateChanged | ContextMoved | ReplyEnded | ToolsCalled | ToolChanged
)
Report: TypeAlias = Callable[[TurnEvent], None]
