"""What the desktop and the program ask of each other: files, dialogs, the clipboard, a screen."""

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
    """Passes on the files that it is asked to open: macOS sends an event, not an argument.

    The event of a double-click that starts the program comes before there is a window, so files
    are kept until somebody takes them.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(list(arguments))
        self._early: list[str] = []
        self._on_file: Callable[[str], None] = self._early.append
        self._on_quit: Callable[[], None] | None = None

    def quit_with(self, on_quit: Callable[[], None]) -> None:
        """Call ``on_quit`` where the desktop asks the program to end, as when its session ends."""
        self._on_quit = on_quit

    def open_files_with(self, on_file: Callable[[str], None]) -> None:
        """Call ``on_file`` with each file that was or will be asked for."""
        self._on_file = on_file
        waiting, self._early = self._early, []
        for path in waiting:
            on_file(path)

    # Here and not in an event filter, which Python would run for every event of every widget.
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self._on_file(event.file())
            return True
        # Qt would end its loop at once, under everything that is still to be stored.
        if event.type() is QEvent.Type.Quit and self._on_quit is not None:
            self._on_quit()
            return True
        return super().event(event)


def release_clipboard() -> None:
    """Put copied text into Qt's own hands, where the system may keep it for other programs.

    Qt lets go of its clipboard when Python has ended, and an object of Python's would then end
    the process with a fault.
    """
    clipboard = QGuiApplication.clipboard()
    # The second is what X11 pastes with the middle button.
    for mode in (QClipboard.Mode.Clipboard, QClipboard.Mode.Selection):
        content = clipboard.mimeData(mode)
        # What other programs have put there, and what Qt made, was not.
        if content is not None and Shiboken.createdByPython(content):
            if content.hasText():
                clipboard.setText(content.text(), mode)
            else:
                clipboard.clear(mode)


@contextmanager
def portal_dialogs(environment: MutableMapping[str, str]) -> Iterator[None]:
    """Choose the portal while Qt's application is made, which reads the environment once.

    Afterwards it is as it was: programs that are started from here make their own choice.
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
    """Return whether a desktop can be expected to show its file dialog when it is asked.

    Asked in vain, Qt would show none at all. What somebody chose is left as it is.
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
    """Return whether a backend of the portal shows file dialogs on this desktop."""
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read(file, encoding="utf-8")
        interfaces = parser.get("portal", "Interfaces", fallback="").split(";")
        desktops = parser.get("portal", "UseIn", fallback="").lower().split(";")
    except (OSError, configparser.Error, UnicodeDecodeError):
        return False
    here = environment.get("XDG_CURRENT_DESKTOP", "").lower().split(":")
    is_gtk = file.stem == "gtk"  # which stands in where a desktop has none of its own
    return _CHOOSER in interfaces and (is_gtk or not set(here).isdisjoint(filter(None, desktops)))


def has_display() -> bool:
    """Return whether Qt can be expected to open a window here.

    A platform that was chosen by ``QT_QPA_PLATFORM`` is taken at its word.
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
    # A server may listen in the abstract namespace of Linux alone, which has no file.
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
