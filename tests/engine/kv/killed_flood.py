"""A process that is killed after tabs and programs were answered: ``python -m … FOLDER BYTES``."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from engine.messages.programs import program_conversation
from tests.engine.kv.driving import driven, slow_reader

TABS = ("tab1", "tab2", "tab3", "tab4")


def first_text(tab: str) -> str:
    """Return what a tab is asked first."""
    return f"{tab} says " * 30


def killed_after_answers(folder: Path, cache_bytes: int) -> int:
    """Let another process answer all tabs and be killed; return how it ended."""
    command = [sys.executable, "-m", "tests.engine.kv.killed_flood", str(folder), str(cache_bytes)]
    return subprocess.run(command, check=False, timeout=60).returncode


def main() -> None:
    """Answer the tabs and two programs, write all of it, and die."""
    with driven(slow_reader(slots=4), Path(sys.argv[1]), cache_bytes=int(sys.argv[2])) as driver:
        for tab in TABS:
            driver.ask(tab, first_text(tab))
            driver.write_back()
        for number in range(2):
            driver.ask(program_conversation("test", f"{number:03}"), f"program {number:03} " * 20)
            driver.write_back()
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
