"""The socket for further clients of the engine, passed by the window to each engine process.

The socket outlives the processes. A client that connects while there is none waits for the next
one.
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
_MAX_CHARS = 100  # of an address; systems allow 104 or 108 bytes
_BACKLOG = 16


class ListeningSocket:
    """A socket in a folder that only its user can enter; on Windows the name of a pipe.

    ``address`` is where clients connect; empty if they can't, and after ``close``. ``inherited``
    are the descriptors that an engine process inherits, ``arguments`` its options.
    """

    @classmethod
    def create(cls) -> "ListeningSocket":
        """Return a new one; its address is empty if the system has no room for a socket."""
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
        """Take ownership of the listening socket."""
        self.address = address
        self._listener = listener

    @property
    def inherited(self) -> tuple[int, ...]:
        """Return the descriptors that an engine process inherits."""
        return () if self._listener is None else (self._listener.fileno(),)

    @property
    def arguments(self) -> tuple[str, ...]:
        """Return the arguments of an engine process."""
        if self._listener is not None:
            return (f"--channel={self._listener.fileno()}",)
        return (f"--channel={self.address}",) if self.address else ()

    def close(self) -> None:
        """Remove the socket; connected clients stay connected until the engine ends."""
        address, self.address = self.address, ""
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
            _remove(Path(address).parent)


def _parents() -> list[Path]:
    """Return folders for the socket, best first: the user's runtime folder is emptied at logout."""
    own = os.environ.get("XDG_RUNTIME_DIR", "")
    names = [own, tempfile.gettempdir(), "/tmp"]
    return [Path(name) for name in dict.fromkeys(names) if os.path.isabs(name)]


def _listening(parent: Path) -> tuple[str, socket.socket]:
    """Return an address and the socket that listens there. Raises OSError."""
    folder = Path(tempfile.mkdtemp(prefix=_FOLDER, dir=parent))  # with mode 0700
    address = str(folder / _NAME)
    listener = socket.socket(socket.AF_UNIX)
    try:
        if len(os.fsencode(address)) > _MAX_CHARS:
            raise OSError(f"{address} is too long an address")
        # Renamed last: a socket that is bound but not yet listening looks abandoned.
        listener.bind(str(folder / _UNNAMED))
        listener.listen(_BACKLOG)
        (folder / _UNNAMED).rename(address)
    except OSError:
        listener.close()
        _remove(folder)
        raise
    return address, listener


def remove_stale_folders(parent: Path) -> None:
    """Remove the folders of killed windows, in which no process listens."""
    for folder in parent.glob(f"{_FOLDER}*"):
        with contextlib.suppress(OSError):
            if folder.stat().st_uid == os.getuid() and _is_deserted(folder / _NAME):
                _remove(folder)


def _is_deserted(address: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as caller:
        caller.setblocking(False)  # a full backlog belongs to a running process
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
