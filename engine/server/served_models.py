"""The models that programs can name: the default one, and others that the window loads for them."""

import asyncio
import itertools
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from engine.dialects.errors import ApiError
from engine.dialects.generation import model_id
from engine.ipc.calls import Calls
from engine.messages.metrics import ModelInfo
from engine.messages.server_messages import (
    GrantModel,
    ModelAnswer,
    ReleaseModel,
    ServedModel,
    WantModel,
)
from engine.server.bodies import Bodies
from engine.server.conversations import Conversations
from engine.server.engine_link import EngineLink, channel

Spawn: TypeAlias = "Callable[[Coroutine[None, None, None]], asyncio.Task[None]]"
_CONNECT_SECONDS = 10.0


class _Named(msgspec.Struct):
    model: str = ""


def model_named(body: bytes) -> str:
    """Return the model that a request names; empty for none, and if the body can't be read."""
    try:
        return msgspec.json.decode(body, type=_Named).model
    except (msgspec.MsgspecError, RecursionError):
        return ""  # reading the whole body reports the problem


class ModelQuestions:
    """Asks the window for models; lives on the server's loop.

    Attributes:
        listed: the models that programs can name.
    """

    def __init__(self, report: Callable[[msgspec.Struct], None]) -> None:
        self._report = report
        self._numbers = itertools.count(1)
        self._calls = Calls[ModelAnswer]()
        self.listed: tuple[ServedModel, ...] = ()

    def find(self, name: str) -> ServedModel | None:
        """Return the listed model with an id or a name; None for any other text."""
        wanted = name.strip().casefold()
        known = (each for each in self.listed if wanted in _names(each))
        return next(known, None) if wanted else None

    def answer(self, answer: ModelAnswer) -> None:
        """Deliver an answer; it is dropped if the request no longer waits."""
        self._calls.answer(answer.number, answer)

    @asynccontextmanager
    async def use(self, wanted: ServedModel) -> AsyncGenerator[str]:
        """Wait for a model; yield the address of its engine. It stays loaded in the block.

        Raises ApiError if there is no room for it now.
        """
        number = next(self._numbers)
        try:
            answer = await self._calls.ask(
                number, lambda: self._report(WantModel(number, wanted.id))
            )
            if not isinstance(answer, GrantModel):
                seconds = answer.retry_seconds
                raise ApiError(503, answer.text, code="model_not_loaded", retry_after=seconds)
            yield answer.channel
        finally:
            self._report(ReleaseModel(number))


def _names(model: ServedModel) -> tuple[str, str]:
    return model.id.casefold(), model.name.casefold()


@dataclass(frozen=True, slots=True)
class Served:
    """A model that answers requests: the link to its engine, and the conversations there."""

    link: EngineLink
    conversations: Conversations

    def model(self) -> ModelInfo:
        """Return the loaded model. Raises ApiError."""
        model = self.link.model
        if model is None:
            raise ApiError(503, self.link.trouble, code="no_model", retry_after=5)
        return model


@dataclass(slots=True)
class _Open:
    """A model in use that is not the default one."""

    served: Served
    task: asyncio.Task[None]
    changed: asyncio.Event
    users: set[int] = field(default_factory=set)


class ServedModels:
    """Finds the model of each request; several requests share one connection to its engine."""

    def __init__(
        self,
        default: Served,
        questions: ModelQuestions,
        token_name: Callable[[], str],
        spawn: Spawn,
    ) -> None:
        self.default = default
        self.questions = questions
        self._token_name = token_name
        self._spawn = spawn
        self._open: dict[str, _Open] = {}  # by the address of the engine
        self._users = itertools.count(1)

    @asynccontextmanager
    async def named_in(self, body: bytes, bodies: Bodies) -> AsyncGenerator[Served]:
        """Yield the model that a request names, once it is loaded; else the default model.

        Raises ApiError.
        """
        name = await bodies.made(model_named, body) if len(self.questions.listed) > 1 else ""
        async with self._used(self.questions.find(name)) as served:
            yield served

    @asynccontextmanager
    async def loaded(self, name: str) -> AsyncGenerator[Served]:
        """Yield a model for questions about it; the default one for an empty name.

        Raises ApiError if it is not loaded: a question loads nothing.
        """
        found = self.questions.find(name)
        default = self.default.link.model
        if default is not None and name == model_id(default):
            found = None
        elif name and found is None:
            raise ApiError(404, f"The model {name!r} was not found.", code="model_not_found")
        if found is not None and not found.is_default and not found.is_loaded:
            raise ApiError(400, f"The model {found.name} is not loaded.", code="model_not_loaded")
        async with self._used(found) as served:
            yield served

    @asynccontextmanager
    async def _used(self, model: ServedModel | None) -> AsyncGenerator[Served]:
        if model is None or model.is_default:
            yield self.default
            return
        async with self.questions.use(model) as address, self._connected(address) as served:
            yield served

    @asynccontextmanager
    async def _connected(self, address: str) -> AsyncGenerator[Served]:
        user = next(self._users)
        opened = self._open.get(address) or self._opened(address)
        opened.users.add(user)
        try:
            await _until_known(opened)
            yield opened.served
        finally:
            opened.users.discard(user)
            if not opened.users:
                opened.task.cancel()
                self._open.pop(address, None)

    def _opened(self, address: str) -> _Open:
        changed = asyncio.Event()
        link = EngineLink(channel(address), changed.set)
        served = Served(link, Conversations(self._token_name, link.discard))
        opened = self._open[address] = _Open(served, self._spawn(link.run()), changed)
        return opened


async def _until_known(opened: _Open) -> None:
    """Wait until the engine has reported its model; not longer than some seconds."""
    try:
        async with asyncio.timeout(_CONNECT_SECONDS):
            while opened.served.link.model is None:
                opened.changed.clear()
                await opened.changed.wait()
    except TimeoutError:
        opened.served.model()  # raises with the reason
