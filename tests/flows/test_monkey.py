"""A few seconds of the monkey; ``make nightly`` lets it play for longer."""

import subprocess
import sys

from tests.flows.processes import Program


def test_the_monkey_finds_nothing_in_a_moment() -> None:
    command = [sys.executable, "-m", "tests.flows.monkey", "--minutes", "0.05", "--seed", "2"]
    ended = subprocess.run(
        command,
        cwd=Program.ROOT,
        env=Program.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
