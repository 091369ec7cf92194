"""The models that other programs can name: listed, loaded for a request, and kept until its end."""

import math
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from msgspec.structs import replace

from app.errors import AppError, LoadMarked, ModelBusy
from app.models.host.engines import ModelEntry
from app.models.host.local_models import LocalModels
from app.models.host.table import NO_TEXT, Phase
from app.models.named_model import NamedModel
from engine.client.client import EnginePhase
from engine.client.server_client import ModelNotServed, ServerClient
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.server_messages import ServedModel

_WHO = "program"
_NEVER = 0  # trying again does not help by itself
MAX_WAIT_SECONDS = 60.0  # about as long as programs wait for an answer before they try again
# Loads of a model in a row that ended the engine or the computer: one is more often a kill or a
# power cut than the fault of its file, and no user is there to try again.
MAX_STOPS = 1
_DEFAULT = ""  # the key of the default model


class OfferedModels:
    """Lists the models of this computer to the local server, and loads those that are asked for.

    A request waits for the load of its model, and at most ``max_wait_seconds`` for replies of other
    models that occupy its memory. It is refused at once while other programs occupy that. ``find``
    returns the models of this computer; the file of the default one is ``default_path()``.
    """

    def __init__(
        self,
        models: LocalModels,
        server: ServerClient,
        find: Callable[[], Awaitable[Sequence[NamedModel]]],
        default_path: Callable[[], str],
        max_wait_seconds: float = MAX_WAIT_SECONDS,
    ) -> None:
        self._models = models
        self._server = server
        self._find = find
        self._default_path = default_path
        self._max_wait_seconds = max_wait_seconds
        self._offered: dict[str, NamedModel] = {}  # by id
        self._troubles: dict[str, LazyText] = {}  # why the last load failed, by path
        self._is_outdated = self._is_reading = False
        server.give, server.unload, server.keep_alive = self.use, self.unload, self.keep_alive
        models.host.changes.add(self._show)

    @property
    def models(self) -> tuple[NamedModel, ...]:
        """Return the models that are listed now."""
        return tuple(self._offered.values())

    async def refresh(self) -> None:
        """Read which models there are, again if that changes meanwhile."""
        self._is_outdated = True
        if self._is_reading:
            return
        self._is_reading = True
        try:
            while self._is_outdated:
                self._is_outdated = False
                offered: dict[str, NamedModel] = {}
                for each in await self._find():
                    offered.setdefault(each.id, each)
                # Also if its file is lost by now: a request for it is told so.
                for each in self._offered.values():
                    if each.path == self._default_path():
                        offered.setdefault(each.id, each)
                self._offered = offered
                self._show()
        finally:
            self._is_reading = False

    def _show(self) -> None:
        """Tell the server which models there are, and which are loaded."""
        entries = {each.path: each for each in self._models.host.entries}
        for each in entries.values():
            if each.phase is Phase.READY:
                self._troubles.pop(each.path, None)
        served = (
            self._served(id_, each, entries.get(each.path)) for id_, each in self._offered.items()
        )
        self._server.set_models(tuple(served))

    def _served(self, id_: str, model: NamedModel, entry: ModelEntry | None) -> ServedModel:
        is_default = model.path == self._default_path()
        served = ServedModel(
            id_,
            model.name,
            is_default=is_default,
            aliases=model.aliases,
            embeds_only=model.embeds_only,
        )
        if entry is not None and entry.phase is Phase.READY:
            info = entry.client.state.model
            return replace(
                served,
                channel=entry.client.channel_address,
                info=None if info is None else replace(info, chat_template=""),
            )
        if entry is not None and entry.phase is Phase.LOADING:
            return replace(served, progress=entry.client.state.progress or 0.0)
        trouble, state = self._troubles.get(model.path, NO_TEXT), self._models.client.state
        if is_default and (state.phase is EnginePhase.DOWN or state.failed_path == model.path):
            trouble = LazyText.of(state.text)
        return replace(served, trouble=trouble)

    @asynccontextmanager
    async def use(self, id_: str) -> AsyncGenerator[str]:
        """Load the model with an id, and keep it in the block; yield the address of its engine.

        Raises ModelNotServed.
        """
        offered = self._offered.get(id_)
        if offered is None:
            raise ModelNotServed(lazy("There is no model “{id}”.", id=id_), _NEVER)
        key = _DEFAULT if offered.path == self._default_path() else offered.key
        if key == _DEFAULT and self._models.host.default is None:
            raise ModelNotServed(LazyText.of(self._models.client.state.text))
        using = self._models.use(
            _WHO,
            key,
            is_background=True,
            max_stops=MAX_STOPS,
            max_wait_seconds=self._max_wait_seconds,
        )
        async with AsyncExitStack() as stack:
            try:
                client = await stack.enter_async_context(using)
            except ModelBusy as error:
                text = LazyText.of(str(error))
                raise ModelNotServed(text, math.ceil(error.retry_seconds)) from error
            except LoadMarked as error:
                raise self._failed(offered.path, stopped_text(offered.name)) from error
            except AppError as error:
                raise self._failed(offered.path, LazyText.of(str(error))) from error
            yield client.channel_address

    def unload(self, id_: str) -> None:
        """Unload the model with an id if it is idle, unless the user keeps it loaded."""
        for each in self._entries_of(id_):
            if each.phase is Phase.READY and not each.users and not each.is_pinned:
                self._models.host.unload(each.key)

    def keep_alive(self, id_: str, seconds: float) -> None:
        """Unload the model with an id after this idle time; a later request may say otherwise."""
        for each in self._entries_of(id_):
            self._models.host.keep_alive(each.key, seconds)

    def _entries_of(self, id_: str) -> list[ModelEntry]:
        offered = self._offered.get(id_)
        path = None if offered is None else offered.path
        return [each for each in self._models.host.entries if each.path == path]

    def _failed(self, path: str, text: LazyText) -> ModelNotServed:
        """List the reason why a model can't be loaded; return the refusal of its request."""
        self._troubles[path] = text
        self._show()
        return ModelNotServed(text, _NEVER)


def stopped_text(name: str) -> LazyText:
    """Return why a model is not loaded again for programs."""
    return lazy(
        "{name} was not loaded: the engine or the computer stopped during its last loads. Choose "
        "it in a chat, or start `hubbub serve` with it as --model.",
        name=name,
    )
