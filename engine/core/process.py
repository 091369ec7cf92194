"""Entry point of the engine process: reads commands, runs the engine thread, writes events.

Main thread: reads commands into the engine's inbox. Engine thread: ``Engine.run``. Writer
thread: frames and heartbeats. The process never outlives its parent: the end of its input is
the end of it, even while the engine thread hangs in native code.
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
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import BinaryIO, NoReturn, Protocol

from engine.backend import Backend, LoadProgress
from engine.core.engine import Engine
from engine.core.isolation import isolate
from engine.core.write_back import QUIT_SECONDS
from engine.wire.commands import Command, Shutdown
from engine.wire.config import EngineConfig
from engine.wire.errors import ModelLoadFailed
from engine.wire.events import EngineStarted, Event, Heartbeat
from engine.wire.framing import LENGTH_BYTES, PROTOCOL_VERSION, body_length, decode_command, encode
from engine.wire.lazy_text import LazyText, lazy

HEARTBEAT_SECONDS = 1.0
ENGINE_GRACE_SECONDS = 1.3 + QUIT_SECONDS
WRITER_GRACE_SECONDS = 0.3
BUG_EXIT_CODE = 70
# The engine's thread gives up the interpreter in each call of the library, some dozens in a step.
# Beside a thread that renders a prompt it waits so long, each time, until it has it back.
SWITCH_SECONDS = 0.0005
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux
# How far its threads stand behind the window's: each step is a tenth less of a processor that both
# want. More would starve the engine beside other programs, where it has work for all processors.
NICENESS = 1
_BELOW_NORMAL = 0x4000  # BELOW_NORMAL_PRIORITY_CLASS of Windows
OOM_SCORE = "600"  # Linux then ends this process rather than the window when memory runs out

Outbox = SimpleQueue[Event | None]


class ServedEngine(Protocol):
    """What a process needs of the engine; the tests' stand-in answers as well."""

    @property
    def step_count(self) -> int:
        """Return how many steps and commands did real work; any thread."""

    @property
    def is_busy(self) -> bool:
        """Return whether there is work to be done; any thread."""

    def submit(self, command: Command) -> None:
        """Put a command into the inbox; any thread."""

    def run(self) -> None:
        """Work until Shutdown."""


def main(arguments: Sequence[str]) -> NoReturn:
    """Serve the real engine to the parent process, in the sandbox that the arguments ask for."""
    serve(
        lambda report: Engine(load_backend, report),
        enter_sandbox=lambda: isolate(arguments),
    )


def serve(
    make_engine: Callable[[Callable[[Event], None]], ServedEngine],
    *,
    heartbeat_seconds: float = HEARTBEAT_SECONDS,
    enter_sandbox: Callable[[], LazyText] = LazyText,
) -> NoReturn:
    """Run an engine between stdin and stdout until Shutdown or the parent's end."""
    _die_of_bugs()
    commands, events = _claim_pipes()
    _be_expendable()
    _give_way()
    sandbox = enter_sandbox()  # before the first thread, which would stay outside
    sys.setswitchinterval(SWITCH_SECONDS)
    outbox: Outbox = SimpleQueue()
    outbox.put(EngineStarted(PROTOCOL_VERSION, os.getpid(), sandbox))
    engine = make_engine(outbox.put)
    writing = (events, outbox, engine, heartbeat_seconds)
    writer = threading.Thread(target=_write_events, args=writing, daemon=True)
    threading.stack_size(16 << 20)  # tokenizers that use std::regex recurse deeply
    runner = threading.Thread(target=engine.run, daemon=True)
    writer.start()
    runner.start()
    _read_commands(commands, engine)
    engine.submit(Shutdown())
    runner.join(ENGINE_GRACE_SECONDS)
    outbox.put(None)
    writer.join(WRITER_GRACE_SECONDS)
    os._exit(0)  # native threads and destructors get no chance to hang


def load_backend(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
    """Load a model; the library itself is imported by the first load.

    Imported any earlier, a library that this machine cannot run would end the process without
    a word. Raises ModelLoadFailed.
    """
    try:
        from engine.llama.loader import load
    except (ImportError, OSError, RuntimeError, AttributeError) as error:
        text = lazy(
            "The library that runs models does not work on this machine: {reason}", reason=error
        )
        raise ModelLoadFailed(text) from error
    return load(path, config, progress)


def _read_commands(stream: BinaryIO, engine: ServedEngine) -> None:
    """Hand over commands until Shutdown or the end of input."""
    while len(header := stream.read(LENGTH_BYTES)) == LENGTH_BYTES:
        body = stream.read(length := body_length(header))
        if len(body) < length:
            return
        command = decode_command(body)
        if isinstance(command, Shutdown):
            return
        engine.submit(command)


def _write_events(
    stream: BinaryIO, outbox: Outbox, engine: ServedEngine, heartbeat_seconds: float
) -> None:
    """Write events as they come and regular heartbeats; ends with None or the parent."""
    with contextlib.suppress(OSError):  # the parent has gone: the main thread notices too
        beat_at = time.monotonic()
        while True:
            with contextlib.suppress(Empty):
                event = outbox.get(timeout=max(0.0, beat_at - time.monotonic()))
                if event is None:
                    return
                stream.write(encode(event))
            if time.monotonic() >= beat_at:
                stream.write(encode(Heartbeat(engine.step_count, engine.is_busy)))
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


if __name__ == "__main__":
    main(sys.argv[1:])
