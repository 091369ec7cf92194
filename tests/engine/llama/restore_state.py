"""A process of its own that goes on from a saved state: MODEL FOLDER TOKEN_COUNT NEXT..."""

import sys
from pathlib import Path

import numpy as np

from engine.llama.loader import load
from engine.wire.config import EngineConfig
from tests.engine.llama.steps import logits_after
from tests.models import tiny
from tests.models.cache import cached_model


def main() -> None:
    """Read ``state``, write ``logits.npy``."""
    name, folder, token_count, *following = sys.argv[1:]
    config = EngineConfig(context_window=512, slot_count=4)
    backend = load(str(cached_model(getattr(tiny, name))), config, lambda _share: None)
    state = (Path(folder) / "state").read_bytes()
    assert backend.set_state(1, state, int(token_count))
    np.save(
        Path(folder) / "logits.npy", logits_after(backend, 1, [int(each) for each in following])
    )
    backend.close()


if __name__ == "__main__":
    main()
