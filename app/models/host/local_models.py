"""The models of chats on this computer: each reply waits for its model, and keeps it loaded."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from app.errors import AppError, LazyText, LoadMarked, ModelFileError, ModelUnavailable, lazy
from app.models.host.host import ModelHost, ModelSpec
from app.models.host.uses import LoadOrder, WaitState
from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.client.queries import Queries
from engine.client.request import Request
from engine.listeners import Listeners
from engine.messages.commands import ChatMessage, ClearCache, DiscardConversation
from engine.messages.errors import EngineError, EngineStopped, NoModelLoaded
from engine.messages.events import CacheReport, FinishReason, Queued
from engine.messages.request_options import DEFAULT_OPTIONS, Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.messages.sources import DiscardSource

SpecOf = Callable[[str], Awaitable[ModelSpec]]
_NO_ENGINE = Queries(lambda _command: False)
_DEFAULT = ""  # the digest of a chat that has chosen no model


async def _no_other(_digest: str) -> ModelSpec:
    raise ModelUnavailable(lazy("The model of this chat is not on this computer any more."))


class LocalModels:
    """Answers chats with the model that each has chosen, by the digest of its file.

    Lives on one asyncio loop.

    Attributes:
        client: of the default model, which answers the chats that have chosen none.
        host: has the models in memory.
        chats: notified of the id of each chat whose model becomes known or changes.
        spec_of: returns the model with a digest; raises ModelUnavailable if it is missing.
    """

    def __init__(self, client: EngineClient, host: ModelHost, spec_of: SpecOf = _no_other) -> None:
        self.chats = Listeners[[str]]()
        self.client = client
        self.host = host
        self.spec_of = spec_of
        self._paths: dict[str, str] = {}  # of models, by digest
        self._names: dict[str, str] = {}  # of models, by digest
        self._of_chats: dict[str, str] = {}  # digests, by the ids of conversations
        self._front_id: str | None = None  # the conversation that the user sees
        self._preloads: dict[str, asyncio.Task[None]] = {}  # by the ids of conversations
        self._choices: set[asyncio.Task[None]] = set()  # each may lead to a default model
        self._answers: set[asyncio.Task[None]] = set()
        self._discards: set[asyncio.Task[None]] = set()

    @classmethod
    def alone(cls, client: EngineClient) -> "LocalModels":
        """Return those of a computer on which this client has the only model."""
        return cls(client, ModelHost(lambda: client, Path(os.devnull), first=client))

    def submit(
        self,
        conversation_id: str,
        messages: Iterable[ChatMessage],
        sampling: SamplingParams,
        options: RequestOptions = DEFAULT_OPTIONS,
        *,
        model: str = _DEFAULT,
    ) -> Request:
        """Answer the last message of a conversation; the request waits for its model.

        While it waits, its ``Queued`` events say for what.
        """
        if model == _DEFAULT and self.host.default is None and not self.is_choosing:
            # It is refused there with the reason why there is no model.
            return self.client.submit(conversation_id, messages, sampling, options)
        request = Request(0, conversation_id, lambda _number: _give_up(request, task))
        request.put(Queued(request.id, 0))  # not for a slot, until the engine says so
        submit = partial(
            EngineClient.submit,
            conversation_id=conversation_id,
            messages=tuple(messages),
            sampling=sampling,
            options=options,
            request=request,
        )
        is_background = options.rank is Rank.BACKGROUND
        answer = self._answer(request, model, submit, is_background=is_background)
        task = asyncio.get_running_loop().create_task(answer)
        self._answers.add(task)
        task.add_done_callback(partial(self._on_answered, request))
        return request

    @contextlib.asynccontextmanager
    async def use(
        self,
        who: str,
        model: str = _DEFAULT,
        *,
        is_background: bool = False,
        max_stops: int | None = 0,
        max_wait_seconds: float | None = None,
        on_wait: Callable[[WaitState], object] = lambda _state: None,
    ) -> AsyncIterator[EngineClient]:
        """Wait for a model, and keep it loaded in the block; ``who`` is a conversation's id.

        Without a default model it is the client that says why there is none. A model is not loaded
        if more than ``max_stops`` loads in a row ended the engine or the computer; None means no
        limit. Raises LoadMarked, ModelBusy after ``max_wait_seconds`` as the host does,
        ModelUnavailable and ModelFileError.
        """
        if model == _DEFAULT:
            await self._until_chosen()
        spec = self.host.default if model == _DEFAULT else await self._spec(model)
        if spec is None:
            yield self.client
            return
        if model != _DEFAULT:
            self._paths[model] = spec.path
            is_present = self.host.engines.is_present(spec.path)
            if (
                max_stops is not None
                and not is_present
                and (await self.host.stop_count(spec) > max_stops)
            ):
                raise LoadMarked(
                    lazy(
                        "{name} was not loaded: the engine or the computer stopped during its last "
                        "load. Choose it again above the chat to try once more.",
                        name=Path(spec.path).name,
                    )
                )
        use = self.host.use(
            spec,
            who,
            is_background=is_background,
            max_wait_seconds=max_wait_seconds,
            on_wait=on_wait,
        )
        async with use as client:
            yield client

    def choose(self, task: asyncio.Task[None]) -> None:
        """Let requests wait for this task, which loads the default model, while there is none."""
        self._choices.add(task)
        task.add_done_callback(self._choices.discard)

    @property
    def is_choosing(self) -> bool:
        """Return whether a default model is being prepared that may answer soon."""
        return bool(self._choices)

    async def _until_chosen(self) -> None:
        while self._choices and self.host.default is None:
            await asyncio.wait(self._choices, return_when=asyncio.FIRST_COMPLETED)

    async def _spec(self, model: str) -> ModelSpec:
        """Return how a model is loaded; one in memory answers, also if its file is gone."""
        try:
            return await self.spec_of(model)
        except (ModelUnavailable, ModelFileError):
            loaded = self.host.engines.loaded_spec(self.path_of(model))
            if loaded is None:
                raise
            return loaded

    def state_of(self, model: str = _DEFAULT) -> EngineState:
        """Return the state of the engine of a model; SLEEPING if it is not loaded."""
        if model == _DEFAULT:
            return self.client.state
        return self.host.engines.state_of(self.path_of(model))

    def loaded(self, model: str = _DEFAULT) -> EngineClient | None:
        """Return the engine of a model, for questions about a chat; None if it is not loaded."""
        if model == _DEFAULT:
            return self.client
        return self.host.engines.loaded(self.path_of(model))

    def set_path(self, model: str, path: str) -> None:
        """Record the file of a model, so that it answers while it is loaded if the file is gone."""
        self._paths[model] = path

    async def note(self, model: str) -> None:
        """Find the file of a model before its first use; one that is missing stays unknown.

        Raises StorageError.
        """
        if model != _DEFAULT and model not in self._paths:
            with contextlib.suppress(ModelUnavailable, ModelFileError):
                self._paths[model] = (await self.spec_of(model)).path

    async def until_known(
        self, who: str, model: str, on_wait: Callable[[LazyText], object]
    ) -> None:
        """Load a model that was not loaded in this run; ``use`` says why one can't be.

        ``on_wait`` is called with what is waited for.
        """
        if self.state_of(model).known_model is None:
            with contextlib.suppress(AppError):
                async with self.use(who, model, on_wait=lambda wait: on_wait(_wait_text(wait))):
                    pass

    async def set_chat(self, conversation_id: str, model: str, name: str) -> None:
        """Record the model that a chat has chosen, and its name; empty for the default one.

        Raises StorageError.
        """
        is_changed = self.of_chat(conversation_id) != model
        self._of_chats[conversation_id], self._names[model] = model, name
        await self.note(model)
        if is_changed and conversation_id == self._front_id:
            self.focus(conversation_id)
        self.chats.notify(conversation_id)

    def name_of_chat(self, conversation_id: str) -> str:
        """Return the name of the model that a chat has chosen; empty for the default one."""
        return self._names.get(self.of_chat(conversation_id), "")

    def preload(self, conversation_id: str, model: str) -> None:
        """Load the model that was chosen for a chat before its next message.

        An earlier choice is not loaded any more. If it fails, the next message reports it.
        """
        self._cancel_preload(conversation_id)
        task = asyncio.get_running_loop().create_task(self._preload(conversation_id, model))
        self._preloads[conversation_id] = task
        task.add_done_callback(partial(self._on_preloaded, conversation_id))

    def _cancel_preload(self, conversation_id: str) -> None:
        task = self._preloads.pop(conversation_id, None)
        if task is not None:
            task.cancel()

    async def _preload(self, conversation_id: str, model: str) -> None:
        with contextlib.suppress(AppError):
            async with self.use(conversation_id, model, max_stops=None):
                pass

    def _on_preloaded(self, conversation_id: str, task: asyncio.Task[None]) -> None:
        if self._preloads.get(conversation_id) is task:
            del self._preloads[conversation_id]

    def of_chat(self, conversation_id: str) -> str:
        """Return the digest of a chat's model; empty for the default one."""
        return self._of_chats.get(conversation_id, _DEFAULT)

    def path_of(self, model: str = _DEFAULT) -> str:
        """Return the file of a model; empty if it is not known yet."""
        return self.client.model_path if model == _DEFAULT else self._paths.get(model, "")

    def path_of_chat(self, conversation_id: str) -> str:
        """Return the file of a chat's model; empty if it is not known yet."""
        return self.path_of(self.of_chat(conversation_id))

    @property
    def loaded_bytes(self) -> int:
        """Return the bytes that would be free without the loaded models."""
        return sum(each.file_bytes + each.kv_bytes for each in self.host.engines.loaded_infos)

    @property
    def uses_card(self) -> bool:
        """Return whether a graphics card holds layers of a loaded model."""
        return any(each.gpu_layer_count > 0 for each in self.host.engines.loaded_infos)

    def is_leaving(self, conversation_id: str) -> bool:
        """Return whether the model of a chat is being unloaded, or is once it is idle."""
        return self.host.engines.is_leaving(self.path_of_chat(conversation_id))

    def has_other_model(self, conversation_id: str) -> bool:
        """Return whether a chat has chosen a model other than the default one, if that is known."""
        path = self.path_of_chat(conversation_id)
        return path not in ("", self.client.model_path)

    def state_of_chat(self, conversation_id: str) -> EngineState:
        """Return the state of the engine of a chat's model."""
        return self.state_of(self.of_chat(conversation_id))

    def queries(self, conversation_id: str) -> Queries:
        """Return what answers questions about a chat; without its model loaded, none is."""
        return self.queries_of(self.of_chat(conversation_id))

    def queries_of(self, model: str) -> Queries:
        """Return what answers questions about a model; unless it is loaded, none is."""
        engine = self.loaded(model)
        return _NO_ENGINE if engine is None else engine.queries

    def focus(self, conversation_id: str | None) -> None:
        """Set the conversation that the user sees: its prompts and its model come first."""
        self._front_id = conversation_id
        front = self.of_chat(conversation_id or "")
        self.host.engines.focus(self._paths.get(front, ""), conversation_id)

    async def order_of(self, models: Sequence[str]) -> LoadOrder:
        """Return what asking for these models now would do, by their digests.

        Empty if there is no default model and it is one of them. Raises ModelUnavailable and
        ModelFileError.
        """
        specs: list[ModelSpec] = []
        for each in models:
            spec = self.host.default if each == _DEFAULT else await self.spec_of(each)
            if spec is None:
                return LoadOrder()
            specs.append(spec)
        return await self.host.order_of(specs)

    def discard(self, conversation_id: str) -> None:
        """Remove the cached states of a deleted conversation, of all models.

        A model that was chosen for it is not loaded any more.
        """
        self._cancel_preload(conversation_id)
        self._discard(DiscardConversation(conversation_id))

    def discard_source(self, source_key: str) -> None:
        """Remove the cached states of a deleted source, of all models."""
        self._discard(DiscardSource(source_key))

    def clear_cache(self) -> None:
        """Remove the cached states of all conversations outside the slots, of all models."""
        self._discard(ClearCache())

    async def cache_report(self) -> CacheReport:
        """Return the cached states of all models."""
        await self._until_discarded()
        return await self.host.engines.cache_report()

    async def close(self) -> None:
        """Remove what is to be discarded, and end all requests and processes."""
        await self._until_discarded()
        tasks = (*self._answers, *self._preloads.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        await self.host.close()

    async def _answer(
        self,
        request: Request,
        model: str,
        submit: Callable[[EngineClient], Request],
        *,
        is_background: bool,
    ) -> None:
        """Submit a request to the engine of its model, which stays loaded until its end."""
        who, on_wait = request.conversation_id, partial(_show_wait, request)
        try:
            async with self.use(who, model, is_background=is_background, on_wait=on_wait) as client:
                submit(client)
                await request.wait_finished()
        except AppError as error:
            request.finish(FinishReason.FAILED, self._refusal(model, error))

    def _refusal(self, model: str, error: AppError) -> EngineError:
        """Return why a request has no model, as the engine would report it."""
        text = LazyText.of(str(error))
        is_stopped = model == _DEFAULT and self.client.state.phase is EnginePhase.DOWN
        return EngineStopped(text) if is_stopped else NoModelLoaded(text)

    def _on_answered(self, request: Request, task: asyncio.Task[None]) -> None:
        self._answers.discard(task)
        if task.cancelled():
            request.finish(FinishReason.CANCELLED)
        elif (error := task.exception()) is not None:
            text = lazy("The engine stopped because of an error in Hubbub. Start Hubbub again.")
            request.finish(FinishReason.FAILED, EngineStopped(text))
            context = {"message": "A request for a model", "exception": error, "task": task}
            task.get_loop().call_exception_handler(context)

    def _discard(self, command: DiscardConversation | DiscardSource | ClearCache) -> None:
        task = self.host.engines.discard(command)
        self._discards.add(task)
        task.add_done_callback(self._discards.discard)

    async def _until_discarded(self) -> None:
        # gather() of finished tasks ends before the turn of the loop in which they leave the set.
        while self._discards:
            await asyncio.wait(self._discards)


def _give_up(request: Request, task: asyncio.Task[None]) -> None:
    """Cancel a request that waits for its model."""
    request.finish(FinishReason.CANCELLED)
    task.cancel()


def _show_wait(request: Request, wait: WaitState) -> None:
    request.put(Queued(request.id, 0, _wait_text(wait)))


def _wait_text(wait: WaitState) -> LazyText:
    if not wait.progress:
        return wait.text
    return lazy("{what} {percent}%", what=wait.text, percent=int(100 * wait.progress))
