"""The asyncio side of the local server: starts it in the net process, also after a restart."""

import asyncio
import contextlib

import msgspec

from engine.client.net_client import NetClient, NetFailure
from engine.listeners import Listeners
from engine.messages.server_messages import (
    RenewServerToken,
    ServerConfig,
    ServerState,
    ServerToken,
    ShowServerToken,
    StartServer,
    StopServer,
)

_STOPPED = ServerState()


class ServerClient:
    """Runs the local server that answers other programs.

    Attributes:
        state: the current state of the server.
        config: how programs may send requests; None if they may not.
        states: listeners of every change of the state.
    """

    def __init__(self, net: NetClient) -> None:
        """Start nothing yet."""
        self._net = net
        self.config: ServerConfig | None = None
        self._starting: asyncio.Task[None] | None = None
        self.state = _STOPPED
        self._is_lost = False  # it ran in a process that has ended
        self.states = Listeners[ServerState]()
        net.listen_to_server(self)

    async def start(self, config: ServerConfig) -> ServerState:
        """Accept programs from now on, also after a restart of the net process.

        Raises NetFailure. A failure to listen is reported in the state.
        """
        # Before the answer: a process that dies meanwhile is followed by one that starts the
        # server.
        self.config, self._is_lost = config, False
        command = StartServer(self._net.next_request_id(), config)
        return await self._net.ask(command, ServerState)

    async def stop(self) -> None:
        """Accept no programs from now on."""
        self.config = None
        if self.state.is_running:
            with contextlib.suppress(NetFailure):  # without a process there is no server
                await self._net.ask(StopServer(self._net.next_request_id()), ServerState)
        self._become(_STOPPED)

    async def token(self) -> ServerToken:
        """Return the token for programs; created now if there is none. Raises NetFailure."""
        return await self._net.ask(ShowServerToken(self._net.next_request_id()), ServerToken)

    async def renew_token(self) -> ServerToken:
        """Return a new token; the previous one is refused from now on. Raises NetFailure."""
        return await self._net.ask(RenewServerToken(self._net.next_request_id()), ServerToken)

    def server_changed(self, state: ServerState) -> None:
        """Process a report of the net process, in order."""
        if self.config is not None:
            self._become(msgspec.structs.replace(state, request_id=0))

    def process_started(self) -> None:
        """Start the server in a net process that replaced the one it ran in."""
        if self.config is not None and self._is_lost:
            self._starting = asyncio.ensure_future(self._start_again(self.config))

    def process_ended(self) -> None:
        """Record that the process has ended: it crashed, or Hubbub went offline."""
        self._is_lost = self._is_lost or self.state.is_running
        self._become(_STOPPED)

    async def _start_again(self, config: ServerConfig) -> None:
        with contextlib.suppress(NetFailure):
            await self.start(config)

    def _become(self, state: ServerState) -> None:
        if state != self.state:
            self.state = state
            self.states.notify(state)
