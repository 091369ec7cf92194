"""Estimates the memory of a model with a number of chats and tokens, without loading it.

It takes a tenth of a millisecond, so it can be repeated while a control moves. The window calls it
for files on the disk and on the hub, the engine before it loads.
"""

import enum
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from engine.gguf.model_shape import LayerShape, ModelShape
from engine.messages.config import CONTEXT_STEP, MAX_DRAFTED_ROWS, KvType

_FLOAT, _HALF, _INDEX = 4, 2, 8
# The memory of a process that has loaded the smallest model: code, interpreter, tables.
PROCESS_BYTES = 80 * 1024 * 1024
_BYTES_PER_TOKEN = 640  # bytes per token of the vocabulary, in the library's tables and in ours
_CELL_BYTES = 12  # bytes that the library stores for each cell
_MIN_CONTEXT = 512  # minimum useful size of a chat
# Measured on CPUs: llama.cpp's fused attention reads a prompt in pieces of less than 64 tokens at
# half the speed, plain matrix products in pieces of any size at the same speed. Plain products
# write their values one by one, which makes a token of a short conversation up to a tenth slower,
# and store the scores of every row: so they are for long conversations, while the scores are small.
_SHORT_CELLS = 1024
_SCORE_BYTES = 128 * 1024 * 1024
_MIN_ROWS = 64
# Fused attention cannot add a bias to each pair of tokens, so scores are stored.
_BIASED = frozenset({"t5encoder"})
_WINDOWED_ENCODERS = frozenset({"gemma-embedding", "modern-bert"})  # some of whose layers have one


class Pass(msgspec.Struct, frozen=True):
    """The largest pass: ``rows`` tokens, of which ``output_rows`` are sampled from."""

    slot_count: int
    cells: int
    sliding_cells: int
    rows: int
    output_rows: int
    is_fused: bool


def input_bytes(shape: ModelShape, largest: Pass) -> int:
    """Return the bytes written before a pass, which are always in main memory."""
    rows = _whole_rows(largest)
    caches = _caches(shape, largest)
    if not caches and shape.embedding is not None:
        masks = 2 if shape.architecture in _WINDOWED_ENCODERS else 1
        return masks * rows * rows * (_FLOAT + _HALF)  # each with the copy that attention reads
    if largest.is_fused:
        return sum(rows * cells * _HALF for cells in caches)
    places = 0 if shape.is_latent else rows * shape.widest_value * _INDEX
    return sum(rows * cells * _FLOAT + places for cells in caches)


def work_bytes(shape: ModelShape, largest: Pass) -> int:
    """Return the maximum number of bytes in use at one moment of a pass."""
    rows = _whole_rows(largest)
    moments = [
        _attention_bytes(shape, largest, rows),
        _feed_forward_bytes(shape, rows, is_fused=largest.is_fused),
        _state_bytes(shape, largest, rows),
        min(largest.output_rows, rows) * _FLOAT * (shape.vocabulary_size + shape.width),
    ]
    return max(moments)


