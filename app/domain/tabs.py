"""Open tabs, and the content of tabs, the bar and toasts."""

import enum

import msgspec

from app.domain.usage import ReplyUsage


class OpenTabs(msgspec.Struct, frozen=True):
    """The tabs in order, and the one in front.

    Attributes:
        panes: the number of each tab's pane; empty if all are in the first.
        front_ids: the tabs in front of panes that are not in use.
        unread_ids: the tabs whose last answer ended, or was cut off, while hidden.
    """

    conversation_ids: tuple[str, ...] = ()
    active_id: str | None = None
    panes: tuple[int, ...] = ()
    front_ids: frozenset[str] = frozenset()
    unread_ids: frozenset[str] = frozenset()


class ChatsInView(enum.Enum):
    """The number of chats that a window shows at once: FOUR and ALL are pages of a grid."""

    ONE = "one"
    TWO = "two"
    FOUR = "four"
    ALL = "all"


class TabActivity(enum.Enum):
    """The activity that a tab's title shows.

    ASKING: a call of a tool waits for the user. WORKING: a tool runs.
    """

    IDLE = "idle"
    QUEUED = "queued"
    READING = "reading"
    WRITING = "writing"
    ASKING = "asking"
    WORKING = "working"
    FAILED = "failed"


class MediaWait(msgspec.Struct, frozen=True):
    """A picture or sound that is being encoded before an answer.

    Attributes:
        number: its position among the new ones, from 1.
        count: the number of new ones of its kind.
        seconds_left: until all of them are encoded; None if unknown.
    """

    is_sound: bool = False
    number: int = 1
    count: int = 1
    seconds_left: float | None = None


class TabState(msgspec.Struct, frozen=True):
    """The content of a tab's title and status line.

    Attributes:
        activity: the current activity.
        queue_position: 1 is next, while QUEUED.
        progress: share of the prompt that was processed, 0 to 1, while READING.
        media: the picture or sound being encoded, if any.
        is_unread: whether an answer ended or grew while the tab was not in front.
        is_interrupted: whether Hubbub ended during the last answer, unseen since.
        context_window: maximum number of tokens of the conversation.
        usage: of the running or last reply, as far as known.
        machine: the name of the machine that answers the chat; empty for this computer.
        queue_text: what the chat waits for, such as another machine, in words.
    """

    activity: TabActivity = TabActivity.IDLE
    queue_position: int = 0
    progress: float = 0.0
    is_unread: bool = False
    is_interrupted: bool = False
    context_window: int = 0
    usage: ReplyUsage = msgspec.field(default_factory=ReplyUsage)
    machine: str = ""
    queue_text: str = ""
    media: MediaWait | None = None

    @property
    def is_unseen(self) -> bool:
        """Return whether an answer ended here that was not shown since."""
        return self.is_unread or self.is_interrupted


class EngineStatus(msgspec.Struct, frozen=True):
    """The engine in the window's bar: a sentence, and whether it can answer.

    ``machine`` is the address of another computer that answers; empty for this one. ``sees`` and
    ``hears`` tell whether the model accepts pictures and sounds, as far as known; ``note`` is a
    remark shown before the first message. A model that ``continues_text`` was not trained to chat.
    ``memory_bytes`` of ``memory_total_bytes`` are what the model takes at most, with all its chats;
    both are 0 if that is unknown.
    """

    is_ready: bool = False
    text: str = "Starting the engine…"
    detail: str = ""
    is_trouble: bool = False
    progress: float | None = None
    context_window: int = 0
    model_name: str = ""
    note: str = ""
    continues_text: bool = False
    device: str = ""
    machine: str = ""
    sees: bool = False
    hears: bool = False
    memory_bytes: int = 0
    memory_total_bytes: int = 0


class ToastContent(msgspec.Struct, frozen=True):
    """The text of a toast, with the labels of its buttons, if any.

    Attributes:
        stays: whether it stays until answered, closed, or its cause is gone, instead of timing out.
        is_remembered: whether the history of toasts keeps it.
        conversation_id: the conversation it concerns; empty for none.
    """

    text: str
    action: str = ""
    is_trouble: bool = False
    other_actions: tuple[str, ...] = ()
    stays: bool = False
    is_remembered: bool = True
    conversation_id: str = ""

    @property
    def actions(self) -> tuple[str, ...]:
        """Return the labels of all buttons."""
        return (self.action, *self.other_actions) if self.action else self.other_actions
