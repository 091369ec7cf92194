"""Runs the programs of set-up, with output in a log and progress on the screen."""

from __future__ import annotations

import collections
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TextIO

from build_progress import Progress
from failure import SetupFailed

# Lines of the log in an error message.
TAIL_LINES = 15

# Beginnings of error messages of CMake and compilers.
_COMPLAINT = re.compile(r"CMake Error|(?:fatal )?error: |error C\d+: |No CMAKE_\w+ could be found")

# Interval at which the terminal shows the elapsed time.
TICK_SECONDS = 0.5

# Time that a stopped program has for cleaning up.
STOP_SECONDS = 10


class Commands:
    """Runs programs one after the other, with their output in one log file."""

    def __init__(self, log_path: Path, screen: TextIO = sys.stdout) -> None:
        self.log_path = log_path
        self._screen = screen
        self._started = time.monotonic()
        self._tail: collections.deque[str] = collections.deque(maxlen=TAIL_LINES)
        self._all: list[str] = []
        log_path.parent.mkdir(parents=True, exist_ok=True)
        log_path.write_text("", "utf-8")

    @property
    def tail(self) -> tuple[str, ...]:
        """The last lines of output of the last program."""
        return tuple(self._tail)

    @property
    def elapsed_seconds(self) -> float:
        """The time of all programs so far."""
        return time.monotonic() - self._started

    @property
    def telling_lines(self) -> tuple[str, ...]:
        """The first error of CMake or a compiler, or else the last lines."""
        lines = [line.rstrip() for line in self._all]
        complaint = next((at for at, line in enumerate(lines) if _COMPLAINT.search(line)), None)
        return self.tail if complaint is None else tuple(lines[complaint : complaint + TAIL_LINES])

    @property
    def output(self) -> str:
        """The complete output of the last program."""
        return "".join(self._all)

    def run(self, arguments: list[str], heading: str, environment: dict[str, str]) -> int:
        """Run a program to its end and return its exit code; Ctrl+C stops it with its children."""
        self._tail.clear()
        self._all.clear()
        progress = Progress(self._screen, heading, self._started)
        lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        with _start(arguments, environment) as process:
            reader = threading.Thread(target=_read, args=(process, lines))
            reader.start()
            try:
                self._follow(lines, progress)
            except BaseException:
                _stop(process)
                raise
            finally:
                reader.join()
                progress.close()
        return process.returncode

    def require(
        self, arguments: list[str], heading: str, settings: dict[str, str] | None = None
    ) -> None:
        """Run a program, with these settings in its environment. Raises SetupFailed if it fails."""
        if self.run(arguments, heading, {**os.environ, **(settings or {})}) != 0:
            raise SetupFailed(f"{heading} failed.", self.telling_lines)

    def _follow(self, lines: queue.SimpleQueue[str | None], progress: Progress) -> None:
        with self.log_path.open("a", encoding="utf-8") as log:
            while True:
                try:
                    line = lines.get(timeout=TICK_SECONDS)
                except queue.Empty:
                    progress.tick()
                    continue
                if line is None:
                    return
                log.write(line)
                self._all.append(line)
                self._tail.append(line.rstrip())
                progress.feed(line)


def _start(arguments: list[str], environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        arguments,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        # A separate group, so that a compiler started by pip is stopped with it.
        start_new_session=os.name == "posix",
    )


def _read(process: subprocess.Popen[str], lines: queue.SimpleQueue[str | None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put(None)


def _stop(process: subprocess.Popen[str]) -> None:
    _signal(process, signal.SIGTERM)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
    _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def _signal(process: subprocess.Popen[str], number: int) -> None:
    try:
        if os.name == "posix":
            os.killpg(process.pid, number)
        else:
            process.terminate()
    except (ProcessLookupError, PermissionError):
        pass  # already exited
