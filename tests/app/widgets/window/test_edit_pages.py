"""Pages with a form: the first field has the focus, and what was typed is not lost by leaving."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.machines.model import EndpointKind, EndpointSetting
from app.machines.view.endpoint_page import EndpointPage
from app.tools.servers.model import ServerKind, ToolServer
from app.tools.view.server_page import ServerPage
from app.widgets.dialogs.about_page import AboutPage
from app.widgets.kit.edit_page import EditPage
from app.widgets.kit.forms import ScrollableForm
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.windows import focused, page_of, press

RACK = EndpointSetting("5f", "rack", "http://rack:8000", EndpointKind.VLLM)


@pytest.fixture
def page(window: MainWindow) -> EndpointPage:
    """The page of a machine, shown over the chats."""
    page = EndpointPage(RACK, window)
    window.pages.show_page(page)
    return page


def question_of(page: EditPage) -> QuestionBox:
    (question,) = page.findChildren(QuestionBox)
    assert question.isVisible()
    return question


def button_of(dialog: QDialog, text: str) -> QPushButton:
    return next(each for each in dialog.findChildren(QPushButton) if each.text() == text)


def test_the_first_field_has_the_focus(window: MainWindow, page: EndpointPage) -> None:
    assert focused() is page.address_box
    assert window.windowTitle() == "Edit a machine — Hubbub"


@pytest.mark.parametrize(
    ("server", "field"),
    [
        (ToolServer("time", command="uvx"), "command_box"),
        (ToolServer("time", ServerKind.ADDRESS, address="https://a.example"), "address_box"),
        (None, "name_box"),
    ],
)
def test_the_first_field_of_a_server_is_one_that_can_be_changed(
    window: MainWindow, server: ToolServer | None, field: str
) -> None:
    page = ServerPage(server, frozenset(), window)
    window.pages.show_page(page)
    assert focused() is getattr(page, field)


def test_the_libraries_can_be_scrolled_by_keys_at_once(window: MainWindow) -> None:
    page = AboutPage("1.0", "", (), window)
    window.pages.show_page(page)
    assert focused().accessibleName() == "Third-party licences"
    press(Qt.Key.Key_Escape)
    assert focused() is page_of(window, "a").composer.edit


def test_a_page_that_was_not_changed_is_left_without_a_question(
    window: MainWindow, page: EndpointPage, qtbot: QtBot
) -> None:
    QTest.keyClicks(page.name_box, "x")
    QTest.keyClick(page.name_box, Qt.Key.Key_Backspace)
    press(Qt.Key.Key_Escape)
    assert window.pages.current is None
    qtbot.waitUntil(lambda: not isValid(page))


def test_a_value_without_a_name_is_not_lost_either(window: MainWindow) -> None:
    page = ServerPage(ToolServer("time", command="uvx"), frozenset(), window)
    window.pages.show_page(page)
    page.environment_box.rows[0].value_box.setText("half of a variable")
    press(Qt.Key.Key_Escape)
    assert question_of(page)


@pytest.mark.parametrize(
    ("key", "modifiers"),
    [
        (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier),
        (Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier),
    ],
)
def test_what_was_typed_is_discarded_only_after_a_question(
    window: MainWindow, page: EndpointPage, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    page.name_box.setFocus()
    QTest.keyClicks(page.name_box, " two")
    press(key, modifiers)
    QTest.keyClick(question_of(page), Qt.Key.Key_Return)  # the harmless answer is the default
    assert window.pages.current is page
    assert page.name_box.text() == "rack two"
    window.activateWindow()  # not every window system does it when a dialog closes
    page.name_box.setFocus()
    press(key, modifiers)
    button_of(page.findChildren(QuestionBox)[-1], "Discard").click()
    assert window.pages.current is None
    assert focused() is page_of(window, "a").composer.edit


def test_the_back_button_asks_too_and_cancel_does_not(
    window: MainWindow, page: EndpointPage
) -> None:
    QTest.keyClicks(page.name_box, " two")
    QTest.mouseClick(window.pages.bar.back_button, Qt.MouseButton.LeftButton)
    question_of(page).reject()
    assert window.pages.current is page
    QTest.mouseClick(button_of(page, "Cancel"), Qt.MouseButton.LeftButton)
    assert window.pages.current is None


def test_the_focus_returns_to_the_button_that_opened_the_page(window: MainWindow) -> None:
    before = QDialog(window)
    first, button = QPushButton("First"), QPushButton("Edit")
    vertical_layout(before, first, button)
    window.pages.show_page(before)
    button.setFocus()
    page = EndpointPage(RACK, window)
    window.pages.show_page(page)
    saved = QSignalSpy(page.saved)
    press(Qt.Key.Key_Return)  # saves
    assert saved.count() == 1
    assert window.pages.current is before
    assert focused() is button


def test_unsaved_values_are_shown_again_instead_of_another_form(
    window: MainWindow, page: EndpointPage, qtbot: QtBot
) -> None:
    QTest.keyClicks(page.name_box, " two")
    window.pages.leave()
    assert window.pages.shows_unsaved(EndpointPage)
    assert window.pages.current is page
    page.name_box.setText("rack")
    assert not window.pages.shows_unsaved(EndpointPage)
    qtbot.waitUntil(lambda: not isValid(page))


def test_the_buttons_follow_a_short_form(window: MainWindow, page: EndpointPage) -> None:
    window.resize(1100, 760)
    QApplication.processEvents()
    assert page.buttons.geometry().bottom() < page.height() // 2 + 40
    window.resize(500, 320)
    QApplication.processEvents()
    assert page.buttons.geometry().bottom() <= page.height()
    assert button_of(page, "Save").visibleRegion().boundingRect().height() > 0


def test_no_field_lies_under_the_scroll_bar(window: MainWindow) -> None:
    page = ServerPage(ToolServer("time", command="uvx"), frozenset(), window)
    window.pages.show_page(page)
    window.resize(500, 320)
    QApplication.processEvents()
    (area,) = page.findChildren(ScrollableForm)
    bar = area.verticalScrollBar()
    assert bar.maximum() > 0
    start = bar.mapTo(page, QPoint()).x()
    for box in filter(QLineEdit.isVisible, area.findChildren(QLineEdit)):
        assert box.mapTo(page, box.rect().topRight()).x() < start
    cancel = button_of(page, "Cancel")
    ends = {each.mapTo(page, each.rect().topRight()).x() for each in (cancel, page.name_box)}
    assert len(ends) == 1, "the buttons end where the fields do"


@pytest.mark.parametrize(
    ("key", "field"),
    [
        (Qt.Key.Key_C, "command_box"),
        (Qt.Key.Key_F, "folder_box"),
        (Qt.Key.Key_V, "environment_box"),
        (Qt.Key.Key_N, "name_box"),
    ],
)
def test_a_letter_of_a_menu_goes_to_a_field_that_has_it(
    window: MainWindow, key: Qt.Key, field: str
) -> None:
    page = ServerPage(ToolServer("time", command="uvx"), frozenset(), window)
    window.pages.show_page(page)
    box = getattr(page, field)
    for _ in range(3):
        page.kind_box.setFocus()
        press(key, Qt.KeyboardModifier.AltModifier)
        assert focused() is (box.focusProxy() or box)
