"""The program on a real display, driven by real keys from outside, judged by title and files."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

PATIENCE_SECONDS = 60.0
LOOK_SECONDS = 0.05
TOOLS = ("Xvfb", "xdotool")
FIRST = "What can Hubbub do"
SECOND = "How do I close a tab"
COMPLETE = "message WHERE lower(status) = 'complete'"
DELETED = "conversation WHERE deleted_at IS NOT NULL"
ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in TOOLS), reason="needs Xvfb and xdotool"
)


def until(condition: Callable[[], bool], what: str) -> None:
    """Wait until something is so that only a look from outside can tell."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"waited too long: {what}"
        time.sleep(LOOK_SECONDS)


def end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@pytest.fixture
def display() -> Iterator[str]:
    """A display of the test's own, 1280 by 800."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    assert number, "the display server started"
    yield f":{number}"
    end(server)


class Outsider:
    """Sees of the program what X shows of it, and its files; touches it through the keyboard."""

    def __init__(self, display: str, folder: Path) -> None:
        self._environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        self._folder = folder
        self._log = folder.with_suffix(".log").open("wb")
        self.program = subprocess.Popen(
            [sys.executable, "-m", "app", "--data", str(folder)],
            cwd=ROOT,
            env=self._environment,
            stderr=self._log,
            stdout=self._log,
        )

    def xdotool(self, *words: str) -> str:
        """Run xdotool; a window that is not there yet is no error."""
        ended = subprocess.run(
            ["xdotool", *words], env=self._environment, capture_output=True, text=True, check=False
        )
        return ended.stdout.strip()

    def windows(self, title: str) -> list[str]:
        """Return the visible windows whose title holds a text."""
        return self.xdotool("search", "--onlyvisible", "--name", title).split()

    def wait_for_window(self, title: str) -> None:
        """Wait for a window and give it the keyboard, as a window manager would."""
        until(lambda: bool(self.windows(title)), f"a window {title!r}")
        self.xdotool("windowfocus", "--sync", self.windows(title)[-1])

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


@pytest.fixture
def outsider(display: str, tmp_path: Path) -> Iterator[Outsider]:
    """The program on that display, its window in front."""
    outsider = Outsider(display, tmp_path / "hubbub")
    outsider.wait_for_window("New chat")
    yield outsider
    outsider.end()


def test_a_real_keyboard_reaches_everything(outsider: Outsider) -> None:
    ask(outsider, FIRST, answered=2)
    outsider.press("ctrl+t")
    outsider.wait_for_window("New chat")
    ask(outsider, SECOND, answered=4)
    outsider.wait_for_count("open_tab", 2)

    outsider.press("ctrl+1")
    outsider.wait_for_window(FIRST)
    outsider.press("ctrl+Tab")
    outsider.wait_for_window(SECOND)

    outsider.press("ctrl+w")
    outsider.wait_for_window(FIRST)
    outsider.wait_for_count("open_tab", 1)
    outsider.press("ctrl+shift+t")
    outsider.wait_for_window(SECOND)
    outsider.wait_for_count("open_tab", 2)

    outsider.press("ctrl+b")
    until(lambda: outsider.setting("is_sidebar_visible") is False, "the sidebar to go")
    outsider.press("ctrl+comma")
    outsider.wait_for_window("Settings")
    outsider.press("Escape")
    outsider.wait_until_gone("Settings")
    outsider.wait_for_window(SECOND)

    outsider.press("ctrl+shift+BackSpace")
    outsider.wait_for_count(DELETED, 1)
    outsider.wait_for_window(FIRST)
    outsider.press("ctrl+z")
    outsider.wait_for_count(DELETED, 0)
    outsider.wait_for_window(SECOND)

    outsider.press("ctrl+r")
    outsider.wait_for_count(COMPLETE, 5)
    outsider.press("ctrl+q")
    assert outsider.program.wait(PATIENCE_SECONDS) == 0


def ask(outsider: Outsider, question: str, *, answered: int) -> None:
    """Type a question, and wait until its tab has its title and so many messages are complete."""
    outsider.type(question)
    outsider.press("Return")
    outsider.wait_for_window(question)
    outsider.wait_for_count(COMPLETE, answered)
