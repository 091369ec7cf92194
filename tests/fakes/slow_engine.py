"""The real engine, which takes its time over files called slow; started with ``SLOW_ENGINE``.

Their loading waits halfway, for as long as nobody cancels it.
"""

import sys
import time
from pathlib import Path

from engine.backend import Backend, LoadProgress
from engine.core.engine import Engine
from engine.core.process import load_backend, serve
from engine.messages.config import EngineConfig

SLOW_ENGINE = (sys.executable, str(Path(__file__).resolve()))


def _load(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
    def wait(share: float) -> None:
        progress(share)
        while "slow" in Path(path).name and share < 1.0:
            time.sleep(0.01)
            progress(0.5)

    return load_backend(path, config, wait)


if __name__ == "__main__":
    serve(lambda report: Engine(_load, report))
