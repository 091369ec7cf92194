"""Plans how a model that only embeds is loaded: the longest text, whose scratch memory decides."""

from msgspec.structs import replace

from engine.gguf.memory_plan import FreeMemory, LoadPlan, memory_plan, most_card_layers
from engine.gguf.model_shape import ModelShape

MAX_TEXT_TOKENS = 8192
MIN_TEXT_TOKENS = 512  # of an automatic limit
_USUAL_TOKENS = 2048  # of an estimate before the memory of the computer is known
MAX_CALL_TOKENS = 128  # of a text that is read in pieces
_MIN_CALL_TOKENS = 16
_LOGIT_BYTES = 64 << 20  # the library computes the logits of all tokens, although no one reads them
_FLOAT_BYTES = 4
# Scratch memory for the longest text, unless a limit was set. The library reserves a row of logits
# for each token, so that 8,192 tokens of a vocabulary of 250,000 take 8 GB.
_MAX_SCRATCH_BYTES = 2 << 30
_SCRATCH_SHARE = 8  # of the free memory: one eighth


def call_tokens(vocabulary_size: int) -> int:
    """Return the maximum tokens of a call for texts that are read in pieces."""
    fitting = _LOGIT_BYTES // (_FLOAT_BYTES * max(1, vocabulary_size))
    return max(_MIN_CALL_TOKENS, min(MAX_CALL_TOKENS, fitting))


def text_load(shape: ModelShape, tokens: int, gpu_layer_count: int = 0) -> LoadPlan:
    """Return the plan of a context for texts of at most this many tokens."""
    assert shape.embedding is not None
    if shape.embedding.reads_whole:
        rows, cells = tokens, tokens
    else:
        rows = call_tokens(shape.vocabulary_size)
        cells = tokens + rows  # the longest text and a call of others always fit
    return LoadPlan(
        slot_count=1,
        context_window=cells,
        gpu_layer_count=gpu_layer_count,
        micro_batch_size=rows,
        batch_size=rows,
    )


def usual_load(shape: ModelShape, load: LoadPlan) -> LoadPlan:
    """Return the plan itself, or for a model that only embeds that of texts of usual length."""
    if shape.embedding is None:
        return load
    return text_load(shape, min(shape.trained_context or _USUAL_TOKENS, _USUAL_TOKENS))


def embedding_load(
    shape: ModelShape, limit: int | None, gpu_layer_count: int | None, free: FreeMemory
) -> LoadPlan:
    """Return the plan for the longest text: as set, or as long as it takes little memory.

    ``gpu_layer_count`` is the number of layers that was set; None places all that fit on the card.
    """
    every = len(shape.layers) + 1
    wanted = every if gpu_layer_count is None else min(gpu_layer_count, every)
    wanted = wanted if free.card else 0
    longest = min(shape.trained_context or MAX_TEXT_TOKENS, MAX_TEXT_TOKENS)
    if limit is not None:
        tokens = min(limit, longest)
    else:
        tokens = longest
        room = min(_MAX_SCRATCH_BYTES, (free.card if wanted else free.main) // _SCRATCH_SHARE)
        while tokens > MIN_TEXT_TOKENS and _scratch(shape, text_load(shape, tokens, wanted)) > room:
            tokens = max(MIN_TEXT_TOKENS, (1 << tokens.bit_length() - 1) // 2)
    load = text_load(shape, tokens, wanted)
    if wanted and gpu_layer_count is None:
        load = replace(load, gpu_layer_count=most_card_layers(shape, load, free))
    return load


def text_tokens(shape: ModelShape, load: LoadPlan) -> int:
    """Return the longest text of a plan, in tokens."""
    assert shape.embedding is not None
    return load.context_window - (0 if shape.embedding.reads_whole else load.batch_size)


def _scratch(shape: ModelShape, load: LoadPlan) -> int:
    plan = memory_plan(shape, load)
    parts = (plan.main, plan.card)
    return sum(each.kv + each.compute + each.output for each in parts)
