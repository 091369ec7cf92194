"""Tests packages as a user: ``python3 packaging/smoke_test.py [--suite trixie] [PACKAGE]``.

In a fresh root without any Python it installs the package, starts the program as an ordinary user
with an empty home, types into its window, sees two tabs being answered at the same moment, quits,
asks its server a question without a display, tries its tools, starts again, finds both, removes the
package, and looks at what is left. Needs root, debootstrap, Xvfb and xdotool, and says what to type
where they are missing. Changes nothing outside its roots.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from failure import SetupFailed
from smoke_root import HOME, SUITES, USER, CleanRoot, bind, clean_root
from smoke_screen import SOCKETS, Screen, screen, wait_until
from smoke_server import QUESTION, check_server
from smoke_tools import check_tool_processes
from system_packages import TOOLS_OF_SMOKE_TEST, absent_tools, type_this

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "smoke"
MEGABYTE = 1_000_000
INSTALLED = Path("usr", "lib", "hubbub")
DATABASE = HOME / ".local" / "share" / "hubbub" / "hubbub.db"
QUESTIONS = ("tell me a long story", "tell me a very long story")
USERS_OWN = (f"{HOME}/.local/", f"{HOME}/.config/", f"{HOME}/.cache/")

# There is no window manager: the test sets the focus.
VARIABLES = {"QT_QPA_PLATFORM": "xcb", "XDG_SESSION_TYPE": "x11"}


class Program:
    """The installed program, running in a root on a screen."""

    def __init__(self, root: CleanRoot, display: Screen, *arguments: str) -> None:
        """Start the program and measure the time until its window is drawn."""
        self._display = display
        command = root.command(
            "hubbub", *arguments, as_user=True, DISPLAY=display.name, USER=USER, **VARIABLES
        )
        self._log = (WORK / "program.log").open("ab")
        started = time.monotonic()
        self._process = subprocess.Popen(command, stdout=self._log, stderr=self._log)
        try:
            wait_until(self._is_drawn, 60, "the window is drawn")
        except SetupFailed:
            self.kill()
            raise
        self.start_seconds = time.monotonic() - started
        self.start_cpu_seconds = _cpu_seconds(self._process.pid)
        wait_until(lambda: display.window("Hubbub"), 10, "the window has its name")
        self.window = display.window("Hubbub")
        display.focus(self.window)

    def quit(self) -> float:
        """Press the keys for Quit; return the time in seconds. Raises SetupFailed."""
        self._display.press("ctrl+q")
        seconds = wait_until(lambda: self._process.poll() is not None, 20, "the program has ended")
        self._log.close()
        if self._process.returncode != 0:
            raise SetupFailed(f"The program ended with code {self._process.returncode}.")
        return seconds

    def kill(self) -> None:
        """Kill the program."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._log.close()

    def _is_drawn(self) -> bool:
        if self._process.poll() is not None:
            words = (WORK / "program.log").read_text("utf-8", "replace").splitlines()[-10:]
            raise SetupFailed("The program ended before there was a window.", tuple(words))
        return self._display.is_painted()


def main() -> int:
    """Run the test in every root; return the exit code."""
    wishes = _parse_arguments()
    try:
        check_tools()
        WORK.mkdir(parents=True, exist_ok=True)
        package = wishes.package or _newest("hubbub_*.deb")
        for suite in wishes.suite or list(SUITES):
            (WORK / "program.log").write_bytes(b"")
            print(f"== {package.name} on {SUITES.get(suite, suite)}", flush=True)
            with clean_root(suite, WORK / suite) as root, screen() as display:
                bind(root, SOCKETS)
                try:
                    story(root, display, package, wishes.previous, suite)
                except SetupFailed:
                    display.save(WORK / f"{suite}-failed.png")
                    raise
    except SetupFailed as failure:
        print(f"\n{failure}", *failure.log_lines, sep="\n  | ", file=sys.stderr)
        return 1
    return 0


