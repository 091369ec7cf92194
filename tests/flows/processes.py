"""The program as a process without a screen: started, knocked at, signalled, ended."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from app.single_instance import LaunchRequest, notify_running_instance

PATIENCE_SECONDS = 240.0  # only a test that fails waits so long
LOOK_SECONDS = 0.05
_OFFSCREEN = "This plugin does not support"  # windows of Qt's off-screen platform can't be raised


def until(condition: Callable[[], bool], what: str) -> None:
    """Wait until something is so that only a look from outside can tell."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"waited too long: {what}"
        time.sleep(LOOK_SECONDS)


def comes_from(data_dir: Path) -> bool:
    """Return whether a window that works on this folder comes when it is called."""
    return notify_running_instance(data_dir, LaunchRequest(), timeout_seconds=0)


class Program:
    """``python -m app`` with a window that nobody sees."""

    ROOT = Path(__file__).resolve().parents[2]
    COMMAND = (sys.executable, "-m", "app")

    def __init__(
        self, folder: Path | None, *, before: tuple[str, ...] = (), **variables: str | None
    ) -> None:
        """Start it on a folder, or the user's own; ``before`` is a command that starts it."""
        self.folder = folder
        self._output = ""
        self._terminal = tempfile.TemporaryFile()  # noqa: SIM115  closed in end()
        self._process = subprocess.Popen(
            [*before, *self.COMMAND, *(() if folder is None else ("--data", str(folder)))],
            env=self.environment(variables),
            cwd=self.ROOT,
            stdout=self._terminal,
            stderr=self._terminal,
        )

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    @staticmethod
    def environment(variables: Mapping[str, str | None] | None = None) -> dict[str, str]:
        """Return the variables of a process; None takes one away."""
        changed = {**os.environ, "QT_QPA_PLATFORM": "offscreen", **(variables or {})}
        return {name: value for name, value in changed.items() if value is not None}

    @property
    def id(self) -> int:
        """The process's id."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    @property
    def output(self) -> str:
        """Everything it said to the terminal so far."""
        if not self._terminal.closed:
            self._terminal.seek(0)
            lines = self._terminal.read().decode("utf-8", "replace").splitlines(keepends=True)
            self._output = "".join(line for line in lines if _OFFSCREEN not in line)
        return self._output

    def has_window(self) -> bool:
        """Return whether its window comes when it is called."""
        return self.folder is not None and comes_from(self.folder / "data")

    def wait_for_window(self) -> None:
        """Wait for its window; fail with its words if it ends instead."""
        self.wait_for(self.has_window, "a window")

    def wait_for(self, condition: Callable[[], bool], what: str) -> None:
        """Wait until something is so; fail with its words if it ends instead."""
        until(lambda: not self.is_running or condition(), what)
        assert self.is_running, self.output

    def send(self, number: int) -> None:
        """Send a signal."""
        self._process.send_signal(number)

    def signal(self, number: int) -> int:
        """Send a signal and return the exit status that follows."""
        self.send(number)
        self._process.wait(PATIENCE_SECONDS)
        return self.end()

    def end(self) -> int:
        """End it if it still runs; return its exit status."""
        if self.is_running:
            self._process.terminate()
        try:
            return self._process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
        finally:
            self._output = self.output
            self._terminal.close()
