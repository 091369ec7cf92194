"""What the KV cache of a loaded model can do: tried out once, not assumed."""

from engine.backend import BatchEntry, Capabilities, DecodeStatus
from engine.ipc.lazy_text import lazy
from engine.llama.capi import library_errors
from engine.llama.context import Context
from engine.llama.model import Model
from engine.llama.state import StateKind
from engine.messages.errors import ModelLoadFailed

# These have more than cells to place: the end of that is not to be seen.
_OTHER_MEMORIES = frozenset({"deepseek4"})


def probe(model: Model, context: Context, *, is_in_main_memory: bool = False) -> Capabilities:
    """Decode two tokens, copy them, try to take one back, and leave the context empty."""
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
    """Try it with bytes; the library's own copy would take all cells along at the next decode."""
    if context.slot_count < 2:
        return False
    state = context.kv_cache.read(0, StateKind.WHOLE)
    return context.kv_cache.write(1, StateKind.WHOLE, state, 2)


def _can_lend(model: Model, context: Context) -> bool:
    """Return whether each slot has cells of its own, and it is to be seen when they are placed.

    Recurrent states of all slots are in one table.
    """
    has_table = model.is_recurrent or model.is_hybrid or model.architecture in _OTHER_MEMORIES
    return not has_table and context.kv_cache.part_count > 0


def _can_slide(model: Model, context: Context) -> bool:
    """Return whether positions can be moved without harm; the library says yes too often.

    It lets states move that remember what was discarded, and rotates the keys of all slots
    again where that rotation makes them longer.
    """
    remembers_all_alike = not (model.is_recurrent or model.is_hybrid or model.sliding_window)
    is_sound = not (model.has_mrope or model.scales_keys)
    return remembers_all_alike and is_sound and context.kv_cache.can_shift
