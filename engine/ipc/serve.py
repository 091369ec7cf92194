"""A process behind the window: its pipes, its beats, its end, whatever it is there for.

Main thread: reads commands and hands them to the service. Service thread: ``run``. Writer thread:
frames and heartbeats. The process never outlives its parent: the end of its input is the end of
it, even while the service hangs in native code.
"""

import contextlib
import ctypes
import faulthandler
import logging
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import BinaryIO, NoReturn, Protocol, TypeVar

import msgspec

from engine.ipc.lazy_text import LazyText
from engine.messages.commands import Shutdown
from engine.messages.events import EngineStarted, Heartbeat
from engine.messages.framing import LENGTH_BYTES, PROTOCOL_VERSION, body_length, encode

HEARTBEAT_SECONDS = 1.0
WRITER_GRACE_SECONDS = 0.3
BUG_EXIT_CODE = 70
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux
# How far its threads stand behind the window's: each step is a tenth less of a processor that both
# want. More would starve the engine beside other programs, where it has work for all processors.
NICENESS = 1
_BELOW_NORMAL = 0x4000  # BELOW_NORMAL_PRIORITY_CLASS of Windows
OOM_SCORE = "600"  # Linux then ends this process rather than the window when memory runs out

C = TypeVar("C")
C_contra = TypeVar("C_contra", contravariant=True)
Report = Callable[[msgspec.Struct], None]
Outbox = SimpleQueue[msgspec.Struct | None]


class Service(Protocol[C_contra]):
    """What a process is there for: the engine, the network, or the tests' stand-in of one."""

    @property
    def step_count(self) -> int:
        """Return how many steps and commands did real work; any thread."""

    @property
    def is_busy(self) -> bool:
        """Return whether there is work to be done; any thread."""

    @property
    def slice_count(self) -> int | None:
        """Return a number that grows with work beside the steps, None while there is none."""

    def submit(self, command: C_contra | Shutdown) -> None:
        """Take a command; any thread."""

    def run(self) -> None:
        """Work until Shutdown."""


def serve(
    make_service: Callable[[Report], Service[C]],
    decode_command: Callable[[bytes], C],
    *,
    grace_seconds: float,
    heartbeat_seconds: float = HEARTBEAT_SECONDS,
    enter_sandbox: Callable[[], LazyText] = LazyText,
) -> NoReturn:
    """Run a service between stdin and stdout until Shutdown or the parent's end.

    It then has ``grace_seconds`` to come to its own end.
    """
    _die_of_bugs()
    commands, events = _claim_pipes()
    _be_expendable()
    _give_way()
    sandbox = enter_sandbox()  # before the first thread, which would stay outside
    outbox: Outbox = SimpleQueue()
    outbox.put(EngineStarted(PROTOCOL_VERSION, os.getpid(), sandbox))
    service = make_service(outbox.put)
    writing = (events, outbox, service, heartbeat_seconds)
    writer = threading.Thread(target=_write_events, args=writing, daemon=True)
    threading.stack_size(16 << 20)  # tokenizers that use std::regex recurse deeply
    runner = threading.Thread(target=service.run, daemon=True)
    writer.start()
    runner.start()
    _read_commands(commands, decode_command, service)
    service.submit(Shutdown())
    runner.join(grace_seconds)
    outbox.put(None)
    writer.join(WRITER_GRACE_SECONDS)
    os._exit(0)  # native threads and destructors get no chance to hang


def _read_commands(stream: BinaryIO, decode: Callable[[bytes], C], service: Service[C]) -> None:
    """Hand over commands until Shutdown or the end of input."""
    while len(header := stream.read(LENGTH_BYTES)) == LENGTH_BYTES:
        body = stream.read(length := body_length(header))
        if len(body) < length:
            return
        command = decode(body)
        if isinstance(command, Shutdown):
            return
        service.submit(command)


def _beat(service: Service[C]) -> Heartbeat:
    return Heartbeat(service.step_count, service.is_busy, service.slice_count)


def _write_events(
    stream: BinaryIO, outbox: Outbox, service: Service[C], heartbeat_seconds: float
) -> None:
    """Write events as they come and regular heartbeats; ends with None or the parent."""
    with contextlib.suppress(OSError):  # the parent has gone: the main thread notices too
        beat_at = time.monotonic()
        while True:
            with contextlib.suppress(Empty):
                event = outbox.get(timeout=max(0.0, beat_at - time.monotonic()))
                if event is None:
                    stream.flush()  # what came right before it is not out yet
                    return
                stream.write(encode(event))
            if time.monotonic() >= beat_at:
                stream.write(encode(_beat(service)))
                beat_at = time.monotonic() + heartbeat_seconds
            if outbox.empty():
                stream.flush()


def _claim_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return input and output; what native code prints goes to stderr from now on."""
    commands, events = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(commands, os.O_BINARY)
        msvcrt.setmode(events, os.O_BINARY)
    return open(commands, "rb"), open(events, "wb")


def _be_expendable() -> None:
    """Leave no core dump, which would hold conversations, and go first when memory runs out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the window
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        # Also while it is stopped, when it cannot notice the end of its input.
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, int(signal.SIGKILL), 0, 0, 0)
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text(OOM_SCORE, "ascii")


def _give_way() -> None:
    """Let the window go first; where the system refuses, both are equal."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            ctypes.windll.kernel32.SetPriorityClass(ctypes.c_void_p(-1), _BELOW_NORMAL)
        else:
            os.nice(NICENESS)


def _die_of_bugs() -> None:
    """End the process with a traceback on stderr when any thread meets an unknown exception."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    faulthandler.enable()
    sys.excepthook = lambda _kind, error, _traceback: _die(error)
    threading.excepthook = lambda args: _die(args.exc_value)


def _die(error: BaseException | None) -> None:
    traceback.print_exception(error)
    sys.stderr.flush()
    os._exit(BUG_EXIT_CODE)
