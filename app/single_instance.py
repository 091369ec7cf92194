"""Allows one instance per data folder; a second start asks the first to show its window.

The first instance holds the lock on the data folder, so a socket left there by a killed program
has no owner and can be removed. Only the folder's owner can open the socket.
"""

import logging
import os
import sys
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.instance_lock import InstanceLock as InstanceLock

_log = logging.getLogger(__name__)

_MAX_ADDRESS_BYTES = 100  # bytes; Linux takes 107, macOS 103
_MAX_REQUEST_BYTES = 64 * 1024
_SHOWN = b"shown\n"
_TIMEOUT_SECONDS = 10.0  # the first instance may still be starting
_PAUSE_SECONDS = 0.1
_WAIT_MS = 1000


class LaunchRequest(msgspec.Struct, frozen=True):
    """The request of the second start.

    Attributes:
        file: the model file to open, for chats that the user chooses.
        model: the model file for new chats.
        activation_token: the token that Wayland requires to bring a window to the front.
    """

    model: str | None = None
    activation_token: str = ""
    file: str | None = None


def launch_request(model: str | None, file: str | None) -> LaunchRequest:
    """Return the request of this start."""
    return LaunchRequest(model, os.environ.get("XDG_ACTIVATION_TOKEN", ""), file)


class InstanceServer(QObject):
    """Listens for second starts on the same data folder until it is closed."""

    def __init__(
        self,
        data_dir: Path,
        on_request: Callable[[LaunchRequest], None],
        parent: QObject | None = None,
    ) -> None:
        """Listen on a socket if there is a place for one; else second starts show a message."""
        super().__init__(parent)
        self._on_request = on_request
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        address = _address(data_dir)
        if address is None:
            return
        # A killed program leaves its socket file, and its address would stay in use.
        QLocalServer.removeServer(address)
        if not self._server.listen(address):
            _log.warning("second starts can't be heard: %s", self._server.errorString())

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _on_connection(self) -> None:
        while (caller := self._server.nextPendingConnection()) is not None:
            # A slot without a reference to this object: if it held the last one, the end of the
            # connection would free the server in the destructor of one of its children.
            caller.readyRead.connect(self._on_ready_read)
            caller.disconnected.connect(caller.deleteLater)
            # Data that arrived before the signal was connected is not announced again.
            if caller.bytesAvailable():
                self._answer(caller)

    @Slot()
    def _on_ready_read(self) -> None:
        caller = self.sender()
        if isinstance(caller, QLocalSocket):
            self._answer(caller)

    def _answer(self, caller: QLocalSocket) -> None:
        if not caller.canReadLine():
            if caller.bytesAvailable() > _MAX_REQUEST_BYTES:
                caller.abort()
            return
        try:
            request = msgspec.json.decode(
                caller.readLine(_MAX_REQUEST_BYTES).data(), type=LaunchRequest
            )
        except (msgspec.DecodeError, UnicodeDecodeError):
            caller.abort()
            return
        self._on_request(request)
        caller.write(_SHOWN)
        caller.flush()
        caller.disconnectFromServer()


def notify_running_instance(
    data_dir: Path, request: LaunchRequest, timeout_seconds: float = _TIMEOUT_SECONDS
) -> bool:
    """Send the request to the instance that holds the folder; return whether it was shown."""
    address = _address(data_dir)
    if address is None:
        return False
    deadline = time.monotonic() + timeout_seconds
    while not _send(address, request, deadline):
        if time.monotonic() > deadline:
            return False
        time.sleep(_PAUSE_SECONDS)
    return True


def _send(address: str, request: LaunchRequest, deadline: float) -> bool:
    """Send the request once and wait for its answer: at least a second, at most until the deadline.

    A busy program reads the request later, so a request that is sent again would be run twice.
    """
    socket = QLocalSocket()
    socket.connectToServer(address)
    try:
        if not socket.waitForConnected(_WAIT_MS):
            return False
        # Terminated by a line break: the answer may arrive in pieces.
        socket.write(msgspec.json.encode(request) + b"\n")
        while not socket.canReadLine():
            left_ms = round((deadline - time.monotonic()) * 1000)
            if not socket.waitForReadyRead(max(_WAIT_MS, left_ms)):
                return False
        return socket.readLine().data() == _SHOWN
    finally:
        socket.abort()


def _address(data_dir: Path) -> str | None:
    """Return the address of a data folder's socket; None if there is no safe place for it."""
    name = blake2b(os.fsencode(data_dir.resolve()), digest_size=16).hexdigest()
    if sys.platform == "win32":
        return f"hubbub-{name}"
    for folder in (data_dir, Path(os.environ.get("XDG_RUNTIME_DIR", ""))):
        address = folder / ("hubbub.socket" if folder == data_dir else f"hubbub-{name}")
        if folder.is_absolute() and len(os.fsencode(address)) <= _MAX_ADDRESS_BYTES:
            return str(address)
    return None
