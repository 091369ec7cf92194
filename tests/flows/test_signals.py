"""However the system ends the program, it ends in order and in time."""

import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.flows.processes import Program, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's here")


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGTERM,
        pytest.param(signal.SIGHUP, marks=pytest.mark.nightly),
        pytest.param(signal.SIGINT, marks=pytest.mark.nightly),
    ],
)
def test_a_signal_ends_it_as_its_own_key_does(tmp_path: Path, number: signal.Signals) -> None:
    with Program(tmp_path / "x") as program:
        program.wait_for_window()
        assert program.signal(number) == 0
    assert program.output == ""
    assert not (tmp_path / "x" / "data" / "hubbub.db-running").exists()
    with closing(sqlite3.connect(tmp_path / "x" / "data" / "hubbub.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_without_a_terminal_that_could_hang_up_it_stays(tmp_path: Path) -> None:
    with Program(tmp_path / "x", before=("nohup",)) as program:
        program.wait_for_window()
        program.send(signal.SIGHUP)
        assert program.has_window()


def test_ctrl_c_while_it_starts_prints_no_traceback(tmp_path: Path) -> None:
    program = Program(tmp_path / "x", PYTHONVERBOSE="1")  # tells of each import on the terminal
    until(lambda: "import 'app.domain'" in program.output, "it has begun to import")
    status = program.signal(signal.SIGINT)
    assert status in (-signal.SIGINT, 0)  # 0 where its window was quicker than the look
    assert "Traceback" not in program.output
