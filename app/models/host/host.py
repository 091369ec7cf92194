"""The models in memory: one engine process for each, loaded when needed, unloaded when not.

A caller that needs a model asks for *that model*::

    async with host.use(ModelSpec(path, config), "Chat “Plans”") as client:
        request = client.submit(…)

Inside the block the model stays loaded. ``broker`` decides, and this module carries out: it starts
and ends processes, reads the memory, and tells those who wait what for.

The *default model* answers the chats that have chosen none. It is loaded in a process that outlives
it: programs connect to this process, and without a model it still checks grammars and templates.
"""

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import psutil

from app.errors import LazyText, ModelFileError, ModelUnavailable, lazy
from app.models.host.broker import Decision, Machine, Wait, WaitKind, decide, has_room, preview
from app.models.host.cache_folders import CacheFolders, merged
from app.models.host.plans import KnownPlans, PlannedModel
from app.models.host.plans import ModelSpec as ModelSpec
from app.models.host.table import (
    COUNT,
    MAIN,
    NO_TEXT,
    NOTHING,
    Bytes,
    ModelTable,
    Phase,
    Resident,
    Wanted,
)
from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.listeners import Listeners
from engine.load_mark import is_marked
from engine.messages.commands import ClearCache, DiscardConversation
from engine.messages.config import EngineConfig
from engine.messages.events import CacheReport
from engine.messages.metrics import ModelInfo
from engine.messages.sources import DiscardSource

_UNLOAD_SECONDS = 25.0  # the engine writes its conversations within 20
_POLL_SECONDS = 1.0  # while a load is under way, or other programs have the memory
_IDLE_POLL_SECONDS = 0.1
_SPARE_BYTES = 256 << 20  # main memory that is left to the system
_UNLOAD_TEXT = lazy("It was unloaded.")
_REPLACED_TEXT = lazy("Another default model was chosen.")
_RESTING_TEXT = lazy("The next message loads the model.")
_NO_USER = ""  # of the load of the default model


@dataclass(frozen=True, slots=True)
class WaitState:
    """The reason why a use waits.

    Attributes:
        progress: the share of the model's file that was read.
        seconds: the time until the wait ends at the earliest, if that is known.
    """

    kind: WaitKind
    text: LazyText
    progress: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelEntry:
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


@dataclass(frozen=True, slots=True)
class LoadOrder:
    """What happens if several models are asked for at once.

    Attributes:
        later: the positions of those that wait until the answers of others have ended.
        texts: the models that are unloaded, and those that never fit, in sentences.
    """

    later: frozenset[int] = frozenset()
    texts: tuple[LazyText, ...] = ()


@dataclass(slots=True)
class _Engine:
    """The process of a model; ``is_ending`` once it was decided to unload it."""

    path: str
    planned: PlannedModel
    config: EngineConfig
    client: EngineClient
    remove_listener: Callable[[], None] = lambda: None
    is_ending: bool = False


@dataclass(frozen=True, slots=True)
class _Default:
    """The default model; ``is_wanted`` is False once its load has failed or was cancelled."""

    key: str
    spec: ModelSpec
    planned: PlannedModel
    is_wanted: bool = True


@dataclass(slots=True)
class _Use:
    who: str
    key: str
    planned: PlannedModel
    path: str
    on_wait: Callable[[WaitState], object]
    granted: asyncio.Future[EngineClient]
    shown: WaitState | None = None


def read_main_memory() -> Machine:
    """Return the main memory; that of cards is known to the engine only."""
    memory = psutil.virtual_memory()
    return Machine({MAIN: max(0, memory.available - _SPARE_BYTES)}, {MAIN: memory.total})


def held_by(process_id: int | None) -> Bytes:
    """Return the main memory of a process without pages of files, which the system can drop."""
    if process_id is None:
        return NOTHING
    try:
        memory = psutil.Process(process_id).memory_info()
    except psutil.Error:
        return NOTHING
    return {MAIN: max(0, memory.rss - getattr(memory, "shared", 0))}


