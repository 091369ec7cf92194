"""Messages about the local server between the window and the net process: start, end, token."""

import unicodedata
from typing import TypeAlias

import msgspec

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.errors import InvalidConfig
from engine.messages.metrics import ModelInfo
from engine.messages.page_origin import checked_host_names, checked_origins
from engine.messages.remote_messages import KeyOrigin

DEFAULT_PORT = 11435
MAX_WAITING = 1000


class ServerConfig(msgspec.Struct, frozen=True, kw_only=True):
    """How other programs reach the model. Raises InvalidConfig on creation.

    Attributes:
        host: the address to listen at; others than this computer's own are open to the network.
        port: 0 takes any free port.
        channel: the address of the engine process.
        origins: of web pages that may send requests, as "https://app.example".
        host_names: names of this computer that programs use, as "host.docker.internal".
        certificate, key_file: for HTTPS; both or none.
        most_waiting: maximum waiting requests; later ones are told when to retry.
        ping_seconds: seconds of silence after which a stream sends a sign of life, also while its
            model loads.
    """

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    channel: str = ""
    origins: tuple[str, ...] = ()
    host_names: tuple[str, ...] = ()
    certificate: str = ""
    key_file: str = ""
    most_waiting: int = 32
    ping_seconds: float = 15.0

    def __post_init__(self) -> None:
        if not 0 <= self.port < 1 << 16:
            raise InvalidConfig(lazy("The port must be between 0 and 65,535."))
        if not 0 <= self.most_waiting <= MAX_WAITING:
            text = lazy("At most {most:,} requests can wait.", most=MAX_WAITING)
            raise InvalidConfig(text)
        checked_origins(self.origins)
        checked_host_names(self.host_names)
        if bool(self.certificate) != bool(self.key_file):
            raise InvalidConfig(lazy("HTTPS needs both a certificate and its key."))


class StartServer(msgspec.Struct, frozen=True, tag=True):
    """Start the server, replacing a running one; answered by one ServerState."""

    request_id: int
    config: ServerConfig


class StopServer(msgspec.Struct, frozen=True, tag=True):
    """Stop the server and cancel its requests; answered by one ServerState."""

    request_id: int


class ShowServerToken(msgspec.Struct, frozen=True, tag=True):
    """Ask for the token that programs have to send; answered by one ServerToken."""

    request_id: int


class RenewServerToken(msgspec.Struct, frozen=True, tag=True):
    """Replace the token; the previous one is refused from now on. Answered by one ServerToken."""

    request_id: int


class ServerState(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The state of the server: the answer to a command (``request_id``), or a change (0).

    Attributes:
        address: where it answers, as "http://127.0.0.1:11435"; empty while it does not.
        text: an error or a remark for the user; empty if there is none.
        model: the displayed name of the current model; empty while there is none.
        running_count, waiting_count: requests that are answered now, and that wait for it.
    """

    request_id: int = 0
    is_running: bool = False
    address: str = ""
    text: LazyText = LazyText()
    model: str = ""
    running_count: int = 0
    waiting_count: int = 0


class ServerToken(msgspec.Struct, frozen=True, tag=True):
    """Answers ShowServerToken and RenewServerToken; for the user only, never for a log."""

    request_id: int
    token: str
    origin: KeyOrigin

    def __repr__(self) -> str:
        return f"ServerToken({self.request_id}, {self.origin})"


def same_name(text: str) -> str:
    """Return a name of a model in the form in which two of them are compared.

    Names of files are in other Unicode characters on macOS than those that are typed.
    """
    return unicodedata.normalize("NFC", text.strip()).casefold()


class ServedModel(msgspec.Struct, frozen=True):
    """A model of this computer that programs can name in a request.

    Attributes:
        id: the name of its file without the ending, as in the list of models.
        name: as the window shows it; programs may send it as well.
        is_default: it answers the requests that name no model of the list.
        channel: the address of its engine process; empty unless it is loaded.
        aliases: other names that the user gave it.
        info: what is known of it while it is loaded, without its chat template.
        progress: the share of its file that was read; None unless it is being loaded.
        trouble: why its last load failed; empty if it did not.
        embeds_only: it embeds texts and cannot chat.
    """

    id: str
    name: str
    is_default: bool = False
    channel: str = ""
    aliases: tuple[str, ...] = ()
    info: ModelInfo | None = None
    progress: float | None = None
    trouble: LazyText = LazyText()
    embeds_only: bool = False

    @property
    def is_loaded(self) -> bool:
        """Return whether it answers without waiting for its load."""
        return bool(self.channel)


class SetServedModels(msgspec.Struct, frozen=True, tag=True):
    """Replace the list of models that programs can name. No answer."""

    models: tuple[ServedModel, ...]


class WantModel(msgspec.Struct, frozen=True, tag=True):
    """Ask the window for a model, which stays loaded until ReleaseModel with this number.

    Answered by one GrantModel or RefuseModel.
    """

    number: int
    id: str


class ReleaseModel(msgspec.Struct, frozen=True, tag=True):
    """Tell the window that a request has ended, also if it still waited for its model."""

    number: int


class UnloadServedModel(msgspec.Struct, frozen=True, tag=True):
    """Ask the window to unload a model that is idle and that the user does not keep loaded.

    No answer.
    """

    id: str


class KeepServedModel(msgspec.Struct, frozen=True, tag=True):
    """Ask the window to unload a model after this idle time unless it is used again.

    Negative for never. No answer.
    """

    id: str
    seconds: float


class GrantModel(msgspec.Struct, frozen=True, tag=True):
    """The model is loaded; ``channel`` is the address of its engine process."""

    number: int
    channel: str


class RefuseModel(msgspec.Struct, frozen=True, tag=True):
    """Why the model is not loaded; worth another try after ``retry_seconds`` unless that is 0."""

    number: int
    text: LazyText
    retry_seconds: int = 5


ModelAnswer: TypeAlias = GrantModel | RefuseModel
ModelQuestion: TypeAlias = WantModel | ReleaseModel | UnloadServedModel | KeepServedModel
ServerCommand: TypeAlias = StartServer | StopServer | ShowServerToken | RenewServerToken
ServerAnswer: TypeAlias = ServerState | ServerToken
