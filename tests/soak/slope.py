"""How fast a size grows: a straight line through samples, and the most that it may rise."""

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

# Samples that lie close together say the same; each of these seconds counts as one.
BLOCK_SECONDS = 30.0
# The largest of 97.5 % of what chance makes of nothing, by degrees of freedom (Student).
_T_975 = ((3, 3.18), (5, 2.57), (8, 2.31), (12, 2.18), (20, 2.09), (30, 2.04), (60, 2.0))


@dataclass(frozen=True, slots=True)
class Sample:
    """A size at a moment; ``life`` is the process that had it."""

    seconds: float
    life: int
    size: float


@dataclass(frozen=True, slots=True)
class Slope:
    """What a size gains in a second, and between which bounds that lies with 95 %."""

    per_second: float
    low: float
    high: float
    block_count: int
    life_count: int


def slope(samples: Iterable[Sample], *, warm_up: Mapping[int, float]) -> Slope | None:
    """Return the one slope that all lives share, each from a level of its own; None from too few.

    ``warm_up`` says from which second on a life counts. Neighbouring blocks are alike, so that
    they prove less than their number; the bounds are wider for that, as the residuals say.
    """
    blocks = _blocks(sample for sample in samples if sample.seconds >= warm_up[sample.life])
    lives = {life: pairs for life, pairs in blocks.items() if len(pairs) >= 3}
    centred = [pair for pairs in lives.values() for pair in _centred(pairs)]
    freedom = len(centred) - len(lives) - 1
    spread = sum(x * x for x, _ in centred)
    if freedom < 3 or not spread:
        return None
    rise = sum(x * y for x, y in centred) / spread
    residuals = [y - rise * x for x, y in centred]
    variance = sum(each * each for each in residuals) / freedom
    error = math.sqrt(variance / spread * _alikeness(residuals))
    reach = _t_975(freedom) * error
    return Slope(rise, rise - reach, rise + reach, len(centred), len(lives))


def _blocks(samples: Iterable[Sample]) -> dict[int, list[tuple[float, float]]]:
    """Return each life's median size in each block of time."""
    found: dict[tuple[int, int], list[Sample]] = {}
    for sample in samples:
        found.setdefault((sample.life, int(sample.seconds // BLOCK_SECONDS)), []).append(sample)
    lives: dict[int, list[tuple[float, float]]] = {}
    for (life, _), block in sorted(found.items()):
        pair = (
            statistics.fmean(s.seconds for s in block),
            statistics.median(s.size for s in block),
        )
        lives.setdefault(life, []).append(pair)
    return lives


def _centred(pairs: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    x0, y0 = statistics.fmean(x for x, _ in pairs), statistics.fmean(y for _, y in pairs)
    return [(x - x0, y - y0) for x, y in pairs]


def _alikeness(residuals: Sequence[float]) -> float:
    """Return by how much residuals that follow each other widen the variance of a slope."""
    whole = sum(each * each for each in residuals)
    if not whole:
        return 1.0
    neighbours = pairwise(residuals)
    alike = min(0.9, max(0.0, sum(a * b for a, b in neighbours) / whole))
    return (1 + alike) / (1 - alike)


def _t_975(freedom: int) -> float:
    return next((value for most, value in _T_975 if freedom <= most), 1.98)
