"""Rows without widgets: exact scroll bar, stable view, and a bounded number of widgets."""

from collections.abc import Callable
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.messages import Message, Role
from app.settings import Theme
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.transcript.heights import HeightIndex
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.row_stack import (
    BLOCK,
    LAST_ESTIMATES,
    MARGIN_ABOVE,
    MARGIN_BELOW,
    MAX_ESTIMATES,
    MAX_LAYOUTS,
    SPACING,
    RowHeights,
)
from app.widgets.transcript.transcript import Transcript
from tests.app.widgets.samples import MARKDOWN, grow_reply, growing, message, question
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import focused, shown_message

pytestmark = pytest.mark.usefixtures("measured_at_once")
LAYOUT = (600, "font")


def conversation(count: int) -> tuple[Message, ...]:
    """Return questions and answers, among them long ones and code."""
    words = "Words of an answer that go on for a while, and then some more of them. "
    return tuple(
        question(number, f"question {number}")
        if number % 2
        else message(number, Role.ASSISTANT, MARKDOWN if number % 10 == 0 else words * (number % 7))
        for number in range(1, count + 1)
    )


@pytest.fixture
def transcript(qtbot: QtBot) -> Transcript:
    """A visible conversation of 120 messages."""
    transcript = on_screen(qtbot, Transcript(MessageRequests()), 620, 640)
    transcript.set_messages(conversation(120))
    return transcript


def survey(transcript: Transcript, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not transcript.renderer.measurer.is_active(), timeout=60_000)


def built(transcript: Transcript) -> dict[int, MessageView]:
    ids = [each.id for each in transcript.messages()]
    views = {each: transcript.view_of(each) for each in ids}
    return {each: view for each, view in views.items() if view is not None}


def settle() -> None:
    """Process all pending events and deferred deletions."""
    for _ in range(5):
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def first_in_view(transcript: Transcript) -> tuple[int, int]:
    """Return the first visible message and its top."""
    return next(
        (each, view.y())
        for each, view in sorted(built(transcript).items())
        if view.geometry().bottom() >= 0
    )


def walked_height(transcript: Transcript) -> int:
    """Return the height of all rows after each was scrolled into view."""
    bar = transcript.verticalScrollBar()
    heights: dict[int, int] = {}
    bar.setValue(0)
    while True:
        heights |= {each: view.height() + SPACING for each, view in built(transcript).items()}
        if bar.value() == bar.maximum():
            return sum(heights.values()) + MARGIN_ABOVE + MARGIN_BELOW
        bar.setValue(bar.value() + bar.pageStep())


def test_heights_are_learned_when_idle_and_are_those_that_are_drawn(
    transcript: Transcript, qtbot: QtBot
) -> None:
    survey(transcript, qtbot)
    bar = transcript.verticalScrollBar()
    total = bar.maximum() + bar.pageStep()

    assert walked_height(transcript) == total
    assert bar.maximum() + bar.pageStep() == total


def test_learning_heights_moves_nothing_that_is_seen(transcript: Transcript, qtbot: QtBot) -> None:
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    seen = first_in_view(transcript)
    before = bar.maximum()
    survey(transcript, qtbot)

    assert first_in_view(transcript) == seen
    assert bar.maximum() != before


def test_what_is_read_stays_when_the_window_gets_another_width(transcript: Transcript) -> None:
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    message_id, _top = first_in_view(transcript)
    for width in (480, 900, 620):
        transcript.resize(width, 360)
        assert first_in_view(transcript)[0] == message_id
        assert stacked(transcript)


def stacked(transcript: Transcript) -> bool:
    seen = transcript.viewport().rect()
    views = [view for _id, view in sorted(built(transcript).items())]
    shown = [view for view in views if view.geometry().intersects(seen)]
    gaps = {below.y() - above.geometry().bottom() - 1 for above, below in pairwise(shown)}
    return len(shown) > 0 and gaps <= {SPACING}


def test_the_end_stays_in_view_at_any_size_zoom_and_theme(
    transcript: Transcript, theme_switch: ThemeSwitch
) -> None:
    bar = transcript.verticalScrollBar()
    changes: list[Callable[[], None]] = [
        lambda: transcript.resize(480, 360),
        lambda: theme_switch.set_zoom(200),
        lambda: theme_switch.set_theme(Theme.DARK),
        lambda: transcript.resize(300, 200),
        lambda: theme_switch.set_zoom(80),
    ]
    for change in changes:
        change()
        settle()
        assert bar.value() == bar.maximum()
        assert stacked(transcript)
        assert transcript.view_of(120) is not None


def test_a_growing_reply_out_of_view_moves_nothing(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.append_message(growing(500))
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 3)
    survey(transcript, qtbot)
    seen, value = first_in_view(transcript), bar.value()
    grow_reply(transcript, 500, "more\n\n" * 200)
    qtbot.waitUntil(lambda: not transcript.renderer.is_drawing())

    assert (first_in_view(transcript), bar.value()) == (seen, value)
    assert transcript.view_of(500) is None


