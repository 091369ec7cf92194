"""The memory that a model takes when it is loaded, before any process is asked to load it."""

from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import psutil

from app.errors import ModelFileError
from app.models.host.broker import Machine
from app.models.host.table import MAIN, Bytes
from app.models.library.load_projector import read_candidate
from app.models.library.model_groups import chosen_projector
from app.models.library.models import describe
from engine.gguf.automatic_context import automatic_context, estimated_speed
from engine.gguf.draft_file import draft_bytes
from engine.gguf.memory_plan import (
    NO_PROJECTOR,
    PROCESS_BYTES,
    FreeMemory,
    LoadPlan,
    ProjectorPlan,
    memory_plan,
    most_card_layers,
)
from engine.gguf.model_shape import ModelShape
from engine.messages.config import EngineConfig
from engine.messages.metrics import ModelInfo
from engine.reading_speeds import remembered_speed

_CHOSEN_FIELDS = ("context_window", "ram_bytes", "gpu_layer_count", "keeps_experts")
# Of a model whose layers are unknown: the share of its file added for conversations and results.
_UNKNOWN_SHARE = 4


@dataclass(frozen=True, slots=True)
class PlannedModel:
    """A model as it is to be loaded.

    Attributes:
        name: from its file.
        config: with the numbers that the engine would have chosen at the load: if it chose them
            itself next to another model, it could take more than was promised.
        needs: its memory, with that of conversations without a slot.
        asked: the configuration in which these numbers are not chosen yet.
    """

    name: str
    config: EngineConfig
    needs: Bytes
    asked: EngineConfig

    def with_settings(self, config: EngineConfig) -> "PlannedModel":
        """Return it with settings that need no other context, such as the number of threads."""
        asked = msgspec.structs.replace(config, cache_dir=self.asked.cache_dir)
        if asked == self.asked:
            return self
        chosen = {name: getattr(self.config, name) for name in _CHOSEN_FIELDS}
        return replace(self, asked=asked, config=msgspec.structs.replace(asked, **chosen))

    def measured(self, path: str, model: ModelInfo) -> "PlannedModel":
        """Return it with what the engine has chosen at the load. Blocks.

        The context window stays the same from then on: with another one, the cached states of its
        chats would be useless.
        """
        window = model.context_window
        if window == self.config.context_window and not model.gpu_layer_count:
            return self
        config = msgspec.structs.replace(self.config, context_window=window)
        try:
            shape = describe(Path(path)).shape
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
        )
        main = memory_plan(shape, load).main.total + (config.ram_bytes or 0)
        return replace(self, config=config, needs={**self.needs, MAIN: main})


def planned_model(path: str, config: EngineConfig, machine: Machine) -> PlannedModel:
    """Return the plan of a model, where ``machine`` has the memory that is free without models.

    The automatic context does not depend on the other models: with another context the cached
    states of its chats would be useless. Reads the header of the file, and blocks. Raises
    ModelFileError.
    """
    file = describe(Path(path))
    if file.shape is None:
        needed = file.size_bytes + file.size_bytes // _UNKNOWN_SHARE + PROCESS_BYTES
        return PlannedModel(file.name, config, {MAIN: needed}, config)
    shape = file.shape
    free = FreeMemory(
        machine.free[MAIN],
        machine.total[MAIN],
        sum(_cards(machine.free).values()),
        sum(_cards(machine.total).values()),
    )
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
    asked = config
    ram = min(plan.main.kv or plan.card.kv, (free.main - plan.main.total) // 4)
    ram = max(0, ram) if config.ram_bytes is None else config.ram_bytes
    config = msgspec.structs.replace(config, context_window=load.context_window, ram_bytes=ram)
    if free.card:
        config = msgspec.structs.replace(
            config, gpu_layer_count=load.gpu_layer_count, keeps_experts=load.keeps_experts
        )
    needs = {MAIN: plan.main.total + ram, **_on_cards(plan.card.total, config, machine)}
    return PlannedModel(file.name, config, needs, asked)


def _cards(memory: Bytes) -> dict[str, int]:
    return {place: count for place, count in memory.items() if place != MAIN}


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
