"""Other machines, as the window and the net process speak of them: addresses, keys, replies."""

import enum
from typing import TypeAlias

import msgspec

from engine.ipc.lazy_text import LazyText
from engine.messages.commands import ChatMessage
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams


class EndpointKind(enum.Enum):
    """What answers at an address; AUTOMATIC is found out by asking."""

    AUTOMATIC = "automatic"
    LLAMA_SERVER = "llama-server"
    VLLM = "vllm"
    SGLANG = "sglang"
    LM_STUDIO = "lm studio"
    OLLAMA = "ollama"
    OPENAI = "openai"  # any other that speaks like it


class Endpoint(msgspec.Struct, frozen=True):
    """An engine on another machine, or another engine on this one.

    Attributes:
        id: chosen once by who made it; its key is kept under this.
        address: as typed: a host, with a scheme, a port and a path where they are needed.
        name: what the user calls it; empty for the host.
    """

    id: str
    address: str
    kind: EndpointKind = EndpointKind.AUTOMATIC
    name: str = ""


class RemoteModel(msgspec.Struct, frozen=True):
    """A model that an endpoint offers; None is what it does not tell."""

    name: str
    context_window: int | None = None
    sees: bool | None = None
    thinks: bool | None = None


class ProbeEndpoint(msgspec.Struct, frozen=True, tag=True):
    """Find out what is at an address; answered by one EndpointFound.

    ``key`` is tried in place of the one that is kept; None takes that one.
    """

    request_id: int
    endpoint: Endpoint
    key: str | None = None

    def __repr__(self) -> str:
        return f"ProbeEndpoint({self.request_id}, {self.endpoint})"  # no key in a log


class EndpointFound(msgspec.Struct, frozen=True, tag=True):
    """Answers ProbeEndpoint.

    Attributes:
        version: as it says it; empty if it says none.
        latency_seconds: from a question to its answer, the quickest one.
        warnings: what the user should know, as that the connection is open to read.
    """

    request_id: int
    kind: EndpointKind
    version: str
    models: tuple[RemoteModel, ...]
    latency_seconds: float
    warnings: tuple[LazyText, ...] = ()


class KeyOrigin(enum.Enum):
    """Where the key of an endpoint lies."""

    NOWHERE = "nowhere"
    KEYRING = "keyring"  # the system's
    FILE = "file"  # readable by its user alone, where there is no keyring


class KeepKey(msgspec.Struct, frozen=True, tag=True):
    """Keep the key of an endpoint, empty to remove it; answered by one KeyReport.

    It belongs to the origin of the address that the endpoint has now, and is sent nowhere else.
    """

    request_id: int
    endpoint: Endpoint
    key: str

    def __repr__(self) -> str:
        return f"KeepKey({self.request_id}, {self.endpoint})"  # no key in a log


class ReportKey(msgspec.Struct, frozen=True, tag=True):
    """Ask whether an endpoint has a key; answered by one KeyReport, without the key."""

    request_id: int
    endpoint: Endpoint


class KeyReport(msgspec.Struct, frozen=True, tag=True):
    """Answers KeepKey and ReportKey.

    Attributes:
        is_set: there is a key, and it is of this endpoint's address.
        text: what the user should know of where it lies; empty if nothing.
    """

    request_id: int
    is_set: bool
    origin: KeyOrigin
    text: LazyText = LazyText()


class SubmitRemote(msgspec.Struct, frozen=True, tag=True):
    """Have an endpoint answer the last message, or continue it if it is the assistant's.

    Its events are those of a request to the engine, in StepEvents; CancelRequest ends it.
    ``session`` is the same for all requests of a conversation, so that its prefix is warm there.
    """

    request_id: int
    endpoint: Endpoint
    model: str
    messages: tuple[ChatMessage, ...]
    sampling: SamplingParams
    options: RequestOptions = DEFAULT_OPTIONS
    session: str = ""


RemoteQuestion: TypeAlias = ProbeEndpoint | KeepKey | ReportKey
RemoteAnswer: TypeAlias = EndpointFound | KeyReport


class RpcMemory(msgspec.Struct, frozen=True):
    """The memory of one device of a server, in bytes."""

    free_bytes: int
    total_bytes: int


class RpcServer(msgspec.Struct, frozen=True):
    """What was found at an address.

    Attributes:
        address: as the settings have it.
        endpoint: the IPv4 address and the port that answered; empty where nothing did.
        devices: what it computes with.
        refusal: why it can't be used, as half a sentence; empty where it can.
    """

    address: str
    endpoint: str = ""
    devices: tuple[RpcMemory, ...] = ()
    refusal: LazyText = LazyText()

    @property
    def is_there(self) -> bool:
        """Return whether it can be used."""
        return not self.refusal

    @property
    def free_bytes(self) -> int:
        """Return what all of its devices have free."""
        return sum(device.free_bytes for device in self.devices)


class ProbeRpcServers(msgspec.Struct, frozen=True, tag=True):
    """Try the RPC servers at these addresses; answered by one RpcServersProbed."""

    request_id: int
    addresses: tuple[str, ...]


class RpcServersProbed(msgspec.Struct, frozen=True, tag=True):
    """What is at each of the addresses, in their order."""

    request_id: int
    servers: tuple[RpcServer, ...]
