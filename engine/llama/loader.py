"""Loads a model file into a new backend, on the best device with enough memory."""

import ctypes
import os
import re
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TypeVar

import llama_cpp
import msgspec
from msgspec.structs import replace

from engine.backend import BatchEntry, Capabilities, DecodeStatus, LoadProgress, StateIdentity
from engine.gguf.embedding_load import text_tokens
from engine.gguf.errors import ModelFileError
from engine.gguf.memory_plan import LoadPlan, attention_plan, memory_plan
from engine.gguf.model_file import cannot_chat, model_parts
from engine.gguf.model_shape import ModelShape
from engine.ipc.lazy_text import LazyText, lazy, lazy_join
from engine.llama.backend import LlamaBackend
from engine.llama.backend_loading import load_gpu_backends, load_processor_backend, refusals
from engine.llama.capi import lib, library_errors
from engine.llama.context import Context, ContextSize
from engine.llama.device_trial import Judgement, judgements
from engine.llama.devices import (
    VULKAN,
    Cards,
    Device,
    Placement,
    chosen_devices,
    gpus,
    placement,
    wanted_layers,
)
from engine.llama.draft import LlamaDraft, load_draft
from engine.llama.embedder import embedding_length
from engine.llama.embedding_backend import LlamaEmbeddingBackend
from engine.llama.load_planning import check_memory, free_memory
from engine.llama.media.projector import Projector, ProjectorSettings
from engine.llama.model import CardUse, Model, described_model
from engine.llama.rpc_placement import Spread, placed
from engine.llama.state import StateKind
from engine.llama.threadpool import ThreadPools, default_thread_count, thread_limit
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed, NotEnoughMemory
from engine.messages.metrics import ModelInfo

_T = TypeVar("_T")
# These have more than cells to place: the end of that is not reported.
_OTHER_MEMORIES = frozenset({"deepseek4"})
# The parameters of a context that change the content or layout of its KV cache. With separate cells
# a state lists those of every slot, so the library refuses one from another number of slots.
_FIELDS = (
    *("n_seq_max", "n_rs_seq", "rope_scaling_type", "attention_type", "flash_attn_type"),
    *("rope_freq_base", "rope_freq_scale", "yarn_ext_factor", "yarn_attn_factor"),
    *("yarn_beta_fast", "yarn_beta_slow", "yarn_orig_ctx", "type_k", "type_v"),
    *("offload_kqv", "op_offload", "swa_full", "kv_unified"),
)
_PART_NAME = re.compile(r"-(\d{5})-of-(\d{5})\.gguf$")
_SWITCHES = ("LLAMA_", "GGML_")  # the library reads these from the environment
_CHUNK_BYTES = 8 << 20
_SHARE_BEFORE_DRAFT = 0.9  # of the progress, if a draft model is loaded after the model
_SAMPLE_BYTES = 4096
_NOT_FROM_DISK = getattr(os, "RWF_NOWAIT", None)  # Linux: fails instead of waiting for the disk


def load(path: str, config: EngineConfig, progress: LoadProgress) -> LlamaBackend:
    """Return a ready backend of a chat model. Raises ModelLoadFailed with a message."""
    backend = load_any(path, config, progress)
    if isinstance(backend, LlamaBackend):
        return backend
    backend.close()
    raise ModelLoadFailed(cannot_chat(Path(path).name))


def load_any(
    path: str, config: EngineConfig, progress: LoadProgress
) -> LlamaBackend | LlamaEmbeddingBackend:
    """Return a ready backend. Raises ModelLoadFailed with a message.

    As many layers as the plan allows are placed on the graphics device; if its memory does not
    suffice, half of that is tried, and so on down to none.
    """
    file = Path(path)
    # Before the devices are listed: a backend registers its devices when it is loaded.
    load_gpu_backends(config.gpu_backend_dir, _judged(config))
    _described, shape = described_model(file)
    known = gpus()
    # Like the library: the memory of a card that two backends know counts once.
    here = chosen_devices(devices_worth_using(known, config), [])
    cards = Cards(known, here)
    with placed(file, shape, config, here) as found:
        is_chosen = len(here) < len(known) and not found.handles
        own = tuple(device.handle for device in here) if is_chosen else ()
        spread = replace(found, handles=own or found.handles, uses_none=is_chosen and not own)
        planned = spread.planned
        # Half of the progress, or nearly all of it if no data is copied to a card.
        share = 0.5 if planned.load.gpu_layer_count else 0.9
        free = free_memory(spread.devices).main
        with suppress(ModelFileError):  # for a part that has just ended: the library reports it
            read_ahead(model_parts(file), free, lambda done: progress(share * done))
        rest = _after(share, progress)
        load_with = _load_with if shape.embedding is None else _load_embedding
        return first_that_fits(
            _first_layers(config, planned.load, spread.devices),
            lambda layers: load_with(file, config, rest, layers, spread, cards),
            lambda: len(shape.layers),
        )


