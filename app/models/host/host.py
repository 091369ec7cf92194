"""The models in memory: one engine process for each, loaded when needed, unloaded when not.

A caller that needs a model asks for *that model*::

    async with host.use(ModelSpec(path, config), "Chat “Plans”") as client:
        request = client.submit(…)

Inside the block the model stays loaded. ``broker`` decides, and this module carries out: it starts
and ends processes, reads the memory, and tells those who wait what for.
"""

import asyncio
import contextlib
import hashlib
import itertools
import os
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import psutil

from app.errors import LazyText, ModelUnavailable, lazy
from app.models.host.broker import Decision, Machine, Wait, WaitKind, decide, preview
from app.models.host.cache_folders import CacheFolders
from app.models.host.plans import PlannedModel, planned_model
from app.models.host.table import MAIN, NO_TEXT, NOTHING, Bytes, ModelTable, Phase, Resident, Wanted
from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.gguf.errors import ModelFileError
from engine.gguf.model_file import model_parts
from engine.listeners import Listeners
from engine.load_mark import is_marked
from engine.messages.commands import ClearCache, DiscardConversation
from engine.messages.config import EngineConfig
from engine.messages.sources import DiscardSource

_UNLOAD_SECONDS = 25.0  # the engine writes its conversations within 20
_POLL_SECONDS = 1.0  # while a load is under way, or other programs have the memory
_SPARE_BYTES = 256 << 20  # main memory that is left to the system
# Two configurations of one file are two models if one of these differs: they need other contexts.
_DEFAULT_CONFIG = EngineConfig()
_UNLOAD_TEXT = lazy("It was unloaded.")
_CONTEXT_FIELDS = (
    *("context_window", "slot_count", "kv_type", "batch_size", "micro_batch_size"),
    *("gpu_layer_count", "keeps_experts", "tensor_split", "rpc_servers"),
    *("chat_template", "projector_path", "draft_path"),
)


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model file, and how it is to be loaded; its ``cache_dir`` is chosen by the host.

    Attributes:
        rest_seconds: idle time after which it is unloaded; None for never.
    """

    path: str
    config: EngineConfig = _DEFAULT_CONFIG
    rest_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class WaitState:
    """The reason why a use waits: a sentence, and the share of the model's file that was read."""

    kind: WaitKind
    text: LazyText
    progress: float | None = None


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


@dataclass(slots=True)
class _Engine:
    """The process of a model; ``is_ending`` once it was decided to unload it."""

    path: str
    planned: PlannedModel
    client: EngineClient
    remove_listener: Callable[[], None] = lambda: None
    is_ending: bool = False


@dataclass(slots=True)
class _Use:
    who: str
    key: str
    planned: PlannedModel
    path: str
    on_wait: Callable[[WaitState], object]
    granted: asyncio.Future[EngineClient]
    shown: WaitState | None = None