def check_tools() -> None:
    """Raise SetupFailed, with the remedy, if this machine can't run the test."""
    if not sys.platform.startswith("linux"):
        raise SetupFailed("This test needs Linux; elsewhere try packaging/smoke_installed.py.")
    missing = absent_tools(TOOLS_OF_SMOKE_TEST)
    if missing:
        raise SetupFailed(f"Tools are missing. Type: {type_this(missing)}")
    if os.geteuid() != 0:
        raise SetupFailed("Only root can make a fresh system. Call it again with sudo.")


def story(
    root: CleanRoot, display: Screen, package: Path, previous: Path | None, suite: str
) -> None:
    """Install, use, restart, upgrade, remove, and check the remaining files."""
    root.run("apt-get", "install", "-y", "--no-install-recommends", "fonts-dejavu-core")
    before = root.files()
    _check("the root has no Python", not any("bin/python3" in name for name in before))
    root.install(previous or package)
    _tell_sizes(root, previous or package)
    _tell_backends(root)
    with _running(root, display, "cold start to a drawn window", is_cold=True) as program:
        _ask_in_two_tabs(display, root, program)
        display.save(WORK / f"{suite}-1-answered.png")
        print(f"  end after Ctrl+Q: {program.quit():.2f} s")
    if previous:
        root.install(package)
        print(f"  upgraded from {previous.name}")
    answer = check_server(root.command("hubbub", as_user=True), folder=f"/{HOME}/.cache/smoke")
    print(f"  without a display: {QUESTION} {answer}", flush=True)
    user = root.command("hubbub", as_user=True)
    tools = check_tool_processes(user, ["hubbub", "serve", "--mcp"])
    print(f"  tools: {tools}", flush=True)
    stored = _conversations(root)
    with _running(root, display, "second start") as program:
        _check("both conversations are there", _conversations(root) == stored)
        wait_until(lambda: display.title(program.window) != "Hubbub", 10, "a tab is shown again")
        time.sleep(0.5)  # only for the picture
        display.save(WORK / f"{suite}-2-again.png")
        print(f"  the window's title: {display.title(program.window)}")
        program.quit()
    root.run("apt-get", "purge", "-y", "hubbub")
    root.run("apt-get", "autoremove", "-y", "--purge")
    left = root.files() - before
    strangers = sorted(name for name in left if not name.startswith(USERS_OWN))
    _check(f"nothing but the user's data is left ({len(left)} files)", not strangers, strangers)
    _check("the user's data is left", str(DATABASE) in left)


@contextlib.contextmanager
def _running(
    root: CleanRoot, display: Screen, what: str, *, is_cold: bool = False
) -> Iterator[Program]:
    if is_cold:
        subprocess.run(["sync"], check=True)
        Path("/proc/sys/vm/drop_caches").write_text("3", "ascii")
    program = Program(root, display)
    print(f"  {what}: {program.start_seconds:.2f} s", end=" ")
    print(f"({program.start_cpu_seconds:.2f} s of the processor in the window)", flush=True)
    try:
        yield program
    finally:
        program.kill()


def _ask_in_two_tabs(display: Screen, root: CleanRoot, program: Program) -> None:
    """Type two questions into two tabs, and see both answered at the same moment."""
    display.type(QUESTIONS[0])
    wait_until(lambda: _drafts(root) == [QUESTIONS[0]], 20, "the first question stands there")
    display.press("ctrl+t")
    wait_until(lambda: len(_drafts(root)) == len(QUESTIONS), 20, "there is a second tab")
    display.type(QUESTIONS[1])
    wait_until(lambda: sorted(_drafts(root)) == sorted(QUESTIONS), 20, "both questions stand there")
    # A short answer takes less than a second: both questions are sent together.
    display.press("Return", "ctrl+1", "Return")
    streaming: set[int] = set()
    pictures: set[int] = set()

    def all_done() -> bool:
        states = _reply_states(root)
        streaming.add(states.count("STREAMING"))
        pictures.add(display.fingerprint())
        return states == ["COMPLETE", "COMPLETE"]

    seconds = wait_until(all_done, 300, "both tabs are answered")
    lengths = [int(row[2]) for row in _conversations(root) if row[1] == "ASSISTANT"]
    print(f"  two tabs answered after {seconds:.1f} s, {lengths} characters", flush=True)
    _check("both were being answered at the same moment", 2 in streaming)
    _check(f"the answers were seen to grow ({len(pictures)} pictures)", len(pictures) > 5)
    _check("the answers have text", len(lengths) == 2 and min(lengths) > 20)


