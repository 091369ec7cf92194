"""Other machines that answer chats: their addresses, and which chat is answered by which of them.

No key is in any of these values: the net process keeps the keys.
"""

import enum
import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import SplitResult, urlsplit


class EndpointKind(enum.Enum):
    """What answers at an address; AUTOMATIC is found out by asking. Settings store the value."""

    AUTOMATIC = "automatic"
    LLAMA_SERVER = "llama-server"
    VLLM = "vllm"
    SGLANG = "sglang"
    LM_STUDIO = "lm studio"
    OLLAMA = "ollama"
    OPENAI = "openai"  # any other that speaks like it


@dataclass(frozen=True, slots=True)
class RemoteModel:
    """A model that a machine offers; None is what the machine does not tell."""

    name: str
    context_window: int | None = None
    sees: bool | None = None
    thinks: bool | None = None


@dataclass(frozen=True, slots=True)
class EndpointSetting:
    """An address that chats may be answered by.

    Attributes:
        id: stays when name and address change; no other computer has it.
        name: what the user calls the machine.
        kind: AUTOMATIC has it found out.
        models: those that it offered when it was asked last, and the one that was typed.
        is_trusted: chats go there without a question.
        typed_model: for a machine that lists none; empty if nothing was typed.
    """

    id: str
    name: str
    address: str
    kind: EndpointKind = EndpointKind.AUTOMATIC
    models: tuple[RemoteModel, ...] = ()
    is_trusted: bool = False
    typed_model: str = ""

    @property
    def listed_models(self) -> tuple[RemoteModel, ...]:
        """Return the models that the machine itself has named."""
        return tuple(each for each in self.models if each != RemoteModel(self.typed_model))

    @property
    def origin(self) -> str:
        """Return what chats are sent to, as "http://rack:8000": what the user agrees to."""
        return origin_of(self.address)

    @property
    def host(self) -> str:
        """Return the name of the machine as the network knows it."""
        return host_of(self.address)

    @property
    def is_plain(self) -> bool:
        """Return whether others in the network can read what is sent."""
        return is_plain(self.address)


@dataclass(frozen=True, slots=True)
class Route:
    """Which model answers a chat, and where. Without an endpoint: the loaded one, here."""

    endpoint_id: str = ""
    model: str = ""


HERE = Route()


@dataclass(frozen=True, slots=True)
class Destination:
    """The machine and the model that a route leads to.

    ``is_agreed`` says whether the user has agreed that this chat goes there.
    """

    endpoint: EndpointSetting
    model: RemoteModel
    is_agreed: bool = False


def with_models(endpoint: EndpointSetting, listed: Iterable[RemoteModel]) -> EndpointSetting:
    """Return a machine with the models that it lists, and the one that was typed."""
    models = tuple(listed)
    typed = endpoint.typed_model
    if typed and typed not in [each.name for each in models]:
        models += (RemoteModel(typed),)
    return replace(endpoint, models=models)


def destination_of(
    route: Route | None, endpoints: Iterable[EndpointSetting], consents: Iterable[str] = ()
) -> Destination | None:
    """Return where a route leads; None is this computer, as also for a machine that was removed."""
    if route is None or not route.endpoint_id:
        return None
    endpoint = next((each for each in endpoints if each.id == route.endpoint_id), None)
    if endpoint is None:
        return None
    known = (each for each in endpoint.models if each.name == route.model)
    is_agreed = endpoint.is_trusted or endpoint.origin in tuple(consents)
    return Destination(endpoint, next(known, RemoteModel(route.model)), is_agreed)


def route_in_force(route: Route | None, default: Route | None, *, is_begun: bool) -> Route | None:
    """Return the route of a chat. The default is for chats that begin: no other one moves by it."""
    return route if route is not None or is_begun else default


def full_address(typed: str) -> str:
    """Return an address with its scheme, as it is stored.

    Without one, machines of the own network get http, as they have no certificate, others https.
    """
    text = typed.strip().rstrip("/")
    if not text or "://" in text:
        return text
    is_near = _is_near(_parts(f"http://{text}").hostname or "")
    return f"{'http' if is_near else 'https'}://{text}"


def is_address(address: str) -> bool:
    """Return whether chats can be sent to an address: http or https, a host, no password in it."""
    parts = _parts(address)
    is_written = parts.scheme in ("http", "https") and bool(parts.hostname)
    return is_written and "@" not in parts.netloc and not any(map(str.isspace, address))


def origin_of(address: str) -> str:
    """Return scheme, host and port of an address."""
    parts = _parts(address)
    return f"{parts.scheme}://{parts.netloc}".lower()


def host_of(address: str) -> str:
    """Return the host of an address, with its port where one is named."""
    return _parts(address).netloc or address


def is_plain(address: str) -> bool:
    """Return whether what is sent to an address can be read on its way."""
    parts = _parts(address)
    return parts.scheme != "https" and not _is_own(parts.hostname or "")


def _parts(address: str) -> SplitResult:
    # Typed by hand: brackets, ports and letters of any kind may stand in it.
    try:
        parts = urlsplit(address)
        _ = parts.port, parts.hostname  # what is no number is only noticed here
    except ValueError:
        return SplitResult("", "", "", "", "")
    return parts


def _is_own(host: str) -> bool:
    """Return whether a host is this computer, which no cable leads to."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_near(host: str) -> bool:
    # A guess for who types no scheme; what is sent in the clear is said at once.
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home", ".localhost"))
