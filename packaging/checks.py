"""Runs what CI runs, one stage after the other, and stops at the first that fails."""

from __future__ import annotations

import argparse
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


def main() -> int:
    """Run the stages; further arguments go to pytest, whose last line stays the last line."""
    parser = argparse.ArgumentParser(description="Run what CI runs.")
    parser.add_argument("--without-tests", action="store_true", help="only what takes seconds")
    options, for_pytest = parser.parse_known_args()
    exit_code = run_stages()
    return exit_code if exit_code or options.without_tests else run_tests(for_pytest)


def run_stages() -> int:
    """Run format, lint, types and contracts, up to the first that fails."""
    for name, command in STAGES.items():
        started = time.monotonic()
        exit_code = _run(name, command)
        if exit_code != 0:
            return exit_code
        print(f"   {time.monotonic() - started:.1f} s", flush=True)
    return 0


def run_tests(arguments: list[str]) -> int:
    """Run the tests once; what fails now and then, ``make nightly`` counts."""
    return _run("Tests", TESTS + arguments)


def _run(name: str, command: list[str]) -> int:
    print(f"== {name}", flush=True)
    exit_code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if exit_code != 0:
        print(f"Failed: {name}", file=sys.stderr, flush=True)
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
