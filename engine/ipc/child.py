"""A process of ours as its parent sees it: started, written to, read from, ended."""

import asyncio
import contextlib
import functools
import logging
import os
import platform
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from engine.ipc.entry_points import NO_WINDOW
from engine.ipc.job_object import KillOnCloseJob, windows_kernel
from engine.ipc.lazy_text import lazy
from engine.messages.framing import LENGTH_BYTES, body_length, decode_event

STDERR_BYTES = 64 * 1024
LAST_WORDS_LINES = 12
STACK_DUMP = "Fatal Python error: "  # what faulthandler writes; the reason stands above it
END_SECONDS = 2.0
READ_AHEAD_BYTES = 1 << 20
NEUTRAL_FOLDER = os.sep  # a working directory that nobody wants to remove

# What a process needs to find its libraries, its devices and its language. Everything else stays
# behind: keys and tokens of the user are none of the engine's business.
KEPT_VARIABLES = frozenset(
    {
        *("PATH", "HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "TZ", "LANG", "LANGUAGE"),
        *("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "PATHEXT", "LOCALAPPDATA", "APPDATA"),
        *("NUMBER_OF_PROCESSORS", "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME", "PYTHONUTF8"),
        *("PYTHONDONTWRITEBYTECODE", "XDG_CACHE_HOME"),
    }
)
KEPT_PREFIXES = (
    *("LC_", "DYLD_", "CUDA_", "NVIDIA_", "HIP_", "ROCR_", "HSA_", "VK_", "ONEAPI_", "SYCL_"),
    *("GGML_", "LLAMA_CPP_", "OMP_", "GOMP_", "KMP_", "PROCESSOR_"),
)

# numpy brings a library for matrices, of which nothing is used here. It starts a thread for each
# core, and takes instructions that some processors do not have: it guesses from their names.
QUIET_MATRICES = {"OPENBLAS_NUM_THREADS": "1"}
if platform.machine() in ("x86_64", "AMD64"):
    QUIET_MATRICES["OPENBLAS_CORETYPE"] = "Nehalem"

_log = logging.getLogger(__name__)


E = TypeVar("E")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ChildKind(Generic[E]):
    """What a process is there for: its name in the log, what it says, what it may know of us."""

    name: str
    decode_event: Callable[[bytes], E]
    environment: Callable[[Mapping[str, str]], dict[str, str]]


class ChildProcess(Generic[E]):
    """One process. ``end`` must be awaited, or its pipes outlive the loop."""

    @classmethod
    async def start(
        cls, command: Sequence[str], kind: ChildKind[E], inherited: Sequence[int] = ()
    ) -> "ChildProcess[E]":
        """Start a process, which ``inherited`` descriptors are open in, too.

        Raises OSError if the system cannot.
        """
        process = await start_child(
            command,
            stderr=asyncio.subprocess.PIPE,
            environment=kind.environment(os.environ),
            inherited=inherited,
        )
        if sys.platform == "win32":
            _job().add(process.pid)
        return cls(process, kind)

    def __init__(self, process: asyncio.subprocess.Process, kind: ChildKind[E]) -> None:
        """Take over a process that was started with three pipes."""
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self._process = process
        self._kind = kind
        self._stdin = process.stdin
        self._stdout = process.stdout
        self._stderr = bytearray()
        self._stderr_task = asyncio.ensure_future(self._drain(process.stderr))

    @property
    def process_id(self) -> int:
        """Return the id that the system gave it."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Return whether it has not yet ended."""
        return self._process.returncode is None

    @property
    def exit_message(self) -> str:
        """Return a sentence that says how it ended."""
        code = self._process.returncode
        if code is None:
            return lazy("The engine stopped answering.")
        if code < 0:
            return lazy("The engine stopped unexpectedly ({signal}).", signal=_signal_name(-code))
        return lazy("The engine stopped unexpectedly (exit code {code}).", code=code)

    @property
    def stderr_tail(self) -> str:
        """Return the last lines it wrote to stderr, those before a dump of its stacks."""
        text = self._stderr.decode("utf-8", "replace")
        lines = text.partition(STACK_DUMP)[0].splitlines() or text.splitlines()
        return "\n".join(lines[-LAST_WORDS_LINES:])

    def write(self, frame: bytes) -> None:
        """Send bytes without waiting; to a process that is gone they are lost."""
        if not self._stdin.is_closing():
            self._stdin.write(frame)

    def close_input(self) -> None:
        """Close its input, which ends it."""
        self._stdin.close()

    async def read_events(self, *listeners: Callable[[E], None]) -> None:
        """Call the listeners with each of its events until it ends.

        Raises ProtocolError on anything else, and what a listener raises.
        """
        while True:
            try:
                header = await self._stdout.readexactly(LENGTH_BYTES)
                body = await self._stdout.readexactly(body_length(header))
            except (asyncio.IncompleteReadError, ConnectionError):
                # One that dies in mid-frame breaks no rule: its exit code is the reason.
                return
            event = self._kind.decode_event(body)
            for listener in listeners:
                listener(event)

    def kill(self) -> None:
        """End it at once, also when it is stopped or hangs in native code."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def wait(self, seconds: float) -> None:
        """Wait for its end, but not longer."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._process.wait()

    async def end(self) -> None:
        """Kill it if it still lives and wait until it and its pipes are gone."""
        if self.is_alive:
            self.kill()
        self._stdin.close()
        await self.wait(END_SECONDS)
        await asyncio.wait([self._stderr_task], timeout=END_SECONDS)
        self._stderr_task.cancel()
        await asyncio.gather(self._stderr_task, return_exceptions=True)

    async def _drain(self, stderr: asyncio.StreamReader) -> None:
        while chunk := await stderr.read(STDERR_BYTES):
            _log.info("%s: %s", self._kind.name, chunk.decode("utf-8", "replace").rstrip())
            self._stderr += chunk
            # It may write for days, but only its last lines tell why it died.
            del self._stderr[:-STDERR_BYTES]


async def start_child(
    command: Sequence[str],
    *,
    stdin: int = asyncio.subprocess.PIPE,
    stderr: int = asyncio.subprocess.DEVNULL,
    environment: Mapping[str, str] | None = None,
    inherited: Sequence[int] = (),
) -> asyncio.subprocess.Process:
    """Start a process with pipes, in a neutral folder; it inherits only the ``inherited`` handles.

    Without an ``environment`` it gets this process's, less the private variables. If the
    task is cancelled before the process has started, the process is killed. Raises OSError.
    """
    starting = asyncio.ensure_future(
        asyncio.create_subprocess_exec(
            *command,
            stdin=stdin,
            stdout=asyncio.subprocess.PIPE,
            stderr=stderr,
            limit=READ_AHEAD_BYTES,
            cwd=NEUTRAL_FOLDER,
            env=child_environment(os.environ) if environment is None else environment,
            creationflags=NO_WINDOW,
            pass_fds=inherited,
        )
    )
    try:
        return await run_to_completion(starting)
    except asyncio.CancelledError:
        if not starting.cancelled() and starting.exception() is None:
            await kill_child(starting.result())
        raise


async def kill_child(process: asyncio.subprocess.Process) -> None:
    """Kill a process if it still lives, and wait until it and its pipes are gone.

    Cancelling the task does not cut this short. A process that is blocked by a failed disk can't
    end: it is left running after ``END_SECONDS``.
    """
    with contextlib.suppress(TimeoutError):
        await run_to_completion(
            asyncio.ensure_future(asyncio.wait_for(_kill(process), END_SECONDS))
        )


async def run_to_completion(work: "asyncio.Future[T]") -> T:
    """Return the result of ``work``, which continues if this task is cancelled.

    Raises the exception of ``work``. After a cancellation raises CancelledError instead, once
    ``work`` is done, with the exception of ``work`` as its cause.
    """
    cancellation: asyncio.CancelledError | None = None
    while not work.done():
        try:
            await asyncio.wait([work])
        except asyncio.CancelledError as error:
            cancellation = error
    if cancellation is not None:
        raise cancellation from None if work.cancelled() else work.exception()
    return work.result()


async def _kill(process: asyncio.subprocess.Process) -> None:
    assert process.stdout
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    if process.stdin is not None:
        process.stdin.close()
        with contextlib.suppress(ConnectionError):
            await process.stdin.wait_closed()
    with contextlib.suppress(ConnectionError):
        # A pipe that nobody empties stays open, and its process cannot be waited for.
        while await process.stdout.read(READ_AHEAD_BYTES):
            pass
    await process.wait()


def child_environment(
    environment: Mapping[str, str], also: frozenset[str] = frozenset()
) -> dict[str, str]:
    """Return the part of an environment that a process gets, so that it finds our packages.

    ``also`` are names that this kind of process needs besides.
    """
    kept = {
        name: value
        for name, value in environment.items()
        if name.upper() in KEPT_VARIABLES | also or name.upper().startswith(KEPT_PREFIXES)
    }
    # It starts in a neutral folder and imports nothing from there, so the packages of a checkout
    # have to be named.
    packages = str(Path(__file__).resolve().parents[2])
    kept["PYTHONPATH"] = os.pathsep.join(filter(None, [packages, kept.get("PYTHONPATH", "")]))
    kept.update(QUIET_MATRICES)
    kept["PYTHONSAFEPATH"] = "1"  # nothing is imported from the working directory
    return kept


ENGINE = ChildKind("Engine process", decode_event, child_environment)


@functools.cache
def _job() -> KillOnCloseJob:
    """Return the one job of this process, open until the process ends."""
    return KillOnCloseJob(windows_kernel())


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return lazy("signal {number}", number=number)
