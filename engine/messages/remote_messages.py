"""Messages of the window and the net process about other machines: addresses, keys, replies."""

import enum
from typing import TypeAlias

import msgspec

from engine.ipc.lazy_text import LazyText
from engine.messages.commands import ChatMessage
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams


class EndpointKind(enum.Enum):
    """The kind of server at an address; AUTOMATIC is detected by asking."""

    AUTOMATIC = "automatic"
    LLAMA_SERVER = "llama-server"
    VLLM = "vllm"
    SGLANG = "sglang"
    LM_STUDIO = "lm studio"
    OLLAMA = "ollama"
    OPENAI = "openai"  # any other server with OpenAI's API


class Endpoint(msgspec.Struct, frozen=True):
    """An engine on another machine, or another engine on this one.

    Attributes:
        id: chosen once at its creation; its key is stored under this.
        address: as typed: a host, with a scheme, a port and a path if they are needed.
        name: given by the user; empty for the host.
    """

    id: str
    address: str
    kind: EndpointKind = EndpointKind.AUTOMATIC
    name: str = ""


class RemoteModel(msgspec.Struct, frozen=True):
    """A model that an endpoint offers; None is unknown."""

    name: str
    context_window: int | None = None
    sees: bool | None = None
    thinks: bool | None = None


class ProbeEndpoint(msgspec.Struct, frozen=True, tag=True):
    """Detect the server at an address; answered by one EndpointFound.

    ``key`` is tried instead of the stored one; None uses the stored one.
    """

    request_id: int
    endpoint: Endpoint
    key: str | None = None

    def __repr__(self) -> str:
        return f"ProbeEndpoint({self.request_id}, {self.endpoint})"  # keeps the key out of logs


class EndpointFound(msgspec.Struct, frozen=True, tag=True):
    """Answers ProbeEndpoint.

    Attributes:
        version: as reported; empty if there is none.
        latency_seconds: the shortest time between a question and its answer.
        warnings: for the user, such as an unencrypted connection.
    """

    request_id: int
    kind: EndpointKind
    version: str
    models: tuple[RemoteModel, ...]
    latency_seconds: float
    warnings: tuple[LazyText, ...] = ()


class KeyOrigin(enum.Enum):
    """Where the key of an endpoint is stored."""

    NOWHERE = "nowhere"
    KEYRING = "keyring"  # the system's
    FILE = "file"  # readable by its user alone, if there is no keyring


class KeepKey(msgspec.Struct, frozen=True, tag=True):
    """Store the key of an endpoint, empty to remove it; answered by one KeyReport.

    The key belongs to the origin of the endpoint's current address, and is sent nowhere else.
    """

    request_id: int
    endpoint: Endpoint
    key: str

    def __repr__(self) -> str:
        return f"KeepKey({self.request_id}, {self.endpoint})"  # keeps the key out of logs


class ReportKey(msgspec.Struct, frozen=True, tag=True):
    """Ask whether an endpoint has a key; answered by one KeyReport, without the key."""

    request_id: int
    endpoint: Endpoint


class KeyReport(msgspec.Struct, frozen=True, tag=True):
    """Answers KeepKey and ReportKey.

    Attributes:
        is_set: there is a key for this endpoint's address.
        text: remarks for the user on where it is stored; empty if there are none.
    """

    request_id: int
    is_set: bool
    origin: KeyOrigin
    text: LazyText = LazyText()


class SubmitRemote(msgspec.Struct, frozen=True, tag=True):
    """Let an endpoint answer the last message, or continue it if it is the assistant's.

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
    """The server at an address.

    Attributes:
        address: as in the settings.
        endpoint: the IPv4 address and the port that answered; empty if none did.
        devices: its devices.
        refusal: why it can't be used, as half a sentence; empty if it can.
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
        """Return the total free memory of its devices in bytes."""
        return sum(device.free_bytes for device in self.devices)


class ProbeRpcServers(msgspec.Struct, frozen=True, tag=True):
    """Probe the RPC servers at these addresses; answered by one RpcServersProbed."""

    request_id: int
    addresses: tuple[str, ...]


class RpcServersProbed(msgspec.Struct, frozen=True, tag=True):
    """The server at each of the addresses, in their order."""

    request_id: int
    servers: tuple[RpcServer, ...]