def _cpu_seconds(process_id: int) -> float:
    """Return the CPU time of a process, which is independent of other load."""
    fields = Path(f"/proc/{process_id}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _tell_sizes(root: CleanRoot, package: Path) -> None:
    installed = root.folder / INSTALLED
    total = _bytes_of(installed)
    print(f"  package {package.stat().st_size / MEGABYTE:.1f} MB", end=", ")
    print(f"installed {total / MEGABYTE:.1f} MB; what takes the room:")
    contents = installed / "_internal"
    parts = {path.name: _bytes_of(path) for path in contents.iterdir()}
    largest = sorted(parts, key=parts.__getitem__, reverse=True)[:9]
    print("   ", ", ".join(f"{name} {parts[name] / MEGABYTE:.1f}" for name in largest), flush=True)


def _tell_backends(root: CleanRoot) -> None:
    answer = json.loads(root.run("hubbub", "--try-backend", as_user=True).splitlines()[-1])
    print(f"  the engine chose: {answer['processor']}; packs: {answer['packs'] or 'none'}")
    _check("the engine found a part for this processor", not answer["trouble"])


def _reply_states(root: CleanRoot) -> list[str]:
    return [str(row[3]) for row in _conversations(root) if row[1] == "ASSISTANT"]


def _conversations(root: CleanRoot) -> list[tuple[str, str, int, str]]:
    """Return the messages: conversation, role, length and state."""
    question = "SELECT conversation_id, role, length(text), status FROM message ORDER BY id"
    return _stored(root, question)


def _drafts(root: CleanRoot) -> list[str]:
    return [str(row[0]) for row in _stored(root, "SELECT draft FROM conversation")]


def _stored(root: CleanRoot, question: str) -> list[Any]:
    """Read a copy of the histories, because the program locks its own file."""
    path = root.folder / DATABASE
    with tempfile.TemporaryDirectory() as folder:
        for name in (path.name, f"{path.name}-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(path.with_name(name), Path(folder, name))
        with contextlib.suppress(sqlite3.DatabaseError):  # copied during a change
            connection = sqlite3.connect(Path(folder, path.name))
            with contextlib.closing(connection):
                return connection.execute(question).fetchall()
    return []


def _bytes_of(path: Path) -> int:
    if path.is_symlink():
        return 0
    if path.is_file():
        return path.stat().st_size
    return sum(_bytes_of(child) for child in path.iterdir())


def _check(promise: str, is_kept: bool, details: list[str] | None = None) -> None:
    if not is_kept:
        raise SetupFailed(f"Not so: {promise}.", tuple(details or ())[:20])
    print(f"  yes: {promise}", flush=True)


def _newest(pattern: str) -> Path:
    found = sorted((ROOT / "dist").glob(pattern), key=lambda path: path.stat().st_mtime)
    if not found:
        raise SetupFailed(f"There is no dist/{pattern}; make it with: make package")
    return found[-1]


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Try a package in fresh roots.")
    parser.add_argument("package", type=Path, nargs="?", help="a .deb; else the newest of dist/")
    parser.add_argument("--suite", action="append", help="bookworm or trixie; else both")
    parser.add_argument("--previous", type=Path, help="a .deb to upgrade from, with what was said")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
