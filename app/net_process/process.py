"""The net process: receives commands and runs each in a task."""

import asyncio
import contextlib
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import httpx2
import msgspec

from app.models.downloads.download_manager import Downloads
from app.models.downloads.parts import answer_room
from app.models.hub.hub import Hub
from app.net_process.pages import PageReader
from app.net_process.public_transport import PublicTransport
from app.net_process.web_search import WebSearch
from engine.ipc.command_loop import CommandLoop
from engine.ipc.entry_points import OPEN
from engine.ipc.lazy_text import LazyText, lazy
from engine.ipc.lifecycle import Shutdown
from engine.ipc.serve import serve
from engine.messages.download_messages import AskRoom, DownloadCommand
from engine.messages.framing import NET_COMMANDS, NET_EVENTS
from engine.messages.media import GiveMedia, MediaRead, MediaUnread, RefuseMedia
from engine.messages.net_messages import (
    CancelRequest,
    FindRelease,
    KeepToken,
    NetAnswer,
    NetCommand,
    NetFailed,
    NetRequest,
    NetTrouble,
    ReadRemoteHeader,
    ReleaseFound,
    ReportToken,
    SearchHub,
    ShowRepository,
)
from engine.messages.remote_messages import (
    Endpoint,
    KeepKey,
    ProbeEndpoint,
    ProbeRpcServers,
    ReportKey,
    RpcServersProbed,
    SubmitRemote,
)
from engine.messages.server_messages import (
    GrantModel,
    RefuseModel,
    RenewServerToken,
    ServerAnswer,
    ServerCommand,
    SetServedModels,
    ShowServerToken,
    StartServer,
    StopServer,
)
from engine.messages.web_messages import (
    KEYED_ORIGINS,
    ReadPage,
    SearchEngine,
    SearchWeb,
    search_key_id,
)
from engine.net.errors import NetError
from engine.net.http import check_status, make_client, open_url, read_at_most
from engine.net.key_store import KeyStore
from engine.net.tokens import Tokens
from engine.remote.remote_engines import RemoteEngines
from engine.rpc_trial import try_servers
from engine.sandbox.confinement import confine

if TYPE_CHECKING:
    from engine.server.local_server import LocalServer

MAX_RELEASE_BYTES = 256 * 1024
_VERSION = re.compile(r"v?(\d+)\.(\d+)\.(\d+)(\S*)")
GRACE_SECONDS = 3.0  # in which downloads write their journals
# The net process wakes up for each token. With the engine's niceness it interrupted a compute
# thread, for which all the others wait: replies over the local server took an eighth longer.
_NICENESS = 6


