"""The icon in the tray: there while it is needed, with a number and a menu."""

import sys
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.kit.accessibility import announce
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.window.tray_icon import DesktopNotifier, TrayIcon, plain

TRIGGER = QSystemTrayIcon.ActivationReason.Trigger


@pytest.fixture
def tray(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[TrayIcon]:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    window = QWidget()
    qtbot.addWidget(window)
    yield TrayIcon(WindowRequests(window), window)
    assert window.close()  # kept until here: the icon goes with it


def window_of(tray: TrayIcon) -> QWidget:
    window = tray.parent()
    assert isinstance(window, QWidget)
    return window


def icon_of(tray: TrayIcon) -> QSystemTrayIcon:
    (icon,) = tray.findChildren(QSystemTrayIcon)
    return icon


def test_a_notification_leaves_no_icon_behind(tray: TrayIcon) -> None:
    tray.show_message("A story", "Once upon a time", 10)
    assert tray.is_shown
    clicked: list[bool] = []
    tray.message_clicked.connect(lambda: clicked.append(True))
    icon_of(tray).activated.emit(TRIGGER)
    assert clicked == [True]
    tray.rest()
    QApplication.processEvents()
    assert not tray.is_shown


def test_a_lasting_icon_stays_and_opens_the_window(tray: TrayIcon, qtbot: QtBot) -> None:
    tray.set_lasting(is_lasting=True)
    tray.rest()
    QApplication.processEvents()
    assert tray.is_shown
    (requests,) = window_of(tray).findChildren(WindowRequests)
    with qtbot.waitSignal(requests.window_requested):
        icon_of(tray).activated.emit(TRIGGER)
    opened: list[bool] = []
    requests.window_requested.connect(lambda: opened.append(True))
    icon_of(tray).activated.emit(QSystemTrayIcon.ActivationReason.Context)
    assert opened == [], "the desktop opens the menu"
    tray.set_lasting(is_lasting=False)
    QApplication.processEvents()
    assert not tray.is_shown


def test_it_says_how_many_answers_are_written(tray: TrayIcon) -> None:
    tray.set_lasting(is_lasting=True)
    assert (tray.text, tray.running_line.isVisible()) == ("Hubbub", False)
    tray.set_running(12)
    assert icon_of(tray).toolTip() == tray.text == "Hubbub is writing 12 answers"
    assert tray.running_line.isVisible()
    tray.set_running(1, 2)
    assert tray.text == "Hubbub is writing one answer · 2 downloads"
    tray.set_running(0, 1)
    assert tray.text == "Hubbub · one download"
    tray.set_running(0)
    assert icon_of(tray).toolTip() == "Hubbub"


def test_a_desktop_without_a_tray_gets_no_icon(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    tray = TrayIcon(WindowRequests(window), window)
    notifier = DesktopNotifier(tray, window)
    assert not QSystemTrayIcon.isSystemTrayAvailable()

    notifier.notify("a", "A story", "Once upon a time")
    announce(window, "The answer is done.")
    assert not tray.is_shown
    assert window.findChildren(QSystemTrayIcon) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="others show text as it is")
def test_what_a_model_says_is_never_taken_for_html() -> None:
    assert plain('<img src="http://example.org/a">') == (
        "&lt;img src=&quot;http://example.org/a&quot;&gt;"
    )
