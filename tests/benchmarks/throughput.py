"""Tokens per second of the whole engine beside a bare loop and llama.cpp's server, in one run.

The engine samples, makes text, encodes every event for the window's pipe; the bare loop does
nothing but decode the same shape in one call; the server answers over HTTP. They take turns,
round after round, so that a noisy machine is noisy to all; a ratio is the median of the rounds'.
In the sections ``threads1`` and ``threads2`` all have so many threads; in ``quiet`` and ``busy``
(beside two busy processes) each has those that it takes by itself.

A whole run takes 25 minutes. ``--state FILE --minutes 8`` measures a part and keeps it: the same
command goes on where the last one ended, and the last one has all figures.
"""

import itertools
import json
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import llama_cpp

from tests.benchmarks.bare_loop import BareLoop
from tests.benchmarks.cells import (
    ALL_CELLS,
    AT_DEFAULTS,
    COUNTS,
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
SECONDS = {"threads1": 0.6, "threads2": 0.6, "quiet": 0.6, "busy": 1.2}
LEARNING_SECONDS = 1.5  # of the engine, which tries what calls cost
QUICK_COUNTS = (1, 4, 8)


@dataclass(frozen=True, slots=True)
class Task:
    """Measures for some rounds what is kept under these names."""

    names: tuple[str, ...]
    measure: Callable[[int], dict[str, Measured]]


def measure_cells(cells: Sequence[Cell], program: Path | None, rounds: int) -> dict[str, Measured]:
    """Let the sides take turns, with ever more conversations of one model in one section."""
    quantization, section = cells[0].quantization, cells[0].section
    path = str(quantized_model(quantization))
    with ExitStack() as stack:
        sides = _sides(path, cells[-1].count, SAME_THREADS.get(section), program, stack)
        if section == "busy":
            stack.enter_context(busy_processes(2))
        return {cell.name: _measure_cell(cell, sides, rounds) for cell in cells}


def _measure_cell(cell: Cell, sides: Mapping[str, Side], rounds: int) -> Measured:
    for name, side in sides.items():
        side.tokens_per_second(cell.count, LEARNING_SECONDS if name == "engine" else 0.2)
    measured: dict[str, list[float]] = {}
    for number in range(rounds):
        # There and back, so that none always comes behind the same other one.
        for name, side in list(sides.items())[:: -1 if number % 2 else 1]:
            speed = side.tokens_per_second(cell.count, SECONDS[cell.section])
            measured.setdefault(name, []).append(written(speed, f"{name}, {cell.name}"))
            measured.setdefault(f"{name}_processor", []).append(side.processor_per_token)
    return measured


def written(speed: float, cell: str) -> float:
    """Return the speed. Raises SystemExit with the cell in which nobody wrote."""
    if speed <= 0:
        raise SystemExit(f"{cell}: not two tokens of all of them came; is the machine very busy?")
    return speed


def _sides(
    path: str, slot_count: int, thread_count: int | None, program: Path | None, stack: ExitStack
) -> dict[str, Side]:
    engine = stack.enter_context(closing(EngineSide(path, slot_count, thread_count)))
    sides: dict[str, Side] = {"engine": engine}
    if thread_count is not None:
        bare = BareLoop(
            path,
            slot_count=slot_count,
            context_window=CONTEXT_WINDOW,
            thread_count=thread_count,
            prompt_length=engine.prompt_length,
        )
        sides["bare"] = stack.enter_context(closing(bare))
    if program is not None:
        server = ServerSide(program, path, slot_count, thread_count, engine.prompt_length)
        sides["server"] = stack.enter_context(closing(server))
    return sides


def measure_host(key: str, counts: Sequence[int], rounds: int) -> dict[str, Measured]:
    """Return milliseconds from the end of a decode call to the start of the next one."""
    path = str(cached_model(write_large_vocabulary) if key else quantized_model("q8_0"))
    recorder = CallRecorder()
    with closing(EngineSide(path, max(counts), 1, recorder.load)) as engine:
        return {
            f"{HOST} {key}{count}": _host_of(engine, recorder, count, rounds) for count in counts
        }


def _host_of(engine: EngineSide, recorder: CallRecorder, count: int, rounds: int) -> Measured:
    measured: dict[str, list[float]] = {"call_ms": [], "step_ms": []}
    engine.tokens_per_second(count, LEARNING_SECONDS)
    for _ in range(rounds):
        recorder.pop_milliseconds(count)
        engine.tokens_per_second(count, SECONDS["threads1"])
        gaps, steps = recorder.pop_milliseconds(count)
        measured["call_ms"].append(statistics.median(gaps))
        measured["step_ms"] += steps
    return measured


def measure_busy_share(rounds: int) -> dict[str, Measured]:
    """Return the engine's speeds at four conversations alone and beside one busy process."""
    measured: dict[str, list[float]] = {"alone": [], "beside": []}
    with closing(EngineSide(str(quantized_model("q8_0")), 4, None)) as engine:
        engine.tokens_per_second(4, LEARNING_SECONDS)
        for _ in range(rounds):
            measured["alone"].append(engine.tokens_per_second(4, SECONDS["quiet"]))
            with busy_processes(1):
                measured["beside"].append(engine.tokens_per_second(4, SECONDS["quiet"]))
    return {"busy_share": measured}


def measure_llama(rounds: int) -> dict[str, Measured]:
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
    return {"llama": {"llama": speeds}}


def chosen_tasks(options: Options, program: Path | None) -> list[Task]:
    """Return what is to be measured; quantizations and sections narrow each other."""
    wanted = set(options.only)
    quantizations = wanted.intersection(QUANTIZATIONS) or set(QUANTIZATIONS)
    sections = wanted.intersection((*SECTIONS, HOST, OTHERS)) or {*SECTIONS, HOST, OTHERS}
    if options.is_quick and not wanted:
        quantizations, sections = {"q8_0"}, sections - {"busy", OTHERS}
    tasks = [
        _task_of_cells([Cell(quantization, section, count) for count in counts], program)
        for section in SECTIONS
        if section in sections and (section in SAME_THREADS or program is not None)
        for quantization in QUANTIZATIONS
        if quantization in quantizations
        for counts in [QUICK_COUNTS if options.is_quick else COUNTS]
    ]
    if HOST in sections:
        counts = QUICK_COUNTS if options.is_quick else HOST_COUNTS
        for key in HOST_VOCABULARIES:
            names = tuple(f"{HOST} {key}{count}" for count in counts)
            tasks.append(Task(names, partial(measure_host, key, counts)))
    if OTHERS in sections:
        tasks += [Task(("busy_share",), measure_busy_share), Task(("llama",), measure_llama)]
    return tasks


def _task_of_cells(cells: Sequence[Cell], program: Path | None) -> Task:
    names = tuple(cell.name for cell in cells)
    return Task(names, partial(measure_cells, cells, program))


def run(tasks: Sequence[Task], options: Options) -> dict[str, Measured]:
    """Measure what the state lacks, until the time is over, and keep it after each task."""
    state: dict[str, Measured] = {}
    if options.state_file is not None and options.state_file.exists():
        state = json.loads(options.state_file.read_text("utf-8"))
    until = time.monotonic() + 60 * options.minutes
    missing = [task for task in tasks if not state.keys() >= set(task.names)]
    for index, task in enumerate(missing):
        if time.monotonic() >= until:
            print(f"{len(missing) - index} of {len(tasks)} parts are left: call again")
            break
        state |= task.measure(2 if options.is_quick else 5)
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
                _shown(ratio(measured, "server_processor", "engine_processor"), 3),
            ]
        )
    head = ["model", "conversations", "engine", "bare loop", "ratio", "llama-server", "ratio"]
    print_table([*head, "of processor"], rows)


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
