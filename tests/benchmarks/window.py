"""The costs of the window: frames of a growing reply, many tabs, grid, *Now*, memory, the start.

Times are processor time of the window's thread, except for the start and the late timers, which are
wall-clock time. Qt draws off-screen.
"""

import gc
import os
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import (
    QAbstractEventDispatcher,
    QCoreApplication,
    QEvent,
    QEventLoop,
    Qt,
    QTimer,
)
from PySide6.QtWidgets import QApplication, QStackedWidget

from app.chat.reply_runner import FRAME_SECONDS, STATE_SECONDS
from app.domain.messages import Message, MessageStatus, Role
from app.domain.tabs import TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.process.gc_timer import GcTimer
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.transcript import Transcript
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import grow_reply, message
from tests.benchmarks.cold_start import cold_start_seconds
from tests.benchmarks.runner import Options, percentile, run_benchmark
from tests.benchmarks.window_text import long_text

AT_MAX = {
    "tick_p95_ms": 5.0,
    "tick_p95_32k_ms": 5.0,
    "gui_share_16x100": 0.20,
    "memory_mb_16x500": 60.0,
    "tab_switch_ms": 25.0,
    "tab_switch_rested_ms": 22.0,
    "scroll_p99_ms": 16.0,
    "timer_late_p99_ms": 16.0,
    "grid_9_share": 0.35,
    "grid_timer_late_p99_ms": 16.0,
    "now_16_share": 0.12,
    "open_10k_ms": 1000.0,
    "open_20k_ms": 200.0,
    "open_124k_letters_ms": 200.0,
    "longest_block_ms": 200.0,
    "cold_start_seconds": 1.0,
    "cold_start_10k_seconds": 1.3,
}
CHARACTERS_PER_TOKEN = 4
TOKENS_PER_FRAME = 3
REPLY_ID = 1_000_000
TAB_COUNT, TAB_TOKENS_PER_SECOND = 16, 100
MESSAGE_COUNT = 500
SWITCH_ROUNDS = 3
REST_SECONDS = 1.0
SCROLLED_MESSAGE_COUNT, SCROLL_STEP = 120, 40
CELL_COUNT, CELL_TOKENS_PER_SECOND = 9, 30
CELL_MESSAGE_COUNT = 41


def measure(options: Options) -> dict[str, float]:
    """Measure everything in one application, then the starts in their own processes."""
    application = QApplication([])
    garbage = GcTimer(application)  # as in the program: cycles are collected between events
    ThemeSwitch(application)
    seconds = 4.0 if options.is_quick else 15.0
    figures = measure_frames(is_quick=options.is_quick)
    figures |= measure_memory_and_switches()
    figures |= measure_rested_switches(4 if options.is_quick else TAB_COUNT - 1)
    figures |= measure_scrolling(400 if options.is_quick else 1000)
    figures |= measure_many_replies(seconds)
    figures |= measure_grid(seconds)
    figures |= measure_now(seconds)
    figures |= measure_extremes(1000 if options.is_quick else 10_000)
    rounds = 2 if options.is_quick else 5
    figures["cold_start_seconds"] = cold_start_seconds(0, rounds)
    figures["cold_start_10k_seconds"] = cold_start_seconds(10_000, rounds)
    garbage.close()
    return figures


