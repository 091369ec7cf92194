"""What nine chats cost that are seen to be answered at once, in the grid of the real window."""

import random

from PySide6.QtWidgets import QApplication

from app.domain import MessageStatus, ReplyUsage, Role, TabActivity, TabState
from app.widgets.conversation.view import ConversationView
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import message
from tests.benchmarks.busy_window import keep_busy
from tests.benchmarks.window_text import long_text

CELL_COUNT = 9
TOKENS_PER_SECOND = 30
LETTERS_PER_TOKEN = 4
BEFORE = 40  # messages of each chat
QUESTION_ID, REPLY_ID = 1_000, 1_001


def grid_window(count: int) -> tuple[MainWindow, tuple[ConversationView, ...]]:
    """Return a window that shows so many chats in its grid, each with a reply that begins."""
    window = MainWindow()
    window.resize(1280, 900)
    text = long_text(200_000)
    views = tuple(ConversationView(str(number)) for number in range(count))
    for view in views:
        window.panes.add(view.conversation_id, f"Chat {view.conversation_id}", view)
        said = tuple(
            message(number, Role.USER if number % 2 else Role.ASSISTANT, text[number * 97 :][:900])
            for number in range(1, BEFORE + 1)
        )
        view.transcript.set_messages(
            (
                *said,
                message(QUESTION_ID, Role.USER, "And what about this, then?"),
                message(REPLY_ID, Role.ASSISTANT, "", status=MessageStatus.STREAMING),
            )
        )
    window.show()
    window.grids.show_grid()
    QApplication.processEvents()
    return window, views


def measure_grid(seconds: float) -> dict[str, float]:
    """Return the share of the thread that nine visible replies take, and how late a timer is."""
    window, views = grid_window(CELL_COUNT)
    letters = round(seconds * TOKENS_PER_SECOND * LETTERS_PER_TOKEN) + 1000
    chance = random.Random(1)
    # Each begins elsewhere, so that not all have a table at the same moment.
    starts = [chance.randrange(2_000) for _ in views]
    text = long_text(letters + 2_000)

    def update_replies(passed: float) -> None:
        tokens = round(passed * TOKENS_PER_SECOND)
        usage = ReplyUsage(prompt_tokens=300, reply_tokens=tokens, decode_seconds=passed)
        state = TabState(TabActivity.WRITING, context_window=2048, usage=usage)
        for view, start in zip(views, starts, strict=True):
            shown = text[start : start + tokens * LETTERS_PER_TOKEN]
            view.transcript.set_reply_text(REPLY_ID, shown)
            window.panes.items.set_state(view.conversation_id, state)

    busy = keep_busy(seconds, update_replies)
    window.force_close()
    return {"grid_9_share": busy.share, "grid_timer_late_p99_ms": busy.late_p99_ms}
