"""The asyncio side of the local server: starts it in the net process, also after a restart."""

import asyncio
import contextlib
import math
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TypeAlias

import msgspec

from engine.client.net_client import NetClient, NetFailure
from engine.ipc.lazy_text import LazyText, lazy
from engine.listeners import Listeners
from engine.messages.errors import EngineError
from engine.messages.server_messages import (
    GrantModel,
    RefuseModel,
    RenewServerToken,
    ServedModel,
    ServerConfig,
    ServerState,
    ServerToken,
    SetServedModels,
    ShowServerToken,
    StartServer,
    StopServer,
    WantModel,
)

_STOPPED = ServerState()
_NO_MODELS = lazy("Only the default model answers programs.")


class ModelNotServed(EngineError):
    """There is no room for a model now.

    Attributes:
        retry_seconds: time after which another try makes sense; 0 for never.
    """

    def __init__(self, text: LazyText, retry_seconds: int = 5) -> None:
        super().__init__(text)
        self.retry_seconds = retry_seconds


ModelGiver: TypeAlias = Callable[[str], AbstractAsyncContextManager[str]]


class ServerClient:
    """Runs the local server that answers other programs.

    Attributes:
        give: loads the listed model with an id, keeps it in its block, and yields the address of
            its engine process. Raises EngineError.
        unload: unloads the listed model with an id, if it is idle.
        keep: sets after which idle time the model with an id is unloaded, until its next use.
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
        self.give: ModelGiver | None = None
        self.unload: Callable[[str], None] = lambda _id: None
        self.keep_alive: Callable[[str, float], None] = lambda _id, _seconds: None
        self._models: tuple[ServedModel, ...] = ()
        self._uses: dict[int, asyncio.Task[None]] = {}
        net.listen_to_server(self)

    async def start(self, config: ServerConfig) -> ServerState:
        """Accept programs from now on, also after a restart of the net process.

        Raises NetFailure. A failure to listen is reported in the state.
        """
        # Before the answer: a process that dies meanwhile is followed by one that starts the
        # server.
        self.config, self._is_lost = config, False
        command = StartServer(self._net.next_request_id(), config)
        state = await self._net.ask(command, ServerState)
        self._tell_models()
        return state

    def set_models(self, models: tuple[ServedModel, ...]) -> None:
        """Set the models that programs can name in a request."""
        if models != self._models:
            self._models = models
            self._tell_models()

    def _tell_models(self) -> None:
        if self.config is not None:
            self._net.tell(SetServedModels(self._models))

    def model_wanted(self, wanted: WantModel) -> None:
        """Load a model for a request of a program."""
        task = asyncio.ensure_future(self._serve(wanted))
        self._uses[wanted.number] = task
        task.add_done_callback(lambda _: self._uses.pop(wanted.number, None))

    def model_released(self, number: int) -> None:
        """Give up the model of a request that has ended."""
        if number in self._uses:
            self._uses[number].cancel()

    def unload_wanted(self, id_: str) -> None:
        """Unload an idle model that a program has named."""
        self.unload(id_)

    def keep_wanted(self, id_: str, seconds: float) -> None:
        """Unload a model that a program has named after this idle time; negative for never."""
        self.keep_alive(id_, math.inf if seconds < 0 else seconds)

    async def _serve(self, wanted: WantModel) -> None:
        number = wanted.number
        try:
            if self.give is None:
                raise ModelNotServed(_NO_MODELS)
            async with self.give(wanted.id) as address:
                self._net.tell(GrantModel(number, address))
                await asyncio.Event().wait()  # until the request is released
        except ModelNotServed as error:
            self._net.tell(RefuseModel(number, LazyText.of(str(error)), error.retry_seconds))
        except EngineError as error:
            self._net.tell(RefuseModel(number, LazyText.of(str(error))))

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
        for task in tuple(self._uses.values()):
            task.cancel()
        self._become(_STOPPED)

    async def _start_again(self, config: ServerConfig) -> None:
        with contextlib.suppress(NetFailure):
            await self.start(config)

    def _become(self, state: ServerState) -> None:
        if state != self.state:
            self.state = state
            self.states.notify(state)
