"""A process of its own that gives damaged states to a model: python -m ... MODEL.

It ends with 0 if each was refused and left its slot empty, and what came after was as ever.
"""

import sys

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backend import Checkpoint
from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.wire.config import EngineConfig
from tests.engine.llama.steps import logits_after, prefill
from tests.models import tiny
from tests.models.cache import cached_model

TOKENS = [20 + i * 7 % 200 for i in range(60)]
NEXT = [33, 44]


def damaged(state: bytes, place: int, flip: int, kind: int) -> bytes:
    """Return a state that is cut, flipped, doubled or longer."""
    place %= len(state)
    if kind == 0:
        return state[:place]
    if kind == 1:
        return state[:place] + bytes([state[place] ^ flip]) + state[place + 1 :]
    if kind == 2:
        return state[:place] + state[place:] + state[place:] + b"\0"
    return state[:place] + bytes([flip] * 8) + state[place:]


def check(backend: LlamaBackend) -> None:
    """Try all of that on slot 0, with a neighbour in slot 1."""
    prefill(backend, 0, TOKENS)
    state, checkpoint = backend.state(0), backend.checkpoint(0)
    expected = logits_after(backend, 0, NEXT)
    count = len(TOKENS)

    @settings(max_examples=80, derandomize=True, database=None, deadline=None)
    @given(st.integers(0, 1 << 20), st.integers(1, 255), st.integers(0, 3))
    def restore(place: int, flip: int, kind: int) -> None:
        backend.clear(0)
        assert not backend.set_state(0, damaged(state, place, flip, kind), count)
        assert backend.token_count(0) == 0
        if checkpoint.state:
            prefill(backend, 0, TOKENS + NEXT)
            bad = Checkpoint(count, damaged(checkpoint.state, place, flip, kind))
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
    check(backend)
    backend.close()


if __name__ == "__main__":
    main()
