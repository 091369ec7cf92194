"""Tokens per second of the engine, a bare llama_decode loop and llama-server, measured in turns.

The engine samples, detokenizes and encodes every event for the pipe to the window. The bare loop
only decodes the same rows in one call. The server answers over HTTP. A ratio is the median of the
ratios of the rounds, so that a noisy machine affects all sides alike. In the sections threads1 and
threads2 all sides have this number of threads; in quiet and busy (next to two busy processes) each
uses its default.

A complete run takes 25 minutes; `--only` names a part of it.
"""

import itertools
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from tests.benchmarks.runner import (
    Options,
    busy_processes,
    print_no_peer,
    print_table,
    run_benchmark,
    turns,
)
from tests.benchmarks.sides import (
    CONTEXT_WINDOW,
    BareLoop,
    CallRecorder,
    EngineSide,
    ServerSide,
    Side,
)
from tests.models.cache import cached_model
from tests.models.quantized import quantized_model
from tests.models.synthesized import write_large_vocabulary

COUNTS, QUICK_COUNTS = (1, 2, 3, 4, 8, 16), (1, 4, 8)
QUANTIZATIONS = ("starter", "q8_0", "q4_0", "q4_k_m", "f16")
SAME_THREADS = {"threads1": 1, "threads2": 2}
SECTIONS = (*SAME_THREADS, "quiet", "busy")
HOST = "host"
PARTS = (*QUANTIZATIONS, *SECTIONS, HOST)
HOST_VOCABULARIES = ("", "152k_")  # prefixes in the keys; without one, 32,000 tokens
HOST_COUNTS = (1, 4, 8, 16)
SECONDS = {"threads1": 0.6, "threads2": 0.6, "quiet": 0.6, "busy": 1.2}
LEARNING_SECONDS = 1.5  # in which the engine learns what calls cost

