"""Open tabs and what they, the footer and the banners show."""

import enum
from dataclasses import dataclass, field

from app.domain.usage import ReplyUsage


@dataclass(frozen=True, slots=True)
class OpenTabs:
    """The tabs in their order, and which is in front.

    Attributes:
        panes: the number of each tab's pane; empty where all stand in the first.
        front_ids: those in front of the panes that are not in use.
    """

    conversation_ids: tuple[str, ...] = ()
    active_id: str | None = None
    panes: tuple[int, ...] = ()
    front_ids: frozenset[str] = frozenset()


class TabActivity(enum.Enum):
    """What a tab is doing, as its title shows it."""

    IDLE = "idle"
    QUEUED = "queued"
    READING = "reading"
    WRITING = "writing"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class TabState:
    """What a tab's title and status line show.

    Attributes:
        activity: what is going on.
        queue_position: in the queue, 1 is next, while QUEUED.
        progress: share of the prompt that was read, 0 to 1, while READING.
        is_unread: an answer ended or grew while the tab was not in front.
        context_window: tokens that the conversation may hold.
        usage: what the running or the last reply cost, as far as it is known.
    """

    activity: TabActivity = TabActivity.IDLE
    queue_position: int = 0
    progress: float = 0.0
    is_unread: bool = False
    context_window: int = 0
    usage: ReplyUsage = field(default_factory=ReplyUsage)


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """The engine as the window's footer shows it: a sentence and whether it can answer."""

    is_ready: bool = False
    text: str = "Starting the engine …"
    detail: str = ""
    is_trouble: bool = False
    progress: float | None = None
    context_window: int = 0
    model_name: str = ""
    device: str = ""


@dataclass(frozen=True, slots=True)
class BannerContent:
    """A sentence in a banner, with the words of its buttons if there is something to do."""

    text: str
    action: str = ""
    is_trouble: bool = field(default=False)
    other_actions: tuple[str, ...] = ()
