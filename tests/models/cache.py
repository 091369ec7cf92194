"""Keeps built models in a temporary folder until their builders change."""

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path


def cached_model(write: Callable[[Path], None]) -> Path:
    """Return the file that ``write`` makes, made at most once for this version of the builders."""
    folder = Path(tempfile.gettempdir()) / f"hubbub-models-{_version()}"
    folder.mkdir(exist_ok=True)
    path = folder / f"{write.__module__.rpartition('.')[2]}-{write.__name__}.gguf"
    if not path.exists():
        half_done = path.with_suffix(f".{os.getpid()}")
        write(half_done)
        half_done.replace(path)  # another process may have been first; both are the same
    return path


@cache
def _version() -> str:
    """Return a name for the source of all builders."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