def _judged(config: EngineConfig) -> tuple[Judgement, ...]:
    """Return the judgements of slow cards; a number of layers that was set is respected."""
    if config.gpu_layer_count is not None:
        return ()
    folders = (config.gpu_backend_dir, config.cache_dir)
    return judgements(*(Path(each) if each else None for each in folders))


def devices_worth_using(known: list[Device], config: EngineConfig) -> list[Device]:
    """Return the devices without those that automatic placement excludes."""
    slow = {name for each in _judged(config) for name in each.slow}
    # CUDA uses the same name for a card that is slow with Vulkan.
    return [each for each in known if each.backend != VULKAN or each.name not in slow]


def _after(share: float, progress: LoadProgress) -> LoadProgress:
    """Return a callback for the rest of the progress, after this share."""
    return lambda done: progress(done if done >= 1.0 else share + (1.0 - share) * done)


def first_that_fits(
    wanted: int, load_with: Callable[[int], _T], count_layers: Callable[[], int]
) -> _T:
    """Return the result of ``load_with`` for as many layers as fit into memory.

    Negative means all of them. Raises the exception of ``load_with`` without layers on the device.
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
    cards: Cards,
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
        share = 1.0 if config.draft_path is None else _SHARE_BEFORE_DRAFT
        model = Model(path, card, lambda done: progress(share * done))
        on_failure.callback(model.close)
        layers = placement(
            config.gpu_layer_count,
            gpu_layer_count,
            model.layer_count,
            devices,
            keeps_experts=card.keeps_experts,
        )
        load = replace(planned.load, gpu_layer_count=_given_layers(model, gpu_layer_count))
        # Before the context: Linux grants memory that does not exist, and kills the process that
        # uses it.
        check_memory(model.shape, load)
        context = Context(model, _size(config, model.shape, load))
        on_failure.callback(context.close)
        if not context.kv_cache.exists:
            raise ModelLoadFailed(lazy("{name} is a reranker; it cannot chat.", name=path.name))
        projector = _projector(model, context, config, spread, load)
        on_failure.callback(projector.close if projector else lambda: None)
        capabilities = probe(model, context, is_in_main_memory=not devices)
        spread = replace(spread, planned=replace(planned, load=load))
        draft, refusal = _draft(model, capabilities, config, spread, card, progress)
        progress(1.0)
        on_failure.callback(draft.close if draft else lambda: None)
        if gpu_layer_count:
            _place(cards, model, load, spread)
        info = msgspec.structs.replace(
            _seeing(
                msgspec.structs.replace(
                    _info(model, context.threads.limit, config, spread, layers),
                    slot_count=context.slot_count,
                    kv_type=context.key_type,
                ),
                projector,
            ),
            draft=draft.name if draft else "",
            draft_refusal=refusal,
            cards=cards.memories(),
        )
        identity = state_identity(
            model, context.params, device=layers.device or "", gpu_layer_count=info.gpu_layer_count
        )
        # From here on the backend owns them and closes them.
        on_failure.pop_all()
        return LlamaBackend(
            model=model,
            context=context,
            capabilities=capabilities,
            info=info,
            identity=identity,
            media=projector,
            draft=draft,
            cards=cards,
        )


def _place(cards: Cards, model: Model, load: LoadPlan, spread: Spread) -> None:
    """Record what a model takes of the cards."""
    others = sum(1 for each in spread.devices if each.server)  # first in the split
    shares = spread.tensor_split
    cards.place(memory_plan(model.shape, load).card.total, shares[others:], sum(shares))


def _load_embedding(
    path: Path,
    config: EngineConfig,
    progress: LoadProgress,
    gpu_layer_count: int,
    spread: Spread,
    cards: Cards,
) -> LlamaEmbeddingBackend:
    """Load a model that only embeds: without a projector, a draft model, and slots."""
    planned, devices = spread.planned, spread.devices
    with ExitStack() as on_failure:
        card = CardUse(
            gpu_layer_count,
            tensor_split=spread.tensor_split,
            devices=spread.handles,
            uses_none=spread.uses_none,
        )
        model = Model(path, card, progress)
        on_failure.callback(model.close)
        layers = placement(
            config.gpu_layer_count, gpu_layer_count, model.layer_count, devices, keeps_experts=False
        )
        load = replace(planned.load, gpu_layer_count=_given_layers(model, gpu_layer_count))
        spread = replace(spread, planned=replace(planned, load=load))
        threads = ThreadPools(
            None,
            config.thread_count or thread_limit(),
            config.thread_count or default_thread_count(),
        )
        on_failure.callback(threads.close)
        if gpu_layer_count:
            _place(cards, model, load, spread)
        info = msgspec.structs.replace(
            _info(model, threads.limit, config, spread, layers),
            context_window=text_tokens(model.shape, load),
            slot_count=0,
            kv_bytes=0,
            embeds_only=True,
            cards=cards.memories(),
        )
        backend = LlamaEmbeddingBackend(model, threads, info, cards)
        backend.check_computes()
        progress(1.0)
        on_failure.pop_all()  # from here on the backend owns them and closes them
        return backend


def _draft(
    model: Model,
    capabilities: Capabilities,
    config: EngineConfig,
    spread: Spread,
    card: CardUse,
    progress: LoadProgress,
) -> tuple[LlamaDraft | None, LazyText]:
    """Return the draft model, or None and the reason; the model works without it."""
    if config.draft_path is None or not config.guesses_ahead:
        return None, LazyText("")
    load = spread.planned.load
    is_on_card = load.gpu_layer_count > len(model.shape.layers) and not spread.servers
    own_card = replace(card, layer_count=-1 if is_on_card else 0, keeps_experts=False)

    def own_progress(done: float) -> None:
        # Below 1.0, at which a load is complete and no longer cancelled.
        progress(_SHARE_BEFORE_DRAFT + (0.99 - _SHARE_BEFORE_DRAFT) * done)

    try:
        if not capabilities.drafted_rows:
            raise ModelLoadFailed(
                lazy(
                    "{name} is a kind of model that cannot take rejected tokens back.",
                    name=model.name,
                )
            )
        draft = load_draft(config, model, load.slot_count, own_card, own_progress)
    except ModelLoadFailed as error:
        return None, lazy_join((lazy("No draft model is used."), error.args[0]))
    return draft, LazyText("")


def _projector(
    model: Model, context: Context, config: EngineConfig, spread: Spread, load: LoadPlan
) -> Projector | None:
    if config.projector_path is None:
        return None
    # A card of another computer would receive the pixels of every picture over the network.
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
    """Return how many layers to try on the devices first: the number that was set, or that fits."""
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
    thread_count: int,
    config: EngineConfig,
    spread: Spread,
    layers: Placement,
) -> ModelInfo:
    planned = spread.planned
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
        slot_count=planned.load.slot_count,
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
        embedding_length=embedding_length(model),
        defaults=config.defaults,
    )


def _reason(layers: Placement, config: EngineConfig) -> LazyText:
    """Return the reason for the placement, and the chosen files of a packaged engine."""
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


def probe(model: Model, context: Context, *, is_in_main_memory: bool = False) -> Capabilities:
    """Decode two tokens, copy them, try to remove one, and leave the context empty."""
    _decode_two_tokens(model, context)
    can_fork = _can_fork(context)
    can_truncate = context.kv_cache.truncate(0, 1)
    for slot in range(context.slot_count):
        context.kv_cache.clear(slot)
    return Capabilities(
        can_truncate=can_truncate,
        can_slide=can_truncate and _can_slide(model, context),
        can_fork=can_fork,
        can_lend=is_in_main_memory and can_fork and _can_lend(model, context),
        # A rejected token is removed from the slot.
        drafted_rows=context.drafted_rows if can_truncate else 0,
        sliding_window=model.sliding_window,
        is_recurrent=model.is_recurrent,
        is_hybrid=model.is_hybrid,
        has_mrope=model.has_mrope,
        has_yarn=model.has_yarn,
    )


def _decode_two_tokens(model: Model, context: Context) -> None:
    entry = BatchEntry(slot=0, tokens=[0, 0], position=0, logit_count=1)
    library_errors()
    status = context.decode([entry])
    if status is not DecodeStatus.DONE:
        raise ModelLoadFailed(
            lazy("{name} was loaded, but cannot compute on this machine.", name=model.name)
        ) from ModelLoadFailed(library_errors())


def _can_fork(context: Context) -> bool:
    """Test copying with bytes; the library's copy would include all cells at the next decode."""
    if context.slot_count < 2:
        return False
    state = context.kv_cache.read(0, StateKind.WHOLE)
    return context.kv_cache.write(1, StateKind.WHOLE, state, 2)


