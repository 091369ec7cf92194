"""Programs that set-up runs: heard, logged, and stopped with all that they started."""

import io
import os
import sys
import threading
from pathlib import Path

import psutil
import pytest

from commands import Commands
from failure import SetupFailed

POSIX = pytest.mark.skipif(os.name != "posix", reason="groups of processes are POSIX's")

COUNTING = "for number in range(40): print('line', number)"

# Starts a child, tells its number, and waits for it.
PARENT = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
child.wait()
"""


class Interrupting(io.StringIO):
    """A screen at which somebody presses Ctrl+C as soon as the program has spoken."""

    def __init__(self) -> None:
        super().__init__()
        self.has_spoken = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self.has_spoken.is_set() and "Working" in text:
            raise KeyboardInterrupt
        return super().write(text)


def run(commands: Commands, program: str) -> int:
    return commands.run([sys.executable, "-c", program], "Working", dict(os.environ))


def test_output_goes_to_the_log_and_its_end_is_kept(tmp_path: Path) -> None:
    commands = Commands(tmp_path / "build" / "setup.log", io.StringIO())
    assert run(commands, COUNTING) == 0
    assert commands.log_path.read_text().splitlines() == [f"line {number}" for number in range(40)]
    assert commands.tail == tuple(f"line {number}" for number in range(25, 40))


def test_the_exit_code_is_the_programs(tmp_path: Path) -> None:
    commands = Commands(tmp_path / "setup.log", io.StringIO())
    assert run(commands, "raise SystemExit(7)") == 7
    assert commands.output == ""


@POSIX
def test_an_interrupt_stops_the_children_too(tmp_path: Path) -> None:
    screen = Interrupting()
    commands = Commands(tmp_path / "setup.log", screen)
    screen.has_spoken.set()
    with pytest.raises(KeyboardInterrupt):
        run(commands, PARENT)
    text = commands.log_path.read_text()
    assert not any(psutil.pid_exists(int(number)) for number in text.split())


def test_a_complaint_of_the_compiler_tells_more_than_the_end(tmp_path: Path) -> None:
    commands = Commands(tmp_path / "setup.log", io.StringIO())
    run(commands, "print('one'); print('llama.cpp:3: error: no'); [print(n) for n in range(99)]")
    assert commands.telling_lines[:2] == ("llama.cpp:3: error: no", "0")
    run(commands, COUNTING)
    assert commands.telling_lines == commands.tail


def test_a_required_program_gets_its_settings_and_stops_the_set_up_if_it_fails(
    tmp_path: Path,
) -> None:
    commands = Commands(tmp_path / "setup.log", io.StringIO())
    program = "import os, sys; print(os.environ['WORD']); sys.exit(os.environ['WORD'] == 'no')"
    commands.require([sys.executable, "-c", program], "Asking", {"WORD": "yes"})
    with pytest.raises(SetupFailed, match="Asking failed") as failure:
        commands.require([sys.executable, "-c", program], "Asking", {"WORD": "no"})
    assert failure.value.log_lines == ("no",)
