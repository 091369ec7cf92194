"""The models that can be chosen: where each is, whether it is loaded, and whether it fits."""

import enum
from dataclasses import dataclass, field

from app.machines.model import Route


class ModelPlace(enum.Enum):
    """Where a model that can be chosen comes from, in the order of the list."""

    IN_USE = "in use"
    RECENT = "recent"
    BUILT_IN = "built in"
    FOUND = "found"
    REMOTE = "remote"


class ModelState(enum.Enum):
    """What is known of a model now."""

    READY = "ready"
    LOADING = "loading"
    LOADED = "loaded"
    GONE = "gone"
    DAMAGED = "damaged"
    IN_CHAT = "in chat"  # another machine's that answers the chat in front
    OFFLINE = "offline"


class FitWord(enum.Enum):
    """Whether a model fits into this computer's memory, in a word."""

    FITS = "fits"
    TIGHT = "tight"
    TOO_LARGE = "too large"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ModelFit:
    """The word, and the figures that are the reason for it.

    Attributes:
        needed_bytes: about what the model takes; 0 where nobody knows.
        free_bytes: what it may take, once the model that is loaded now has gone.
        total_bytes: the memory of this computer.
        may_use_gpu: a graphics card, whose memory is not counted here, may hold a part.
    """

    word: FitWord = FitWord.UNKNOWN
    needed_bytes: int = 0
    free_bytes: int = 0
    total_bytes: int = 0
    may_use_gpu: bool = False


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that can be chosen.

    Attributes:
        path: of its file; None is the starter model.
        byte_count: of its files; 0 where nobody knows.
        route: of a model on another machine, which answers one chat; None is here.
        machine: what the user calls that machine, and ``host`` what the network calls it.
        context_window: tokens that a chat may hold there; None if it does not tell.
        sees: it sees pictures, as far as is known.
        hears: it hears sounds.
    """

    name: str
    place: ModelPlace
    state: ModelState = ModelState.READY
    fit: ModelFit = field(default_factory=ModelFit)
    path: str | None = None
    byte_count: int = 0
    route: Route | None = None
    machine: str = ""
    host: str = ""
    context_window: int | None = None
    sees: bool = False
    hears: bool = False

    @property
    def key(self) -> tuple[str | None, Route | None]:
        """What it is known by, whatever is known of it."""
        return self.path, self.route
