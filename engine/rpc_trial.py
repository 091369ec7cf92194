"""Asks RPC servers for their greeting and their memory before llama.cpp does.

The library ends its process if a server is away or of another version, and waits forever for a
server that hangs or is busy with another program. So this module sends the first messages, with a
deadline.
"""

import socket
import struct
import threading
import time
from collections.abc import Iterable

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.remote_messages import RpcMemory, RpcServer

TRIAL_SECONDS = 4.0
# The version of the library in ``requirements.lock``; it accepts this major version and no higher
# minor one.
PROTOCOL_MAJOR, PROTOCOL_MINOR = 7, 0
_MAX_DEVICES = 16
_DEVICE_MEMORY, _HELLO, _DEVICE_COUNT = 11, 14, 15
_CAPABILITIES = bytes(24)  # none: the greeting alone is the same for all transports
_LENGTH = struct.Struct("<Q")


class _Refused(Exception):
    """The server can't be used; the text says why."""


def try_servers(addresses: Iterable[str], seconds: float = TRIAL_SECONDS) -> list[RpcServer]:
    """Return the server at each address; all are tried at once, for at most this duration."""
    deadline = time.monotonic() + seconds
    found: dict[str, RpcServer] = {}

    def note(address: str) -> None:
        found[address] = _tried(address, deadline)

    wanted = list(addresses)
    # Daemon threads: a name lookup has no time limit. An abandoned lookup ends by itself, and its
    # result is dropped.
    threads = [threading.Thread(target=note, args=(each,), daemon=True) for each in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, deadline + 0.5 - time.monotonic()))
    silent = lazy("it does not answer.")
    return [found.get(each) or RpcServer(each, refusal=silent) for each in wanted]


def away_text(server: RpcServer) -> LazyText:
    """Return a sentence about a server that can't be used."""
    return lazy("“{address}” is not used: {reason}", address=server.address, reason=server.refusal)


def _tried(address: str, deadline: float) -> RpcServer:
    try:
        endpoint, devices = _greeted(address, deadline)
    except _Refused as refused:
        return RpcServer(address, refusal=LazyText.of(str(refused.args[0])))
    return RpcServer(address, endpoint, devices)


def _greeted(address: str, deadline: float) -> tuple[str, tuple[RpcMemory, ...]]:
    host, _, port = address.rpartition(":")
    with _connected(host, int(port), deadline) as connection:
        conversation = _Conversation(connection, deadline)
        major, minor = conversation.greet()
        if major != PROTOCOL_MAJOR or minor > PROTOCOL_MINOR:
            raise _Refused(
                lazy(
                    "it uses protocol version {theirs}, but this Hubbub needs {ours}. Install a "
                    "matching version of llama.cpp there.",
                    theirs=f"{major}.{minor}",
                    ours=f"{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}",
                )
            )
        # The library looks names up without a time limit, so it gets the address that answered
        # here.
        endpoint = "{}:{}".format(*connection.getpeername()[:2])
        return endpoint, conversation.devices()


def _connected(host: str, port: int, deadline: float) -> socket.socket:
    try:
        answers = socket.getaddrinfo(host, port, socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise _Refused(lazy("no computer of this name was found.")) from error
    trouble: OSError | None = None
    for *_, found in answers:
        try:
            return socket.create_connection((str(found[0]), port), _left(deadline))
        except OSError as error:
            trouble = error
    if isinstance(trouble, TimeoutError) or trouble is None:
        raise _Refused(lazy("it does not answer.")) from trouble
    if isinstance(trouble, ConnectionRefusedError):
        raise _Refused(lazy("no RPC server is running there.")) from trouble
    reason = trouble.strerror or type(trouble).__name__
    raise _Refused(lazy("it can't be reached ({reason}).", reason=reason)) from trouble


class _Conversation:
    """A command is one byte, a length and that many bytes; an answer is a length and its bytes."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self._connection = connection
        self._deadline = deadline

    def greet(self) -> tuple[int, int]:
        """Return the server's protocol version."""
        try:
            answer = self._ask(_HELLO, _CAPABILITIES, 4 + len(_CAPABILITIES))
        except TimeoutError as error:
            raise _Refused(
                lazy(
                    "it is busy with another program, or hangs. An RPC server serves one program "
                    "at a time."
                )
            ) from error
        return answer[0], answer[1]

    def devices(self) -> tuple[RpcMemory, ...]:
        """Return the server's devices."""
        try:
            (count,) = struct.unpack("<I", self._ask(_DEVICE_COUNT, b"", 4))
            if not 0 < count <= _MAX_DEVICES:
                raise _Refused(lazy("it has no usable device."))
            return tuple(self._memory(index) for index in range(count))
        except TimeoutError as error:
            raise _Refused(lazy("it stopped answering.")) from error

    def _memory(self, index: int) -> RpcMemory:
        answer = self._ask(_DEVICE_MEMORY, struct.pack("<I", index), 16)
        return RpcMemory(*struct.unpack("<QQ", answer))

    def _ask(self, command: int, content: bytes, length: int) -> bytes:
        try:
            self._connection.settimeout(_left(self._deadline))
            self._connection.sendall(bytes([command]) + _LENGTH.pack(len(content)) + content)
            # Checked before it is read: a service of another kind may send any number here.
            if _LENGTH.unpack(self._read(_LENGTH.size)) != (length,):
                raise _Refused(lazy("it is not an RPC server."))
            return self._read(length)
        except TimeoutError:
            raise
        except OSError as error:
            raise _Refused(
                lazy(
                    "it closed the connection: it is not an RPC server, or one of another version."
                )
            ) from error

    def _read(self, length: int) -> bytes:
        received = b""
        while len(received) < length:
            self._connection.settimeout(_left(self._deadline))
            piece = self._connection.recv(length - len(received))
            if not piece:
                raise ConnectionResetError
            received += piece
        return received


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
