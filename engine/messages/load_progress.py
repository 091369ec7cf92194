"""The progress of a model load, at a rate that a window can show."""

import time
from collections.abc import Callable, Sized
from pathlib import Path

from engine.files import size_of
from engine.ipc.lazy_text import lazy
from engine.messages.errors import LoadCancelled
from engine.messages.events import Event, ModelLoading

_PROGRESS_SECONDS = 0.1


def load_progress(
    path: str, report: Callable[[Event], None], orders: Sized
) -> Callable[[float], None]:
    """Return the loader's callback. It raises LoadCancelled if ``orders`` have arrived."""
    reported = 0.0
    byte_count = size_of(path)

    def note(progress: float) -> None:
        nonlocal reported
        if orders and progress < 1.0:  # else the load is complete, and the model is freed quickly
            raise LoadCancelled(lazy("Loading {name} was cancelled.", name=Path(path).name))
        now = time.monotonic()
        if progress >= 1.0 or now - reported >= _PROGRESS_SECONDS:
            reported = now
            report(ModelLoading(path, min(1.0, progress), byte_count))

    return note
