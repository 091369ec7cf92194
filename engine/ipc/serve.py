"""The side of a child process: a service between two pipes, or a worker that answers in turn.

``serve`` is for processes that live long. Main thread: reads commands and hands them to the
service. Service thread: ``run``. Writer thread: frames and heartbeats. The process never outlives
its parent: the end of its input is the end of it, even while the service hangs in native code.
"""

import contextlib
import faulthandler
import logging
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import BinaryIO, NoReturn, Protocol, TypeVar

import msgspec

from engine.ipc.frames import Frames
from engine.ipc.lazy_text import LazyText
from engine.ipc.lifecycle import (
    PROTOCOL_VERSION,
    Heartbeat,
    Preparing,
    ProcessStarted,
    Shutdown,
)
from engine.ipc.limits import end_with_parent, forbid_core_dump, lower_priority

HEARTBEAT_SECONDS = 1.0
WRITER_GRACE_SECONDS = 0.3
BUG_EXIT_CODE = 70
# How much its threads yield to the window's: each step is a tenth less of a processor that both
# want. A higher value would starve the engine next to other programs, if it has work for all
# processors.
NICENESS = 1

M = TypeVar("M")
C = TypeVar("C")
C_contra = TypeVar("C_contra", contravariant=True)
E = TypeVar("E")
Report = Callable[[msgspec.Struct], None]
Tell = Callable[[LazyText], None]
Outbox = SimpleQueue[msgspec.Struct | None]


class Service(Protocol[C_contra]):
    """The work of a process: the engine, the network, or a stand-in of the tests."""

    @property
    def step_count(self) -> int:
        """Return the number of steps and commands that did real work; any thread."""

    @property
    def is_busy(self) -> bool:
        """Return whether there is work to do; any thread."""

    @property
    def slice_count(self) -> int | None:
        """Return a number that grows with work next to the steps, None while there is none."""

    def submit(self, command: C_contra | Shutdown) -> None:
        """Take a command; any thread."""

    def run(self) -> None:
        """Work until Shutdown."""


def no_sandbox(_tell: Tell) -> LazyText:
    """Enter no sandbox, and report nothing about it."""
    return LazyText()


def serve(
    make_service: Callable[[Report], Service[C]],
    commands: Frames[C],
    events: Frames[E],
    *,
    grace_seconds: float,
    heartbeat_seconds: float = HEARTBEAT_SECONDS,
    enter_sandbox: Callable[[Tell], LazyText] = no_sandbox,
    niceness: int = NICENESS,
    ends_with_parent: bool = True,
) -> NoReturn:
    """Run a service between stdin and stdout until Shutdown or the parent's end.

    It then has ``grace_seconds`` to end by itself. ``enter_sandbox`` gets a function that reports
    its work to the user, and returns the description for ProcessStarted. ``niceness`` is added to
    that of the process; each step yields about a tenth of a processor that other processes want,
    too. A process that has to end others first does not end with its parent at once, but has the
    same time for it.
    """
    _abort_on_error()
    source, target = _claim_pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the window
    forbid_core_dump()
    if ends_with_parent:
        end_with_parent()
    lower_priority(niceness)

    def tell(text: LazyText) -> None:
        with contextlib.suppress(OSError):  # the parent has ended: reading reports it
            target.write(events.encode(Preparing(text)))
            target.flush()

    sandbox = enter_sandbox(tell)  # before the first thread, which would stay outside
    outbox: Outbox = SimpleQueue()
    outbox.put(ProcessStarted(PROTOCOL_VERSION, os.getpid(), sandbox))
    service = make_service(outbox.put)
    writing = (target, events, outbox, service, heartbeat_seconds)
    writer = threading.Thread(target=_write_events, args=writing, daemon=True)
    threading.stack_size(16 << 20)  # tokenizers that use std::regex recurse deeply
    runner = threading.Thread(target=service.run, daemon=True)
    writer.start()
    runner.start()
    while (command := commands.read(source)) is not None and not isinstance(command, Shutdown):
        service.submit(command)
    service.submit(Shutdown())
    runner.join(grace_seconds)
    outbox.put(None)
    writer.join(WRITER_GRACE_SECONDS)
    os._exit(0)  # native threads and destructors get no chance to hang


class Worker:
    """The pipes of a process that answers its parent one message at a time."""

    def __init__(self, *, ends_with_parent: bool = True) -> None:
        """Take stdin and stdout, and disable core dumps.

        A process that has to remove a file first does not end with its parent, but at its next read
        or write.
        """
        forbid_core_dump()
        if ends_with_parent:
            end_with_parent()
        self._source, self._target = sys.stdin.buffer, sys.stdout.buffer

    def read(self, frames: Frames[M]) -> M | None:
        """Return the next message; None if the parent sends no more. Raises BrokenFrame."""
        return frames.read(self._source)

    def write(self, frames: Frames[M], message: msgspec.Struct) -> None:
        """Send a message. Raises BrokenFrame, and SystemExit if the parent wants no more."""
        frame = frames.encode(message)
        try:
            self._target.write(frame)
            self._target.flush()
        except BrokenPipeError:
            raise SystemExit(1) from None

    def exit(self, status: int) -> NoReturn:
        """End at once: a thread that waits for a disk would delay the interpreter's own exit."""
        with contextlib.suppress(OSError):
            self._target.flush()
        os._exit(status)


def _write_events(
    stream: BinaryIO,
    frames: Frames[E],
    outbox: Outbox,
    service: Service[C],
    heartbeat_seconds: float,
) -> None:
    """Write events as they arrive and regular heartbeats; ends with None or the parent."""
    with contextlib.suppress(OSError):  # the parent has ended: the main thread notices too
        beat_at = time.monotonic()
        while True:
            with contextlib.suppress(Empty):
                event = outbox.get(timeout=max(0.0, beat_at - time.monotonic()))
                if event is None:
                    stream.flush()  # the events before it may not be written yet
                    return
                stream.write(frames.encode(event))
            if time.monotonic() >= beat_at:
                beat = Heartbeat(service.step_count, service.is_busy, service.slice_count)
                stream.write(frames.encode(beat))
                beat_at = time.monotonic() + heartbeat_seconds
            if outbox.empty():
                stream.flush()


def _claim_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return input and output; output of native code goes to stderr from now on."""
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


def _abort_on_error() -> None:
    """End the process with a traceback on stderr when any thread raises an unknown exception."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    faulthandler.enable()
    sys.excepthook = lambda _kind, error, _traceback: _abort(error)
    threading.excepthook = lambda args: _abort(args.exc_value)


def _abort(error: BaseException | None) -> None:
    traceback.print_exception(error)
    sys.stderr.flush()
    os._exit(BUG_EXIT_CODE)