@dataclass(slots=True)
class _Known:
    """The plans of one file as it was when they were made."""

    fingerprint: str
    plans: dict[str, PlannedModel] = field(default_factory=dict)  # by key


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

    ``make_client`` creates a client whose process may write below ``cache_folder``. ``read_memory``
    is called before each decision and must not block.

    Attributes:
        changes: listeners of every change of ``entries``.
    """

    def __init__(
        self,
        make_client: Callable[[], EngineClient],
        cache_folder: Path,
        *,
        read_memory: Callable[[], Machine] = read_main_memory,
        stay_seconds: float = 30.0,
        limit: Bytes = NOTHING,
        cache_bytes: int | None = None,
    ) -> None:
        self.changes: Listeners[[]] = Listeners()
        self._make_client = make_client
        self._read_memory = read_memory
        self._caches = CacheFolders(cache_folder)
        self._table = ModelTable(stay_seconds, limit)
        self._engines: dict[str, _Engine] = {}
        self._uses: dict[int, _Use] = {}
        self._numbers = itertools.count(1)
        self._known: dict[str, _Known] = {}  # by path
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._focused = ""
        self._cache_bytes = cache_bytes
        self._planning = asyncio.Lock()
        self._is_closed = False

    @property
    def entries(self) -> tuple[ModelEntry, ...]:
        """Return the models in memory, in the order of their loads."""
        return tuple(self._entry(each) for each in self._table.residents.values())

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
            self._table.let_rest(key, spec.rest_seconds)
            self._table.ask(self._wanted(number, key, planned, is_background=is_background))
            self._decide()
            yield await granted
        finally:
            self._uses.pop(number, None)
            self._table.end(number, time.monotonic())
            self._decide()

    async def preview(self, spec: ModelSpec) -> LazyText:
        """Return what loading a model now would unload, or wait for; empty if it just loads.

        Raises ModelFileError.
        """
        key, planned = await self._plan(spec)
        wanted = self._wanted(0, key, planned)
        found = preview(self._table, wanted, time.monotonic(), self._read_memory(), self._held())
        if found.unloads:
            return found.unloads[0].text
        if 0 in found.refused:
            return found.refused[0]
        wait = found.waits.get(0)
        return NO_TEXT if wait is None or wait.kind is WaitKind.LOAD else wait.text

    async def key_of(self, spec: ModelSpec) -> str:
        """Return the key of a model in ``entries``. Raises ModelFileError."""
        return (await self._plan(spec))[0]

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

    def limit(self, limit: Bytes, stay_seconds: float, cache_bytes: int | None) -> None:
        """Change the maximum memory of all models, the shortest stay, and the disk space."""
        self._table.limit, self._table.stay_seconds = limit, stay_seconds
        self._cache_bytes = cache_bytes
        self._share_cache()
        self._decide()

    def focus(self, key: str) -> None:
        """Set the model of the chat in front: it gets the cores that are left over."""
        self._focused = key
        self._share_cores()

    async def discard(self, command: DiscardConversation | DiscardSource | ClearCache) -> None:
        """Remove cached states of all models, loaded or not."""
        for engine in self._engines.values():
            match command:
                case DiscardConversation():
                    engine.client.discard(command.conversation_id)
                case DiscardSource():
                    engine.client.discard_source(command.source_key)
                case ClearCache():
                    engine.client.queries.clear_cache()
        await asyncio.to_thread(self._caches.handle, command, self._loaded_folders())

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
        await asyncio.gather(*(engine.client.close() for engine in engines))
        await asyncio.gather(*self._tasks)
        for key in tuple(self._engines):
            self._remove(key)

    # --- plans ----------------------------------------------------------------------------

    def _check_open(self) -> None:
        if self._is_closed:
            raise ModelUnavailable(lazy("Hubbub is closing."))

    async def _plan(self, spec: ModelSpec) -> tuple[str, PlannedModel]:
        """Return the key and the plan of a model as its file is now."""
        fingerprint = await asyncio.to_thread(_fingerprint, spec.path)
        known = self._known.get(spec.path)
        if known is not None and not fingerprint:
            fingerprint = known.fingerprint  # a loaded model does not need its file's name
        if known is None or known.fingerprint != fingerprint:
            for key in known.plans if known is not None else ():
                text = lazy(
                    "{model} is unloaded: its file was replaced.", model=Path(spec.path).name
                )
                self._table.retire(key, text)
            known = self._known[spec.path] = _Known(fingerprint)
        settings = _settings_text(spec.config)
        digest = hashlib.sha256(f"{spec.path}\n{fingerprint}\n{settings}".encode())
        key = digest.hexdigest()[:16]
        async with self._planning:
            if key not in known.plans:
                known.plans[key] = await self._planned(spec, settings)
        return key, known.plans[key]

    async def _planned(self, spec: ModelSpec, settings: str) -> PlannedModel:
        plans = (each for known in self._known.values() for each in known.plans.values())
        taken = {*self._loaded_folders(), *(str(each.config.cache_dir) for each in plans)}
        folder = await asyncio.to_thread(self._caches.folder, Path(spec.path), settings, taken)
        config = msgspec.structs.replace(spec.config, cache_dir=folder)
        machine, held = self._read_memory(), self._held().values()
        free = {
            place: count + sum(each.get(place, 0) for each in held)
            for place, count in machine.free.items()
        }
        alone = Machine(free, machine.total)
        return await asyncio.to_thread(planned_model, spec.path, config, alone)

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
        decision = decide(self._table, time.monotonic(), self._read_memory(), self._held())
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
        state = WaitState(wait.kind, wait.text, progress)
        if state != use.shown:
            use.shown = state
            use.on_wait(state)

    def _held(self) -> dict[str, Bytes]:
        return {each.key: self._held_by(each) for each in self._table.residents.values()}

    def _held_by(self, resident: Resident) -> Bytes:
        """Return what a model occupies; what it holds on cards is known only when it is loaded."""
        held = held_by(self._engines[resident.key].client.process_id)
        cards = {place: each for place, each in resident.needs.items() if place != MAIN}
        return {**cards, **held} if resident.phase is not Phase.LOADING else held

    # --- processes ------------------------------------------------------------------------

    def _load(self, key: str, path: str, planned: PlannedModel) -> None:
        client = self._make_client()
        engine = self._engines[key] = _Engine(path, planned, client)
        engine.remove_listener = client.states.add(lambda state: self._on_state(key, state))
        self._share_cache()
        self._start(self._begin(engine))

    async def _begin(self, engine: _Engine) -> None:
        if engine.is_ending:
            return
        await engine.client.start()
        share = self._cache_share
        config = msgspec.structs.replace(engine.planned.config, cache_bytes=share)
        engine.client.load(engine.path, config)

    def _on_state(self, key: str, state: EngineState) -> None:
        engine = self._engines.get(key)
        if engine is None or engine.is_ending or self._is_closed:
            return
        if state.phase is EnginePhase.READY:
            self._table.note_ready(key, time.monotonic())
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
        client = engine.client
        if client.state.phase is EnginePhase.READY:
            client.leave_unloaded(engine.path, client.state.text)
            # Commands are handled in order, so the answer comes when all is written.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_UNLOAD_SECONDS):
                    await client.queries.cache_report()
        await client.close()
        self._remove(key)
        self._share_cache()
        self._decide()

    def _remove(self, key: str) -> None:
        engine = self._engines.pop(key)
        engine.remove_listener()
        self._table.note_gone(key)

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
        first = self._focused if self._focused in writing else next(iter(writing), "")
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


def _settings_text(config: EngineConfig) -> str:
    """Return a text that differs for settings that need contexts of their own."""
    return repr([getattr(config, name) for name in _CONTEXT_FIELDS])


def _fingerprint(path: str) -> str:
    """Return a text that changes when a file of the model does; empty if one is missing."""
    try:
        stats = [os.stat(each) for each in model_parts(Path(path))]
    except (OSError, ValueError, ModelFileError):
        return ""
    return repr([(each.st_size, each.st_mtime_ns, each.st_ino) for each in stats])
