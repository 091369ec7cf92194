"""Records how long each test takes, and prints where the last run spent its time.

Every run of pytest writes ``build/test-times.json``: the seconds of set-up, call and tear-down of
each test together. ``python -m tests.times`` prints the slowest tests and the sum of each folder.
"""

import argparse
import json
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

TIMES_FILE = Path(__file__).resolve().parents[1] / "build" / "test-times.json"
SLOWEST_COUNT = 50
FOLDER_DEPTH = 3

# pytest-xdist appends the group of a test to its name; an identifier of parameters ends with "]".
_GROUP = re.compile(r"@[\w.-]+$")


class TimeRecorder:
    """A pytest plugin that adds up the phases of each test, whichever worker ran them."""

    def __init__(self, path: Path = TIMES_FILE) -> None:
        self._path = path
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add one phase of a test."""
        self._seconds[_GROUP.sub("", report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        """Write the file; a run without tests leaves the one of the run before."""
        if self._seconds:
            self._path.parent.mkdir(exist_ok=True)
            rounded = {name: round(seconds, 3) for name, seconds in self._seconds.items()}
            self._path.write_text(json.dumps(rounded, indent=0), "utf-8")


def folder_of(name: str, depth: int = FOLDER_DEPTH) -> str:
    """Return the folder of a test, cut to ``depth`` levels: ``tests/app/widgets``."""
    return "/".join(name.partition("::")[0].split("/")[:-1][:depth])


def main() -> None:
    """Print the sum per folder and the slowest tests of the last run."""
    parser = argparse.ArgumentParser(description="Print where the last test run spent its time.")
    parser.add_argument("file", type=Path, nargs="?", default=TIMES_FILE)
    parser.add_argument("--depth", type=int, default=FOLDER_DEPTH, help="levels of folders")
    parser.add_argument("--count", type=int, default=SLOWEST_COUNT, help="slowest tests to print")
    options = parser.parse_args()
    seconds: dict[str, float] = json.loads(options.file.read_text("utf-8"))
    sums: defaultdict[str, float] = defaultdict(float)
    cases: Counter[str] = Counter()
    for name, duration in seconds.items():
        sums[folder_of(name, options.depth)] += duration
        cases[folder_of(name, options.depth)] += 1
    print(f"{'seconds':>8} {'cases':>6}  folder")
    for folder, total in sorted(sums.items(), key=lambda each: -each[1]):
        print(f"{total:8.1f} {cases[folder]:6}  {folder}")
    print(f"{sum(sums.values()):8.1f} {len(seconds):6}  all\n")
    for name, duration in sorted(seconds.items(), key=lambda each: -each[1])[: options.count]:
        print(f"{duration:8.2f}  {name}")


if __name__ == "__main__":
    main()
