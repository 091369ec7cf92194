"""Whether a soak was good: faults, handles and threads, and how fast memory grows."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from tests.soak.run import Measurement, Record, SoakPlan
from tests.soak.slope import Sample, Slope, slope

MAX_MEGABYTES = 1.0  # in TEN_MINUTES, at the upper bound
TEN_MINUTES = 600.0
MAX_MORE = 2  # handles or threads: some come and go


@dataclass(frozen=True, slots=True)
class Growth:
    """What one process kept for itself, in megabytes in ten minutes, and its handles and threads.

    ``own`` is None where the run was too short to say.
    """

    name: str
    own: Slope | None
    more_handles: int
    more_threads: int

    @classmethod
    def of(
        cls, name: str, measurements: Sequence[Measurement], warm_up: Callable[[Measurement], float]
    ) -> "Growth":
        """Return how it grew; ``warm_up`` says from when on the life that began so counts."""
        firsts = {each.process_id: each for each in reversed(measurements)}
        counts = {life: warm_up(first) for life, first in firsts.items()}

        samples = [
            Sample(each.seconds, each.process_id, each.holdings.own_megabytes)
            for each in measurements
        ]
        at_rest = [
            look
            for look in measurements
            if look.is_at_rest and look.seconds >= counts[look.process_id]
        ]
        return cls(
            name,
            slope(samples, warm_up=counts),
            _more([each.holdings.handle_count for each in at_rest]),
            _more([each.holdings.thread_count for each in at_rest]),
        )

    @property
    def faults(self) -> list[str]:
        """Return what is wrong."""
        found = []
        if self.own is not None and self.own.high * TEN_MINUTES > MAX_MEGABYTES:
            found.append(f"[memory] the {self.name} may grow {_per_ten(self.own)}")
        if self.more_handles > MAX_MORE:
            found.append(f"[handles] the {self.name} holds {self.more_handles} more")
        if self.more_threads > MAX_MORE:
            found.append(f"[threads] the {self.name} has {self.more_threads} more")
        return found


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a whole soak shows."""

    growths: tuple[Growth, ...]
    faults: tuple[str, ...]
    lines: tuple[str, ...]

    @classmethod
    def of(cls, record: Record, plan: SoakPlan) -> "Verdict":
        """Judge a record."""
        growths = (
            Growth.of("window", record.window, lambda _first: plan.warm_up_seconds),
            Growth.of(
                "engine",
                record.engine,
                # The lives of the warm-up are too short to count; the last of them goes on.
                lambda first: max(
                    plan.warm_up_seconds, first.seconds + plan.engine_warm_up_seconds
                ),
            ),
        )
        faults = (*record.faults, *(fault for growth in growths for fault in growth.faults))
        lines = (
            f"{record.round_count} rounds, {record.action_count} actions; the engine was killed "
            f"{record.drop_count} times, {record.disk_fault_count} transactions were refused",
            f"{record.stored_count} messages acknowledged, {record.message_count} there at the end",
        )
        return cls(growths, faults, lines)

    @property
    def is_good(self) -> bool:
        """Whether nothing was wrong."""
        return not self.faults

    def table(self) -> str:
        """Return it for a terminal."""
        rows = [*self.lines, ""]
        for growth in self.growths:
            rows.append(f"{growth.name}: own memory {_per_ten(growth.own)}")
            more = f"{growth.more_handles:+d} handles, {growth.more_threads:+d} threads"
            rows.append(f"        {more} between the first and the last quarter")
        rows += ["", *self.faults, "good" if self.is_good else f"{len(self.faults)} faults"]
        return "\n".join(rows)

    def figures(self, record: Record) -> dict[str, object]:
        """Return it for a file, with all samples."""
        return {
            "is_good": self.is_good,
            "faults": self.faults,
            "lines": self.lines,
            "growths": [asdict(growth) for growth in self.growths],
            "window": [asdict(each) for each in record.window],
            "engine": [asdict(each) for each in record.engine],
        }


def _per_ten(found: Slope | None) -> str:
    if found is None:
        return "not judged, the run was too short"
    mean, low, high = (each * TEN_MINUTES for each in (found.per_second, found.low, found.high))
    return (
        f"{mean:+.2f} MB in ten minutes (95 %: {low:+.2f} to {high:+.2f}; {found.block_count} half "
        f"minutes, {found.life_count} lives)"
    )


def _more(counts: Sequence[int]) -> int:
    """Return by how much the last quarter's median is above the first quarter's."""
    quarter = len(counts) // 4
    if not quarter:
        return 0
    return round(statistics.median(counts[-quarter:]) - statistics.median(counts[:quarter]))
