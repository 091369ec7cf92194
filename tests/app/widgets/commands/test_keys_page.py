"""Every key can be changed: taken by pressing it, never shared, and given back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.widgets.commands.keys_page import KeyRow, KeysPage
from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import question, reply
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import page_of, tabbed_window

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
Key = Qt.Key


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """A window with one tab."""
    return tabbed_window(qtbot, "a")


@pytest.fixture
def dialog(window: MainWindow) -> KeysPage:
    """The list of keys, opened by its key."""
    QTest.keyClick(window, Key.Key_Slash, CTRL)
    (dialog,) = window.findChildren(KeysPage)
    return dialog


def press(dialog: KeysPage, name: str, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    """Click a command's keys and press others."""
    box = dialog.row(name).box
    box.setFocus()
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    assert box.is_waiting
    QTest.keyClick(box, key, modifiers)


def test_a_command_gets_other_keys_at_once(
    window: MainWindow, dialog: KeysPage, qtbot: QtBot
) -> None:
    changed = QSignalSpy(window.requests.keys_changed)
    signal = QSignalSpy(window.requests.new_tab_requested)
    press(dialog, "new_tab", Key.Key_J, CTRL)

    assert changed.at(0) == [{"new_tab": ("Ctrl+J",)}]
    assert dialog.row("new_tab").box.text() == "Ctrl+J"
    dialog.reject()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(QApplication.focusWidget() or window, Key.Key_J, CTRL)
    assert signal.count() == 1
    QTest.keyClick(QApplication.focusWidget() or window, Key.Key_T, CTRL)
    assert signal.count() == 1


def test_keys_of_another_command_are_asked_for_first(window: MainWindow, dialog: KeysPage) -> None:
    changed = QSignalSpy(window.requests.keys_changed)
    row = dialog.row("rename")
    press(dialog, "rename", Key.Key_T, CTRL)
    assert changed.count() == 0
    assert row.take_button.isVisible()
    QTest.mouseClick(row.take_button, Qt.MouseButton.LeftButton)

    assert changed.at(0) == [{"rename": ("Ctrl+T",), "new_tab": ("Ctrl+N",)}]
    assert dialog.row("new_tab").box.text() == "Ctrl+N"
    QTest.mouseClick(dialog.row("new_tab").reset_button, Qt.MouseButton.LeftButton)
    assert changed.at(1) == [{}], "what it takes back leaves the other as it was"
    assert row.box.text() == "F2"


def test_all_keys_come_back_at_once(window: MainWindow, dialog: KeysPage) -> None:
    assert not dialog.reset_button.isEnabled()
    press(dialog, "new_tab", Key.Key_F9, NONE)
    press(dialog, "settings", Key.Key_Backspace, NONE)
    assert dialog.row("settings").box.text() == "Not set"
    QTest.mouseClick(dialog.reset_button, Qt.MouseButton.LeftButton)
    assert dialog.row("settings").box.text() == "Not set", "it asks first"
    (question,) = dialog.findChildren(QuestionBox)
    question.accept()

    assert dialog.row("new_tab").box.text() == "Ctrl+T, Ctrl+N"
    assert window.actions_by_name.settings.shortcut().toString() == "Ctrl+,"


def test_what_is_needed_to_write_is_no_key_of_a_command(
    window: MainWindow, dialog: KeysPage
) -> None:
    changed = QSignalSpy(window.requests.keys_changed)
    for key, modifiers in (
        *((Key.Key_Escape, NONE), (Key.Key_A, NONE)),
        *((Key.Key_A, SHIFT), (Key.Key_Control, CTRL)),
    ):
        press(dialog, "new_tab", key, modifiers)
        assert (changed.count(), dialog.isVisible()) == (0, True), key


def test_keys_that_nobody_understands_are_left_out(window: MainWindow) -> None:
    keys = window.actions_by_name.keys_by_name
    keys.bind({"nobody": ("Ctrl+J",), "new_tab": ("nonsense", "Ctrl+W"), "rename": ("Ctrl+W",)})

    assert keys.of("new_tab") == ("Ctrl+W",)
    assert keys.of("rename") == ()
    assert keys.of("close_tab") == ("Ctrl+F4",)
    shortcuts = [each.toString() for action in window.actions() for each in action.shortcuts()]
    assert len(shortcuts) == len(set(shortcuts))


