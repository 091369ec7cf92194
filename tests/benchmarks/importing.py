"""What the import of a very large export costs the window: memory, seconds, and its longest gap.

2 GB of ChatGPT's form with 100,000 conversations; ``--quick`` takes a fiftieth of both. The whole
program runs, off-screen; a process beside it adds up the memory of the window and of the process
that reads the file (the shared pages of both once). It takes as long as the texts take to index.
"""

import asyncio
import json
import multiprocessing
import os
import random
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
import qasync
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.domain import OutgoingMessage
from app.process.gc_timer import GcTimer
from tests.app.transfer.exports import chatgpt_conversation
from tests.benchmarks.histories import Words
from tests.benchmarks.report import print_table, read_options, write_json
from tests.flows.driving import Person, hubbub

CONVERSATION_COUNT, MESSAGE_COUNT = 100_000, 10
WORDS_PER_MESSAGE = 140
METADATA_LETTERS = 850  # of each message in a real export
LIMITS = {"peak_mb": 600.0, "longest_gap_ms": 100.0}
PROBE_MS = 5
SAMPLE_SECONDS = 0.25


def write_export(path: Path, conversation_count: int) -> None:
    """Write an export of about 20 kB for each conversation."""
    words, dice = Words(), random.Random(1)
    texts = [words.text(WORDS_PER_MESSAGE) for _ in range(5_000)]
    with path.open("w", encoding="utf-8") as file:
        separator = "["
        for number in range(conversation_count):
            conversation = chatgpt_conversation(number, MESSAGE_COUNT)
            for node in conversation["mapping"].values():  # type: ignore[attr-defined]
                node["message"]["content"]["parts"] = [dice.choice(texts)]
                node["message"]["metadata"] = {"finish_details": "x" * METADATA_LETTERS}
            file.write(separator + json.dumps(conversation))
            separator = ", "
        file.write("]")


class GapProbe(QObject):
    """Notes how long the window's loop was away, and how much of that it worked itself."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[float] = []
        self.works: list[float] = []
        self._last, self._last_work = time.perf_counter(), time.thread_time()
        self._timer = QTimer(self, interval=PROBE_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_time)

    def start(self) -> None:
        """Begin anew."""
        self.gaps, self.works = [], []
        self._last, self._last_work = time.perf_counter(), time.thread_time()
        self._timer.start()

    def _on_time(self) -> None:
        now, work = time.perf_counter(), time.thread_time()
        self.gaps.append((now - self._last) * 1000 - PROBE_MS)
        self.works.append((work - self._last_work) * 1000)
        self._last, self._last_work = now, work


def watch_memory(pipe: Connection, window_id: int) -> None:
    """Say, when asked, the most memory of the window and its readers, and of the window alone."""
    window = psutil.Process(window_id)
    most = most_of_window = 0
    while not pipe.poll(SAMPLE_SECONDS):
        own = window.memory_full_info().pss
        readers = sum(map(_pss_of_reader, window.children()))
        most, most_of_window = max(most, own + readers), max(most_of_window, own)
    pipe.send((most / 1e6, most_of_window / 1e6))


def _pss_of_reader(process: psutil.Process) -> int:
    try:
        is_reader = any("import_process" in word for word in process.cmdline())
        return int(process.memory_full_info().pss) if is_reader else 0
    except psutil.Error:
        return 0


async def _neighbour(person: Person, waits: list[float]) -> None:
    """Save a draft again and again, as who types in another tab, and note how long that takes."""
    conversation_id = person.view.conversation_id
    while True:
        began = time.perf_counter()
        await person.rooms.history.conversations.save_draft(conversation_id, OutgoingMessage("x"))
        waits.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(0.02)


async def measure(application: QApplication, folder: Path, export: Path) -> dict[str, float]:
    """Return the figures of one import and of its undoing."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    watcher = multiprocessing.get_context("spawn").Process(
        target=watch_memory, args=(theirs, os.getpid()), daemon=True
    )
    probe, waits = GapProbe(), list[float]()
    async with hubbub(application, folder) as person:
        watcher.start()
        theirs.close()  # so that its end is heard
        await asyncio.sleep(2)
        before = psutil.Process().memory_full_info().pss / 1e6
        neighbour = asyncio.ensure_future(_neighbour(person, waits))
        probe.start()
        imported = await _seconds(person, lambda: _import(person, export))
        figures = {"import_seconds": imported, **_gaps(probe, "")}
        neighbour.cancel()
        ours.send("enough")
        peak, window_peak = await asyncio.to_thread(ours.recv)
        probe.start()
        undone = await _seconds(person, lambda: _press_undo(person))
        figures |= {"undo_seconds": undone, **_gaps(probe, "undo_")}
    figures |= {"peak_mb": peak, "window_peak_mb": window_peak, "window_before_mb": before}
    figures["neighbour_longest_wait_ms"] = max(waits)
    return figures


def _gaps(probe: GapProbe, prefix: str) -> dict[str, float]:
    return {
        f"{prefix}longest_gap_ms": max(probe.gaps),
        f"{prefix}p99_gap_ms": sorted(probe.gaps)[len(probe.gaps) * 99 // 100],
        f"{prefix}longest_work_ms": max(probe.works),
    }


async def _seconds(person: Person, begin: object) -> float:
    began = time.perf_counter()
    count = len(person.rooms.toasts.shown)
    begin()  # type: ignore[operator]
    while len(person.rooms.toasts.shown) == count:  # noqa: ASYNC110 (a toast is no event)
        await asyncio.sleep(0.1)
    return time.perf_counter() - began


def _import(person: Person, export: Path) -> None:
    person.rooms.imports.import_files((str(export),))


def _press_undo(person: Person) -> None:
    toasts = person.rooms.window.toasts.shown
    next(each for each in toasts if each.content.action == "Undo import").action_button.click()


def main() -> None:
    """Build, measure, print."""
    options = read_options(str(__doc__))
    conversation_count = CONVERSATION_COUNT // (50 if options.is_quick else 1)
    application = QApplication([])
    garbage = GcTimer(application)
    loop = qasync.QEventLoop(application)
    with tempfile.TemporaryDirectory() as name, loop:
        export = Path(name) / "conversations.json"
        write_export(export, conversation_count)
        size = export.stat().st_size
        print(f"{conversation_count:,} conversations, {size / 1e6:,.0f} MB", flush=True)
        numbers = loop.run_until_complete(measure(application, Path(name) / "home", export))
    garbage.close()
    numbers["megabytes"] = size / 1e6
    rows = [
        [name, f"{value:,.1f}", f"{LIMITS[name]:g}" if name in LIMITS else ""]
        for name, value in numbers.items()
    ]
    print_table(["what", "measured", "at most"], rows)
    write_json(options, numbers)


if __name__ == "__main__":
    main()
