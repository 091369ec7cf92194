"""Limits for the engine's watchdog: the expected duration of loads and steps of a model."""

from engine.ipc.lifecycle import ProcessStarted
from engine.ipc.watchdog import HangLimits, Watchdog
from engine.messages.commands import LoadModel
from engine.messages.config import EngineConfig
from engine.messages.events import ModelFailed, ModelLoaded, ModelLoading, StepEvents
from engine.messages.metrics import StepRecord

SLOWEST_READING = 20e6  # bytes of a model's file per second, for the slowest disk
SLOWEST_FLOPS = 1e10  # operations per second of the slowest supported machine
FLOP_PER_WEIGHT = 2
MARGIN = 20  # a step may be this many times slower than the slowest measured one
MEASURED_PROMPT_TOKENS = 32  # shorter prompts tell nothing about the time per token


class EngineWatch:
    """Follows the messages to and from one engine process; adapts its watchdog's limits."""

    def __init__(self, watchdog: Watchdog, limits: HangLimits) -> None:
        self._watchdog = watchdog
        self._limits = limits
        self._config = EngineConfig()
        self._is_measured = False

    def saw_command(self, command: object) -> None:
        """Record a command that was sent."""
        if isinstance(command, LoadModel):
            self._watchdog.expect_load(self._limits.load_seconds)
            self._config = command.config

    def saw_event(self, event: object) -> None:
        """Record an event that was received."""
        match event:
            case ModelLoading():
                is_mapped = event.progress >= 1.0  # into memory, and perhaps not read yet
                reading = event.byte_count / SLOWEST_READING if is_mapped else 0.0
                self._watchdog.expect_load(self._limits.load_seconds + reading)
            case ModelFailed() | ProcessStarted():
                self._watchdog.expect_load(None)
            case ModelLoaded():
                self._watchdog.expect_load(None)
                work = FLOP_PER_WEIGHT * event.info.parameter_count * self._config.batch_size
                self._watchdog.step_seconds = self._limits.step_seconds + work / SLOWEST_FLOPS
                self._is_measured = False
            case StepEvents(step=StepRecord() as step):
                self._saw_step(step)
            case _:
                pass

    def _saw_step(self, step: StepRecord) -> None:
        """Allow many times the slowest measured duration of a step."""
        if not step.token_count:
            return  # steps that compute nothing can follow each other forever
        self._watchdog.saw_progress()
        if not self._is_measured and step.prefill_tokens < MEASURED_PROMPT_TOKENS:
            return
        seconds = step.decode_seconds + step.prefill_seconds
        if step.prefill_tokens >= MEASURED_PROMPT_TOKENS:
            per_token = step.prefill_seconds / step.prefill_tokens
            seconds = max(seconds, per_token * self._config.batch_size)
        known = self._watchdog.step_seconds if self._is_measured else self._limits.step_seconds
        self._watchdog.step_seconds = max(known, self._limits.step_seconds + MARGIN * seconds)
        self._is_measured = True
