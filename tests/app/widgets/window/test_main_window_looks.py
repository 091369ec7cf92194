"""What the window shows beside its tabs: themes, notices, the engine, small screens."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.domain.tabs import TabState, ToastContent
from app.domain.usage import ReplyUsage
from app.settings import Theme
from app.widgets.kit.theme import DARK
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import question, reply, summary
from tests.app.widgets.windows import page_of, press

Key = Qt.Key


def test_a_theme_is_chosen_in_the_menu(window: MainWindow, qtbot: QtBot) -> None:
    window.set_theme(Theme.LIGHT)
    dark = window.actions_by_name.themes.actions()[2]

    with qtbot.waitSignal(window.requests.theme_selected) as signal:
        dark.trigger()
    assert signal.args == [Theme.DARK]


@pytest.mark.parametrize("is_by_key", [True, False])
def test_a_notice_that_goes_leaves_the_focus_where_one_writes(
    window: MainWindow, qtbot: QtBot, is_by_key: bool
) -> None:
    window.toasts.show(ToastContent("Hint 1 of 3", "Next hint"))
    view = page_of(window, "a")
    view.focus_composer()
    button = window.toasts.shown[0].action_button
    if is_by_key:
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Space)
    else:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    assert window.toasts.shown == ()
    assert QApplication.focusWidget() is view.composer.edit


def test_a_further_window_shows_the_notices_that_come_while_it_is_in_use(
    window: MainWindow, qtbot: QtBot
) -> None:
    before, after = ToastContent("before", "Undo"), ToastContent("after", "Undo")
    window.toasts.show(before)
    window.pane_layout.detach("b")
    (extra,) = window.pane_layout.extra_windows
    window.toasts.show(after)
    first, second = window.toasts.shown
    assert (first.window(), second.window()) == (window, extra)
    assert all(toast.isVisible() for toast in window.toasts.shown)

    with qtbot.waitSignal(window.requests.toast_action_requested) as signal:
        QTest.mouseClick(second.action_button, Qt.MouseButton.LeftButton)
    assert signal.args == [after, "Undo"]
    QTest.mouseClick(first.close_button, Qt.MouseButton.LeftButton)
    assert not window.toasts.shown
    window.pane_layout.bring_back("b")
    window.toasts.show(before)
    assert [toast.content for toast in window.toasts.shown] == [before]


def test_the_sidebar_speaks_through_the_window(window: MainWindow, qtbot: QtBot) -> None:
    window.sidebar.conversations.set_conversations((summary("x", "Listed"),))
    menu = window.sidebar.menus.of_conversations(("x",))
    opened, deleted = (
        QSignalSpy(window.requests.conversation_activated),
        QSignalSpy(window.requests.delete_requested),
    )
    for entry in menu.actions():
        if entry.text() in ("Open", "Delete"):
            entry.trigger()

    assert (opened.at(0), deleted.at(0)) == (["x"], [("x",)])


def test_the_window_fits_a_small_screen(window: MainWindow) -> None:
    window.resize(480, 360)
    QApplication.processEvents()

    assert (window.width(), window.height()) == (480, 360)
    view = page_of(window, "a")
    assert view.composer.isVisible()
    assert view.composer.mapTo(window, view.composer.rect().bottomRight()).x() < 480


def test_a_new_theme_reaches_every_widget(
    window: MainWindow, theme_switch: ThemeSwitch, qtbot: QtBot
) -> None:
    view = page_of(window, "a")
    view.transcript.set_messages((question(), reply(text="words\n\n```py\nx = 1\n```")))
    view.set_state(TabState(usage=ReplyUsage(reply_tokens=6, decode_seconds=1.0)))
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
    bar.setRange(0, 100)
    bar.show()
    shown = bar.grab().toImage()
    colours = {shown.pixelColor(6, y).name() for y in range(bar.height())}
    assert DARK.outline in colours


def test_zoom_reaches_every_text(window: MainWindow, theme_switch: ThemeSwitch) -> None:
    view = page_of(window, "a")
    parts = (view.composer.edit, window.sidebar.view, view.context_line.label)
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
    trouble = ToastContent("The engine does not answer.", "Restart", is_trouble=True)
    for content in (trouble, ToastContent("first"), ToastContent("second")):
        window.toasts.show(content)
    shown = [toast.isVisible() for toast in window.toasts.shown]
    assert shown == [True, True, True]

    window.resize(480, 360)
    QApplication.processEvents()
    assert [toast.isVisible() for toast in window.toasts.shown] == [True, False, True]
    window.toasts.dismiss(trouble)
    assert [toast.isVisible() for toast in window.toasts.shown] == [True, True]


def test_the_tab_key_reaches_every_part_and_comes_round(window: MainWindow, qtbot: QtBot) -> None:
    view = page_of(window, "a")
    view.transcript.set_messages((question(), reply(text="words\n\n```py\nx = 1\n```\n")))
    window.sidebar.conversations.set_conversations((summary("a", "Title a"),))
    window.toasts.show(ToastContent("gone", "Undo"))
    view.focus_composer()
    met: list[QWidget] = []
    while (focused := QApplication.focusWidget()) not in met:
        assert focused is not None
        met.append(focused)
        press(Key.Key_Tab)

    names = {widget.accessibleName() for widget in met}
    assert names >= {"Message", "Hubbub said", "Code, py", "Filter chats"}
    assert names >= {"All chats", "Chats in tabs", "New chat (Ctrl+T)"}
    assert "Close tab (Ctrl+W)" not in names
    assert focused is view.composer.edit
