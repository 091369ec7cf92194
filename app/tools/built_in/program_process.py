"""A process that runs one program with Monty, an interpreter without files, network and modules.

Monty is a separate program, which counts its own time and memory. The sandbox of the system holds
both processes, should it have a fault: it can then read, but neither write, connect nor start
another program.
"""

import contextlib
import os
import re
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path
from typing import IO

from app.tools.built_in.program_messages import (
    ENDINGS,
    MAX_MEMORY_BYTES,
    MAX_OUTPUT_BYTES,
    MAX_SECONDS,
    PROGRAMS,
    Ending,
    Program,
    ProgramEnded,
)
from engine.ipc.entry_points import NO_WINDOW
from engine.ipc.job_object import KillOnCloseJob, windows_kernel
from engine.ipc.limits import end_with_parent, limit_memory, limit_processor_time, lower_priority
from engine.ipc.serve import Worker
from engine.sandbox.confinement import confine

_LIMITS = (
    *("--max-feed-duration", str(MAX_SECONDS), "--max-memory", str(MAX_MEMORY_BYTES)),
    *("--max-recursion-depth", "400", "--max-sleep", "1", "--max-total-sleep", str(MAX_SECONDS)),
)
_GRACE_SECONDS = 2.0  # the interpreter checks its time at certain points only
_ADDRESS_SPACE_BYTES = 2 << 30
# Written to stderr after a program: the time it took, and its value or its error.
_REPORT = re.compile(r"(?:[\d.]+\S* \u276f )?(error:\s)?(.*)\s*", re.DOTALL)
_FILE = re.compile(r"/proc/self/fd/\d+")
_TOO_SLOW = ("TimeoutError: feed time limit", "TimeoutError: turn time limit")


def main() -> None:
    """Run one program and write how it ended."""
    worker = Worker()
    interpreter = monty_path()
    limit_memory(_ADDRESS_SPACE_BYTES)
    limit_processor_time(MAX_SECONDS + round(_GRACE_SECONDS))
    lower_priority(1)
    confine((), programs=() if interpreter is None else (interpreter,))
    program = worker.read(PROGRAMS)
    if program is None:
        return
    if interpreter is None:
        ended = ProgramEnded(Ending.NO_INTERPRETER)
    else:
        try:
            ended = _run(interpreter, program)
        except OSError:
            ended = ProgramEnded(Ending.NO_INTERPRETER)
    worker.write(ENDINGS, ended)
    worker.exit(0)


def monty_path() -> Path | None:
    """Return the interpreter: next to the packaged program, or where pip puts programs."""
    name = "monty.exe" if sys.platform == "win32" else "monty"
    folders = [getattr(sys, "_MEIPASS", ""), sysconfig.get_path("scripts")]
    with contextlib.suppress(KeyError):
        folders.append(sysconfig.get_path("scripts", f"{os.name}_user"))
    paths = (Path(folder, name) for folder in folders if folder)
    return next((path for path in paths if path.is_file()), None)


def _run(interpreter: Path, program: Program) -> ProgramEnded:
    code = _Code(program.code)
    with subprocess.Popen(
        [interpreter, *_LIMITS, *code.arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=os.sep,
        env={"SYSTEMROOT": os.environ.get("SYSTEMROOT", "")} if sys.platform == "win32" else {},
        pass_fds=code.inherited,
        preexec_fn=end_with_parent if sys.platform == "linux" else None,
        creationflags=NO_WINDOW,
    ) as process:
        if sys.platform == "win32":
            KillOnCloseJob(windows_kernel()).add(process.pid)
        assert process.stdout
        assert process.stderr
        printed, reported = _Drain(process.stdout, process), _Drain(process.stderr, process)
        is_late = threading.Event()
        timer = threading.Timer(MAX_SECONDS + _GRACE_SECONDS, _end_late, (process, is_late))
        timer.start()
        printed.join()
        reported.join()
        status = process.wait()
        timer.cancel()
    if printed.is_full or reported.is_full:
        return ProgramEnded(Ending.TOO_MUCH_OUTPUT, printed.text)
    return _ended(status, printed.text, reported.text, is_late=is_late.is_set())


def _ended(status: int, printed: str, reported: str, *, is_late: bool) -> ProgramEnded:
    match = _REPORT.fullmatch(_FILE.sub("<program>", reported))
    value = match[2].strip() if match is not None else reported
    if is_late or (status != 0 and any(each in value for each in _TOO_SLOW)):
        return ProgramEnded(Ending.TOO_SLOW, printed)
    if status == 0:
        return ProgramEnded(Ending.DONE, printed, value)
    if match is not None and match[1]:
        return ProgramEnded(Ending.ERROR, printed, value)
    return ProgramEnded(Ending.CRASHED, printed)


class _Code:
    """A program as arguments of the interpreter; on Linux no other user can read it."""

    def __init__(self, code: str) -> None:
        self.inherited: tuple[int, ...] = ()
        self.arguments: tuple[str, ...] = ("-c", code)
        if sys.platform == "linux":
            descriptor = os.memfd_create("program", 0)
            with open(descriptor, "wb", closefd=False) as file:
                file.write(code.encode("utf-8", "replace"))
            self.inherited = (descriptor,)
            self.arguments = (f"/proc/self/fd/{descriptor}",)


class _Drain(threading.Thread):
    """Reads a pipe to its end; ends the process if it writes too much."""

    def __init__(self, pipe: IO[bytes], process: "subprocess.Popen[bytes]") -> None:
        super().__init__(daemon=True)
        self._pipe = pipe
        self._process = process
        self._content = b""
        self.start()

    def run(self) -> None:
        """Read."""
        self._content = self._pipe.read(MAX_OUTPUT_BYTES + 1)
        if self.is_full:
            self._process.kill()

    @property
    def is_full(self) -> bool:
        """Return whether it was too much."""
        return len(self._content) > MAX_OUTPUT_BYTES

    @property
    def text(self) -> str:
        """Return what was read, up to the limit."""
        return self._content[:MAX_OUTPUT_BYTES].decode("utf-8", "replace")


def _end_late(process: "subprocess.Popen[bytes]", is_late: threading.Event) -> None:
    is_late.set()
    process.kill()


if __name__ == "__main__":
    main()
