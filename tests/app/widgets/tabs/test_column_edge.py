"""A column of tabs can be made wider with the mouse, and all columns with it."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.widgets.tabs.column_edge import ColumnEdge
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.windows import tabbed_window


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


def test_a_second_pane_has_the_same_column(window: MainWindow) -> None:
    window.resize(1500, 600)
    drag(edge_of(window), 30)
    window.pane_layout.show_beside("b")
    QApplication.processEvents()
    first, second = (pane.bar for pane in window.panes)
    assert first.width() == second.width() == window.panes.column_width
