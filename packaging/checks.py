"""Runs format and lint, then types and contracts while the tests run, one worker per core."""

from __future__ import annotations

import argparse
import subprocess
import sys
import threading
import time
from pathlib import Path

from virtual_environment import core_count

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = Path(sys.executable).parent

# The first two take seconds and run first.
QUICK_STAGES = {
    "Format": [sys.executable, "-m", "ruff", "format", "--check"],
    "Lint": [sys.executable, "-m", "ruff", "check"],
}
SLOW_STAGES = {
    "Contracts": [str(PROGRAMS / "lint-imports")],
    "Types": [sys.executable, "-m", "mypy"],
}
TESTS = [sys.executable, "-m", "pytest", "--hypothesis-profile=ci"]


def main() -> int:
    """Run the stages and the tests; further arguments go to pytest."""
    parser = argparse.ArgumentParser(description="Run format, lint, types, contracts, tests.")
    parser.add_argument("--without-tests", action="store_true", help="skip the tests")
    options, for_pytest = parser.parse_known_args()
    exit_code = run_stages(QUICK_STAGES)
    if exit_code != 0:
        return exit_code
    if options.without_tests:
        return run_stages(SLOW_STAGES)
    stages = StageThread()
    stages.start()
    exit_code = run_tests(for_pytest)
    return stages.finish() or exit_code


def run_stages(stages: dict[str, list[str]]) -> int:
    """Run these commands one after the other, up to the first that fails."""
    for name, command in stages.items():
        exit_code = _run(name, command)
        if exit_code != 0:
            return exit_code
    return 0


def run_tests(arguments: list[str]) -> int:
    """Run the tests once; ``make nightly`` counts flaky tests."""
    parallel = ["-n", str(core_count()), "--dist", "loadgroup"]
    is_chosen = any(each.startswith("-n") for each in arguments)
    command = [*TESTS, *([] if is_chosen else parallel), *arguments]
    print("== Tests", flush=True)
    return subprocess.run(command, cwd=ROOT, check=False).returncode


class StageThread(threading.Thread):
    """Runs the slow stages while the tests run, and keeps their output until it is complete."""

    def __init__(self) -> None:
        super().__init__(name="stages")
        self._exit_code = 0

    def run(self) -> None:
        """Run all of them, even after a failure: their reports are independent."""
        for name, command in SLOW_STAGES.items():
            self._exit_code = _run(name, command) or self._exit_code

    def finish(self) -> int:
        """Wait for all; return the exit code of a failed one, or 0."""
        self.join()
        return self._exit_code


def _run(name: str, command: list[str]) -> int:
    started = time.monotonic()
    result = subprocess.run(
        command, cwd=ROOT, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    heading = f"== {name}: {'failed' if result.returncode else 'passed'}"
    text = result.stdout.decode("utf-8", "replace") if result.returncode else ""
    print(f"\n{heading} after {time.monotonic() - started:.1f} s\n{text}", end="", flush=True)
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())
