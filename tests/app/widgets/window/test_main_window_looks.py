"""What the window shows beside its tabs: themes, notices, the engine, small screens."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.domain import BannerContent, EngineStatus, ReplyUsage, TabState
from app.settings import Theme
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.theme import DARK, ThemeSwitch
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import question, reply, summary

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
Key = Qt.Key


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """A window with three tabs, the first in front."""
    window = MainWindow()
    qtbot.addWidget(window, before_close_func=lambda shown: shown.force_close())
    for conversation_id in ("a", "b", "c"):
        view = ConversationView(conversation_id)
        window.panes.add(conversation_id, f"Title {conversation_id}", view, is_activated=False)
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


def test_a_theme_is_chosen_in_the_menu(window: MainWindow, qtbot: QtBot) -> None:
    window.set_theme(Theme.LIGHT)
    dark = window.actions_by_name.themes.actions()[2]

    with qtbot.waitSignal(window.requests.theme_selected) as signal:
        dark.trigger()
    assert signal.args == [Theme.DARK]


def test_notices_pass_their_action_on(window: MainWindow, qtbot: QtBot) -> None:
    content = BannerContent("“Groceries” was deleted.", "Undo")
    window.banners.show(content)
    window.banners.show(content)
    (banner,) = window.banners.banners

    with qtbot.waitSignal(window.requests.banner_action_requested) as signal:
        QTest.mouseClick(banner.action_button, Qt.MouseButton.LeftButton)
    assert signal.args == [content, "Undo"]


@pytest.mark.parametrize("is_by_key", [True, False])
def test_a_notice_that_goes_leaves_the_focus_where_one_writes(
    window: MainWindow, qtbot: QtBot, is_by_key: bool
) -> None:
    window.banners.show(BannerContent("Hint 1 of 3", "Next hint"))
    view = window.panes.view_of("a")
    assert view is not None
    view.focus_composer()
    button = window.banners.banners[0].action_button
    if is_by_key:
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Space)
    else:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    assert window.banners.banners == ()
    assert QApplication.focusWidget() is view.composer.edit


def test_a_notice_can_be_closed_and_taken_away(window: MainWindow, qtbot: QtBot) -> None:
    first, second = BannerContent("one"), BannerContent("two", is_trouble=True)
    window.banners.show(first)
    window.banners.show(second)
    QTest.mouseClick(window.banners.banners[0].close_button, Qt.MouseButton.LeftButton)
    assert [banner.content for banner in window.banners.banners] == [second]

    window.banners.dismiss(second)
    assert window.banners.banners == ()


def test_every_window_shows_the_notices_and_loses_them_with_the_others(
    window: MainWindow, qtbot: QtBot
) -> None:
    before, after = BannerContent("before", "Undo"), BannerContent("after")
    window.banners.show(before)
    window.pane_layout.detach("b")
    (extra,) = window.pane_layout.extra_windows
    window.banners.show(after)
    assert [banner.content for banner in extra.banners.banners] == [before, after]
    assert all(banner.isVisible() for banner in extra.banners.banners)

    with qtbot.waitSignal(window.requests.banner_action_requested) as signal:
        QTest.mouseClick(extra.banners.banners[0].action_button, Qt.MouseButton.LeftButton)
    assert signal.args == [before, "Undo"]
    QTest.mouseClick(window.banners.banners[0].close_button, Qt.MouseButton.LeftButton)
    assert (window.banners.banners, extra.banners.banners) == ((), ())
    window.pane_layout.bring_back("b")
    window.banners.show(before)
    assert [banner.content for banner in window.banners.banners] == [before]


def test_only_three_notices_are_shown(window: MainWindow) -> None:
    for number in range(5):
        window.banners.show(BannerContent(f"notice {number}"))

    texts = [banner.content.text for banner in window.banners.banners]
    assert texts == ["notice 2", "notice 3", "notice 4"]


def test_the_engine_is_told_in_words(window: MainWindow) -> None:
    window.status_bar.set_status(
        EngineStatus(
            is_ready=True,
            text="Ready",
            context_window=1024,
            model_name="demo",
            device="CPU",
        )
    )

    assert window.status_bar.text() == "Ready · demo · CPU · 1,024 tokens of context per chat"
    assert window.status_bar.progress_bar.isHidden()


def test_loading_has_a_progress_bar(window: MainWindow) -> None:
    window.status_bar.set_status(EngineStatus(text="Loading", progress=0.4))

    assert window.status_bar.progress_bar.isVisible()
    assert window.status_bar.progress_bar.value() == 40


def test_the_sidebar_speaks_through_the_window(window: MainWindow, qtbot: QtBot) -> None:
    window.sidebar.conversations.set_conversations((summary("x", "Listed"),))
    menu = window.sidebar.build_menu(("x",))
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
    view = window.panes.view_of("a")
    assert view is not None
    assert view.composer.isVisible()
    assert view.composer.mapTo(window, view.composer.rect().bottomRight()).x() < 480


def test_a_new_theme_reaches_every_widget(
    window: MainWindow, theme_switch: ThemeSwitch, qtbot: QtBot
) -> None:
    view = window.panes.view_of("a")
    assert view is not None
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
    assert DARK.border in bar.styleSheet()


def test_zoom_reaches_every_text(window: MainWindow, theme_switch: ThemeSwitch) -> None:
    view = window.panes.view_of("a")
    assert view is not None
    parts = (view.composer.edit, window.sidebar.view, view.generation_status.label)
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
    trouble = BannerContent("The engine does not answer.", "Start it again", is_trouble=True)
    for content in (trouble, BannerContent("first"), BannerContent("second")):
        window.banners.show(content)
    shown = [banner.isVisible() for banner in window.banners.banners]
    assert shown == [True, True, True]

    window.resize(480, 360)
    assert [banner.isVisible() for banner in window.banners.banners] == [True, False, False]
    window.banners.dismiss(trouble)
    assert [banner.isVisible() for banner in window.banners.banners] == [False, True]


def test_the_tab_key_reaches_every_part_and_comes_round(window: MainWindow, qtbot: QtBot) -> None:
    view = window.panes.view_of("a")
    assert view is not None
    view.transcript.set_messages((question(), reply(text="words\n\n```py\nx = 1\n```\n")))
    window.sidebar.conversations.set_conversations((summary("a", "Title a"),))
    window.banners.show(BannerContent("gone", "Undo"))
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
