"""A process of its own that restores a slot and a checkpoint: python -m ... MODEL FOLDER.

It reads the conversation ``NAME`` in a folder of the disk tier's, and writes what comes next to
``ahead`` and ``back`` there.
"""

import sys
from pathlib import Path

import numpy as np

from engine.backend import Backend
from engine.kv.cache_folder import CacheFolder
from engine.kv.container import Miss, ModelIdentity
from engine.kv.disk_worker import WeightDigests
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from tests.engine.llama.steps import logits_after
from tests.models import tiny
from tests.models.cache import cached_model

NEXT = [33, 44, 55]
NAME = "a conversation"


def opened(path: Path, backend: Backend) -> tuple[CacheFolder, ModelIdentity]:
    """Return a folder, and the identity of the backend's states."""
    folder = CacheFolder(path)
    folder.open()
    identity = backend.state_identity
    weights = WeightDigests(path).of(identity.files)
    return folder, ModelIdentity(weights=weights, form=identity.form)


def main() -> None:
    """Restore into another slot than the one that was saved."""
    name, path = sys.argv[1], Path(sys.argv[2])
    config = EngineConfig(context_window=512, slot_count=4)
    backend = load(str(cached_model(getattr(tiny, name))), config, lambda _share: None)
    folder, identity = opened(path, backend)
    kept = folder.read(NAME, identity)
    assert not isinstance(kept, Miss), kept
    assert backend.set_state(3, kept.state, len(kept.tokens))
    np.save(path / "ahead.npy", logits_after(backend, 3, NEXT))
    assert backend.restore_checkpoint(3, kept.checkpoints[0])
    np.save(path / "back.npy", logits_after(backend, 3, NEXT))
    backend.close()


if __name__ == "__main__":
    main()
