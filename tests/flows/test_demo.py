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
def loading_demo(folder: Path, model: Path = TALKER) -> Iterator[subprocess.Popen[str]]:
    """Start the demo, and wait until its first line says that it loads the model."""
    command = [*Program.COMMAND, "--demo", "--data", str(folder), str(model)]
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
            assert process.stdout.readline() == "Loading the model…\n"
            yield process
        finally:
            process.kill()  # does nothing to one that has ended


def end_of(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Wait for the end; return what was printed after the first line, and on standard error."""
    assert process.stdout is not None
    assert process.stderr is not None
    output, trouble = process.stdout.read(), process.stderr.read()  # the latter is short
    process.wait(PATIENCE_SECONDS)
    return output, trouble


def test_it_prints_four_answers_with_their_figures(tmp_path: Path) -> None:
    with loading_demo(tmp_path / "x") as process:
        output, trouble = end_of(process)
    assert process.returncode == 0, trouble
    assert output.count(" tokens in ") == 5  # of each answer, and of all
    assert (tmp_path / "x" / "cache" / "demo.png").is_file()


def test_it_asks_nothing_of_a_file_that_is_not_a_model(tmp_path: Path) -> None:
    text = tmp_path / "text.gguf"
    text.write_text("hello", "utf-8")
    with loading_demo(tmp_path / "x", text) as process:
        output, _ = end_of(process)
    assert "text.gguf" in output
    assert "│" not in output
    assert process.returncode == 1


def test_ctrl_c_ends_the_demo(tmp_path: Path) -> None:
    with loading_demo(tmp_path / "x") as process:
        process.send_signal(signal.SIGINT)
        output, trouble = end_of(process)
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
