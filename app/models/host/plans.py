"""The memory that a model takes when it is loaded, before any process is asked to load it."""

import asyncio
import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
import psutil
from msgspec.structs import replace

from app.errors import ModelFileError
from app.models.host.broker import Machine
from app.models.host.cache_folders import CacheFolders
from app.models.host.table import COUNT, MAIN, NOTHING, Bytes
from app.models.library.load_projector import read_candidate
from app.models.library.model_groups import chosen_projector
from app.models.library.models import describe_any
from engine.gguf.automatic_context import automatic_context, estimated_speed
from engine.gguf.draft_file import draft_bytes
from engine.gguf.embedding_load import embedding_load, text_tokens
from engine.gguf.errors import ModelFileError as HeaderError
from engine.gguf.memory_plan import (
    NO_PROJECTOR,
    PROCESS_BYTES,
    FreeMemory,
    LoadPlan,
    ProjectorPlan,
    memory_plan,
    most_card_layers,
)
from engine.gguf.model_file import model_parts
from engine.gguf.model_shape import ModelShape
from engine.messages.config import MIN_CONTEXT_WINDOW, EngineConfig
from engine.messages.metrics import CardMemory, ModelInfo
from engine.reading_speeds import remembered_speed

_DEFAULT_CONFIG = EngineConfig()
# Two configurations of one file are two models if one of these differs: they need other contexts.
_CONTEXT_FIELDS = (
    *("context_window", "slot_count", "kv_type", "batch_size", "micro_batch_size"),
    *("gpu_layer_count", "keeps_experts", "tensor_split", "rpc_servers"),
    *("chat_template", "projector_path", "draft_path"),
)
_CHOSEN_FIELDS = ("context_window", "ram_bytes", "card_bytes")
# Of a model whose layers are unknown: the share of its file added for conversations and results.
_UNKNOWN_SHARE = 4


class ModelSpec(msgspec.Struct, frozen=True):
    """A model file, and how it is to be loaded; its ``cache_dir`` is chosen by the host.

    Attributes:
        rest_seconds: idle time after which it is unloaded; None for never.
    """

    path: str
    config: EngineConfig = _DEFAULT_CONFIG
    rest_seconds: float | None = None


class PlannedModel(msgspec.Struct, frozen=True):
    """A model as it is to be loaded.

    Attributes:
        name: from its file.
        config: with the numbers that the engine would have chosen at the load: if it chose them
            itself next to another model, it could take more than was promised.
        needs: its memory, with that of conversations without a slot.
        asked: the configuration in which these numbers are not chosen yet.
        rooms: what the cards had free without models.
        was_loaded: an engine has loaded it, so its context stays as it is.
    """

    name: str
    config: EngineConfig
    needs: Bytes
    asked: EngineConfig
    rooms: Bytes = NOTHING
    was_loaded: bool = False

    @property
    def alone(self) -> EngineConfig:
        """Return how it is loaded without other models.

        The engine chooses all numbers but ``ram_bytes``.
        """
        ram = self.config.ram_bytes if self.asked.ram_bytes is None else self.asked.ram_bytes
        return msgspec.structs.replace(self.asked, ram_bytes=ram)

    def with_settings(self, config: EngineConfig) -> "PlannedModel":
        """Return it with settings that need no other context, such as the number of threads."""
        asked = msgspec.structs.replace(config, cache_dir=self.asked.cache_dir)
        if asked == self.asked:
            return self
        chosen = {name: getattr(self.config, name) for name in _CHOSEN_FIELDS}
        return replace(self, asked=asked, config=msgspec.structs.replace(asked, **chosen))

    def placed(self, cards: Iterable[CardMemory]) -> Bytes:
        """Return its memory with that which a load has taken on each card."""
        others = {place: each for place, each in self.needs.items() if place in (MAIN, COUNT)}
        return {**others, **_used(cards)}

    def measured(self, path: str, model: ModelInfo) -> "PlannedModel":
        """Return it with what the engine has chosen at the load. Blocks.

        The context window stays the same from then on: with another one, the cached states of its
        chats would be useless.
        """
        window = model.context_window
        has_cards = bool(model.gpu_layer_count or _cards(self.needs))
        is_as_planned = window == self.config.context_window and not has_cards
        if is_as_planned or model.embeds_only:
            return self
        config = msgspec.structs.replace(self.config, context_window=window)
        try:
            shape = describe_any(Path(path)).shape
        except ModelFileError:
            shape = None
        if shape is None:
            return replace(self, config=config)
        load = LoadPlan(
            slot_count=model.slot_count,
            context_window=window,
            kv_type=config.kv_type,
            gpu_layer_count=model.gpu_layer_count,
            keeps_experts=bool(config.keeps_experts),
            micro_batch_size=config.micro_batch_size,
            batch_size=config.batch_size,
            projector=_projector(shape, config),
            draft_bytes=draft_bytes(config.draft_path, config.slot_count),
        )
        plan = memory_plan(shape, load)
        cards = _used(model.cards)
        main = plan.main.total + (config.ram_bytes or 0)
        main += sum(cards.get(each.name, 0) for each in model.cards if each.is_shared)
        counted = {place: each for place, each in self.needs.items() if place == COUNT}
        if model.cards:
            config = msgspec.structs.replace(config, card_bytes=plan.card.total)
        return replace(self, config=config, needs={MAIN: main, **cards, **counted})


