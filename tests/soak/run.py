"""One soak: the window's process played round by round, looked at from outside all the while."""

import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from app.data_folders import Paths
from tests.soak.processes import Holdings, holdings
from tests.soak.stored import RoundReport, StoredTexts

ROOT = Path(__file__).resolve().parents[2]
SAMPLE_SECONDS = 3.0
DROP_PAUSE_SECONDS = 100.0
END_SECONDS = 60.0
LONGEST_ROUND_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class SoakPlan:
    """How long a soak lasts, and when the engine is dropped.

    The window's memory counts after ``warm_up_seconds``, that of each engine process after
    ``engine_warm_up_seconds`` of its own life.
    """

    seconds: float
    seed: int = 1
    fault_rate: float = 0.01
    model: str | None = None
    warm_up_seconds: float = 600.0
    engine_warm_up_seconds: float = 240.0
    round_seconds: float = 15.0

    def has_drops(self, seconds: float) -> bool:
        """Return whether the engine is killed now and then at this moment.

        In the warm-up and in the last sixth, in which the window has to bear it; between them one
        engine lives long enough to show what it keeps.
        """
        return not self.warm_up_seconds <= seconds < self.seconds * 5 / 6


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a process held at a moment; ``process_id`` tells the lives of the engine apart."""

    seconds: float
    process_id: int
    holdings: Holdings
    is_at_rest: bool


@dataclass(slots=True)
class Record:
    """Everything that a soak has found so far."""

    window: list[Measurement] = field(default_factory=list)
    engine: list[Measurement] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    round_count: int = 0
    drop_count: int = 0
    action_count: int = 0
    disk_fault_count: int = 0
    message_count: int = 0
    stored_count: int = 0


class Soak:
    """Plays and watches the window's process."""

    def __init__(self, folder: Path, plan: SoakPlan, on_progress: Callable[[str], None]) -> None:
        self._folder = folder
        self._plan = plan
        self._on_progress = on_progress
        self._record = Record()
        self._stored = StoredTexts(Paths.under(folder / "hubbub").database)
        self._start = time.monotonic()
        self._engine_id: int | None = None
        self._dropped_at = -1e9

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self._start

    def run(self) -> Record:
        """Play until the time is over; return what was found."""
        with (self._folder / "window.log").open("wb") as log:
            window = subprocess.Popen(self._command(), cwd=ROOT, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=log, env=self._environment(), bufsize=0)  # fmt: skip
            try:
                while self._seconds < self._plan.seconds and self._round(window):
                    pass
                self._quit(window)
            finally:
                window.kill()
                window.wait()
        if window.returncode != 0:
            words = (self._folder / "window.log").read_text("utf-8", "replace")
            self._record.faults.append(f"[ended] with {window.returncode}\n{words[-6000:]}")
        return self._record

    def _command(self) -> list[str]:
        plan = self._plan
        command = [sys.executable, "-m", "tests.soak.window", str(self._folder / "hubbub")]
        command += ["--seed", str(plan.seed), "--fault-rate", str(plan.fault_rate)]
        return command if plan.model is None else [*command, "--model", plan.model]

    def _environment(self) -> dict[str, str]:
        home = str(self._folder)
        names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
        return {**os.environ, **dict.fromkeys(names, home)}

    def _round(self, window: subprocess.Popen[bytes]) -> bool:
        """Order a round, watch it, look at the disk; return whether the window can go on."""
        is_due = self._seconds - self._dropped_at > DROP_PAUSE_SECONDS
        drops = is_due and self._plan.has_drops(self._seconds)
        if drops:
            self._dropped_at = self._seconds
        order = json.dumps([self._plan.round_seconds, drops]) + "\n"
        try:
            window.stdin.write(order.encode())  # type: ignore[union-attr]  # it is a pipe
            line = self._watch(window)
        except BrokenPipeError:
            line = b""
        if not line:
            self._record.faults.append("[silent] the window ended, or a round did not")
            return False
        self._check(RoundReport.parse(line), window.pid, drops=drops)
        return True

    def _watch(self, window: subprocess.Popen[bytes]) -> bytes:
        """Sample both processes until the window has told of its round; empty if it never does."""
        line, deadline = b"", time.monotonic() + LONGEST_ROUND_SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(window.stdout, selectors.EVENT_READ)  # type: ignore[arg-type]
            while not line.endswith(b"\n") and time.monotonic() < deadline:
                if selector.select(SAMPLE_SECONDS):
                    piece = window.stdout.read(1 << 20)  # type: ignore[union-attr]
                    if not piece:
                        return b""
                    line += piece
                else:
                    self._measure(window.pid, is_at_rest=False)
        return line if line.endswith(b"\n") else b""

    def _check(self, report: RoundReport, window_id: int, *, drops: bool) -> None:
        record = self._record
        self._engine_id = report.engine_id
        self._measure(window_id, is_at_rest=True)
        faults = [*report.faults, *self._stored.faults_after(report)]
        if report.slot_errors:
            faults.append(f"[cells] {report.slot_errors} slots held other tokens than they should")
        for fault in faults:
            self._on_progress(f"FAULT {fault}")
        record.faults += faults
        record.round_count += 1
        record.drop_count += drops
        record.action_count = report.action_count
        record.disk_fault_count = report.disk_fault_count
        record.stored_count += len(report.stored)
        record.message_count = self._stored.message_count
        self._on_progress(self._progress())

    def _progress(self) -> str:
        record = self._record
        parts = [f"{self._seconds / 60:5.1f} min, round {record.round_count}"]
        for name, measurements in (("window", record.window), ("engine", record.engine)):
            if measurements:
                held = measurements[-1].holdings
                parts.append(
                    f"{name} {held.own_megabytes:.1f} MB own, {held.pss_megabytes:.1f} PSS, "
                    f"{held.handle_count} handles, {held.thread_count} threads"
                )
        return "; ".join([*parts, f"{record.message_count} messages"])

    def _measure(self, window_id: int, *, is_at_rest: bool) -> None:
        for process_id, measurements in (
            (window_id, self._record.window),
            (self._engine_id, self._record.engine),
        ):
            held = holdings(process_id) if process_id is not None else None
            if held is not None and process_id is not None:
                measurements.append(Measurement(self._seconds, process_id, held, is_at_rest))

    def _quit(self, window: subprocess.Popen[bytes]) -> None:
        assert window.stdin is not None
        window.stdin.close()
        try:
            window.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._record.faults.append("[stuck] the window did not quit")
