"""The models in memory: one engine process for each, loaded when needed, unloaded when not.

A caller that needs a model asks for *that model*::

    async with host.use(ModelSpec(path, config), "Chat “Plans”") as client:
        request = client.submit(…)

Inside the block the model stays loaded. ``broker`` decides, and this module carries out: it starts
and ends processes, and tells those who wait what for.

The *default model* answers the chats that have chosen none. It is loaded in a process that outlives
it: programs connect to this process, and without a model it still checks grammars and templates.
"""

import asyncio
import contextlib
import math
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from app.errors import LazyText, ModelFileError, ModelUnavailable, lazy
from app.models.host.broker import Decision, Machine, Wait, WaitKind, decide, has_room, preview
from app.models.host.cache_folders import CacheFolders
from app.models.host.engines import RESTING_TEXT, Engine, ModelEngines, ModelEntry
from app.models.host.memory import HostMemory, read_main_memory
from app.models.host.plans import KnownPlans, PlannedModel
from app.models.host.plans import ModelSpec as ModelSpec
from app.models.host.table import NO_TEXT, NOTHING, Bytes, ModelTable, Phase, Resident, Wanted
from app.models.host.uses import LoadOrder, OnWait, Use, Uses
from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.listeners import Listeners
from engine.load_mark import stop_count
from engine.messages.config import EngineConfig
from engine.messages.metrics import ModelInfo

_UNLOAD_SECONDS = 25.0  # the engine writes its conversations within 20
_POLL_SECONDS = 1.0  # while a load is under way, other programs have the memory, or cards change
_IDLE_POLL_SECONDS = 0.1
_MAX_PLANS = 3  # of several models in a row, while cards change
_UNLOAD_TEXT = lazy("It was unloaded.")
_REPLACED_TEXT = lazy("Another default model was chosen.")
_NO_USER = ""  # of the load of the default model


class _Default(msgspec.Struct, frozen=True):
    """The default model; ``is_wanted`` is False once its load has failed or was cancelled."""

    key: str
    spec: ModelSpec
    planned: PlannedModel
    is_wanted: bool = True


