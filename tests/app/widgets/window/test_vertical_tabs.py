"""Vertical tabs: the sidebar and the tabs of the first window are one list."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.tabs import TabActivity, TabState
from app.widgets.kit.list_rows import LINE_PADDING
from app.widgets.tabs.bar import TabBar
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import summary
from tests.app.widgets.windows import tabbed_window


def listed_window(qtbot: QtBot, names: str = "abc") -> MainWindow:
    window = tabbed_window(qtbot, names)
    window.resize(1000, 700)
    window.set_tabs_vertical(is_vertical=True)
    QApplication.processEvents()
    return window


def test_the_tabs_are_in_the_sidebar_and_the_page_has_the_whole_width(qtbot: QtBot) -> None:
    window = listed_window(qtbot)
    pane = window.panes.in_use
    assert window.sidebar.isAncestorOf(pane.bar)
    assert pane.bar.isVisible()
    view = pane.view_of("a")
    assert view is not None
    assert view.width() == pane.width()
    window.set_tabs_vertical(is_vertical=False)
    QApplication.processEvents()
    assert pane.isAncestorOf(pane.bar)
    assert not window.sidebar.open_tabs.isVisible()


def test_a_click_in_the_sidebar_shows_a_tab_and_a_middle_click_asks_to_close_it(
    qtbot: QtBot,
) -> None:
    window = listed_window(qtbot)
    row = window.panes.in_use.bar.row_of("a")
    QTest.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.tabRect(2).center())
    assert window.panes.active_id() == "c"
    with qtbot.waitSignal(window.requests.close_tab_requested) as closing:
        QTest.mouseClick(row, Qt.MouseButton.MiddleButton, pos=row.tabRect(1).center())
    assert closing.args == ["b"]


def test_without_a_sidebar_the_tabs_are_in_the_bar(qtbot: QtBot) -> None:
    window = listed_window(qtbot)
    pane = window.panes.in_use
    window.set_sidebar_visible(False)
    QApplication.processEvents()
    assert pane.isAncestorOf(pane.bar)
    assert pane.bar.isVisible()
    window.set_sidebar_visible(True)
    assert window.sidebar.isAncestorOf(pane.bar)


def test_the_list_of_all_tabs_opens_over_the_page_next_to_its_button(qtbot: QtBot) -> None:
    window = listed_window(qtbot)
    pane = window.panes.in_use
    pane.show_list()
    popup = pane.tab_list
    assert popup is not None
    assert popup.isVisible()
    button = pane.bar.list_button
    place = popup.mapToGlobal(QPoint(0, 0))
    assert place.y() == button.mapToGlobal(QPoint(0, button.height() + 4)).y()
    assert pane.rect().contains(popup.geometry())
    popup.leave()


def test_an_open_chat_is_not_listed_again_under_its_day(qtbot: QtBot) -> None:
    window = listed_window(qtbot)
    chats = tuple(summary(name, name) for name in "axc")
    conversations = window.sidebar.conversations
    conversations.set_conversations(chats)
    assert not conversations.index_of("a").isValid()
    assert conversations.index_of("x").isValid()
    window.sidebar.filter_box.setText("a")
    assert conversations.index_of("a").isValid()
    assert not window.sidebar.open_tabs.isVisible()
    window.sidebar.filter_box.clear()
    window.panes.remove("a")
    QApplication.processEvents()
    assert conversations.index_of("a").isValid()


def test_the_list_is_not_said_to_be_empty_while_all_chats_are_open(qtbot: QtBot) -> None:
    window = listed_window(qtbot, "a")
    empty = window.sidebar.nothing_label
    window.sidebar.conversations.set_conversations((summary("a", "a"),))
    QApplication.processEvents()
    assert not empty.isVisible()
    window.panes.remove("a")
    window.sidebar.conversations.set_conversations(())
    QApplication.processEvents()
    assert empty.text().startswith("No chats yet.")


def test_both_panes_of_a_split_are_in_the_list_and_a_further_window_is_not(qtbot: QtBot) -> None:
    window = listed_window(qtbot, "abcd")
    window.pane_layout.show_in_split("d")
    window.pane_layout.detach("b")
    QApplication.processEvents()
    bars = {id_: pane.bar for id_ in "abcd" if (pane := window.panes.pane_of(id_)) is not None}
    in_sidebar = {id_ for id_, bar in bars.items() if window.sidebar.isAncestorOf(bar)}
    assert in_sidebar == {"a", "c", "d"}
    window.panes.move("d", window.pane_layout.pane(0))
    window.pane_layout.close_empty_panes()
    QApplication.processEvents()
    assert len(window.sidebar.open_tabs.findChildren(TabBar)) == 1


def test_many_tabs_scroll_and_leave_room_for_the_list(qtbot: QtBot) -> None:
    window = listed_window(qtbot, "abcdefghijklmnopqrst")
    chats = tuple(summary(f"chat {number}", "A chat") for number in range(50))
    window.sidebar.conversations.set_conversations(chats)
    QApplication.processEvents()
    assert window.sidebar.view.height() > 200
    window.panes.activate("t")
    row = window.panes.in_use.bar.row_of("t")
    assert row.visibleRegion().boundingRect().contains(row.tabRect(19))


def test_no_tab_scrolls_while_there_is_room_below(qtbot: QtBot) -> None:
    window = listed_window(qtbot, "abcdefghijklmn")
    window.sidebar.conversations.set_conversations((summary("x", "Another chat"),))
    QApplication.processEvents()
    row = window.panes.in_use.bar.row_of("a")
    shown = row.visibleRegion().boundingRect()
    assert all(shown.contains(row.tabRect(index)) for index in range(14))
    assert window.sidebar.view.height() >= 2 * window.sidebar.view.sizeHintForRow(0)


def test_an_empty_list_takes_no_room_from_the_tabs(qtbot: QtBot) -> None:
    window = listed_window(qtbot, "abcdefghijklmnopqrstuvwxyz")
    sidebar = window.sidebar
    sidebar.conversations.set_conversations(
        tuple(summary(name, name) for name in window.panes.ids())
    )
    QApplication.processEvents()
    gap = sidebar.foot.y() - sidebar.open_tabs.geometry().bottom()
    assert gap < sidebar.view.fontMetrics().height() + LINE_PADDING


def test_titles_begin_where_those_of_the_list_below_begin(qtbot: QtBot) -> None:
    window = listed_window(qtbot)
    sidebar = window.sidebar
    sidebar.conversations.set_conversations((summary("x", "Title x"),))
    sidebar.now.set_state("x", TabState(TabActivity.WRITING))
    QApplication.processEvents()
    tabs, chats, now = window.panes.in_use.bar.row_of("b"), sidebar.view, sidebar.now.view
    in_list = chats.visualRect(sidebar.conversations.index_of("x"))
    left = _text_left(sidebar, tabs, tabs.tabRect(1))
    assert left == _text_left(sidebar, chats.viewport(), in_list)

    window.panes.items.set_state("b", TabState(TabActivity.WRITING))
    QApplication.processEvents()
    with_mark = _text_left(sidebar, tabs, tabs.tabRect(1))
    assert with_mark == _text_left(
        sidebar, now.viewport(), now.visualRect(sidebar.now.rows.index(0))
    )


def _text_left(sidebar: QWidget, rows: QWidget, row: QRect) -> int:
    """Return the first column of the sidebar in which something is drawn in a row."""
    area = QRect(rows.mapTo(sidebar, row.topLeft()), row.size())
    image = sidebar.grab(area).toImage()
    columns, lines = range(8, image.width()), range(4, image.height() - 4)
    empty = image.pixel(8, 4)
    return area.left() + next(x for x in columns if any(image.pixel(x, y) != empty for y in lines))


@pytest.mark.parametrize("is_vertical", [True, False])
def test_a_tab_that_is_dropped_on_a_folder_puts_its_chat_there(
    qtbot: QtBot, *, is_vertical: bool
) -> None:
    window = listed_window(qtbot, "abcd")
    window.set_tabs_vertical(is_vertical=is_vertical)
    chats = window.sidebar.conversations
    filed = replace(summary("x", "X"), folder="work")
    window.panes.activate("b")
    chats.set_conversations((filed, *(summary(name, name) for name in "abcd")))
    QApplication.processEvents()
    view, row = window.sidebar.view, window.panes.in_use.bar.row_of("b")
    folder = view.visualRect(chats.index_of_folder("work")).center()
    start = row.tabRect(1).center()
    goal = row.mapFromGlobal(view.viewport().mapToGlobal(folder))
    before = view.viewport().grab().toImage()
    moved = QSignalSpy(window.requests.folder_requested)
    QTest.mousePress(row, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        QTest.mouseMove(row, start + (goal - start) * step / 5)
    assert view.viewport().grab().toImage() != before, "the folder is marked"
    QTest.mouseRelease(row, Qt.MouseButton.LeftButton, pos=goal)
    QApplication.processEvents()
    assert [moved.at(at) for at in range(moved.count())] == [[("b",), "work"]]
    assert window.panes.ids() == ("a", "b", "c", "d"), "it was not dragged to another place"
    assert view.viewport().grab().toImage() == before


def test_a_tab_that_is_held_at_the_edge_of_the_list_scrolls_it(qtbot: QtBot) -> None:
    window = listed_window(qtbot, "abcd")
    window.set_tabs_vertical(is_vertical=False)
    chats = tuple(summary(f"chat {number}", f"Chat {number}") for number in range(60))
    window.sidebar.conversations.set_conversations((*chats, summary("b", "B")))
    window.panes.activate("b")
    window.sidebar.view.scrollToTop()
    QApplication.processEvents()
    row, view = window.panes.in_use.bar.row_of("b"), window.sidebar.view
    bar, start = view.verticalScrollBar(), row.tabRect(1).center()
    lower = view.viewport().mapToGlobal(QPoint(60, view.viewport().height() - 4))
    middle = view.viewport().mapToGlobal(view.viewport().rect().center())
    QTest.mousePress(row, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(row, start + QPoint(9, 9))
    QTest.mouseMove(row, row.mapFromGlobal(lower))
    qtbot.waitUntil(lambda: bar.value() > 200)
    QTest.mouseMove(row, row.mapFromGlobal(middle))
    value = bar.value()
    QTest.qWait(150)
    assert bar.value() == value
    QTest.mouseRelease(row, Qt.MouseButton.LeftButton, pos=start)


def test_a_tab_that_is_dropped_below_the_others_is_the_last_one(qtbot: QtBot) -> None:
    window = listed_window(qtbot, "abcd")
    chats = window.sidebar.conversations
    chats.set_conversations(tuple(summary(name, name) for name in "abcdxyz"))
    QApplication.processEvents()
    row = window.panes.in_use.bar.row_of("b")
    start, moved = row.tabRect(1).center(), QSignalSpy(window.requests.folder_requested)
    goal = start + QPoint(0, 200)
    QTest.mousePress(row, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        QTest.mouseMove(row, start + (goal - start) * step / 5)
    QTest.mouseRelease(row, Qt.MouseButton.LeftButton, pos=goal)
    assert moved.count() == 0, "it is in no folder already"
    assert window.panes.ids() == ("a", "c", "d", "b")


def test_the_focus_in_the_tabs_of_a_pane_makes_it_the_one_in_use(qtbot: QtBot) -> None:
    window = listed_window(qtbot, "ab")
    window.pane_layout.show_in_split("b")
    QApplication.processEvents()
    bar = window.pane_layout.pane(0).bar
    assert window.panes.in_use.bar is not bar
    bar.row_of("a").setFocus()
    QApplication.processEvents()
    assert window.panes.in_use.bar is bar


def test_the_halves_of_a_split_are_named_after_their_chats_and_their_tabs_after_the_half(
    qtbot: QtBot,
) -> None:
    window = listed_window(qtbot)
    window.pane_layout.show_in_split("c")
    left, right = (window.pane_layout.pane(number) for number in (0, 1))
    assert [pane.title.text() for pane in (left, right)] == ["Title a", "Title c"]
    headings = [pane.bar.heading.text() for pane in (left, right)]
    assert headings == ["Tabs on the left", "Tabs on the right"]
    window.panes.activate("b")
    window.panes.items.set_title("c", "Rome")
    assert [pane.title.text() for pane in (left, right)] == ["Title b", "Rome"]
    window.pane_layout.join()
    QApplication.processEvents()
    assert left.bar.heading.text() == "Open tabs"
    window.set_tabs_vertical(is_vertical=False)
    assert not left.title.isVisible()


def test_a_long_title_is_elided_between_the_parts_of_the_bar(qtbot: QtBot) -> None:
    window = listed_window(qtbot)
    window.pane_layout.show_in_split("c")
    long = "A title much longer than half of a window " * 3 + "end"
    for name in "ac":
        window.panes.items.set_title(name, long)
    QApplication.processEvents()
    window.grab()
    for number in (0, 1):
        title = window.pane_layout.pane(number).title
        assert 80 < title.width() < title.fontMetrics().horizontalAdvance(long)
        assert title.toolTip() == long
        area = QRect(title.mapTo(window, QPoint(0, 0)), title.size())
        chip = window.engine_corner.chip
        assert not area.intersects(QRect(chip.mapTo(window, QPoint(0, 0)), chip.size()))
