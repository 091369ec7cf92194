"""Loads a model file into a new backend, on the best device that has room for it."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from engine.backend import LoadProgress
from engine.llama.backend import LlamaBackend
from engine.llama.backend_loading import load_gpu_backends, load_processor_backend, refusals
from engine.llama.capabilities import probe
from engine.llama.context import Context, ContextSize
from engine.llama.cores import default_thread_count, thread_limit
from engine.llama.devices import Device, Placement, gpus, placement, wanted_layers
from engine.llama.identity import state_identity
from engine.llama.memory_estimate import check_memory, kv_bytes, plain_attention_rows
from engine.llama.model import Model, layer_count_of
from engine.wire.config import AUTOMATIC_CONTEXT_LIMIT, CONTEXT_STEP, EngineConfig
from engine.wire.errors import ModelLoadFailed, NotEnoughMemory
from engine.wire.lazy_text import LazyText, lazy, lazy_join
from engine.wire.metrics import ModelInfo

_T = TypeVar("_T")


def load(path: str, config: EngineConfig, progress: LoadProgress) -> LlamaBackend:
    """Return a ready backend. Raises ModelLoadFailed with a text for the user.

    As many layers as fit go to the graphics device: all are tried first, then half of that,
    and so on down to none.
    """
    file = Path(path)
    # Before the devices are asked for: a backend registers its own when it is loaded.
    load_gpu_backends(config.gpu_backend_dir)
    devices = gpus()
    return first_that_fits(
        wanted_layers(config.gpu_layer_count, devices),
        lambda layers: _load_with(file, config, progress, layers, devices),
        lambda: layer_count_of(file),
    )


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
    devices: list[Device],
) -> LlamaBackend:
    with ExitStack() as on_failure:
        model = Model(path, gpu_layer_count, progress)
        on_failure.callback(model.close)
        # What a model was trained for may be 128k tokens, which fills the memory of most computers.
        window = config.context_window or min(model.trained_context, AUTOMATIC_CONTEXT_LIMIT)
        layers = placement(config.gpu_layer_count, gpu_layer_count, model.layer_count, devices)
        size = _size(config, window, model, layers)
        # Before the context: Linux grants memory that is not there, and kills who uses it.
        _check_memory(model, size, layers)
        context = Context(model, size)
        on_failure.callback(context.close)
        progress(1.0)  # the user sees that it goes on
        if not context.kv_cache.exists:
            raise ModelLoadFailed(lazy("{name} is a reranker; it cannot chat.", name=path.name))
        capabilities = probe(model, context, is_in_main_memory=not devices)
        info = _info(model, context, config, window, layers, context.threads.limit)
        identity = state_identity(
            model, context.params, device=layers.device or "", gpu_layer_count=info.gpu_layer_count
        )
        # From here on the backend owns them, and closes them itself.
        on_failure.pop_all()
        return LlamaBackend(
            model=model, context=context, capabilities=capabilities, info=info, identity=identity
        )


def _size(config: EngineConfig, window: int, model: Model, layers: Placement) -> ContextSize:
    cells = -(-window // CONTEXT_STEP) * CONTEXT_STEP
    micro_batch_size = config.micro_batch_size
    plain = None if layers.gpu_layer_count else plain_attention_rows(model.head_count, cells)
    if plain is not None:
        micro_batch_size = min(micro_batch_size, plain)
    return ContextSize(
        slot_count=config.slot_count,
        window=window,
        cells=cells,
        batch_size=config.batch_size,
        micro_batch_size=micro_batch_size,
        thread_count=config.thread_count or default_thread_count(),
        thread_limit=config.thread_count or thread_limit(),
        may_fuse_attention=plain is None,
    )


def _check_memory(model: Model, size: ContextSize, layers: Placement) -> None:
    """Refuse what would not fit into main memory; for a device the library does that."""
    needed = kv_bytes(
        model,
        cells=size.cells,
        slot_count=size.slot_count,
        micro_batch_size=size.micro_batch_size,
    )
    on_cpu = max(0, model.layer_count - layers.gpu_layer_count)
    check_memory(
        needed * on_cpu // max(1, model.layer_count),
        cells=size.cells,
        slot_count=size.slot_count,
    )


def _info(
    model: Model,
    context: Context,
    config: EngineConfig,
    window: int,
    layers: Placement,
    thread_count: int,
) -> ModelInfo:
    is_divided = model.metadata.get("split.count", "1") not in ("0", "1")
    return ModelInfo(
        path=str(model.path),
        name=model.name,
        architecture=model.architecture,
        parameter_count=model.parameter_count,
        file_bytes=model.byte_count if is_divided else model.path.stat().st_size,
        vocabulary_size=model.vocabulary.size,
        context_window=window,
        trained_context=model.trained_context,
        slot_count=context.slot_count,
        thread_count=thread_count,
        gpu_layer_count=layers.gpu_layer_count,
        layer_count=model.layer_count,
        device=LazyText(layers.device)
        if layers.device
        else _processor(thread_count, is_fixed=config.thread_count is not None),
        device_reason=_reason(layers, config),
        kv_bytes=kv_bytes(
            model,
            cells=window,
            slot_count=context.slot_count,
            micro_batch_size=config.micro_batch_size,
        ),
    )


def _reason(layers: Placement, config: EngineConfig) -> LazyText:
    """Return why the model is where it is, and which files of a packaged engine were chosen."""
    processor = load_processor_backend()
    chosen = (
        lazy("The engine was optimized for this processor: {processor}.", processor=processor)
        if processor
        else ""
    )
    refused = "" if layers.device else refusals(load_gpu_backends(config.gpu_backend_dir))
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
