"""Replays recorded costs: how near calls and threads that are chosen come to the best fixed ones.

``python -m tests.benchmarks.thread_choice`` prints for each machine and replay what share of the
best fixed setting's speed the chosen one has, without and with somebody who knows which cores are
free. Nothing is computed and no clock is read: the machine that it runs on does not matter.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import exp

from engine.scheduling.calls import CALL_OVERHEAD_SECONDS, CallChooser, Cut
from engine.scheduling.thread_levels import ThreadLevels
from tests.benchmarks.cost_tables import MACHINES, ONE_THREAD, Machine, seconds
from tests.benchmarks.report import print_table, read_options, write_json


@dataclass(frozen=True, slots=True)
class Phase:
    """So many steps of so many conversations, beside so many busy processes."""

    steps: int
    rows: int
    busy: int


@dataclass(frozen=True, slots=True)
class Noise:
    """How calls differ: all of them a bit, and some by up to so many times."""

    spread: float
    rare: float
    most: float


ROOMY, CROWDED = Noise(0.04, 0.004, 3.0), Noise(0.35, 0.05, 4.0)
_LEAST_RARE = 1.5
Choice = Callable[[int], Cut]


@dataclass(slots=True)
class Replay:
    """A machine whose clock moves by what calls cost there, with the noise of a machine."""

    machine: Machine
    quantization: str
    now: float = 0.0
    busy: int = 0
    dice: random.Random = field(default_factory=lambda: random.Random(7))

    def clock(self) -> float:
        """Return the replayed time."""
        return self.now

    def free_cores(self) -> float:
        """Return how many cores nobody else uses."""
        return max(0.0, self.machine.core_count - self.busy)

    def call(self, rows: int, thread_count: int) -> float:
        """Return what one call costs now, and let that time pass."""
        cost = self.expected(rows, thread_count) * self._noise(thread_count)
        self.now += cost + CALL_OVERHEAD_SECONDS
        return cost

    def expected(self, rows: int, thread_count: int) -> float:
        """Return what one call costs on average."""
        return seconds(self.machine, self.quantization, rows, thread_count, self.busy)

    def mean_noise(self, thread_count: int) -> float:
        """Return the mean of the noise of a call."""
        noise = self._kind_of_noise(thread_count)
        rare = 1 + noise.rare * ((_LEAST_RARE + noise.most) / 2 - 1)
        return exp(noise.spread**2 / 2) * rare

    def _noise(self, thread_count: int) -> float:
        noise = self._kind_of_noise(thread_count)
        factor = self.dice.lognormvariate(0.0, noise.spread)
        if self.dice.random() < noise.rare:
            factor *= self.dice.uniform(_LEAST_RARE, noise.most)
        return factor

    def _kind_of_noise(self, thread_count: int) -> Noise:
        is_crowded = self.busy and thread_count + self.busy > self.machine.core_count
        return CROWDED if is_crowded else ROOMY


def run(replay: Replay, phases: Sequence[Phase], chooser: CallChooser) -> float:
    """Return what the phases take with chosen calls and threads."""
    started = replay.now
    for phase in phases:
        replay.busy = phase.busy
        for _ in range(phase.steps):
            cut = chooser.choose(phase.rows)
            for size in cut.sizes:
                chooser.learn(size, cut.thread_count, replay.call(size, cut.thread_count))
    return replay.now - started


def fixed_seconds(
    machine: Machine, quantization: str, phases: Sequence[Phase], setting: Choice
) -> float:
    """Return what the phases take on average if each step is cut in the same way."""
    total = 0.0
    for phase in phases:
        replay = Replay(machine, quantization, busy=phase.busy)
        chosen = setting(phase.rows)
        calls = sum(replay.expected(size, chosen.thread_count) for size in chosen.sizes)
        calls *= replay.mean_noise(chosen.thread_count)
        total += phase.steps * (calls + len(chosen.sizes) * CALL_OVERHEAD_SECONDS)
    return total


def best_fixed(machine: Machine, quantization: str, phases: Sequence[Phase]) -> tuple[float, str]:
    """Return the least that a fixed setting takes, and which one it is."""
    return min(
        (fixed_seconds(machine, quantization, phases, setting), name)
        for name, setting in fixed_settings(machine)
    )


def fixed_settings(machine: Machine) -> Iterator[tuple[str, Choice]]:
    """Yield every number of threads, with one call for all rows and with one for each."""
    for count in ThreadLevels(machine.core_count).levels:
        yield f"{count} threads", partial(_one_call, count)
        yield f"{count} threads, calls of one", partial(_calls_of_one, count)


def replays(machine: Machine, quantization: str, minutes: float) -> dict[str, list[Phase]]:
    """Return phases of so many minutes each at the speed of the best fixed setting."""

    def phase(rows: int, busy: int) -> Phase:
        step = best_fixed(machine, quantization, [Phase(1, rows, busy)])[0]
        return Phase(max(1, round(60 * minutes / step)), rows, busy)

    cores = machine.core_count
    return {
        **{f"quiet {rows}": [phase(rows, 0)] for rows in (1, 2, 4, 8, 16)},
        **{f"one busy {rows}": [phase(rows, 1)] for rows in (1, 8)},
        **{f"all busy {rows}": [phase(rows, cores)] for rows in (1, 4)},
        "changing 1": [phase(1, 0), phase(1, cores), phase(1, 0)],
        "changing 4": [phase(4, 0), phase(4, cores // 2), phase(4, 0)],
        "changing rows": [phase(1, 0), phase(2, 0), phase(8, 0), phase(8, cores), phase(4, 0)],
    }


def share_of_best(
    machine: Machine, quantization: str, phases: Sequence[Phase], *, is_aided: bool, seed: int = 7
) -> float:
    """Return the speed with what is chosen, as a share of that with the best fixed setting."""
    replay = Replay(machine, quantization, dice=random.Random(seed))
    chooser = CallChooser(
        machine.core_count,
        clock=replay.clock,
        free_cores=replay.free_cores if is_aided else None,
    )
    return best_fixed(machine, quantization, phases)[0] / run(replay, phases, chooser)


def main() -> None:
    """Replay all machines and quantizations, and print the shares."""
    options = read_options(__doc__ or "")
    numbers: dict[str, float] = {}
    rows: list[tuple[str, ...]] = []
    for machine in MACHINES:
        for quantization in ("Q4_0",) if options.is_quick else ONE_THREAD:
            minutes = 0.5 if options.is_quick else 3.0
            for name, phases in replays(machine, quantization, minutes).items():
                best = best_fixed(machine, quantization, phases)[1]
                shares = [
                    share_of_best(machine, quantization, phases, is_aided=is_aided)
                    for is_aided in (False, True)
                ]
                key = f"{machine.name} {quantization} {name}".lower().replace(" ", "_")
                numbers[f"share_{key}"], numbers[f"aided_share_{key}"] = shares
                words = (machine.name, quantization, name, best)
                rows.append((*words, *(f"{share:.3f}" for share in shares)))
    print_table(("machine", "model", "replay", "best fixed", "share", "aided"), rows)
    write_json(options, numbers)


def _one_call(thread_count: int, rows: int) -> Cut:
    return Cut((rows,), thread_count)


def _calls_of_one(thread_count: int, rows: int) -> Cut:
    return Cut((1,) * rows, thread_count)


if __name__ == "__main__":
    main()
