"""From the start of the process to a window that takes input; its own child, with ``--child``."""

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
    from app.application import Application

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE_SECONDS = 60.0


def cold_start_seconds(conversation_count: int, rounds: int) -> float:
    """Return the median of some starts over a history of so many conversations; no model."""
    with tempfile.TemporaryDirectory() as folder:
        if conversation_count:
            asyncio.run(_fill(Path(folder), conversation_count))
        _start_once(folder)  # the first start writes the database and what is compiled
        return statistics.median(_start_once(folder) for _ in range(rounds))


async def _fill(folder: Path, conversation_count: int) -> None:
    from app.data_folders import Paths
    from tests.benchmarks.histories import Words, build

    paths = Paths.under(folder)
    paths.create()
    await build(paths.database, Words(), conversation_count, conversation_count * 4)


def _start_once(folder: str) -> float:
    command = [sys.executable, "-m", "tests.benchmarks.cold_start", "--child", folder]
    # A package brings its modules compiled: so does every start here but the first, not counted.
    compiled = {"PYTHONPYCACHEPREFIX": f"{folder}/compiled", "PYTHONDONTWRITEBYTECODE": ""}
    environment = {**os.environ, **compiled, "QT_QPA_PLATFORM": "offscreen"}
    born = time.time()  # what a process knows of its own birth is a second off where clocks drift
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True,
        timeout=_PATIENCE_SECONDS,
    )  # fmt: skip
    return float(done.stdout.split()[-1]) - born


def _be_child(folder: str) -> None:
    """Start the program as it is started, and end it as soon as its window has drawn itself."""
    import gc

    gc.disable()  # as the program itself does while it starts
    from PySide6.QtCore import QTimer

    from app import main
    from app.application import Application

    start = Application.start

    async def timed_start(self: Application, model: str | None = None) -> None:
        await start(self, model)
        QTimer.singleShot(0, self.window, lambda: _end(self))

    Application.start = timed_start  # type: ignore[method-assign]
    main.run(["--data", folder])


def _end(rooms: "Application") -> None:
    rooms.window.repaint()
    print(time.time())
    rooms.quit()


if __name__ == "__main__":
    _be_child(sys.argv[2])