# The values of each round, by what was measured.
Measured: TypeAlias = Mapping[str, Sequence[float]]
State: TypeAlias = dict[str, Measured]


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of conversations with one model, in one of the sections."""

    quantization: str
    section: str
    count: int

    @property
    def name(self) -> str:
        """Its name in the state."""
        return f"{self.quantization} {self.section} {self.count}"

    @property
    def key(self) -> str:
        """The end of its keys in the JSON file."""
        key = f"{self.quantization}_{self.count}"
        return key if self.section == "threads1" else f"{key}_{self.section}"


ALL_CELLS = tuple(
    Cell(quantization, section, count)
    for section in SECTIONS
    for quantization in QUANTIZATIONS
    for count in COUNTS
)


def measure(options: Options) -> dict[str, float]:
    """Measure the chosen parts."""
    state: State = {}
    for task in chosen_tasks(options):
        state |= task(2 if options.is_quick else 5)
    print_cells(state)
    if options.peer is None:
        print_no_peer()
    return figures_of(state)


def chosen_tasks(options: Options) -> Iterator[Callable[[int], State]]:
    """Yield what measures, given the rounds; quantizations and sections restrict each other."""
    chosen = set(options.parts)
    quantizations = chosen.intersection(QUANTIZATIONS) or set(QUANTIZATIONS)
    sections = chosen.intersection((*SECTIONS, HOST)) or {*SECTIONS, HOST}
    if options.is_quick and chosen == set(PARTS):
        quantizations, sections = {"starter"}, sections - {"busy"}
    counts = QUICK_COUNTS if options.is_quick else COUNTS
    for section, quantization in itertools.product(SECTIONS, QUANTIZATIONS):
        # Without a server, there is nothing to compare the defaults with.
        is_comparable = section in SAME_THREADS or options.peer is not None
        if section in sections and quantization in quantizations and is_comparable:
            cells = [Cell(quantization, section, count) for count in counts]
            yield partial(measure_cells, cells, options.peer)
    if HOST in sections:
        host_counts = QUICK_COUNTS if options.is_quick else HOST_COUNTS
        for key in HOST_VOCABULARIES:
            yield partial(measure_host, key, host_counts)


def measure_cells(cells: Sequence[Cell], peer: Path | None, rounds: int) -> State:
    """Measure all sides in turns, with increasing numbers of conversations."""
    section, slot_count = cells[0].section, cells[-1].count
    path = quantized_model(cells[0].quantization)
    thread_count = SAME_THREADS.get(section)
    with ExitStack() as stack:
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
        if peer is not None:
            server = ServerSide(peer, path, slot_count, thread_count, engine.prompt_length)
            sides["server"] = stack.enter_context(closing(server))
        stack.enter_context(busy_processes(2 if section == "busy" else 0))
        return {cell.name: _measure_cell(cell, sides, rounds) for cell in cells}


def _measure_cell(cell: Cell, sides: Mapping[str, Side], rounds: int) -> Measured:
    for name, side in sides.items():
        side.tokens_per_second(cell.count, LEARNING_SECONDS if name == "engine" else 0.2)
    measured: dict[str, list[float]] = {}
    for name, side in turns(list(sides.items()), rounds):
        speed = side.tokens_per_second(cell.count, SECONDS[cell.section])
        if speed <= 0:
            raise SystemExit(f"{name}, {cell.name}: a reply has fewer than two tokens.")
        measured.setdefault(name, []).append(speed)
        measured.setdefault(f"{name}_processor", []).append(side.processor_per_token)
    return measured


def measure_host(key: str, counts: Sequence[int], rounds: int) -> State:
    """Measure the milliseconds from the end of a decode call to the start of the next one."""
    path = cached_model(write_large_vocabulary) if key else quantized_model("q8_0")
    recorder = CallRecorder()
    state: State = {}
    with closing(EngineSide(path, max(counts), 1, recorder.load)) as engine:
        for count in counts:
            engine.tokens_per_second(count, LEARNING_SECONDS)
            measured: dict[str, list[float]] = {"call_ms": [], "step_ms": []}
            for _ in range(rounds):
                recorder.pop_milliseconds(count)
                engine.tokens_per_second(count, SECONDS["threads1"])
                gaps, steps = recorder.pop_milliseconds(count)
                measured["call_ms"].append(statistics.median(gaps))
                measured["step_ms"] += steps
            state[f"{HOST} {key}{count}"] = measured
    return state


def print_cells(state: Mapping[str, Measured]) -> None:
    """Print the speeds of all sides."""
    rows = [
        [
            cell.section,
            cell.quantization,
            cell.count,
            *(median(state[cell.name], side) for side in ("engine", "bare", "server")),
            ratio(state[cell.name], "server_processor", "engine_processor"),
        ]
        for cell in ALL_CELLS
        if cell.name in state
    ]
    print("Tokens per second of all conversations; processor: seconds per token, server by engine")
    head = ["section", "model", "conversations", "engine", "bare loop", "llama-server"]
    print_table([*head, "processor"], rows)


def figures_of(state: Mapping[str, Measured]) -> dict[str, float]:
    """Return the figures by key, without those that were not measured."""
    figures: dict[str, float | None] = {}
    for cell in ALL_CELLS:
        measured = state.get(cell.name, {})
        prefix = "server" if cell.section in SAME_THREADS else "defaults"
        figures[f"{prefix}_ratio_{cell.key}"] = ratio(measured, "engine", "server")
        figures[f"bare_ratio_{cell.key}"] = ratio(measured, "engine", "bare")
        if (cell.quantization, cell.section) == ("q8_0", "threads1"):
            count = cell.count
            figures[f"ratio_{count}"] = ratio(measured, "engine", "bare")
            figures[f"processor_ratio_{count}"] = ratio(
                measured, "bare_processor", "engine_processor"
            )
            figures[f"tokens_per_second_{count}"] = median(measured, "engine")
            figures[f"server_tokens_per_second_{count}"] = median(measured, "server")
    figures |= _means(state, "server", "", tuple(SAME_THREADS))
    figures |= _means(state, "defaults", "_quiet", ("quiet",))
    figures |= _means(state, "defaults", "_busy", ("busy",))
    for key, count in itertools.product(HOST_VOCABULARIES, HOST_COUNTS):
        measured = state.get(f"{HOST} {key}{count}", {})
        figures[f"host_ms_{key}{count}"] = median(measured, "call_ms")
        figures[f"host_step_ms_{key}{count}"] = median(measured, "step_ms")
    return {key: value for key, value in figures.items() if value is not None}


def _means(
    state: Mapping[str, Measured], prefix: str, suffix: str, sections: Sequence[str]
) -> dict[str, float | None]:
    """Return the geometric mean and the minimum of the measured cells, and their number."""
    measured = [state.get(cell.name, {}) for cell in ALL_CELLS if cell.section in sections]
    ratios = [each for cell in measured if (each := ratio(cell, "engine", "server")) is not None]
    if not ratios:
        return {}
    return {
        f"{prefix}_geomean{suffix}": statistics.geometric_mean(ratios),
        f"{prefix}_min{suffix}": min(ratios),
        f"{prefix}_cells{suffix}": len(ratios),
    }


def ratio(measured: Measured, one: str, other: str) -> float | None:
    """Return the median of the ratios of the rounds; None without rounds."""
    pairs = zip(measured.get(one, ()), measured.get(other, ()), strict=False)
    ratios = [first / second for first, second in pairs if second > 0]
    return statistics.median(ratios) if ratios else None


def median(measured: Measured, name: str) -> float | None:
    """Return the median of the rounds; None without rounds."""
    values = measured.get(name)
    return statistics.median(values) if values else None


if __name__ == "__main__":
    run_benchmark(__doc__, measure, parts=PARTS)