class ModelHost:
    """Owns the engine processes. Lives on one asyncio loop.

    ``make_client`` creates a client whose process may write below ``cache_folder``. ``first`` is
    the one of the default model, which its owner starts; it is closed with the others.
    ``read_memory`` is called before each decision and must not block. At most ``max_models`` are
    loaded at once; None is without limit.

    Attributes:
        changes: listeners of every change of ``entries``.
    """

    def __init__(
        self,
        make_client: Callable[[], EngineClient],
        cache_folder: Path,
        *,
        first: EngineClient | None = None,
        read_memory: Callable[[], Machine] = read_main_memory,
        stay_seconds: float = 30.0,
        limit: Bytes = NOTHING,
        cache_bytes: int | None = None,
        max_models: int | None = None,
    ) -> None:
        self.changes: Listeners[[]] = Listeners()
        self._make_client = make_client
        self._read_memory = read_memory
        self._caches = CacheFolders(cache_folder)
        self._table = ModelTable(stay_seconds, limit)
        self._engines: dict[str, _Engine] = {}
        self._uses: dict[int, _Use] = {}
        self._numbers = itertools.count(1)
        self._plans = KnownPlans(self._caches, adopts_older=first is not None)
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._front: tuple[str, str | None] = "", None  # the model, the chat
        self._cache_bytes = cache_bytes
        self._max_models = max_models
        self._seen: dict[str, ModelInfo] = {}  # models that were loaded, by path
        self._first = first
        self._default: _Default | None = None
        self._has_cards = False
        self._is_closed = False
        if first is not None:
            first.states.add(self._on_first_state)

    @property
    def default(self) -> ModelSpec | None:
        """Return the default model; None if there is none, or if it can't be loaded."""
        default = self._default
        return default.spec if default is not None and default.is_wanted else None

    @property
    def entries(self) -> tuple[ModelEntry, ...]:
        """Return the models in memory, in the order of their loads."""
        return tuple(self._entry(each) for each in self._table.residents.values())

    @property
    def loaded_models(self) -> tuple[ModelInfo, ...]:
        """Return what is known of the models that are loaded now."""
        found = (each.state.model for each in self._clients())
        return tuple(each for each in found if each is not None)

    @property
    def card_count(self) -> int:
        """Return the number of graphics cards, as the engines have found them."""
        known = (*self._seen.values(), *self.loaded_models)
        return max((each.card_count for each in known), default=0)

    @contextlib.asynccontextmanager
    async def use(
        self,
        spec: ModelSpec,
        who: str,
        *,
        is_background: bool = False,
        on_wait: Callable[[WaitState], object] = lambda _state: None,
    ) -> AsyncIterator[EngineClient]:
        """Wait for a model, and keep it loaded in the block.

        ``on_wait`` is called with each change of what is waited for. Raises ModelUnavailable and
        ModelFileError.
        """
        key, planned = await self._plan(spec)
        self._check_open()
        number = next(self._numbers)
        granted = asyncio.get_running_loop().create_future()
        self._uses[number] = _Use(who, key, planned, spec.path, on_wait, granted)
        try:
            if self._default is None or key != self._default.key:  # its spec is that of its load
                self._table.let_rest(key, spec.rest_seconds)
            self._table.ask(self._wanted(number, key, planned, is_background=is_background))
            self._decide()
            yield await granted
        finally:
            self._uses.pop(number, None)
            self._table.end(number, time.monotonic())
            self._decide()

    async def load_default(self, spec: ModelSpec) -> None:
        """Load the default model in place of the previous one.

        If both fit next to the other models, the replies of the previous one end at once; else they
        are waited for. Raises ModelUnavailable and ModelFileError.
        """
        key, planned = await self._plan(spec)
        self._check_open()
        self._default = _Default(key, spec, planned)
        self._table.let_rest(key, spec.rest_seconds)
        present = self._key_in_first
        is_elsewhere = key in self._engines and key != present  # for a chat that has chosen it
        if not is_elsewhere and self._can_replace(present, planned):
            if present:
                self._remove(present, self._engines[present])
            self._load_first(key, spec.path, planned)
            self._decide()
            return
        for each in filter(None, (present, key)):
            self._table.retire(each, _REPLACED_TEXT)
        async with self.use(spec, _NO_USER):
            pass  # loaded

    async def preview(self, spec: ModelSpec) -> LazyText:
        """Return what loading a model now would unload, or wait for; empty if it just loads.

        Raises ModelFileError.
        """
        key, planned = await self._plan(spec)
        wanted = self._wanted(0, key, planned)
        found = preview(self._table, wanted, time.monotonic(), *self._memory())
        if found.unloads:
            return found.unloads[0].text
        if 0 in found.refused:
            return found.refused[0]
        wait = found.waits.get(0)
        return NO_TEXT if wait is None or wait.kind is WaitKind.LOAD else wait.text

    async def order_of(self, specs: Sequence[ModelSpec]) -> LoadOrder:
        """Return what asking for these models now would do; the first ones come first.

        Raises ModelFileError.
        """
        trial = self._table.copied()
        plans = [await self._plan(each) for each in specs]
        # Ascending, as the earlier use comes first, and unlike those of real uses.
        wanted = [self._wanted(at - len(plans), *plan) for at, plan in enumerate(plans)]
        for each in wanted:
            trial.ask(each)
        found = decide(trial, time.monotonic(), *self._memory())
        waits = {at: found.waits.get(each.number) for at, each in enumerate(wanted)}
        soon = (WaitKind.LOAD, WaitKind.UNLOAD)
        later = {at for at, wait in waits.items() if wait is not None and wait.kind not in soon}
        refused = [text for number, text in found.refused.items() if number < 0]
        return LoadOrder(frozenset(later), (*(each.text for each in found.unloads), *refused))

    async def key_of(self, spec: ModelSpec) -> str:
        """Return the key of a model in ``entries``. Raises ModelFileError."""
        return (await self._plan(spec))[0]

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
        return EngineState(EnginePhase.SLEEPING, _RESTING_TEXT, sleeping_model=known)

    def loaded_spec(self, path: str) -> ModelSpec | None:
        """Return how a model file was loaded, which may be gone since; None if it is not loaded."""
        key = self._ready_key(path)
        if key is None:
            return None
        rest_seconds = self._table.residents[key].rest_seconds
        return ModelSpec(path, self._engines[key].config, rest_seconds)

    def _ready_key(self, path: str) -> str | None:
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
        if self._default is not None and self._default.spec.path == path:
            return self._first
        found = [each.client for each in self._engines.values() if each.path == path]
        return found[-1] if found else None

    async def is_marked(self, spec: ModelSpec) -> bool:
        """Return whether the last load of a model ended its process, or the computer.

        Raises ModelFileError.
        """
        _, planned = await self._plan(spec)
        folder = planned.config.cache_dir
        return await asyncio.to_thread(is_marked, Path(folder or ""), Path(spec.path))

    def pin(self, key: str, *, is_pinned: bool) -> None:
        """Keep a model loaded, or do not any more."""
        self._table.pin(key, is_pinned=is_pinned)
        self._decide()

    def unload(self, key: str, text: LazyText = _UNLOAD_TEXT) -> None:
        """Unload a model as soon as it is idle; later uses load it again."""
        self._table.retire(key, text)
        self._decide()

    def let_rest(self, key: str, seconds: float | None) -> None:
        """Change after which idle time a model is unloaded; None for never."""
        self._table.let_rest(key, seconds)
        self._decide()

    def unload_others(self, text: LazyText = _UNLOAD_TEXT) -> None:
        """Unload all but the default model as soon as they are idle: their settings changed."""
        for key in self._table.residents:
            if key != self._key_in_first:
                self._table.retire(key, text)
        self._decide()

    def unload_file(self, path: str, text: LazyText = _UNLOAD_TEXT) -> None:
        """Unload a model of this file, but not the default one, as soon as it is idle."""
        for key, engine in self._engines.items():
            if engine.path == path and key != self._key_in_first:
                self._table.retire(key, text)
        self._decide()

    def limit_memory(self, limit: Bytes, stay_seconds: float) -> None:
        """Change the maximum memory of all models, and the shortest stay."""
        if (self._table.limit, self._table.stay_seconds) != (limit, stay_seconds):
            self._table.limit, self._table.stay_seconds = limit, stay_seconds
            self._decide()

    def limit_cache(self, cache_bytes: int | None) -> None:
        """Change the disk space of cached conversations; None is the default, 0 nothing."""
        self._cache_bytes = cache_bytes
        self._share_cache()

    def focus(self, path: str, conversation_id: str | None) -> None:
        """Set the chat in front, and its model, which gets the cores that are left over.

        The path is empty for the default model.
        """
        self._front = path, conversation_id
        in_front = self._client_in_front()
        for client in self._clients():
            client.focus(conversation_id if client is in_front else None)
        self._share_cores()

    def _client_in_front(self) -> EngineClient | None:
        path, _ = self._front
        return self._client_of(path) if path else self._first

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
        files = asyncio.to_thread(self._caches.handle, command, self._loaded_folders())
        return asyncio.get_running_loop().create_task(files)

    async def cache_report(self) -> CacheReport:
        """Return the cached states of all models, loaded or not, each conversation once."""
        clients = [each.client for each in self._engines.values()]
        if self._first is not None and self._default is None:
            clients.append(self._first)
        loaded = self._loaded_folders()
        reports = list(await asyncio.gather(*(each.queries.cache_report() for each in clients)))
        reports += await asyncio.to_thread(self._caches.report, loaded)
        return merged(reports)

    async def close(self) -> None:
        """End all uses and all processes; loads are given up."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        for use in self._uses.values():
            _fail(use, ModelUnavailable(lazy("Hubbub is closing.")))
        engines = list(self._engines.values())
        for engine in engines:
            engine.is_ending = True
        # A client that closes answers no more questions, so an unload under way ends as well.
        clients = {each.client for each in engines} | ({self._first} if self._first else set())
        await asyncio.gather(*(each.close() for each in clients))
        await asyncio.gather(*self._tasks)
        for key, engine in tuple(self._engines.items()):
            self._remove(key, engine)

    # --- plans ----------------------------------------------------------------------------

    def _check_open(self) -> None:
        if self._is_closed:
            raise ModelUnavailable(lazy("Hubbub is closing."))

    async def _plan(self, spec: ModelSpec) -> tuple[str, PlannedModel]:
        """Return the key and the plan of a model as its file is now.

        One that is loaded needs its file no more. Raises ModelFileError.
        """
        try:
            found = await self._plans.of(spec, self._memory_alone, self._loaded_folders)
        except ModelFileError:
            key = self._ready_key(spec.path)
            if key is None:
                raise
            return key, self._engines[key].planned
        for key in found.replaced:
            text = lazy("{model} is unloaded: its file was replaced.", model=Path(spec.path).name)
            self._table.retire(key, text)
        if self._max_models is None:
            return found.key, found.planned
        needs = {**found.planned.needs, COUNT: 1}
        return found.key, replace(found.planned, needs=needs)

    def _memory(self) -> tuple[Machine, dict[str, Bytes]]:
        """Return what is free now, and what each model holds."""
        machine, held = self._read_memory(), self._held()
        if self._max_models is None:
            return machine, held
        left = self._max_models - sum(each.get(COUNT, 0) for each in held.values())
        total = {**machine.total, COUNT: self._max_models}
        return Machine({**machine.free, COUNT: left}, total), held

    def _memory_alone(self) -> Machine:
        """Return the memory that would be free without models."""
        machine, held = self._read_memory(), self._held().values()
        free = {
            place: count + sum(each.get(place, 0) for each in held)
            for place, count in machine.free.items()
        }
        return Machine(free, machine.total)

    @staticmethod
    def _wanted(
        number: int, key: str, planned: PlannedModel, *, is_background: bool = False
    ) -> Wanted:
        return Wanted(
            number=number,
            key=key,
            name=planned.name,
            needs=planned.needs,
            asked_at=time.monotonic(),
            is_background=is_background,
        )

    # --- decisions ------------------------------------------------------------------------

    def _decide(self) -> None:
        """Decide on what has changed, and carry it out."""
        if self._is_closed:
            return
        decision = decide(self._table, time.monotonic(), *self._memory())
        for number in decision.granted:
            use = self._uses[number]
            if not use.granted.done():
                use.granted.set_result(self._engines[use.key].client)
        for number, text in decision.refused.items():
            _fail(self._uses[number], ModelUnavailable(text))
        for unload in decision.unloads:
            self._engines[unload.key].is_ending = True
            self._start(self._unload(unload.key))
        for key in decision.loads:
            use = next(each for each in self._uses.values() if each.key == key)
            self._load(key, use.path, use.planned)
        self._share_cores()
        self._plan_next(decision)
        # Last: a listener may ask for another decision.
        for number, wait in decision.waits.items():
            self._show_wait(number, wait)
        self.changes.notify()

    def _plan_next(self, decision: Decision) -> None:
        """Set the timer to the next decision that no event causes."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        times = [] if decision.decide_at is None else [decision.decide_at]
        is_short = any(each.kind is WaitKind.MEMORY for each in decision.waits.values())
        residents = self._table.residents.values()
        if is_short or any(each.phase is Phase.LOADING for each in residents):
            times.append(time.monotonic() + _POLL_SECONDS)
        if times:
            delay = max(0.0, min(times) - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(delay, self._decide)

    def _show_wait(self, number: int, wait: Wait) -> None:
        use = self._uses.get(number)
        if use is None or use.granted.done():
            return
        engine = self._engines.get(use.key)
        progress = None
        if engine is not None and wait.kind is WaitKind.LOAD:
            progress = engine.client.state.progress
        seconds = None if wait.until is None else max(0.0, wait.until - time.monotonic())
        state = WaitState(wait.kind, wait.text, progress, seconds)
        if state != use.shown:
            use.shown = state
            use.on_wait(state)

    def _held(self) -> dict[str, Bytes]:
        return {each.key: self._held_by(each) for each in self._table.residents.values()}

    def _held_by(self, resident: Resident) -> Bytes:
        """Return what a model occupies; at other places than main memory once it is loaded."""
        held = held_by(self._engines[resident.key].client.process_id)
        others = {place: each for place, each in resident.needs.items() if place != MAIN}
        return {**others, **held} if resident.phase is not Phase.LOADING else held

    # --- processes ------------------------------------------------------------------------

    def _load(self, key: str, path: str, planned: PlannedModel) -> None:
        default = self._default
        if self._first is not None and default is not None and default.key == key:
            present = self._key_in_first
            if present:
                self._remove(present, self._engines[present])
            self._load_in(self._first, key, path, planned)
            return
        client = self._make_client()
        engine = self._add(client, key, path, planned)
        engine.remove_listener = client.states.add(lambda state: self._on_state(key, state))
        self._start(self._begin(engine))

    def _load_first(self, key: str, path: str, planned: PlannedModel) -> None:
        """Load the default model without asking whether it fits."""
        wanted = self._wanted(next(self._numbers), key, planned)
        self._table.begin_load(wanted, time.monotonic())
        self._load(key, path, planned)

    def _load_in(self, client: EngineClient, key: str, path: str, planned: PlannedModel) -> None:
        client.load(path, self._shared(self._add(client, key, path, planned)))

    def _add(self, client: EngineClient, key: str, path: str, planned: PlannedModel) -> _Engine:
        # Alone, the engine chooses its numbers, because it also knows the free memory of cards.
        is_free = self._has_cards or not self._engines
        config = planned.asked if is_free else planned.config
        engine = self._engines[key] = _Engine(path, planned, config, client)
        if client is not self._first and client is self._client_in_front():
            client.focus(self._front[1])
        self._share_cache()
        return engine

    async def _begin(self, engine: _Engine) -> None:
        if not engine.is_ending:
            await engine.client.start()
            engine.client.load(engine.path, self._shared(engine))

    def _shared(self, engine: _Engine) -> EngineConfig:
        return msgspec.structs.replace(engine.config, cache_bytes=self._cache_share)

    @property
    def _key_in_first(self) -> str:
        """Return the key of the model in the first process; empty if there is none."""
        found = (key for key, each in self._engines.items() if each.client is self._first)
        return next(found, "")

    def _can_replace(self, present: str, planned: PlannedModel) -> bool:
        """Return whether the default model can be loaded at once in place of ``present``."""
        if present and self._engines[present].is_ending:
            return False
        limit = self._table.limit
        if any(needed > limit.get(place, needed) for place, needed in planned.needs.items()):
            return False  # it is refused with words
        if not self._engines.keys() - {present}:
            return True  # alone it is loaded as far as the engine can
        return has_room(self._table, planned.needs, *self._memory(), gone=present)

    def _on_first_state(self, state: EngineState) -> None:
        """Follow the process of the default model, which is also restarted by the user."""
        default, present = self._default, self._key_in_first
        if self._is_closed or default is None:
            return
        is_wanted = state.phase is not EnginePhase.DOWN and state.failed_path is None
        self._default = default = replace(default, is_wanted=is_wanted)
        if present:
            self._on_state(present, state)
        elif state.phase is EnginePhase.LOADING:
            wanted = self._wanted(next(self._numbers), default.key, default.planned)
            self._table.begin_load(wanted, time.monotonic())
            assert self._first is not None
            self._add(self._first, default.key, default.spec.path, default.planned)
            self._decide()

    def _on_state(self, key: str, state: EngineState) -> None:
        engine = self._engines.get(key)
        if engine is None or engine.is_ending or self._is_closed:
            return
        if state.phase is EnginePhase.READY:
            self._table.note_ready(key, time.monotonic())
            if state.model is not None:
                self._seen[engine.path] = state.model
                self._start(self._measure(key, engine, state.model))
        elif state.phase is EnginePhase.SLEEPING and not self._table.residents[key].uses:
            self._remove(key, engine)
        elif state.phase is EnginePhase.DOWN or state.failed_path is not None:
            self._give_up(key, state)
        else:
            self._table.note_crashed(key)
        self._decide()

    def _give_up(self, key: str, state: EngineState) -> None:
        """End the process of a model that can't be loaded, and the uses that wait for it."""
        for number in self._table.fail(key):
            _fail(self._uses[number], ModelUnavailable(state.text))
        self._table.retire(key, LazyText.of(state.text))

    async def _unload(self, key: str) -> None:
        """Write the conversations of a model to the disk, and end its process."""
        engine = self._engines[key]
        client, is_first = engine.client, engine.client is self._first
        if is_first:
            await self._until_idle(client)
        if client.state.phase is EnginePhase.READY:
            if is_first:
                client.sleep()  # the next use wakes it
            else:
                client.leave_unloaded(engine.path, client.state.text)
            # Commands are handled in order, so the answer comes when all is written.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_UNLOAD_SECONDS):
                    await client.queries.cache_report()
        elif is_first and client.state.phase is EnginePhase.LOADING:
            client.rest(_RESTING_TEXT)  # not given up
        if not is_first:
            await client.close()
        self._remove(key, engine)
        self._share_cache()
        self._decide()

    async def _until_idle(self, client: EngineClient) -> None:
        """Wait for requests that are not uses, as of programs: until then it refuses to sleep."""
        while client.state.phase is EnginePhase.READY and client.idle_seconds is None:
            if self._is_closed:
                return
            await asyncio.sleep(_IDLE_POLL_SECONDS)

    def _remove(self, key: str, engine: _Engine) -> None:
        if self._engines.get(key) is engine:  # not replaced in the meantime
            del self._engines[key]
            engine.remove_listener()
            self._table.note_gone(key)

    async def _measure(self, key: str, engine: _Engine, model: ModelInfo) -> None:
        """Record what the engine has chosen at the load."""
        self._has_cards = self._has_cards or model.card_count > 0
        planned = await asyncio.to_thread(engine.planned.measured, engine.path, model)
        resident = self._table.residents.get(key)
        if resident is None or self._engines.get(key) is not engine:
            return
        resident.needs, engine.planned = planned.needs, planned
        self._plans.note(engine.path, key, planned)
        self._decide()

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)

    def _on_task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            context = {"message": "A model's process", "exception": error, "task": task}
            task.get_loop().call_exception_handler(context)

    # --- what the engines share ---------------------------------------------------------------

    def _share_cores(self) -> None:
        """Divide the cores among the engines that write; the focused one gets what is left over."""
        writing = [each.key for each in self._table.residents.values() if each.uses]
        in_front = self._client_in_front()
        focused = (key for key in writing if self._engines[key].client is in_front)
        first = next(focused, next(iter(writing), ""))
        for key, engine in self._engines.items():
            # An idle one may prepare prompts, and leaves room for those that write.
            count = len(writing) + (key not in writing)
            engine.client.share_cores(count, takes_rest=key == first)

    def _share_cache(self) -> None:
        """Divide the disk space: an equal part for each loaded model, and one for all others."""
        if self._is_closed:
            return
        share = self._cache_share
        for engine in self._engines.values():
            engine.client.limit_cache(share)
        self._start(asyncio.to_thread(self._caches.trim, self._loaded_folders(), share))

    @property
    def _cache_share(self) -> int:
        return self._caches.limit_bytes(self._cache_bytes) // (len(self._engines) + 1)

    def _clients(self) -> list[EngineClient]:
        clients = [each.client for each in self._engines.values()]
        if self._first is not None and self._first not in clients:
            clients.append(self._first)
        return clients

    def _loaded_folders(self) -> tuple[str, ...]:
        folders = (each.planned.config.cache_dir for each in self._engines.values())
        return tuple(each for each in folders if each is not None)

    def _entry(self, resident: Resident) -> ModelEntry:
        engine = self._engines[resident.key]
        users = tuple(self._uses[each].who for each in resident.uses if each in self._uses)
        return ModelEntry(
            key=resident.key,
            path=engine.path,
            name=resident.name,
            phase=resident.phase,
            needs=resident.needs,
            held=self._held_by(resident),
            users=users,
            idle_seconds=0.0 if users else max(0.0, time.monotonic() - resident.used_at),
            is_pinned=resident.is_pinned,
            client=engine.client,
        )


def _fail(use: _Use, error: ModelUnavailable) -> None:
    if not use.granted.done():
        use.granted.set_exception(error)
