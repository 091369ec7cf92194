"""Loads a model file into a new backend, on the best device that has room for it."""

from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec

from engine.backend import LoadProgress
from engine.gguf.errors import ModelFileError
from engine.gguf.memory_plan import LoadPlan, attention_plan, memory_plan
from engine.gguf.model_file import model_parts
from engine.gguf.model_shape import ModelShape
from engine.ipc.lazy_text import LazyText, lazy, lazy_join
from engine.llama.backend import LlamaBackend
from engine.llama.backend_loading import load_gpu_backends, load_processor_backend, refusals
from engine.llama.capabilities import probe
from engine.llama.card_use import CardUse
from engine.llama.context import Context, ContextSize
from engine.llama.cores import default_thread_count, thread_limit
from engine.llama.device_trial import Judgement, judgements
from engine.llama.devices import (
    VULKAN,
    Device,
    Placement,
    chosen_devices,
    gpus,
    placement,
    wanted_layers,
)
from engine.llama.identity import state_identity
from engine.llama.load_planning import free_memory
from engine.llama.media.projector import Projector, ProjectorSettings
from engine.llama.memory_estimate import check_memory
from engine.llama.model import Model, described_model
from engine.llama.read_ahead import read_ahead
from engine.llama.rpc_placement import Spread, placed
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed, NotEnoughMemory
from engine.messages.metrics import ModelInfo

_T = TypeVar("_T")


def load(path: str, config: EngineConfig, progress: LoadProgress) -> LlamaBackend:
    """Return a ready backend. Raises ModelLoadFailed with a text for the user.

    As many layers as the plan has room for go to the graphics device; where the device has not,
    half of that is tried, and so on down to none.
    """
    file = Path(path)
    # Before the devices are asked for: a backend registers its own when it is loaded.
    load_gpu_backends(config.gpu_backend_dir, _judged(config))
    _described, shape = described_model(file)
    known = gpus()
    # As the library would choose: a card that two backends know has its memory once.
    here = chosen_devices(devices_worth_using(known, config), [])
    with placed(file, shape, config, here) as found:
        is_chosen = len(here) < len(known) and not found.handles
        own = tuple(device.handle for device in here) if is_chosen else ()
        spread = replace(found, handles=own or found.handles, uses_none=is_chosen and not own)
        planned = spread.planned
        # Half of the way, or nearly all of it where nothing has to be copied to a card.
        share = 0.5 if planned.load.gpu_layer_count else 0.9
        free = free_memory(spread.devices).main
        with suppress(ModelFileError):  # of a part that has just gone: the library says so
            read_ahead(model_parts(file), free, lambda done: progress(share * done))
        rest = _after(share, progress)
        return first_that_fits(
            _first_layers(config, planned.load, spread.devices),
            lambda layers: _load_with(file, config, rest, layers, spread),
            lambda: len(shape.layers),
        )


def _judged(config: EngineConfig) -> tuple[Judgement, ...]:
    """Return what is known of cards that are slow; a number of layers that was set is followed."""
    if config.gpu_layer_count is not None:
        return ()
    folders = (config.gpu_backend_dir, config.cache_dir)
    return judgements(*(Path(each) if each else None for each in folders))


def devices_worth_using(known: list[Device], config: EngineConfig) -> list[Device]:
    """Return the devices without those that automatic placement leaves out."""
    slow = {name for each in _judged(config) for name in each.slow}
    # CUDA has the same name for a card that Vulkan is slow on.
    return [each for each in known if each.backend != VULKAN or each.name not in slow]


def _after(share: float, progress: LoadProgress) -> LoadProgress:
    """Return what hears the rest of the way, of which this share is done."""
    return lambda done: progress(done if done >= 1.0 else share + (1.0 - share) * done)


def first_that_fits(
    wanted: int, load_with: Callable[[int], _T], count_layers: Callable[[], int]
) -> _T:
    """Return what ``load_with`` makes of as many layers as it has memory for.

    Negative means all of them. Raises what it raises with none on the device.
    """
    while True:
        try:
            return load_with(wanted)
        except NotEnoughMemory:
            if wanted == 0:
                raise
        all_layers = wanted if wanted > 0 else count_layers() + 1  # one more for the output
        wanted = all_layers // 2


