"""Stands in for an RPC server: says its greeting and its memory, or what a test wants instead."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

GREETING = 14
GB = 1 << 30


def answer(content: bytes) -> bytes:
    """Return an answer as the protocol has it: a length, and so many bytes."""
    return struct.pack("<Q", len(content)) + content


def greeting(major: int = 7, minor: int = 0) -> bytes:
    """Return the answer to a greeting, from a server of this version."""
    return answer(bytes([major, minor, 0, 0]) + bytes(24))


@contextmanager
def rpc_server(
    first: bytes | None = None, *, devices: tuple[int, ...] = (8 * GB,), is_silent: bool = False
) -> Iterator[str]:
    """Yield the address of a server; ``first`` is what it says to anything, in place of all."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                _converse(connection, first, devices, is_silent=is_silent)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def _converse(
    connection: socket.socket, first: bytes | None, devices: tuple[int, ...], *, is_silent: bool
) -> None:
    while header := connection.recv(9, socket.MSG_WAITALL):
        content = connection.recv(struct.unpack("<Q", header[1:])[0], socket.MSG_WAITALL)
        if is_silent:
            continue
        if first is not None:
            connection.sendall(first)
            return
        if header[0] == GREETING:
            connection.sendall(greeting())
        elif content:
            free = devices[struct.unpack("<I", content)[0]]
            connection.sendall(answer(struct.pack("<QQ", free, 2 * free)))
        else:
            connection.sendall(answer(struct.pack("<I", len(devices))))