class NetService:
    """Answers requests that need the network, on ``loop``.

    An unknown exception in any task ends the process, which is then started again.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        report: Callable[[msgspec.Struct], None],
        keys_folder: Path | None = None,
        make_transport: Callable[[], PublicTransport] = PublicTransport,
    ) -> None:
        """Keys are stored in ``keys_folder``, or only in the keyring if it is None.

        ``make_transport`` returns what connects to the sites of pages.
        """
        self._report = report
        self._tokens = Tokens(environment)
        self._keys = KeyStore(keys_folder)
        self._remote = RemoteEngines(report, self._keys)
        self._client: httpx2.AsyncClient | None = None
        self._downloads: Downloads | None = None
        self._make_transport = make_transport
        self._pages: PageReader | None = None
        self._search = WebSearch(self._search_key)
        self._server: LocalServer | None = None
        self.loop = CommandLoop[NetCommand](self._work)

    async def _work(self) -> None:
        async with asyncio.TaskGroup() as group, AsyncExitStack() as rooms:
            self._spawn = group.create_task
            rooms.push_async_callback(self._close_server)
            while not isinstance(command := await self.loop.next_command(), Shutdown):
                if isinstance(command, CancelRequest):
                    self.loop.cancel(command.request_id)
                elif isinstance(command, SubmitRemote):
                    task = self._remote.begin(command, group.create_task)
                    self.loop.add_request(command.request_id, task)
                elif isinstance(command, GiveMedia | RefuseMedia):
                    self._remote.pictures.answer(command)
                elif isinstance(command, MediaRead | MediaUnread):
                    self._own_server().media.answer(command)
                elif isinstance(command, GrantModel | RefuseModel):
                    self._own_server().models.answer(command)
                elif isinstance(command, SetServedModels):
                    self._own_server().models.listed = command.models
                elif isinstance(command, DownloadCommand):
                    if self._downloads is None:
                        self._downloads = await rooms.enter_async_context(self._make_downloads())
                    group.create_task(self._downloads.execute(command))
                else:
                    task = group.create_task(self._answer(command))
                    self.loop.add_request(command.request_id, task)
            self.loop.cancel_all()
        await self._remote.close()
        if self._pages is not None:
            await self._pages.close()
        await self._search.close()
        if self._client is not None:
            await self._client.aclose()

    def _make_downloads(self) -> Downloads:
        def address(repository: str, commit: str, path: str) -> str:
            return Hub(self._own_client(), self._tokens.endpoint).file_url(repository, commit, path)

        return Downloads(self._own_client, address, self._report)

    def _own_server(self) -> "LocalServer":
        if self._server is None:
            from engine.server.local_server import LocalServer  # late: most users never start it

            self._server = LocalServer(self._keys, self._spawn, self._report)
        return self._server

    async def _close_server(self) -> None:
        if self._server is not None:
            await self._server.close()

    def _own_client(self) -> httpx2.AsyncClient:
        # Late: an unusable proxy is reported to the caller, and loading certificates is slow.
        if self._client is None:
            self._client = make_client(self._tokens.token_for)
        return self._client

    def _own_pages(self) -> PageReader:
        if self._pages is None:
            self._pages = PageReader(self._make_transport())
        return self._pages

    async def _search_key(self, engine: SearchEngine) -> str:
        return await self._remote.key_of(Endpoint(search_key_id(engine), KEYED_ORIGINS[engine]))

    async def _answer(self, command: NetRequest) -> None:
        try:
            self._report(await self._found(command))
        except NetError as error:
            self._report(_failure(command.request_id, error))

    async def _found(self, command: NetRequest) -> NetAnswer:
        number = command.request_id
        match command:
            case ReportToken():
                return await self._tokens.report(number)
            case KeepToken(token=token):
                return await self._tokens.keep(number, token)
            case AskRoom():
                return await asyncio.to_thread(answer_room, command)
            case ProbeEndpoint() | KeepKey() | ReportKey():
                return await self._remote.answer(command)
            case StartServer() | StopServer() | ShowServerToken() | RenewServerToken():
                # Stopping in the middle would be worse, even if the caller no longer waits.
                done = await asyncio.shield(self._spawn(self._of_server(command)))
                if isinstance(done, NetError):
                    raise done
                return done
            case ReadPage():
                return await self._own_pages().read(command)
            case SearchWeb():
                return await self._search.search(command)
            case ProbeRpcServers(addresses=addresses):
                servers = await asyncio.to_thread(try_servers, addresses)
                return RpcServersProbed(number, tuple(servers))
        client = self._own_client()
        if isinstance(command, FindRelease):
            return await newest_release(client, number, command.address)
        hub = Hub(client, self._tokens.endpoint)
        match command:
            case SearchHub():
                return await hub.search(command)
            case ShowRepository():
                return await hub.show(command)
            case ReadRemoteHeader():
                return await hub.read_header(command)

    async def _of_server(self, command: ServerCommand) -> ServerAnswer | NetError:
        """Return the result or a known error; a raised error would end all tasks like a bug."""
        try:
            return await self._own_server().execute(command)
        except NetError as error:
            return error


def _failure(request_id: int, error: NetError) -> NetFailed:
    return NetFailed(
        request_id,
        error.trouble,
        LazyText.of(str(error)),
        error.retry_after_seconds,
        error.page,
    )


class _Release(msgspec.Struct):
    tag_name: str


async def newest_release(client: httpx2.AsyncClient, request_id: int, address: str) -> ReleaseFound:
    """Request the newest release. Raises NetError.

    Sends one request without any data about the user.
    """
    async with open_url(client, address) as response:
        check_status(response)
        content = await read_at_most(response, MAX_RELEASE_BYTES)
    try:
        tag = msgspec.json.decode(content, type=_Release).tag_name
    except (msgspec.DecodeError, RecursionError) as error:
        text = lazy("The answer could not be understood.")
        raise NetError(NetTrouble.BAD_ANSWER, text) from error
    version = _VERSION.fullmatch(tag)
    if version is None:
        raise NetError(NetTrouble.BAD_ANSWER, lazy("The newest release has no version number."))
    return ReleaseFound(request_id, ".".join(version.groups()[:3]))


def main(arguments: Sequence[str]) -> NoReturn:
    """Serve the network to the parent process.

    The first argument is the folder of models, the second that of keys; no other folder is
    written to. ``OPEN`` disables the sandbox.
    """
    folders = [Path(each) for each in arguments if each != OPEN]
    keys = folders[1] if len(folders) > 1 else None
    is_open = OPEN in arguments
    serve(
        lambda report: NetService(os.environ, report, keys).loop,
        NET_COMMANDS,
        NET_EVENTS,
        grace_seconds=GRACE_SECONDS,
        enter_sandbox=lambda _tell: _confine([] if is_open else folders),
        niceness=_NICENESS,
    )


def _confine(folders: Sequence[Path]) -> LazyText:
    """Restrict the process to the network and these folders; without folders, no sandbox."""
    if not folders:
        return lazy("The network process runs without a sandbox: it was started without one.")
    # A rule needs an existing folder; a failure to create it is reported when it is written to.
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return confine(folders, allows_network=True)


if __name__ == "__main__":
    main(sys.argv[1:])
