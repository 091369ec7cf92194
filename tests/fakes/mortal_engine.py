"""The real engine on a loader that dies of some files: started with ``MORTAL_ENGINE``.

What the model's file is called says how: ``crash`` aborts the process, ``hang`` never ends,
``refused`` is refused in words. Other files are loaded, into a backend without a model, which of
``staring`` sees and never ends with a picture. A draft model ``crash`` aborts the process once, any
other one never ends. Beside a file that crashes grows another one,
``.loads``, by a letter for each load.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from engine.backend import Backend, LoadProgress
from engine.backend_media import Embeddings
from engine.core.engine import Engine
from engine.core.process import serve
from engine.ipc.lazy_text import lazy
from engine.load_mark import DRAFT_FILE_NAME, is_marked, marked_load
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed
from engine.messages.media import MediaKind
from tests.fakes.backend import FakeBackend
from tests.fakes.media import FakeEncoder

MORTAL_ENGINE = (sys.executable, str(Path(__file__).resolve()))


def _load(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
    progress(0.5)
    match Path(path).stem:
        case "crash":
            with Path(path).with_suffix(".loads").open("a") as loads:
                loads.write("x")
            os.abort()
        case "hang":
            time.sleep(3600)
        case "refused":
            raise ModelLoadFailed(lazy("There is no room for it."))
    if config.draft_path is not None:
        _load_draft(Path(config.draft_path), Path(config.cache_dir or ""))
    backend = FakeBackend(slot_count=config.slot_count, context_window=4096)
    if Path(path).stem == "staring":
        backend.media = _StaringEncoder()
    return backend


def _load_draft(path: Path, folder: Path) -> None:
    """Load a draft model, unless a process has died of it."""
    if is_marked(folder, path, DRAFT_FILE_NAME):
        return
    with marked_load(folder, path, DRAFT_FILE_NAME):
        if path.stem == "crash":
            os.abort()
        time.sleep(3600)


class _StaringEncoder(FakeEncoder):
    def encode(
        self,
        kind: MediaKind,
        width: int,
        height: int,
        content: bytes,
        should_continue: Callable[[], bool],
    ) -> Embeddings:
        time.sleep(3600)
        raise AssertionError


if __name__ == "__main__":
    serve(lambda report: Engine(_load, report), heartbeat_seconds=0.1)
