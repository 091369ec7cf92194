"""The automatic context: how many tokens a chat may hold if no number is set."""

import enum

import msgspec
from msgspec.structs import replace

from engine.gguf.memory_plan import FreeMemory, LoadPlan, memory_plan
from engine.gguf.model_shape import ModelShape

LARGEST_CONTEXT = 32_768
MIN_CONTEXT = 2048  # with fewer, a chat drops its own beginning within two answers
SHARED_CONTEXT = 8192  # is not made smaller so that another model fits next to this one
LEFT_SHARE, LEFT_BYTES = 0.3, 4 * 1024**3  # share of main memory for the system and other programs
LEFT_CARD_SHARE = 0.1
MAX_READING_SECONDS = 180
# Approximate prompt speed of a processor core: multiplications and additions per second.
CORE_OPERATIONS = 40e9


class ContextReason(enum.Enum):
    """Why an automatic context is not twice as long."""

    LIMIT = "limit"
    TRAINED = "trained"
    MEMORY = "memory"
    CARD = "card"
    SPEED = "speed"


class AutomaticContext(msgspec.Struct, frozen=True):
    """The tokens that each chat may hold, and the limit that prevents more."""

    tokens: int
    reason: ContextReason


def automatic_context(
    shape: ModelShape, load: LoadPlan, free: FreeMemory, tokens_per_second: float | None
) -> AutomaticContext:
    """Return the largest power of two that the model, the memory and the speed allow.

    ``tokens_per_second`` is the prompt speed of this computer; None if a card reads prompts, which
    is fast enough. ``load.gpu_layer_count`` is the planned number of layers on the card.
    """
    trained = shape.trained_context or LARGEST_CONTEXT
    limit = min(trained, LARGEST_CONTEXT)
    tokens = 1 << (limit.bit_length() - 1)
    reason = ContextReason.TRAINED if trained < 2 * LARGEST_CONTEXT else ContextReason.LIMIT
    least = min(tokens, MIN_CONTEXT)
    most = _most_bytes(shape, load, free)
    while tokens > least:
        hindrance = _hindrance(shape, replace(load, context_window=tokens), free, most)
        if hindrance is None and not _is_quick(tokens, tokens_per_second):
            hindrance = ContextReason.SPEED
        if hindrance is None:
            break
        tokens, reason = tokens // 2, hindrance
    return AutomaticContext(tokens, reason)


def estimated_speed(shape: ModelShape, core_count: int) -> float:
    """Return the approximate prompt speed of a processor, in tokens per second."""
    return core_count * CORE_OPERATIONS / (2 * max(1, shape.active_parameter_count))


def _most_bytes(shape: ModelShape, load: LoadPlan, free: FreeMemory) -> float:
    """Return how much main memory a model may take: half of it, so that two fit together.

    It may take all that other programs leave if it needs more than half with ``SHARED_CONTEXT``.
    """
    left = free.main - max(LEFT_SHARE * free.main_total, LEFT_BYTES)
    shared = memory_plan(shape, replace(load, context_window=SHARED_CONTEXT)).main.total
    return min(left, free.main / 2) if shared <= free.main / 2 else left


def _hindrance(
    shape: ModelShape, load: LoadPlan, free: FreeMemory, most_bytes: float
) -> ContextReason | None:
    """Return the kind of memory of which too little would be left."""
    plan = memory_plan(shape, load)
    if plan.main.total > most_bytes:
        return ContextReason.MEMORY
    if load.gpu_layer_count and free.card - plan.card.total < LEFT_CARD_SHARE * free.card_total:
        return ContextReason.CARD
    return None


def _is_quick(tokens: int, tokens_per_second: float | None) -> bool:
    return tokens_per_second is None or tokens <= MAX_READING_SECONDS * tokens_per_second
