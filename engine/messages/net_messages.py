"""Messages of the net process: each request gets one answer, which may be a failure."""

import enum
from typing import TypeAlias

import msgspec

from engine.ipc.lazy_text import LazyText
from engine.ipc.lifecycle import Heartbeat, ProcessStarted, Shutdown
from engine.messages.commands import MediaAnswer
from engine.messages.download_messages import AskRoom, DownloadCommand, DownloadEvent, RoomAnswered
from engine.messages.events import StepEvents
from engine.messages.media import MediaReading, MediaWanted, ReadMedia
from engine.messages.remote_messages import (
    ProbeRpcServers,
    RemoteAnswer,
    RemoteQuestion,
    RpcServersProbed,
    SubmitRemote,
)
from engine.messages.server_messages import (
    ModelAnswer,
    ModelQuestion,
    ServerAnswer,
    ServerCommand,
    SetServedModels,
)
from engine.messages.web_messages import WebAnswer, WebQuestion


class NetTrouble(enum.Enum):
    """The kind of a network failure; not stored."""

    OFFLINE = "offline"  # the user has switched the network off
    UNREACHABLE = "unreachable"  # no network, no such host, refused, not trusted, a proxy
    TOO_SLOW = "too slow"
    GATED = "gated"  # the user has to accept conditions on the hub's page
    NOT_FOUND = "not found"
    BUSY = "busy"  # rate-limited, or temporarily out of order
    BAD_ANSWER = "bad answer"
    NO_KEYRING = "no keyring"
    KEY_REFUSED = "key refused"  # an endpoint refused the key, or requires one
    NOT_SENDABLE = "not sendable"  # no frame can hold the question
    STOPPED = "stopped"  # the process ended, or was closed


class Gate(enum.Enum):
    """Whether the user has to accept conditions before downloading files."""

    OPEN = "open"
    AUTOMATIC = "automatic"  # accepted by a click
    MANUAL = "manual"  # a person reviews each request


class HubModel(msgspec.Struct, frozen=True):
    """A repository of models in search results.

    Attributes:
        licence: as the hub names it, "apache-2.0"; empty if it gives none.
        updated: the time of the last change in ISO form; empty if it gives none.
    """

    name: str
    page: str
    downloads: int = 0
    likes: int = 0
    updated: str = ""
    licence: str = ""
    gate: Gate = Gate.OPEN
    architecture: str = ""
    parameter_count: int | None = None


class HubFile(msgspec.Struct, frozen=True):
    """One file of a repository.

    Attributes:
        path: in the repository.
        save_name: safe name for the stored file.
        sha256: expected hash; empty if the hub gives none, and the file can't be verified.
    """

    path: str
    save_name: str
    size_bytes: int
    sha256: str = ""


class VariantKind(enum.Enum):
    """The purpose of a file of a repository."""

    MODEL = "model"
    PROJECTOR = "projector"  # lets a model see pictures
    DRAFT = "draft"  # drafts tokens for a larger model


class HubVariant(msgspec.Struct, frozen=True):
    """One model of a repository in one quantization: one file, or all parts of a split one.

    Attributes:
        quantization: according to its name, "Q4_K_M"; empty if the name has none.
        is_complete: no part of a split model is missing.
        projector, draft: paths of the files that belong to it, empty if there are none.
    """

    kind: VariantKind
    name: str
    quantization: str
    files: tuple[HubFile, ...]
    is_complete: bool = True
    projector: str = ""
    draft: str = ""

    @property
    def size_bytes(self) -> int:
        """Return the total size of its files in bytes."""
        return sum(file.size_bytes for file in self.files)

    @property
    def is_verifiable(self) -> bool:
        """Return whether the hub gives a hash for all of its files."""
        return all(file.sha256 for file in self.files)


class HubPage(msgspec.Struct, frozen=True, tag=True):
    """Answers SearchHub. ``cursor`` requests the next page; empty after the last.

    ``named_file`` is the file that an address named.
    """

    request_id: int
    models: tuple[HubModel, ...]
    cursor: str = ""
    revision: str = ""
    named_file: str = ""


