"""Other machines that answer chats: addresses, models, and the routes of chats.

These values contain no keys: the net process keeps them.
"""

import enum
import ipaddress
from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

import msgspec
from msgspec.structs import replace


class EndpointKind(enum.Enum):
    """The kind of server at an address; AUTOMATIC is detected. Settings store the value."""

    AUTOMATIC = "automatic"
    LLAMA_SERVER = "llama-server"
    VLLM = "vllm"
    SGLANG = "sglang"
    LM_STUDIO = "lm studio"
    OLLAMA = "ollama"
    OPENAI = "openai"  # any other OpenAI-compatible server


class RemoteModel(msgspec.Struct, frozen=True):
    """A model of a machine; None means that the machine does not report the value."""

    name: str
    context_window: int | None = None
    sees: bool | None = None
    thinks: bool | None = None


class EndpointSetting(msgspec.Struct, frozen=True):
    """A machine that may answer chats.

    Attributes:
        id: unique and constant, also if name and address change.
        name: the user's name for the machine.
        kind: AUTOMATIC detects the kind.
        models: the models that it listed last, and the typed one.
        is_trusted: chats are sent there without a question.
        typed_model: the model of a machine that lists none; empty if nothing was typed.
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
        """Return the models that the machine listed."""
        return tuple(each for each in self.models if each != RemoteModel(self.typed_model))

    @property
    def origin(self) -> str:
        """Return the origin that the user agrees to, such as "http://rack:8000"."""
        return origin_of(self.address)

    @property
    def host(self) -> str:
        """Return the host name of the machine."""
        return host_of(self.address)

    @property
    def is_plain(self) -> bool:
        """Return whether the connection is unencrypted."""
        return is_plain(self.address)


class Route(msgspec.Struct, frozen=True):
    """The model that answers a chat, and its machine; without an endpoint, the local model."""

    endpoint_id: str = ""
    model: str = ""


HERE = Route()


class Destination(msgspec.Struct, frozen=True):
    """The machine and the model that a route leads to.

    ``is_agreed``: whether the user has agreed that this chat is sent there.
    """

    endpoint: EndpointSetting
    model: RemoteModel
    is_agreed: bool = False


def with_models(endpoint: EndpointSetting, listed: Iterable[RemoteModel]) -> EndpointSetting:
    """Return a machine with its listed models and the typed one."""
    models = tuple(listed)
    typed = endpoint.typed_model
    if typed and typed not in [each.name for each in models]:
        models += (RemoteModel(typed),)
    return replace(endpoint, models=models)


def destination_of(
    route: Route | None, endpoints: Iterable[EndpointSetting], consents: Iterable[str] = ()
) -> Destination | None:
    """Return the destination of a route; None for this computer or a removed machine."""
    if route is None or not route.endpoint_id:
        return None
    endpoint = next((each for each in endpoints if each.id == route.endpoint_id), None)
    if endpoint is None:
        return None
    known = (each for each in endpoint.models if each.name == route.model)
    is_agreed = endpoint.is_trusted or endpoint.origin in tuple(consents)
    return Destination(endpoint, next(known, RemoteModel(route.model)), is_agreed)


def route_in_force(route: Route | None, default: Route | None, *, is_begun: bool) -> Route | None:
    """Return the route of a chat; the default applies only to chats without messages."""
    return route if route is not None or is_begun else default


def full_address(typed: str) -> str:
    """Return an address with its scheme, as it is stored.

    The default scheme is http for local machines, which have no certificate, otherwise https.
    """
    text = typed.strip().rstrip("/")
    if not text or "://" in text:
        return text
    is_near = _is_near(_parts(f"http://{text}").hostname or "")
    return f"{'http' if is_near else 'https'}://{text}"


def is_address(address: str) -> bool:
    """Return whether an address is usable: http or https, with a host, without a password."""
    parts = _parts(address)
    is_written = parts.scheme in ("http", "https") and bool(parts.hostname)
    return is_written and "@" not in parts.netloc and not any(map(str.isspace, address))


def origin_of(address: str) -> str:
    """Return scheme, host and port of an address."""
    parts = _parts(address)
    return f"{parts.scheme}://{parts.netloc}".lower()


def host_of(address: str) -> str:
    """Return the host of an address, with its port if it has one."""
    return _parts(address).netloc or address


def is_plain(address: str) -> bool:
    """Return whether data sent to an address is unencrypted on the network."""
    parts = _parts(address)
    return parts.scheme != "https" and not _is_own(parts.hostname or "")


def _parts(address: str) -> SplitResult:
    # Typed by hand: brackets, ports and any characters may occur.
    try:
        parts = urlsplit(address)
        _ = parts.port, parts.hostname  # an invalid port is only detected here
    except ValueError:
        return SplitResult("", "", "", "", "")
    return parts


def _is_own(host: str) -> bool:
    """Return whether a host is this computer."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_near(host: str) -> bool:
    # A guess for addresses without a scheme; unencrypted connections are shown at once.
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home", ".localhost"))
