"""A process that reads a source for ever, and is killed: ``python -m … FOLDER``."""

import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

from tests.engine.core.sources.reading import prefilled, read_source, step_and_write
from tests.engine.kv.driving import driven, files, slow_reader

_SAVED = "saved"
_LEAST_TOKENS = 100  # that were read before it stands still


def killed_while_reading(folder: Path) -> None:
    """Have a source read in another process, and kill that when some of it is in a file."""
    command = [sys.executable, "-m", "tests.engine.core.sources.killed_reader", str(folder)]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == _SAVED
        process.kill()


def main() -> None:
    """Read until something is saved; then stand still, and wait for the end."""
    folder = Path(sys.argv[1])
    with driven(slow_reader(), folder, overdue_seconds=0.0) as driver:
        read_source(driver)
        while not files(folder) or prefilled(driver) < _LEAST_TOKENS:
            step_and_write(driver)
        sys.stdout.write(f"{_SAVED}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main()
