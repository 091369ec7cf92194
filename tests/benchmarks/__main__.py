"""Runs all benchmarks, each in its own process; the arguments are passed to every one of them."""

import subprocess
import sys

BENCHMARKS = (
    "comparison",
    "grammars",
    "histories",
    "large_body",
    "latency",
    "long_neighbour",
    "models",
    "pictures",
    "planner",
    "remote",
    "resume",
    "sources",
    "speculation",
    "steps",
    "throughput",
    "token_gap",
    "tools",
    "window",
)


def main() -> int:
    """Return 0 if all benchmarks ended with 0, else 1."""
    has_failed = False
    for name in BENCHMARKS:
        print(f"== {name}", flush=True)
        command = [sys.executable, "-m", f"tests.benchmarks.{name}", *sys.argv[1:]]
        has_failed |= subprocess.run(command, check=False).returncode != 0
    return int(has_failed)


if __name__ == "__main__":
    sys.exit(main())
