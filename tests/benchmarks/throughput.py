"""Tokens per second of our server, our engine, llama-server and a bare loop, each alone in turns.

A side is started, warmed up, measured and ended before the next one is started. The rounds
alternate the order, and a ratio is the median of the ratios of the rounds. All have as many slots
as chats, and as many tokens per slot as our automatic context window. A speed is that of all
replies together, from the first token of any of them to the last one. The prompts are read before.

served: ``hubbub serve`` and llama-server, both at their defaults, for the starter model and for
    random weights of 0.1 and 0.5 billion; served_min and served_geomean are over the latter.
served_threads: the same with as many threads each as the machine has cores.
busy: the same at defaults, next to two processes that each keep a core busy.
engine: the engine, driven by the window's client at its defaults, and ``llama_decode`` in a loop
    with as many threads as the machine has cores. first_128 is the speed of the first 128 tokens
    after the load relative to that of the first 128 tokens of the next replies.
threads1, threads2: the engine, the loop and llama-server with this number of threads.
host: milliseconds between the engine's decode calls.

A complete run takes two hours; `--only` names sections and models. `--quick` without it runs served
and engine with the starter model.
"""

import itertools
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from engine.llama.threadpool import thread_limit
from engine.messages.config import EngineConfig
from tests.benchmarks.harness import EngineHarness
from tests.benchmarks.runner import (
    Options,
    busy_processes,
    print_no_peer,
    print_table,
    run_benchmark,
    turns,
)
from tests.benchmarks.sides import CallRecorder, Load, Side, open_side, question, speed_of
from tests.models.cache import cached_model
from tests.models.quantized import quantized_model
from tests.models.synthesized import write_large_vocabulary

STARTER = "starter"
SYNTHESIZED = ("q8_0", "q4_k_m", "q8_0_05b", "q4_k_m_05b")
SMALL = (STARTER, "q8_0", "q4_0", "q4_k_m", "f16")
COUNTS = (1, 4, 8, 16)
FEW = 4  # chats; up to this number replies are long in a quick run, too
FIRST_TOKENS, WARM_UP_TOKENS = 128, 32  # per chat, to warm up: with few chats, with more
FIRST_ENDINGS = {1: "", 4: "_4"}  # of the keys of first_128, by the number of chats
ROUNDS, QUICK_ROUNDS = 3, 2
SIDES = ("served", "engine", "bare", "server")
HOST = "host"
HOST_VOCABULARIES = ("", "152k_")  # prefixes in the keys; without one, 32,000 tokens
HOST_TOKENS = 64

# The values of all rounds, by what was measured.
Measured: TypeAlias = Mapping[str, Sequence[float]]
State: TypeAlias = dict["Cell | str", Measured]


@dataclass(frozen=True, slots=True)
class Section:
    """A comparison.

    Attributes:
        side: the one of ours.
        others: the other sides, and templates of the keys of our ratios to them: ``{cell}`` is
            the model and the number of chats, without the starter model; ``{full}`` has it, too.
        thread_count: of all sides; None is the default of each.
        reply_tokens: tokens per reply in a complete run.
        busy_count: processes that each keep a core busy meanwhile.
    """

    side: str
    others: Mapping[str, str]
    models: Sequence[str] = (STARTER,)
    thread_count: int | None = None
    reply_tokens: int = 200
    busy_count: int = 0


def _threads(count: int, suffix: str) -> Section:
    others = {"bare": f"bare_ratio_{{full}}{suffix}", "server": f"server_ratio_{{full}}{suffix}"}
    return Section("engine", others, SMALL, thread_count=count, reply_tokens=64)


