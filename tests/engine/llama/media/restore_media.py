"""A process without a projector that goes on from a state: MODEL FOLDER COUNT POSITION TOKENS."""

import sys
from pathlib import Path

import numpy as np

from engine.llama.loader import load
from engine.messages.config import EngineConfig
from tests.engine.llama.media.pictures import read_text
from tests.models import tiny_vision
from tests.models.cache import cached_model


def main() -> None:
    """Read ``state``, write ``logits.npy``; what follows are its count, a position and tokens."""
    name, folder, count, position, *following = sys.argv[1:]
    config = EngineConfig(context_window=512, slot_count=4)
    backend = load(str(cached_model(getattr(tiny_vision, name))), config, lambda _share: None)
    assert backend.media is None
    assert backend.set_state(1, (Path(folder) / "state").read_bytes(), int(count))
    logits = read_text(backend, 1, [int(each) for each in following], int(position))
    np.save(Path(folder) / "logits.npy", logits)
    backend.close()


if __name__ == "__main__":
    main()
