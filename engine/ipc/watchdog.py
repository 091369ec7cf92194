"""Detects a hanging process by counting ticks of its parent's timer.

Ticks are counted instead of reading a clock: a machine that slept, or a parent that was busy, made
no ticks, so neither counts as a hang.
"""

import msgspec

from engine.ipc.lazy_text import LazyText, lazy
from engine.ipc.lifecycle import Heartbeat, Preparing


class HangLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Maximum silence of a running process in seconds, counted in ticks.

    Attributes:
        tick_seconds: interval of the ticks.
        start_seconds: from the start, and from each Preparing, to the next event; also between two
            events of a load, since calls for a large vocabulary block all threads of Python.
        heartbeat_seconds: between two other events of any kind.
        step_seconds: without a step although it is busy, or in the same slice of work next to the
            steps.
        load_seconds: without progress in a load.
    """

    tick_seconds: float = 1.0
    start_seconds: float = 60.0
    heartbeat_seconds: float = 10.0
    step_seconds: float = 30.0
    load_seconds: float = 120.0


class Watchdog:
    """Sees the events of one process and reports when it hangs; ``name`` begins the sentence.

    Attributes:
        step_seconds: how long a step may take; at first that of the limits.
    """

    def __init__(self, limits: HangLimits, name: LazyText) -> None:
        """Begin with a process that was just started."""
        self._limits = limits
        self._name = name
        self.step_seconds = limits.step_seconds
        self._load_seconds: float | None = None
        self._has_spoken = False
        self._is_busy = False
        self._step_count = 0
        self._silent_ticks = 0
        self._idle_ticks = 0
        self._slice_count: int | None = None
        self._slice_ticks = 0

    def saw_event(self, event: object) -> None:
        """Record an event that was received."""
        self._has_spoken = not isinstance(event, Preparing)
        self._silent_ticks = 0
        if isinstance(event, Heartbeat):
            # One thread counts steps, another sends heartbeats: a heartbeat alone proves nothing.
            is_in_order = not event.is_busy or event.step_count != self._step_count
            if is_in_order and self._load_seconds is None:
                self._idle_ticks = 0
            if event.slice_count is None or event.slice_count != self._slice_count:
                self._slice_ticks = 0  # also next to steps, which do not concern it
            self._slice_count = event.slice_count
            self._is_busy = event.is_busy
            self._step_count = event.step_count

    def saw_progress(self) -> None:
        """Record that a step ended, or that a load has advanced."""
        self._idle_ticks = 0

    def expect_load(self, seconds: float | None) -> None:
        """Allow this many seconds until the next progress of a load; None once it has ended."""
        self._load_seconds = seconds
        self._idle_ticks = 0

    def tick(self) -> LazyText | None:
        """Count one tick; return a sentence once the process has been silent for too long."""
        self._silent_ticks += 1
        self._idle_ticks += 1
        self._slice_ticks += 1
        limits = self._limits
        may_beat = self._has_spoken and self._load_seconds is None
        silence = limits.heartbeat_seconds if may_beat else limits.start_seconds
        is_slice_over = self._slice_count is not None and self._is_over(
            self._slice_ticks, self.step_seconds
        )
        if self._is_over(self._silent_ticks, silence):
            return lazy("{program} stopped responding and was closed.", program=self._name)
        if self._load_seconds is not None:
            if self._is_over(self._idle_ticks, self._load_seconds):
                return lazy(
                    "{program} stopped responding while loading the model and was closed.",
                    program=self._name,
                )
        elif self._is_busy and self._is_over(self._idle_ticks, self.step_seconds):
            return lazy(
                "{program} stopped responding while writing and was closed.", program=self._name
            )
        elif is_slice_over:
            return lazy("{program} stopped responding and was closed.", program=self._name)
        return None

    def _is_over(self, ticks: int, seconds: float) -> bool:
        return ticks * self._limits.tick_seconds > seconds
