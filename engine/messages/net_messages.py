"""What the net process reports: one answer to each request, which may be that it failed."""

import enum
from typing import TypeAlias

import msgspec

from engine.ipc.lazy_text import LazyText
from engine.ipc.lifecycle import Heartbeat, ProcessStarted, Shutdown
from engine.messages.commands import MediaAnswer
from engine.messages.download_messages import AskRoom, DownloadCommand, DownloadEvent, RoomAnswered
from engine.messages.events import StepEvents
from engine.messages.media import MediaWanted, PictureReading, ReadPicture
from engine.messages.remote_messages import (
    ProbeRpcServers,
    RemoteAnswer,
    RemoteQuestion,
    RpcServersProbed,
    SubmitRemote,
)
from engine.messages.server_messages import ServerAnswer, ServerCommand


class NetTrouble(enum.Enum):
    """What kind of thing went wrong; stored nowhere."""

    OFFLINE = "offline"  # the user has switched the network off
    UNREACHABLE = "unreachable"  # no network, no such host, refused, not trusted, a proxy
    TOO_SLOW = "too slow"
    GATED = "gated"  # conditions have to be accepted on the hub's page
    NOT_FOUND = "not found"
    BUSY = "busy"  # asked too often, or out of order for now
    BAD_ANSWER = "bad answer"
    NO_KEYRING = "no keyring"
    KEY_REFUSED = "key refused"  # of an endpoint, or it wants one
    NOT_SENDABLE = "not sendable"  # no frame holds the question
    STOPPED = "stopped"  # the process ended, or was closed


class Gate(enum.Enum):
    """Whether conditions have to be accepted before files can be had."""

    OPEN = "open"
    AUTOMATIC = "automatic"  # accepted by a click
    MANUAL = "manual"  # somebody looks at each request


class HubModel(msgspec.Struct, frozen=True):
    """A repository of models as a search shows it.

    Attributes:
        licence: as the hub names it, "apache-2.0"; empty if it says none.
        updated: the time of the last change in ISO form; empty if it says none.
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
        save_name: harmless, to store it under.
        sha256: what its content must have; empty if the hub says none: it can't be verified.
    """

    path: str
    save_name: str
    size_bytes: int
    sha256: str = ""


class VariantKind(enum.Enum):
    """What a file of a repository is for."""

    MODEL = "model"
    PROJECTOR = "projector"  # lets a model see pictures
    DRAFT = "draft"  # guesses ahead for a larger model


class HubVariant(msgspec.Struct, frozen=True):
    """One model of a repository in one quantization: one file, or all parts of a split one.

    Attributes:
        quantization: as its name says it, "Q4_K_M"; empty if it says none.
        is_complete: no part of a split one is missing.
        projector, draft: paths of the files that belong to it, empty where there are none.
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
        """Return what all its files take."""
        return sum(file.size_bytes for file in self.files)

    @property
    def is_verifiable(self) -> bool:
        """Return whether the hub says of all its files what they must hold."""
        return all(file.sha256 for file in self.files)


class HubPage(msgspec.Struct, frozen=True, tag=True):
    """Answers SearchHub. ``cursor`` gets the next page; empty after the last.

    ``named_file`` is the file that an address named.
    """

    request_id: int
    models: tuple[HubModel, ...]
    cursor: str = ""
    revision: str = ""
    named_file: str = ""


class HubRepository(msgspec.Struct, frozen=True, tag=True):
    """Answers ShowRepository: all variants, each of one commit.

    ``refused`` are paths of model files whose names can't be stored safely, as they are shown.
    """

    request_id: int
    model: HubModel
    commit: str
    variants: tuple[HubVariant, ...]
    refused: tuple[str, ...] = ()


class RemoteHeader(msgspec.Struct, frozen=True, tag=True):
    """Answers ReadRemoteHeader.

    Attributes:
        header: what ``engine.gguf.header`` unpacks; empty where it is not known.
        reason: why it is not known, in words; empty if it is.
        read_bytes: what was read of the file to learn that.
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
    """Where the hub's access token is from."""

    NONE = "none"
    ENVIRONMENT = "environment"
    KEYRING = "keyring"
    FILE = "file"  # of the hub's own program


class TokenReport(msgspec.Struct, frozen=True, tag=True):
    """Answers ReportToken and KeepToken; ``trouble`` says what is wrong with the keyring."""

    request_id: int
    origin: TokenOrigin
    trouble: LazyText = LazyText()


class NetFailed(msgspec.Struct, frozen=True, tag=True):
    """Answers any request that failed; ``page`` is where the user can do something about it."""

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
    | NetFailed
)
NetEvent: TypeAlias = (
    ProcessStarted | Heartbeat | DownloadEvent | StepEvents | MediaWanted | ReadPicture | NetAnswer
)


class SearchHub(msgspec.Struct, frozen=True, tag=True):
    """Look for models on the hub; answered by one HubPage.

    A text that is ``owner/name`` or the address of one finds that repository. ``cursor`` is that
    of the page before; empty is the first page.
    """

    request_id: int
    text: str
    cursor: str = ""
    most_results: int = 30


class ShowRepository(msgspec.Struct, frozen=True, tag=True):
    """Ask what a repository holds; answered by one HubRepository.

    ``revision`` is a branch or a commit; empty is the newest.
    """

    request_id: int
    name: str
    revision: str = ""


class ReadRemoteHeader(msgspec.Struct, frozen=True, tag=True):
    """Read the beginning of a model file that is on the hub; answered by one RemoteHeader."""

    request_id: int
    repository: str
    commit: str
    path: str


class FindRelease(msgspec.Struct, frozen=True, tag=True):
    """Ask an address for the newest release of Hubbub; answered by one ReleaseFound."""

    request_id: int
    address: str


class ReportToken(msgspec.Struct, frozen=True, tag=True):
    """Ask where the hub's access token is from; answered by one TokenReport, without the token."""

    request_id: int


class KeepToken(msgspec.Struct, frozen=True, tag=True):
    """Put the hub's access token into the system's keyring, empty to remove it; as above."""

    request_id: int
    token: str


class CancelRequest(msgspec.Struct, frozen=True, tag=True):
    """Stop what was asked under this number; it is not answered any more.

    Only a reply of another machine still says how it ended.
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
)
NetCommand: TypeAlias = (
    NetRequest
    | SubmitRemote
    | MediaAnswer
    | PictureReading
    | DownloadCommand
    | CancelRequest
    | Shutdown
)
