"""Copies KV caches out of slots and back into them, and measures how long that takes."""

import time

from engine.backend import Backend
from engine.core.runner import Runner
from engine.kv.slot_copy import SlotCopy
from engine.scheduling.cost_model import CostModel
from engine.scheduling.slots import Slot
from engine.text.prompt import TokenizedPrompts

_FIRST_RATE = 1e9  # bytes per second, before it was measured
_SMOOTHING = 0.3


class SlotCopier:
    """The library copies whole slots only: while it does, no reply goes on."""

    def __init__(
        self,
        backend: Backend,
        runner: Runner,
        prompts: TokenizedPrompts,
        costs: CostModel,
        target_seconds: float,
    ) -> None:
        self._backend = backend
        self._runner = runner
        self._prompts = prompts
        self._costs = costs
        self._target_seconds = target_seconds
        info = backend.info
        token_bytes = info.kv_bytes / (info.slot_count * info.context_window)
        self._copy_seconds = token_bytes / _FIRST_RATE  # per token, then as measured last
        self._restore_rate = _FIRST_RATE

    def copy(self, slot: Slot, key: str) -> SlotCopy:
        """Return a copy of what a slot holds."""
        started = time.perf_counter()
        state = self._backend.state(slot.index)
        self._copy_seconds = (time.perf_counter() - started) / len(slot.cached_tokens)
        return SlotCopy(
            key=key,
            tokens=tuple(slot.cached_tokens),
            checkpoints=tuple(slot.checkpoints),
            state=state,
            prompt=self._prompts.get(key),
            token_seconds=self._costs.token_seconds or 0.0,
        )

    def is_brief(self, slot: Slot) -> bool:
        """Return whether a slot is copied within the time that a step may take."""
        return self._copy_seconds * len(slot.cached_tokens) <= self._target_seconds

    def restore(self, slot: Slot, copy: SlotCopy) -> float | None:
        """Fill a slot with a copy; return the seconds that took, None if the library refused."""
        started = time.perf_counter()
        self._runner.restore(slot, copy)
        seconds = time.perf_counter() - started
        # Read back from the library, not believed: a partial restore counts as refused.
        if len(slot.cached_tokens) != len(copy.tokens):
            return None
        rate = copy.byte_count / max(seconds, 1e-6)
        self._restore_rate += _SMOOTHING * (rate - self._restore_rate)
        if copy.prompt.segments:
            self._prompts.restore(copy.key, copy.prompt)
        return seconds

    def restore_seconds(self, byte_count: int) -> float:
        """Return how long a restore of so many bytes should take."""
        return byte_count / self._restore_rate
