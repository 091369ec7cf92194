"""What a second start says to the first: show yourself, and open this model.

The first one holds the lock on the data folder, so that a socket which a killed program left
there is nobody's and may be removed. Nobody but the folder's owner gets at the socket.
"""

import logging
import os
import sys
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_log = logging.getLogger(__name__)

_LONGEST_ADDRESS = 100  # bytes; Linux takes 107, macOS 103
_LONGEST_WISH = 64 * 1024
_ANSWER = b"shown\n"
_PATIENCE_SECONDS = 10.0  # the first one may be starting itself
_PAUSE_SECONDS = 0.1
_WAIT_MS = 1000


class Wish(msgspec.Struct, frozen=True):
    """What the second start would have done.

    Attributes:
        model: the file to open.
        activation_token: what Wayland wants to see before a window may come to the front.
    """

    model: str | None = None
    activation_token: str = ""


def wish_of(model: str | None) -> Wish:
    """Return the wish of this start."""
    return Wish(model, os.environ.get("XDG_ACTIVATION_TOKEN", ""))


class InstanceServer(QObject):
    """Listens for second starts on the same data folder until it is closed."""

    def __init__(
        self, data_dir: Path, on_wish: Callable[[Wish], None], parent: QObject | None = None
    ) -> None:
        """Listen, where there is a place for a socket; else second starts are told in words."""
        super().__init__(parent)
        self._on_wish = on_wish
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        address = _address(data_dir)
        if address is None:
            return
        QLocalServer.removeServer(address)
        if not self._server.listen(address):
            _log.warning("second starts can't be heard: %s", self._server.errorString())

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _on_connection(self) -> None:
        while (caller := self._server.nextPendingConnection()) is not None:
            caller.readyRead.connect(lambda caller=caller: self._hear(caller))
            caller.disconnected.connect(caller.deleteLater)
            if caller.bytesAvailable():
                self._hear(caller)

    def _hear(self, caller: QLocalSocket) -> None:
        if not caller.canReadLine():
            if caller.bytesAvailable() > _LONGEST_WISH:
                caller.abort()
            return
        try:
            wish = msgspec.json.decode(caller.readLine(_LONGEST_WISH).data(), type=Wish)
        except (msgspec.DecodeError, UnicodeDecodeError):
            caller.abort()
            return
        self._on_wish(wish)
        caller.write(_ANSWER)
        caller.flush()
        caller.disconnectFromServer()


def notify_running_instance(
    data_dir: Path, wish: Wish, patience_seconds: float = _PATIENCE_SECONDS
) -> bool:
    """Tell the program that holds the folder; say whether it has shown itself."""
    address = _address(data_dir)
    if address is None:
        return False
    deadline = time.monotonic() + patience_seconds
    while not _rings(address, wish):
        if time.monotonic() > deadline:
            return False
        time.sleep(_PAUSE_SECONDS)
    return True


def _rings(address: str, wish: Wish) -> bool:
    socket = QLocalSocket()
    socket.connectToServer(address)
    try:
        if not socket.waitForConnected(_WAIT_MS):
            return False
        socket.write(msgspec.json.encode(wish) + b"\n")
        while not socket.canReadLine():
            if not socket.waitForReadyRead(_WAIT_MS):
                return False
        return socket.readLine().data() == _ANSWER
    finally:
        socket.abort()


def _address(data_dir: Path) -> str | None:
    """Return where the socket of a data folder is; None where there is no safe place for one."""
    name = blake2b(os.fsencode(data_dir.resolve()), digest_size=16).hexdigest()
    if sys.platform == "win32":
        return f"hubbub-{name}"
    for folder in (data_dir, Path(os.environ.get("XDG_RUNTIME_DIR", ""))):
        address = folder / ("hubbub.socket" if folder == data_dir else f"hubbub-{name}")
        if folder.is_absolute() and len(os.fsencode(address)) <= _LONGEST_ADDRESS:
            return str(address)
    return None
