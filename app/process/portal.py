"""Has Qt ask the desktop for its file dialogs, where a Linux desktop offers them by a portal."""

import configparser
import sys
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from pathlib import Path

_THEME = "QT_QPA_PLATFORMTHEME"
_PORTAL_THEME = "xdgdesktopportal"
_SERVICE = "dbus-1/services/org.freedesktop.portal.Desktop.service"
_CHOOSER = "org.freedesktop.impl.portal.FileChooser"
_SCREENLESS = ("offscreen", "minimal", "vnc")


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
