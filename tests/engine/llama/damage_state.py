"""A process of its own that gives damaged states to a model: python -m ... MODEL.

Damage that changes the header or the length is refused by the backend itself; any other is found
by the checksums of the file that stores the state, so that it never gets there. The process ends
with 0 if each was refused and left its slot empty, and what came after was as ever.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backend import Checkpoint
from engine.kv.cache_folder import CacheFolder
from engine.kv.container import Miss, ModelIdentity
from engine.kv.slot_copy import SlotCopy
from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.wire.config import EngineConfig
from tests.engine.llama.steps import logits_after, prefill
from tests.models import tiny
from tests.models.cache import cached_model

TOKENS = [20 + i * 7 % 200 for i in range(60)]
NEXT = [33, 44]


HEADER_BYTES = 40
IDENTITY = ModelIdentity(weights=b"", form="")


def damaged(state: bytes, offset: int, flip: int, kind: int, *, flips: int) -> bytes:
    """Return a state that is cut, flipped in its first bytes, doubled or longer."""
    offset %= min(len(state), flips) if kind == 1 else len(state)
    if kind == 0:
        return state[:offset]
    if kind == 1:
        return state[:offset] + bytes([state[offset] ^ flip]) + state[offset + 1 :]
    if kind == 2:
        return state[:offset] + state[offset:] + state[offset:] + b"\0"
    return state[:offset] + bytes([flip] * 8) + state[offset:]


def stored(copy: SlotCopy, path: Path) -> tuple[CacheFolder, Path]:
    """Return a folder with a file that stores a state and a checkpoint, and the file."""
    folder = CacheFolder(path)
    return folder, path / folder.write(copy, IDENTITY, lambda: True, used=1).name


def check(backend: LlamaBackend, path: Path) -> None:
    """Try all of that on slot 0, with a neighbour in slot 1."""
    prefill(backend, 0, TOKENS)
    state, checkpoint = backend.state(0), backend.checkpoint(0)
    expected = logits_after(backend, 0, NEXT)
    count = len(TOKENS)
    folder, file = stored(SlotCopy("a", tuple(TOKENS), (checkpoint,), state), path)
    whole = file.read_bytes()

    @settings(max_examples=80, derandomize=True, database=None, deadline=None)
    @given(st.integers(0, 1 << 20), st.integers(1, 255), st.integers(0, 3))
    def restore(offset: int, flip: int, kind: int) -> None:
        file.write_bytes(damaged(whole, offset, flip, kind, flips=len(whole)))
        assert isinstance(folder.read("a", IDENTITY), Miss)
        backend.clear(0)
        bad_state = damaged(state, offset, flip, kind, flips=HEADER_BYTES)
        assert not backend.set_state(0, bad_state, count)
        assert backend.token_count(0) == 0
        if checkpoint.state:
            prefill(backend, 0, TOKENS + NEXT)
            bad_state = damaged(checkpoint.state, offset, flip, kind, flips=HEADER_BYTES)
            bad = Checkpoint(count, bad_state)
            assert not backend.restore_checkpoint(0, bad)
            assert backend.token_count(0) == 0

    restore()
    backend.clear(0)
    assert backend.set_state(0, state, count)
    assert np.array_equal(logits_after(backend, 0, NEXT), expected)


def main() -> None:
    """Check one kind of memory."""
    path = str(cached_model(getattr(tiny, sys.argv[1])))
    backend = load(path, EngineConfig(context_window=512, slot_count=2), lambda _share: None)
    with tempfile.TemporaryDirectory() as folder:
        check(backend, Path(folder))
    backend.close()


if __name__ == "__main__":
    main()
