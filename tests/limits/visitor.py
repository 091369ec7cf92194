"""A visit to the program, from outside: started under a limit, read to its end."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 150.0
_LOOK_SECONDS = 0.05


class Visit:
    """The program with its visitor; ``before`` is a command that starts it, a limit say."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        before: Sequence[str] = (),
        variables: Mapping[str, str] | None = None,
    ) -> None:
        """Start it on a folder of histories."""
        self._output = tempfile.TemporaryFile()  # noqa: SIM115  closed in __exit__
        self._process = subprocess.Popen(
            [
                *before,
                sys.executable,
                "-m",
                "tests.limits.visit",
                "--data",
                str(folder),
                *arguments,
            ],
            cwd=ROOT,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **(variables or {})},
            stdin=subprocess.PIPE,
            stdout=self._output,
            stderr=self._output,
        )

    def __enter__(self) -> "Visit":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._output.close()

    @property
    def process_id(self) -> int:
        """The process's id: of the program, or of what started it."""
        return self._process.pid

    @property
    def output(self) -> str:
        """All it has said so far."""
        size = os.fstat(self._output.fileno()).st_size
        return os.pread(self._output.fileno(), size, 0).decode("utf-8", "replace")

    def lines(self, kind: str) -> list[str]:
        """Return what it has said of one kind of thing."""
        return [
            line.removeprefix(kind).strip()
            for line in self.output.splitlines()
            if line.split(" ")[0] == kind
        ]

    def wait_for(self, kind: str, count: int = 1) -> str:
        """Wait until it has said something so often; return what it said last."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while len(self.lines(kind)) < count:
            assert self._process.poll() is None, self.output
            assert time.monotonic() < deadline, self.output
            time.sleep(_LOOK_SECONDS)
        return self.lines(kind)[-1]

    def ask_again(self) -> None:
        """Let the visitor ask its next question."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()

    def end(self) -> int:
        """Wait for its end; return the exit status."""
        return self._process.wait(PATIENCE_SECONDS)

    def went_well(self) -> bool:
        """Wait for its end; return whether it answered, showed its settings and quit in order."""
        assert self.end() == 0, self.output
        assert "Traceback" not in self.output, self.output
        assert self.lines("settings"), self.output
        return bool(self.lines("complete"))
