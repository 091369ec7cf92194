"""The list and the menu of tabs: searched, chosen and closed, with the keyboard alone as well."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.domain.messages import OutgoingMessage
from app.domain.tabs import TabActivity, TabState
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.list_rows import AnyIndex
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.list_popup import TAB_ROLE, ListedTab, TabListPopup, cross_rect
from app.widgets.tabs.pane_layout import TabMenu, TabPosition
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.windows import page_of, press

Key = Qt.Key
LIST_KEY = Key.Key_A, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def popup(window: MainWindow) -> TabListPopup:
    """The list of four tabs, opened by its key."""
    return opened(window)


def opened(window: MainWindow) -> TabListPopup:
    press(*LIST_KEY)
    popup = window.panes.in_use.tab_list
    assert popup is not None
    assert popup.isVisible()
    assert popup.box.hasFocus()
    return popup


def tabs_of(popup: TabListPopup) -> list[ListedTab]:
    rows = range(popup.model.rowCount())
    return [popup.model.index(row).data(TAB_ROLE) for row in rows]


def titles(popup: TabListPopup) -> list[str]:
    return [tab.title for tab in tabs_of(popup)]


def click(
    popup: TabListPopup, spot: QPoint, button: Qt.MouseButton = Qt.MouseButton.LeftButton
) -> None:
    QTest.mouseClick(popup.view.viewport(), button, pos=spot)


def test_however_many_tabs_there_are_all_are_in_the_list_and_say_what_they_are_doing(
    window: MainWindow,
) -> None:
    for number in range(20):
        view = ConversationView(str(number))
        window.panes.add(str(number), f"Chat & talk {number}", view, is_activated=False)
    items = window.panes.items
    items.set_state("3", TabState(TabActivity.WRITING))
    popup = opened(window)
    row = popup.model.row_of("3")
    assert row is not None

    assert len(titles(popup)) == 24
    assert titles(popup)[4] == "Chat & talk 0"
    assert [tab.is_front for tab in tabs_of(popup)] == [True] + [False] * 23
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert popup.model.index(row).data(spoken) == "Chat & talk 3, Writing…"
    items.set_state("3", TabState(is_interrupted=True))
    assert popup.model.index(row).data(spoken) == "Chat & talk 3, Interrupted"
    items.set_state("3", TabState(machine="rack"))
    assert popup.model.index(row).data(spoken) == "Chat & talk 3, on rack"
    items.set_title("3", "Something else")
    assert titles(popup)[row] == "Something else"


def test_a_few_letters_and_enter_lead_to_a_tab(window: MainWindow, popup: TabListPopup) -> None:
    QTest.keyClicks(popup.box, "title c")
    assert titles(popup) == ["Title c"]
    press(Key.Key_Return)
    assert window.panes.active_id() == "c"
    view = page_of(window, "c")
    assert view.composer.edit.hasFocus()


def test_arrows_choose_and_wrap_and_escape_changes_nothing(
    window: MainWindow, popup: TabListPopup
) -> None:
    rows = []
    for key in (Key.Key_Down, Key.Key_Up, Key.Key_Up, Key.Key_PageUp):
        press(key)
        rows.append(popup.view.currentIndex().row())
    assert rows == [1, 0, 3, 0]
    press(Key.Key_Escape)
    QApplication.processEvents()
    assert window.panes.active_id() == "a"
    assert not isValid(popup) or not popup.isVisible()
    view = page_of(window, "a")
    assert view.composer.edit.hasFocus()


def test_delete_closes_tabs_and_the_list_stays(window: MainWindow, popup: TabListPopup) -> None:
    press(Key.Key_Down)
    press(Key.Key_Delete)
    assert window.panes.ids() == ("a", "c", "d")
    press(Key.Key_Up)
    press(Key.Key_Delete)
    assert window.panes.ids() == ("c", "d"), "the tab in front, whose neighbour takes the focus"
    assert popup.isVisible()
    assert popup.box.hasFocus()
    QTest.keyClicks(popup.box, "d")
    press(Key.Key_Left)
    press(Key.Key_Delete)
    assert popup.box.text() == "", "in front of a letter it is about that letter"
    assert titles(popup) == ["Title c", "Title d"]


def test_a_click_chooses_and_one_on_the_cross_closes(
    window: MainWindow, popup: TabListPopup
) -> None:
    def rect_of(row: int) -> AnyIndex:
        return popup.model.index(row)

    click(popup, cross_rect(popup.view.visualRect(rect_of(1))).center())
    assert window.panes.ids() == ("a", "c", "d")
    click(popup, popup.view.visualRect(rect_of(1)).center(), Qt.MouseButton.MiddleButton)
    assert window.panes.ids() == ("a", "d")
    click(popup, popup.view.visualRect(rect_of(1)).center())
    assert window.panes.active_id() == "d"


def test_finished_tabs_are_closed_and_those_with_something_left_stay(window: MainWindow) -> None:
    items = window.panes.items
    for number, state in enumerate(
        (
            TabState(TabActivity.QUEUED),
            TabState(TabActivity.FAILED),
            TabState(is_unread=True),
            TabState(is_interrupted=True),
            TabState(),
        )
    ):
        window.panes.add(str(number), "Chat", ConversationView(str(number)), is_activated=False)
        items.set_state(str(number), state)
    view = page_of(window, "b")
    view.composer.set_draft(OutgoingMessage("not sent"))
    items.set_pinned("c", is_pinned=True)
    popup = opened(window)
    assert popup.finished_button.text() == "Close finished tabs (2)"
    press(Key.Key_Tab)
    press(Key.Key_Space)

    assert set(window.panes.ids()) == {"a", "b", "c", "0", "1", "2", "3"}
    assert not popup.finished_button.isEnabled()
    assert popup.isVisible()
    assert popup.box.hasFocus()


def test_the_button_opens_and_closes_the_list(window: MainWindow) -> None:
    button = window.panes.in_use.bar.list_button
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    popup = window.panes.in_use.tab_list
    assert popup is not None
    assert window.panes.in_use.rect().contains(popup.geometry())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not popup.isVisible()


def test_who_goes_elsewhere_leaves_the_list(window: MainWindow, popup: TabListPopup) -> None:
    view = page_of(window, "a")
    view.focus_composer()
    assert not popup.isVisible()


def test_a_tab_that_is_closed_elsewhere_leaves_the_list(
    window: MainWindow, popup: TabListPopup
) -> None:
    before = titles(popup)
    window.panes.remove(tabs_of(popup)[1].conversation_id)
    assert titles(popup) == [before[0], *before[2:]]
    assert popup.isVisible()


def texts(menu: TabMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


@pytest.mark.parametrize(
    ("pane_number", "others", "offered"),
    [
        (0, ("b",), ["Open in split view", "Move to a new window"]),
        (1, (), ["Show on the left", "Move to a new window"]),
        (2, ("b",), ["Move to the main window", "Move to a new window"]),
        (2, (), ["Move to the main window"]),
    ],
)
def test_a_tab_can_go_where_it_is_not(
    qtbot: QtBot, pane_number: int, others: tuple[str, ...], offered: list[str]
) -> None:
    menu = TabMenu("a", TabPosition(("a", *others), pane_number), WindowRequests())
    qtbot.addWidget(menu)
    assert texts(menu)[1 : 1 + len(offered)] == offered
    assert texts(menu)[1 + len(offered)] == "Rename…"


def test_closing_the_others_leaves_this_one(qtbot: QtBot) -> None:
    requests = WindowRequests()
    menu = TabMenu("b", TabPosition(("a", "b", "c"), 0, is_pinned=True), requests)
    qtbot.addWidget(menu)
    closed, unpinned = QSignalSpy(requests.close_tab_requested), QSignalSpy(requests.pin_requested)
    entry(menu, "Close other tabs").trigger()
    menu.actions()[0].trigger()

    assert [closed.at(number)[0] for number in range(closed.count())] == ["a", "c"]
    assert unpinned.at(0) == [("b",), False]


def test_closing_to_the_right_and_what_is_finished_leaves_the_others(qtbot: QtBot) -> None:
    requests = WindowRequests()
    place = TabPosition(("a", "b", "c", "d"), 0, finished_ids=("a", "d"))
    menu = TabMenu("b", place, requests)
    qtbot.addWidget(menu)
    closed = QSignalSpy(requests.close_tab_requested)
    entry(menu, "Close tabs to the right").trigger()
    entry(menu, "Close finished tabs").trigger()
    assert [closed.at(number)[0] for number in range(closed.count())] == ["c", "d", "a", "d"]


def test_what_would_do_nothing_is_disabled(qtbot: QtBot) -> None:
    menu = TabMenu("a", TabPosition(("a",), 0, is_vertical=True), WindowRequests())
    qtbot.addWidget(menu)
    for text in ("Close tabs below", "Close finished tabs", "Close other tabs"):
        assert not entry(menu, text).isEnabled()
    assert not entry(menu, "Reopen closed tab").isEnabled()
    assert entry(menu, "Close tab").isEnabled()


def test_deleting_the_chat_does_not_stand_next_to_closing_its_tab(qtbot: QtBot) -> None:
    requests = WindowRequests()
    menu = TabMenu("a", TabPosition(("a", "b"), 0), requests)
    qtbot.addWidget(menu)
    deleted = QSignalSpy(requests.delete_requested)
    *_others, separator, delete = menu.actions()
    assert separator.isSeparator()
    assert delete.text() == "Delete chat"
    delete.trigger()
    assert deleted.at(0) == [("a",)]


def test_a_tab_is_duplicated_and_a_closed_one_reopened(qtbot: QtBot) -> None:
    requests = WindowRequests()
    menu = TabMenu("a", TabPosition(("a",), 0, can_reopen=True), requests)
    qtbot.addWidget(menu)
    doubled = QSignalSpy(requests.duplicate_requested)
    reopened = QSignalSpy(requests.reopen_tab_requested)
    entry(menu, "Duplicate").trigger()
    entry(menu, "Reopen closed tab").trigger()
    assert (doubled.at(0), reopened.count()) == (["a"], 1)


def entry(menu: TabMenu, text: str) -> QAction:
    return next(action for action in menu.actions() if action.text() == text)
