"""Tokens per second of the whole engine beside a bare loop and llama.cpp's server, in one run.

The engine samples, makes text, encodes every event for the window's pipe; the bare loop does
nothing but decode the same shape in one call; the server answers over HTTP. They take turns,
round after round, so that a noisy machine is noisy to all; a ratio is the median of the rounds'.
In the sections ``threads1`` and ``threads2`` all have so many threads; in ``quiet`` and ``busy``
(beside two busy processes) each has those that it takes by itself.

A whole run takes 25 minutes. ``--state FILE --minutes 9`` measures a part and keeps it: the same
command goes on where the last one ended, and the last one has all figures.
"""

import itertools
import json
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import llama_cpp

from tests.benchmarks.bare_loop import BareLoop
from tests.benchmarks.cells import (
    ALL_CELLS,
    AT_DEFAULTS,
    HOST_COUNTS,
    HOST_VOCABULARIES,
    QUANTIZATIONS,
    SAME_THREADS,
    SECTIONS,
    Cell,
    Measured,
    markdown_of,
    median,
    numbers_of,
    ratio,
)
from tests.benchmarks.peer import DEFAULT_PROGRAM
from tests.benchmarks.report import Options, print_table, read_options, write_json
from tests.benchmarks.sides import (
    CONTEXT_WINDOW,
    CallRecorder,
    EngineSide,
    ServerSide,
    Side,
    busy_processes,
)
from tests.models.cache import cached_model
from tests.models.quantized import quantized_model
from tests.models.synthesized import write_large_vocabulary

HOST, OTHERS = "host", "others"
WARM_UP_SECONDS = 0.8
SECONDS = {"threads1": 0.6, "threads2": 0.6, "quiet": 0.6, "busy": 1.2}
QUICK_COUNTS = (1, 4, 8)

# Under its name, what measures it for some rounds.
Task = Callable[[int], Measured]


def measure(cell: Cell, program: Path | None, rounds: int) -> Measured:
    """Let the sides of one cell take turns."""
    path = str(quantized_model(cell.quantization))
    measured: dict[str, list[float]] = {}
    with ExitStack() as stack:
        sides = _sides(cell, path, program, stack)
        if cell.section == "busy":
            stack.enter_context(busy_processes(2))
        for side in sides.values():
            side.tokens_per_second(WARM_UP_SECONDS)
        for number in range(rounds):
            # There and back, so that none always comes behind the same other one.
            for name, side in list(sides.items())[:: -1 if number % 2 else 1]:
                speed = side.tokens_per_second(SECONDS[cell.section])
                measured.setdefault(name, []).append(written(speed, f"{name}, {cell.name}"))
                measured.setdefault(f"{name}_processor", []).append(side.processor_per_token)
    return measured


def written(speed: float, cell: str) -> float:
    """Return the speed. Raises SystemExit with the cell in which nobody wrote."""
    if speed <= 0:
        raise SystemExit(f"{cell}: not two tokens of all of them came; is the machine very busy?")
    return speed


def _sides(cell: Cell, path: str, program: Path | None, stack: ExitStack) -> dict[str, Side]:
    thread_count = SAME_THREADS.get(cell.section)
    engine = stack.enter_context(closing(EngineSide(path, cell.count, thread_count)))
    sides: dict[str, Side] = {"engine": engine}
    if thread_count is not None:
        bare = BareLoop(
            path,
            slot_count=cell.count,
            context_window=CONTEXT_WINDOW,
            thread_count=thread_count,
            prompt_length=engine.prompt_length,
        )
        sides["bare"] = stack.enter_context(closing(bare))
    if program is not None:
        server = ServerSide(program, path, cell.count, thread_count, engine.prompt_length)
        sides["server"] = stack.enter_context(closing(server))
    return sides


def measure_host(key: str, count: int, rounds: int) -> Measured:
    """Return milliseconds from the end of a decode call to the start of the next one."""
    path = str(cached_model(write_large_vocabulary) if key else quantized_model("q8_0"))
    recorder = CallRecorder()
    measured: dict[str, list[float]] = {"call_ms": [], "step_ms": []}
    with closing(EngineSide(path, count, 1, recorder.load)) as engine:
        engine.tokens_per_second(WARM_UP_SECONDS)
        for _ in range(rounds):
            recorder.pop_milliseconds(count)
            engine.tokens_per_second(SECONDS["threads1"])
            gaps, steps = recorder.pop_milliseconds(count)
            measured["call_ms"].append(statistics.median(gaps))
            measured["step_ms"] += steps
    return measured


def measure_busy_share(rounds: int) -> Measured:
    """Return the engine's speeds at four conversations alone and beside one busy process."""
    measured: dict[str, list[float]] = {"alone": [], "beside": []}
    with closing(EngineSide(str(quantized_model("q8_0")), 4, None)) as engine:
        engine.tokens_per_second(WARM_UP_SECONDS)
        for _ in range(rounds):
            measured["alone"].append(engine.tokens_per_second(SECONDS["quiet"]))
            with busy_processes(1):
                measured["beside"].append(engine.tokens_per_second(SECONDS["quiet"]))
    return measured


