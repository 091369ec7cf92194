"""What the memory of a loaded model can do: tried out once, not assumed."""

from dataclasses import dataclass

from engine.backend import BatchEntry, DecodeStatus
from engine.errors import ModelLoadFailed
from engine.llama.capi import lib, library_errors
from engine.llama.context import Context
from engine.llama.model import Model


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The model's kind of memory.

    Attributes:
        can_cut: the end of a slot can be removed.
        sliding_window: tokens that some layers look back on, None if all see everything.
        is_recurrent: a state instead of single tokens, which can't be wound back.
        is_hybrid: some layers are recurrent.
        can_shift: the library would move positions; necessary, not sufficient for a slide.
        has_many_positions: several positions per token (M-RoPE), which can't be moved.
    """

    can_cut: bool
    sliding_window: int | None
    is_recurrent: bool
    is_hybrid: bool
    can_shift: bool
    has_many_positions: bool


def probe(model: Model, context: Context) -> Capabilities:
    """Decode two tokens, try to take one back, and leave the context empty."""
    can_cut = _can_cut(model, context)
    return Capabilities(
        can_cut=can_cut,
        sliding_window=int(lib.llama_model_n_swa(model.pointer)) or None,
        is_recurrent=bool(lib.llama_model_is_recurrent(model.pointer)),
        is_hybrid=bool(lib.llama_model_is_hybrid(model.pointer)),
        can_shift=context.can_shift,
        has_many_positions=int(lib.llama_model_rope_type(model.pointer))
        in (lib.LLAMA_ROPE_TYPE_MROPE, lib.LLAMA_ROPE_TYPE_IMROPE, lib.LLAMA_ROPE_TYPE_VISION),
    )


def _can_cut(model: Model, context: Context) -> bool:
    entry = BatchEntry(slot=0, tokens=[0, 0], position=0, wants_logits=True)
    library_errors()
    status = context.decode([entry])
    if status is not DecodeStatus.DONE:
        raise ModelLoadFailed(
            f"{model.name} was loaded, but cannot compute on this machine."
        ) from ModelLoadFailed(library_errors())
    can_cut = context.cut(0, 1)
    context.clear(0)
    return can_cut
