"""Models of the hub and downloads, as the window shows them."""

import enum
import re

import msgspec

from app.models.model import ModelFit

# A file that was cut at some byte, not by llama.cpp: no program can load its pieces.
PIECE = re.compile(
    r"(?P<stem>.+?)(?:\.gguf)?[-._]part(?P<number>\d{1,3})of(?P<count>\d{1,3})(?:\.gguf)?",
    re.IGNORECASE,
)


class ModelPurpose(enum.Enum):
    """A use that a model is recommended for."""

    CHAT = "chat"
    CODE = "code"
    PICTURES = "pictures"


class HubResult(msgspec.Struct, frozen=True):
    """A repository of models in a list.

    Attributes:
        name: the repository, as ``owner/name``.
        title: the name of a recommended model; empty for others.
        updated: the day of the last change, as ``2026-10-01``; empty if unknown.
        byte_count: the size of the recommended file; 0 if none is recommended.
        about: one sentence about a recommended model; empty for others.
        purposes: the uses of a recommended model, the main one first.
        is_gated: the owner's conditions must be accepted before a download.
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
    fit: ModelFit = msgspec.field(default_factory=ModelFit)


class HubOffer(msgspec.Struct, frozen=True):
    """One model of a repository in one quantization.

    Attributes:
        path: the path of its first file in the repository, which identifies it.
        is_complete: no part of a split model is missing.
        is_verifiable: the hub has a SHA-256 of each file.
        fit_text: a sentence on whether it fits; empty until its header is read.
        is_here: files of these names and sizes are in the models folder.
    """

    path: str
    name: str
    quantization: str = ""
    byte_count: int = 0
    file_count: int = 1
    is_complete: bool = True
    is_verifiable: bool = True
    fit: ModelFit = msgspec.field(default_factory=ModelFit)
    fit_text: str = ""
    is_here: bool = False

    @property
    def is_in_pieces(self) -> bool:
        """Return whether its files must be joined before any program can load it."""
        return PIECE.fullmatch(self.path) is not None


class HubContent(msgspec.Struct, frozen=True):
    """The files of a repository; ``refused`` are files whose names can't be stored safely."""

    result: HubResult
    offers: tuple[HubOffer, ...] = ()
    refused: tuple[str, ...] = ()


class TransferState(enum.Enum):
    """The state of a download, as the user sees it."""

    QUEUED = "queued"
    FETCHING = "fetching"
    CHECKING = "checking"
    WAITING = "waiting"
    NO_ROOM = "no room"
    OFFLINE = "offline"
    PAUSED = "paused"
    FAILED = "failed"
    DONE = "done"


class Transfer(msgspec.Struct, frozen=True):
    """A download and its progress.

    Attributes:
        reason: the reason for the state, translated; empty if there is nothing to explain.
        seconds_left: the estimated time left; None if unknown.
        retry_seconds: the time until the next retry; 0 during it, None if no retry is planned.
        path: the path of the model, once it is downloaded.
        is_verified: its files have the SHA-256 of the hub; set when the download is done.
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
        """Return whether the download continues without the user."""
        return self.state in _RUNNING

    @property
    def share(self) -> float:
        """Return the share that is downloaded, or verified, from 0 to 1."""
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
