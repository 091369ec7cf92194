"""The window: every key says its wish, tabs follow the hand, closing waits for permission."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.domain import EngineStatus, Notice, TabActivity, TabState
from app.settings import Theme
from app.widgets.conversation_view import ConversationView
from app.widgets.keys_dialog import KeysDialog
from app.widgets.main_window import MainWindow
from app.widgets.rename_dialog import RenameDialog
from app.widgets.theme import DARK, ThemeSwitch
from tests.app.widgets.samples import question, reply, summary

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
Key = Qt.Key


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """A window with three tabs, the first in front."""
    window = MainWindow()
    qtbot.addWidget(window, before_close_func=lambda shown: shown.close_for_good())
    for conversation_id in ("a", "b", "c"):
        view = ConversationView(conversation_id)
        window.add_tab(conversation_id, f"Title {conversation_id}", view, is_activated=False)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def press(
    qtbot: QtBot, window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE
) -> None:
    """Press a key where the hand is: in the message box of the tab in front."""
    target = QApplication.focusWidget() or window
    QTest.keyClick(target, key, modifiers)


def open_dialog(window: MainWindow, kind: type[QDialog]) -> QDialog:
    dialogs = [found for found in window.findChildren(kind) if found.isVisible()]
    assert len(dialogs) == 1
    return dialogs[0]


@pytest.mark.parametrize(
    ("signal_name", "key", "modifiers", "args"),
    [
        ("new_tab_requested", Key.Key_T, CTRL, []),
        ("new_tab_requested", Key.Key_N, CTRL, []),
        ("reopen_tab_requested", Key.Key_T, CTRL | SHIFT, []),
        ("close_tab_requested", Key.Key_W, CTRL, ["a"]),
        ("stop_requested", Key.Key_Escape, NONE, ["a"]),
        ("delete_requested", Key.Key_Backspace, CTRL | SHIFT, ["a"]),
        ("settings_requested", Key.Key_Comma, CTRL, []),
        ("quit_requested", Key.Key_Q, CTRL, []),
        ("zoom_changed", Key.Key_Plus, CTRL, [110]),
        ("zoom_changed", Key.Key_Equal, CTRL, [110]),
        ("zoom_changed", Key.Key_Minus, CTRL, [90]),
        ("zoom_changed", Key.Key_0, CTRL, [100]),
        ("sidebar_toggled", Key.Key_B, CTRL, [False]),
    ],
)
def test_a_key_says_its_wish(
    window: MainWindow,
    qtbot: QtBot,
    signal_name: str,
    key: Qt.Key,
    modifiers: Qt.KeyboardModifier,
    args: list[object],
) -> None:
    told = QSignalSpy(getattr(window, signal_name))
    press(qtbot, window, key, modifiers)

    assert [told.at(index) for index in range(told.count())] == [args]


@pytest.mark.parametrize(
    ("key", "modifiers", "expected"),
    [
        (Key.Key_Tab, CTRL, "b"),
        (Key.Key_PageDown, CTRL, "b"),
        (Key.Key_Backtab, CTRL | SHIFT, "c"),
        (Key.Key_PageUp, CTRL, "c"),
        (Key.Key_2, CTRL, "b"),
        (Key.Key_9, CTRL, "c"),
        (Key.Key_7, CTRL, "c"),
    ],
)
def test_a_key_brings_a_tab_to_the_front(
    window: MainWindow, qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier, expected: str
) -> None:
    told = QSignalSpy(window.tab_activated)
    press(qtbot, window, key, modifiers)

    assert window.active_id() == expected
    assert told.at(0) == [expected]
    view = window.view_of(expected)
    assert view is not None
    assert view.isVisible()
    assert view.composer.edit.hasFocus()


def test_ctrl_z_undoes_typing_first_and_a_deletion_where_nothing_was_typed(
    window: MainWindow, qtbot: QtBot
) -> None:
    told = QSignalSpy(window.undo_delete_requested)
    press(qtbot, window, Key.Key_Z, CTRL)
    assert told.count() == 0, "nothing was deleted"
    window.set_can_undo_delete(True)
    view = window.view_of("a")
    assert view is not None
    QTest.keyClicks(view.composer.edit, "x")
    press(qtbot, window, Key.Key_Z, CTRL)
    assert (told.count(), view.composer.text()) == (0, "")

    view.clear_draft()
    press(qtbot, window, Key.Key_Z, CTRL)
    assert told.count() == 1
    window.sidebar.filter_box.setFocus()
    press(qtbot, window, Key.Key_Z, CTRL)
    assert told.count() == 2


def test_stepping_past_the_last_tab_comes_round(window: MainWindow, qtbot: QtBot) -> None:
    for _ in range(3):
        press(qtbot, window, Key.Key_Tab, CTRL)

    assert window.active_id() == "a"


def test_ctrl_l_goes_to_the_message_box(window: MainWindow, qtbot: QtBot) -> None:
    window.sidebar.filter_box.setFocus()
    press(qtbot, window, Key.Key_L, CTRL)
    view = window.view_of("a")

    assert view is not None
    assert view.composer.edit.hasFocus()


def test_the_last_answer_is_copied(window: MainWindow, qtbot: QtBot) -> None:
    view = window.view_of("a")
    assert view is not None
    view.set_messages((question(), reply(text="**the** answer"), question(3)))
    press(qtbot, window, Key.Key_C, CTRL | SHIFT)

    assert QGuiApplication.clipboard().text() == "**the** answer"


def test_up_brings_the_last_question_back(window: MainWindow, qtbot: QtBot) -> None:
    view = window.view_of("a")
    assert view is not None
    view.set_messages((question(text="asked"), reply()))
    press(qtbot, window, Key.Key_Up)

    assert view.composer.text() == "asked"


def test_f2_renames_without_stopping_the_program(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, window, Key.Key_F2)
    dialog = open_dialog(window, RenameDialog)
    assert isinstance(dialog, RenameDialog)
    assert dialog.title_box.text() == "Title a"
    dialog.title_box.setText("  Another  ")

    with qtbot.waitSignal(window.rename_requested) as told:
        QTest.keyClick(dialog.title_box, Key.Key_Return)
    assert told.args == ["a", "Another"]


def test_a_blank_title_is_no_title(window: MainWindow, qtbot: QtBot) -> None:
    told = QSignalSpy(window.rename_requested)
    press(qtbot, window, Key.Key_F2)
    dialog = open_dialog(window, RenameDialog)
    assert isinstance(dialog, RenameDialog)
    dialog.title_box.setText("   ")
    dialog.accept()

    assert told.count() == 0


def test_ctrl_slash_lists_every_key_of_the_real_actions(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, window, Key.Key_Slash, CTRL)
    dialog = open_dialog(window, KeysDialog)
    assert isinstance(dialog, KeysDialog)
    listed = dict(dialog.lines())
    with_keys = [action for action in window.actions() if action.shortcuts()]

    assert {action.text() for action in with_keys} <= set(listed)
    assert listed["New tab"] == "Ctrl+T, Ctrl+N"
    assert "Send" in listed
    dialog.reject()


def test_no_key_has_two_meanings(window: MainWindow) -> None:
    keys = [keys.toString() for action in window.actions() for keys in action.shortcuts()]

    assert len(keys) == len(set(keys))


def test_ctrl_o_asks_for_a_model_file(window: MainWindow, qtbot: QtBot) -> None:
    told = QSignalSpy(window.open_model_requested)
    press(qtbot, window, Key.Key_O, CTRL)
    dialog = open_dialog(window, QFileDialog)
    assert isinstance(dialog, QFileDialog)
    dialog.fileSelected.emit("/models/a.gguf")
    dialog.reject()

    assert told.at(0) == ["/models/a.gguf"]


def test_closing_the_window_is_only_a_wish(window: MainWindow) -> None:
    told = QSignalSpy(window.quit_requested)
    window.close()
    assert window.isVisible()
    assert told.count() == 1

    window.close_for_good()
    assert not window.isVisible()
    assert told.count() == 1


def test_a_new_tab_can_stay_behind(window: MainWindow) -> None:
    window.add_tab("d", "Behind", ConversationView("d"), is_activated=False)
    assert window.active_id() == "a"
    window.add_tab("e", "Front", ConversationView("e"))

    assert window.active_id() == "e"
    assert window.tab_ids() == ("a", "b", "c", "d", "e")
    assert window.windowTitle() == "Front - Hubbub"


def test_a_closed_tab_gives_way_to_its_neighbour(window: MainWindow) -> None:
    window.remove_tab("a")

    assert window.active_id() == "b"
    assert window.view_of("a") is None
    view = window.view_of("b")
    assert view is not None
    assert view.isVisible()


def test_a_window_without_tabs_stays(window: MainWindow, qtbot: QtBot) -> None:
    wished = QSignalSpy(window.close_tab_requested)
    for conversation_id in window.tab_ids():
        window.remove_tab(conversation_id)
    press(qtbot, window, Key.Key_W, CTRL)
    press(qtbot, window, Key.Key_Tab, CTRL)
    press(qtbot, window, Key.Key_3, CTRL)

    assert window.active_id() is None
    assert wished.count() == 0
    assert window.windowTitle() == "Hubbub"


def test_a_state_is_shown_by_tab_and_page(window: MainWindow) -> None:
    state = TabState(TabActivity.READING, progress=0.37)
    window.set_tab_state("b", state)
    view = window.view_of("b")

    assert view is not None
    assert view.status_line.text() == "Reading 37 % …"
    assert view.composer.button.is_stop
    assert window.tabs.bar.accessibleTabName(1) == "Title b, Reading 37 % …"
    window.set_tab_state("nobody", state)


def test_the_title_follows_the_tab(window: MainWindow) -> None:
    window.set_tab_title("a", "Evil\u202e & <b>title</b>\nline")

    assert window.windowTitle() == "Evil & <b>title</b> line - Hubbub"
    assert "<b>" not in window.tabs.bar.tabToolTip(0)


def test_a_theme_is_chosen_in_the_menu(window: MainWindow, qtbot: QtBot) -> None:
    window.set_theme(Theme.LIGHT)
    dark = window.actions_by_name.themes.actions()[2]

    with qtbot.waitSignal(window.theme_chosen) as told:
        dark.trigger()
    assert told.args == [Theme.DARK]


def test_notices_pass_their_action_on(window: MainWindow, qtbot: QtBot) -> None:
    notice = Notice("“Groceries” was deleted.", "Undo")
    window.show_notice(notice)
    window.show_notice(notice)
    (banner,) = window.banners.banners

    with qtbot.waitSignal(window.notice_action_requested) as told:
        QTest.mouseClick(banner.action_button, Qt.MouseButton.LeftButton)
    assert told.args == [notice]
    assert window.banners.banners == ()


def test_a_notice_can_be_closed_and_taken_away(window: MainWindow, qtbot: QtBot) -> None:
    first, second = Notice("one"), Notice("two", is_trouble=True)
    window.show_notice(first)
    window.show_notice(second)
    QTest.mouseClick(window.banners.banners[0].close_button, Qt.MouseButton.LeftButton)
    assert [banner.notice for banner in window.banners.banners] == [second]

    window.dismiss_notice(second)
    assert not window.banners.isVisible()


def test_only_three_notices_are_shown(window: MainWindow) -> None:
    for number in range(5):
        window.show_notice(Notice(f"notice {number}"))

    texts = [banner.notice.text for banner in window.banners.banners]
    assert texts == ["notice 2", "notice 3", "notice 4"]


def test_the_engine_is_told_in_words(window: MainWindow) -> None:
    window.set_engine_status(
        EngineStatus(
            is_ready=True,
            text="Ready",
            context_window=1024,
            model_name="demo",
            device="CPU",
        )
    )

    assert window.footer.text() == "Ready · demo · CPU · 1,024 tokens of context per chat"
    assert window.footer.progress_bar.isHidden()


def test_loading_has_a_progress_bar(window: MainWindow) -> None:
    window.set_engine_status(EngineStatus(text="Loading", progress=0.4))

    assert window.footer.progress_bar.isVisible()
    assert window.footer.progress_bar.value() == 40


def test_the_sidebar_speaks_through_the_window(window: MainWindow, qtbot: QtBot) -> None:
    window.set_conversations((summary("x", "Listed"),))
    menu = window.sidebar.build_menu("x")
    opened, deleted = (
        QSignalSpy(window.conversation_activated),
        QSignalSpy(window.delete_requested),
    )
    for entry in menu.actions():
        if not entry.text().startswith("Rename"):
            entry.trigger()

    assert (opened.at(0), deleted.at(0)) == (["x"], ["x"])


def test_the_window_fits_a_small_screen(window: MainWindow) -> None:
    window.resize(480, 360)
    QApplication.processEvents()

    assert (window.width(), window.height()) == (480, 360)
    view = window.view_of("a")
    assert view is not None
    assert view.composer.isVisible()
    assert view.composer.mapTo(window, view.composer.rect().bottomRight()).x() < 480


def test_a_new_theme_reaches_every_widget(
    window: MainWindow, theme_switch: ThemeSwitch, qtbot: QtBot
) -> None:
    view = window.view_of("a")
    assert view is not None
    view.set_messages((question(), reply(text="words\n\n```py\nx = 1\n```")))
    view.set_state(TabState(tokens_per_second=5))
    QApplication.processEvents()
    theme_switch.set_theme(Theme.DARK)
    QApplication.processEvents()
    picture = window.grab().toImage()
    bright = sum(
        picture.pixelColor(x, y).lightness() > 200
        for x in range(0, picture.width(), 3)
        for y in range(0, picture.height(), 3)
    )

    assert bright < 0.02 * (picture.width() // 3) * (picture.height() // 3)
    assert view.composer.edit.palette().color(QPalette.ColorRole.Base).name() == DARK.raised
    bar = view.transcript.verticalScrollBar()
    assert DARK.border in bar.styleSheet()


def test_zoom_reaches_every_text(window: MainWindow, theme_switch: ThemeSwitch) -> None:
    view = window.view_of("a")
    assert view is not None
    parts = (view.composer.edit, window.sidebar.view, view.status_line.label)
    doubled = [2 * part.font().pointSizeF() for part in parts]
    theme_switch.set_zoom(200)
    QApplication.processEvents()

    assert [part.font().pointSizeF() for part in parts] == pytest.approx(doubled)


def test_all_controls_have_names(window: MainWindow) -> None:
    kinds = (QAbstractButton, QLineEdit, QPlainTextEdit, QListView)
    nameless = [
        control
        for kind in kinds
        for control in window.findChildren(kind)
        if control.isVisible()
        and control.focusPolicy() is not Qt.FocusPolicy.NoFocus
        and not (control.accessibleName() or getattr(control, "text", str)())
    ]

    assert nameless == []


def test_trouble_stays_in_view_in_a_low_window(window: MainWindow) -> None:
    trouble = Notice("The engine does not answer.", "Start it again", is_trouble=True)
    for notice in (trouble, Notice("first"), Notice("second")):
        window.show_notice(notice)
    shown = [banner.isVisible() for banner in window.banners.banners]
    assert shown == [True, True, True]

    window.resize(480, 360)
    assert [banner.isVisible() for banner in window.banners.banners] == [True, False, False]
    window.dismiss_notice(trouble)
    assert [banner.isVisible() for banner in window.banners.banners] == [False, True]


def test_the_tab_key_reaches_every_part_and_comes_round(window: MainWindow, qtbot: QtBot) -> None:
    view = window.view_of("a")
    assert view is not None
    view.set_messages((question(), reply(text="words\n\n```py\nx = 1\n```\n")))
    window.set_conversations((summary("a", "Title a"),))
    window.show_notice(Notice("gone", "Undo"))
    view.focus_composer()
    met: list[QWidget] = []
    while (focused := QApplication.focusWidget()) not in met:
        assert focused is not None
        met.append(focused)
        press(qtbot, window, Key.Key_Tab)

    names = {widget.accessibleName() for widget in met}
    assert names >= {"Message", "Hubbub said", "Code, py", "Filter conversations"}
    assert names >= {"All conversations", "Conversations in tabs", "New tab (Ctrl+T)"}
    assert "Close tab (Ctrl+W)" not in names
    assert focused is view.composer.edit
