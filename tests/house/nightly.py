"""Runs what takes a night: long searches for faults, and all tests several times.

Each search looks further than the sample of it that CI takes, and none stops another. Property
tests look for new examples in each round. A test that fails in one round of many depends on what
it should not depend on, and wants mending; nothing is run into green.
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

ROUNDS = 5
TESTS_FAILED = 1  # pytest's exit status where tests ran and some failed

# The modules with their arguments; each has a sample of itself among the tests.
SEARCHES: tuple[tuple[str, ...], ...] = (
    ("tests.soak", "--minutes", "60"),
    ("tests.faults.mutants", "--count", "2000"),
    ("tests.engine.kv.mutated_files", "10000"),
    ("tests.engine.llama.grammar_fuzz", "1", "3000"),
    ("tests.engine.core.same_replies", "1000"),
    ("tests.engine.core.sources.source_lives", "1000"),
    ("tests.faults.kill_writer", "--kills", "1000"),
    ("tests.faults.rot", "--files", "1000"),
    ("tests.faults.pictures", "--count", "5000"),
    ("tests.faults.downloads", "--megabytes", "512", "--cuts", "1000"),
    ("tests.flows.monkey", "--minutes", "20"),
    ("tests.app.widgets.markdown.fuzz", "--count", "100000"),
)


def main() -> int:
    """Run the searches and the rounds, and print a table; further arguments go to pytest."""
    parser = argparse.ArgumentParser(description="Search for faults for a night.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often all tests are run")
    parser.add_argument("--without-searches", action="store_true", help="run the tests only")
    options, for_pytest = parser.parse_known_args()
    failures: Counter[str] = Counter()
    for search in () if options.without_searches else SEARCHES:
        failures.update(failed_search(search))
    for number in range(1, options.rounds + 1):
        print(f"== Round {number} of {options.rounds}", flush=True)
        failures.update(failed_tests(for_pytest))
    return report(failures, options.rounds)


def failed_search(search: tuple[str, ...]) -> list[str]:
    """Run a search; return it if it found anything, or broke off."""
    name = " ".join(search)
    print(f"== {name}", flush=True)
    start = time.monotonic()
    exit_code = subprocess.run([sys.executable, "-m", *search], cwd=ROOT, check=False).returncode
    print(f"   {(time.monotonic() - start) / 60:.1f} minutes", flush=True)
    return [f"{name}, which ended with {exit_code}"] if exit_code else []


def failed_tests(arguments: list[str]) -> list[str]:
    """Run all tests once and return those that failed; a run that broke off is one as well."""
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.xml"
        command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={results}", *arguments]
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
    """Print who failed how often, the most frequent first; answer with 1 if anybody did."""
    for name, count in failures.most_common():
        print(f"failed {count} times  {name}", flush=True)
    print(f"{len(failures)} failures in {rounds} rounds.", flush=True)
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
