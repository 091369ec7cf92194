"""Recognizes a hanging engine process by counting ticks of the listener's timer."""

from dataclasses import dataclass

from engine.ipc.lazy_text import lazy
from engine.messages.commands import LoadModel
from engine.messages.config import EngineConfig
from engine.messages.events import (
    EngineStarted,
    Heartbeat,
    ModelFailed,
    ModelLoaded,
    ModelLoading,
    StepEvents,
)
from engine.messages.metrics import StepRecord

SLOWEST_READING = 20e6  # bytes of a model's file per second, from the weakest disk
SLOWEST_FLOPS = 1e10  # what the weakest machine is trusted to compute per second
FLOP_PER_WEIGHT = 2
MARGIN = 20  # so much slower than ever measured a step may be
MEASURED_PROMPT_TOKENS = 32  # shorter prompts tell nothing about the time per token


@dataclass(frozen=True, slots=True, kw_only=True)
class HangLimits:
    """Seconds of silence that a living process may keep, counted in ticks.

    Attributes:
        tick_seconds: distance of the ticks.
        start_seconds: from the start to the first event.
        heartbeat_seconds: between two events of any kind.
        step_seconds: without a token although it is busy, or in the same slice of a picture; more
            for large models.
        load_seconds: without progress in loading a model; more for a large one once its file is
            known, which is read at the latest when it is tried out.
    """

    tick_seconds: float = 1.0
    start_seconds: float = 60.0
    heartbeat_seconds: float = 10.0
    step_seconds: float = 30.0
    load_seconds: float = 120.0


class Watchdog:
    """Sees what goes to and comes from one process and says when it hangs."""

    def __init__(self, limits: HangLimits) -> None:
        """Begin with a process that was just started."""
        self._limits = limits
        self._config = EngineConfig()
        self._has_spoken = False
        self._is_loading = False
        self._is_busy = False
        self._step_count = 0
        self._silent_ticks = 0
        self._idle_ticks = 0
        self._slice_count: int | None = None
        self._slice_ticks = 0
        self._load_seconds = limits.load_seconds
        self._step_seconds = limits.step_seconds
        self._is_measured = False

    def saw_command(self, command: object) -> None:
        """Note a command that was sent."""
        if isinstance(command, LoadModel):
            self._is_loading = True
            self._idle_ticks = 0
            self._load_seconds = self._limits.load_seconds
            self._config = command.config

    def saw_event(self, event: object) -> None:
        """Note an event that was received."""
        self._has_spoken = True
        self._silent_ticks = 0
        match event:
            case Heartbeat():
                self._saw_heartbeat(event)
            case ModelLoading():
                self._saw_loading(is_loading=True)
                is_mapped = event.progress >= 1.0  # into memory, and maybe not read yet
                reading = event.byte_count / SLOWEST_READING if is_mapped else 0.0
                self._load_seconds = self._limits.load_seconds + reading
            case ModelFailed() | EngineStarted():
                self._saw_loading(is_loading=False)
            case ModelLoaded():
                self._saw_loading(is_loading=False)
                self._step_seconds = self._first_step_seconds(event.info.parameter_count)
                self._is_measured = False
            case StepEvents(step=StepRecord() as step):
                self._saw_step(step)
            case _:
                pass

    def tick(self) -> str | None:
        """Count one tick; returns a sentence once the process has been silent for too long."""
        self._silent_ticks += 1
        self._idle_ticks += 1
        self._slice_ticks += 1
        limits = self._limits
        silence = limits.heartbeat_seconds if self._has_spoken else limits.start_seconds
        if self._is_over(self._silent_ticks, silence):
            return lazy("The engine stopped responding and was closed.")
        if self._is_loading:
            if self._is_over(self._idle_ticks, self._load_seconds):
                return lazy("The engine stopped responding while loading the model and was closed.")
        elif self._is_busy and self._is_over(self._idle_ticks, self._step_seconds):
            return lazy("The engine stopped responding while writing and was closed.")
        elif self._slice_count is not None and self._is_over(self._slice_ticks, self._step_seconds):
            return lazy("The engine stopped responding and was closed.")
        return None

    def _is_over(self, ticks: int, seconds: float) -> bool:
        return ticks * self._limits.tick_seconds > seconds

    def _saw_heartbeat(self, beat: Heartbeat) -> None:
        # The engine thread counts steps, another thread beats: a beat alone proves nothing.
        is_in_order = not beat.is_busy or beat.step_count != self._step_count
        if is_in_order and not self._is_loading:
            self._idle_ticks = 0
        if beat.slice_count is None or beat.slice_count != self._slice_count:
            self._slice_ticks = 0  # also beside replies, whose steps say nothing about it
        self._slice_count = beat.slice_count
        self._is_busy = beat.is_busy
        self._step_count = beat.step_count

    def _saw_loading(self, *, is_loading: bool) -> None:
        self._is_loading = is_loading
        self._idle_ticks = 0

    def _saw_step(self, step: StepRecord) -> None:
        """Trust the machine to be as slow again as it ever was, many times over."""
        if not step.token_count:
            return  # steps that compute nothing can follow each other for ever
        self._idle_ticks = 0
        if not self._is_measured and step.prefill_tokens < MEASURED_PROMPT_TOKENS:
            return
        seconds = step.decode_seconds + step.prefill_seconds
        if step.prefill_tokens >= MEASURED_PROMPT_TOKENS:
            per_token = step.prefill_seconds / step.prefill_tokens
            seconds = max(seconds, per_token * self._config.batch_size)
        known = self._step_seconds if self._is_measured else self._limits.step_seconds
        self._step_seconds = max(known, self._limits.step_seconds + MARGIN * seconds)
        self._is_measured = True

    def _first_step_seconds(self, parameter_count: int) -> float:
        """Return what the first step may take, when nothing is measured yet."""
        work = FLOP_PER_WEIGHT * parameter_count * self._config.batch_size
        return self._limits.step_seconds + work / SLOWEST_FLOPS
