"""A process that is killed while it writes a file: ``python -m … FOLDER POINT [again]``."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from engine.backend import Checkpoint
from engine.kv.cache_folder import CacheFolder
from engine.kv.container import CHUNK_BYTES, ModelIdentity
from engine.kv.fault_points import FaultPoint, listen
from engine.kv.slot_copy import SlotCopy

IDENTITY = ModelIdentity(weights=b"a model", form="")
OLD = SlotCopy("a", tuple(range(100)), (), b"old state" * 1000)
NEW = SlotCopy("a", tuple(range(200)), (Checkpoint(50, b"point"),), b"new" * CHUNK_BYTES)


def killed_while_writing(folder: Path, point: FaultPoint, *, has_old: bool) -> int:
    """Let another process be killed at a moment of its writing; return how it ended."""
    return killed_in(__name__, folder, point, has_old=has_old)


def killed_in(module: str, folder: Path, point: FaultPoint, *, has_old: bool) -> int:
    """Run a module that is killed at a moment of its writing; return how it ended."""
    command = [sys.executable, "-m", module, str(folder), point.name]
    return subprocess.run([*command, *["again"] * has_old], check=False, timeout=60).returncode


def be_killed(point: FaultPoint) -> None:
    """End the process at the moment that its arguments name."""
    if point.name == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    """Write, the second time at the cost of the process's life."""
    folder = CacheFolder(Path(sys.argv[1]))
    folder.open()
    if "again" in sys.argv:
        folder.write(OLD, IDENTITY, lambda: True, used=time.time_ns())
    listen(be_killed)
    folder.write(NEW, IDENTITY, lambda: True, used=time.time_ns())


if __name__ == "__main__":
    main()
