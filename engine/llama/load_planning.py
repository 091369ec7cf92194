"""Plans a load: the automatic context, and the number of layers on a card."""

from pathlib import Path

import msgspec
import psutil
from msgspec.structs import replace

from engine.gguf.automatic_context import (
    MAX_READING_SECONDS,
    AutomaticContext,
    ContextReason,
    automatic_context,
    estimated_speed,
)
from engine.gguf.draft_file import draft_bytes
from engine.gguf.embedding_load import embedding_load
from engine.gguf.errors import ModelFileError
from engine.gguf.memory_plan import (
    NO_PROJECTOR,
    FitKind,
    FreeMemory,
    LoadPlan,
    ProjectorPlan,
    fit,
    memory_plan,
    most_card_layers,
)
from engine.gguf.model_shape import ModelShape
from engine.gguf.projector_file import checked_projector
from engine.ipc.lazy_text import LazyText, lazy, lazy_bytes, lazy_join
from engine.llama.devices import Device
from engine.llama.threadpool import thread_limit
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed, NotEnoughMemory
from engine.reading_speeds import remembered_speed


class PlannedLoad(msgspec.Struct, frozen=True):
    """A plan, and the reason for the length of its context; no text if that was set."""

    load: LoadPlan
    context_reason: LazyText


def free_memory(devices: list[Device], card_limit: int | None = None) -> FreeMemory:
    """Return the free memory; of the cards no more than the limit."""
    main = psutil.virtual_memory()
    card = sum(device.free_bytes for device in devices)
    card = card if card_limit is None else min(card, card_limit)
    return FreeMemory(main.available, main.total, card, sum(each.total_bytes for each in devices))


def planned_load(
    path: Path, shape: ModelShape, config: EngineConfig, free: FreeMemory
) -> PlannedLoad:
    """Return the plan for a model; numbers that were set stay unchanged.

    Raises ModelLoadFailed if its projector cannot be used.
    """
    if shape.embedding is not None:
        set_layers, limit = config.gpu_layer_count, config.context_window
        return PlannedLoad(embedding_load(shape, limit, set_layers, free), LazyText(""))
    load = LoadPlan(
        slot_count=config.slot_count,
        context_window=config.context_window or 1,
        kv_type=config.kv_type,
        gpu_layer_count=_card_layers(shape, config, free),
        keeps_experts=bool(config.keeps_experts),
        micro_batch_size=config.micro_batch_size,
        batch_size=config.batch_size,
        projector=_projector(shape, config),
        draft_bytes=draft_bytes(config.draft_path, config.slot_count),
    )
    if config.context_window is None:
        found = _automatic(path, shape, config, load, free)
        load = replace(load, context_window=found.tokens)
        reason = context_text(found)
    else:
        reason = LazyText("")
    if load.gpu_layer_count and config.keeps_experts is None:
        load = replace(load, keeps_experts=_needs_room_of_experts(shape, load, free))
    return PlannedLoad(_with_room(shape, config, load, free), reason)


def context_text(found: AutomaticContext) -> LazyText:
    """Return the reason why an automatic context is not longer."""
    return {
        ContextReason.LIMIT: lazy("Automatic context: more is used only if you set it."),
        ContextReason.TRAINED: lazy("Automatic context: the longest that this model supports."),
        ContextReason.MEMORY: lazy(
            "Automatic context: more would leave too little memory for other programs."
        ),
        ContextReason.CARD: lazy("Automatic context: more would not fit on the graphics card."),
        ContextReason.SPEED: lazy(
            "Automatic context: reading more would take over {minutes} minutes on this computer.",
            minutes=MAX_READING_SECONDS // 60,
        ),
    }[found.reason]


def _automatic(
    path: Path, shape: ModelShape, config: EngineConfig, load: LoadPlan, free: FreeMemory
) -> AutomaticContext:
    """Return the context with all layers on the card if that works, else with those that fit."""
    if load.gpu_layer_count > len(shape.layers):
        whole = automatic_context(shape, load, free, None)
        fits = memory_plan(shape, replace(load, context_window=whole.tokens))
        if fits.card.total <= free.card:
            return whole
    folder = config.cache_dir
    speed = remembered_speed(Path(folder), path) if folder else None
    on_cpu = replace(load, gpu_layer_count=0)
    return automatic_context(shape, on_cpu, free, speed or estimated_speed(shape, thread_limit()))


def _projector(shape: ModelShape, config: EngineConfig) -> ProjectorPlan:
    if config.projector_path is None:
        return NO_PROJECTOR
    try:
        found = checked_projector(Path(config.projector_path), shape.architecture, shape.width)
    except ModelFileError as error:
        raise ModelLoadFailed(*error.args) from error
    return found.plan(shape.width, config.media_tokens_limit)


def _card_layers(shape: ModelShape, config: EngineConfig, free: FreeMemory) -> int:
    every = len(shape.layers) + 1  # one more for the output
    if not free.card:
        return 0
    return every if config.gpu_layer_count is None else min(config.gpu_layer_count, every)


def _needs_room_of_experts(shape: ModelShape, load: LoadPlan, free: FreeMemory) -> bool:
    """Return whether the card has room for all layers, but only without their experts."""
    without = replace(load, keeps_experts=True)
    return (
        shape.expert_bytes > 0
        and memory_plan(shape, load).card.total > free.card
        and memory_plan(shape, without).card.total <= free.card
    )


def _with_room(
    shape: ModelShape, config: EngineConfig, load: LoadPlan, free: FreeMemory
) -> LoadPlan:
    """Return the plan with as many layers on the card as fit, unless the number was set."""
    if config.gpu_layer_count is not None or not load.gpu_layer_count:
        return load
    return replace(load, gpu_layer_count=most_card_layers(shape, load, free))


def check_memory(shape: ModelShape, load: LoadPlan) -> None:
    """Raise NotEnoughMemory if main memory has no room for data that is not mapped from the file.

    Weights are mapped: if they do not fit they are read again from the disk, slowly, without a
    failure. Those of a projector are not. For a device the library refuses.
    """
    plan = memory_plan(shape, load)
    needed = plan.main.kv + plan.main.compute + plan.main.output + plan.main.projector
    available = psutil.virtual_memory().available
    if needed <= available:
        return
    refusal = lazy(
        "{slot_count} chats of {cells:,} tokens need {needed} of memory in addition to the "
        "model, and {free} are free.",
        slot_count=load.slot_count,
        cells=load.cells,
        needed=lazy_bytes(needed),
        free=lazy_bytes(available),
    )
    raise NotEnoughMemory(lazy_join((refusal, _remedy(shape, load, available))))


def _remedy(shape: ModelShape, load: LoadPlan, available: int) -> LazyText:
    """Return advice on a smaller context, if one would fit."""
    found = fit(shape, load, FreeMemory(available, available, 1 << 60, 1 << 60))
    if found.kind in (FitKind.LESS_CONTEXT, FitKind.PARTLY_CPU):
        return lazy(
            "Choose a context of at most {tokens:,} tokens, or fewer chats at once.",
            tokens=found.load.context_window,
        )
    return lazy("Choose a smaller context per chat, or fewer chats at once.")