class KeyedPlan(msgspec.Struct, frozen=True):
    """The plan of a model, its key, and the keys of an earlier file in its place."""

    key: str
    planned: PlannedModel
    replaced: tuple[str, ...] = ()


class _Known(msgspec.Struct):
    """The plans of one file as it was when they were made."""

    fingerprint: str
    plans: dict[str, PlannedModel] = msgspec.field(default_factory=dict)  # by key


class KnownPlans:
    """The plans of models, each made once for a file and its settings.

    Layers are placed again if the memory of the cards changes.

    ``adopts_older`` gives the cached states of older versions to the first model.
    """

    def __init__(self, caches: CacheFolders, *, adopts_older: bool) -> None:
        self._caches = caches
        self._adopts_older = adopts_older
        self._known: dict[str, _Known] = {}  # by path
        self._planning = asyncio.Lock()

    async def of(
        self, spec: ModelSpec, memory: Callable[[], Machine], used: Callable[[], tuple[str, ...]]
    ) -> KeyedPlan:
        """Return the plan of a model as its file is now.

        ``memory`` returns what is free without models, ``used`` the folders of loaded models.
        Raises ModelFileError.
        """
        fingerprint = await asyncio.to_thread(_fingerprint, spec.path)
        known = self._known.get(spec.path)
        replaced: tuple[str, ...] = ()
        if known is not None and not fingerprint:
            fingerprint = known.fingerprint  # a loaded model does not need its file's name
        if known is None or known.fingerprint != fingerprint:
            replaced = () if known is None else tuple(known.plans)
            known = self._known[spec.path] = _Known(fingerprint)
        settings = _settings_text(spec.config)
        digest = hashlib.sha256(f"{spec.path}\n{fingerprint}\n{settings}".encode())
        key = digest.hexdigest()[:16]
        async with self._planning:
            before = known.plans.get(key)
            if before is None:
                folder = await self._folder(spec.path, settings, used())
                config = msgspec.structs.replace(spec.config, cache_dir=folder)
                planning = asyncio.to_thread(planned_model, spec.path, config, memory())
                known.plans[key] = await planning
            elif fingerprint and (machine := memory()).outdates(before.needs, before.rooms):
                known.plans[key] = await _planned_again(spec.path, before, machine)
        planned = known.plans[key] = known.plans[key].with_settings(spec.config)
        return KeyedPlan(key, planned, replaced)

    async def again(
        self, path: str, key: str, planned: PlannedModel, memory: Callable[[], Machine]
    ) -> PlannedModel:
        """Return a plan for the cards as they are now. Raises ModelFileError."""
        async with self._planning:
            if (machine := memory()).outdates(planned.needs, planned.rooms):
                planned = await _planned_again(path, planned, machine)
                self.note(path, key, planned)
        return planned

    def note(self, path: str, key: str, planned: PlannedModel) -> None:
        """Record what an engine has chosen for a model."""
        known = self._known.get(path)
        if known is not None and key in known.plans:
            known.plans[key] = planned

    async def _folder(self, path: str, settings: str, used: tuple[str, ...]) -> str:
        plans = (each for known in self._known.values() for each in known.plans.values())
        taken = {*used, *(str(each.config.cache_dir) for each in plans)}
        folder = await asyncio.to_thread(self._caches.folder, Path(path), settings, taken)
        if self._adopts_older:
            await asyncio.to_thread(self._caches.adopt_older, folder)
        await asyncio.to_thread(self._caches.create)
        return folder


async def _planned_again(path: str, before: PlannedModel, machine: Machine) -> PlannedModel:
    config = before.asked
    if before.was_loaded:
        window = before.config.context_window
        config = msgspec.structs.replace(config, context_window=window)
    found = await asyncio.to_thread(planned_model, path, config, machine)
    return replace(found, asked=before.asked, was_loaded=before.was_loaded)