def _load_with(
    path: Path,
    config: EngineConfig,
    progress: LoadProgress,
    gpu_layer_count: int,
    spread: Spread,
) -> LlamaBackend:
    planned, devices = spread.planned, spread.devices
    with ExitStack() as on_failure:
        card = CardUse(
            gpu_layer_count,
            planned.load.keeps_experts,
            spread.tensor_split,
            spread.handles,
            uses_none=spread.uses_none,
        )
        model = Model(path, card, progress)
        on_failure.callback(model.close)
        layers = placement(
            config.gpu_layer_count,
            gpu_layer_count,
            model.layer_count,
            devices,
            keeps_experts=card.keeps_experts,
        )
        load = replace(planned.load, gpu_layer_count=_given_layers(model, gpu_layer_count))
        # Before the context: Linux grants memory that is not there, and kills who uses it.
        check_memory(model.shape, load)
        context = Context(model, _size(config, model.shape, load))
        on_failure.callback(context.close)
        progress(1.0)  # the user sees that it goes on
        if not context.kv_cache.exists:
            raise ModelLoadFailed(lazy("{name} is a reranker; it cannot chat.", name=path.name))
        projector = _projector(model, context, config, spread, load)
        on_failure.callback(projector.close if projector else lambda: None)
        capabilities = probe(model, context, is_in_main_memory=not devices)
        spread = replace(spread, planned=replace(planned, load=load))
        info = _seeing(_info(model, context, config, spread, layers), projector)
        identity = state_identity(
            model, context.params, device=layers.device or "", gpu_layer_count=info.gpu_layer_count
        )
        # From here on the backend owns them, and closes them itself.
        on_failure.pop_all()
        return LlamaBackend(
            model=model,
            context=context,
            capabilities=capabilities,
            info=info,
            identity=identity,
            media=projector,
        )


def _projector(
    model: Model, context: Context, config: EngineConfig, spread: Spread, load: LoadPlan
) -> Projector | None:
    if config.projector_path is None:
        return None
    # A card of another computer would get the pixels of every picture over the network.
    cards = [device.handle for device in spread.devices if not device.server]
    settings = ProjectorSettings(
        tokens_limit=config.media_tokens_limit,
        most_rows_at_once=context.micro_batch_size,
        thread_count=config.thread_count or default_thread_count(),
        card=cards[0] if cards and load.gpu_layer_count else 0,
    )
    return Projector(Path(config.projector_path), model, settings)


def _seeing(info: ModelInfo, projector: Projector | None) -> ModelInfo:
    if projector is None:
        return info
    path = str(projector.path)
    return msgspec.structs.replace(info, sees=projector.sees, hears=projector.hears, projector=path)


def _first_layers(config: EngineConfig, planned: LoadPlan, devices: list[Device]) -> int:
    """Return how many layers to try on the devices first: what was set, or what has room."""
    wanted = wanted_layers(config.gpu_layer_count, devices)
    return wanted if wanted >= 0 else planned.gpu_layer_count


def _given_layers(model: Model, gpu_layer_count: int) -> int:
    return len(model.shape.layers) + 1 if gpu_layer_count < 0 else gpu_layer_count


def _size(config: EngineConfig, shape: ModelShape, load: LoadPlan) -> ContextSize:
    attention = attention_plan(shape, load)
    return ContextSize(
        slot_count=load.slot_count,
        window=load.context_window,
        cells=load.cells,
        batch_size=load.batch_size,
        micro_batch_size=attention.micro_batch_size,
        thread_count=config.thread_count or default_thread_count(),
        thread_limit=config.thread_count or thread_limit(),
        may_fuse_attention=attention.is_fused,
        key_type=attention.key_type,
        value_type=attention.value_type,
    )


def _info(
    model: Model,
    context: Context,
    config: EngineConfig,
    spread: Spread,
    layers: Placement,
) -> ModelInfo:
    planned = spread.planned
    thread_count = context.threads.limit
    is_divided = model.metadata.get("split.count", "1") not in ("0", "1")
    return ModelInfo(
        path=str(model.path),
        name=model.name,
        architecture=model.architecture,
        parameter_count=model.parameter_count,
        file_bytes=model.byte_count if is_divided else model.path.stat().st_size,
        vocabulary_size=model.vocabulary.size,
        context_window=planned.load.context_window,
        context_reason=planned.context_reason,
        trained_context=model.trained_context,
        slot_count=context.slot_count,
        thread_count=thread_count,
        gpu_layer_count=layers.gpu_layer_count,
        layer_count=model.layer_count,
        device=LazyText(layers.device)
        if layers.device
        else _processor(thread_count, is_fixed=config.thread_count is not None),
        device_reason=lazy_join((_reason(layers, config), *spread.notes)),
        card_count=len(spread.devices),
        rpc_servers=spread.servers if layers.device else (),
        kv_bytes=memory_plan(model.shape, planned.load).kv,
        kv_type=context.key_type,
    )


def _reason(layers: Placement, config: EngineConfig) -> LazyText:
    """Return why the model is where it is, and which files of a packaged engine were chosen."""
    processor = load_processor_backend()
    chosen = (
        lazy("The engine was optimized for this processor: {processor}.", processor=processor)
        if processor
        else ""
    )
    backends = load_gpu_backends(config.gpu_backend_dir, _judged(config))
    refused = "" if layers.device else refusals(backends)
    placed = (
        lazy("No graphics card is used. {reasons}", reasons=refused) if refused else layers.reason
    )
    return lazy_join((placed, chosen))


def _processor(thread_count: int, *, is_fixed: bool) -> LazyText:
    if thread_count == 1:
        return lazy("CPU, 1 thread")
    if not is_fixed:
        return lazy("CPU, up to {count} threads", count=thread_count)
    return lazy("CPU, {count} threads", count=thread_count)