class HubRepository(msgspec.Struct, frozen=True, tag=True):
    """Answers ShowRepository: all variants of one commit.

    ``refused`` are displayed paths of model files whose names can't be stored safely.
    """

    request_id: int
    model: HubModel
    commit: str
    variants: tuple[HubVariant, ...]
    refused: tuple[str, ...] = ()


class RemoteHeader(msgspec.Struct, frozen=True, tag=True):
    """Answers ReadRemoteHeader.

    Attributes:
        header: input of ``engine.gguf.header``; empty if it is unknown.
        reason: why it is unknown, for the user; empty if it is known.
        read_bytes: bytes read of the file.
    """

    request_id: int
    header: bytes
    reason: LazyText = LazyText()
    read_bytes: int = 0


class ReleaseFound(msgspec.Struct, frozen=True, tag=True):
    """Answers FindRelease: "1.2.3"."""

    request_id: int
    version: str


class TokenOrigin(enum.Enum):
    """The source of the hub's access token."""

    NONE = "none"
    ENVIRONMENT = "environment"
    KEYRING = "keyring"
    FILE = "file"  # of the hub's own program


class TokenReport(msgspec.Struct, frozen=True, tag=True):
    """Answers ReportToken and KeepToken; ``trouble`` describes an error of the keyring."""

    request_id: int
    origin: TokenOrigin
    trouble: LazyText = LazyText()


class NetFailed(msgspec.Struct, frozen=True, tag=True):
    """Answers any failed request; ``page`` is the page where the user can fix the problem."""

    request_id: int
    trouble: NetTrouble
    text: LazyText
    retry_after_seconds: float | None = None
    page: str = ""


NetAnswer: TypeAlias = (
    HubPage
    | HubRepository
    | RemoteHeader
    | ReleaseFound
    | TokenReport
    | RoomAnswered
    | RemoteAnswer
    | ServerAnswer
    | RpcServersProbed
    | WebAnswer
    | NetFailed
)
NetEvent: TypeAlias = (
    ProcessStarted
    | Heartbeat
    | DownloadEvent
    | StepEvents
    | MediaWanted
    | ReadMedia
    | ModelQuestion
    | NetAnswer
)


class SearchHub(msgspec.Struct, frozen=True, tag=True):
    """Search models on the hub; answered by one HubPage.

    A text of the form ``owner/name``, or the address of a repository, finds that repository.
    ``cursor`` is that of the previous page; empty requests the first page.
    """

    request_id: int
    text: str
    cursor: str = ""
    most_results: int = 30


class ShowRepository(msgspec.Struct, frozen=True, tag=True):
    """Ask for the contents of a repository; answered by one HubRepository.

    ``revision`` is a branch or a commit; empty is the newest.
    """

    request_id: int
    name: str
    revision: str = ""


class ReadRemoteHeader(msgspec.Struct, frozen=True, tag=True):
    """Read the beginning of a model file on the hub; answered by one RemoteHeader."""

    request_id: int
    repository: str
    commit: str
    path: str


class FindRelease(msgspec.Struct, frozen=True, tag=True):
    """Ask an address for the newest release of Hubbub; answered by one ReleaseFound."""

    request_id: int
    address: str


class ReportToken(msgspec.Struct, frozen=True, tag=True):
    """Ask for the source of the hub's access token; answered by one TokenReport."""

    request_id: int


class KeepToken(msgspec.Struct, frozen=True, tag=True):
    """Store the hub's access token in the system's keyring, empty to remove it; one TokenReport."""

    request_id: int
    token: str


class CancelRequest(msgspec.Struct, frozen=True, tag=True):
    """Cancel the request with this number; it gets no answer.

    Only a reply of another machine still reports how it ended.
    """

    request_id: int


HubCommand: TypeAlias = SearchHub | ShowRepository | ReadRemoteHeader
TokenCommand: TypeAlias = ReportToken | KeepToken
NetRequest: TypeAlias = (
    HubCommand
    | TokenCommand
    | FindRelease
    | AskRoom
    | RemoteQuestion
    | ServerCommand
    | ProbeRpcServers
    | WebQuestion
)
NetCommand: TypeAlias = (
    NetRequest
    | SubmitRemote
    | MediaAnswer
    | MediaReading
    | ModelAnswer
    | SetServedModels
    | DownloadCommand
    | CancelRequest
    | Shutdown
)
