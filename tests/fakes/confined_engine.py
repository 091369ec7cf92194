"""A real engine process in its sandbox whose loader does what a hostile model would like to do.

Started with ``CONFINED_ENGINE``, the folder that it may write to, and one that it may not. The
load fails with a text in JSON: what was tried, and how the system answered.
"""

import ctypes
import errno
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from engine.backend import Backend, LoadProgress
from engine.core.engine import Engine
from engine.core.process import isolate, serve
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed

CONFINED_ENGINE = (sys.executable, str(Path(__file__).resolve()))
_TYPE_AHEAD = 0x5412
_PTRACE_SEIZE = 0x4206


def attempts(own: Path, foreign: Path) -> dict[str, Callable[[], object]]:
    """Return what is tried, by name."""
    victim = foreign / "victim"
    return {
        "start a program": lambda: subprocess.run([sys.executable, "-c", ""], check=True),
        "replace itself": lambda: os.execv("/bin/true", ["true"]),
        "open a connection": lambda: socket.create_connection(("127.0.0.1", 9)),
        "open a socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
        "open a socket of version 6": lambda: socket.socket(socket.AF_INET6),
        "write into the home": lambda: (Path.home() / ".hubbub-was-here").write_text("x"),
        "write a file": lambda: (foreign / "new").write_text("x"),
        "change a file": lambda: victim.open("r+").close(),
        "empty a file": lambda: os.truncate(victim, 0),
        "remove a file": victim.unlink,
        "move a file away": lambda: victim.rename(own / "victim"),
        "link to a file": lambda: os.link(victim, own / "victim"),
        "make a link": lambda: (own / "link").symlink_to(victim),
        "make a folder": lambda: (foreign / "folder").mkdir(),
        "type into a terminal": _type_ahead,
        "signal its parent": lambda: os.kill(os.getppid(), signal.SIGCONT),
        "look into its parent": _seize_parent,
        "make a ring": lambda: _called(425, 8, 0),
        "read a file": victim.read_text,
        "keep a file": lambda: (own / "kept").write_text("x"),
        "rename what it keeps": lambda: (own / "kept").rename(own / "kept.kv"),
        "remove what it keeps": (own / "kept.kv").unlink,
        "talk to itself": socket.socketpair,
        "write to nowhere": lambda: Path(os.devnull).write_text("x"),
        "start a thread": _thread,
    }


def _type_ahead() -> None:
    import fcntl  # late: not every system has it

    fcntl.ioctl(2, _TYPE_AHEAD, b"x")


def _seize_parent() -> None:
    _checked(ctypes.CDLL(None, use_errno=True).ptrace(_PTRACE_SEIZE, os.getppid(), 0, 0))


def _called(*arguments: int) -> None:
    _checked(ctypes.CDLL(None, use_errno=True).syscall(*arguments))


def _checked(result: int) -> None:
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")


def _thread() -> None:
    import threading

    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()


def _answer(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, "?")
    return "done"


def _load(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
    own, foreign = Path(sys.argv[1]), Path(sys.argv[2])
    answers = {name: _answer(attempt) for name, attempt in attempts(own, foreign).items()}
    raise ModelLoadFailed(json.dumps(answers))


if __name__ == "__main__":
    serve(
        lambda report: Engine(_load, report),
        enter_sandbox=lambda tell: isolate(sys.argv[1:2], tell),
    )