def _whole_rows(largest: Pass) -> int:
    """Return the rows of a pass with equally many rows of each slot."""
    return -(-largest.rows // largest.slot_count) * largest.slot_count


def _caches(shape: ModelShape, largest: Pass) -> list[int]:
    """Return the cells of each token cache: one for windows, one for all other layers."""
    sliding = {layer.is_sliding for layer in shape.layers if layer.key_width}
    return [largest.sliding_cells if is_sliding else largest.cells for is_sliding in sliding]


def _query(shape: ModelShape, rows: int) -> int:
    return rows * _FLOAT * shape.head_count * shape.head_width


def _attention_bytes(shape: ModelShape, largest: Pass, rows: int) -> int:
    caches = _caches(shape, largest)
    others = 3 * rows * _FLOAT * shape.width + 2 * _query(shape, rows)
    if largest.is_fused or not (caches or shape.embedding is not None):
        return others
    scores = rows * _FLOAT * shape.head_count * max(caches, default=rows)
    if shape.is_latent:  # the values are part of the keys, and copied to be transposed
        others += largest.slot_count * max(caches) * shape.value_head_width * _HALF
    return scores + others


def _feed_forward_bytes(shape: ModelShape, rows: int, *, is_fused: bool) -> int:
    width = rows * _FLOAT * shape.width
    query = _query(shape, rows)
    others = 3 * width + (query * 3 // 2 if shape.is_latent and is_fused else query)
    hidden = rows * _FLOAT * shape.hidden
    if not shape.expert_count:
        return others + 3 * hidden
    used = max(1, shape.experts_used)
    # The experts' results reuse the buffer of their inputs, if that is large enough.
    returned = width * used if width > 2 * hidden else 0
    return others + 3 * hidden * used + returned


def _state_bytes(shape: ModelShape, largest: Pass, rows: int) -> int:
    """Return the bytes of a recurrent layer: for its rows and for its states."""
    if not shape.state_width:
        return 0
    state = max((layer.state_bytes for layer in shape.layers), default=0)
    return rows * _FLOAT * (6 * shape.state_width + shape.width) + largest.slot_count * state


class ProjectorPlan(msgspec.Struct, frozen=True):
    """The memory of a projector; all 0 without one.

    Attributes:
        weight_bytes: the size of its file, which is read into memory and not mapped.
        encoding_bytes: the bytes used while the largest picture is encoded.
        least_pass: the minimum rows of one pass of the library; 0 if pictures can be cut.
    """

    weight_bytes: int = 0
    encoding_bytes: int = 0
    least_pass: int = 0

    @property
    def total(self) -> int:
        """Return the sum of both."""
        return self.weight_bytes + self.encoding_bytes


NO_PROJECTOR = ProjectorPlan()


class LoadPlan(msgspec.Struct, frozen=True):
    """How a model is to be loaded.

    Attributes:
        slot_count: chats that are answered at the same time.
        context_window: tokens that each chat may hold.
        kv_type: the type of keys and values, if the model allows it.
        gpu_layer_count: layers on the card, the last ones first; one more for the output.
        keeps_experts: experts stay in main memory, also those of layers on the card.
        micro_batch_size: maximum tokens in one pass of the library.
        batch_size: maximum tokens in one call.
        projector: the memory of the projector.
        draft_bytes: the memory of the draft model, which is on the card if all layers are.
    """

    slot_count: int = 4
    context_window: int = 4096
    kv_type: KvType = KvType.F16
    gpu_layer_count: int = 0
    keeps_experts: bool = False
    micro_batch_size: int = 512
    batch_size: int = 2048
    projector: ProjectorPlan = NO_PROJECTOR
    draft_bytes: int = 0

    @property
    def cells(self) -> int:
        """Return the cells of each slot, rounded up to the library's step."""
        return -(-self.context_window // CONTEXT_STEP) * CONTEXT_STEP


class AttentionPlan(msgspec.Struct, frozen=True):
    """How attention is computed: fused or by plain products, the size of passes, and the types."""

    is_fused: bool
    micro_batch_size: int
    key_type: KvType
    value_type: KvType


class MemoryParts(msgspec.Struct, frozen=True):
    """Bytes in one kind of memory: weights, keys and values with states, scratch, results.

    ``projector`` is the memory of the projector, ``draft`` that of the draft model.
    """

    weights: int = 0
    kv: int = 0
    compute: int = 0
    output: int = 0
    process: int = 0
    projector: int = 0
    draft: int = 0

    @property
    def total(self) -> int:
        """Return the sum of all parts."""
        own = self.weights + self.kv + self.compute + self.output + self.process
        return own + self.projector + self.draft


class MemoryPlan(msgspec.Struct, frozen=True):
    """The memory of a model in main memory and on the cards; ``is_certain`` if it is complete."""

    main: MemoryParts
    card: MemoryParts
    is_certain: bool = True

    @property
    def total(self) -> int:
        """Return the sum of both."""
        return self.main.total + self.card.total

    @property
    def kv(self) -> int:
        """Return the bytes of the KV cache of all chats together."""
        return self.main.kv + self.card.kv


class FreeMemory(msgspec.Struct, frozen=True):
    """Free and total bytes; both are 0 for the card if there is none."""

    main: int
    main_total: int
    card: int = 0
    card_total: int = 0


class FitKind(enum.Enum):
    """Whether a model fits, from best to worst."""

    FITS = "fits"
    LESS_CONTEXT = "less context"
    PARTLY_CPU = "partly on the CPU"
    TOO_LARGE = "too large"


class Fit(msgspec.Struct, frozen=True):
    """The largest plan that fits, as ``load`` describes it, and its memory.

    For a model that is too large it is the smallest plan that was tried.
    """

    kind: FitKind
    load: LoadPlan
    plan: MemoryPlan


def plain_attention_rows(head_count: int, cells: int) -> int | None:
    """Return the maximum rows of a pass with plain attention on a CPU; None for fused attention."""
    rows = _SCORE_BYTES // (4 * max(1, head_count) * cells)
    return None if cells <= _SHORT_CELLS or rows < _MIN_ROWS else rows


def attention_plan(shape: ModelShape, load: LoadPlan) -> AttentionPlan:
    """Return how attention is computed: the loader requests the same.

    Types other than F16 have blocks of 32 numbers. Values, and the one row of latent attention, can
    have these types only if attention is fused.
    """
    if shape.embedding is not None:
        return AttentionPlan(
            is_fused=shape.architecture not in _BIASED,
            micro_batch_size=load.micro_batch_size,
            key_type=KvType.F16,
            value_type=KvType.F16,
        )
    rows = None if load.gpu_layer_count else plain_attention_rows(shape.head_count, load.cells)
    fits_blocks = all(width % 32 == 0 for width in (shape.head_width, shape.value_head_width))
    is_fused = rows is None
    can_quantize = fits_blocks and (is_fused or not shape.is_latent)
    key_type = load.kv_type if can_quantize else KvType.F16
    most = load.micro_batch_size if rows is None else min(load.micro_batch_size, rows)
    return AttentionPlan(
        is_fused=is_fused,
        # A picture with non-causal attention is one pass: with fewer rows the library would abort.
        micro_batch_size=min(max(most, load.projector.least_pass), load.batch_size),
        key_type=key_type,
        value_type=key_type if is_fused else KvType.F16,
    )


def memory_plan(shape: ModelShape, load: LoadPlan) -> MemoryPlan:
    """Return the memory of a model that is loaded with this plan."""
    planned = attention_plan(shape, load)
    on_card = _layers_on_card(shape, load)
    weights = _weights(shape, load, on_card)
    kv = [_kv_bytes(shape, load, planned, layer) for layer in shape.layers]
    first = len(shape.layers) - on_card
    outputs = min(load.slot_count + MAX_DRAFTED_ROWS, load.batch_size)
    computed = outputs
    if shape.embedding is not None:
        # The library reserves a row of logits for each token, also if the model computes none.
        outputs = load.batch_size
        computed = 0 if not any(kv) else outputs
    largest = Pass(
        slot_count=load.slot_count,
        cells=load.cells,
        sliding_cells=_sliding_cells(shape, load, planned),
        rows=min(planned.micro_batch_size, load.slot_count * load.cells),
        output_rows=computed,
        is_fused=planned.is_fused,
    )
    inputs, work = input_bytes(shape, largest), work_bytes(shape, largest)
    is_on_card = load.gpu_layer_count > 0
    has_draft_on_card = load.gpu_layer_count > len(shape.layers)
    main = MemoryParts(
        weights=weights[0],
        kv=sum(kv[:first]),
        compute=inputs + (0 if is_on_card and on_card == len(shape.layers) else work),
        output=4 * shape.vocabulary_size * outputs,
        process=PROCESS_BYTES
        + _BYTES_PER_TOKEN * shape.vocabulary_size
        + _CELL_BYTES * load.slot_count * load.cells,
        projector=0 if is_on_card else load.projector.total,
        draft=0 if has_draft_on_card else load.draft_bytes,
    )
    card = MemoryParts(
        weights=weights[1],
        kv=sum(kv[first:]),
        compute=inputs + work if is_on_card else 0,
        projector=load.projector.total if is_on_card else 0,
        draft=load.draft_bytes if has_draft_on_card else 0,
    )
    return MemoryPlan(main, card, shape.is_certain)


def fit(shape: ModelShape, load: LoadPlan, free: FreeMemory) -> Fit:
    """Return the part of a plan that fits: all, less context, partly on the CPU, or nothing.

    ``load.gpu_layer_count`` is the maximum for the card.
    """
    layers = most_card_layers(shape, load, free)
    wanted = replace(load, gpu_layer_count=layers)
    is_partly = bool(free.card) and layers < min(load.gpu_layer_count, len(shape.layers) + 1)
    plan = memory_plan(shape, wanted)
    if _is_room(plan, free):
        return Fit(FitKind.PARTLY_CPU if is_partly else FitKind.FITS, wanted, plan)
    for window in _smaller_windows(load.context_window):
        less = replace(load, context_window=window)
        less = replace(less, gpu_layer_count=most_card_layers(shape, less, free))
        plan = memory_plan(shape, less)
        if _is_room(plan, free):
            is_whole = less.gpu_layer_count >= min(load.gpu_layer_count, len(shape.layers) + 1)
            return Fit(FitKind.LESS_CONTEXT if is_whole else FitKind.PARTLY_CPU, less, plan)
    return Fit(FitKind.TOO_LARGE, wanted, memory_plan(shape, wanted))


def most_card_layers(shape: ModelShape, load: LoadPlan, free: FreeMemory) -> int:
    """Return how many layers fit on the card, at most the wanted number."""
    low, high = 0, min(load.gpu_layer_count, len(shape.layers) + 1)
    while low < high:
        middle = (low + high + 1) // 2
        plan = memory_plan(shape, replace(load, gpu_layer_count=middle))
        low, high = (middle, high) if plan.card.total <= free.card else (low, middle - 1)
    return low


def _is_room(plan: MemoryPlan, free: FreeMemory) -> bool:
    return plan.main.total <= free.main and plan.card.total <= free.card


def _smaller_windows(window: int) -> Iterator[int]:
    """Yield the powers of two below a window, down to the minimum size of a chat."""
    power = 1 << max(0, window - 1).bit_length() - 1
    while power >= _MIN_CONTEXT:
        yield power
        power //= 2


def _layers_on_card(shape: ModelShape, load: LoadPlan) -> int:
    """Return the number of layers on the card without the output, which is placed there first."""
    return max(0, min(load.gpu_layer_count - 1, len(shape.layers)))


def _weights(shape: ModelShape, load: LoadPlan, on_card: int) -> tuple[int, int]:
    """Return the bytes of weights in main memory and on the card."""
    kept = sum(layer.weight_bytes for layer in shape.layers[: len(shape.layers) - on_card])
    given = sum(layer.weight_bytes for layer in shape.layers[len(shape.layers) - on_card :])
    if load.keeps_experts:
        experts = sum(x.expert_bytes for x in shape.layers[len(shape.layers) - on_card :])
        kept, given = kept + experts, given - experts
    main, card = shape.input_bytes + kept, given
    if load.gpu_layer_count > 0:
        card += shape.output_bytes + (shape.embedding_bytes if shape.is_tied else 0)
    else:
        main += shape.output_bytes
    return main, card


def _kv_bytes(shape: ModelShape, load: LoadPlan, planned: AttentionPlan, layer: LayerShape) -> int:
    cells = _sliding_cells(shape, load, planned) if layer.is_sliding else load.cells
    row = _row_bytes(layer.key_width, planned.key_type) + _row_bytes(
        layer.value_width, planned.value_type
    )
    return load.slot_count * (cells * row + layer.state_bytes)


def _sliding_cells(shape: ModelShape, load: LoadPlan, planned: AttentionPlan) -> int:
    """Return the cells of each slot in layers with a window, which also hold a pass."""
    wanted = min(load.cells, shape.sliding_window + planned.micro_batch_size)
    return -(-wanted // CONTEXT_STEP) * CONTEXT_STEP


def _row_bytes(width: int, kind: KvType) -> int:
    return width // 32 * 34 if kind is KvType.Q8_0 else 2 * width