def planned_model(path: str, config: EngineConfig, machine: Machine) -> PlannedModel:
    """Return the plan of a model, where ``machine`` has the memory that is free without models.

    The automatic context does not depend on the other models: with another context the cached
    states of its chats would be useless. Reads the header of the file, and blocks. Raises
    ModelFileError.
    """
    file = describe_any(Path(path))
    if file.shape is None:
        needed = file.size_bytes + file.size_bytes // _UNKNOWN_SHARE + PROCESS_BYTES
        return PlannedModel(file.name, config, {MAIN: needed}, config, machine.rooms)
    shape = file.shape
    free = FreeMemory(
        machine.free[MAIN],
        machine.total[MAIN],
        sum(_cards(machine.free).values()),
        sum(_cards(machine.total).values()),
    )
    if shape.embedding is not None:
        return _embedding_plan(file.name, shape, config, free, machine)
    every = len(shape.layers) + 1
    wanted = every if config.gpu_layer_count is None else min(config.gpu_layer_count, every)
    load = LoadPlan(
        slot_count=config.slot_count,
        context_window=config.context_window or 1,
        kv_type=config.kv_type,
        gpu_layer_count=wanted if free.card else 0,
        keeps_experts=bool(config.keeps_experts),
        micro_batch_size=config.micro_batch_size,
        batch_size=config.batch_size,
        projector=_projector(shape, config),
        draft_bytes=draft_bytes(config.draft_path, config.slot_count),
    )
    if config.context_window is None:
        load = replace(load, context_window=_context(Path(path), shape, config, load, free))
    if load.gpu_layer_count and config.keeps_experts is None:
        load = replace(load, keeps_experts=_needs_room_of_experts(shape, load, free))
    if load.gpu_layer_count and config.gpu_layer_count is None:
        load = replace(load, gpu_layer_count=most_card_layers(shape, load, free))
    plan = memory_plan(shape, load)
    ram = min(plan.main.kv or plan.card.kv, (free.main - plan.main.total) // 4)
    ram = max(0, ram) if config.ram_bytes is None else config.ram_bytes
    asked = config
    config = msgspec.structs.replace(config, context_window=load.context_window, ram_bytes=ram)
    if free.card:
        config = msgspec.structs.replace(config, card_bytes=plan.card.total)
    needs = _needs(plan.main.total + ram, plan.card.total, config, machine)
    return PlannedModel(file.name, config, needs, asked, machine.rooms)


def _embedding_plan(
    name: str, shape: ModelShape, config: EngineConfig, free: FreeMemory, machine: Machine
) -> PlannedModel:
    """Return the plan of a model that only embeds: it keeps no conversations."""
    load = embedding_load(shape, config.context_window, config.gpu_layer_count, free)
    plan = memory_plan(shape, load)
    asked = config
    window = max(MIN_CONTEXT_WINDOW, text_tokens(shape, load))
    config = msgspec.structs.replace(config, context_window=window, ram_bytes=0)
    if free.card:
        config = msgspec.structs.replace(config, gpu_layer_count=load.gpu_layer_count)
    needs = _needs(plan.main.total, plan.card.total, config, machine)
    return PlannedModel(name, config, needs, asked, machine.rooms)


def _needs(main: int, card: int, config: EngineConfig, machine: Machine) -> Bytes:
    """Return what a model takes of each place; a shared card takes main memory."""
    cards = _on_cards(card, config, machine)
    shared = sum(each for name, each in cards.items() if name in machine.shared)
    return {MAIN: main + shared, **cards}


def _cards(memory: Bytes) -> dict[str, int]:
    return {place: count for place, count in memory.items() if place not in (MAIN, COUNT)}


def _used(cards: Iterable[CardMemory]) -> dict[str, int]:
    return {each.name: each.used_bytes for each in cards if each.used_bytes and each.total_bytes}


def _projector(shape: ModelShape, config: EngineConfig) -> ProjectorPlan:
    """Return the memory of the projector; one that cannot be used is refused by the load."""
    if config.projector_path is None:
        return NO_PROJECTOR
    return chosen_projector(shape, (read_candidate(config.projector_path),)).plan(shape)


def _context(
    path: Path, shape: ModelShape, config: EngineConfig, load: LoadPlan, free: FreeMemory
) -> int:
    """Return the automatic context with all layers on a card if that works, else on the CPU."""
    if load.gpu_layer_count > len(shape.layers):
        whole = automatic_context(shape, load, free, None).tokens
        if memory_plan(shape, replace(load, context_window=whole)).card.total <= free.card:
            return whole
    speed = remembered_speed(Path(config.cache_dir), path) if config.cache_dir else None
    speed = speed or estimated_speed(shape, psutil.cpu_count(logical=False) or 1)
    return automatic_context(shape, replace(load, gpu_layer_count=0), free, speed).tokens


def _needs_room_of_experts(shape: ModelShape, load: LoadPlan, free: FreeMemory) -> bool:
    """Return whether the cards have room for all layers, but only without their experts."""
    without = memory_plan(shape, replace(load, keeps_experts=True))
    is_too_large = memory_plan(shape, load).card.total > free.card
    return shape.expert_bytes > 0 and is_too_large and without.card.total <= free.card


def _on_cards(needed: int, config: EngineConfig, machine: Machine) -> dict[str, int]:
    """Return the memory on each card: by the shares that were set, else by what is free."""
    free = _cards(machine.free)
    shares = dict(zip(free, config.tensor_split, strict=False)) if config.tensor_split else free
    whole = sum(shares.values())
    if not needed or not whole:
        return {}
    return {card: int(needed * share / whole) for card, share in shares.items() if share}


def _settings_text(config: EngineConfig) -> str:
    """Return a text that differs for settings that need contexts of their own."""
    return repr([getattr(config, name) for name in _CONTEXT_FIELDS])


def _fingerprint(path: str) -> str:
    """Return a text that changes when a file of the model does; empty if one is missing."""
    try:
        stats = [os.stat(each) for each in model_parts(Path(path))]
    except (OSError, ValueError, HeaderError):
        return ""
    return repr([(each.st_size, each.st_mtime_ns, each.st_ino) for each in stats])
