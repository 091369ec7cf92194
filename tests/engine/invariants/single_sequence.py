"""The oracle: what a fresh context with one slot computes, when nobody else is there."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.backend import BatchEntry, Checkpoint, DecodeStatus
from engine.llama.backend import LlamaBackend
from tests.engine.invariants.recorder import Reply, SlotAction

SAME_CHUNKS = 1e-4  # two likeliest tokens nearer than this may change places
OTHER_CHUNKS = 1e-2  # the same where a prompt was read in other pieces


@dataclass(slots=True)
class Tally:
    """How many tokens were compared, and how many differed because two were as likely."""

    compared: int = 0
    near_ties: int = 0

    def compare(self, backend: LlamaBackend, sampled: int, margin: float, index: int = 0) -> None:
        """Look whether the oracle would have chosen the same token."""
        row = backend.logits()[index]
        self.compared += 1
        if int(np.argmax(row)) != sampled:
            self.near_ties += 1
            assert float(row.max() - row[sampled]) < margin, "another token than alone"

    @property
    def is_convincing(self) -> bool:
        """Return whether ties were as rare as they are by chance."""
        return self.compared > 0 and self.near_ties <= 1 + self.compared // 50


def lead_again(
    lives: Sequence[Sequence[SlotAction]], alone: LlamaBackend, margin: float = SAME_CHUNKS
) -> Tally:
    """Do to an empty slot what was done to others, and compare every greedy choice."""
    tally = Tally()
    for life in lives:
        alone.clear(0)
        points: dict[int, Checkpoint] = {}
        for action in life:
            _do(action, alone, points)
            for index, token in enumerate(action.sampled):
                tally.compare(alone, token, margin, index)
    return tally


def _do(action: SlotAction, alone: LlamaBackend, points: dict[int, Checkpoint]) -> None:
    if action.verb == "decode":
        _decode(alone, action.tokens, logit_count=action.logit_count)
    elif action.verb == "keep":
        assert alone.truncate(0, action.count)
    elif action.verb == "slide":
        alone.slide(0, action.count, action.discarded)
    elif action.verb == "checkpoint":
        points[action.count] = alone.checkpoint(0)
    else:
        assert alone.restore_checkpoint(0, points[action.count])


def answer_cold(
    replies: Sequence[Reply], alone: LlamaBackend, margin: float = OTHER_CHUNKS
) -> Tally:
    """Read each prompt afresh in whole batches, and compare every greedy choice behind it."""
    tally = Tally()
    for reply in replies:
        if not reply.tokens:
            continue
        alone.clear(0)
        prompt = reply.prompt
        for start in range(0, len(prompt), alone.batch_size):
            _decode(alone, prompt[start : start + alone.batch_size], logit_count=1)
        for token in reply.tokens:
            tally.compare(alone, token, margin)
            if alone.token_count(0) < alone.info.context_window:
                _decode(alone, (token,), logit_count=1)
    return tally


def _decode(alone: LlamaBackend, tokens: Sequence[int], *, logit_count: int) -> None:
    entry = BatchEntry(0, tokens, alone.token_count(0), logit_count)
    assert alone.decode([entry]) is DecodeStatus.DONE
