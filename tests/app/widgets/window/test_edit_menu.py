"""The menus Edit, Chat and Tabs: standard entries for what has the focus, and few lines."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.window.grid_switch import GridStack
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import question, reply
from tests.app.widgets.windows import (
    focused,
    only_prose,
    page_of,
    press,
    shown_message,
    tabbed_window,
)

Key = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier
CTRL = Qt.KeyboardModifier.ControlModifier
EDITING = ("Cut", "Copy", "Paste", "Select all")


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window whose first tab has a question and an answer, and an empty clipboard."""
    window = tabbed_window(qtbot, "ab")
    page_of(window, "a").transcript.set_messages((question(1, "Why?"), reply(2, "Because.")))
    page_of(window, "a").focus_composer()
    QGuiApplication.clipboard().clear()
    QApplication.processEvents()
    yield window
    while (menu := QApplication.activePopupWidget()) is not None:
        menu.close()


def outer_menu(window: MainWindow) -> QMenu:
    stack, *_others = window.findChildren(GridStack)
    return stack.bar.menu_button.menus


def open_menu(window: MainWindow, qtbot: QtBot, letter: Qt.Key) -> QMenu:
    """Open a menu by its letter."""
    press(letter, ALT)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() not in (None, outer_menu(window)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(window: MainWindow, qtbot: QtBot, text: str) -> None:
    """Choose an entry of the menu Edit by keys."""
    menu = open_menu(window, qtbot, Key.Key_E)
    for _ in menu.actions():
        active = menu.activeAction()
        if active is None or active.text() != text:
            QTest.keyClick(menu, Key.Key_Down)
    active = menu.activeAction()
    assert active is not None
    assert active.text() == text, "it can be reached, so it is enabled"
    QTest.keyClick(menu, Key.Key_Return)
    assert QApplication.activePopupWidget() is None


def offered(window: MainWindow, qtbot: QtBot) -> set[str]:
    """Return the entries for editing that the menu Edit enables, and close it."""
    menu = open_menu(window, qtbot, Key.Key_E)
    enabled = {each.text() for each in menu.actions() if each.isEnabled()}
    QTest.keyClick(menu, Key.Key_Escape)
    outer_menu(window).close()
    return enabled & set(EDITING)


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def lines_of(menu: QMenu) -> list[str]:
    return [each.text() for each in menu.actions() if not each.isSeparator()]


def test_text_of_the_message_box_is_cut_and_pasted_from_the_menu(
    window: MainWindow, qtbot: QtBot
) -> None:
    edit = page_of(window, "a").composer.edit
    assert offered(window, qtbot) == set()
    edit.setPlainText("one two")
    assert offered(window, qtbot) == {"Select all"}
    choose(window, qtbot, "Select all")
    assert edit.textCursor().selectedText() == "one two"
    assert offered(window, qtbot) == {"Cut", "Copy", "Select all"}
    choose(window, qtbot, "Copy")
    assert clipboard() == "one two"
    choose(window, qtbot, "Cut")
    assert edit.toPlainText() == ""
    assert offered(window, qtbot) == {"Paste"}
    choose(window, qtbot, "Paste")
    assert edit.toPlainText() == "one two"


def test_a_long_text_pasted_from_the_menu_becomes_a_file(window: MainWindow, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("a long line\n" * 400)
    choose(window, qtbot, "Paste")
    (file,) = page_of(window, "a").composer.chips.files()
    assert file.name == "Pasted text 1"


def test_a_line_of_text_is_edited_from_the_menu(window: MainWindow, qtbot: QtBot) -> None:
    field = window.sidebar.findChild(QLineEdit)
    assert field is not None
    field.setText("word")
    field.setFocus()
    choose(window, qtbot, "Select all")
    choose(window, qtbot, "Cut")
    assert (field.text(), clipboard()) == ("", "word")
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setText("secret")
    field.selectAll()
    assert offered(window, qtbot) == {"Paste", "Select all"}, "a hidden text is not copied"


def test_selected_text_of_an_answer_is_copied_from_the_menu(
    window: MainWindow, qtbot: QtBot
) -> None:
    prose = only_prose(shown_message(page_of(window, "a").transcript, 2).body)
    prose.setFocus()
    cursor = prose.textCursor()
    cursor.setPosition(2)
    cursor.setPosition(7, cursor.MoveMode.KeepAnchor)
    prose.setTextCursor(cursor)
    assert offered(window, qtbot) == {"Copy", "Select all"}
    choose(window, qtbot, "Copy")
    assert clipboard() == "cause"


def test_a_selection_of_several_messages_is_copied_from_the_menu(
    window: MainWindow, qtbot: QtBot
) -> None:
    transcript = page_of(window, "a").transcript
    only_prose(shown_message(transcript, 2).body).setFocus()
    choose(window, qtbot, "Select all")
    assert transcript.selection.is_any
    choose(window, qtbot, "Copy")
    assert clipboard() == "**You:**\n\nWhy?\n\n**Hubbub:**\n\nBecause."


def test_a_button_with_the_focus_has_nothing_to_edit(window: MainWindow, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("word")
    page_of(window, "a").composer.attach_button.setFocus()
    assert offered(window, qtbot) == set()


@pytest.mark.parametrize("place", ["box", "search", "answer"])
def test_the_keys_reach_the_widget_and_are_shown_in_the_menu(
    window: MainWindow, qtbot: QtBot, place: str
) -> None:
    page = page_of(window, "a")
    search = window.sidebar.findChild(QLineEdit)
    assert search is not None
    places: dict[str, QWidget] = {
        "box": page.composer.edit,
        "search": search,
        "answer": only_prose(shown_message(page.transcript, 2).body),
    }
    page.composer.edit.setPlainText("draft")
    search.setText("word")
    places[place].setFocus()
    press(Key.Key_A, CTRL)
    press(Key.Key_C, CTRL)
    whole = "**You:**\n\nWhy?\n\n**Hubbub:**\n\nBecause."
    assert clipboard() == {"box": "draft", "search": "word", "answer": whole}[place]
    menu = open_menu(window, qtbot, Key.Key_E)
    shown = {each.text(): each.shortcut() for each in menu.actions()}
    assert shown["Copy"] == QKeySequence(QKeySequence.StandardKey.Copy)
    # Also where no widget claims the key: nothing is ambiguous, and nothing fires.
    standard = [each for action in window.actions() for each in action.shortcuts()]
    assert shown["Copy"] not in standard


def test_the_entries_are_enabled_for_the_focus_of_each_opening(
    window: MainWindow, qtbot: QtBot
) -> None:
    page_of(window, "a").composer.edit.setPlainText("draft")
    assert "Select all" in offered(window, qtbot)
    page_of(window, "a").composer.attach_button.setFocus()
    assert offered(window, qtbot) == set()


def test_the_chat_menu_is_grouped_and_its_commands_are_in_reach(
    window: MainWindow, qtbot: QtBot
) -> None:
    menu = open_menu(window, qtbot, Key.Key_C)
    assert len(lines_of(menu)) <= 15
    inner = {each.title(): lines_of(each) for each in menu.findChildren(QMenu)}
    assert inner == {
        "Go to": ["Previous message", "Next message", "Previous version", "Next version"],
        "Prompts": ["Saved prompts…", "Save as prompt…"],
        "Branch": ["Branch from an earlier message…", "Duplicate"],
    }
    asked: list[str] = []
    window.requests.duplicate_requested.connect(asked.append)
    QTest.keyClick(menu, Key.Key_B)  # the first letter of the submenu
    QTest.keyClick(menu, Key.Key_Right)
    branch = QApplication.activePopupWidget()
    assert isinstance(branch, QMenu)
    QTest.keyClick(branch, Key.Key_Down)
    QTest.keyClick(branch, Key.Key_Return)
    assert asked == ["a"]


def test_tabs_have_keys_and_no_menu_lines(window: MainWindow, qtbot: QtBot) -> None:
    lines = lines_of(open_menu(window, qtbot, Key.Key_T))
    assert "Last tab" in lines
    assert not any(line.startswith("Tab ") for line in lines)
    outer_menu(window).close()
    press(Key.Key_2, CTRL)
    assert window.panes.active_id() == "b"
    press(Key.Key_1, CTRL)
    assert window.panes.active_id() == "a"
    names = [action.objectName() for action in window.actions_by_name.all()]
    assert "tab_8" in names, "the keys can still be changed"


def test_a_click_on_an_entry_leaves_the_focus_where_it_was(
    window: MainWindow, qtbot: QtBot
) -> None:
    edit = page_of(window, "a").composer.edit
    edit.setPlainText("one")
    edit.selectAll()
    menu = open_menu(window, qtbot, Key.Key_E)
    copy = next(each for each in menu.actions() if each.text() == "Copy")
    place = menu.actionGeometry(copy).center()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=place)
    assert clipboard() == "one"
    assert focused() is edit
