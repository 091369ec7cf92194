"""The number of threads that the engine chooses beside each fixed one, and the window beside it.

Engines with each setting take turns, round after round, on a quiet machine and beside processes
that burn a core each. ``tuner_ratio_busy2_4``: four conversations beside two such processes, the
engine's own choice by the best fixed number (at least 0.95).

``timer_p99_busy2``: milliseconds between two ticks of a 10 ms timer in a window whose engine
answers all the time, beside ``bare_timer_p99_busy2`` of a window without an engine.
``timer_share`` is what it takes of what it may (at most 1): 16 ms where nothing else runs, else
1.3 times the bare one's and 2 ms.
"""

import itertools
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.llama.cores import thread_limit
from engine.wire.config import EngineConfig
from tests.benchmarks.harness import EngineHarness
from tests.benchmarks.report import print_table, read_options, write_json
from tests.models.cache import cached_model
from tests.models.quantized import write_q4_0

_WINDOW = 1024
_REPLY_TOKENS = 900
_WARM_ROUNDS = 2  # for what is learned when others come or go
_QUIET_MILLISECONDS = 16.0
_TIMER = "tests.benchmarks.timer_process"


@contextmanager
def burners(count: int) -> Iterator[None]:
    """Have so many processes burn a core each."""
    command = [sys.executable, "-c", "while True: pass"]
    processes = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def name_of(busy_count: int) -> str:
    """Return what a number of busy processes is called in the keys."""
    return f"busy{busy_count}" if busy_count else "quiet"


def fixed_counts(limit: int) -> list[int]:
    """Return the numbers of threads that are tried: all of a few cores, some of many."""
    return [count for count in range(1, limit + 1) if limit <= 4 or count & count - 1 == 0] + (
        [limit] if limit > 4 and limit & limit - 1 else []
    )


def speed(engine: EngineHarness, conversations: int, seconds: float, number: int) -> float:
    """Return tokens per second of all conversations together, while all of them write."""
    engine.forget_steps()
    asked = [
        engine.ask(f"{number}.{each}", [f"{each} about {number}"], max_tokens=_REPLY_TOKENS)
        for each in range(conversations)
    ]
    until = time.perf_counter() + seconds
    engine.wait_until(
        lambda: (
            all(each.finished for each in asked)
            or (time.perf_counter() >= until and len(_full_steps(engine, conversations)) >= 3)
        )
    )
    for heard in asked:
        if heard.finished is None:
            engine.cancel(heard)
    engine.wait_until(lambda: all(each.finished for each in asked))
    full = _full_steps(engine, conversations)
    if len(full) < 2:
        raise SystemExit("not two steps had all of them write; is the machine very busy?")
    return (len(full) - 1) * conversations / (full[-1] - full[0])


def _full_steps(engine: EngineHarness, conversations: int) -> list[float]:
    """Return when the steps ended in which all conversations wrote, and nobody read."""
    return [
        moment.clock
        for step, moment in zip(engine.steps, engine.step_times, strict=False)
        if len(step.decode_slots) == conversations and not step.prefill_slots
    ]


def measure_shape(
    path: str, conversations: int, loads: tuple[int, ...], rounds: int, seconds: float
) -> dict[str, dict[int | None, float]]:
    """Return tokens per second by load and by setting; None is the engine's own choice."""
    settings = [None, *fixed_counts(thread_limit())]
    engines = {each: EngineHarness(path, _config(conversations, each)) for each in settings}
    numbers = itertools.count()
    results = {}
    for load in loads:
        speeds: dict[int | None, list[float]] = {each: [] for each in settings}
        with burners(load):
            speed(engines[None], conversations, _WARM_ROUNDS * seconds, next(numbers))
            for _ in range(rounds):
                for each, engine in engines.items():
                    speeds[each].append(speed(engine, conversations, seconds, next(numbers)))
        results[name_of(load)] = {each: statistics.median(all_) for each, all_ in speeds.items()}
    for engine in engines.values():
        engine.close()
    return results


def _config(conversations: int, thread_count: int | None) -> EngineConfig:
    return EngineConfig(
        context_window=_WINDOW, slot_count=conversations, thread_count=thread_count, ram_bytes=0
    )


def timer_p99(seconds: float, *engine: str) -> float:
    """Return the 99th percentile of the milliseconds between two ticks."""
    command = [sys.executable, "-m", _TIMER, str(seconds), *engine]
    done = subprocess.run(command, check=True, capture_output=True, cwd=Path.cwd())
    intervals = sorted(json.loads(done.stdout))
    return float(intervals[int(len(intervals) * 0.99)])


def measure_timer(path: str, load: int, rounds: int, seconds: float) -> dict[str, float]:
    """Return how regular a timer is beside a generating engine, and without one."""
    with_engine, bare = [], []
    with burners(load):
        for _ in range(rounds):
            bare.append(timer_p99(seconds))
            with_engine.append(timer_p99(seconds, path, "4"))
    name = name_of(load)
    p99, bare_p99 = statistics.median(with_engine), statistics.median(bare)
    allowed = 1.3 * bare_p99 + 2 if load else _QUIET_MILLISECONDS
    return {
        f"timer_p99_{name}": p99,
        f"bare_timer_p99_{name}": bare_p99,
        f"timer_share_{name}": p99 / allowed,
    }


def main() -> None:
    """Print the tables."""
    options = read_options("Threads: the engine's own choice beside fixed numbers.")
    path = str(cached_model(write_q4_0))
    loads = (0, 2) if options.is_quick else (0, 1, 2, 8)
    shapes = (1, 4) if options.is_quick else (1, 4, 8)
    rounds, seconds = (2, 0.6) if options.is_quick else (5, 2.0)
    numbers: dict[str, float] = {}
    rows = []
    settings = fixed_counts(thread_limit())
    for count in shapes:
        results = measure_shape(path, count, loads, rounds, seconds)
        for name, speeds in results.items():
            ratio = speeds[None] / max(speeds[each] for each in settings)
            numbers[f"tuner_ratio_{name}_{count}"] = ratio
            fixed = [f"{speeds[each]:.1f}" for each in settings]
            rows.append([name, str(count), f"{speeds[None]:.1f}", *fixed, f"{ratio:.3f}"])
    for load in loads:
        numbers |= measure_timer(path, load, 1 if options.is_quick else 3, 4 * seconds)
    print("0.1 B parameters, Q4_0; tokens per second, medians")
    head = ["load", "conversations", "automatic", *(f"{each} threads" for each in settings)]
    print_table([*head, "ratio"], rows)
    print("A timer of 10 ms in the window; p99 of the milliseconds between two ticks")
    print_table(
        ["load", "beside the engine", "without", "of what it may"],
        [
            [name, *(f"{numbers[key + name]:.2f}" for key in _TIMER_KEYS)]
            for name in map(name_of, loads)
        ],
    )
    write_json(options, numbers)


_TIMER_KEYS = ("timer_p99_", "bare_timer_p99_", "timer_share_")


if __name__ == "__main__":
    main()
