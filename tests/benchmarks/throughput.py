"""Tokens per second of the whole engine beside a bare loop of ``llama_decode``, in one run.

The engine samples, makes text, encodes every event for the window's pipe; the bare loop does
nothing but decode the same shape. Both take turns, round after round, so that a noisy machine is
noisy to both; the ratio is that of the medians of all steps. ``processor_ratio`` compares what
the two threads use of the processor: waiting for it, on a machine that others use, does not count.
"""

import itertools
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import llama_cpp

from engine.llama.cores import default_thread_count
from engine.wire.config import EngineConfig
from engine.wire.metrics import StepRecord
from tests.benchmarks.bare_loop import BareLoop
from tests.benchmarks.harness import EngineHarness, Moment
from tests.benchmarks.peer import Peer
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
    return asked[0].started.usage.prompt_tokens


def _step_seconds(harness: EngineHarness, batch_size: int) -> list[Moment]:
    """Return the seconds from step to step while all conversations wrote and nobody read."""
    steps = zip(harness.steps, harness.step_times, strict=True)
    return [
        Moment(now.clock - before.clock, now.processor - before.processor)
        for (earlier, before), (later, now) in itertools.pairwise(steps)
        if _is_full(earlier, batch_size) and _is_full(later, batch_size)
    ]


def _is_full(step: StepRecord, batch_size: int) -> bool:
    return len(step.decode_slots) == batch_size and not step.prefill_slots


@dataclass(frozen=True, slots=True)
class _Result:
    """Tokens per second, and the medians of what a step spends outside the library."""

    engine: float
    bare: float
    processor_ratio: float
    llama: float | None
    server: float | None
    host: dict[str, float]


def measure(
    path: str, batch_size: int, rounds: int, thread_count: int, program: Path | None = None
) -> _Result:
    """Let the engine, the bare loop and the server take turns on one shape."""
    bare = BareLoop(
        path, slot_count=batch_size, context_window=CONTEXT_WINDOW, thread_count=thread_count
    )
    engine = EngineHarness(path, _config(batch_size, thread_count))
    server = None
    if program is not None:
        server = Peer(
            program,
            path,
            slot_count=batch_size,
            context_window=CONTEXT_WINDOW,
            thread_count=thread_count,
        )
    prompt_length = _run_round(engine, batch_size, 0)
    bare.step_seconds(prompt_length, 8)
    engine.forget_steps()
    bare_seconds: list[Moment] = []
    server_seconds: list[float] = []
    for number in range(1, rounds + 1):
        bare_seconds += bare.step_seconds(prompt_length, STEP_COUNT)[1:]
        _run_round(engine, batch_size, number)
        if server is not None:
            server_seconds.append(
                server.step_seconds(number, prompt_length, STEP_COUNT, batch_size)
            )
    engine.close()
    bare.close()
    if server is not None:
        server.close()
    conversations = f"{batch_size} conversations"
    engine_step = median_step(_step_seconds(engine, batch_size), f"the engine, {conversations}")
    bare_step = median_step(bare_seconds, f"the bare loop, {conversations}")
    return _Result(
        engine=batch_size / engine_step.clock,
        bare=batch_size / bare_step.clock,
        processor_ratio=bare_step.processor / engine_step.processor,
        llama=_llama(path, rounds, thread_count) if batch_size == 1 else None,
        server=batch_size / statistics.median(server_seconds) if server_seconds else None,
        host=_host_overhead(engine, batch_size),
    )


def median_step(steps: Iterable[Moment], cell: str) -> Moment:
    """Return the medians of both times. Raises SystemExit with the cell that has no steps."""
    pairs = [(each.clock, each.processor) for each in steps]
    if not pairs:
        raise SystemExit(f"{cell}: not one step had all of them write; is the machine very busy?")
    clock, processor = zip(*pairs, strict=True)
    return Moment(statistics.median(clock), statistics.median(processor))


