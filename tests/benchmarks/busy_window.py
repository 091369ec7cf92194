"""Keeps the window busy for a while: what share of its thread that takes, how late a timer is."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QApplication

from app.chat.reply_runner import FRAME_SECONDS


@dataclass(frozen=True, slots=True)
class BusyWindow:
    """The share of the thread, and the lateness that 99 of 100 ticks of 10 ms do not exceed."""

    share: float
    late_p99_ms: float


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of all does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def keep_busy(seconds: float, update_replies: Callable[[float], None]) -> BusyWindow:
    """Call ``update_replies`` as often as replies are read, with the seconds that have passed."""
    late: list[float] = []
    began, began_cpu = time.monotonic(), time.thread_time()
    due = told = began
    while time.monotonic() - began < seconds:
        due = max(due + 0.01, time.monotonic() - 0.05)
        while time.monotonic() < due:
            time.sleep(max(0.0, min(0.001, due - time.monotonic())))
            QApplication.processEvents()
        late.append((time.monotonic() - due) * 1000)
        if time.monotonic() - told >= FRAME_SECONDS:  # as often as `chat/reply_runner.py` reads
            told = time.monotonic()
            update_replies(told - began)
    share = (time.thread_time() - began_cpu) / (time.monotonic() - began)
    return BusyWindow(share, percentile(late, 0.99))
