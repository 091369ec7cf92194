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
    """The library copies whole slots only, in one call."""

    def __init__(
        self,
        backend: Backend,
        runner: Runner,
        prompts: TokenizedPrompts,
        costs: CostModel,
        target_seconds: float,
    ) -> None:
        self._backend = backend
        self.runner = runner
        self._prompts = prompts
        self._costs = costs
        self.target_seconds = target_seconds
        info = backend.info
        token_bytes = info.kv_bytes / (info.slot_count * info.context_window)
        self._token_bytes = token_bytes
        self._copy_seconds = token_bytes / _FIRST_RATE  # per token, then as measured last
        self._restore_rate = _FIRST_RATE

    def copy(self, slot: Slot, key: str) -> SlotCopy:
        """Return a copy of what a slot holds."""
        started = time.perf_counter()
        state = self._backend.state(slot.index)
        return self.copy_of(slot, key, state, time.perf_counter() - started)

    def copy_of(self, slot: Slot, key: str, state: bytes, seconds: float) -> SlotCopy:
        """Return a copy whose bytes were taken from a slot, and learn what that costs."""
        count = max(1, len(slot.cached_tokens))
        self._copy_seconds, self._token_bytes = seconds / count, len(state) / count
        return SlotCopy(
            key=key,
            tokens=tuple(slot.cached_tokens),
            checkpoints=tuple(slot.checkpoints),
            state=state,
            prompt=self._prompts.get(key),
            token_seconds=self._costs.token_seconds or 0.0,
            spans=tuple(slot.spans),
        )

    def restore(self, slot: Slot, copy: SlotCopy) -> float | None:
        """Fill a slot with a copy; return the seconds that took, None if the library refused."""
        started = time.perf_counter()
        self.runner.clear(slot)
        is_taken = self._backend.set_state(slot.index, copy.state, copy.held_count)
        seconds = self.note_restored(slot, copy, time.perf_counter() - started, is_taken=is_taken)
        if seconds is not None:
            self.restore_text(copy)
        return seconds

    def note_restored(
        self, slot: Slot, copy: SlotCopy, seconds: float, *, is_taken: bool
    ) -> float | None:
        """Take note of what a slot was filled with; return the seconds, None if it was refused."""
        self.runner.note_restored(slot, copy, is_taken=is_taken)
        # Read back from the library, not believed: a partial restore counts as refused.
        if len(slot.cached_tokens) != len(copy.tokens):
            return None
        rate = copy.byte_count / max(seconds, 1e-6)
        self._restore_rate += _SMOOTHING * (rate - self._restore_rate)
        return seconds

    def restore_text(self, copy: SlotCopy) -> None:
        """Remember the text of a conversation again that came back."""
        if copy.prompt.segments:
            self._prompts.restore(copy.key, copy.prompt)

    def is_brief(self, slot: Slot) -> bool:
        """Return whether a slot is copied within the time that a step may take."""
        return self.copy_seconds(slot) <= self.target_seconds

    def copy_seconds(self, slot: Slot) -> float:
        """Return how long a copy of a slot should take."""
        return self._copy_seconds * len(slot.cached_tokens)

    def restore_seconds(self, byte_count: int) -> float:
        """Return how long a restore of so many bytes should take."""
        return byte_count / self._restore_rate

    def fork_seconds(self, donor: Slot) -> float:
        """Return how long it should take to copy a slot into another one."""
        return self.copy_seconds(donor) + self.restore_seconds(self.byte_count(donor))

    def byte_count(self, slot: Slot) -> int:
        """Return how large a copy of a slot should be."""
        return int(self._token_bytes * len(slot.cached_tokens))
