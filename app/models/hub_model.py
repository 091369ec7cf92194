"""Models that can be fetched from the hub, and downloads, as the window shows them."""

import enum
from dataclasses import dataclass, field

from app.models.model import ModelFit


class ModelPurpose(enum.Enum):
    """What a recommended model is good for."""

    CHAT = "chat"
    CODE = "code"
    PICTURES = "pictures"


@dataclass(frozen=True, slots=True)
class HubResult:
    """A repository of models in a list.

    Attributes:
        name: as ``owner/name``; what is asked for.
        title: of a recommended model its own name; else empty.
        updated: the day of the last change, as ``2026-10-01``; empty where it is not known.
        byte_count: of the recommended file; 0 where nobody has chosen one.
        about: one sentence; empty where there is none.
        purposes: of a recommended model, the main one first.
        is_gated: conditions have to be accepted first.
    """

    name: str
    title: str = ""
    page: str = ""
    downloads: int = 0
    likes: int = 0
    updated: str = ""
    licence: str = ""
    parameter_count: int = 0
    byte_count: int = 0
    about: str = ""
    purposes: tuple[ModelPurpose, ...] = ()
    is_gated: bool = False
    fit: ModelFit = field(default_factory=ModelFit)


@dataclass(frozen=True, slots=True)
class HubOffer:
    """One model of a repository in one quantization.

    Attributes:
        path: of its first file in the repository; tells it from the others.
        is_complete: no part of a split model is missing.
        is_verifiable: the hub says what its files must hold.
        fit_text: whether it fits, in a sentence; empty while its header is not read.
        is_here: a file of this name and size lies in the folder of models.
    """

    path: str
    name: str
    quantization: str = ""
    byte_count: int = 0
    file_count: int = 1
    is_complete: bool = True
    is_verifiable: bool = True
    fit: ModelFit = field(default_factory=ModelFit)
    fit_text: str = ""
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class HubContent:
    """What a repository holds; ``refused`` are files whose names can't be stored safely."""

    result: HubResult
    offers: tuple[HubOffer, ...] = ()
    refused: tuple[str, ...] = ()


class TransferState(enum.Enum):
    """What a download does, as far as people have to know."""

    QUEUED = "queued"
    FETCHING = "fetching"
    CHECKING = "checking"
    WAITING = "waiting"
    NO_ROOM = "no room"
    OFFLINE = "offline"
    PAUSED = "paused"
    FAILED = "failed"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Transfer:
    """A download as it stands.

    Attributes:
        reason: why it stands like this, translated; empty where that needs no words.
        seconds_left: None while nobody can know.
        retry_seconds: until it tries again; 0 while it does, None where it waits for no retry.
        path: of the model, once it is here.
        is_verified: it has the hash that the hub names; only known when it is done.
    """

    download_id: str
    name: str
    state: TransferState
    total_bytes: int = 0
    done_bytes: int = 0
    checked_bytes: int = 0
    bytes_per_second: float = 0.0
    seconds_left: float | None = None
    retry_seconds: float | None = None
    reason: str = ""
    path: str = ""
    is_verified: bool = False

    @property
    def is_running(self) -> bool:
        """Return whether it goes on by itself."""
        return self.state in _RUNNING

    @property
    def share(self) -> float:
        """Return how much of it is here, or checked, from 0 to 1."""
        is_checking = self.state is TransferState.CHECKING
        count = self.checked_bytes if is_checking else self.done_bytes
        return min(1.0, count / self.total_bytes) if self.total_bytes else 0.0


_RUNNING = (
    TransferState.QUEUED,
    TransferState.FETCHING,
    TransferState.CHECKING,
    TransferState.WAITING,
    TransferState.NO_ROOM,
)
