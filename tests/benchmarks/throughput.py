"""Tokens per second of the whole engine beside a bare loop of ``llama_decode``, in one run.

The engine samples, makes text, encodes every event for the window's pipe; the bare loop does
nothing but decode the same shape. Both take turns, round after round, so that a noisy machine is
noisy to both; the ratio is that of the medians of all steps.
"""

import statistics
import threading
import time
from dataclasses import dataclass, field

from engine import protocol
from engine.config import EngineConfig
from engine.engine import Engine
from engine.llama.devices import default_thread_count
from engine.llama.loader import load
from tests.benchmarks.bare_loop import BareLoop
from tests.benchmarks.report import print_table, read_options, write_json
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized

CONTEXT_WINDOW = 512
PROMPT_LENGTH = 64
STEP_COUNT = 48


@dataclass
class _Meter:
    """Hears the engine as the pipe's writer would, and times the steps of a full batch."""

    batch_size: int
    intervals: list[float] = field(default_factory=list)
    finished_count: int = 0
    byte_count: int = 0
    _last: float | None = None

    def __post_init__(self) -> None:
        self._changed = threading.Condition()
        self.is_ready = False

    def __call__(self, event: protocol.Event) -> None:
        now = time.perf_counter()
        self.byte_count += len(protocol.encode(event))
        with self._changed:
            if isinstance(event, protocol.ModelLoaded):
                self.is_ready = True
            if isinstance(event, protocol.StepEvents):
                self._take(event, now)
            self._changed.notify_all()

    def _take(self, event: protocol.StepEvents, now: float) -> None:
        ends = [each for each in event.events if isinstance(each, protocol.Finished)]
        self.finished_count += len(ends)
        step = event.step
        is_full = step is not None and len(step.decode_slots) == self.batch_size
        is_pure = step is not None and not step.prefill_slots
        if is_full and is_pure and self._last is not None:
            self.intervals.append(now - self._last)
        self._last = now if is_full else None

    def wait_until(self, finished_count: int) -> None:
        with self._changed:
            self._changed.wait_for(
                lambda: self.is_ready and self.finished_count >= finished_count, timeout=600
            )


class _EngineSide:
    """The real engine on its thread."""

    def __init__(self, path: str, batch_size: int, thread_count: int) -> None:
        self.meter = _Meter(batch_size)
        self._batch_size = batch_size
        self._engine = Engine(load, self.meter)
        self._thread = threading.Thread(target=self._engine.run)
        self._thread.start()
        config = EngineConfig(
            context_window=CONTEXT_WINDOW, slot_count=batch_size, thread_count=thread_count
        )
        self._engine.submit(protocol.LoadModel(path, config))
        self.meter.wait_until(0)
        self._request_id = 0

    def run_round(self) -> None:
        """Ask every conversation once and wait for all."""
        for _ in range(self._batch_size):
            self._request_id += 1
            text = f"{self._request_id} " + "x" * PROMPT_LENGTH
            message = protocol.ChatMessage(protocol.Role.USER, text)
            sampling = protocol.SamplingParams(max_tokens=STEP_COUNT, seed=self._request_id)
            name = f"c{self._request_id}"
            self._engine.submit(protocol.Submit(self._request_id, name, (message,), sampling))
        self.meter.wait_until(self._request_id)

    def close(self) -> None:
        self._engine.submit(protocol.Shutdown())
        self._thread.join()


def measure(path: str, batch_size: int, rounds: int, thread_count: int) -> tuple[float, float]:
    """Return tokens per second of the engine and of the bare loop."""
    bare = BareLoop(
        path, slot_count=batch_size, context_window=CONTEXT_WINDOW, thread_count=thread_count
    )
    engine = _EngineSide(path, batch_size, thread_count)
    bare_seconds: list[float] = []
    bare.step_seconds(PROMPT_LENGTH, 8)
    engine.run_round()
    engine.meter.intervals.clear()
    for _ in range(rounds):
        bare_seconds += bare.step_seconds(PROMPT_LENGTH, STEP_COUNT)[1:]
        engine.run_round()
    engine.close()
    bare.close()
    engine_step = statistics.median(engine.meter.intervals)
    return batch_size / engine_step, batch_size / statistics.median(bare_seconds)


def main() -> None:
    """Print the table."""
    options = read_options("Throughput of the engine beside a bare llama_decode loop.")
    path = str(cached_model(write_synthesized))
    thread_count = default_thread_count()
    numbers: dict[str, float] = {}
    rows = []
    for batch_size in (1, 4, 8, 16):
        rounds = 2 if options.is_quick else 8
        engine, bare = measure(path, batch_size, rounds, thread_count)
        numbers[f"ratio_{batch_size}"] = engine / bare
        numbers[f"tokens_per_second_{batch_size}"] = engine
        rows.append([str(batch_size), f"{engine:.1f}", f"{bare:.1f}", f"{engine / bare:.3f}"])
    print(f"0.1 B parameters, Q8_0, {thread_count} thread(s); tokens per second, medians")
    print_table(["conversations", "engine", "bare loop", "ratio"], rows)
    write_json(options, numbers)


if __name__ == "__main__":
    main()
