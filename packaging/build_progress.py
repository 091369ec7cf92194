"""Turns the output of pip and ninja into one line of progress."""

from __future__ import annotations

import re
import shutil
import time
from typing import NamedTuple, TextIO

_COMPILED = re.compile(r"\s*\[(\d+)/(\d+)\] ")
_FETCHING = re.compile(r"\s*(?:Collecting|Downloading|Using cached) ([A-Za-z0-9_.-]+?)[=\s-]")
_BUILDING = re.compile(r"\s*Building wheel for ([A-Za-z0-9_.-]+)")
_UNPACKING = re.compile(r"Installing collected packages: (.*)")

# Without a terminal, a line is printed for each tenth.
TENTHS = 10


class Stage(NamedTuple):
    """A stage of set-up: a heading, the current work, and the finished share."""

    heading: str
    detail: str = ""
    done: int = 0
    total: int = 0

    @property
    def tenth(self) -> int:
        """The number of finished tenths."""
        return TENTHS * self.done // self.total if self.total else 0

    @property
    def text(self) -> str:
        """The stage as text."""
        if self.total:
            return f"{self.heading}: {100 * self.done // self.total}% ({self.done}/{self.total})"
        return f"{self.heading}: {self.detail}" if self.detail else self.heading


def stage_after(line: str, stage: Stage) -> Stage:
    """Return the stage after a line of output; most lines change nothing."""
    compiled = _COMPILED.match(line)
    if compiled:
        heading = stage.heading if stage.heading.startswith("Compiling") else "Compiling"
        return Stage(heading, done=int(compiled[1]), total=int(compiled[2]))
    building = _BUILDING.match(line)
    if building:
        name = f"Compiling {building[1]}"
        return stage if stage.heading == name else Stage(name)
    unpacking = _UNPACKING.match(line)
    if unpacking and "," in unpacking[1]:
        return Stage("Unpacking", f"{unpacking[1].count(',') + 1} packages")
    fetching = _FETCHING.match(line)
    if fetching and stage.heading.startswith("Fetching"):
        return Stage(stage.heading, fetching[1])
    return stage


class Progress:
    """Shows the stage: one updated line on a terminal, a few lines elsewhere."""

    def __init__(self, output: TextIO, heading: str, started: float) -> None:
        self._output = output
        self._is_terminal = output.isatty()
        self._started = started
        self._stage = Stage(heading)
        self._shown = ("", 0)
        self._show()

    def feed(self, line: str) -> None:
        """Record a line of output."""
        self._stage = stage_after(line, self._stage)
        self._show()

    def tick(self) -> None:
        """Update the elapsed time while there is no output."""
        if self._is_terminal:
            self._rewrite()

    def close(self) -> None:
        """End the line on the terminal."""
        if self._is_terminal:
            self._output.write("\r\x1b[K")
            self._output.flush()

    def _show(self) -> None:
        if self._is_terminal:
            self._rewrite()
            return
        step = (self._stage.heading, self._stage.tenth)
        if step != self._shown:
            self._shown = step
            text = self._stage.text if self._stage.total else self._stage.heading
            self._output.write(f"  {self._elapsed()}  {text}\n")
            self._output.flush()

    def _rewrite(self) -> None:
        width = shutil.get_terminal_size().columns - 1
        text = f"  {self._elapsed()}  {self._stage.text}"
        self._output.write("\r" + text[:width] + "\x1b[K")
        self._output.flush()

    def _elapsed(self) -> str:
        minutes, seconds = divmod(int(time.monotonic() - self._started), 60)
        return f"{minutes}:{seconds:02d}"
