"""What the window costs: frames of a growing reply, many tabs, memory, and the start.

Seconds are those of the window's own thread on the processor, except for the start and the late
timer, which are seconds on the wall. Nothing is shown: Qt draws off-screen.
"""

import gc
import os
import time
from collections.abc import Callable
from functools import partial

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication, QStackedWidget

from app.domain import Message, MessageStatus, Role
from app.process.gc_timer import GcTimer
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.transcript.requests import MessageRequests
from app.widgets.transcript.transcript import Transcript
from tests.app.widgets.samples import message
from tests.benchmarks.busy_window import keep_busy, percentile
from tests.benchmarks.cold_start import cold_start_seconds
from tests.benchmarks.report import print_table, read_options, write_json
from tests.benchmarks.window_grid import measure_grid
from tests.benchmarks.window_text import long_text

LIMITS = {
    "tick_p95_ms": 5.0,
    "tick_p95_32k_ms": 5.0,
    "gui_share_16x100": 0.20,
    "memory_mb_16x500": 60.0,
    "tab_switch_ms": 30.0,
    "timer_late_p99_ms": 16.0,
    "grid_9_share": 0.35,
    "grid_timer_late_p99_ms": 16.0,
    "open_10k_ms": 1000.0,
    "open_20k_ms": 200.0,
    "open_124k_letters_ms": 200.0,
    "longest_block_ms": 200.0,
    "cold_start_seconds": 1.0,
    "cold_start_10k_seconds": 1.3,
}
LETTERS_PER_TOKEN = 4
TOKENS_PER_TICK = 3
REPLY_ID = 1_000_000
TAB_COUNT = 16
LENGTH = 500


def conversation(count: int) -> tuple[Message, ...]:
    """Return questions and answers of about a thousand letters."""
    text = long_text(200_000)
    return tuple(
        message(number, Role.USER, "And what about this, then?")
        if number % 2
        else message(number, Role.ASSISTANT, text[number * 97 % 150_000 :][:2000])
        for number in range(1, count + 1)
    )


def growing() -> Message:
    """Return a reply without a word."""
    return message(REPLY_ID, Role.ASSISTANT, "", status=MessageStatus.STREAMING)


def settle() -> None:
    """Let everything arrive, and what was deleted go."""
    for _ in range(5):
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def cost_ms(work: Callable[[], None]) -> float:
    """Return what some work costs this thread, its painting with it."""
    began = time.thread_time()
    work()
    QApplication.processEvents()
    return (time.thread_time() - began) * 1000


def ticks_ms(transcript: Transcript, token_count: int, first_token: int = 0) -> list[float]:
    """Return the cost of each frame while a reply grows to so many tokens."""
    text = long_text(token_count * LETTERS_PER_TOKEN)
    step = TOKENS_PER_TICK * LETTERS_PER_TOKEN
    timer = transcript.findChild(QTimer)
    assert timer is not None
    costs = []
    for end in range(first_token * LETTERS_PER_TOKEN + step, len(text), step):

        def draw(length: int = end) -> None:
            transcript.set_reply_text(REPLY_ID, text[:length])
            timer.timeout.emit()

        costs.append(cost_ms(draw))
        if end % 50 == 0:
            settle()
    return costs


def shown_transcript(count: int) -> Transcript:
    """Return a conversation on show, with a reply at its end that begins to grow."""
    transcript = Transcript(MessageRequests())
    transcript.resize(860, 900)
    transcript.show()
    transcript.set_messages((*conversation(count), growing()))
    settle()
    return transcript