def test_a_message_is_brought_into_view_from_anywhere(transcript: Transcript) -> None:
    view = transcript.show_message(3)
    assert view is not None
    assert 0 <= view.y() < transcript.viewport().height()
    assert transcript.jump_button.isVisible()
    assert transcript.show_message(999) is None


def test_a_message_with_the_focus_keeps_it_while_others_go(transcript: Transcript) -> None:
    view = shown_message(transcript, 120)
    view.setFocus()
    transcript.verticalScrollBar().setValue(0)
    settle()

    assert transcript.view_of(120) is view
    assert view.hasFocus()
    assert transcript.view_of(118) is None


def test_a_change_under_way_is_not_lost_by_scrolling(transcript: Transcript) -> None:
    view = shown_message(transcript, 119)
    view.start_editing()
    assert view.editor is not None
    QTest.keyClicks(view.editor.field, " and more")
    transcript.setFocus()
    transcript.verticalScrollBar().setValue(0)
    settle()
    transcript.renderer.jump_to_newest()

    assert transcript.view_of(119) is view
    assert view.editor.text() == "question 119 and more"


def test_tab_leads_into_the_next_message_and_brings_it_into_view(transcript: Transcript) -> None:
    transcript.verticalScrollBar().setValue(0)
    settle()
    view = shown_message(transcript, 1)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(40):
        QTest.keyClick(focused(), Qt.Key.Key_Tab)
        settle()
    reached = owner(focused())

    assert reached.message.id > 5
    assert reached.geometry().intersects(transcript.viewport().rect())


def test_tab_leads_up_to_messages_whose_widgets_are_younger(transcript: Transcript) -> None:
    view = shown_message(transcript, 119)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    seen = [119]
    for _ in range(40):
        QTest.keyClick(focused(), Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
        settle()
        message_id = owner(focused()).message.id
        if message_id != seen[-1]:
            seen.append(message_id)

    assert seen == list(range(119, 119 - len(seen), -1))
    assert seen[-1] < 112


def owner(widget: object) -> MessageView:
    parent = widget
    while not isinstance(parent, MessageView):
        parent = parent.parent()  # type: ignore[attr-defined]  # up from the focused widget
    return parent


def test_the_same_messages_again_keep_their_widgets_and_the_place(transcript: Transcript) -> None:
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before, seen = built(transcript), first_in_view(transcript)
    transcript.set_messages(conversation(120))

    assert built(transcript) == before
    assert first_in_view(transcript) == seen


def heights_of(count: int) -> RowHeights:
    heights = RowHeights(lambda _key, _width: 100)
    heights.set_layout(LAYOUT)
    heights.set_keys(range(1, count + 1))
    return heights


@pytest.mark.parametrize("count", [300, 2000, 4000, 10_000])
@pytest.mark.parametrize("turn", [(50, 500), (50, 40, 500), (50, 40, 40, 500)])
def test_a_long_history_is_estimated_from_some_rows_of_each_kind(
    count: int, turn: tuple[int, ...]
) -> None:
    estimated: set[int] = set()

    def estimate(key: int, _width: int) -> int:
        estimated.add(key)
        return turn[key % len(turn)]

    heights = RowHeights(estimate)
    heights.set_layout(LAYOUT)
    heights.set_keys(range(count))
    total = sum(turn[key % len(turn)] + SPACING for key in range(count))
    assert heights.total == pytest.approx(total, rel=0.03)
    assert len(estimated) <= 1.2 * MAX_ESTIMATES + LAST_ESTIMATES + BLOCK
    assert estimated.issuperset(range(count - LAST_ESTIMATES, count)), "a chat is opened there"


def test_a_layout_is_remembered_for_who_goes_back_to_it() -> None:
    heights = heights_of(2)
    heights.set_height(1, 40)
    assert heights.set_layout((300, "font"))
    assert heights.height(1) == 100
    assert heights.set_layout(LAYOUT)
    assert not heights.set_layout(LAYOUT)
    assert heights.height(1) == 40

    for width in range(MAX_LAYOUTS):
        heights.set_layout((width, "other"))
    heights.set_layout(LAYOUT)
    assert heights.height(1) == 100, "only a few are kept"


HEIGHTS = st.lists(st.integers(1, 500), max_size=40)


@given(HEIGHTS, HEIGHTS, st.lists(st.tuples(st.integers(0, 99), st.integers(1, 900)), max_size=20))
def test_tops_are_the_sums_of_what_is_above(
    first: list[int], added: list[int], changes: list[tuple[int, int]]
) -> None:
    index = HeightIndex(first)
    heights = list(first)
    for height in added:
        index.append(height)
        heights.append(height)
    for row, height in changes:
        if heights:
            index.set_height(row % len(heights), height)
            heights[row % len(heights)] = height

    assert [index.top(row) for row in range(len(heights) + 1)] == [0, *accumulate(heights)]
    assert index.total == sum(heights)
    assert len(index) == len(heights)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=40), st.integers(-50, 2500))
def test_a_row_is_found_by_its_place(heights: list[int], y: int) -> None:
    index = HeightIndex(heights)
    row = index.row_at(y)

    assert index.top(row) <= y or row == 0
    assert y < index.top(row) + heights[row] or row == len(heights) - 1
