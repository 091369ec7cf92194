"""The cells of the throughput benchmark, and what their measurements come to: all pure."""

import itertools
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

COUNTS = (1, 2, 3, 4, 8, 16)
QUANTIZATIONS = ("q8_0", "q4_0", "q4_k_m", "f16")
SAME_THREADS = {"threads1": 1, "threads2": 2}
AT_DEFAULTS = ("quiet", "busy")
SECTIONS = (*SAME_THREADS, *AT_DEFAULTS)
HOST_VOCABULARIES = {"": "32,000", "152k_": "152,000"}  # by what stands in their keys
HOST_COUNTS = (1, 4, 8, 16)

# What was measured under a name, as lists by what it is: tokens per second of each round.
Measured = Mapping[str, Sequence[float]]
State = Mapping[str, Measured]


@dataclass(frozen=True, slots=True)
class Cell:
    """So many conversations with one model, in one of the sections."""

    quantization: str
    section: str
    count: int

    @property
    def name(self) -> str:
        """Return what its measurement is called in a state."""
        return f"{self.quantization} {self.section} {self.count}"

    @property
    def ending(self) -> str:
        """Return how its keys end."""
        key = f"{self.quantization}_{self.count}"
        return key if self.section == "threads1" else f"{key}_{self.section}"


ALL_CELLS = tuple(
    Cell(quantization, section, count)
    for section in SECTIONS
    for quantization in QUANTIZATIONS
    for count in COUNTS
)


def tokens_per_second(replies: Iterable[tuple[Sequence[float], Sequence[int]]]) -> float:
    """Return the speed of all replies together while each of them was written.

    A reply is the times at which something came, ascending, and how many tokens it had then.
    Each has its own span from arrival to arrival, so that nobody loses a part of a step.
    """
    pairs = [pair for pair in replies if pair[0]]
    since = max((times[0] for times, _ in pairs), default=0.0)
    until = min((times[-1] for times, _ in pairs), default=0.0)
    return sum(_speed(times, counts, since, until) for times, counts in pairs)


def _speed(times: Sequence[float], counts: Sequence[int], since: float, until: float) -> float:
    within = [index for index, time in enumerate(times) if since <= time <= until]
    if len(within) < 2 or times[within[0]] == times[within[-1]]:
        return 0.0
    first, last = within[0], within[-1]
    return (counts[last] - counts[first]) / (times[last] - times[first])


def geometric_mean(values: Iterable[float]) -> float:
    """Return the mean of ratios, in which twice and half make one."""
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs))


def ratio(measured: Measured, one: str, other: str) -> float | None:
    """Return the median of the ratios of the rounds, which were measured in turns."""
    pairs = zip(measured.get(one, ()), measured.get(other, ()), strict=False)
    ratios = [first / second for first, second in pairs if second > 0]
    return statistics.median(ratios) if ratios else None


def median(measured: Measured, name: str) -> float | None:
    """Return the median of the rounds, if there were any."""
    values = measured.get(name)
    return statistics.median(values) if values else None


def numbers_of(state: State) -> dict[str, float]:
    """Return what ``--json`` writes: the key figures of all that a state has."""
    numbers = _ratios(state)
    numbers |= _means(state)
    for key in HOST_VOCABULARIES:
        for count in HOST_COUNTS:
            measured = state.get(f"host {key}{count}", {})
            numbers |= _present(f"host_ms_{key}{count}", median(measured, "call_ms"))
            numbers |= _present(f"host_step_ms_{key}{count}", median(measured, "step_ms"))
    numbers |= _present("peer_tokens_per_second", median(state.get("llama", {}), "llama"))
    numbers |= _present("busy_share", ratio(state.get("busy_share", {}), "beside", "alone"))
    return numbers


def markdown_of(state: State) -> list[str]:
    """Return the table of RESULTS.md: the engine's speed of that of others."""
    lines = ["| | " + " | ".join(str(count) for count in COUNTS) + " |"]
    lines.append("| --- |" + " --- |" * len(COUNTS))
    for other, section, quantization in itertools.product(
        ("server", "bare"), SECTIONS, QUANTIZATIONS
    ):
        cells = [Cell(quantization, section, count) for count in COUNTS]
        ratios = [ratio(state.get(cell.name, {}), "engine", other) for cell in cells]
        if any(ratios):
            shown = ["" if each is None else f"{each:.2f}" for each in ratios]
            lines.append(f"| {other}, {section}, {quantization} | " + " | ".join(shown) + " |")
    return lines


def _ratios(state: State) -> dict[str, float]:
    numbers: dict[str, float] = {}
    for cell in ALL_CELLS:
        measured = state.get(cell.name, {})
        against_server = ratio(measured, "engine", "server")
        prefix = "defaults" if cell.section in AT_DEFAULTS else "server"
        numbers |= _present(f"{prefix}_ratio_{cell.ending}", against_server)
        numbers |= _present(f"bare_ratio_{cell.ending}", ratio(measured, "engine", "bare"))
        if (cell.quantization, cell.section) == ("q8_0", "threads1"):
            numbers |= _of_first_version(cell.count, measured)
    return numbers


def _of_first_version(count: int, measured: Measured) -> dict[str, float]:
    """Return the keys by which older results of Q8_0 with one thread are known."""
    return {
        **_present(f"ratio_{count}", ratio(measured, "engine", "bare")),
        **_present(
            f"processor_ratio_{count}", ratio(measured, "bare_processor", "engine_processor")
        ),
        **_present(f"tokens_per_second_{count}", median(measured, "engine")),
        **_present(f"server_tokens_per_second_{count}", median(measured, "server")),
    }


def _means(state: State) -> dict[str, float]:
    """Return geometric means over the cells that are there, and how many those are."""
    return {
        **_mean("server", "", state, tuple(SAME_THREADS)),
        **_mean("defaults", "_quiet", state, ("quiet",)),
        **_mean("defaults", "_busy", state, ("busy",)),
    }


def _mean(kind: str, machine: str, state: State, sections: tuple[str, ...]) -> dict[str, float]:
    measured = [state.get(cell.name, {}) for cell in ALL_CELLS if cell.section in sections]
    ratios = [found for each in measured if (found := ratio(each, "engine", "server")) is not None]
    if not ratios:
        return {}
    return {
        f"{kind}_geomean{machine}": geometric_mean(ratios),
        f"{kind}_min{machine}": min(ratios),
        f"{kind}_cells{machine}": len(ratios),
    }


def _present(key: str, value: float | None) -> dict[str, float]:
    return {} if value is None else {key: value}