def measure_frames(*, is_quick: bool) -> dict[str, float]:
    """Return the cost of a frame at the end of a long conversation, and of a long reply."""
    transcript = shown_transcript(MESSAGE_COUNT)
    short = frames_ms(transcript, 2000)
    transcript.close()
    transcript = shown_transcript(MESSAGE_COUNT)
    first = 28_000 if is_quick else 0
    if first:
        grow_reply(transcript, REPLY_ID, long_text(first * CHARACTERS_PER_TOKEN))
        settle()
    long = frames_ms(transcript, 32_000, first)
    transcript.close()
    return {
        "tick_p95_ms": percentile(short, 0.95),
        "tick_max_ms": max(short),
        "tick_p95_32k_ms": percentile(long[-len(long) // 5 :], 0.95),
    }


def frames_ms(transcript: Transcript, token_count: int, first_token: int = 0) -> list[float]:
    """Return the cost of each frame while a reply grows to n tokens."""
    text = long_text(token_count * CHARACTERS_PER_TOKEN)
    step = TOKENS_PER_FRAME * CHARACTERS_PER_TOKEN
    timer = transcript.findChild(QTimer)
    assert timer is not None

    def draw(length: int) -> None:
        grow_reply(transcript, REPLY_ID, text[:length])
        timer.timeout.emit()

    costs = []
    for end in range(first_token * CHARACTERS_PER_TOKEN + step, len(text), step):
        costs.append(cost_ms(partial(draw, end)))
        if end % 50 == 0:
            settle()
    return costs


def measure_memory_and_switches() -> dict[str, float]:
    """Return the memory of many long conversations, and the cost of switching tabs.

    All chats are shown twice, in rounds with new ones. The median over the rounds leaves out what
    else the computer did at one switch, ``tab_switch_max_ms`` is the slowest of all.
    """
    warm_stack, _pages = pages(1, 40)
    warm_stack.close()
    settle()
    gc.collect()
    process = psutil.Process()
    before = process.memory_info().rss
    added = 0.0
    rounds = []
    for _ in range(SWITCH_ROUNDS):
        stack, shown = pages(TAB_COUNT, MESSAGE_COUNT)
        switches = []
        for page in (*shown, *shown):
            switches.append(cost_ms(partial(stack.setCurrentWidget, page)))
            settle()
        gc.collect()
        added = added or (process.memory_info().rss - before) / 2**20
        stack.close()
        settle()
        rounds.append(switches)
    return {
        "memory_mb_16x500": added,
        "tab_switch_ms": max(map(median, zip(*rounds, strict=True))),
        "tab_switch_max_ms": max(map(max, rounds)),
    }


def measure_rested_switches(count: int) -> dict[str, float]:
    """Return the cost of switching to n chats that were never shown, each a moment after the last.

    In the real window, which draws the nearest chats while nothing happens.
    """
    window, views = window_of_chats(TAB_COUNT, conversation(MESSAGE_COUNT))
    window.panes.activate(views[0].conversation_id)
    switches = []
    for view in views[1 : count + 1]:
        rest(REST_SECONDS)
        assert not view.transcript.is_undrawn
        switches.append(cost_ms(partial(window.panes.activate, view.conversation_id)))
    window.force_close()
    settle()
    return {"tab_switch_rested_ms": max(switches)}


def measure_scrolling(step_count: int) -> dict[str, float]:
    """Return the cost of a step of scrolling up through a chat of some thousand lines."""
    transcript = Transcript(MessageRequests())
    transcript.resize(860, 900)
    transcript.show()
    transcript.set_messages(conversation(SCROLLED_MESSAGE_COUNT))
    settle()
    bar = transcript.verticalScrollBar()
    costs = []
    for _ in range(step_count):
        costs.append(cost_ms(partial(bar.setValue, bar.value() - SCROLL_STEP)))
        be_idle()
    transcript.close()
    settle()
    return {"scroll_p99_ms": percentile(costs, 0.99), "scroll_max_ms": max(costs)}


def measure_many_replies(seconds: float) -> dict[str, float]:
    """Return the share of the thread that sixteen fast replies take, and how late a timer is."""
    stack, shown = pages(TAB_COUNT, 40)
    for page in shown:
        page.transcript.append_message(growing())
    settle()
    text = long_text(round(seconds * TAB_TOKENS_PER_SECOND * CHARACTERS_PER_TOKEN) + 1000)

    def update_replies(passed: float) -> None:
        length = round(passed * TAB_TOKENS_PER_SECOND) * CHARACTERS_PER_TOKEN
        for page in shown:
            grow_reply(page.transcript, REPLY_ID, text[:length])
        front = int(passed / 0.7) % TAB_COUNT
        if stack.currentIndex() != front:
            stack.setCurrentIndex(front)

    share, late_ms = keep_busy(seconds, update_replies)
    stack.close()
    return {"gui_share_16x100": share, "timer_late_p99_ms": percentile(late_ms, 0.99)}


def measure_grid(seconds: float) -> dict[str, float]:
    """Return the same for nine replies that are all visible, in the grid of the real window."""
    window, views = window_of_chats(CELL_COUNT)
    window.grids.show_grid()
    settle()
    tokens_in_all = round(seconds * CELL_TOKENS_PER_SECOND)
    dice = random.Random(1)
    # Each reply begins elsewhere in the text, so that not all have a table at the same moment.
    starts = [dice.randrange(2_000) for _ in views]
    text = long_text(tokens_in_all * CHARACTERS_PER_TOKEN + 3_000)
    reported = [-STATE_SECONDS]

    def update_replies(passed: float) -> None:
        tokens = round(passed * CELL_TOKENS_PER_SECOND)
        for view, start in zip(views, starts, strict=True):
            shown = text[start : start + tokens * CHARACTERS_PER_TOKEN]
            grow_reply(view.transcript, REPLY_ID, shown)
        if passed - reported[0] >= STATE_SECONDS:  # as often as the program reports figures
            reported[0] = passed
            state = writing_state(tokens, passed)
            for view in views:
                window.panes.items.set_state(view.conversation_id, state)

    share, late_ms = keep_busy(seconds, update_replies)
    window.force_close()
    settle()
    return {"grid_9_share": share, "grid_timer_late_p99_ms": percentile(late_ms, 0.99)}


def measure_now(seconds: float) -> dict[str, float]:
    """Return the share for sixteen rows of *Now* that grow next to one chat on show."""
    window, views = window_of_chats(TAB_COUNT)
    now, texts = window.sidebar.now, []
    for view in views:
        grow_reply(view.transcript, REPLY_ID, "The")
        text = view.transcript.message_list.text_of(REPLY_ID)
        assert text is not None
        texts.append(text)
        now.set_text(view.conversation_id, text)
    settle()
    words = long_text(round(seconds * CELL_TOKENS_PER_SECOND) * CHARACTERS_PER_TOKEN + 3_000)

    reported = [-STATE_SECONDS]

    def update_replies(passed: float) -> None:
        tokens = round(passed * CELL_TOKENS_PER_SECOND)
        for text in texts:
            text.append(words[text.length : tokens * CHARACTERS_PER_TOKEN])
        if passed - reported[0] < STATE_SECONDS:
            return
        reported[0] = passed
        state = writing_state(tokens, passed)
        for view in views:
            window.panes.items.set_state(view.conversation_id, state)
            now.set_state(view.conversation_id, state)

    share, _late_ms = keep_busy(seconds, update_replies)
    assert now.isVisible()
    assert now.rows.rowCount() == TAB_COUNT
    window.force_close()
    settle()
    return {"now_16_share": share}


def writing_state(tokens: int, seconds: float) -> TabState:
    """Return the state of a chat whose reply has n tokens."""
    usage = ReplyUsage(prompt_tokens=300, reply_tokens=tokens, decode_seconds=seconds)
    return TabState(TabActivity.WRITING, context_window=2048, usage=usage)


def window_of_chats(
    count: int, messages: tuple[Message, ...] = ()
) -> tuple[MainWindow, Sequence[ConversationView]]:
    """Return a window with n tabs of these messages, by default of some and an empty reply."""
    messages = messages or (*conversation(CELL_MESSAGE_COUNT, 900), growing())
    window = MainWindow()
    window.resize(1280, 900)
    views = [ConversationView(str(number)) for number in range(count)]
    for view in views:
        window.panes.add(view.conversation_id, f"Chat {view.conversation_id}", view)
        view.transcript.set_messages(messages)
    window.show()
    QApplication.processEvents()
    return window, views


def measure_extremes(count: int) -> dict[str, float]:
    """Return the cost of opening a very long conversation, and the longest block of the thread."""
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
    twice = conversation(2 * count)
    blocks.append(cost_ms(lambda: transcript.set_messages(())))
    opened_twice = cost_ms(lambda: transcript.set_messages(twice))
    transcript.set_messages(messages)
    settle()
    million = "x" * 1_000_000
    for number, role in ((-5, Role.USER), (-6, Role.ASSISTANT)):
        blocks.append(cost_ms(partial(transcript.append_message, message(number, role, million))))
    blocks.append(cost_ms(lambda: transcript.resize(500, 700)))
    long = message(-7, Role.ASSISTANT, long_text(124_000))
    opened_long = cost_ms(lambda: transcript.append_message(long))
    transcript.close()
    return {
        "open_10k_ms": opened,
        "open_20k_ms": opened_twice,
        "open_124k_letters_ms": opened_long,
        "longest_block_ms": max(*blocks, opened_long),
    }


def conversation(count: int, character_count: int = 2000) -> tuple[Message, ...]:
    """Return questions, and answers of n characters."""
    text = long_text(200_000)
    return tuple(
        message(number, Role.USER, "And what about this, then?")
        if number % 2
        else message(number, Role.ASSISTANT, text[number * 97 % 150_000 :][:character_count])
        for number in range(1, count + 1)
    )


def growing() -> Message:
    """Return an empty reply that is being written."""
    return message(REPLY_ID, Role.ASSISTANT, "", status=MessageStatus.STREAMING)


def shown_transcript(count: int) -> Transcript:
    """Return a visible conversation with an empty reply at its end."""
    transcript = Transcript(MessageRequests())
    transcript.resize(860, 900)
    transcript.show()
    transcript.set_messages((*conversation(count), growing()))
    settle()
    return transcript


def pages(count: int, length: int) -> tuple[QStackedWidget, list[ConversationView]]:
    """Return n conversations of which the first is visible."""
    stack = QStackedWidget()
    stack.resize(1000, 900)
    shown = [ConversationView(str(number)) for number in range(count)]
    for page in shown:
        stack.addWidget(page)
    stack.show()
    for page in shown:
        page.transcript.set_messages(conversation(length))
    return stack, shown


def settle() -> None:
    """Process all events and pending deletions."""
    for _ in range(5):
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    be_idle()


def rest(seconds: float) -> None:
    """Process events for a time, as while the user does nothing."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def be_idle() -> None:
    """Report that the event loop is about to wait, as a real loop does; cycles are collected."""
    QAbstractEventDispatcher.instance().aboutToBlock.emit()


def cost_ms(work: Callable[[], object]) -> float:
    """Return what a call costs this thread, including the painting."""
    began = time.thread_time()
    work()
    QApplication.processEvents()
    return (time.thread_time() - began) * 1000


def keep_busy(
    seconds: float, update_replies: Callable[[float], None]
) -> tuple[float, Sequence[float]]:
    """Call ``update_replies`` with the passed seconds, as often as replies are read.

    Return the share of the thread that this takes, and how many milliseconds each tick of a 10 ms
    timer is late.
    """
    late_ms: list[float] = []
    # A loop that waits, as that of the program; polling for events would cost the thread 2 %.
    loop, timer = QEventLoop(), QTimer(interval=10, timerType=Qt.TimerType.PreciseTimer)
    began, began_cpu = time.monotonic(), time.thread_time()
    due, updated = began + 0.01, began

    def tick() -> None:
        nonlocal due, updated
        now = time.monotonic()
        late_ms.append(max(0.0, now - due) * 1000)
        due = now + 0.01
        if now - updated >= FRAME_SECONDS:
            updated = now
            update_replies(updated - began)
        if now - began >= seconds:
            loop.quit()

    timer.timeout.connect(tick)
    timer.start()
    loop.exec()
    return (time.thread_time() - began_cpu) / (time.monotonic() - began), late_ms


if __name__ == "__main__":
    run_benchmark(__doc__, measure, at_most=AT_MAX)
