"""Toasts: in a corner and never over what is read, three at once, in the window they concern."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QDialog, QSplitter, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.domain.tabs import ToastContent
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.toast import PASSING_MS, PASSING_TROUBLE_MS, SHADOW, Toast
from app.widgets.window.history_popup import HistoryPopup
from app.widgets.window.main_window import MainWindow
from app.widgets.window.panel_motion import PanelMotion
from app.widgets.window.toast_board import MAX_KEPT, ToastHistory
from tests.app.widgets.samples import question, reply, summary
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import page_of

UNDO = ToastContent("3 chats were deleted.", "Undo")
BROKEN = ToastContent("The engine has stopped.", "Restart", is_trouble=True, stays=True)


def texts(window: MainWindow) -> list[str]:
    return [toast.content.text for toast in window.toasts.shown]


def toast_of(window: MainWindow, content: ToastContent) -> Toast:
    return next(each for each in window.toasts.shown if each.content == content)


def positions(window: MainWindow) -> dict[QWidget, QRect]:
    """Return where everything but the toasts is."""
    shown = window.toasts.shown
    return {
        widget: QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())
        for widget in window.findChildren(QWidget)
        if widget.isVisible() and not any(t is widget or t.isAncestorOf(widget) for t in shown)
    }


def test_no_other_widget_moves_when_toasts_come_and_go(window: MainWindow) -> None:
    QApplication.processEvents()
    before = positions(window)
    for content in (UNDO, BROKEN, ToastContent("a long sentence " * 20)):
        window.toasts.show(content)
        QApplication.processEvents()
        assert positions(window) == before
    for toast in window.toasts.shown:
        toast.closed.emit()
    QApplication.processEvents()
    assert positions(window) == before


def on_window(window: MainWindow, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def test_a_toast_is_at_the_end_of_the_sidebar_and_over_no_page(window: MainWindow) -> None:
    for content in (UNDO, BROKEN, ToastContent("a long sentence " * 20)):
        window.toasts.show(content)
    for toast in window.toasts.shown:
        if toast.isVisible():
            area = on_window(window, toast)
            assert not area.intersects(on_window(window, window.panes.in_use))
            assert area.bottom() <= on_window(window, window.sidebar.archive_button).top() + 6
            assert area.top() > window.sidebar.height() // 3
    assert toast_of(window, BROKEN).isVisible(), "trouble comes first where not all fit"


def test_it_leaves_the_bar_of_the_selection_free(window: MainWindow) -> None:
    window.toasts.show(UNDO)
    chats = tuple(summary(each, each.upper()) for each in "xy")
    window.sidebar.conversations.set_conversations(chats)
    window.sidebar.view.selectAll()
    QApplication.processEvents()
    bar = window.sidebar.selection_bar
    assert bar.isVisible()
    card = on_window(window, toast_of(window, UNDO)).adjusted(0, 0, 0, -SHADOW)
    assert not card.intersects(on_window(window, bar))


def test_without_a_sidebar_it_is_in_the_corner_above_the_message_box(window: MainWindow) -> None:
    window.toasts.show(UNDO)
    window.set_sidebar_visible(False)
    QApplication.processEvents()
    toast = toast_of(window, UNDO)
    view = page_of(window, "a")
    pane = window.panes.in_use
    assert toast.parentWidget() is pane
    assert toast.isVisible()
    box_top = view.composer.mapTo(pane, QPoint(0, 0)).y()
    assert toast.geometry().bottom() <= box_top + 6
    assert toast.geometry().top() > pane.height() // 2
    assert toast.geometry().right() >= pane.rect().right() - 16
    window.set_sidebar_visible(True)
    QApplication.processEvents()
    assert toast.parentWidget() is window.sidebar
    assert toast.isVisible()


def test_without_a_sidebar_the_messages_end_above_it(window: MainWindow) -> None:
    window.set_sidebar_visible(False)
    view = page_of(window, "a")
    view.transcript.set_messages((question(), reply(text="A line.\n\n" * 60)))
    QApplication.processEvents()
    messages, bar = view.transcript, view.transcript.verticalScrollBar()
    before, box = on_window(window, messages), on_window(window, view.composer)
    window.toasts.show(UNDO)
    QApplication.processEvents()
    toast = on_window(window, toast_of(window, UNDO))
    assert on_window(window, messages).bottom() <= toast.top()
    assert bar.value() == bar.maximum(), "the end is still read"
    assert on_window(window, view.composer) == box
    assert not toast.adjusted(0, 0, 0, -SHADOW).intersects(box)

    window.panes.activate("b")
    other = page_of(window, "b")
    QApplication.processEvents()
    assert on_window(window, other.empty_state).bottom() <= toast.top(), "in front now"
    window.toasts.dismiss(UNDO)
    window.panes.activate("a")
    QApplication.processEvents()
    assert on_window(window, messages) == before


def test_without_a_sidebar_it_is_over_a_cell_whose_page_ends_above_it(window: MainWindow) -> None:
    window.set_sidebar_visible(False)
    window.panes.add("d", "Title d", ConversationView("d"))
    window.grids.show_grid()
    QApplication.processEvents()
    (grid,) = window.grids.grids()
    cells = grid.board.shown_cells()
    places = [each.geometry() for each in (grid.board, grid.send_box, *cells)]
    pages = {cell: page_of(window, cell.conversation_id) for cell in cells}
    free = {cell: on_window(window, page) for cell, page in pages.items()}
    window.toasts.show(UNDO)
    QApplication.processEvents()
    toast = on_window(window, toast_of(window, UNDO))
    assert [each.geometry() for each in (grid.board, grid.send_box, *cells)] == places
    covered = [each for each in cells if on_window(window, each).intersects(toast)]
    assert 0 < len(covered) < len(cells)
    for cell, page in pages.items():
        assert not on_window(window, page).intersects(toast)
        assert cell in covered or on_window(window, page) == free[cell]
    window.toasts.dismiss(UNDO)
    QApplication.processEvents()
    assert {cell: on_window(window, page) for cell, page in pages.items()} == free


def test_a_page_without_a_sidebar_ends_above_the_toasts(window: MainWindow) -> None:
    window.set_sidebar_visible(False)
    window.toasts.show(BROKEN)
    page = QDialog()
    window.pages.show_page(page, is_wide=True)
    QApplication.processEvents()
    height = page.height()
    toast = toast_of(window, BROKEN)
    assert toast.isVisible()
    assert on_window(window, page).bottom() <= on_window(window, toast).top()
    window.toasts.show(UNDO)
    QApplication.processEvents()
    assert on_window(window, page).bottom() <= on_window(window, toast).top()
    assert page.height() < height
    for content in (BROKEN, UNDO):
        window.toasts.dismiss(content)
    QApplication.processEvents()
    assert on_window(window, page).bottom() == window.rect().bottom()


def test_a_second_toast_on_a_page_keeps_its_room_when_the_window_is_resized(
    window: MainWindow,
) -> None:
    window.set_sidebar_visible(False)
    page = QDialog()
    window.pages.show_page(page, is_wide=True)
    for content in (UNDO, BROKEN):
        window.toasts.show(content)
        QApplication.processEvents()
        window.panes.rearranged.emit()
        window.resize(window.width() + 20, window.height())
        QApplication.processEvents()
        toast = toast_of(window, content)
        assert on_window(window, page).bottom() <= on_window(window, toast).top()
        window.toasts.dismiss(content)
        window.panes.rearranged.emit()


def by_timer(window: MainWindow) -> None:
    toast_of(window, UNDO).timer.timeout.emit()


def by_cross(window: MainWindow) -> None:
    QTest.mouseClick(toast_of(window, UNDO).close_button, Qt.MouseButton.LeftButton)


def by_button(window: MainWindow) -> None:
    QTest.mouseClick(toast_of(window, UNDO).action_button, Qt.MouseButton.LeftButton)


def by_cause(window: MainWindow) -> None:
    window.toasts.dismiss(UNDO)


def by_cause_while_the_list_scrolls(window: MainWindow) -> None:
    bar = window.sidebar.view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    window.toasts.dismiss(UNDO)
    bar.setValue(bar.value() + 9)


def by_cause_after_a_resize(window: MainWindow) -> None:
    window.resize(window.width() - 90, window.height() - 60)
    window.toasts.dismiss(UNDO)
    window.resize(window.width() + 90, window.height() + 60)


def by_cause_without_sidebar(window: MainWindow) -> None:
    window.actions_by_name.sidebar.trigger()
    QApplication.processEvents()
    window.toasts.dismiss(UNDO)
    window.actions_by_name.sidebar.trigger()


def by_cause_while_the_sidebar_is_dragged(window: MainWindow) -> None:
    splitter = window.sidebar.parentWidget()
    assert isinstance(splitter, QSplitter)
    splitter.moveSplitter(90, 1)
    window.toasts.dismiss(UNDO)
    splitter.moveSplitter(260, 1)


@pytest.mark.parametrize("is_second_shown", [False, True])
@pytest.mark.parametrize(
    "close",
    [
        by_timer,
        by_cross,
        by_button,
        by_cause,
        by_cause_while_the_list_scrolls,
        by_cause_after_a_resize,
        by_cause_without_sidebar,
        by_cause_while_the_sidebar_is_dragged,
    ],
)
def test_nothing_of_it_stays_on_the_screen(
    window: MainWindow, qtbot: QtBot, close: Callable[[MainWindow], None], *, is_second_shown: bool
) -> None:
    chats = tuple(summary(f"chat {number}", f"Chat {number}") for number in range(40))
    window.sidebar.conversations.set_conversations(chats)
    QApplication.processEvents()
    window.toasts.show(UNDO)
    if is_second_shown:
        window.toasts.show(BROKEN)
    QTest.qWait(20)
    close(window)
    QTest.qWait(20)
    qtbot.waitUntil(lambda: not window.findChildren(PanelMotion))
    assert UNDO.text not in texts(window)
    place = QRect(window.sidebar.mapTo(window, QPoint(0, 0)), window.sidebar.size())

    def is_clean() -> bool:
        screen, drawn = window.screen().grabWindow(window.winId()), window.grab()
        pictures = (each.copy(place).toImage() for each in (screen, drawn))
        first, second = (each.convertToFormat(QImage.Format.Format_RGB32) for each in pictures)
        return first == second

    qtbot.waitUntil(is_clean)


def test_a_page_next_to_a_sidebar_needs_no_room_for_toasts(window: MainWindow) -> None:
    window.set_sidebar_visible(False)
    window.toasts.show(BROKEN)
    page = QDialog()
    window.pages.show_page(page, is_wide=True)
    window.set_sidebar_visible(True)
    QApplication.processEvents()
    assert toast_of(window, BROKEN).parentWidget() is window.sidebar
    assert on_window(window, page).bottom() == window.rect().bottom()


def test_a_toast_passes_and_trouble_takes_longer(window: MainWindow) -> None:
    trouble = ToastContent("The export failed.", is_trouble=True)
    for content, time in ((UNDO, PASSING_MS), (trouble, PASSING_TROUBLE_MS)):
        window.toasts.show(content)
        timer = toast_of(window, content).timer
        assert (timer.isActive(), timer.interval()) == (True, time)
        timer.timeout.emit()
    assert texts(window) == []


def test_what_stays_goes_only_with_its_cause_or_by_hand(window: MainWindow) -> None:
    window.toasts.show(BROKEN)
    assert not toast_of(window, BROKEN).timer.isActive()
    window.toasts.dismiss(BROKEN)
    assert texts(window) == []


def test_mouse_and_keyboard_hold_it(window: MainWindow) -> None:
    window.toasts.show(UNDO)
    toast = toast_of(window, UNDO)
    toast.action_button.setFocus()
    toast.timer.timeout.emit()
    assert (texts(window), toast.timer.isActive()) == ([UNDO.text], True)
    view = page_of(window, "a")
    view.focus_composer()
    toast.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    toast.timer.timeout.emit()
    assert texts(window) == [UNDO.text]
    toast.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    toast.timer.timeout.emit()
    assert texts(window) == []


def test_a_toast_that_nobody_saw_waits_until_the_window_is_in_front(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.toasts.show(UNDO)
    toast = toast_of(window, UNDO)
    other = on_screen(qtbot, QWidget())
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    toast.timer.timeout.emit()
    assert (texts(window), toast.timer.isActive()) == ([UNDO.text], True)


def test_three_at_once_and_the_oldest_that_passes_gives_way(window: MainWindow) -> None:
    window.toasts.show(BROKEN)
    for number in range(4):
        window.toasts.show(ToastContent(f"news {number}"))
    assert texts(window) == [BROKEN.text, "news 2", "news 3"]


def test_what_finds_no_room_waits_for_it(window: MainWindow) -> None:
    lasting = [ToastContent(f"trouble {number}", stays=True) for number in range(4)]
    for content in lasting:
        window.toasts.show(content)
    assert texts(window) == ["trouble 0", "trouble 1", "trouble 2"]
    window.toasts.dismiss(lasting[1])
    assert texts(window) == ["trouble 0", "trouble 2", "trouble 3"]
    window.toasts.dismiss(lasting[3])
    window.toasts.show(lasting[1])
    window.toasts.show(lasting[3])
    window.toasts.dismiss(lasting[3])  # while it waits
    window.toasts.dismiss(lasting[0])
    assert texts(window) == ["trouble 2", "trouble 1"]


def test_escape_closes_the_one_with_the_focus_and_one_writes_on(window: MainWindow) -> None:
    window.toasts.show(UNDO)
    toast = toast_of(window, UNDO)
    toast.close_button.setFocus()
    stopped = QSignalSpy(window.requests.stop_requested)
    QTest.keyClick(toast.close_button, Qt.Key.Key_Escape)
    view = page_of(window, "a")
    assert (texts(window), stopped.count()) == ([], 0)
    assert QApplication.focusWidget() is view.composer.edit


def test_it_is_at_the_pane_of_its_chat_also_in_another_window(window: MainWindow) -> None:
    window.pane_layout.detach("b")
    (extra,) = window.pane_layout.extra_windows
    about_b = ToastContent("“b” has a title.", stays=True, conversation_id="b")
    about_a = ToastContent("“a” has a title.", stays=True, conversation_id="a")
    window.toasts.show(about_b)
    window.toasts.show(about_a)
    assert toast_of(window, about_b).window() is extra
    assert toast_of(window, about_a).window() is window
    window.pane_layout.bring_back("b")
    QApplication.processEvents()
    assert toast_of(window, about_b).window() is window
    assert toast_of(window, about_b).isVisible()


def test_it_outlives_the_pane_in_which_it_came(window: MainWindow) -> None:
    window.set_sidebar_visible(False)
    window.pane_layout.show_in_split("b")
    window.panes.activate("b")
    window.toasts.show(BROKEN)
    assert toast_of(window, BROKEN).parentWidget() is window.panes.pane_of("b")
    window.pane_layout.show_in_split("b")
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QApplication.processEvents()
    assert toast_of(window, BROKEN).parentWidget() is window.panes.in_use
    assert toast_of(window, BROKEN).isVisible()


def test_it_can_be_seen_where_no_pane_is(window: MainWindow) -> None:
    window.set_sidebar_visible(False)
    window.toasts.show(BROKEN)
    window.pane_layout.widget.hide()
    QApplication.processEvents()
    assert toast_of(window, BROKEN).isVisible()
    window.pane_layout.widget.show()
    QApplication.processEvents()
    assert toast_of(window, BROKEN).isVisible()


def test_screen_readers_hear_it_once(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[str, bool]] = []

    def hear(_widget: QWidget, text: str, *, is_urgent: bool) -> None:
        said.append((text, is_urgent))

    monkeypatch.setattr("app.widgets.kit.toast.announce", hear)
    window.toasts.show(UNDO)
    window.toasts.show(BROKEN)
    window.hide()
    window.show()
    assert said == [(UNDO.text, False), (BROKEN.text, True)]


def test_the_history_holds_what_passed_and_still_undoes_it(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.toasts.show(UNDO)
    toast_of(window, UNDO).timer.timeout.emit()
    used = QSignalSpy(window.requests.toast_action_requested)
    window.actions_by_name.toast_history.trigger()
    (popup,) = window.findChildren(HistoryPopup)
    (row,) = popup.rows
    assert row.label.text() == UNDO.text
    QTest.mouseClick(row.buttons[0], Qt.MouseButton.LeftButton)
    assert used.at(0) == [UNDO, "Undo"]
    assert not popup.isVisible()
    (past,) = window.toasts.history.past
    assert not past.is_open


def test_what_is_in_the_history_is_copied_with_its_time(
    window: MainWindow, qapp: QApplication
) -> None:
    for text in ("one", "two"):
        window.toasts.show(ToastContent(text))
    window.actions_by_name.toast_history.trigger()
    (popup,) = window.findChildren(HistoryPopup)
    QTest.mouseClick(popup.copy_button, Qt.MouseButton.LeftButton)
    lines = qapp.clipboard().text().splitlines()
    assert [line.partition("\t")[2] for line in lines] == ["one", "two"]
    assert popup.copy_button.text() == "Copied"
    stopped = QSignalSpy(window.requests.stop_requested)
    QTest.keyClick(popup.copy_button, Qt.Key.Key_Escape)
    assert (popup.isVisible(), stopped.count()) == (False, 0)


def test_a_history_that_was_closed_does_not_hear_of_later_actions(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.actions_by_name.toast_history.trigger()
    (popup,) = window.findChildren(HistoryPopup)
    popup.close()
    qtbot.waitUntil(lambda: not isValid(popup))
    window.requests.toast_action_requested.emit(UNDO, "Undo")


def test_the_history_ends_somewhere_and_repeats_nothing() -> None:
    moments = iter(datetime(2026, 1, 1, 12, minute, tzinfo=UTC) for minute in range(60))
    parent = QObject()
    history = ToastHistory(parent, lambda: next(moments))
    for number in range(MAX_KEPT + 5):
        history.add(ToastContent(f"news {number}"))
    assert len(history.past) == MAX_KEPT
    history.add(ToastContent("copied", is_remembered=False))
    assert history.past[0].content.text == f"news {MAX_KEPT + 4}"
    again = history.past[3].content
    history.add(again)
    assert [each.content for each in history.past].count(again) == 1
    assert history.past[0].content == again
