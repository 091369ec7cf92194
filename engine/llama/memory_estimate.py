"""Refuses a context that does not fit into memory, before the system would kill the process."""

import psutil

from engine.gguf.memory_plan import FitKind, FreeMemory, LoadPlan, fit, memory_plan
from engine.gguf.model_shape import ModelShape
from engine.ipc.lazy_text import LazyText, lazy, lazy_join
from engine.messages.errors import NotEnoughMemory


def check_memory(shape: ModelShape, load: LoadPlan) -> None:
    """Raise NotEnoughMemory if main memory has no room for what is not read from the file itself.

    Weights are mapped: what of them finds no room is read again from the disk, slowly, and nothing
    ends. Those of a projector are not. For a device the library refuses.
    """
    plan = memory_plan(shape, load)
    needed = plan.main.kv + plan.main.compute + plan.main.output + plan.main.projector
    available = psutil.virtual_memory().available
    if needed <= available:
        return
    refusal = lazy(
        "{slot_count} chats of {cells:,} tokens need {needed} of memory beside the model, and "
        "{free} are free.",
        slot_count=load.slot_count,
        cells=load.cells,
        needed=_gigabytes(needed),
        free=_gigabytes(available),
    )
    raise NotEnoughMemory(lazy_join((refusal, _remedy(shape, load, available))))


def _remedy(shape: ModelShape, load: LoadPlan, available: int) -> LazyText:
    """Return what would fit, if a smaller context would."""
    found = fit(shape, load, FreeMemory(available, available, 1 << 60, 1 << 60))
    if found.kind in (FitKind.LESS_CONTEXT, FitKind.PARTLY_CPU):
        return lazy(
            "Choose a context of at most {tokens:,} tokens, or fewer chats at once.",
            tokens=found.load.context_window,
        )
    return lazy("Choose a smaller context per chat, or fewer chats at once.")


def _gigabytes(count: int) -> LazyText:
    return lazy("{size:.1f} GB", size=count / 1024**3)