class ModelHost:
    """Owns the engine processes. Lives on one asyncio loop.

    ``make_client`` creates a client whose process may write below ``cache_folder``. ``first`` is
    the one of the default model, which its owner starts; it is closed with the others.
    ``read_memory`` is called before each decision and must not block. At most ``max_models`` are
    loaded at once; None is without limit.

    Attributes:
        changes: listeners of every change of ``entries``.
        engines: the processes, for questions and for what concerns all of them.
        memory: what is free, and what each model holds.
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
        caches = CacheFolders(cache_folder)
        self._table = ModelTable(stay_seconds, limit)
        self.engines = ModelEngines(
            self._table, caches, self._start, first=first, cache_bytes=cache_bytes
        )
        self.memory = HostMemory(self._table, self.engines, read_memory, max_models)
        self._uses = Uses()
        self._plans = KnownPlans(caches, adopts_older=first is not None)
        self._placed_at: dict[str, float] = {}  # when a waiting model was planned again, by key
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._default: _Default | None = None
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
    def paths(self) -> dict[str, str]:
        """The files of the models in memory and of the default one, by their keys."""
        default = self._default
        asleep = {} if default is None else {default.key: default.spec.path}
        return asleep | {each.key: each.path for each in self.entries}

    @contextlib.asynccontextmanager
    async def use(
        self,
        spec: ModelSpec,
        who: str,
        *,
        is_background: bool = False,
        max_wait_seconds: float | None = None,
        on_wait: OnWait = lambda _state: None,
    ) -> AsyncIterator[EngineClient]:
        """Wait for a model, and keep it loaded in the block.

        ``on_wait`` is called with each change of what is waited for. Raises ModelBusy if that is
        other models for longer than ``max_wait_seconds``, or memory that other programs occupy;
        without a limit it waits for both. Raises ModelUnavailable and ModelFileError.
        """
        is_default = spec is self.default
        key, planned = await self._plan(spec)
        while is_default and self.default is not None and self.default is not spec:
            spec = self.default  # it was replaced meanwhile
            key, planned = await self._plan(spec)
        self._check_open()
        use = self._uses.begin(who, key, planned, spec.path, on_wait, max_wait_seconds)
        try:
            if self._default is None or key != self._default.key:  # its spec is that of its load
                self._table.let_rest(key, spec.rest_seconds)
            self._table.ask(self._wanted(use.number, key, planned, is_background=is_background))
            self._adopt_plan(key, planned)  # also for earlier uses: they load one model
            self._decide()
            yield await use.granted
        finally:
            self._uses.end(use)
            self._table.end(use.number, time.monotonic())
            self._decide()

    async def load_default(self, spec: ModelSpec) -> None:
        """Load the default model in place of the previous one.

        If both fit next to the other models, the replies of the previous one end at once; else they
        are waited for. Raises ModelUnavailable and ModelFileError.
        """
        ((key, planned),) = await self._plan_all([spec])
        self._check_open()
        self._default = _Default(key, spec, planned)
        self.engines.default_path = spec.path
        self._table.let_rest(key, spec.rest_seconds)
        present = self.engines.key_in_first
        is_elsewhere = self.engines.get(key) is not None and key != present  # a chat has chosen it
        if not is_elsewhere and self._can_replace(present, planned):
            if present:
                self.engines.remove(present, self.engines[present])
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
        ((key, planned),) = await self._plan_all([spec])
        wanted = self._wanted(0, key, planned)
        found = preview(self._table, wanted, time.monotonic(), *self.memory.now())
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
        plans = await self._plan_all(specs)
        trial = self._table.copied()
        # Ascending, as the earlier use comes first, and unlike those of real uses.
        wanted = [self._wanted(at - len(plans), *plan) for at, plan in enumerate(plans)]
        for each in wanted:
            trial.ask(each)
        found = decide(trial, time.monotonic(), *self.memory.now())
        waits = {at: found.waits.get(each.number) for at, each in enumerate(wanted)}
        soon = (WaitKind.LOAD, WaitKind.UNLOAD)
        later = {at for at, wait in waits.items() if wait is not None and wait.kind not in soon}
        refused = [text for number, text in found.refused.items() if number < 0]
        return LoadOrder(frozenset(later), (*(each.text for each in found.unloads), *refused))

    async def key_of(self, spec: ModelSpec) -> str:
        """Return the key of a model in ``entries``. Raises ModelFileError."""
        return (await self._plan(spec))[0]

    async def stop_count(self, spec: ModelSpec) -> int:
        """Return how many loads of a model in a row ended their process, or the computer.

        Raises ModelFileError.
        """
        _, planned = await self._plan(spec)
        folder = planned.config.cache_dir
        return await asyncio.to_thread(stop_count, Path(folder or ""), Path(spec.path))

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

    def keep_alive(self, key: str, seconds: float) -> None:
        """Unload a model after this idle time unless it is used again; infinite for never."""
        self._table.keep_alive(key, seconds)
        self._decide()

    def unload_others(self, text: LazyText = _UNLOAD_TEXT) -> None:
        """Unload all but the default model as soon as they are idle: their settings changed."""
        for key in self._table.residents:
            if key != self.engines.key_in_first:
                self._table.retire(key, text)
        self._decide()

    def unload_file(self, path: str, text: LazyText = _UNLOAD_TEXT) -> None:
        """Unload a model of this file, but not the default one, as soon as it is idle."""
        for key, engine in self.engines.items():
            if engine.path == path and key != self.engines.key_in_first:
                self._table.retire(key, text)
        self._decide()

    def limit_memory(self, limit: Bytes, stay_seconds: float) -> None:
        """Change the maximum memory of all models, and the shortest stay."""
        if (self._table.limit, self._table.stay_seconds) != (limit, stay_seconds):
            self._table.limit, self._table.stay_seconds = limit, stay_seconds
            self._decide()

    async def close(self) -> None:
        """End all uses and all processes; loads are given up."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._uses.fail_all(ModelUnavailable(lazy("Hubbub is closing.")))
        await self.engines.close()
        await asyncio.gather(*self._tasks)
        for key, engine in tuple(self.engines.items()):
            self.engines.remove(key, engine)

    # --- plans ----------------------------------------------------------------------------

    def _check_open(self) -> None:
        if self._is_closed:
            raise ModelUnavailable(lazy("Hubbub is closing."))

    async def _plan(self, spec: ModelSpec) -> tuple[str, PlannedModel]:
        """Return the key and the plan of a model as its file is now.

        One that is loaded needs its file no more. Raises ModelFileError.
        """
        await self.memory.read_cards()
        try:
            found = await self._plans.of(
                spec, self.memory.without_models, lambda: self.engines.cache_folders
            )
        except ModelFileError:
            key = self.engines.loaded_key(spec.path)
            if key is None:
                raise
            return key, self.engines[key].planned
        for key in found.replaced:
            text = lazy("{model} is unloaded: its file was replaced.", model=Path(spec.path).name)
            self._table.retire(key, text)
        return found.key, self.memory.promised(found.planned)

    async def _plan_all(self, specs: Sequence[ModelSpec]) -> list[tuple[str, PlannedModel]]:
        """Return plans of models for the same cards. Raises ModelFileError."""
        for _ in range(_MAX_PLANS):
            plans = [await self._plan(each) for each in specs]
            machine = self.memory.without_models()
            if not any(machine.outdates(each.needs, each.rooms) for _, each in plans):
                break
        return plans

    def _adopt_plan(self, key: str, planned: PlannedModel) -> None:
        """Use the newest plan of a model for all its uses that wait."""
        for use in self._uses.of(key):
            use.planned = planned
        self._table.set_plan(key, planned.needs, planned.rooms)
        if self._default is not None and self._default.key == key:
            self._default = replace(self._default, planned=planned)

    def _place_again(self, key: str) -> None:
        """Plan a waiting model again for the present cards, at most once per second."""
        if time.monotonic() - self._placed_at.get(key, -math.inf) >= _POLL_SECONDS:
            self._placed_at[key] = math.inf
            use = self._uses.of(key)[0]
            self._start(self._plan_again(key, use.path, use.planned))

    async def _plan_again(self, key: str, path: str, before: PlannedModel) -> None:
        try:
            planned = await self._plans.again(path, key, before, self.memory.without_models)
        except ModelFileError as error:
            for number in self._table.fail(key):
                self._uses[number].fail(error)
        else:
            self._adopt_plan(key, self.memory.promised(planned))
        self._placed_at[key] = time.monotonic()
        self._decide()

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
            rooms=planned.rooms,
        )

    # --- decisions ------------------------------------------------------------------------

    def _decide(self) -> None:
        """Decide on what has changed, and carry it out."""
        if self._is_closed:
            return
        decision = decide(self._table, time.monotonic(), *self.memory.now())
        for number in decision.granted:
            use = self._uses[number]
            use.grant(self.engines[use.key].client)
        for number, text in decision.refused.items():
            self._uses[number].fail(ModelUnavailable(text))
        for unload in decision.unloads:
            self.engines[unload.key].is_ending = True
            self._start(self._unload(unload.key))
        for key in decision.loads:
            use = self._uses.of(key)[0]
            self._load(key, use.path, use.planned)
        for key in decision.outdated:
            self._place_again(key)
        self.engines.share_cores()
        self._plan_next(decision)
        # Last: a listener may ask for another decision.
        for number, wait in decision.waits.items():
            if (waiting := self._uses.get(number)) is not None:
                waiting.show(wait, self._progress_of(waiting, wait))
        self.changes.notify()

    def _plan_next(self, decision: Decision) -> None:
        """Set the timer to the next decision that no event causes."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        times = [] if decision.decide_at is None else [decision.decide_at]
        polled = (WaitKind.MEMORY, WaitKind.PLAN)
        is_short = any(each.kind in polled for each in decision.waits.values())
        residents = self._table.residents.values()
        if is_short or any(each.phase is Phase.LOADING for each in residents):
            times.append(time.monotonic() + _POLL_SECONDS)
        if times:
            delay = max(0.0, min(times) - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(delay, self._decide_again)

    def _decide_again(self) -> None:
        if self.memory.has_old_cards:
            self._start(self._decide_on_cards())
        else:
            self._decide()

    async def _decide_on_cards(self) -> None:
        await self.memory.read_cards()
        self._decide()

    def _progress_of(self, use: Use, wait: Wait) -> float | None:
        engine = self.engines.get(use.key) if wait.kind is WaitKind.LOAD else None
        return None if engine is None else engine.client.state.progress

    # --- processes ------------------------------------------------------------------------

    def _load(self, key: str, path: str, planned: PlannedModel) -> None:
        default = self._default
        if self.engines.first is not None and default is not None and default.key == key:
            present = self.engines.key_in_first
            if present:
                self.engines.remove(present, self.engines[present])
            self._load_in(self.engines.first, key, path, planned)
            return
        client = self._make_client()
        engine = self._add(client, key, path, planned)
        follow = client.states.add(lambda state: self._on_state(key, state))
        engine.remove_listeners.append(follow)
        self._start(self._begin(engine))

    def _load_first(self, key: str, path: str, planned: PlannedModel) -> None:
        """Load the default model without asking whether it fits."""
        wanted = self._wanted(self._uses.next_number(), key, planned)
        self._table.begin_load(wanted, time.monotonic())
        self._load(key, path, planned)

    def _load_in(self, client: EngineClient, key: str, path: str, planned: PlannedModel) -> None:
        client.load(path, self._shared(self._add(client, key, path, planned)))

    def _add(self, client: EngineClient, key: str, path: str, planned: PlannedModel) -> Engine:
        # Alone, the engine chooses its numbers, because it knows the free memory of cards now.
        config = planned.config if self.engines.keys() else planned.alone
        engine = Engine(path, planned, config, client)
        engine.remove_listeners.append(client.snapshots.add(self.memory.follow))
        self.engines.add(key, engine)
        return engine

    async def _begin(self, engine: Engine) -> None:
        if not engine.is_ending:
            await engine.client.start()
            engine.client.load(engine.path, self._shared(engine))

    def _shared(self, engine: Engine) -> EngineConfig:
        return msgspec.structs.replace(engine.config, cache_bytes=self.engines.cache_share)

    def _can_replace(self, present: str, planned: PlannedModel) -> bool:
        """Return whether the default model can be loaded at once in place of ``present``."""
        if present and self.engines[present].is_ending:
            return False
        limit = self._table.limit
        if any(needed > limit.get(place, needed) for place, needed in planned.needs.items()):
            return False  # it is refused with words
        if not self.engines.keys() - {present}:
            return True  # alone it is loaded as far as the engine can
        return has_room(self._table, planned.needs, *self.memory.now(), gone=present)

    def _on_first_state(self, state: EngineState) -> None:
        """Follow the process of the default model, which is also restarted by the user."""
        default, present = self._default, self.engines.key_in_first
        if self._is_closed or default is None:
            return
        is_wanted = state.phase is not EnginePhase.DOWN and state.failed_path is None
        self._default = default = replace(default, is_wanted=is_wanted)
        if present:
            self._on_state(present, state)
        elif state.phase is EnginePhase.LOADING:
            wanted = self._wanted(self._uses.next_number(), default.key, default.planned)
            self._table.begin_load(wanted, time.monotonic())
            assert self.engines.first is not None
            self._add(self.engines.first, default.key, default.spec.path, default.planned)
            self._decide()

    def _on_state(self, key: str, state: EngineState) -> None:
        engine = self.engines.get(key)
        if engine is None or engine.is_ending or self._is_closed:
            return
        if state.phase is EnginePhase.READY:
            self._table.note_ready(key, time.monotonic())
            if state.model is not None:
                self.engines.note_loaded(engine, state.model)
                self._note_placed(key, engine, state.model)
        elif state.phase is EnginePhase.SLEEPING and not self._table.residents[key].uses:
            self.engines.remove(key, engine)
        elif state.phase is EnginePhase.DOWN or state.failed_path is not None:
            self._give_up(key, state)
        else:
            self._table.note_crashed(key)
        self._decide()

    def _give_up(self, key: str, state: EngineState) -> None:
        """End the process of a model that can't be loaded, and the uses that wait for it."""
        for number in self._table.fail(key):
            self._uses[number].fail(ModelUnavailable(state.text))
        self._table.retire(key, LazyText.of(state.text))

    async def _unload(self, key: str) -> None:
        """Write the conversations of a model to the disk, and end its process."""
        engine = self.engines[key]
        client, is_first = engine.client, engine.client is self.engines.first
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
            client.rest(RESTING_TEXT)  # not given up
        if not is_first:
            await client.close()
        self.engines.remove(key, engine)
        self.engines.share_cache()
        self._decide()

    async def _until_idle(self, client: EngineClient) -> None:
        """Wait for requests that are not uses, as of programs: until then it refuses to sleep."""
        while client.state.phase is EnginePhase.READY and client.idle_seconds is None:
            if self._is_closed:
                return
            await asyncio.sleep(_IDLE_POLL_SECONDS)

    def _note_placed(self, key: str, engine: Engine, model: ModelInfo) -> None:
        """Record what a load has taken of the cards, in the order in which loads report it."""
        if not model.embeds_only:
            self._table.residents[key].needs = engine.planned.placed(model.cards)
        self.memory.note_cards(model.cards)
        self._start(self._measure(key, engine, model, self.memory.rooms))

    async def _measure(self, key: str, engine: Engine, model: ModelInfo, rooms: Bytes) -> None:
        """Record what the engine has chosen at the load."""
        planned = await asyncio.to_thread(engine.planned.measured, engine.path, model)
        resident = self._table.residents.get(key)
        if resident is None or self.engines.get(key) is not engine:
            return
        planned = replace(planned, rooms=rooms, was_loaded=True)
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

    def _entry(self, resident: Resident) -> ModelEntry:
        engine = self.engines[resident.key]
        users = self._uses.names(resident.uses)
        return ModelEntry(
            key=resident.key,
            path=engine.path,
            name=resident.name,
            phase=resident.phase,
            needs=resident.needs,
            held=self.memory.held(resident),
            users=users,
            idle_seconds=0.0 if users else max(0.0, time.monotonic() - resident.used_at),
            is_pinned=resident.is_pinned,
            client=engine.client,
        )
