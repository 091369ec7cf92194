"""Open tabs and what they, the footer and the toasts show."""

import enum
from dataclasses import dataclass, field

from app.domain.usage import ReplyUsage


@dataclass(frozen=True, slots=True)
class OpenTabs:
    """The tabs in their order, and which is in front.

    Attributes:
        panes: the number of each tab's pane; empty where all stand in the first.
        front_ids: those in front of the panes that are not in use.
        unread_ids: those whose last answer ended, or was cut short, while nobody looked.
    """

    conversation_ids: tuple[str, ...] = ()
    active_id: str | None = None
    panes: tuple[int, ...] = ()
    front_ids: frozenset[str] = frozenset()
    unread_ids: frozenset[str] = frozenset()


class TabActivity(enum.Enum):
    """What a tab is doing, as its title shows it."""

    IDLE = "idle"
    QUEUED = "queued"
    READING = "reading"
    WRITING = "writing"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class MediaWait:
    """A picture that is being looked at, or a sound that is listened to, before an answer.

    Attributes:
        number: which one of those that are new it is, from 1.
        count: how many new ones of its kind there are.
        seconds_left: until all of them are done; None while nobody knows.
    """

    is_sound: bool = False
    number: int = 1
    count: int = 1
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class TabState:
    """What a tab's title and status line show.

    Attributes:
        activity: what is going on.
        queue_position: in the queue, 1 is next, while QUEUED.
        progress: share of the prompt that was read, 0 to 1, while READING.
        media: what is looked at or listened to meanwhile, if anything is.
        is_unread: an answer ended or grew while the tab was not in front.
        is_interrupted: Hubbub ended during the last answer, and nobody has looked since.
        context_window: tokens that the conversation may hold.
        usage: what the running or the last reply cost, as far as it is known.
        machine: that answers the chat; empty for this computer.
        queue_text: what another machine is waited for, in words.
    """

    activity: TabActivity = TabActivity.IDLE
    queue_position: int = 0
    progress: float = 0.0
    is_unread: bool = False
    is_interrupted: bool = False
    context_window: int = 0
    usage: ReplyUsage = field(default_factory=ReplyUsage)
    machine: str = ""
    queue_text: str = ""
    media: MediaWait | None = None

    @property
    def is_unseen(self) -> bool:
        """Return whether something ended here that nobody has looked at."""
        return self.is_unread or self.is_interrupted


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """The engine as the window's footer shows it: a sentence and whether it can answer.

    ``machine`` is the address of another computer that answers; empty for this one. The model
    ``sees`` pictures and ``hears`` sounds, as far as is known; ``note`` says what to know of it
    before the first message, if there is anything. One that ``continues_text`` was not trained to
    chat.
    """

    is_ready: bool = False
    text: str = "Starting the engine …"
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


@dataclass(frozen=True, slots=True)
class ToastContent:
    """A sentence in a toast, with the words of its buttons if there is something to do.

    Attributes:
        stays: until it is answered, closed, or its cause is gone; any other passes by itself.
        is_remembered: can be read later, in the history of toasts.
        conversation_id: what it is about; empty for what is about no conversation.
    """

    text: str
    action: str = ""
    is_trouble: bool = field(default=False)
    other_actions: tuple[str, ...] = ()
    stays: bool = False
    is_remembered: bool = True
    conversation_id: str = ""

    @property
    def actions(self) -> tuple[str, ...]:
        """Return the words of all buttons."""
        return (self.action, *self.other_actions) if self.action else self.other_actions
