"""Buttons light up under the mouse, and no longer than it is there."""

from collections.abc import Callable
from importlib import resources

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.kit.controls import IconButton, PillButton, is_under_mouse, show_one_of
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.quiet_button import QuietButton
from app.widgets.kit.theme_switch import ThemeSwitch
from tests.conftest import ExpectedLog


def test_a_button_that_moves_away_from_the_mouse_goes_out(
    qtbot: QtBot, theme_switch: ThemeSwitch
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 200)
    button = PillButton("Press", window)
    button.setGeometry(20, 20, 100, 30)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    QCursor.setPos(window.mapToGlobal(QPoint(300, 150)))
    dark = button.grab().toImage()
    QCursor.setPos(button.mapToGlobal(QPoint(50, 15)))
    QTest.mouseMove(button, QPoint(50, 15))
    qtbot.waitUntil(button.underMouse)
    assert button.grab().toImage() != dark, "it is lit"

    button.move(20, 150)
    assert button.underMouse(), "Qt has not noticed yet"
    assert not is_under_mouse(button)
    assert button.grab().toImage() == dark


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
@pytest.mark.parametrize(
    "make",
    [
        lambda: IconButton("plus", "Add"),
        lambda: PillButton("Save"),
        lambda: QuietButton("plus", "Add"),
    ],
    ids=["icon", "pill", "quiet"],
)
def test_a_button_is_pressed_by_keys(
    qtbot: QtBot,
    make: Callable[[], QAbstractButton],
    key: Qt.Key,
) -> None:
    made = make()
    qtbot.addWidget(made)
    pressed = QSignalSpy(made.clicked)
    made.show()
    QTest.keyClick(made, key)
    assert pressed.count() == 1


def test_of_buttons_that_take_turns_the_one_that_comes_has_the_keyboard(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    stop, resume, other = (PillButton(text, window) for text in ("Stop", "Continue", "Export"))
    turns = (stop, resume)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    show_one_of(turns, stop)
    stop.setFocus()
    show_one_of(turns, resume)
    assert (stop.isVisible(), resume.isVisible(), resume.hasFocus()) == (False, True, True)
    other.setFocus()
    show_one_of(turns, stop)
    assert (stop.isVisible(), resume.isVisible(), other.hasFocus()) == (True, False, True)
    show_one_of(turns, None)
    assert not stop.isVisible()


NAMES = sorted(
    entry.name.removesuffix(".svg")
    for entry in (resources.files("resources") / "icons").iterdir()
    if entry.name.endswith(".svg")
)


def test_every_icon_is_drawn_in_the_given_colour(qtbot: QtBot) -> None:
    for name in NAMES:
        picture = icon_pixmap(name, "#ff0000", 24).toImage()
        colours = (picture.pixelColor(x, y) for x in range(24) for y in range(24))
        inked = {colour.name() for colour in colours if colour.alpha() == 255}
        assert inked, name
        assert name == "hubbub" or inked == {"#ff0000"}


def test_without_its_file_an_icon_is_empty_and_its_button_is_painted(
    qtbot: QtBot, expect_log: ExpectedLog
) -> None:
    expect_log("no such icon")
    button = IconButton("no such icon", "what it does")
    qtbot.addWidget(button)
    assert not button.grab().isNull()
    picture = icon_pixmap("no such icon", "#ff0000", 24).toImage()
    assert all(picture.pixelColor(x, x).alpha() == 0 for x in range(24))