def measure_ticks(*, is_quick: bool) -> dict[str, float]:
    """Return the cost of a frame at the end of a long conversation, and of a long reply."""
    transcript = shown_transcript(LENGTH)
    short = ticks_ms(transcript, 2000)
    transcript.close()
    transcript = shown_transcript(LENGTH)
    first = 28_000 if is_quick else 0
    if first:
        text = long_text(32_000 * LETTERS_PER_TOKEN)
        transcript.set_reply_text(REPLY_ID, text[: first * LETTERS_PER_TOKEN])
        settle()
    long = ticks_ms(transcript, 32_000, first)
    transcript.close()
    return {
        "tick_p95_ms": percentile(short, 0.95),
        "tick_max_ms": max(short),
        "tick_p95_32k_ms": percentile(long[-len(long) // 5 :], 0.95),
    }


def pages(count: int, length: int) -> tuple[QStackedWidget, list[ConversationView]]:
    """Return so many conversations behind each other, the first in front."""
    stack = QStackedWidget()
    stack.resize(1000, 900)
    shown = [ConversationView(str(number)) for number in range(count)]
    for page in shown:
        stack.addWidget(page)
    stack.show()
    for page in shown:
        page.transcript.set_messages(conversation(length))
    return stack, shown


def measure_memory_and_switches() -> dict[str, float]:
    """Return what many long conversations take, and what it costs to go from one to the next."""
    warm_stack, _pages = pages(1, 40)
    warm_stack.close()
    settle()
    gc.collect()
    process = psutil.Process()
    before = process.memory_info().rss
    stack, shown = pages(TAB_COUNT, LENGTH)
    switches = []
    for page in (*shown, *shown):

        def show(page: ConversationView = page) -> None:
            stack.setCurrentWidget(page)

        switches.append(cost_ms(show))
        settle()
    gc.collect()
    added = (process.memory_info().rss - before) / 2**20
    stack.close()
    return {"memory_mb_16x500": added, "tab_switch_ms": max(switches)}


def measure_many_replies(seconds: float) -> dict[str, float]:
    """Return the share of the thread that sixteen quick replies take, and how late a timer is."""
    stack, shown = pages(TAB_COUNT, 40)
    for page in shown:
        page.transcript.append_message(growing())
    settle()
    text = long_text(round(seconds * 100 * LETTERS_PER_TOKEN) + 1000)

    def update_replies(passed: float) -> None:
        length = round(passed * 100) * LETTERS_PER_TOKEN
        for page in shown:
            page.transcript.set_reply_text(REPLY_ID, text[:length])
        front = int(passed / 0.7) % TAB_COUNT
        if stack.currentIndex() != front:
            stack.setCurrentIndex(front)

    busy = keep_busy(seconds, update_replies)
    stack.close()
    return {"gui_share_16x100": busy.share, "timer_late_p99_ms": busy.late_p99_ms}


def measure_extremes(count: int) -> dict[str, float]:
    """Return what it costs to open a very long conversation, and the longest block of all."""
    blocks = []
    transcript = Transcript(MessageRequests())
    transcript.resize(860, 900)
    transcript.show()
    messages = conversation(count)
    opened = cost_ms(lambda: transcript.set_messages(messages))
    bar = transcript.verticalScrollBar()
    for part in range(20):
        blocks.append(cost_ms(partial(bar.setValue, bar.maximum() * part // 20)))
        settle()
    blocks += [cost_ms(partial(transcript.resize, width, 700)) for width in (480, 1400, 860)]
    wide = conversation(2 * count)
    blocks.append(cost_ms(lambda: transcript.set_messages(())))
    opened_wide = cost_ms(lambda: transcript.set_messages(wide))
    transcript.set_messages(messages)
    settle()
    million = "x" * 1_000_000
    blocks.append(cost_ms(lambda: transcript.append_message(message(-5, Role.USER, million))))
    blocks.append(cost_ms(lambda: transcript.append_message(message(-6, Role.ASSISTANT, million))))
    blocks.append(cost_ms(lambda: transcript.resize(500, 700)))
    long = message(-7, Role.ASSISTANT, long_text(124_000))
    long_opened = cost_ms(lambda: transcript.append_message(long))
    transcript.close()
    return {
        "open_10k_ms": opened,
        "open_20k_ms": opened_wide,
        "open_124k_letters_ms": long_opened,
        "longest_block_ms": max(*blocks, long_opened),
    }


def main() -> None:
    """Print the table."""
    options = read_options("The cost of the window.")
    application = QApplication([])
    garbage = GcTimer(application)  # as in the program: cycles are collected between events
    ThemeSwitch(application)
    numbers = measure_ticks(is_quick=options.is_quick)
    numbers |= measure_memory_and_switches()
    numbers |= measure_many_replies(4.0 if options.is_quick else 15.0)
    numbers |= measure_grid(4.0 if options.is_quick else 15.0)
    numbers |= measure_extremes(1000 if options.is_quick else 10_000)
    rounds = 2 if options.is_quick else 5
    numbers["cold_start_seconds"] = cold_start_seconds(0, rounds)
    numbers["cold_start_10k_seconds"] = cold_start_seconds(10_000, rounds)
    garbage.close()
    rows = [
        [name, f"{value:.3g}", f"{LIMITS[name]:g}" if name in LIMITS else ""]
        for name, value in numbers.items()
    ]
    print_table(["what", "measured", "limit"], rows)
    write_json(options, numbers)


if __name__ == "__main__":
    main()
