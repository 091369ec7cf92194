"""What the window asks of the net process: commands, checked against their types on arrival."""

from typing import TypeAlias

import msgspec

from engine.ipc.lifecycle import Shutdown
from engine.messages.commands import MediaAnswer
from engine.messages.download_messages import AskRoom, DownloadCommand
from engine.messages.media import PictureReading
from engine.messages.remote_messages import RemoteQuestion, SubmitRemote
from engine.messages.rpc_messages import ProbeRpcServers
from engine.messages.server_messages import ServerCommand


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
