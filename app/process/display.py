"""Whether there is a screen to open a window on, found out before Qt would end the process."""

import os
import socket
import sys
from pathlib import Path

_SECONDS = 2.0


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