def measure_llama(rounds: int) -> Measured:
    """Return tokens per second of the library's own Python class, which answers one at a time."""
    path = str(quantized_model("q8_0"))
    peer = llama_cpp.Llama(path, n_ctx=CONTEXT_WINDOW, n_threads=1, flash_attn=True, verbose=False)
    speeds: list[float] = []
    for number in range(rounds):
        pieces = peer(f"{number} " + "x" * 48, max_tokens=48, stream=True)
        times = [time.perf_counter() for _ in pieces]
        gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
        speeds.append(1 / statistics.median(gaps))
    peer.close()
    return {"llama": speeds}


def chosen_tasks(options: Options, program: Path | None) -> dict[str, Task]:
    """Return what is to be measured, by name; quantizations and sections narrow each other."""
    wanted = set(options.only)
    quantizations = wanted.intersection(QUANTIZATIONS) or set(QUANTIZATIONS)
    sections = wanted.intersection((*SECTIONS, HOST, OTHERS)) or {*SECTIONS, HOST, OTHERS}
    counts = QUICK_COUNTS if options.is_quick else HOST_COUNTS
    if options.is_quick and not wanted:
        quantizations, sections = {"q8_0"}, sections - {"busy", OTHERS}
    tasks: dict[str, Task] = {
        cell.name: partial(measure, cell, program)
        for cell in ALL_CELLS
        if cell.quantization in quantizations
        and cell.section in sections
        and (cell.section in SAME_THREADS or program is not None)
        and (cell.count in QUICK_COUNTS or not options.is_quick)
    }
    if HOST in sections:
        for key, count in itertools.product(HOST_VOCABULARIES, counts):
            tasks[f"{HOST} {key}{count}"] = partial(measure_host, key, count)
    if OTHERS in sections:
        tasks |= {"busy_share": measure_busy_share, "llama": measure_llama}
    return tasks


def run(tasks: dict[str, Task], options: Options) -> dict[str, Measured]:
    """Measure what the state lacks, until the time is over, and keep it after each cell."""
    state: dict[str, Measured] = {}
    if options.state_file is not None and options.state_file.exists():
        state = json.loads(options.state_file.read_text("utf-8"))
    until = time.monotonic() + 60 * options.minutes
    missing = [name for name in tasks if name not in state]
    for index, name in enumerate(missing):
        if time.monotonic() >= until:
            print(f"{len(missing) - index} of {len(tasks)} are left: call again")
            break
        state[name] = tasks[name](2 if options.is_quick else 5)
        if options.state_file is not None:
            draft = options.state_file.with_suffix(".new")
            draft.write_text(json.dumps(state), "utf-8")
            draft.replace(options.state_file)
    return state


def print_cells(state: dict[str, Measured], section: str) -> None:
    """Print one section's table, if there is anything of it."""
    cells = [cell for cell in ALL_CELLS if cell.section == section and cell.name in state]
    if not cells:
        return
    print(f"{section}; tokens per second of all conversations, medians of the rounds")
    rows = []
    for cell in cells:
        measured = state[cell.name]
        rows.append(
            [
                cell.quantization,
                str(cell.count),
                _shown(median(measured, "engine"), 1),
                _shown(median(measured, "bare"), 1),
                _shown(ratio(measured, "engine", "bare"), 3),
                _shown(median(measured, "server"), 1),
                _shown(ratio(measured, "engine", "server"), 3),
            ]
        )
    head = ["model", "conversations", "engine", "bare loop", "ratio", "llama-server", "ratio"]
    print_table(head, rows)


def print_host(state: dict[str, Measured]) -> None:
    """Print what the device waits for the host, if it was measured."""
    names = [name for name in state if name.startswith(f"{HOST} ")]
    if not names:
        return
    print("Milliseconds from the end of a decode call to the start of the next one, medians")
    rows = [
        [
            name.removeprefix(f"{HOST} "),
            _shown(median(state[name], "call_ms"), 3),
            _shown(median(state[name], "step_ms"), 3),
        ]
        for name in names
    ]
    print_table(["vocabulary, conversations", "of a call", "of all calls of a step"], rows)


def _shown(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def main() -> None:
    """Print the tables."""
    options = read_options(
        "Throughput of the engine beside a bare llama_decode loop and llama-server.",
        (*QUANTIZATIONS, *SECTIONS, HOST, OTHERS),
        has_parts=True,
    )
    program = options.peer or (DEFAULT_PROGRAM if DEFAULT_PROGRAM.exists() else None)
    state = run(chosen_tasks(options, program), options)
    for section in (*SAME_THREADS, *AT_DEFAULTS):
        print_cells(state, section)
    print_host(state)
    print("", *markdown_of(state), "", sep="\n")
    if program is None:
        print("llama-server is not there: `make peers` builds it, --peer PROGRAM names one")
    numbers = numbers_of(state)
    others = ("server", "defaults_", "busy_share", "peer_")
    for key in numbers:
        if key.startswith(others) and "ratio" not in key and "per_second_" not in key:
            print(f"{key}: {numbers[key]:.3f}")
    write_json(options, numbers)


if __name__ == "__main__":
    main()
