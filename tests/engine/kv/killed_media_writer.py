"""A process that is killed while it writes embeddings: ``python -m … FOLDER POINT [again]``."""

import sys
from pathlib import Path

import numpy as np

from engine.backend_media import Embeddings
from engine.kv.fault_points import FaultPoint, listen
from engine.kv.media_folder import MediaFolder
from tests.engine.kv.killed_writer import be_killed, killed_in

IDENTITY = "a projector"
DIGEST = "d" * 64
LIMIT = 1 << 30
CONVERSATION = "a chat"


def embeddings(rows: int, seed: int = 0, width: int = 64) -> Embeddings:
    """Return embeddings of random numbers."""
    floats = np.random.default_rng(seed).standard_normal((rows, width), dtype=np.float32)
    return Embeddings(floats, np.arange(rows, dtype=np.int32).reshape(1, rows))


OLD, NEW = embeddings(8, seed=1), embeddings(40_000, seed=2)  # the new one has several chunks


def killed_while_writing(folder: Path, point: FaultPoint, *, has_old: bool) -> int:
    """Let another process be killed at a moment of its writing; return how it ended."""
    return killed_in(__name__, folder, point, has_old=has_old)


def main() -> None:
    """Write, the second time at the cost of the process's life."""
    folder = MediaFolder(Path(sys.argv[1]), IDENTITY, LIMIT)
    if "again" in sys.argv:
        folder.write(DIGEST, OLD, [CONVERSATION])
    listen(be_killed)
    folder.write(DIGEST, NEW, [CONVERSATION])


if __name__ == "__main__":
    main()
