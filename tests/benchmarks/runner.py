"""What all benchmarks share: command line, rounds, statistics, tables and the JSON file.

A benchmark is a module with a function that measures and returns its figures by key::

    if __name__ == "__main__":
        run_benchmark(__doc__, measure, at_most={"worst_gap_ms": 160})
"""

import argparse
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

PEER_PROGRAM = Path(__file__).resolve().parents[2] / "build" / "peers" / "bin" / "llama-server"
_NO_PEER = "llama-server was not found. Run `make peers`, or name the program with --peer."

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Options:
    """The command line of a benchmark.

    Attributes:
        peer: the ``llama-server`` to compare with; None if there is none.
        parts: what ``--only`` names; all parts if it is not given.
    """

    is_quick: bool
    peer: Path | None = None
    parts: tuple[str, ...] = ()


def run_benchmark(
    description: str | None,
    measure: Callable[[Options], Mapping[str, float]],
    *,
    parts: Sequence[str] = (),
    at_most: Mapping[str, float] | None = None,
    at_least: Mapping[str, float] | None = None,
) -> None:
    """Read the command line, measure, print all figures and write the JSON file."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures by key")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, less exact figures")
    parser.add_argument("--peer", type=Path, metavar="PROGRAM", help="llama-server to compare with")
    if parts:
        parser.add_argument("--only", action="append", choices=parts, help="can be repeated")
    arguments = parser.parse_args()
    options = Options(
        is_quick=arguments.quick,
        peer=arguments.peer or (PEER_PROGRAM if PEER_PROGRAM.exists() else None),
        parts=tuple(getattr(arguments, "only", None) or parts),
    )
    figures = dict(measure(options))
    _print_figures(figures, at_most or {}, at_least or {})
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")


def print_no_peer() -> None:
    """Say that the figures of llama-server are missing, and how to get them."""
    print(_NO_PEER)


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print right-aligned columns; floats have four significant digits."""
    table = [list(head), *([shown(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def shown(value: object) -> str:
    """Return the text of a table's cell; None is empty."""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def turns(items: Sequence[Item], rounds: int) -> Iterator[Item]:
    """Yield all items in each round, in alternating order so that none always follows another."""
    for number in range(rounds):
        yield from reversed(items) if number % 2 else items


def percentile(values: Sequence[float], share: float) -> float:
    """Return the nearest-rank percentile; ``share`` is from 0 to 1."""
    return sorted(values)[round(share * (len(values) - 1))]


def longest_gap_ms(times: Sequence[float], began: float, over: float) -> float:
    """Return the longest gap within a time span."""
    within = [began, *(each for each in times if began <= each <= over), over]
    return max(b - a for a, b in itertools.pairwise(within)) * 1000


def seconds_of(work: Callable[[], object]) -> float:
    """Return how long a call takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def json_of_child(module: str, *arguments: str) -> dict[str, float]:
    """Run a module in its own process and return the JSON object that it prints last.

    Raises SystemExit with the errors of the process if it fails.
    """
    command = [sys.executable, "-m", module, *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise SystemExit(ended.stderr)
    figures: dict[str, float] = json.loads(ended.stdout.splitlines()[-1])
    return figures


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Run processes that each keep a core busy."""
    command = [sys.executable, "-c", "while True: pass"]
    processes = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _print_figures(
    figures: Mapping[str, float], at_most: Mapping[str, float], at_least: Mapping[str, float]
) -> None:
    rows = []
    for key, value in figures.items():
        wanted, is_missed = "", False
        if key in at_most:
            wanted, is_missed = f"at most {at_most[key]:g}", value > at_most[key]
        elif key in at_least:
            wanted, is_missed = f"at least {at_least[key]:g}", value < at_least[key]
        rows.append([key, value, wanted, "missed" if is_missed else ""])
    if rows:
        print_table(["key", "measured", "wanted", ""], rows)
