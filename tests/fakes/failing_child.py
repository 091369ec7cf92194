"""An entry module of ours that fails at its first starts, run in place of its own command.

``python -m tests.fakes.failing_child FAILURE COUNTER MODULE [ARGUMENT …]``: the file ``COUNTER``
holds a character for each start that is still to fail; after these the module runs as always.
"""

import importlib
import os
import runpy
import struct
import sys
from pathlib import Path

from engine.ipc.lifecycle import PROTOCOL_VERSION, ProcessStarted
from engine.messages.framing import EVENTS

SERVICES = ("engine.core.process", "app.net_process.process")
_GREETING = EVENTS.encode(ProcessStarted(PROTOCOL_VERSION, 1))
_SPARE_BYTES = 4 << 20


def failing(failure: str, counter: Path, module: str, *arguments: str) -> tuple[str, ...]:
    """Return the command that runs a module with a failure."""
    command = (sys.executable, "-m", "tests.fakes.failing_child", failure)
    return *command, str(counter), module, *arguments


def main(failure: str, counter: str, module: str, *arguments: str) -> None:
    """Fail, unless it has failed often enough, and run the module."""
    left = Path(counter).read_text("ascii")
    Path(counter).write_text(left[1:], "ascii")
    sys.argv = [module, *arguments]
    if left:
        _FAILURES[failure](module)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _say(module: str, said: bytes) -> None:
    os.write(1, (_GREETING if module in SERVICES else b"") + said)


def _break_frame(module: str) -> None:
    _say(module, struct.pack("<I", 3) + b"\xc1\xc1\xc1")


def _exceed_frame(module: str) -> None:
    _say(module, b"\xff\xff\xff\xff")


def _exceed_output(_module: str) -> None:
    for _ in range(64):
        os.write(1, b"x" * (1 << 20))


def _take_memory(module: str) -> None:
    """Leave it what it has, once it has read its code, and a little more."""
    import resource

    importlib.import_module(module)
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    limit = pages * resource.getpagesize() + _SPARE_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


_FAILURES = {
    "broken frame": _break_frame,
    "frame over the limit": _exceed_frame,
    "output over the limit": _exceed_output,
    "no memory": _take_memory,
}

if __name__ == "__main__":
    main(*sys.argv[1:])
