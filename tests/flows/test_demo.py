"""The demo in a terminal ends when it is told to, and when nothing reads its output."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.flows.processes import PATIENCE_SECONDS, Program
from tests.models.talker import TALKER

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")


@contextmanager
def loading_demo(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Start the demo, and wait until its first line says that it loads the model."""
    command = [*Program.COMMAND, "--demo", "--data", str(folder), str(TALKER)]
    with subprocess.Popen(
        command,
        env=Program.environment(),
        cwd=Program.ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "Loading the model …\n"
            yield process
        finally:
            process.kill()  # does nothing to one that has ended


def test_ctrl_c_ends_the_demo(tmp_path: Path) -> None:
    with loading_demo(tmp_path / "x") as process:
        process.send_signal(signal.SIGINT)
        output, trouble = process.communicate(timeout=PATIENCE_SECONDS)
    assert output.endswith("Stopped.\n")
    assert "Traceback" not in trouble
    assert process.returncode == 1


def test_a_reader_that_ends_ends_it_without_a_traceback(tmp_path: Path) -> None:
    with loading_demo(tmp_path / "x") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        trouble = process.stderr.read()
        assert process.wait(PATIENCE_SECONDS) == 1
    assert "Traceback" not in trouble
    assert "BrokenPipe" not in trouble
