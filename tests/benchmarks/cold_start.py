"""From the start of the process to a window that takes input: a part of the window benchmark.

With ``--child FOLDER`` this module is the process that is measured, so it imports little.
"""

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from app.application import Application
    from app.data_folders import DataFolders

ROOT = Path(__file__).resolve().parents[2]
_TIMEOUT_SECONDS = 60.0


def cold_start_seconds(conversation_count: int, rounds: int) -> float:
    """Return the median time of a start without a model, with a history of n conversations."""
    with tempfile.TemporaryDirectory() as folder:
        if conversation_count:
            asyncio.run(_fill(Path(folder), conversation_count))
        _start_once(folder)  # writes the database and the compiled modules
        return statistics.median(_start_once(folder) for _ in range(rounds))


async def _fill(folder: Path, conversation_count: int) -> None:
    from app.data_folders import Paths
    from tests.benchmarks.histories import Words, build

    paths = Paths.under(folder)
    paths.create()
    await build(paths.database, Words(), conversation_count, conversation_count * 4)


def _start_once(folder: str) -> float:
    command = [sys.executable, "-m", "tests.benchmarks.cold_start", "--child", folder]
    # Compiled modules are used, because a package contains them.
    compiled = {"PYTHONPYCACHEPREFIX": f"{folder}/compiled", "PYTHONDONTWRITEBYTECODE": ""}
    environment = {**os.environ, **compiled, "QT_QPA_PLATFORM": "offscreen"}
    started = time.time()  # the start time that psutil reports can be off by a second
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True,
        timeout=_TIMEOUT_SECONDS,
    )  # fmt: skip
    return float(done.stdout.split()[-1]) - started


def _run_child(folder: str) -> None:
    """Start the program in the usual way, and end it as soon as its window is drawn."""
    from app.__main__ import prepare_imports

    prepare_imports()
    from PySide6.QtCore import QTimer

    from app import main

    run_rooms = main.run_rooms

    async def run_timed(
        application: "QApplication",
        rooms: "Application",
        folders: "DataFolders",
        model: str | None,
        *,
        is_demo: bool,
    ) -> int:
        start = rooms.start

        async def timed_start(model: str | None = None) -> None:
            await start(model)
            QTimer.singleShot(0, rooms.window, lambda: _end(rooms))

        rooms.start = timed_start  # type: ignore[method-assign]
        return await run_rooms(application, rooms, folders, model, is_demo=is_demo)

    main.run_rooms = run_timed  # the application is imported while the database is opened
    main.run(["--data", folder])


def _end(rooms: "Application") -> None:
    rooms.window.repaint()
    print(time.time())
    rooms.quit()


if __name__ == "__main__":
    _run_child(sys.argv[2])
