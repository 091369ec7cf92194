"""Measures a model's calls once, after it was loaded and before it answers."""

import math
import time

from engine.backend import Backend, BatchEntry, DecodeStatus
from engine.core.workers import CallGuard
from engine.scheduling.costs import Costs
from engine.scheduling.threads import Threads

# After the first call no other begins later; missing measurements are learned from replies.
_SECONDS = 0.25
_CALL_SECONDS = 2.0  # maximum duration of a call on several threads
_PROMPT_TOKENS = 16
_SHORTEST_SECONDS = 1e-6  # used if the clock is too coarse


class Calibration:
    """Computes tokens in empty slots, and leaves them empty. Engine thread, before any request."""

    def __init__(
        self, backend: Backend, costs: Costs, threads: Threads, guard: CallGuard | None
    ) -> None:
        self._backend = backend
        self._costs = costs
        self._threads = threads
        self._guard = guard
        self._token = backend.vocabulary.bos_token or 0
        self._end = 0.0

    def run(self) -> None:
        """Measure threads for one row, then a piece of a prompt, then calls of several rows."""
        choice, slot_count = self._threads.decode, self._backend.info.slot_count
        self._end = math.inf
        # The first call is slower than any other: it reads the weights from the disk.
        if (seconds := self._seconds(1, 1, math.inf)) is None or seconds > _CALL_SECONDS:
            return
        self._end = time.perf_counter() + _SECONDS
        singles: list[float] = []
        while choice.is_trying and (seconds := self._seconds(1, 1)) is not None:
            self._threads.learn_decode((1, 1), max(seconds, _SHORTEST_SECONDS), 0.0)
            singles.append(seconds)
        # Before the prompt, which can take longer than all of the time.
        if not singles and (seconds := self._seconds(1, 1)) is not None:
            singles.append(seconds)
        if singles:
            self._costs.learn_rows(1, min(singles))
        tokens = min(_PROMPT_TOKENS, self._backend.batch_size)
        if (seconds := self._seconds(1, tokens)) is not None:
            self._costs.learn_prompt(tokens, 0.0, seconds)
        for rows in (1, 2, 4, 8, 16):
            if rows > slot_count:
                break
            both = [self._seconds(rows, 1), self._seconds(rows, 1)]
            if known := [each for each in both if each is not None]:
                self._costs.learn_rows(rows, min(known))

    def _seconds(self, slots: int, tokens: int, patience: float = _CALL_SECONDS) -> float | None:
        """Return the seconds of a call with this many tokens per slot; None without a result."""
        started = time.perf_counter()
        if started >= self._end:
            return None
        choice = self._threads.decode if tokens == 1 else self._threads.prefill
        self._backend.threads.set_count(choice.count)
        entries = [BatchEntry(slot, [self._token] * tokens, 0, 1) for slot in range(slots)]
        if self._guard is not None:
            self._guard.begin(patience if choice.count > 1 else math.inf)
        status = self._backend.decode(entries)
        seconds = time.perf_counter() - started
        was_ended = self._guard is not None and self._guard.end()
        for slot in range(slots):
            self._backend.clear(slot)
        if was_ended and status is not DecodeStatus.DONE:
            choice.give_up(choice.count)
        if status is not DecodeStatus.DONE:
            self._end = started
        return seconds if status is DecodeStatus.DONE else None