def busy_share(path: str, rounds: int, thread_count: int) -> float:
    """Return the engine's speed at four conversations beside a process that burns one core."""
    engine = EngineHarness(path, _config(4, thread_count))
    _run_round(engine, 4, 0)
    steps: tuple[list[Moment], list[Moment]] = ([], [])
    for number in range(1, 2 * rounds + 1):
        is_busy = number % 2
        burner = subprocess.Popen([sys.executable, "-c", "while True: pass"]) if is_busy else None
        engine.forget_steps()
        _run_round(engine, 4, number)
        steps[is_busy].extend(_step_seconds(engine, 4))
        if burner is not None:
            burner.kill()
            burner.wait()
    engine.close()
    alone, beside = (
        median_step(each, f"4 conversations {when} a process that burns a core").clock
        for each, when in zip(steps, ("without", "beside"), strict=True)
    )
    return alone / beside


def _config(batch_size: int, thread_count: int) -> EngineConfig:
    return EngineConfig(
        context_window=CONTEXT_WINDOW, slot_count=batch_size, thread_count=thread_count
    )


def _host_overhead(harness: EngineHarness, batch_size: int) -> dict[str, float]:
    """Return median milliseconds per step by phase."""
    full = [step for step in harness.steps if _is_full(step, batch_size)]
    phases = {
        "plan": [step.plan_seconds for step in full],
        "sample": [step.sample_seconds for step in full],
        "text": [step.text_seconds for step in full],
        "all but the call": [step.seconds - step.decode_seconds for step in full],
    }
    return {name: 1000 * statistics.median(values) for name, values in phases.items()}


def _llama(path: str, rounds: int, thread_count: int) -> float:
    """Return tokens per second of the library's own Python class, which answers one at a time."""
    peer = llama_cpp.Llama(
        path, n_ctx=CONTEXT_WINDOW, n_threads=thread_count, flash_attn=True, verbose=False
    )
    seconds: list[float] = []
    for number in range(rounds):
        prompt = f"{number} " + "x" * PROMPT_CHARACTERS
        pieces = peer(prompt, max_tokens=STEP_COUNT, stream=True)
        times = [time.perf_counter() for _ in pieces]
        seconds += [later - earlier for earlier, later in itertools.pairwise(times)]
    peer.close()
    return 1 / statistics.median(seconds)


def main() -> None:
    """Print the tables."""
    options = read_options("Throughput of the engine beside a bare llama_decode loop.")
    path = str(cached_model(write_synthesized))
    thread_count = default_thread_count()
    rounds = 2 if options.is_quick else 8
    results = {n: measure(path, n, rounds, thread_count, options.peer) for n in (1, 4, 8, 16)}
    share = busy_share(path, max(1, rounds // 2), thread_count)
    print(f"0.1 B parameters, Q8_0, {thread_count} thread(s); tokens per second, medians")
    print_table(
        ["conversations", "engine", "bare loop", "ratio", "of processor", "llama-server"],
        [
            [
                str(n),
                f"{each.engine:.1f}",
                f"{each.bare:.1f}",
                f"{each.engine / each.bare:.3f}",
                f"{each.processor_ratio:.3f}",
                "" if each.server is None else f"{each.server:.1f}",
            ]
            for n, each in results.items()
        ],
    )
    llama = results[1].llama or 0.0
    print(f"llama-cpp-python's Llama, which answers one at a time: {llama:.1f}")
    print(f"Beside a process that burns one core: {share:.2f} of the speed")
    print("Milliseconds of a step outside the library, medians")
    print_table(
        ["conversations", *results[1].host],
        [[str(n), *(f"{ms:.3f}" for ms in each.host.values())] for n, each in results.items()],
    )
    numbers = {f"ratio_{n}": each.engine / each.bare for n, each in results.items()}
    numbers |= {f"processor_ratio_{n}": each.processor_ratio for n, each in results.items()}
    numbers |= {f"tokens_per_second_{n}": each.engine for n, each in results.items()}
    numbers |= {"peer_tokens_per_second": llama, "busy_share": share}
    for n, each in results.items():
        if each.server is not None:
            numbers[f"server_tokens_per_second_{n}"] = each.server
    write_json(options, numbers)


if __name__ == "__main__":
    main()
