"""The asyncio side of the local server: starts it in the net process, also in the next one."""

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
    """Has other programs answered, for as long as they may ask.

    Attributes:
        state: how the server is now.
        config: how programs may ask; None where they may not.
        states: hear how the server is, each time that it changes.
    """

    def __init__(self, net: NetClient) -> None:
        """Start nothing yet."""
        self._net = net
        self.config: ServerConfig | None = None
        self._starting: asyncio.Task[None] | None = None
        self.state = _STOPPED
        self._is_lost = False  # it ran in a process that is no more
        self.states = Listeners[ServerState]()
        net.listen_to_server(self)

    async def start(self, config: ServerConfig) -> ServerState:
        """Let programs ask from now on, also after the net process was started again.

        Raises NetFailure. What keeps it from listening is in the state.
        """
        # Before the answer: a process that dies meanwhile is followed by one that starts it.
        self.config, self._is_lost = config, False
        command = StartServer(self._net.next_request_id(), config)
        return await self._net.ask(command, ServerState)

    async def stop(self) -> None:
        """Let no program ask any more."""
        self.config = None
        if self.state.is_running:
            with contextlib.suppress(NetFailure):  # no process is no server
                await self._net.ask(StopServer(self._net.next_request_id()), ServerState)
        self._become(_STOPPED)

    async def token(self) -> ServerToken:
        """Return what programs have to show; made now if there is none. Raises NetFailure."""
        return await self._net.ask(ShowServerToken(self._net.next_request_id()), ServerToken)

    async def renew_token(self) -> ServerToken:
        """Return another one; the one before is refused from now on. Raises NetFailure."""
        return await self._net.ask(RenewServerToken(self._net.next_request_id()), ServerToken)

    def server_changed(self, state: ServerState) -> None:
        """Take what the net process tells, in the order in which it does."""
        if self.config is not None:
            self._become(msgspec.structs.replace(state, request_id=0))

    def process_started(self) -> None:
        """Start the server in a net process that came after the one that it was started in."""
        if self.config is not None and self._is_lost:
            self._starting = asyncio.ensure_future(self._start_again(self.config))

    def process_ended(self) -> None:
        """Know that there is no process now: it crashed, or Hubbub went offline."""
        self._is_lost = self._is_lost or self.state.is_running
        self._become(_STOPPED)

    async def _start_again(self, config: ServerConfig) -> None:
        with contextlib.suppress(NetFailure):
            await self.start(config)

    def _become(self, state: ServerState) -> None:
        if state != self.state:
            self.state = state
            self.states.notify(state)