SECTIONS = {
    "served": Section("served", {"server": "served_ratio_{cell}"}, (STARTER, *SYNTHESIZED)),
    "engine": Section("engine", {"bare": "engine_bare_ratio_{cell}"}),
    "busy": Section(
        "served", {"server": "served_ratio_{cell}_busy"}, reply_tokens=64, busy_count=2
    ),
    "served_threads": Section(
        "served", {"server": "served_threads_ratio_{cell}"}, thread_count=thread_limit()
    ),
    "threads1": _threads(1, ""),
    "threads2": _threads(2, "_threads2"),
}
AT_DEFAULTS = ("served", "engine")  # sections of a quick run; their keys have no suffix
MODELS = tuple(dict.fromkeys((*SMALL, *SYNTHESIZED)))
PARTS = (*MODELS, *SECTIONS, HOST)


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of chats with one model, in one of the sections."""

    section: str
    model: str
    count: int

    @property
    def name(self) -> str:
        """Its part of the keys of figures."""
        return f"{self.count}" if self.model == STARTER else f"{self.model}_{self.count}"

    def ratio_key(self, template: str) -> str:
        """Return the key of the ratio to another side."""
        return template.format(cell=self.name, full=f"{self.model}_{self.count}")

    def speed_key(self, side: str) -> str:
        """Return the key of the tokens per second of a side."""
        suffix = "" if self.section in AT_DEFAULTS else f"_{self.section}"
        return f"{side}_tokens_per_second_{self.name}{suffix}"


def measure(options: Options) -> dict[str, float]:
    """Measure the chosen parts, print the speeds, and return the figures by key."""
    state: State = {}
    for task in chosen_tasks(options):
        state |= task()
    print_cells(state)
    if options.peer is None:
        print_no_peer()
    return figures_of(state)


def chosen_tasks(options: Options) -> Iterator[Callable[[], State]]:
    """Yield the measurements to make; chosen models and sections restrict each other."""
    chosen = set(options.parts)
    models = chosen.intersection(MODELS) or set(MODELS)
    sections = chosen.intersection((*SECTIONS, HOST)) or {*SECTIONS, HOST}
    if options.is_quick and chosen == set(PARTS):
        models, sections = {STARTER}, set(AT_DEFAULTS)
    for name, section in SECTIONS.items():
        # Without llama-server, its sections have nothing to compare with.
        if name in sections and (options.peer is not None or "bare" in section.others):
            for model, count in itertools.product(section.models, COUNTS):
                if model in models:
                    yield partial(measure_cell, Cell(name, model, count), options)
    if HOST in sections:
        for prefix, count in itertools.product(HOST_VOCABULARIES, COUNTS):
            yield partial(measure_host, prefix, count, options)


def measure_cell(cell: Cell, options: Options) -> State:
    """Measure the sides of a section in turns; return the values of all rounds."""
    section = SECTIONS[cell.section]
    sides = [section.side, *(each for each in section.others if each != "server" or options.peer)]
    load = Load(quantized_model(cell.model), cell.count, section.thread_count)
    token_count = section.reply_tokens
    if options.is_quick:
        token_count = min(token_count, FIRST_TOKENS if cell.count <= FEW else FIRST_TOKENS // 2)
    measured: dict[str, list[float]] = defaultdict(list)
    with busy_processes(section.busy_count):
        for name in turns(sides, QUICK_ROUNDS if options.is_quick else ROUNDS):
            with open_side(name, load, options.peer) as side:
                # Our side is the first one; the others get as many tokens per slot as it has.
                load = replace(load, context_window=side.context_window)
                for key, value in _measure_side(side, cell.count, token_count).items():
                    measured[name + key] += [value]
    return {cell: measured}


def _measure_side(side: Side, count: int, token_count: int) -> dict[str, float]:
    """Return speeds in tokens per second, and processor seconds per token, by ending of keys."""
    side.write(count, 1)  # reads the prompts, which then stay in the slots
    warm_up = side.write(count, min(token_count, FIRST_TOKENS if count <= FEW else WARM_UP_TOKENS))
    used = side.processor_seconds
    replies = side.write(count, token_count)
    used = side.processor_seconds - used
    return {
        "": speed_of(replies),
        "_processor": used / (count * token_count),
        "_first": speed_of([reply.first(FIRST_TOKENS) for reply in warm_up]),
        "_later": speed_of([reply.first(FIRST_TOKENS) for reply in replies]),
    }


def measure_host(prefix: str, count: int, options: Options) -> State:
    """Measure the milliseconds from the end of a decode call to the start of the next one."""
    path = cached_model(write_large_vocabulary) if prefix else quantized_model("q8_0")
    config = EngineConfig(context_window=512, slot_count=count, thread_count=1)
    recorder = CallRecorder()
    measured: dict[str, list[float]] = {"call_ms": [], "step_ms": []}
    with EngineHarness(path, config, loader=recorder.load) as harness:
        for number in range(1 + (QUICK_ROUNDS if options.is_quick else ROUNDS)):
            replies = [
                harness.ask(f"c{index}", [question(index)], max_tokens=HOST_TOKENS)
                for index in range(count)
            ]
            # Sleeps, because waiting for events would wake this thread for each of them.
            while any(reply.finished is None for reply in replies):
                time.sleep(0.1)
            gaps, steps = recorder.pop_milliseconds(count)
            if number:  # the first round warms up
                measured["call_ms"].append(statistics.median(gaps))
                measured["step_ms"] += steps
    return {f"{HOST} {prefix}{count}": measured}


def print_cells(state: State) -> None:
    """Print the speeds of all sides."""
    rows = [
        [
            cell.section,
            cell.model,
            cell.count,
            *(median(measured, side) for side in SIDES),
            ratio(measured, "server_processor", f"{SECTIONS[cell.section].side}_processor"),
        ]
        for cell, measured in state.items()
        if isinstance(cell, Cell)
    ]
    print("Tokens per second of all chats; processor: seconds per token, llama-server's over ours")
    print_table(["section", "model", "chats", *SIDES, "processor"], rows)


def figures_of(state: State) -> dict[str, float]:
    """Return the figures by key, without those that were not measured."""
    figures: dict[str, float | None] = {}
    for cell, measured in state.items():
        if isinstance(cell, str):
            name = cell.removeprefix(f"{HOST} ")
            figures[f"host_ms_{name}"] = median(measured, "call_ms")
            figures[f"host_step_ms_{name}"] = median(measured, "step_ms")
            continue
        section = SECTIONS[cell.section]
        for other, template in section.others.items():
            figures[cell.ratio_key(template)] = ratio(measured, section.side, other)
        for side in (section.side, *section.others):
            figures[cell.speed_key(side)] = median(measured, side)
        if cell.section == "engine" and cell.count in FIRST_ENDINGS:
            ending = FIRST_ENDINGS[cell.count]
            figures[f"first_128_ratio{ending}"] = ratio(measured, "engine_first", "engine_later")
            figures[f"first_128_tokens_per_second{ending}"] = median(measured, "engine_first")
    found = {key: value for key, value in figures.items() if value is not None}
    synthesized = tuple(f"served_ratio_{model}" for model in SYNTHESIZED)
    return found | _means("served", found, synthesized) | _means("server", found, "server_ratio_")


def _means(
    name: str, figures: Mapping[str, float], prefixes: str | tuple[str, ...]
) -> dict[str, float]:
    """Return the geometric mean and the minimum of the figures whose keys have the prefixes."""
    ratios = [value for key, value in figures.items() if key.startswith(prefixes)]
    if not ratios:
        return {}
    return {f"{name}_geomean": statistics.geometric_mean(ratios), f"{name}_min": min(ratios)}


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
    run_benchmark(
        __doc__,
        measure,
        parts=PARTS,
        at_least={
            **{f"served_ratio_{count}": 1.0 for count in COUNTS},
            **{f"served_ratio_{count}_busy": 1.2 for count in COUNTS},
            **{f"engine_bare_ratio_{count}": 0.95 for count in COUNTS},
            **{f"first_128_ratio{ending}": 0.95 for ending in FIRST_ENDINGS.values()},
            "served_min": 0.97,
            "served_geomean": 1.05,
        },
    )
