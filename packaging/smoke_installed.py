"""Tests an installed program without input: ``python packaging/smoke_installed.py PROGRAM``.

Prints its version and engine backend, runs its demo (four tabs, answered concurrently by the
starter model), checks the histories of the demo, asks its server a question that the starter
model can answer, and tries its tools.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from failure import SetupFailed
from smoke_server import QUESTION, check_server
from smoke_tools import check_tool_processes

DEMO_SECONDS = 180
TAB_COUNT = 4


def main() -> int:
    """Return the exit code; errors are printed as sentences."""
    parser = argparse.ArgumentParser(description="Try an installed program.")
    parser.add_argument("program", type=Path)
    program = parser.parse_args().program.resolve()
    try:
        print(f"  {_run(program, '--version').strip()}")
        backends = json.loads(_run(program, "--try-backend").splitlines()[-1])
        print(
            f"  the engine chose: {backends['processor']}; cards: {backends['devices'] or 'none'}"
        )
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            started = time.monotonic()
            _run(program, "--demo", "--data", folder)
            count = _complete_replies(Path(folder, "data", "hubbub.db"))
            print(f"  {count} replies are complete after {time.monotonic() - started:.1f} s")
            answer = check_server([str(program)], folder=str(Path(folder, "server")))
            print(f"  {QUESTION} {answer}")
            server = [str(program), "serve", "--mcp", "--data", folder]
            print(f"  {check_tool_processes([str(program)], server)}")
    except SetupFailed as failure:
        print(failure, *failure.log_lines, sep="\n  | ", file=sys.stderr)
        return 1
    return 0 if count >= TAB_COUNT and not backends["trouble"] else 1


def _run(program: Path, *arguments: str) -> str:
    command = [str(program), *arguments]
    try:
        answer = subprocess.run(
            command, capture_output=True, encoding="utf-8", timeout=DEMO_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SetupFailed(f"{' '.join(command)}: {error}") from error
    if answer.returncode != 0:
        lines = (answer.stdout + answer.stderr).splitlines()[-15:]
        raise SetupFailed(f"{' '.join(command)} ended with {answer.returncode}.", tuple(lines))
    return answer.stdout


def _complete_replies(path: Path) -> int:
    question = "SELECT count(*) FROM message WHERE role = 'ASSISTANT' AND status = 'COMPLETE'"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(question).fetchone()[0])


if __name__ == "__main__":
    sys.exit(main())
