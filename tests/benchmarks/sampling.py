"""What choosing the tokens of one step costs, beside one call of the library's chain per row.

Both take turns in the same run, on cold caches as behind a decode: what is as large as a model is
read before each step, and the rows are written last. Accepting the tokens and the penalties' look
back are included; the rows are random and few, so that penalties and DRY have work.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.llama.candidates import CandidateList, Logits
from engine.llama.sampling import BatchSampler
from engine.wire.sampling_params import Dry, Mirostat, SamplingParams
from tests.benchmarks.report import print_table, read_options, write_json
from tests.engine.llama.naive_chain import NaiveSampler

WIDTHS = (32_000, 152_000)
ROW_COUNTS = (1, 4, 8, 16)
OFTEN = ("default", "penalties")  # measured in all shapes, the others in these
SHAPES = ((8, 152_000), (16, 32_000))
SET_COUNT = 3  # of rows that take turns
BALLAST_BYTES = 64 << 20
SAID_COUNT = 500  # tokens that each request has said before
_DRY = Dry(breakers=())
WISHES = {
    "greedy": SamplingParams(temperature=0.0),
    "default": SamplingParams(seed=1),
    "penalties": SamplingParams(seed=1, repeat_penalty=1.1, frequency_penalty=0.1),
    "dry": SamplingParams(seed=1, dry=_DRY),
    "typical_xtc": SamplingParams(seed=1, typical_p=0.9, xtc_probability=0.5),
    "everything": SamplingParams(
        seed=1, repeat_penalty=1.1, dry=_DRY, typical_p=0.9, logit_bias=((7, -5.0), (9, 2.0))
    ),
    "top_k_1000": SamplingParams(seed=1, top_k=1000),
    "mirostat": SamplingParams(seed=1, mirostat=Mirostat()),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """Milliseconds of one step, medians."""

    ours: float
    naive: float


class Step:
    """The rows of a step, as a decode leaves them, and the caches."""

    def __init__(self, count: int, width: int) -> None:
        random = np.random.default_rng(1)
        self._sets = [
            3 * random.standard_normal((count, width), dtype=np.float32) for _ in range(SET_COUNT)
        ]
        self._ballast = np.zeros(BALLAST_BYTES // 8, dtype=np.int64)
        self.rows: Logits = np.empty((count, width), dtype=np.float32)

    def seconds(self, number: int, choose: Callable[[], object]) -> float:
        """Return how long choosing takes behind a decode."""
        self._ballast += 1
        np.copyto(self.rows, self._sets[number % SET_COUNT])
        started = time.perf_counter()
        choose()
        return time.perf_counter() - started


def measure(params: SamplingParams, count: int, width: int, rounds: int) -> Measured:
    """Time steps of ours and of the naive way in turn."""
    said = np.random.default_rng(2).integers(0, width, SAID_COUNT).tolist()
    batch_sampler, candidates = BatchSampler(width), CandidateList(width)
    ours = [batch_sampler.new_sampler(params, said) for _ in range(count)]
    naive = [NaiveSampler(params, said, width) for _ in range(count)]
    step = Step(count, width)
    rows = list(step.rows)

    def choose_naively() -> None:
        for sampler, row in zip(naive, rows, strict=True):
            sampler.choose(row, candidates)

    seconds: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds):
        seconds[0].append(step.seconds(number, lambda: batch_sampler.sample(ours, rows)))
        seconds[1].append(step.seconds(number, choose_naively))
    batch_sampler.close()
    for pair in zip(ours, naive, strict=True):
        for sampler in pair:
            sampler.close()
    return Measured(*(1000 * statistics.median(each) for each in seconds))


def _cases() -> Iterator[tuple[str, int, int]]:
    for name in WISHES:
        often = [(count, width) for width in WIDTHS for count in ROW_COUNTS]
        for count, width in often if name in OFTEN else SHAPES:
            yield name, count, width


def main() -> None:
    """Print the table."""
    options = read_options("Milliseconds to choose one token for every row.")
    numbers: dict[str, float] = {}
    rows = []
    for name, count, width in _cases():
        measured = measure(WISHES[name], count, width, 10 if options.is_quick else 40)
        key = f"{name}_{count}x{width // 1000}k"
        numbers[f"{key}_ms"] = measured.ours
        numbers[f"{key}_speedup"] = measured.naive / measured.ours
        if name == "default":
            numbers[f"host_sampling_ms_{count}_{width // 1000}k"] = measured.ours
        speedup = f"{measured.naive / measured.ours:.1f}"
        cells = [f"{count} x {width:,}", name, f"{measured.ours:.3f}", f"{measured.naive:.3f}"]
        rows.append([*cells, speedup])
    print("Milliseconds per step on cold caches, medians; naive: one chain over each whole row")
    print_table(["rows", "wish", "ours", "naive", "times faster"], rows)
    write_json(options, numbers)


if __name__ == "__main__":
    main()
