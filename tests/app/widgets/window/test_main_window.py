"""The window: every key says its wish, tabs follow the hand, closing waits for permission."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
)
from pytestqt.qtbot import QtBot

from app.domain.tabs import TabActivity, TabState
from app.widgets.commands.keys_page import KeysPage
from app.widgets.conversation.conversation_header import TitleBox
from app.widgets.conversation.view import ConversationView
from app.widgets.dialogs.file_choice import default_folder, to_save
from app.widgets.engine_panel.engine_panel import EngineDock
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import question, reply, summary
from tests.app.widgets.windows import page_of, press

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
Key = Qt.Key


def open_dialog(window: MainWindow, kind: type[QDialog]) -> QDialog:
    dialogs = [found for found in window.findChildren(kind) if found.isVisible()]
    assert len(dialogs) == 1
    return dialogs[0]


REQUESTS: tuple[tuple[str, Qt.Key, Qt.KeyboardModifier, list[object]], ...] = (
    ("new_tab_requested", Key.Key_T, CTRL, []),
    ("new_tab_requested", Key.Key_N, CTRL, []),
    ("reopen_tab_requested", Key.Key_T, CTRL | SHIFT, []),
    ("close_tab_requested", Key.Key_W, CTRL, ["a"]),
    ("stop_requested", Key.Key_Escape, NONE, ["a"]),
    ("delete_requested", Key.Key_Backspace, CTRL | SHIFT, [("a",)]),
    ("settings_requested", Key.Key_Comma, CTRL, []),
    ("quit_requested", Key.Key_Q, CTRL, []),
    ("zoom_changed", Key.Key_Plus, CTRL, [110]),
    ("zoom_changed", Key.Key_Equal, CTRL, [125]),
    ("zoom_changed", Key.Key_Minus, CTRL, [110]),
    ("zoom_changed", Key.Key_0, CTRL, [100]),
    ("sidebar_toggled", Key.Key_B, CTRL, [False]),
)


def test_a_key_says_its_wish(window: MainWindow) -> None:
    window.actions_by_name.reopen_tab.setEnabled(True)
    for signal_name, key, modifiers, args in REQUESTS:
        signal = QSignalSpy(getattr(window.requests, signal_name))
        press(key, modifiers)
        assert [signal.at(index) for index in range(signal.count())] == [args], signal_name


def test_a_key_brings_a_tab_to_the_front(window: MainWindow) -> None:
    for key, modifiers, expected in (
        (Key.Key_Tab, CTRL, "b"),
        (Key.Key_PageDown, CTRL, "b"),
        (Key.Key_Backtab, CTRL | SHIFT, "c"),
        (Key.Key_PageUp, CTRL, "c"),
        (Key.Key_2, CTRL, "b"),
        (Key.Key_9, CTRL, "c"),
        (Key.Key_7, CTRL, "c"),
    ):
        window.panes.activate("a")
        press(key, modifiers)
        assert window.panes.active_id() == expected
        view = page_of(window, expected)
        assert view.isVisible()
        assert view.composer.edit.hasFocus()


def test_ctrl_z_undoes_typing_first_and_a_deletion_where_nothing_was_typed(
    window: MainWindow, qtbot: QtBot
) -> None:
    signal = QSignalSpy(window.requests.undo_delete_requested)
    press(Key.Key_Z, CTRL)
    assert signal.count() == 0, "nothing was deleted"
    window.actions_by_name.undo_delete.setEnabled(True)
    view = page_of(window, "a")
    QTest.keyClicks(view.composer.edit, "x")
    press(Key.Key_Z, CTRL)
    assert (signal.count(), view.composer.edit.toPlainText()) == (0, "")

    view.composer.clear()
    press(Key.Key_Z, CTRL)
    assert signal.count() == 1
    window.sidebar.filter_box.setFocus()
    press(Key.Key_Z, CTRL)
    assert signal.count() == 2


def test_ctrl_l_goes_to_the_message_box(window: MainWindow, qtbot: QtBot) -> None:
    window.sidebar.filter_box.setFocus()
    press(Key.Key_L, CTRL)
    view = page_of(window, "a")
    assert view.composer.edit.hasFocus()


def test_the_last_answer_is_copied(window: MainWindow, qtbot: QtBot) -> None:
    view = page_of(window, "a")
    view.transcript.set_messages((question(), reply(text="**the** answer"), question(3)))
    press(Key.Key_C, CTRL | SHIFT)

    assert QGuiApplication.clipboard().text() == "**the** answer"


def test_up_brings_the_last_question_back(window: MainWindow, qtbot: QtBot) -> None:
    view = page_of(window, "a")
    view.transcript.set_messages((question(text="asked"), reply()))
    press(Key.Key_Up)

    assert view.composer.edit.toPlainText() == "asked"


def title_box(window: MainWindow) -> TitleBox:
    view = page_of(window, "a")
    return view.header.title


def test_f2_opens_the_title_of_the_tab_in_front(window: MainWindow) -> None:
    press(Key.Key_F2)
    title = title_box(window)
    assert title.field.hasFocus()
    assert title.field.selectedText() == "Title a"


def test_ctrl_slash_lists_every_key_of_the_real_actions(window: MainWindow, qtbot: QtBot) -> None:
    press(Key.Key_Slash, CTRL)
    dialog = open_dialog(window, KeysPage)
    assert isinstance(dialog, KeysPage)
    listed = dict(dialog.lines())
    with_keys = [action for action in window.actions() if action.shortcuts()]

    assert {action.text() for action in with_keys} <= set(listed)
    assert listed["New chat"] == "Ctrl+T, Ctrl+N"
    assert "Send" in listed
    dialog.reject()


def test_no_key_has_two_meanings(window: MainWindow) -> None:
    keys = [keys.toString() for action in window.actions() for keys in action.shortcuts()]

    assert len(keys) == len(set(keys))


def test_ctrl_o_asks_for_a_model_file_for_the_chat(window: MainWindow, qtbot: QtBot) -> None:
    signal = QSignalSpy(window.requests.chat_model_requested)
    new_chats = QSignalSpy(window.requests.open_model_requested)
    press(Key.Key_O, CTRL)
    dialog = open_dialog(window, QFileDialog)
    assert isinstance(dialog, QFileDialog)
    dialog.filesSelected.emit(["/models/a.gguf"])
    dialog.reject()

    assert signal.at(0) == ["/models/a.gguf"]
    assert not new_chats.count()


def test_a_model_file_for_new_chats_is_asked_for(window: MainWindow, qtbot: QtBot) -> None:
    signal = QSignalSpy(window.requests.open_model_requested)
    window.requests.default_file_requested.emit()
    dialog = open_dialog(window, QFileDialog)
    assert isinstance(dialog, QFileDialog)
    dialog.filesSelected.emit(["/models/a.gguf"])
    dialog.reject()

    assert signal.at(0) == ["/models/a.gguf"]


def test_an_export_does_not_begin_in_the_folder_of_the_models(
    window: MainWindow, tmp_path: Path
) -> None:
    models, exports = tmp_path / "models", tmp_path / "exports"
    models.mkdir()
    exports.mkdir()
    window.dialogs.set_folder(str(models))
    used = QSignalSpy(window.dialogs.folder_used)
    for chosen in (exports / "a.md", None):
        window.dialogs.choose_file(partial(to_save, "chat", (".md",)), lambda _paths: None)
        dialog = open_dialog(window, QFileDialog)
        assert isinstance(dialog, QFileDialog)
        folder = dialog.directory().absolutePath()
        assert folder == (default_folder() if chosen else str(exports))
        if chosen is not None:
            dialog.filesSelected.emit([str(chosen)])
        dialog.reject()
    assert used.count() == 0


def test_closing_the_window_is_only_a_wish(window: MainWindow) -> None:
    signal = QSignalSpy(window.requests.close_requested)
    window.close()
    assert window.isVisible()
    assert signal.count() == 1

    window.force_close()
    assert not window.isVisible()
    assert signal.count() == 1


def test_a_new_tab_can_stay_behind(window: MainWindow) -> None:
    window.panes.add("d", "Behind", ConversationView("d"), is_activated=False)
    assert window.panes.active_id() == "a"
    window.panes.add("e", "Front", ConversationView("e"))

    assert window.panes.active_id() == "e"
    assert window.panes.ids() == ("a", "b", "c", "d", "e")
    assert window.windowTitle() == "Front — Hubbub"


def test_a_closed_tab_gives_way_to_its_neighbour(window: MainWindow) -> None:
    window.panes.remove("a")

    assert window.panes.active_id() == "b"
    assert window.panes.view_of("a") is None
    view = page_of(window, "b")
    assert view.isVisible()


def test_a_window_without_tabs_stays(window: MainWindow, qtbot: QtBot) -> None:
    requested = QSignalSpy(window.requests.close_tab_requested)
    for conversation_id in window.panes.ids():
        window.panes.remove(conversation_id)
    press(Key.Key_W, CTRL)
    press(Key.Key_Tab, CTRL)
    press(Key.Key_3, CTRL)

    assert window.panes.active_id() is None
    assert requested.count() == 0
    assert window.windowTitle() == "Hubbub"


def test_a_state_is_shown_by_tab_and_page(window: MainWindow) -> None:
    state = TabState(TabActivity.READING, progress=0.37)
    window.panes.items.set_state("b", state)
    view = page_of(window, "b")
    assert view.composer.button.is_stop
    assert (
        window.pane_layout.pane(0).bar.row_of("b").accessibleTabName(1) == "Title b, Reading 37%…"
    )
    window.panes.items.set_state("nobody", state)


def test_the_title_follows_the_tab(window: MainWindow) -> None:
    window.panes.items.set_title("a", "Evil\u202e & <b>title</b>\nline")

    assert window.windowTitle() == "Evil & <b>title</b> line — Hubbub"
    assert "<b>" not in window.pane_layout.pane(0).bar.row_of("a").tabToolTip(0)


def test_the_key_of_a_tab_leaves_one_row_of_the_sidebar_chosen(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.sidebar.conversations.set_conversations(
        (summary("a", "Title a"), summary("b", "Title b"))
    )
    window.panes.activate("a")
    handle = window.windowHandle()
    QTest.keyPress(handle, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.panes.active_id() == "b")
    QTest.keyRelease(handle, Qt.Key.Key_2, Qt.KeyboardModifier.NoModifier)

    assert window.sidebar.view.selected_ids() == ("b",)


def test_the_tab_that_goes_beside_is_the_one_in_use(window: MainWindow, qtbot: QtBot) -> None:
    window.panes.activate("b")
    view = page_of(window, "b")
    view.focus_composer()
    press(Qt.Key.Key_Backslash, Qt.KeyboardModifier.ControlModifier)
    assert len(tuple(window.panes)) == 2
    assert window.panes.active_id() == "b"
    assert view.composer.edit.hasFocus()
    press(Qt.Key.Key_Backslash, Qt.KeyboardModifier.ControlModifier)

    assert len(tuple(window.panes)) == 1
    assert window.panes.active_id() == "b"
    assert view.composer.edit.hasFocus()


def test_f11_fills_the_screen_and_gives_the_frame_back(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_F11)
    assert window.isFullScreen()
    QTest.keyClick(window, Qt.Key.Key_F11)
    assert not window.isFullScreen()


def test_the_sidebar_folds_if_a_dock_takes_its_room(window: MainWindow) -> None:
    dock = EngineDock(window)
    window.resize(700, 500)
    QApplication.processEvents()
    assert window.sidebar.isVisible()
    dock.show()
    QApplication.processEvents()
    assert not window.sidebar.isVisible()
    dock.hide()
    QApplication.processEvents()
    assert window.sidebar.isVisible()