def _can_lend(model: Model, context: Context) -> bool:
    """Return whether each slot has separate cells, and their placement is reported.

    Recurrent states of all slots are in one table.
    """
    has_table = model.is_recurrent or model.is_hybrid or model.architecture in _OTHER_MEMORIES
    return not has_table and context.kv_cache.part_count > 0


def _can_slide(model: Model, context: Context) -> bool:
    """Return whether positions can be moved without errors; the library's answer is too optimistic.

    It allows moves of states that depend on discarded tokens, and repeats the rotation of all
    slots' keys even if that rotation scales them.
    """
    remembers_all_alike = not (model.is_recurrent or model.is_hybrid or model.sliding_window)
    is_sound = not (model.has_mrope or model.scales_keys)
    return remembers_all_alike and is_sound and context.kv_cache.can_shift


def state_identity(
    model: Model, params: ctypes.Structure, *, device: str, gpu_layer_count: int
) -> StateIdentity:
    """Return the identity of states; it includes the device, which decides the layout."""
    facts = [
        *(f"{name}={getattr(params, name)}" for name in _FIELDS),
        f"library={llama_cpp.__version__}",
        f"build={lib.llama_print_system_info()!r}",
        f"state={lib.LLAMA_STATE_SEQ_VERSION}",
        f"described={model.fingerprint.hex()}",
        f"device={device}, {gpu_layer_count} layers",
        "lora=none",
        *sorted(
            f"{name}={value}" for name, value in os.environ.items() if name.startswith(_SWITCHES)
        ),
    ]
    return StateIdentity(tuple(map(str, model_files(model.path))), "\n".join(facts))


