"""Tokens per second of the whole engine beside a bare loop of ``llama_decode``, in one run.

The engine samples, makes text, encodes every event for the window's pipe; the bare loop does
nothing but decode the same shape. Both take turns, round after round, so that a noisy machine is
noisy to both; the ratio is that of the medians of all steps.
"""

import itertools
import statistics

from engine.config import EngineConfig
from engine.llama.devices import default_thread_count
from engine.protocol import StepRecord
from tests.benchmarks.bare_loop import BareLoop
from tests.benchmarks.harness import EngineHarness
from tests.benchmarks.report import print_table, read_options, write_json
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized

CONTEXT_WINDOW = 512
PROMPT_CHARACTERS = 64
STEP_COUNT = 48


def _run_round(harness: EngineHarness, batch_size: int, number: int) -> int:
    """Ask every conversation once, wait for all, and return how long the prompts were."""
    asked = [
        harness.ask(
            f"c{number}.{index}",
            [f"{number} {index} " + "x" * PROMPT_CHARACTERS],
            max_tokens=STEP_COUNT,
        )
        for index in range(batch_size)
    ]
    harness.wait(*asked)
    assert asked[0].started is not None
    return asked[0].started.prompt_tokens


def _step_seconds(harness: EngineHarness, batch_size: int) -> list[float]:
    """Return the seconds from step to step while all conversations wrote and nobody read."""
    steps = zip(harness.steps, harness.step_times, strict=True)
    return [
        time - before
        for (earlier, before), (later, time) in itertools.pairwise(steps)
        if _is_full(earlier, batch_size) and _is_full(later, batch_size)
    ]


def _is_full(step: StepRecord, batch_size: int) -> bool:
    return len(step.decode_slots) == batch_size and not step.prefill_slots


def measure(path: str, batch_size: int, rounds: int, thread_count: int) -> tuple[float, float]:
    """Return tokens per second of the engine and of the bare loop."""
    bare = BareLoop(
        path, slot_count=batch_size, context_window=CONTEXT_WINDOW, thread_count=thread_count
    )
    config = EngineConfig(
        context_window=CONTEXT_WINDOW, slot_count=batch_size, thread_count=thread_count
    )
    engine = EngineHarness(path, config)
    bare_seconds: list[float] = []
    prompt_length = _run_round(engine, batch_size, 0)
    bare.step_seconds(prompt_length, 8)
    engine.steps.clear()
    engine.step_times.clear()
    for number in range(1, rounds + 1):
        bare_seconds += bare.step_seconds(prompt_length, STEP_COUNT)[1:]
        _run_round(engine, batch_size, number)
    engine.close()
    bare.close()
    engine_step = statistics.median(_step_seconds(engine, batch_size))
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
