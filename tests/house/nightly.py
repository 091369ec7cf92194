"""Runs what takes a night: long searches for faults, mutation testing, and all tests repeatedly.

Each search goes further than the sample of it in ``make test``, and a failed one does not stop the
next. Property tests look for new examples in each round. A test that fails in one of several rounds
depends on something that it should not depend on: it is a bug to find.
"""

import argparse
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

from tests.house.source_files import ROOT

ROUNDS = 3
TESTS_FAILED = 1  # pytest's exit status where tests ran and some failed

# A module and its arguments; the integers are amounts, which --scale multiplies.
SEARCHES: tuple[tuple[str, tuple[str | int, ...]], ...] = (
    ("tests.soak", ("--minutes", 60)),
    ("tests.faults.mutants", ("--count", 2000)),
    ("tests.engine.kv.mutated_files", (10_000,)),
    ("tests.engine.schema_replies", ("1", 500)),
    ("tests.engine.core.same_replies", (1000,)),
    ("tests.engine.core.sources.source_lives", (1000,)),
    ("tests.faults.kill_writer", ("--kills", 1000)),
    ("tests.faults.rot", ("--files", 1000)),
    ("tests.faults.pictures", ("--count", 5000)),
    ("tests.faults.downloads", ("--megabytes", "512", "--cuts", 1000)),
    ("tests.flows.monkey", ("--minutes", 20)),
    ("tests.app.widgets.markdown.fuzz", ("--count", 100_000)),
    ("tests.app.widgets.markdown.streaming", ("--count", 20_000)),
    ("tests.mutation", ("--minutes", 60)),
)
# What the tests compile for themselves: the RPC pack and its server.
PROGRAMS = ("packaging/rpc_pack.py",)


def main() -> int:
    """Run the searches and the rounds, and print a table; further arguments go to pytest."""
    parser = argparse.ArgumentParser(description="Search for faults for a night.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often all tests are run")
    parser.add_argument("--scale", type=float, default=1.0, help="share of each search's amount")
    parser.add_argument("--without-searches", action="store_true", help="run the tests only")
    options, for_pytest = parser.parse_known_args()
    failures: Counter[str] = Counter()
    for module, arguments in () if options.without_searches else SEARCHES:
        failures.update(failed_search(module, scaled(arguments, options.scale)))
    for program in PROGRAMS:
        subprocess.run([sys.executable, program], cwd=ROOT, check=False)
    for number in range(1, options.rounds + 1):
        print(f"== Round {number} of {options.rounds}", flush=True)
        failures.update(failed_tests(for_pytest))
    return report(failures, options.rounds)


def scaled(arguments: tuple[str | int, ...], scale: float) -> list[str]:
    """Return the arguments with their amounts, the integers, scaled; at least 1."""
    return [
        each if isinstance(each, str) else str(max(1, round(each * scale))) for each in arguments
    ]


def failed_search(module: str, arguments: list[str]) -> list[str]:
    """Run a search; return its name if it found anything or broke off."""
    name = " ".join([module, *arguments])
    print(f"== {name}", flush=True)
    start = time.monotonic()
    command = [sys.executable, "-m", module, *arguments]
    exit_code = subprocess.run(command, cwd=ROOT, check=False).returncode
    print(f"   {(time.monotonic() - start) / 60:.1f} minutes", flush=True)
    return [f"{name}, which ended with {exit_code}"] if exit_code else []


def failed_tests(arguments: list[str]) -> list[str]:
    """Run all tests of both tiers once; return those that failed, or the whole run if it broke."""
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-m", "", f"--junitxml={results}"]
        command += ["-n", "logical", "--dist", "loadgroup", *arguments]
        exit_code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if exit_code not in (0, TESTS_FAILED) or not results.exists():
            return [f"the whole run, which ended with {exit_code}"]
        cases = ElementTree.parse(results).iter("testcase")
        return [
            f"{case.get('classname')}::{case.get('name')}"
            for case in cases
            if case.find("failure") is not None or case.find("error") is not None
        ]


def report(failures: Counter[str], rounds: int) -> int:
    """Print what failed how often, the most frequent first; return 1 if anything did."""
    for name, count in failures.most_common():
        print(f"failed {count} times  {name}", flush=True)
    print(f"{len(failures)} failures in {rounds} rounds.", flush=True)
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
