"""Tabs: stable width in every state, words for everything that is drawn."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QTabBar
from pytestqt.qtbot import QtBot

from app.domain import TabActivity, TabState
from tests.app.widgets.tabs.bars import Tabs, mark_of, row_of

STATES = [
    (TabState(), "", ""),
    (TabState(TabActivity.QUEUED, queue_position=2), "2", "Waiting, position 2"),
    (TabState(TabActivity.QUEUED), "", "Waiting …"),
    (TabState(TabActivity.READING, progress=0.37), "", "Reading 37 % …"),
    (TabState(TabActivity.READING, progress=1.0), "", "Reading 100 % …"),
    (TabState(TabActivity.WRITING), "", "Writing …"),
    (TabState(TabActivity.FAILED), "", "The last answer failed"),
    (TabState(is_unread=True), "", "new answer"),
    (TabState(is_interrupted=True), "", "Interrupted"),
    (TabState(machine="rack"), "", "on rack"),
]


@pytest.mark.parametrize(("state", "number", "text"), STATES)
def test_a_state_is_drawn_and_told_at_the_same_width(
    tabs: Tabs, state: TabState, number: str, text: str
) -> None:
    idle = mark_of(tabs, "b").grab().toImage()
    before = row_of(tabs).tabRect(1)
    tabs.items.set_state("b", state)
    QApplication.processEvents()
    now = mark_of(tabs, "b").grab().toImage()

    assert mark_of(tabs, "b").text() == number
    assert row_of(tabs).tabRect(1) == before
    assert (now != idle) == bool(text)
    assert row_of(tabs).accessibleTabName(1) == (f"Title b, {text}" if text else "Title b")
    assert text in row_of(tabs).tabToolTip(1)


def test_a_ring_fills_while_a_chat_is_read_and_a_place_has_its_number(tabs: Tabs) -> None:
    mark, pictures = mark_of(tabs, "a"), []
    for state in (
        *(TabState(TabActivity.READING, progress=share) for share in (0.1, 0.4, 0.7, 1.0)),
        *(TabState(TabActivity.QUEUED, queue_position=place) for place in (1, 2, 12)),
    ):
        tabs.items.set_state("a", state)
        pictures.append(mark.grab().toImage())
    for number, picture in enumerate(pictures):
        assert all(picture != other for other in pictures[number + 1 :])
    tabs.items.set_state("a", TabState(TabActivity.QUEUED, queue_position=1234))
    assert mark.text() == "99"


def test_a_middle_click_closes(tabs: Tabs, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tabs.requests.close_tab_requested) as signal:
        QTest.mouseClick(
            row_of(tabs), Qt.MouseButton.MiddleButton, pos=row_of(tabs).tabRect(1).center()
        )
    assert signal.args == ["b"]
    assert row_of(tabs).count() == 3


def test_the_cross_closes_also_after_tabs_moved(tabs: Tabs, qtbot: QtBot) -> None:
    row_of(tabs).moveTab(0, 2)
    close_button = row_of(tabs).tabButton(2, QTabBar.ButtonPosition.RightSide)

    with qtbot.waitSignal(tabs.requests.close_tab_requested) as signal:
        QTest.mouseClick(close_button, Qt.MouseButton.LeftButton)
    assert signal.args == ["a"]


def test_moving_a_tab_tells_the_new_order(tabs: Tabs) -> None:
    signal = QSignalSpy(tabs.bar.reordered)
    row_of(tabs).moveTab(0, 2)

    assert signal.count() == 1
    assert tabs.bar.ids() == ("b", "c", "a")
    assert tabs.items.title("a") == "Title a"


def test_a_double_click_wishes_to_rename(tabs: Tabs, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tabs.requests.rename_dialog_requested) as signal:
        QTest.mouseDClick(
            row_of(tabs),
            Qt.MouseButton.LeftButton,
            pos=row_of(tabs).tabRect(2).center() - QPoint(10, 0),
        )
    assert signal.args == ["c"]


def test_a_row_narrower_than_its_buttons_has_room_for_no_pinned_tab(tabs: Tabs) -> None:
    tabs.items.set_pinned("a", is_pinned=True)
    tabs.bar.setMinimumWidth(1)
    tabs.bar.resize(1, 40)  # Qt warns of a negative width, which fails a test
    assert row_of(tabs).visibleRegion().isEmpty()


def test_a_long_title_is_elided_not_widened(tabs: Tabs) -> None:
    before = row_of(tabs).tabRect(0).width()
    tabs.items.set_title("a", "word " * 100)

    assert row_of(tabs).tabRect(0).width() == before


def test_an_empty_title_has_words(tabs: Tabs) -> None:
    tabs.items.set_title("a", "  ")
    assert tabs.items.title("a") == "New chat"


def test_pinned_tabs_are_small_and_stay_on_the_left(tabs: Tabs) -> None:
    bar, items = tabs.bar, tabs.items
    items.set_state("c", TabState(TabActivity.WRITING))
    items.set_pinned("c", is_pinned=True)
    row = row_of(tabs, "c")
    assert bar.ids() == ("c", "a", "b")
    assert row.tabRect(0).width() < row_of(tabs, "a").tabRect(0).width()
    assert row.tabButton(0, QTabBar.ButtonPosition.RightSide) is None
    assert row.accessibleTabName(0) == "Title c, Writing …, pinned"

    bar.move_tab("a", -1)
    assert bar.ids() == ("c", "a", "b"), "nothing stands left of what is pinned"
    tabs.add("d", "New", index=0)
    assert bar.ids() == ("c", "d", "a", "b")
    items.set_pinned("c", is_pinned=False)
    assert bar.ids() == ("c", "d", "a", "b")
    assert row_of(tabs, "c").tabButton(0, QTabBar.ButtonPosition.RightSide) is not None


def test_pinned_tabs_stay_in_sight_however_many_others_there_are(tabs: Tabs) -> None:
    tabs.items.set_pinned("a", is_pinned=True)
    for number in range(50):
        tabs.add(f"x{number}", f"Chat {number}")
    for front in ("x49", "x20", "a", "x0"):
        tabs.bar.activate(front)
        QApplication.processEvents()
        row = row_of(tabs, "a")
        assert tabs.bar.current_id() == front
        assert row.isVisible()
        assert tabs.bar.rect().contains(row.mapTo(tabs.bar, row.tabRect(0).center()))
        shown = row_of(tabs, front)
        place = shown.tabRect(shown.index_of(front) or 0).center()
        assert tabs.bar.rect().contains(shown.mapTo(tabs.bar, place)), "the one in front is in view"


def test_one_tab_of_both_rows_is_in_front(tabs: Tabs) -> None:
    signal = QSignalSpy(tabs.bar.activated)
    tabs.items.set_pinned("a", is_pinned=True)
    assert tabs.bar.current_id() == "a"
    tabs.bar.activate("b")
    QTest.mouseClick(row_of(tabs, "a"), Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    tabs.bar.step(-1)
    tabs.items.set_pinned("a", is_pinned=False)
    tabs.items.set_pinned("c", is_pinned=True)
    assert tabs.bar.current_id() == "c"
    tabs.bar.remove("c")

    assert [signal.at(index)[0] for index in range(signal.count())] == ["b", "a", "c", "a"]
    assert not row_of(tabs, "c").isHidden()


def test_the_arrow_keys_lead_from_one_row_into_the_other(tabs: Tabs) -> None:
    tabs.items.set_pinned("b", is_pinned=True)
    tabs.bar.activate("a")
    row_of(tabs, "a").setFocus()
    seen = []
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(row_of(tabs, tabs.bar.current_id() or ""), key)
        seen.append(tabs.bar.current_id())

    assert seen == ["b", "b", "a", "c"]


@pytest.mark.parametrize(("down", "torn"), [(5, False), (200, True)])
def test_a_tab_is_torn_off_where_the_hand_lets_go_far_from_the_row(
    tabs: Tabs, down: int, *, torn: bool
) -> None:
    signal = QSignalSpy(tabs.requests.tab_dropped)
    start = row_of(tabs).tabRect(1).center()
    goal = start + QPoint(20, down)
    QTest.mousePress(row_of(tabs), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(row_of(tabs), goal)
    QTest.mouseRelease(row_of(tabs), Qt.MouseButton.LeftButton, pos=goal)

    assert [signal.at(index)[0] for index in range(signal.count())] == (["b"] if torn else [])


def test_room_that_comes_shows_the_beginning_of_the_row(tabs: Tabs) -> None:
    for number in range(20):
        tabs.add(str(number), f"Chat {number}")
    tabs.bar.resize(330, 40)
    QApplication.processEvents()
    tabs.bar.activate("3")
    assert row_of(tabs).x() < 0
    tabs.bar.resize(1400, 40)
    for _ in range(3):
        QApplication.processEvents()

    assert row_of(tabs).x() == 0


def test_a_tab_is_whole_in_a_narrow_window(tabs: Tabs, qtbot: QtBot) -> None:
    tabs.bar.resize(230, 40)
    row = row_of(tabs)

    def is_whole() -> bool:
        close_button = row.tabButton(row.currentIndex(), QTabBar.ButtonPosition.RightSide)
        return (
            not close_button.visibleRegion().isEmpty()
            and close_button.visibleRegion().boundingRect() == (close_button.rect())
        )

    for each in "cab":
        tabs.bar.activate(each)
        qtbot.waitUntil(is_whole)
