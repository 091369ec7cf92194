"""A child process as its parent sees it: start, input, output, end."""

import asyncio
import contextlib
import functools
import logging
import os
import platform
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from engine.ipc.entry_points import NO_WINDOW
from engine.ipc.frames import BrokenFrame, Frames
from engine.ipc.job_object import KillOnCloseJob, windows_kernel
from engine.ipc.lazy_text import LazyText, lazy

_log = logging.getLogger(__name__)

END_SECONDS = 2.0
MAX_OUTPUT_BYTES = 32 << 20  # maximum output of a process started by ``run``
_STDERR_BYTES = 64 * 1024
_LAST_WORDS_LINES = 12
_STACK_DUMP = "Fatal Python error: "  # written by faulthandler; the reason precedes it
_READ_AHEAD_BYTES = 1 << 20
_NEUTRAL_FOLDER = os.sep  # a working directory that is never removed or unmounted

# The variables that a process needs to find its libraries, its devices and its language. All others
# are withheld: it has no use for the user's keys and tokens.
_KEPT_VARIABLES = frozenset(
    {
        *("PATH", "HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "TZ", "LANG", "LANGUAGE"),
        *("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "PATHEXT", "LOCALAPPDATA", "APPDATA"),
        *("NUMBER_OF_PROCESSORS", "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME", "PYTHONUTF8"),
        *("PYTHONDONTWRITEBYTECODE", "XDG_CACHE_HOME"),
    }
)
_KEPT_PREFIXES = (
    *("LC_", "DYLD_", "CUDA_", "NVIDIA_", "HIP_", "ROCR_", "HSA_", "VK_", "ONEAPI_", "SYCL_"),
    *("GGML_", "LLAMA_CPP_", "OMP_", "GOMP_", "KMP_", "PROCESSOR_"),
)

# numpy includes a library for matrices that is not used here. It starts a thread for each core, and
# may use instructions that the processor lacks: it guesses them from the processor's name.
_QUIET_MATRICES = {"OPENBLAS_NUM_THREADS": "1"}
if platform.machine() in ("x86_64", "AMD64"):
    _QUIET_MATRICES["OPENBLAS_CORETYPE"] = "Nehalem"

M = TypeVar("M")
T = TypeVar("T")


class Child:
    """One process. ``end`` must be awaited, or its pipes outlive the loop."""

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        *,
        name: LazyText | None = None,
        log: logging.Logger | None = None,
        environment: Mapping[str, str] | None = None,
        has_input: bool = True,
        inherited: Sequence[int] = (),
        folder: str = _NEUTRAL_FOLDER,
        has_own_group: bool = False,
    ) -> "Child":
        """Start a process in a neutral folder, with pipes and the ``inherited`` descriptors.

        With ``has_own_group`` it leads a session and a process group, except on Windows.
        ``name`` begins the sentence about its end. Its stderr goes to ``log``, or nowhere. Without
        an ``environment`` it gets this process's, less private variables. If the task is cancelled
        before the process has started, the process is killed. Raises OSError.
        """
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE if has_input else asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE if log else asyncio.subprocess.DEVNULL,
                limit=_READ_AHEAD_BYTES,
                cwd=folder,
                env=child_environment(os.environ) if environment is None else environment,
                creationflags=NO_WINDOW,
                pass_fds=inherited,
                start_new_session=has_own_group,
            )
        )
        try:
            process = await run_to_completion(starting)
        except asyncio.CancelledError:
            if not starting.cancelled() and starting.exception() is None:
                await cls(starting.result(), _PROCESS, None).end()
            raise
        if sys.platform == "win32":
            _job().add(process.pid)
        return cls(process, name or _PROCESS, log)

    def __init__(
        self, process: asyncio.subprocess.Process, name: LazyText, log: logging.Logger | None
    ) -> None:
        """Called by ``start`` only."""
        assert process.stdout
        self._process = process
        self._name = name
        self._log = log
        self._stdin = process.stdin
        self._stdout = process.stdout
        self._stderr = bytearray()
        self._stderr_task = (
            asyncio.ensure_future(self._drain(process.stderr, log))
            if process.stderr and log
            else None
        )

    @property
    def process_id(self) -> int:
        """Return the id that the system gave it."""
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """Return its exit status, negative for a signal; None while it runs."""
        return self._process.returncode

    @property
    def is_alive(self) -> bool:
        """Return whether it has not yet ended."""
        return self._process.returncode is None

    @property
    def exit_message(self) -> LazyText:
        """Return a sentence about how it ended."""
        code = self._process.returncode
        if code is None:
            return lazy("{program} stopped answering.", program=self._name)
        if code < 0:
            return lazy(
                "{program} stopped unexpectedly ({signal}).",
                program=self._name,
                signal=signal_name(-code),
            )
        return lazy(
            "{program} stopped unexpectedly (exit code {code}).", program=self._name, code=code
        )

    @property
    def stderr_tail(self) -> str:
        """Return the last lines of its stderr, before any dump of its stacks."""
        text = self._stderr.decode("utf-8", "replace")
        lines = text.partition(_STACK_DUMP)[0].splitlines() or text.splitlines()
        return "\n".join(lines[-_LAST_WORDS_LINES:])

    def write(self, content: bytes) -> None:
        """Send bytes without waiting; they are lost if the process has ended."""
        if self._stdin is not None and not self._stdin.is_closing():
            self._stdin.write(content)

    async def send(self, content: bytes) -> None:
        """Send bytes, and wait until the pipe has taken most of them; otherwise like ``write``."""
        if self._stdin is not None:
            self.write(content)
            with contextlib.suppress(ConnectionError):
                await self._stdin.drain()

    def close_input(self) -> None:
        """Close its input, which ends it."""
        if self._stdin is not None:
            self._stdin.close()

    async def read(self) -> bytes:
        """Return what it has written to stdout since, up to a megabyte; empty at its end."""
        with contextlib.suppress(ConnectionError):
            return await self._stdout.read(_READ_AHEAD_BYTES)
        return b""

    async def receive(self, frames: Frames[M], patience_seconds: float | None = None) -> M:
        """Return its next message; a large one is decoded on a thread.

        Raises EOFError if it ended before, TimeoutError, BrokenFrame.
        """
        async with asyncio.timeout(patience_seconds):
            body = await frames.read_body(self._stdout)
        if len(body) > _READ_AHEAD_BYTES:
            return await asyncio.to_thread(frames.decode, body)
        return frames.decode(body)

    async def read_output(self, most_bytes: int) -> bytes:
        """Return its whole output, or the beginning of a longer one."""
        output = bytearray()
        while len(output) < most_bytes and (piece := await self._stdout.read(_READ_AHEAD_BYTES)):
            output += piece
        return bytes(output[:most_bytes])

    async def ask(
        self,
        message: msgspec.Struct,
        questions: Frames[T],
        answers: Frames[M],
        patience_seconds: float | None = None,
    ) -> M:
        """Send a message and return the next one received. Raises as ``receive``."""
        async with asyncio.timeout(patience_seconds):
            await self.send(questions.encode(message))
            return await self.receive(answers)

    async def listen(self, frames: Frames[M], *listeners: Callable[[M], None]) -> None:
        """Call the listeners with each of its messages until it ends.

        Raises BrokenFrame, and exceptions of the listeners.
        """
        while True:
            try:
                message = await frames.receive(self._stdout)
            except EOFError:
                # A process that dies in mid-frame breaks no rule: its exit code is the reason.
                return
            except BrokenFrame as error:
                _log.warning("%s %d: %s", self._name, self.process_id, error)
                raise BrokenFrame(
                    lazy("{program} sent an invalid message and was closed.", program=self._name)
                ) from error
            for listener in listeners:
                listener(message)

    def kill(self) -> None:
        """End it at once, also when it is stopped or hangs in native code."""
        with contextlib.suppress(ProcessLookupError):
            if sys.platform == "win32":
                self._process.kill()
            elif self.is_alive:
                # Not by the method: it reads the exit status of a process that has just ended,
                # which asyncio then misses, reports on the terminal, and takes for 255.
                os.kill(self.process_id, signal.SIGKILL)

    async def wait(self, seconds: float) -> None:
        """Wait for its end, at most for this duration."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._process.wait()

    async def end(self) -> None:
        """Kill it if it still runs and wait until it and its pipes are closed.

        Cancelling the task does not cut this short. A process that is blocked by a failed disk
        can't end: it is left running after ``END_SECONDS``.
        """
        await run_to_completion(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await self._kill()
        if self._stderr_task is not None:
            await asyncio.wait([self._stderr_task], timeout=END_SECONDS)
            self._stderr_task.cancel()
            await asyncio.gather(self._stderr_task, return_exceptions=True)

    async def _kill(self) -> None:
        if self.is_alive:
            self.kill()
        if self._stdin is not None:
            self._stdin.close()
            with contextlib.suppress(ConnectionError):
                await self._stdin.wait_closed()
        with contextlib.suppress(ConnectionError, RuntimeError):
            # A pipe that is not emptied stays open, and its process cannot be waited for.
            while await self._stdout.read(_READ_AHEAD_BYTES):
                pass
        await self._process.wait()

    async def _drain(self, stderr: asyncio.StreamReader, log: logging.Logger) -> None:
        while chunk := await stderr.read(_STDERR_BYTES):
            log.info("%s: %s", self._name, chunk.decode("utf-8", "replace").rstrip())
            self._stderr += chunk
            # It may write for days, but only its last lines explain its end.
            del self._stderr[:-_STDERR_BYTES]


class Ended(msgspec.Struct, frozen=True):
    """How a process ended: its status, negative for a signal, and its stdout."""

    exit_code: int
    output: bytes


def run(command: Sequence[str], content: bytes = b"", *, seconds: float) -> Ended:
    """Run a process to its end on this thread, with ``content`` as its input.

    It is killed if it writes more than ``MAX_OUTPUT_BYTES``. Raises OSError, or TimeoutError after
    killing the process.
    """
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=_NEUTRAL_FOLDER,
        env=child_environment(os.environ),
        creationflags=NO_WINDOW,
    ) as process:
        assert process.stdin
        assert process.stdout
        feeder = threading.Thread(target=_feed, args=(process.stdin, content), daemon=True)
        is_late = threading.Event()
        timer = threading.Timer(seconds, _end_late, (process, is_late))
        try:
            feeder.start()
            timer.start()
            output = process.stdout.read(MAX_OUTPUT_BYTES)
            if len(output) < MAX_OUTPUT_BYTES:
                process.wait()  # a process that has closed its output may still run
        finally:
            process.kill()
            process.wait()
            timer.cancel()
            for thread in (timer, feeder):
                thread.join()  # the caller may be about to enter a sandbox
    if is_late.is_set():
        raise TimeoutError(f"no end after {seconds} seconds")
    return Ended(process.returncode, output)


async def run_cancellable(command: Sequence[str], content: bytes = b"", *, seconds: float) -> Ended:
    """Run a process to its end, as ``run`` does; cancelling the task kills it.

    It reads all of its input before it writes. Raises OSError, TimeoutError.
    """
    child = await Child.start(command)
    try:
        async with asyncio.timeout(seconds):
            await child.send(content)
            child.close_input()
            output = await child.read_output(MAX_OUTPUT_BYTES)
            if len(output) < MAX_OUTPUT_BYTES:
                await child.wait(seconds)
    finally:
        await child.end()
    exit_code = child.exit_code
    return Ended(-signal.SIGTERM if exit_code is None else exit_code, output)


def _end_late(process: subprocess.Popen[bytes], is_late: threading.Event) -> None:
    is_late.set()
    process.kill()


def _feed(pipe: IO[bytes], content: bytes) -> None:
    with contextlib.suppress(OSError), pipe:  # it may not want all of it
        pipe.write(content)


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


def child_environment(
    environment: Mapping[str, str], also: frozenset[str] = frozenset()
) -> dict[str, str]:
    """Return the variables for a child process, so that it finds our packages.

    ``also`` are further names that this kind of process needs.
    """
    kept = {
        name: value
        for name, value in environment.items()
        if name.upper() in _KEPT_VARIABLES | also or name.upper().startswith(_KEPT_PREFIXES)
    }
    # It starts in a neutral folder from which nothing is imported, so the packages of a checkout
    # have to be named.
    packages = str(Path(__file__).resolve().parents[2])
    kept["PYTHONPATH"] = os.pathsep.join(filter(None, [packages, kept.get("PYTHONPATH", "")]))
    kept.update(_QUIET_MATRICES)
    kept["PYTHONSAFEPATH"] = "1"  # nothing is imported from the working directory
    return kept


def signal_name(number: int) -> str:
    """Return the name of a signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return lazy("signal {number}", number=number)


@functools.cache
def _job() -> KillOnCloseJob:
    """Return the one job of this process, open until the process ends."""
    return KillOnCloseJob(windows_kernel())


_PROCESS = lazy("The process")
