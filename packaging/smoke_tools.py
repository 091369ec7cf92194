"""Tests the tools of an installed program: a small program, and a server that it starts."""

from __future__ import annotations

import contextlib
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import IO

from failure import SetupFailed

CODE, VALUE = "sum(n * n for n in range(1000))", "332833500"
# A tool of ``hubbub serve --mcp``, which the program starts as it starts any server.
_SERVER_TOOL = b"search_conversations"
_LENGTH_BYTES = 4
_MAX_SHORT = 31  # bytes of a text whose length is in its first byte

Value = bool | int | str | Sequence["Value"] | Mapping[str, "Value"]


def check_tool_processes(command: list[str], server: Sequence[str], seconds: float = 120.0) -> str:
    """Run a program, start ``server``, and return what was seen. Raises SetupFailed.

    ``command`` starts the installed program; ``server`` starts its MCP server from within it.
    """
    program: Value = {"type": "Program", "code": CODE}
    answer = _answer([*command, "--run-program"], program, (b"ProgramEnded",), seconds)
    if VALUE.encode() not in answer:
        raise SetupFailed(f"“{CODE}” was answered with {answer!r}.")
    launch: Value = {
        "name": "hubbub",
        "is_program": True,
        "command": server[0],
        "arguments": server[1:],
    }
    opening: Value = {"type": "OpenServer", "request_id": 1, "launch": launch}
    ends = (b"ServerOpened", b"ServersFailed")
    answer = _answer([*command, "--tool-servers", "smoke"], opening, ends, seconds)
    if _SERVER_TOOL not in answer:
        raise SetupFailed(f"The MCP server was not started: {answer!r}.")
    return f"{CODE} is {VALUE}; the MCP server has its tools"


def _answer(command: list[str], message: Value, ends: tuple[bytes, ...], seconds: float) -> bytes:
    """Send a message to a process, and return the first one that names one of ``ends``."""
    body = b"".join(_packed(message))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        limit = threading.Timer(seconds, process.kill)
        limit.start()
        try:
            with contextlib.suppress(BrokenPipeError):  # it has ended; its status says more
                process.stdin.write(len(body).to_bytes(_LENGTH_BYTES, "little") + body)
                process.stdin.flush()
            for found in _frames(process.stdout):
                if any(each in found for each in ends):
                    return found
        finally:
            limit.cancel()
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()  # it ends what it has started, and then itself
    raise SetupFailed(f"{' '.join(command)} gave no answer; it ended with {process.returncode}.")


def _frames(pipe: IO[bytes]) -> Iterator[bytes]:
    while len(head := pipe.read(_LENGTH_BYTES)) == _LENGTH_BYTES:
        yield pipe.read(int.from_bytes(head, "little"))


def _packed(value: Value) -> Iterator[bytes]:
    """Yield the parts of a small value as MessagePack, which no library is needed for."""
    if isinstance(value, bool):
        yield b"\xc3" if value else b"\xc2"
    elif isinstance(value, int):
        yield bytes([value])
    elif isinstance(value, str):
        text = value.encode()
        short = bytes([0xA0 + len(text)]) if len(text) <= _MAX_SHORT else b""
        yield (short or b"\xda" + len(text).to_bytes(2, "big")) + text
    elif isinstance(value, Mapping):
        yield bytes([0x80 + len(value)])
        for name, each in value.items():
            yield from _packed(name)
            yield from _packed(each)
    else:
        yield bytes([0x90 + len(value)])
        for each in value:
            yield from _packed(each)
