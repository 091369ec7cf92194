"""Runs all tests several times and counts which failed how often; nothing is run into green.

Property tests look for new examples in each round. A test that fails in one round of many depends
on what it should not depend on, and wants mending.
"""

import argparse
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

from tests.house.source_files import ROOT

ROUNDS = 5
TESTS_FAILED = 1  # pytest's exit status where tests ran and some failed


def main() -> int:
    """Run the rounds and print a table; further arguments go to pytest."""
    parser = argparse.ArgumentParser(description="Count which tests fail how often.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often all tests are run")
    options, for_pytest = parser.parse_known_args()
    failures: Counter[str] = Counter()
    for number in range(1, options.rounds + 1):
        print(f"== Round {number} of {options.rounds}", flush=True)
        failures.update(failed_tests(for_pytest))
    return report(failures, options.rounds)


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
        print(f"failed in {count} of {rounds} rounds  {name}", flush=True)
    print(f"{len(failures)} tests failed in {rounds} rounds.", flush=True)
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