def model_files(path: Path) -> tuple[Path, ...]:
    """Return all parts of a model; the file itself if it is not split."""
    found = _PART_NAME.search(path.name)
    if found is None:
        return (path,)
    beginning, count = path.name[: found.start()], int(found[2])
    names = (f"{beginning}-{part:05d}-of-{count:05d}.gguf" for part in range(1, count + 1))
    return tuple(path.with_name(name) for name in names)


def read_ahead(paths: Iterable[Path], room: int, progress: LoadProgress) -> None:
    """Read files into memory, unless they take more than ``room`` bytes of it.

    ``progress`` gets the share read so far, and may raise. Disk errors are ignored here; the later
    reads report them.
    """
    try:
        files = [(path, path.stat().st_size) for path in paths]
        total = sum(size for _path, size in files)
        if total > room:
            return  # the end would evict the beginning
        done = 0
        for path, size in files:
            with path.open("rb", buffering=0) as file:
                for start in range(0, size, _CHUNK_BYTES):
                    _read(file.fileno(), start, min(size, start + _CHUNK_BYTES))
                    done += min(_CHUNK_BYTES, size - start)
                    progress(done / total)
    except OSError:
        return


def _read(descriptor: int, start: int, end: int) -> None:
    """Make the system read a piece of a file, unless it has done so."""
    last = max(start, end - _SAMPLE_BYTES)
    if _is_in_memory(descriptor, start) and _is_in_memory(descriptor, last):
        return
    os.lseek(descriptor, start, os.SEEK_SET)
    while start < end:
        count = len(os.read(descriptor, end - start))
        if not count:
            return  # the file became shorter
        start += count


def _is_in_memory(descriptor: int, start: int) -> bool:
    """Return whether a page of a file is in memory."""
    if _NOT_FROM_DISK is None:
        return False
    try:
        return os.preadv(descriptor, [bytearray(_SAMPLE_BYTES)], start, _NOT_FROM_DISK) > 0
    except OSError:  # it would have to wait, or the file system does not support the query
        return False
