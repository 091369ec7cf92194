"""What the desktop asks of a program that runs: to open files, and to end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.process.desktop import has_file_chooser, portal_dialogs
from tests.house.source_files import ROOT

PROGRAM = """
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QFileOpenEvent
from app.process.desktop import DesktopApplication

application = DesktopApplication(["hubbub"])
QCoreApplication.sendEvent(application, QFileOpenEvent("/models/early.gguf"))
application.open_files_with(print)
QCoreApplication.postEvent(application, QFileOpenEvent("/models/late one.gguf"))
QTimer.singleShot(0, application.quit)
application.exec()
"""
ENDED = """
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from app.process.desktop import DesktopApplication

application = DesktopApplication(["hubbub"])
application.quit_with(lambda: print("asked"))
QTimer.singleShot(0, application.quit)
QTimer.singleShot(100, lambda: (print("still here"), application.exit()))
application.exec()
"""
_PROGRAM = """
import sys
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from app.process.desktop import release_clipboard

application = QApplication(sys.argv[:1])
clipboard = application.clipboard()
picture = QImage(7, 5, QImage.Format.Format_RGB32)
content = QMimeData()
{copying}
del content
release_clipboard()
print(repr(clipboard.text()), clipboard.image().width())
"""
_WHOLE_PROGRAM = """
import sys
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from app import demo, main

class CopyingDemo(demo.Demo):
    async def run(self) -> int:
        content = QMimeData()
        content.setText("words")
        QGuiApplication.clipboard().setMimeData(content)
        return 0

demo.Demo = CopyingDemo
sys.exit(main.run(["--demo", "--data", sys.argv[1]]))
"""
BACKEND = "[portal]\nInterfaces={interface};org.freedesktop.impl.portal.Print;\nUseIn={desktop}\n"
CHOOSER = "org.freedesktop.impl.portal.FileChooser"


def test_a_double_click_opens_the_file_before_and_after_there_is_a_window() -> None:
    assert said_by(PROGRAM) == ["/models/early.gguf", "/models/late one.gguf"]


def test_an_end_of_the_session_goes_the_orderly_way() -> None:
    """Qt's own way would end its loop under everything that is still to be stored."""
    assert said_by(ENDED) == ["asked", "still here"]


def said_by(program: str) -> list[str]:
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return answer.stdout.splitlines()


@pytest.mark.parametrize(
    ("copying", "left"),
    [
        ("content.setText('words'); clipboard.setMimeData(content)", "'words' 0"),
        ("content.setData('image/png', b'x'); clipboard.setMimeData(content)", "'' 0"),
        ("clipboard.setText('words')", "'words' 0"),
        ("clipboard.setImage(picture)", "'' 7"),
        ("pass", "'' 0"),
    ],
)
def test_a_process_that_has_copied_something_ends_well(copying: str, left: str) -> None:
    ended = _run(_PROGRAM.format(copying=copying))
    assert (ended.returncode, ended.stdout.strip()) == (0, left)


def test_the_program_lets_go_of_what_was_copied_before_it_ends(tmp_path: Path) -> None:
    assert _run(_WHOLE_PROGRAM, str(tmp_path)).returncode == 0


def _run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment of a desktop with a portal that shows file dialogs."""
    monkeypatch.setattr(sys, "platform", "linux")
    (tmp_path / "dbus-1/services").mkdir(parents=True)
    (tmp_path / "dbus-1/services/org.freedesktop.portal.Desktop.service").touch()
    add_backend(tmp_path, "kde", BACKEND.format(interface=CHOOSER, desktop="KDE"))
    return {
        "XDG_DATA_DIRS": f"/nowhere:{tmp_path}",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus",
        "XDG_CURRENT_DESKTOP": "KDE",
    }


def add_backend(folder: Path, name: str, text: str) -> None:
    """Install a backend of the portal."""
    portals = folder / "xdg-desktop-portal/portals"
    portals.mkdir(parents=True, exist_ok=True)
    (portals / f"{name}.portal").write_text(text, "utf-8")


def test_the_portal_is_chosen_while_the_application_is_made(desktop: dict[str, str]) -> None:
    before = dict(desktop)
    with portal_dialogs(desktop):
        assert desktop["QT_QPA_PLATFORMTHEME"] == "xdgdesktopportal"
    assert desktop == before


@pytest.mark.parametrize(
    "change",
    [
        {"QT_QPA_PLATFORMTHEME": "qt6ct"},
        {"QT_QPA_PLATFORM": "offscreen"},
        {"QT_QPA_PLATFORM": "minimal:x"},
        {"DBUS_SESSION_BUS_ADDRESS": ""},
        {"XDG_CURRENT_DESKTOP": "sway"},
        {"XDG_DATA_DIRS": "/nowhere"},
    ],
    ids=lambda change: "-".join(change),
)
def test_without_one_nothing_is_changed(desktop: dict[str, str], change: dict[str, str]) -> None:
    desktop |= change
    before = dict(desktop)
    with portal_dialogs(desktop):
        assert desktop == before


@pytest.mark.parametrize(
    ("name", "text", "is_enough"),
    [
        ("gtk", BACKEND.format(interface=CHOOSER, desktop="gnome"), True),
        ("wlr", BACKEND.format(interface=f"{CHOOSER}2", desktop="sway"), False),
        ("bad", "no ini file", False),
    ],
)
def test_another_desktop_takes_what_stands_in_for_all(
    desktop: dict[str, str], tmp_path: Path, name: str, text: str, *, is_enough: bool
) -> None:
    desktop["XDG_CURRENT_DESKTOP"] = "sway"
    add_backend(tmp_path, name, text)
    assert has_file_chooser(desktop) is is_enough
