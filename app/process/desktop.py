"""The program's interface to the desktop: files, dialogs, the clipboard, a display."""

import configparser
import os
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtGui import QClipboard, QFileOpenEvent, QGuiApplication
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken

_THEME = "QT_QPA_PLATFORMTHEME"
_PORTAL_THEME = "xdgdesktopportal"
_SERVICE = "dbus-1/services/org.freedesktop.portal.Desktop.service"
_CHOOSER = "org.freedesktop.impl.portal.FileChooser"
_SCREENLESS = ("offscreen", "minimal", "vnc")
_SECONDS = 2.0


class DesktopApplication(QApplication):
    """Passes on files to open: macOS sends an event instead of an argument.

    A double-click that starts the program sends its event before there is a window, so files
    are kept until ``open_files_with`` is called.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(list(arguments))
        self._early: list[str] = []
        self._on_file: Callable[[str], None] = self._early.append
        self._on_quit: Callable[[], None] | None = None

    def quit_with(self, on_quit: Callable[[], None]) -> None:
        """Call ``on_quit`` when the desktop asks the program to quit, for example at logout."""
        self._on_quit = on_quit

    def open_files_with(self, on_file: Callable[[str], None]) -> None:
        """Call ``on_file`` with each file that was or will be requested."""
        self._on_file = on_file
        waiting, self._early = self._early, []
        for path in waiting:
            on_file(path)

    # Not in an event filter, which would run Python for every event of every widget.
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self._on_file(event.file())
            return True
        # Qt would end its loop at once, before everything is stored.
        if event.type() is QEvent.Type.Quit and self._on_quit is not None:
            self._on_quit()
            return True
        return super().event(event)


def release_clipboard() -> None:
    """Copy the clipboard's text into an object owned by Qt, so that other programs can paste it.

    Qt releases its clipboard after Python has ended, and an object owned by Python would then
    crash the process.
    """
    clipboard = QGuiApplication.clipboard()
    # The second is the X11 selection, pasted with the middle button.
    for mode in (QClipboard.Mode.Clipboard, QClipboard.Mode.Selection):
        content = clipboard.mimeData(mode)
        # Content of other programs, and content made by Qt, is not owned by Python.
        if content is not None and Shiboken.createdByPython(content):
            if content.hasText():
                clipboard.setText(content.text(), mode)
            else:
                clipboard.clear(mode)


@contextmanager
def portal_dialogs(environment: MutableMapping[str, str]) -> Iterator[None]:
    """Select the portal while Qt's application is created, which reads the environment once.

    The environment is restored afterwards, so that child processes make their own choice.
    """
    if not has_file_chooser(environment):
        yield
        return
    environment[_THEME] = _PORTAL_THEME
    try:
        yield
    finally:
        environment.pop(_THEME, None)


def has_file_chooser(environment: Mapping[str, str]) -> bool:
    """Return whether the desktop can be expected to show its file dialog.

    If it fails, Qt shows no dialog at all. A choice made by the user is not changed.
    """
    platform = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if sys.platform != "linux" or environment.get(_THEME) or platform in _SCREENLESS:
        return False
    if not _has_session_bus(environment):
        return False
    folders = [Path(each) for each in _data_dirs(environment).split(":") if each]
    return any((folder / _SERVICE).exists() for folder in folders) and any(
        _offers_chooser(file, environment)
        for folder in folders
        for file in sorted(folder.glob("xdg-desktop-portal/portals/*.portal"))
    )


def _data_dirs(environment: Mapping[str, str]) -> str:
    return environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"


def _has_session_bus(environment: Mapping[str, str]) -> bool:
    runtime = environment.get("XDG_RUNTIME_DIR")
    is_usual = runtime is not None and (Path(runtime) / "bus").exists()
    return bool(environment.get("DBUS_SESSION_BUS_ADDRESS")) or is_usual


def _offers_chooser(file: Path, environment: Mapping[str, str]) -> bool:
    """Return whether a portal backend shows file dialogs on this desktop."""
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read(file, encoding="utf-8")
        interfaces = parser.get("portal", "Interfaces", fallback="").split(";")
        desktops = parser.get("portal", "UseIn", fallback="").lower().split(";")
    except (OSError, configparser.Error, UnicodeDecodeError):
        return False
    here = environment.get("XDG_CURRENT_DESKTOP", "").lower().split(":")
    is_gtk = file.stem == "gtk"  # the fallback for desktops without a backend
    return _CHOOSER in interfaces and (is_gtk or not set(here).isdisjoint(filter(None, desktops)))


def has_display() -> bool:
    """Return whether Qt can be expected to open a window here.

    A platform set by ``QT_QPA_PLATFORM`` is not checked.
    """
    if sys.platform in ("win32", "darwin") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return _has_wayland() or _has_x11()


def _has_wayland() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY")
    if not name:
        return False
    return _answers(str(Path(os.environ.get("XDG_RUNTIME_DIR", ""), name)))


def _has_x11() -> bool:
    """Return whether the X server answers: a local one on its socket, another one by TCP."""
    host, _, number = os.environ.get("DISPLAY", "").rpartition(":")
    number = number.partition(".")[0]
    if not number.isdigit():
        return False
    if host and host != "unix" and not host.startswith("/"):
        return _answers_tcp(host, 6000 + int(number))
    socket_path = f"/tmp/.X11-unix/X{number}"
    # A server may listen only in the abstract namespace of Linux, which has no file.
    return _answers(socket_path) or _answers(f"\0{socket_path}")


def _answers(path: str) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(_SECONDS)
            connection.connect(path)
    except (OSError, ValueError):
        return False
    return True


def _answers_tcp(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=_SECONDS).close()
    except OSError:
        return False
    return True
