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
TESTS = [sys.executable, "-m", "pytest"]


def main() -> int:
    """Run the stages; further arguments go to pytest, whose last line stays the last line."""
    parser = argparse.ArgumentParser(description="Run what CI runs.")
    parser.add_argument("--without-tests", action="store_true", help="only what takes seconds")
    wishes, for_pytest = parser.parse_known_args()
    stages = dict(STAGES)
    if not wishes.without_tests:
        stages["Tests"] = TESTS + for_pytest
    for name, command in stages.items():
        exit_code = _run(name, command)
        if exit_code != 0:
            print(f"Failed: {name}", file=sys.stderr, flush=True)
            return exit_code
    return 0


def _run(name: str, command: list[str]) -> int:
    print(f"== {name}", flush=True)
    started = time.monotonic()
    exit_code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if name != "Tests":
        print(f"   {time.monotonic() - started:.1f} s", flush=True)
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
