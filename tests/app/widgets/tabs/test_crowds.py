"""Tabs in a crowd and in a column: their titles, marks and crosses, and what is in sight."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar
from pytestqt.qtbot import QtBot

from app.widgets.tabs.bar import ColumnEdge
from app.widgets.tabs.row import TabRow
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.tabs.bars import Tabs, arrows_of, row_of
from tests.app.widgets.windows import tabbed_window


def test_tabs_that_begin_alike_show_where_they_differ(tabs: Tabs) -> None:
    for name, what in zip("abc", ("cat", "dog", "dog"), strict=True):
        tabs.items.set_title(name, f"Tell me a rather long story about the life of a {what}")
    shown = [row_of(tabs).shown_title(index) for index in range(3)]

    assert len(set(shown)) == 3
    assert "cat" in shown[0]
    assert shown[2].endswith("· 2")
    assert row_of(tabs).accessibleTabName(2).endswith("a dog · 2")
    tabs.bar.remove("b")
    tabs.items.remove("b")
    assert row_of(tabs).accessibleTabName(1).endswith("a dog")


def test_arrows_scroll_a_crowd_to_both_ends(tabs: Tabs) -> None:
    for number in range(20):
        tabs.add(str(number), f"Chat {number}")
    back, forth = arrows_of(tabs)
    assert (back.isEnabled(), forth.isEnabled()) == (False, True)
    for _ in range(20):
        forth.click()
    assert (back.isEnabled(), forth.isEnabled()) == (True, False)
    assert row_of(tabs).visibleRegion().boundingRect().contains(row_of(tabs).tabRect(22))
    for _ in range(20):
        back.click()
    assert row_of(tabs).x() == 0


def test_a_column_has_its_tabs_below_each_other_and_all_of_the_page_beside_it(tabs: Tabs) -> None:
    tabs.bar.set_vertical(is_vertical=True)
    tabs.bar.resize(tabs.bar.sizeHint().width(), 400)
    row = row_of(tabs)
    first, second = row.tabRect(0), row.tabRect(1)
    assert second.top() == first.bottom() + 1
    assert first.width() == tabs.bar.width()
    assert tabs.bar.new_button.y() < row.mapTo(tabs.bar, first.topLeft()).y()
    for key, front in ((Qt.Key.Key_Down, "b"), (Qt.Key.Key_Down, "c"), (Qt.Key.Key_Up, "b")):
        QTest.keyClick(row, key)
        assert tabs.bar.current_id() == front
    tabs.bar.set_vertical(is_vertical=False)
    tabs.bar.resize(700, 40)
    assert row.tabRect(1).top() == row.tabRect(0).top()


def test_a_column_is_scrolled_by_the_wheel_and_keeps_its_front(tabs: Tabs) -> None:
    for number in range(40):
        tabs.add(str(number), f"Chat {number}")
    tabs.bar.set_vertical(is_vertical=True)
    tabs.bar.resize(tabs.bar.sizeHint().width(), 400)
    tabs.bar.activate("39")
    row = row_of(tabs)
    assert row.visibleRegion().boundingRect().contains(row.tabRect(42))
    for _ in range(40):
        QApplication.sendEvent(row, wheel(row, 120))
    assert row.y() == 0
    assert tabs.bar.current_id() == "39"


def wheel(row: TabRow, delta: int) -> QWheelEvent:
    spot = QPointF(5, 5)
    no_button, no_key = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    return QWheelEvent(
        spot, row.mapToGlobal(spot), QPoint(), QPoint(0, delta), no_button, no_key, phase, False
    )


def test_in_a_crowd_only_the_tab_in_front_has_a_cross_and_the_others_more_of_their_titles(
    tabs: Tabs,
) -> None:
    row = row_of(tabs)
    crosses = [row.tabButton(index, QTabBar.ButtonPosition.RightSide) for index in range(3)]
    assert all(cross.isVisible() for cross in crosses)
    for number in range(20):
        tabs.add(str(number), f"A chat about the number {number}")
    assert [cross.isVisible() for cross in crosses] == [True, False, False]
    tabs.items.set_title("a", "Bread and how to bake it")
    tabs.items.set_title("c", "Water and how to boil it")
    tabs.bar.activate("c")
    assert [cross.isVisible() for cross in crosses] == [False, False, True]
    assert len(row.shown_title(0)) > len(row.shown_title(2))
    for number in range(20):
        tabs.bar.remove(str(number))
    assert all(cross.isVisible() for cross in crosses)


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    def narrow(window: MainWindow) -> None:
        window.resize(780, 600)
        window.panes.set_vertical(is_vertical=True)

    return tabbed_window(qtbot, "ab", narrow)


def edge_of(window: MainWindow) -> ColumnEdge:
    edges = window.panes.in_use.bar.findChildren(ColumnEdge)
    assert len(edges) == 1
    return edges[0]


def drag(edge: ColumnEdge, distance: int) -> None:
    middle = edge.rect().center()
    QTest.mousePress(edge, Qt.MouseButton.LeftButton, pos=middle)
    goal = QPointF(middle + QPoint(distance, 0))
    moved = QMouseEvent(
        QMouseEvent.Type.MouseMove,
        goal,
        QPointF(edge.mapToGlobal(goal)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(edge, moved)
    QTest.mouseRelease(edge, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def test_dragging_the_edge_makes_the_column_wider_and_it_stays_so(window: MainWindow) -> None:
    bar = window.panes.in_use.bar
    before = bar.width()
    drag(edge_of(window), 40)
    assert bar.width() == before + 40
    assert window.panes.column_width == before + 40
    assert window.arrangement.current().tab_column_width == before + 40
    QTest.mouseDClick(edge_of(window), Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert bar.width() == before
    assert window.arrangement.current().tab_column_width == 0


def test_a_column_keeps_room_for_words_and_for_the_page(window: MainWindow) -> None:
    bar = window.panes.in_use.bar
    drag(edge_of(window), -5_000)
    assert bar.width() > 60
    drag(edge_of(window), 5_000)
    assert bar.width() < window.width()
    view = window.panes.view_of("b")
    assert view is not None
    assert view.width() >= view.minimumSizeHint().width()
