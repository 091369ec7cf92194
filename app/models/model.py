"""The models that can be chosen: where each one is, whether it is loaded, whether it fits."""

import enum

import msgspec

from app.machines.model import Route

READING_WORDS_PER_SECOND = 4


class ModelPlace(enum.Enum):
    """The place of a model, in the order of the list."""

    IN_USE = "in use"
    RECENT = "recent"
    BUILT_IN = "built in"
    FOUND = "found"
    REMOTE = "remote"


class ModelState(enum.Enum):
    """The state of a model."""

    READY = "ready"
    LOADING = "loading"
    LOADED = "loaded"
    GONE = "gone"
    DAMAGED = "damaged"
    IN_CHAT = "in chat"  # of another machine, and answers the chat in front
    OFFLINE = "offline"


class FitWord(enum.Enum):
    """Whether a model fits into this computer's memory, in a word."""

    FITS = "fits"
    TIGHT = "tight"
    TOO_LARGE = "too large"
    UNKNOWN = "unknown"


class ModelFit(msgspec.Struct, frozen=True):
    """Whether a model fits, with the figures that decide it.

    Attributes:
        needed_bytes: the estimated memory of the model with its chats; 0 if unknown.
        chats_bytes: the part of it that the chats take; 0 if unknown.
        free_bytes: the memory that is free after the loaded model is unloaded.
        total_bytes: the memory of this computer.
        may_use_gpu: a graphics card may hold a part; its memory is not counted.
        words_per_second: the expected speed of a single answer; 0 if unknown.
    """

    word: FitWord = FitWord.UNKNOWN
    needed_bytes: int = 0
    free_bytes: int = 0
    total_bytes: int = 0
    may_use_gpu: bool = False
    words_per_second: float = 0.0
    chats_bytes: int = 0

    @property
    def is_slow(self) -> bool:
        """Return whether answers are expected to be slower than people read."""
        speed = self.words_per_second
        return speed > 0 and round(speed) < READING_WORDS_PER_SECOND


class FitEstimate(msgspec.Struct, frozen=True):
    """A sentence on whether a model fits, and its figures; both are empty if that is unknown."""

    text: str = ""
    fit: ModelFit = msgspec.field(default_factory=ModelFit)


class ModelChoice(msgspec.Struct, frozen=True):
    """A model that can be chosen.

    Attributes:
        path: the path of its file; None for the starter model.
        byte_count: the size of its files; 0 if unknown.
        route: the route to a model on another machine, which answers one chat; None for this one.
        machine: the user's name for that machine; ``host`` is its network name.
        context_window: the tokens that a chat may hold there; None if unknown.
        sees: it reads pictures, as far as is known.
        hears: it reads sounds.
        is_default: new chats use it.
        is_in_chat: it answers the chat in front.
    """

    name: str
    place: ModelPlace
    state: ModelState = ModelState.READY
    fit: ModelFit = msgspec.field(default_factory=ModelFit)
    path: str | None = None
    byte_count: int = 0
    route: Route | None = None
    machine: str = ""
    host: str = ""
    context_window: int | None = None
    sees: bool = False
    hears: bool = False
    is_default: bool = False
    is_in_chat: bool = False

    @property
    def key(self) -> tuple[str | None, Route | None]:
        """The path and the route, which identify a model."""
        return self.path, self.route
