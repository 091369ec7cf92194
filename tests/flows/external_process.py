"""The program on a real display, touched from outside, judged by what X and its files show."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from tests.flows.processes import PATIENCE_SECONDS, Program, until
from tests.models.talker import TALKER

TOOLS = ("Xvfb", "xdotool")
ARE_TOOLS_MISSING = any(shutil.which(tool) is None for tool in TOOLS)


def end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def new_display() -> Iterator[str]:
    """Run a display, 1280 by 800, and return its name."""
    reading, writing = os.pipe()
    # When the last client leaves, a display resets itself and refuses the next ones meanwhile.
    server = subprocess.Popen(
        [
            *("Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24"),
            *("-nolisten", "tcp", "-noreset"),
        ],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        assert number, "the display server started"
        yield f":{number}"
    finally:
        end(server)


class ExternalProcess:
    """Sees of the program what X shows of it, and its files; touches it through the keyboard."""

    def __init__(self, display: str, folder: Path) -> None:
        self._environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        self._folder = folder
        self._log = folder.with_suffix(".log").open("wb")
        self.program = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", "-m", "app", "--data", str(folder), str(TALKER)],
            cwd=Program.ROOT,
            env=self._environment,
            stderr=self._log,
            stdout=self._log,
        )

    def xdotool(self, *arguments: str) -> str:
        """Run xdotool; a window that is not there yet is no error."""
        ended = subprocess.run(
            ["xdotool", *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return ended.stdout.strip()

    def windows(self, title: str) -> list[str]:
        """Return the visible windows whose title holds a text."""
        return self.xdotool("search", "--onlyvisible", "--name", title).split()

    def wait_for_window(self, title: str) -> None:
        """Wait for a window and give it the keyboard, as a window manager would."""
        self.xdotool("windowfocus", "--sync", self._window(title))

    def _window(self, title: str) -> str:
        """Return the newest window with this title, once there is one."""
        found: list[str] = []

        def look() -> bool:
            found[:] = self.windows(title)
            return bool(found) or self.program.poll() is not None

        try:
            until(look, f"a window {title!r}")
        except AssertionError as error:
            self.program.send_signal(signal.SIGABRT)  # its stacks go to the log
            self.program.wait(PATIENCE_SECONDS)
            shown = [self.xdotool("getwindowname", each) for each in self.windows(".*")]
            raise AssertionError(f"{error}; windows: {shown}\n{self._log_text()}") from error
        assert found, f"the program ended with {self.program.returncode}\n{self._log_text()}"
        return found[-1]

    def _log_text(self) -> str:
        return Path(self._log.name).read_text("utf-8", "replace")

    def end(self) -> None:
        """End the program if it still runs."""
        end(self.program)
        self._log.close()

    def wait_until_gone(self, title: str) -> None:
        """Wait until no window has this title any more."""
        until(lambda: not self.windows(title), f"no window {title!r}")

    def press(self, *keys: str) -> None:
        """Press keys on the window that has the keyboard."""
        self.xdotool("key", "--clearmodifiers", *keys)

    def click(self, x: int, y: int) -> None:
        """Click on a place of the display."""
        self.xdotool("mousemove", str(x), str(y), "click", "1")

    def drag(self, start: tuple[int, int], goal: tuple[int, int]) -> None:
        """Move the mouse with its left button held, as slowly as a hand."""
        self.xdotool("mousemove", *map(str, start), "mousedown", "1")
        for step in range(1, 11):
            place = (round(a + (b - a) * step / 10) for a, b in zip(start, goal, strict=True))
            self.xdotool("mousemove", *map(str, place))
        self.xdotool("mouseup", "1")

    def corner_of_window(self, title: str) -> tuple[int, int]:
        """Return the upper left corner of a window."""
        told = self.xdotool("getwindowgeometry", "--shell", self._window(title))
        values = dict(line.split("=") for line in told.splitlines())
        return int(values["X"]), int(values["Y"])

    def type(self, text: str) -> None:
        """Type a text, letter by letter."""
        self.xdotool("type", "--delay", "5", text)

    def count(self, question: str) -> int | None:
        """Count in a copy of the database: the program lets nobody into its own.

        None where the copy was taken in the middle of a change.
        """
        copy = self._folder.with_name("copy.db")
        for name in ("hubbub.db", "hubbub.db-wal"):
            with suppress(FileNotFoundError):
                source = self._folder / "data" / name
                copy.with_name(name.replace("hubbub", "copy")).write_bytes(source.read_bytes())
        try:
            with closing(sqlite3.connect(copy)) as database:
                return int(database.execute(f"SELECT count(*) FROM {question}").fetchone()[0])
        except sqlite3.DatabaseError:
            return None

    def wait_for_count(self, question: str, wanted: int) -> None:
        """Wait until the database holds so many."""
        until(lambda: self.count(question) == wanted, f"{wanted} {question}")

    def setting(self, name: str) -> object:
        """Return a setting as it is stored, or None."""
        path = self._folder / "config" / "settings.json"
        return json.loads(path.read_text("utf-8")).get(name) if path.exists() else None


@contextmanager
def running(display: str, folder: Path) -> Iterator[ExternalProcess]:
    """Start the program for somebody who knows it, and wait for its window."""
    config = folder / "hubbub" / "config"
    config.mkdir(parents=True)
    (config / "settings.json").write_text('{"has_seen_tour": true}')
    external_process = ExternalProcess(display, folder / "hubbub")
    try:
        external_process.wait_for_window("New chat")
        yield external_process
    finally:
        external_process.end()
