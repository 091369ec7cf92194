"""A process of its own that restores a slot and a checkpoint: python -m ... MODEL FOLDER.

It reads ``state``, ``point`` and ``counts``, and writes what comes next to ``ahead`` and ``back``.
"""

import json
import sys
from pathlib import Path

import numpy as np

from engine.backend import Checkpoint
from engine.config import EngineConfig
from engine.llama.loader import load
from tests.engine.llama.steps import logits_after
from tests.models import tiny
from tests.models.cache import cached_model

NEXT = [33, 44, 55]


def main() -> None:
    """Restore into another slot than the one that was saved."""
    name, folder = sys.argv[1], Path(sys.argv[2])
    counts = json.loads((folder / "counts").read_text("utf-8"))
    config = EngineConfig(context_window=512, slot_count=4)
    backend = load(str(cached_model(getattr(tiny, name))), config, lambda _share: None)
    assert backend.set_state(3, (folder / "state").read_bytes(), counts["held"])
    np.save(folder / "ahead.npy", logits_after(backend, 3, NEXT))
    point = Checkpoint(counts["point"], (folder / "point").read_bytes())
    assert backend.go_back(3, point)
    np.save(folder / "back.npy", logits_after(backend, 3, NEXT))
    backend.close()


if __name__ == "__main__":
    main()
