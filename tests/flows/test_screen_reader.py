"""What a screen reader is told: read back through the accessibility bus from outside."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest

from tests.flows.external_process import end
from tests.models.talker import TALKER

LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
READER_PYTHON = "/usr/bin/python3"
PYATSPI = "/usr/lib/python3/dist-packages/pyatspi"
ROOT = Path(__file__).resolve().parents[2]
LAUNCHER = next((path for path in LAUNCHERS if Path(path).exists()), None)

pytestmark = pytest.mark.skipif(
    LAUNCHER is None
    or not Path(PYATSPI).exists()
    or any(shutil.which(tool) is None for tool in ("Xvfb", "xdotool", "dbus-daemon")),
    reason="needs Xvfb, xdotool, dbus-daemon, at-spi2-core and python3-pyatspi",
)


@dataclass(frozen=True)
class Node:
    """One thing that a screen reader can reach."""

    role: str
    name: str
    description: str
    is_focusable: bool
    is_showing: bool
    text: str
    value: list[float]


class Desktop:
    """A bus, the program on a display, and a screen reader beside it."""

    def __init__(self, stack: ExitStack, display: str, folder: Path) -> None:
        self._stack = stack
        self.environment = dict(os.environ)
        bus = self.start("dbus-daemon", "--session", "--print-address", "--nofork", "--nopidfile")
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.line(bus)
        self.environment["DISPLAY"] = display
        assert LAUNCHER is not None
        self.start(LAUNCHER, "--launch-immediately")
        self.environment["QT_QPA_PLATFORM"] = "xcb"
        self.environment["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
        self.start(sys.executable, "-m", "app", "--data", str(folder), str(TALKER))
        self._reader = self.start(READER_PYTHON, str(ROOT / "tests/flows/screen_reader.py"))

    def start(self, *command: str) -> IO[str]:
        """Start a program that is ended with the test; return what it prints."""
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._stack.callback(end, process)  # type: ignore[arg-type]  # text or bytes: it is ended
        assert process.stdout is not None
        self._stack.callback(process.stdout.close)
        return process.stdout

    def line(self, output: IO[str]) -> str:
        """Return the next line that a program prints."""
        return output.readline().strip()

    def nodes(self) -> list[Node]:
        """Return everything that the screen reader reaches, from top to bottom."""
        return [Node(**found) for found in json.loads(self.line(self._reader))]

    def announcement(self) -> str:
        """Return what the program announces next."""
        return str(json.loads(self.line(self._reader)))

    def xdotool(self, *arguments: str) -> str:
        """Press keys from outside."""
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout.strip()


@pytest.fixture
def desktop(display: str, tmp_path: Path) -> Iterator[Desktop]:
    """The program, with a screen reader reading it."""
    with ExitStack() as stack:
        yield Desktop(stack, display, tmp_path / "hubbub")


def test_a_screen_reader_reads_the_window_and_the_answer(desktop: Desktop) -> None:
    before = desktop.nodes()
    silent = [node for node in before if node.is_focusable and node.is_showing and not node.name]
    assert silent == []
    names = {(node.role, node.name) for node in before if node.is_showing}
    assert ("text", "Message") in names
    assert ("push button", "Summarize a file…") in names
    assert not any("<" in node.description for node in before)
    order = [node.name for node in before if node.is_focusable and node.is_showing]
    assert order.index("Message") < order.index("Send")

    windows = desktop.xdotool("search", "--onlyvisible", "--name", "New chat").split()
    desktop.xdotool("windowfocus", "--sync", windows[-1])
    desktop.xdotool("type", "--delay", "5", "Count to 60")
    desktop.xdotool("key", "Return")
    assert desktop.announcement() == "The answer is done. Count to 60"

    after = desktop.nodes()
    assert any("Count to 60" in node.text for node in after if node.role != "page tab")
    (gauge,) = [node for node in after if node.role == "progress bar" and node.is_showing]
    assert gauge.name.startswith("Context used")
    assert gauge.value[0] == 0 < gauge.value[1] < gauge.value[2]
    assert any("57" in node.text and "60" in node.text for node in after)
