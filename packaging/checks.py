"""Runs what CI runs, one stage after the other, and stops at the first that fails."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = Path(sys.executable).parent

STAGES = {
    "Format": [sys.executable, "-m", "ruff", "format", "--check"],
    "Lint": [sys.executable, "-m", "ruff", "check"],
    "Types": [sys.executable, "-m", "mypy"],
    "Contracts": [str(PROGRAMS / "lint-imports")],
}
TESTS = [sys.executable, "-m", "pytest", "--hypothesis-profile=ci"]
TESTS_FAILED = 1  # pytest's exit status where tests ran and some failed
MOST_TRIED_AGAIN = 3


def main() -> int:
    """Run the stages; further arguments go to pytest, whose last line stays the last line."""
    parser = argparse.ArgumentParser(description="Run what CI runs.")
    parser.add_argument("--without-tests", action="store_true", help="only what takes seconds")
    wishes, for_pytest = parser.parse_known_args()
    for name, command in STAGES.items():
        exit_code = _run(name, command)
        if exit_code != 0:
            return _failed(name, exit_code)
    return 0 if wishes.without_tests else run_tests(for_pytest)


def run_tests(arguments: list[str]) -> int:
    """Run the tests; where a few failed, run those once more, alone, and say so.

    Flows with real windows, processes and signals depend on what else the machine does. What is
    broken fails again; all other tests see the same examples each time.
    """
    exit_code = _run("Tests", TESTS + arguments)
    failed = _last_failed() if exit_code == TESTS_FAILED else []
    if 0 < len(failed) <= MOST_TRIED_AGAIN:
        exit_code = _run("Tests that failed, once more", [*TESTS, *failed])
        if exit_code == 0:
            print("Passed only when run again, please mend:", *failed, sep="\n  ", flush=True)
    return exit_code if exit_code == 0 else _failed("Tests", exit_code)


def _last_failed() -> list[str]:
    path = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
    return list(json.loads(path.read_text("utf-8"))) if path.exists() else []


def _failed(name: str, exit_code: int) -> int:
    print(f"Failed: {name}", file=sys.stderr, flush=True)
    return exit_code


def _run(name: str, command: list[str]) -> int:
    print(f"== {name}", flush=True)
    started = time.monotonic()
    exit_code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if name in STAGES:
        print(f"   {time.monotonic() - started:.1f} s", flush=True)
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
