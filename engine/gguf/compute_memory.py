"""The scratch memory of one pass of the library, as its allocator would lay it out.

The library plans the graph of its largest pass and keeps room for what of it is alive at the same
moment. That moment is in the attention of a layer, in its feed-forward part, or at the output. How
many rows are alive beside the large ones is read off the library's own figures, which
``python -m tests.benchmarks.planner`` compares with these.
"""

from dataclasses import dataclass

from engine.gguf.model_shape import ModelShape

_FLOAT, _HALF, _INDEX = 4, 2, 8


@dataclass(frozen=True, slots=True)
class Pass:
    """The largest pass: ``rows`` tokens, of which ``output_rows`` are sampled from."""

    slot_count: int
    cells: int
    sliding_cells: int
    rows: int
    output_rows: int
    is_fused: bool


def input_bytes(shape: ModelShape, largest: Pass) -> int:
    """Return what is written before a pass, in main memory wherever the layers are."""
    rows = _whole_rows(largest)
    caches = _caches(shape, largest)
    if largest.is_fused:
        return sum(rows * cells * _HALF for cells in caches)
    places = 0 if shape.is_latent else rows * shape.widest_value * _INDEX
    return sum(rows * cells * _FLOAT + places for cells in caches)


def work_bytes(shape: ModelShape, largest: Pass) -> int:
    """Return what is alive at the fullest moment of a pass."""
    rows = _whole_rows(largest)
    moments = [
        _attention_bytes(shape, largest, rows),
        _feed_forward_bytes(shape, rows, is_fused=largest.is_fused),
        _state_bytes(shape, largest, rows),
        min(largest.output_rows, rows) * _FLOAT * (shape.vocabulary_size + shape.width),
    ]
    return max(moments)


def _whole_rows(largest: Pass) -> int:
    """Return the rows of a pass with as many of each slot."""
    return -(-largest.rows // largest.slot_count) * largest.slot_count


def _caches(shape: ModelShape, largest: Pass) -> list[int]:
    """Return the cells of each cache of tokens: one for windows, one for all else."""
    sliding = {layer.is_sliding for layer in shape.layers if layer.key_width}
    return [largest.sliding_cells if is_sliding else largest.cells for is_sliding in sliding]


def _query(shape: ModelShape, rows: int) -> int:
    return rows * _FLOAT * shape.head_count * shape.head_width


def _attention_bytes(shape: ModelShape, largest: Pass, rows: int) -> int:
    caches = _caches(shape, largest)
    beside = 3 * rows * _FLOAT * shape.width + 2 * _query(shape, rows)
    if largest.is_fused or not caches:
        return beside
    scores = rows * _FLOAT * shape.head_count * max(caches)
    if shape.is_latent:  # the values are part of the keys, and copied to be turned round
        beside += largest.slot_count * max(caches) * shape.value_head_width * _HALF
    return scores + beside


def _feed_forward_bytes(shape: ModelShape, rows: int, *, is_fused: bool) -> int:
    width = rows * _FLOAT * shape.width
    query = _query(shape, rows)
    beside = 3 * width + (query * 3 // 2 if shape.is_latent and is_fused else query)
    hidden = rows * _FLOAT * shape.hidden
    if not shape.expert_count:
        return beside + 3 * hidden
    used = max(1, shape.experts_used)
    # What the experts return takes the place of what went into them, if that is large enough.
    returned = width * used if width > 2 * hidden else 0
    return beside + 3 * hidden * used + returned


def _state_bytes(shape: ModelShape, largest: Pass, rows: int) -> int:
    """Return what a layer that keeps a state needs, for each row and for the states themselves."""
    if not shape.state_width:
        return 0
    state = max((layer.state_bytes for layer in shape.layers), default=0)
    return rows * _FLOAT * (6 * shape.state_width + shape.width) + largest.slot_count * state
