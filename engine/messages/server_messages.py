"""The local server, as the window and the net process speak of it: started, ended, its token."""

from typing import TypeAlias

import msgspec

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.errors import InvalidConfig
from engine.messages.page_origin import checked_origins
from engine.messages.remote_messages import KeyOrigin

DEFAULT_PORT = 11435
MAX_WAITING = 1000


class ServerConfig(msgspec.Struct, frozen=True, kw_only=True):
    """How other programs reach the model. Raises InvalidConfig on creation.

    Attributes:
        host: the address to listen at; others than this computer's own are open to the network.
        port: 0 takes any that is free.
        channel: where the engine process is reached.
        origins: of web pages that may ask, as "https://app.example".
        certificate, key_file: for HTTPS; both or none.
        most_waiting: requests that may wait; those that come then are told when to come again.
    """

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    channel: str = ""
    origins: tuple[str, ...] = ()
    certificate: str = ""
    key_file: str = ""
    most_waiting: int = 32

    def __post_init__(self) -> None:
        if not 0 <= self.port < 1 << 16:
            raise InvalidConfig(lazy("A port is a number from 0 to 65,535."))
        if not 0 <= self.most_waiting <= MAX_WAITING:
            text = lazy("At most {most:,} requests can wait.", most=MAX_WAITING)
            raise InvalidConfig(text)
        checked_origins(self.origins)
        if bool(self.certificate) != bool(self.key_file):
            raise InvalidConfig(lazy("HTTPS needs both, a certificate and its key."))


class StartServer(msgspec.Struct, frozen=True, tag=True):
    """Let other programs ask, in place of how they may now; answered by one ServerState."""

    request_id: int
    config: ServerConfig


class StopServer(msgspec.Struct, frozen=True, tag=True):
    """Let no program ask any more, and cancel what they asked; answered by one ServerState."""

    request_id: int


class ShowServerToken(msgspec.Struct, frozen=True, tag=True):
    """Ask for the token that programs have to show; answered by one ServerToken."""

    request_id: int


class RenewServerToken(msgspec.Struct, frozen=True, tag=True):
    """Make another token; who shows the one before is refused from now on. As above."""

    request_id: int


class ServerState(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """How the server is: answers what was asked (``request_id``), else told when it changes (0).

    Attributes:
        address: where it answers, as "http://127.0.0.1:11435"; empty while it does not.
        text: what is wrong, or what has to be known of it; empty if nothing.
        model: the shown name of the one that answers; empty while there is none.
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
    """Answers ShowServerToken and RenewServerToken; for the user's eyes, and for no log."""

    request_id: int
    token: str
    origin: KeyOrigin

    def __repr__(self) -> str:
        return f"ServerToken({self.request_id}, {self.origin})"


ServerCommand: TypeAlias = StartServer | StopServer | ShowServerToken | RenewServerToken
ServerAnswer: TypeAlias = ServerState | ServerToken
