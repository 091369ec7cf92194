"""Panels at the sides of the window come and go in motion, and the page is laid out once."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QVariantAnimation
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.window.main_window import MainWindow
from app.widgets.window.panel_motion import DURATION_MS, PanelMotion
from tests.app.widgets.samples import question, reply
from tests.app.widgets.windows import page_of

Toggle = Callable[[MainWindow], None]


@pytest.fixture
def window(window: MainWindow) -> MainWindow:
    """A wide window with a chat in front."""
    window.resize(1300, 700)
    page_of(window, "a").transcript.set_messages((question(), reply(text="A line. " * 900)))
    QApplication.processEvents()
    return window


def toggle_sidebar(window: MainWindow) -> None:
    window.actions_by_name.sidebar.toggle()


def toggle_options(window: MainWindow) -> None:
    window.actions_by_name.options.trigger()


class Widths(QObject):
    """The widths that a widget gets."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.seen: list[int] = []
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() is QEvent.Type.Resize and isinstance(watched, QWidget):
            self.seen.append(watched.width())
        return False


def motions(window: MainWindow) -> list[PanelMotion]:
    return [each for each in window.findChildren(PanelMotion) if each.isVisible()]


@pytest.mark.parametrize("toggle", [toggle_sidebar, toggle_options])
def test_a_panel_moves_for_a_moment_while_the_page_is_laid_out_once(
    window: MainWindow, qtbot: QtBot, toggle: Toggle
) -> None:
    transcript = page_of(window, "a").transcript
    widths = Widths(transcript)
    for _opened_and_closed in range(2):
        toggle(window)
        (motion,) = motions(window)
        between = motion.grab().toImage()
        widths.seen.clear()
        qtbot.waitUntil(lambda: not motions(window), timeout=20 * DURATION_MS)
        assert window.grab().toImage() != between
        assert not widths.seen, "it had its width before the first frame"


def test_what_a_panel_shows_meanwhile_moves_with_it(window: MainWindow) -> None:
    toggle_options(window)
    (motion,) = motions(window)
    assert not any("No chat" in text for text in shown_texts(window.chat_panel))
    window.chat_panel.show_content(None)
    assert "No chat is open." in shown_texts(window.chat_panel)
    area = QRect(window.chat_panel.mapTo(window, QPoint(0, 0)), window.chat_panel.size())
    (share,) = motion.findChildren(QVariantAnimation)
    share.pause()
    share.setCurrentTime(DURATION_MS - 1)
    assert motion.grab(area).toImage() == window.chat_panel.grab().toImage()


def shown_texts(widget: QWidget) -> list[str]:
    return [each.text() for each in widget.findChildren(QLabel) if each.isVisible()]


def test_a_second_press_ends_the_first_motion_and_keys_are_not_lost(window: MainWindow) -> None:
    toggle_sidebar(window)
    toggle_sidebar(window)
    assert len(motions(window)) == 1
    assert window.sidebar.isVisible()
    edit = page_of(window, "a").composer.edit
    QTest.keyClicks(edit, "at once")
    assert edit.toPlainText() == "at once"
    window.resize(1200, 700)
    assert not motions(window), "its pictures have another size"


def test_nothing_moves_without_motion_or_when_a_narrow_window_folds_a_panel(
    window: MainWindow, theme_switch: ThemeSwitch
) -> None:
    window.resize(500, 700)
    assert not window.sidebar.isVisible()
    assert not motions(window)
    window.resize(1300, 700)
    assert window.sidebar.isVisible()
    assert not motions(window)
    theme_switch.set_still(True)
    try:
        for toggle in (toggle_sidebar, toggle_options):
            toggle(window)
            assert not motions(window)
    finally:
        theme_switch.set_still(False)
