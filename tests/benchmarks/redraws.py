"""Documents drawn one after the other, as hostile as they come: what each costs, what all leave.

``documents`` are made of the awkward pieces that the tests know, broken by chance but the same in
each run. Each is drawn anew, every fourth as it grows; nothing may raise, and memory must not grow.
"""

import ctypes
import gc
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.requests import MessageRequests
from tests.app.widgets.markdown.corpus import CORPUS
from tests.benchmarks.report import print_table, read_options, write_json
from tests.benchmarks.window_text import long_text

LIMITS = {"ordinary_ms_per_10_kb": 50.0, "longest_piece_ms": 200.0, "growth_kb_per_1000": 100.0}
COUNT, QUICK_COUNT = 100_000, 4_000
WARM_SHARE = 0.4  # caches fill while the first are drawn
WIDTH = 700
SMALLEST_TIMED = 5_000  # letters; a short text's time is that of building a widget
MARKS = "*_`~#>-+|$\\[](){}<>!&\n\n  1.:=^\u202e\u200b\x00"


@dataclass(frozen=True, slots=True)
class Findings:
    """What came of drawing so many documents."""

    document_count: int
    letter_count: int
    ms_per_10_kb: tuple[float, ...]
    longest_piece_ms: float
    growth_kb_per_1000: float
    memory_mb: float


def documents(count: int, seed: int = 1) -> Iterator[str]:
    """Yield invented texts; one in fifty has ten thousand letters and more."""
    chance = random.Random(seed)
    for number in range(count):
        pieces = chance.choices(CORPUS, k=chance.randint(1, 5))
        text = chance.choice(("\n", "\n\n", "")).join(pieces)
        if number % 50 == 0:
            text = "\n\n".join([text] * (10_000 // max(1, len(text)) + 1))
        yield _broken(text, chance)


def _broken(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(0, 6)):
        place = chance.randint(0, len(text))
        if chance.random() < 0.5:
            text = text[:place] + "".join(chance.choices(MARKS, k=3)) + text[place:]
        else:
            text = text[:place] + text[place + chance.randint(1, 20) :]
    return text


class Watch:
    """Takes the time that this thread is busy with one piece after the other."""

    def __init__(self) -> None:
        self.pieces_ms: list[float] = []

    def measure(self, piece: Callable[[], object]) -> None:
        """Do a piece of work, between which and the next the window would answer."""
        began = time.thread_time()
        piece()
        self.pieces_ms.append((time.thread_time() - began) * 1000)


def draw(text: str, parent: QWidget, *, grows: bool) -> list[float]:
    """Draw a text as a message is drawn, and drop it; return the milliseconds of each piece."""
    watch = Watch()
    body = MessageBody(MessageRequests(parent), parent)

    def step(work: Callable[[], object]) -> None:
        watch.measure(lambda: (work(), body.fit(WIDTH)))

    if grows:
        step(lambda: body.grow_to(text[: len(text) // 3]))
        step(lambda: body.grow_to(text[: 2 * len(text) // 3]))
    step(lambda: body.finish(text))
    while not body.is_complete:
        step(body.draw_more)
    canvas = QPixmap(WIDTH, max(1, min(body.height(), 800)))
    watch.measure(lambda: body.render(canvas))
    body.hide()
    body.deleteLater()
    return watch.pieces_ms


def settle() -> None:
    """Let everything arrive, and what was deleted go."""
    QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def bytes_in_use() -> int:
    """Return the memory of this process, without what its allocator only keeps for later."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
    return int(psutil.Process().memory_info().rss)


def draw_all(count: int, seed: int = 1) -> Findings:
    """Draw so many documents; memory is looked at once the caches are full, and at the end."""
    parent = QWidget()
    letters, before, longest = 0, 0, 0.0
    per_10_kb: list[float] = []
    warm_count = max(1, int(count * WARM_SHARE))
    for number, text in enumerate(documents(count, seed)):
        if number == warm_count:
            before = bytes_in_use()
        pieces = draw(text, parent, grows=number % 4 == 0)
        letters += len(text)
        longest = max(longest, *pieces)
        if len(text) >= SMALLEST_TIMED:
            per_10_kb.append(sum(pieces) / len(text) * 10_000)
        if number % 20 == 0:
            settle()
    settle()
    after = bytes_in_use()
    growth = (after - before) / 1000 / ((count - warm_count) / 1000)
    return Findings(count, letters, tuple(sorted(per_10_kb)), longest, growth, after / 1e6)


def main() -> None:
    """Draw them all and print what came of it."""
    options = read_options(__doc__ or "")
    application = QApplication([])
    ThemeSwitch(application)
    found = draw_all(QUICK_COUNT if options.is_quick else COUNT)
    ordinary = long_text(100_000)
    numbers = {
        "ordinary_ms_per_10_kb": sum(draw(ordinary, QWidget(), grows=False)) / 10,
        "documents": float(found.document_count),
        "letters": float(found.letter_count),
        "median_ms_per_10_kb": found.ms_per_10_kb[len(found.ms_per_10_kb) // 2],
        "p99_ms_per_10_kb": found.ms_per_10_kb[len(found.ms_per_10_kb) * 99 // 100],
        "longest_piece_ms": found.longest_piece_ms,
        "growth_kb_per_1000": found.growth_kb_per_1000,
        "memory_mb": found.memory_mb,
    }
    rows = [
        (name, f"{value:,.1f}", f"{LIMITS[name]:,.0f}" if name in LIMITS else "")
        for name, value in numbers.items()
    ]
    print_table(("key", "measured", "wanted"), rows)
    write_json(options, numbers)


if __name__ == "__main__":
    main()
