"""Pages of the window: shown in place of the chats, left by keys, the button or a chat."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QSlider,
    QTableWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.domain.tabs import ChatsInView, ToastContent
from app.settings import Settings
from app.widgets.commands.keys_page import KeysPage
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.settings.settings_page import SettingsPage
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.windows import page_of, press

Key = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


class Page(QDialog):
    """A page with a field."""

    def __init__(self, title: str, window: MainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle(title)
        self.field = QLineEdit(self)
        vertical_layout(self, self.field)


@pytest.fixture
def page(window: MainWindow) -> Page:
    """A page that is shown, with the focus in its field."""
    page = Page("Things", window)
    window.pages.show_page(page)
    page.field.setFocus()
    return page


def test_the_keys_have_one_page_however_often_they_are_asked_for(window: MainWindow) -> None:
    keys = window.actions_by_name.keys
    keys.trigger()
    first = window.pages.current
    window.pages.leave()
    keys.trigger()
    assert window.pages.current is first
    assert len(window.pages.findChildren(KeysPage)) == 1


def test_a_page_stands_in_place_of_the_chats_in_the_same_window(
    window: MainWindow, page: Page
) -> None:
    assert page.isVisible()
    assert page.window() is window
    assert not page_of(window, "a").isVisible()
    assert window.windowTitle() == "Things — Hubbub"


@pytest.mark.parametrize(
    ("key", "modifiers"),
    [
        (Key.Key_Escape, Qt.KeyboardModifier.NoModifier),
        (Key.Key_Left, ALT),
        (Key.Key_W, CTRL),
    ],
)
def test_keys_lead_back_to_the_message_box(
    window: MainWindow, page: Page, key: Key, modifiers: Qt.KeyboardModifier
) -> None:
    closed = QSignalSpy(window.requests.close_tab_requested)
    press(key, modifiers)
    view = page_of(window, "a")
    assert view.isVisible()
    assert QApplication.focusWidget() is view.composer.edit
    assert window.windowTitle() == "Title a — Hubbub"
    assert closed.count() == 0


@pytest.mark.parametrize("kind", [QPushButton, QListWidget, QSlider])
def test_alt_left_leads_back_from_what_has_a_use_for_the_arrow(
    window: MainWindow, page: Page, kind: type[QWidget]
) -> None:
    field = kind(page)
    field.show()
    field.setFocus()
    press(Key.Key_Left, ALT)
    assert window.pages.current is None
    assert QApplication.focusWidget() is page_of(window, "a").composer.edit
    # Without Alt the arrow is theirs.
    window.pages.show_page(page)
    field.setFocus()
    press(Key.Key_Left, Qt.KeyboardModifier.NoModifier)
    assert window.pages.current is page


def test_alt_left_leads_back_from_a_field_in_what_scrolls(window: MainWindow) -> None:
    page = Page("Long", window)
    area = QScrollArea(page)
    area.setWidget(QWidget())
    area.setWidgetResizable(True)
    page.field.setParent(area.widget())
    window.pages.show_page(page)
    page.field.setFocus()
    press(Key.Key_Left, ALT)
    assert window.pages.current is None


def test_the_button_leads_back(window: MainWindow, page: Page) -> None:
    button = window.pages.bar.back_button
    assert button.accessibleName() == "Back (Esc)"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert page_of(window, "a").isVisible()


def test_a_page_leads_back_to_the_page_before(window: MainWindow, page: Page) -> None:
    second = Page("More", window)
    window.pages.show_page(second)
    second.field.setFocus()
    assert not page.isVisible()
    press(Key.Key_Escape)
    assert page.isVisible()
    assert window.windowTitle() == "Things — Hubbub"
    assert QApplication.focusWidget() is page.field
    press(Key.Key_Escape)
    assert page_of(window, "a").isVisible()


def test_keys_of_the_chat_behind_do_nothing_on_a_page(window: MainWindow, page: Page) -> None:
    deleted = QSignalSpy(window.requests.delete_requested)
    regenerated = QSignalSpy(window.requests.regenerate_requested)
    stopped = QSignalSpy(window.requests.stop_requested)
    press(Key.Key_Backspace, CTRL | SHIFT)
    press(Key.Key_R, CTRL)
    press(Key.Key_Escape)
    assert (deleted.count(), regenerated.count(), stopped.count()) == (0, 0, 0)


def test_another_tab_leaves_the_page_as_it_is(window: MainWindow, page: Page) -> None:
    page.field.setText("half")
    press(Key.Key_Tab, CTRL)
    assert page_of(window, "b").isVisible()
    window.pages.show_page(page)
    assert page.field.text() == "half"
    assert page.isVisible()


def test_no_page_leads_back_to_one_that_was_left_for_the_chats(
    window: MainWindow, page: Page
) -> None:
    press(Key.Key_Tab, CTRL)
    window.pages.show_page(Page("More", window))
    press(Key.Key_Escape)
    assert page_of(window, "b").isVisible()
    assert window.pages.open_page(Page) is page


def test_the_tab_in_front_is_shown_again_by_its_number_and_by_the_sidebar(
    window: MainWindow, page: Page
) -> None:
    press(Key.Key_1, CTRL)
    assert page_of(window, "a").isVisible()
    window.pages.show_page(page)
    window.requests.conversation_activated.emit("a")
    assert page_of(window, "a").isVisible()


def test_an_answer_behind_a_page_is_not_seen_until_the_page_is_left(
    window: MainWindow, page: Page
) -> None:
    seen = QSignalSpy(window.panes.activated)
    assert not window.panes.is_on_show("a")
    press(Key.Key_Escape)
    assert window.panes.is_on_show("a")
    assert seen.at(0) == ["a"]


def test_a_grid_is_still_there_after_a_page(window: MainWindow, qtbot: QtBot) -> None:
    window.grids.show_view(ChatsInView.FOUR)
    page = Page("Things", window)
    window.pages.show_page(page)
    (grid,) = window.grids.grids()
    assert not grid.isVisible()
    press(Key.Key_Escape)
    assert grid.isVisible()
    assert window.grids.four_numbers() == (0,)


def test_the_view_switch_leaves_the_page(window: MainWindow, page: Page) -> None:
    window.actions_by_name.two_chats.trigger()
    assert not page.isVisible()
    assert page_of(window, "a").isVisible()


def test_a_new_page_has_the_focus_in_its_first_field_whatever_was_shown_before(
    window: MainWindow, page: Page
) -> None:
    press(Key.Key_Escape)
    for title in ("First", "Second"):
        other = Page(title, window)
        other.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.pages.show_page(other)
        assert QApplication.focusWidget() is other.field
        press(Key.Key_Escape)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_page_without_fields_has_the_focus_and_takes_nothing_with_it(
    window: MainWindow, page: Page
) -> None:
    press(Key.Key_Escape)
    for _ in range(2):
        empty = QDialog(window)
        empty.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.pages.show_page(empty)
        assert QApplication.focusWidget() is empty
        press(Key.Key_Escape)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for box in window.findChildren(FilterBox):
        QApplication.sendEvent(box, QEvent(QEvent.Type.PaletteChange))  # its action is alive


def test_a_page_whose_opening_shows_a_chat_gives_way_to_it(window: MainWindow) -> None:
    window.pages.shown_changed.connect(lambda _is_shown: window.pages.leave())
    page = Page("Things", window)
    window.pages.show_page(page)
    assert window.pages.current is None
    assert page_of(window, "a").isVisible()


def test_a_page_that_asks_before_it_closes_stays(window: MainWindow) -> None:
    class Asking(Page):
        def done(self, result: int) -> None:
            self.setWindowTitle("Really?")

    page = Asking("Asks", window)
    window.pages.show_page(page)
    page.field.setFocus()
    press(Key.Key_Escape)
    assert page.isVisible()


def test_a_deleted_page_leaves_nothing_behind(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_by_name.keys.trigger()
    (keys,) = window.findChildren(KeysPage)
    assert keys.isVisible()
    keys.filter_box.setFocus()
    press(Key.Key_Escape)
    qtbot.waitUntil(lambda: not isValid(keys))
    assert page_of(window, "a").isVisible()
    window.actions_by_name.keys.trigger()
    (again,) = window.findChildren(KeysPage)
    assert again.isVisible()


def test_the_keys_of_finding_search_the_settings(window: MainWindow) -> None:
    dialog = SettingsPage(Settings(), window)
    window.pages.show_page(dialog)
    dialog.form.page_choice.list.setFocus()
    press(Key.Key_F, CTRL)
    assert QApplication.focusWidget() is dialog.form.search


def test_a_toast_is_shown_over_a_page(window: MainWindow, page: Page) -> None:
    window.toasts.show(ToastContent("Saved", "Undo"))
    (toast,) = window.toasts.shown
    assert toast.isVisible()
    assert toast.window() is window


def test_in_a_narrow_window_a_page_is_not_covered_by_the_chat_settings(
    window: MainWindow,
) -> None:
    window.resize(500, 800)
    QApplication.processEvents()
    press(Key.Key_I, CTRL)
    assert window.chat_panel.isVisible()
    window.pages.show_page(Page("Things", window))
    assert not window.chat_panel.isVisible()
    assert not window.actions_by_name.options.isChecked()


def test_the_page_is_as_wide_as_its_lines_or_as_the_window(window: MainWindow) -> None:
    window.resize(1800, 800)
    narrow, wide = Page("Narrow", window), Page("Wide", window)
    window.pages.show_page(narrow)
    window.pages.show_page(wide, is_wide=True)
    QApplication.processEvents()
    assert wide.width() == window.pages.width()
    press(Key.Key_Escape)
    QApplication.processEvents()
    assert narrow.width() < window.pages.width() * 0.8
    assert abs(narrow.geometry().center().x() - window.pages.rect().center().x()) <= 1


def test_a_field_in_a_cell_of_a_wide_table_is_shown_with_the_focus(window: MainWindow) -> None:
    page = Page("Table", window)
    table = QTableWidget(1, 2, page)
    fields = [QPushButton(text) for text in ("First", "Second")]
    for column, field in enumerate(fields):
        table.setColumnWidth(column, 400)
        table.setCellWidget(0, column, field)
    layout = page.layout()
    assert layout is not None
    layout.addWidget(table)
    table.setFixedWidth(440)
    window.pages.show_page(page)
    QApplication.processEvents()
    assert fields[1].visibleRegion().boundingRect().width() < 100
    fields[1].setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    assert fields[1].visibleRegion().boundingRect() == fields[1].rect()
