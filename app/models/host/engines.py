"""The engine processes of the models in memory, found by file, and what they share.

They share the cores of the processor and the disk space of cached conversations.
"""

import asyncio
from collections.abc import Callable, Coroutine, ItemsView, KeysView

import msgspec

from app.errors import lazy
from app.models.host.cache_folders import CacheFolders, merged
from app.models.host.plans import ModelSpec, PlannedModel
from app.models.host.table import Bytes, ModelTable, Phase
from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.messages.commands import ClearCache, DiscardConversation
from engine.messages.config import EngineConfig
from engine.messages.events import CacheReport
from engine.messages.metrics import ModelInfo
from engine.messages.sources import DiscardSource

RESTING_TEXT = lazy("The next message loads the model.")
Start = Callable[[Coroutine[object, object, None]], None]


class Engine(msgspec.Struct):
    """The process of a model; ``is_ending`` once it was decided to unload it."""

    path: str
    planned: PlannedModel
    config: EngineConfig
    client: EngineClient
    remove_listeners: list[Callable[[], None]] = msgspec.field(default_factory=list)
    is_ending: bool = False


class ModelEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A model in memory as the window shows it.

    Attributes:
        needs, held: the memory that it was promised, and that its process occupies, by place.
        users: who needs it now.
        idle_seconds: since the end of its last use; 0.0 during one.
        client: for its figures; ``ModelHost.use`` is for replies.
    """

    key: str
    path: str
    name: str
    phase: Phase
    needs: Bytes
    held: Bytes
    users: tuple[str, ...]
    idle_seconds: float
    is_pinned: bool
    client: EngineClient


class ModelEngines:
    """The engine of each model in a table, by its key. Lives on one asyncio loop.

    ``first`` is the process of the default model, which outlives it. ``start`` runs a task until
    its end. Removing an engine removes its model from the table.

    Attributes:
        default_path: the file of the default model, which is loaded in ``first`` or will be; None
            before the first one was chosen.
    """

    def __init__(
        self,
        table: ModelTable,
        caches: CacheFolders,
        start: Start,
        *,
        first: EngineClient | None,
        cache_bytes: int | None,
    ) -> None:
        self.first = first
        self.default_path: str | None = None
        self._table = table
        self._caches = caches
        self._start = start
        self._cache_bytes = cache_bytes
        self._engines: dict[str, Engine] = {}
        self._front: tuple[str, str | None] = "", None  # the model, the chat
        self._seen: dict[str, ModelInfo] = {}  # models that were loaded, by path
        self._is_closed = False

    def __getitem__(self, key: str) -> Engine:
        return self._engines[key]

    def get(self, key: str) -> Engine | None:
        """Return the engine of a model; None if there is none."""
        return self._engines.get(key)

    def keys(self) -> KeysView[str]:
        """Return the keys of the models with an engine."""
        return self._engines.keys()

    def items(self) -> ItemsView[str, Engine]:
        """Return the models with their engines, by key."""
        return self._engines.items()

    # --- the processes of the table ---------------------------------------------------------

    def add(self, key: str, engine: Engine) -> None:
        """Add the engine of a model that is to be loaded."""
        self._engines[key] = engine
        if engine.client is not self.first and engine.client is self._client_in_front():
            engine.client.focus(self._front[1])
        self.share_cache()

    def remove(self, key: str, engine: Engine) -> None:
        """Remove a model that is not in memory any more, unless its engine was replaced."""
        if self._engines.get(key) is engine:
            del self._engines[key]
            for remove in engine.remove_listeners:
                remove()
            self._table.note_gone(key)

    async def close(self) -> None:
        """End all processes."""
        self._is_closed = True
        for engine in self._engines.values():
            engine.is_ending = True
        # A client that closes answers no more questions, so an unload under way ends as well.
        await asyncio.gather(*(each.close() for each in self._clients()))

    @property
    def key_in_first(self) -> str:
        """Return the key of the model in the first process; empty if there is none."""
        found = (key for key, each in self._engines.items() if each.client is self.first)
        return next(found, "")

    def note_loaded(self, engine: Engine, model: ModelInfo) -> None:
        """Record what is known of a model that was loaded."""
        self._seen[engine.path] = model

    # --- questions --------------------------------------------------------------------------

    @property
    def loaded_infos(self) -> tuple[ModelInfo, ...]:
        """Return what is known of the models that are loaded now."""
        found = (each.state.model for each in self._clients())
        return tuple(each for each in found if each is not None)

    @property
    def card_count(self) -> int:
        """Return the number of graphics cards, as the engines have found them."""
        known = (*self._seen.values(), *self.loaded_infos)
        return max((each.card_count for each in known), default=0)

    def loaded(self, path: str) -> EngineClient | None:
        """Return the engine of a model file, for questions; None if it is not loaded."""
        client = self._client_of(path)
        is_ready = client is not None and client.state.phase is EnginePhase.READY
        return client if is_ready else None

    def state_of(self, path: str) -> EngineState:
        """Return the state of a model file's engine; SLEEPING, with what is known, without one."""
        client = self._client_of(path)
        if client is not None:
            return client.state
        known = self._seen.get(path)
        return EngineState(EnginePhase.SLEEPING, RESTING_TEXT, sleeping_model=known)

    def loaded_spec(self, path: str) -> ModelSpec | None:
        """Return how a model file was loaded, which may be gone since; None if it is not loaded."""
        key = self.loaded_key(path)
        if key is None:
            return None
        rest_seconds = self._table.residents[key].rest_seconds
        return ModelSpec(path, self._engines[key].config, rest_seconds)

    def loaded_key(self, path: str) -> str | None:
        """Return the key of a model file that is loaded and gets new uses, or None."""
        for key, each in self._engines.items():
            resident = self._table.residents.get(key)
            if each.path != path or resident is None or resident.is_retired:
                continue
            if resident.phase is Phase.READY:
                return key
        return None

    def is_present(self, path: str) -> bool:
        """Return whether a model file is in memory, or on its way."""
        return any(each.path == path for each in self._engines.values())

    def is_leaving(self, path: str) -> bool:
        """Return whether a model file is being unloaded, or is as soon as it is idle."""
        found = (
            self._table.residents.get(k) for k, each in self._engines.items() if each.path == path
        )
        return any(each.is_retired or each.phase is Phase.UNLOADING for each in found if each)

    def _client_of(self, path: str) -> EngineClient | None:
        if self.default_path == path:
            return self.first
        found = [each.client for each in self._engines.values() if each.path == path]
        return found[-1] if found else None

    def _clients(self) -> list[EngineClient]:
        clients = [each.client for each in self._engines.values()]
        if self.first is not None and self.first not in clients:
            clients.append(self.first)
        return clients

    # --- the processor ----------------------------------------------------------------------

    def focus(self, path: str, conversation_id: str | None) -> None:
        """Set the chat in front, and its model, which gets the cores that are left over.

        The path is empty for the default model.
        """
        self._front = path, conversation_id
        in_front = self._client_in_front()
        for client in self._clients():
            client.focus(conversation_id if client is in_front else None)
        self.share_cores()

    def share_cores(self) -> None:
        """Divide the cores among the engines that write; the focused one gets what is left over."""
        writing = [each.key for each in self._table.residents.values() if each.uses]
        in_front = self._client_in_front()
        focused = (key for key in writing if self._engines[key].client is in_front)
        first = next(focused, next(iter(writing), ""))
        for key, engine in self._engines.items():
            # An idle one may prepare prompts, and leaves room for those that write.
            count = len(writing) + (key not in writing)
            engine.client.share_cores(count, takes_rest=key == first)

    def _client_in_front(self) -> EngineClient | None:
        path, _ = self._front
        return self._client_of(path) if path else self.first

    # --- the cached conversations -------------------------------------------------------------

    @property
    def cache_share(self) -> int:
        """Return the disk space of each loaded model; all others together have as much."""
        return self._caches.limit_bytes(self._cache_bytes) // (len(self._engines) + 1)

    def automatic_cache_bytes(self) -> int:
        """Return the disk space of cached conversations if the user sets none; it asks the disk."""
        return self._caches.limit_bytes(None)

    @property
    def cache_folders(self) -> tuple[str, ...]:
        """Return the folders of the models with an engine."""
        folders = (each.planned.config.cache_dir for each in self._engines.values())
        return tuple(each for each in folders if each is not None)

    def limit_cache(self, cache_bytes: int | None) -> None:
        """Change the disk space of cached conversations; None is the default, 0 nothing."""
        self._cache_bytes = cache_bytes
        self.share_cache()

    def share_cache(self) -> None:
        """Divide the disk space: an equal part for each loaded model, and one for all others."""
        if self._is_closed:
            return
        share = self.cache_share
        for engine in self._engines.values():
            engine.client.limit_cache(share)
        self._start(asyncio.to_thread(self._caches.trim, self.cache_folders, share))

    def discard(
        self, command: DiscardConversation | DiscardSource | ClearCache
    ) -> asyncio.Task[None]:
        """Remove cached states of all models, loaded or not; the task removes the files."""
        for client in self._clients():
            match command:
                case DiscardConversation():
                    client.discard(command.conversation_id)
                case DiscardSource():
                    client.discard_source(command.source_key)
                case ClearCache():
                    client.queries.clear_cache()
        files = asyncio.to_thread(self._caches.handle, command, self.cache_folders)
        return asyncio.get_running_loop().create_task(files)

    async def cache_report(self) -> CacheReport:
        """Return the cached states of all models, loaded or not, each conversation once."""
        clients = [each.client for each in self._engines.values()]
        if self.first is not None and self.default_path is None:
            clients.append(self.first)
        loaded = self.cache_folders
        reports = list(await asyncio.gather(*(each.queries.cache_report() for each in clients)))
        reports += await asyncio.to_thread(self._caches.report, loaded)
        return merged(reports)
