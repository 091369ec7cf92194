"""Where further clients of the engine connect: made by the window, handed to each engine process.

It outlives them. Who connects while there is none waits for the next one.
"""

import contextlib
import logging
import os
import secrets
import socket
import sys
import tempfile
from pathlib import Path

_log = logging.getLogger(__name__)

_FOLDER = "hubbub-engine-"
_NAME = "socket"
_UNNAMED = "new"
_MAX_CHARS = 100  # of an address; systems take 104 or 108 bytes
_BACKLOG = 16


class ListeningSocket:
    """A socket in a folder that only its user can enter; in Windows the name of a pipe.

    ``address`` is where clients connect; empty where they can't, and when it is closed.
    ``inherited`` are the descriptors that an engine process has to be started with, ``argument``
    what it has to be told.
    """

    @classmethod
    def create(cls) -> "ListeningSocket":
        """Return a new one, or one without an address where the system has no room for it."""
        if sys.platform == "win32":
            return cls(rf"\\.\pipe\hubbub-engine-{secrets.token_hex(16)}", None)
        for parent in _parents():
            try:
                remove_stale_folders(parent)
                return cls(*_listening(parent))
            except OSError as error:
                _log.info("No socket in %s: %s", parent, error)
        return cls("", None)

    def __init__(self, address: str, listener: socket.socket | None) -> None:
        """Take over what listens."""
        self.address = address
        self._listener = listener

    @property
    def inherited(self) -> tuple[int, ...]:
        """Return the descriptors that an engine process inherits."""
        return () if self._listener is None else (self._listener.fileno(),)

    @property
    def arguments(self) -> tuple[str, ...]:
        """Return what an engine process is told."""
        if self._listener is not None:
            return (f"--channel={self._listener.fileno()}",)
        return (f"--channel={self.address}",) if self.address else ()

    def close(self) -> None:
        """Remove it; clients that are connected stay so until the engine ends."""
        address, self.address = self.address, ""
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
            _remove(Path(address).parent)


def _parents() -> list[Path]:
    """Return folders for it, the best first: the user's own, which the end of a session empties."""
    own = os.environ.get("XDG_RUNTIME_DIR", "")
    names = [own, tempfile.gettempdir(), "/tmp"]
    return [Path(name) for name in dict.fromkeys(names) if os.path.isabs(name)]


def _listening(parent: Path) -> tuple[str, socket.socket]:
    """Return an address and what listens there. Raises OSError."""
    folder = Path(tempfile.mkdtemp(prefix=_FOLDER, dir=parent))  # with mode 0700
    address = str(folder / _NAME)
    listener = socket.socket(socket.AF_UNIX)
    try:
        if len(os.fsencode(address)) > _MAX_CHARS:
            raise OSError(f"{address} is too long an address")
        # Renamed last: a socket that is bound and not listening yet looks abandoned.
        listener.bind(str(folder / _UNNAMED))
        listener.listen(_BACKLOG)
        (folder / _UNNAMED).rename(address)
    except OSError:
        listener.close()
        _remove(folder)
        raise
    return address, listener


def remove_stale_folders(parent: Path) -> None:
    """Remove the folders of windows that were killed: nobody listens there any more."""
    for folder in parent.glob(f"{_FOLDER}*"):
        with contextlib.suppress(OSError):
            if folder.stat().st_uid == os.getuid() and _is_deserted(folder / _NAME):
                _remove(folder)


def _is_deserted(address: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as caller:
        caller.setblocking(False)  # a backlog that is full is somebody's
        try:
            caller.connect(str(address))
        except ConnectionRefusedError:
            return True
        except OSError:
            return False
    return False


def _remove(folder: Path) -> None:
    with contextlib.suppress(OSError):
        for name in (_NAME, _UNNAMED):
            (folder / name).unlink(missing_ok=True)
        folder.rmdir()
