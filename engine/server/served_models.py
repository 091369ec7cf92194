"""The models that programs can name; the parent process loads them for each request."""

import asyncio
import contextlib
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
    KeepServedModel,
    ModelAnswer,
    ReleaseModel,
    ServedModel,
    UnloadServedModel,
    WantModel,
    same_name,
)
from engine.server.bodies import Bodies
from engine.server.conversations import Conversations
from engine.server.engine_link import EngineLink, channel

Spawn: TypeAlias = "Callable[[Coroutine[None, None, None]], asyncio.Task[None]]"
_OLLAMA_TAG = ":latest"  # programs add it to the names of Ollama's models
_CONNECT_SECONDS = 10.0
_SHOWN_CHARS = 200  # of a name that was not found


class _Named(msgspec.Struct):
    model: str = ""


def model_named(body: bytes) -> str:
    """Return the model that a request names; empty for none, and if the body can't be read."""
    try:
        return msgspec.json.decode(body, type=_Named).model
    except (msgspec.MsgspecError, RecursionError):
        return ""  # reading the whole body reports the problem


def model_not_found(name: str) -> ApiError:
    """Return the error for a name that is not one of the models."""
    text = f"The model “{name[:_SHOWN_CHARS]}” was not found."
    return ApiError(404, text, code="model_not_found")


def _cannot_chat(name: str) -> ApiError:
    text = f"{name} is an embedding model, which cannot chat. Name a chat model."
    return ApiError(400, text, code="model_cannot_chat", param="$.model")


def not_loaded(model: ServedModel) -> ApiError:
    """Return the error for a question about a model that is not loaded."""
    return ApiError(400, f"The model {model.name} is not loaded.", code="model_not_loaded")


class ModelQuestions:
    """Asks the parent process for models; lives on the server's loop.

    Attributes:
        listed: the models that programs can name.
    """

    def __init__(self, report: Callable[[msgspec.Struct], None]) -> None:
        self._report = report
        self._numbers = itertools.count(1)
        self._calls = Calls[ModelAnswer]()
        self.listed: tuple[ServedModel, ...] = ()

    @property
    def default(self) -> ServedModel | None:
        """Return the model that answers the requests that name none of the list."""
        return next((each for each in self.listed if each.is_default), None)

    def find(self, name: str) -> ServedModel | None:
        """Return the listed model with an id, a name or an alias; None for any other text.

        The alias of one model does not hide a file with this name that was found later.
        """
        wanted = same_name(name).removesuffix(_OLLAMA_TAG)
        own = (each for each in self.listed if wanted in map(same_name, (each.id, each.name)))
        aliased = (each for each in self.listed if wanted in map(same_name, each.aliases))
        return next(itertools.chain(own, aliased), None) if wanted else None

    def answer(self, answer: ModelAnswer) -> None:
        """Deliver an answer; it is dropped if the request no longer waits."""
        self._calls.answer(answer.number, answer)

    def keep_alive(self, model: ServedModel, seconds: float) -> None:
        """Ask for a model to be unloaded after this idle time; negative for never."""
        self._report(KeepServedModel(model.id, seconds))

    def unload(self, model: ServedModel) -> None:
        """Ask for a model to be unloaded; one that is in use stays."""
        self._report(UnloadServedModel(model.id))

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
                seconds = answer.retry_seconds or None
                raise ApiError(503, answer.text, code="model_not_loaded", retry_after=seconds)
            yield answer.channel
        finally:
            self._report(ReleaseModel(number))


class Served(msgspec.Struct, frozen=True):
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
    """A model in use that is not in the process of the default one."""

    served: Served
    task: asyncio.Task[None]
    users: set[int] = field(default_factory=set)


class ServedModels:
    """Finds the model of each request; several requests share one connection to its engine.

    ``default_channel`` is the address of the engine process of the default model.
    """

    def __init__(
        self,
        default: Served,
        default_channel: str,
        questions: ModelQuestions,
        token_name: Callable[[], str],
        spawn: Spawn,
    ) -> None:
        self.default = default
        self._default_channel = default_channel
        self.questions = questions
        self._token_name = token_name
        self._spawn = spawn
        self._open: dict[str, _Open] = {}  # by the address of the engine
        self._users = itertools.count(1)

    @property
    def default_model(self) -> ModelInfo | None:
        """Return the default model; None while it is not loaded."""
        listed = self.questions.default
        if listed is not None and not listed.is_loaded:
            return None  # its process may have freed it, and reports only loads
        return self.default.link.model

    @asynccontextmanager
    async def named_in(
        self, body: bytes, bodies: Bodies, *, for_chat: bool = True, for_vectors: bool = False
    ) -> AsyncGenerator[Served]:
        """Yield the model that a request names, once it is loaded; else the default model.

        One that only embeds is refused ``for_chat`` before it is loaded, and an unknown name
        ``for_vectors``: those of another model can't be compared. Raises ApiError.
        """
        name = await bodies.made(model_named, body) if self.questions.listed else ""
        wanted = self.questions.find(name)
        if wanted is None and name and for_vectors:
            raise model_not_found(name)
        wanted = wanted or self.questions.default
        if wanted is None:
            model = self.default.link.model
            if for_chat and model is not None and model.embeds_only:
                raise _cannot_chat(model.name)
            yield self.default
            return
        if for_chat and wanted.embeds_only:
            raise _cannot_chat(wanted.name)
        async with self.questions.use(wanted) as address, self._connected(address) as served:
            yield served

    def load_soon(self, model: ServedModel) -> None:
        """Load a model for the requests that follow; the list of models says how that goes."""
        self._spawn(self._load(model))

    async def _load(self, model: ServedModel) -> None:
        with contextlib.suppress(ApiError):
            async with self.questions.use(model):
                pass  # its idle time begins

    def named(self, name: str) -> ServedModel:
        """Return the listed model with a name. Raises ApiError."""
        if not name:
            text = "`model` is required. Name one of the listed models."
            raise ApiError(400, text, code="missing_field", param="$.model")
        found = self.questions.find(name)
        if found is None:
            raise model_not_found(name)
        return found

    @asynccontextmanager
    async def loaded(self, name: str) -> AsyncGenerator[Served]:
        """Yield a model for questions about it; the default one for an empty name.

        A question loads nothing, and does not keep a model loaded. Raises ApiError if the model is
        not loaded.
        """
        default = self.default.link.model
        found = self.questions.find(name)
        is_default = not name or (default is not None and name == model_id(default))
        if found is None and not is_default:
            raise model_not_found(name)
        found = found or self.questions.default
        if found is None:
            yield self.default
            return
        if not found.is_loaded:
            raise not_loaded(found)
        async with self._connected(found.channel) as served:
            yield served

    @asynccontextmanager
    async def _connected(self, address: str) -> AsyncGenerator[Served]:
        if address == self._default_channel:
            await self.default.link.until_loaded(_CONNECT_SECONDS)
            yield self.default
            return
        user = next(self._users)
        opened = self._open.get(address) or self._opened(address)
        opened.users.add(user)
        try:
            await opened.served.link.until_loaded(_CONNECT_SECONDS)
            yield opened.served
        finally:
            opened.users.discard(user)
            if not opened.users:
                opened.task.cancel()
                self._open.pop(address, None)

    def _opened(self, address: str) -> _Open:
        link = EngineLink(channel(address))
        served = Served(link, Conversations(self._token_name, link.discard))
        opened = self._open[address] = _Open(served, self._spawn(link.run()))
        return opened