def test_the_filter_finds_commands_and_keys(dialog: KeysPage) -> None:
    dialog.filter_box.setText("ctrl+shift+t")
    assert not dialog.row("reopen_tab").isHidden()
    assert dialog.row("rename").isHidden()


def test_the_menus_show_what_would_do_nothing(window: MainWindow) -> None:
    actions = window.actions_by_name
    actions.menu_opened.emit()
    disabled = {action.objectName() for action in actions.all() if not action.isEnabled()}
    actions.menu_closed.emit()

    assert {"stop", "retry", "copy_last", "next_tab", "tab_2", "beside"} <= disabled
    assert not {"new_tab", "close_tab", "quit", "tab_1"} & disabled
    assert actions.stop.isEnabled(), "the keys go on being asked"


def test_every_place_that_names_a_key_names_the_one_of_today(window: MainWindow) -> None:
    view = page_of(window, "a")
    row = window.pane_layout.pane(0).bar.row_of("a")

    view.composer.set_text("a message")  # an empty box says that there is nothing to send

    def close_button() -> str:
        return row.tabButton(0, row.ButtonPosition.RightSide).toolTip()

    signal = [
        window.pane_layout.pane(0).bar.new_button.toolTip(),
        close_button(),
        view.composer.button.toolTip(),
    ]
    assert signal == ["New chat (Ctrl+T)", "Close tab (Ctrl+W)", "Send (Enter)"]
    keys = window.actions_by_name.keys_by_name
    keys.bind({"new_tab": ("Ctrl+J",), "close_tab": (), "send": ("F9",), "stop": ("F8",)})
    signal = [
        window.pane_layout.pane(0).bar.new_button.toolTip(),
        close_button(),
        view.composer.button.toolTip(),
    ]
    assert signal == ["New chat (Ctrl+J)", "Close tab", "Send (F9)"]
    view.composer.set_answering(True)
    assert view.composer.button.toolTip() == "Stop (F8)"
    window.panes.remove("a")
    shown = [each.text() for each in window.panes.in_use.findChildren(MutedLabel)]
    assert "No tab is open. Ctrl+J opens one." in shown


def test_the_keys_of_the_message_box_are_changed_like_all_others(
    window: MainWindow, dialog: KeysPage
) -> None:
    view = page_of(window, "a")
    sent, recalled = (
        QSignalSpy(view.composer.submitted),
        QSignalSpy(view.composer.edit.recall_pressed),
    )
    press(dialog, "send", Key.Key_S, CTRL | SHIFT)
    press(dialog, "recall", Key.Key_Up, CTRL)
    edit = view.composer.edit
    QTest.keyClick(edit, Key.Key_Up)
    assert recalled.count() == 0
    QTest.keyClick(edit, Key.Key_Up, CTRL)
    assert recalled.count() == 1
    QTest.keyClicks(edit, "a")
    QTest.keyClick(edit, Key.Key_Return)
    assert (edit.toPlainText(), sent.count()) == ("a\n", 0), "Enter breaks the line by then"
    QTest.keyClick(edit, Key.Key_S, CTRL | SHIFT)
    assert sent.count() == 1


def test_the_way_from_message_to_message_can_have_other_keys(
    window: MainWindow, qtbot: QtBot
) -> None:
    view = page_of(window, "a")
    view.transcript.set_messages((question(1), reply(2)))
    view.focus_composer()
    QTest.keyClick(view.composer.edit, Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert not view.composer.edit.hasFocus()
    view.focus_composer()
    window.actions_by_name.keys_by_name.bind({"previous_message": ("Ctrl+Up",)})
    QTest.keyClick(view.composer.edit, Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert view.composer.edit.hasFocus()
    QTest.keyClick(view.composer.edit, Key.Key_Up, CTRL)
    assert not view.composer.edit.hasFocus()


def test_the_dots_after_a_command_are_no_line_of_their_own(qtbot: QtBot) -> None:
    row = on_screen(qtbot, KeyRow("Modell wählen …"))
    assert row.command == "Modell wählen …"
    (label,) = (each for each in row.findChildren(QLabel) if "Modell" in each.text())
    assert label.text() == "Modell wählen\N{NO-BREAK SPACE}…"
