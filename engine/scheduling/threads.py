"""How many threads compute a call: tried from the most down, and again when calls drift.

The threads of a call wait for each other at each node of the graph. One thread more than there
are free cores can make a call many times as slow, one thread fewer costs its share of the speed.
"""

import math
import time
from collections.abc import Callable, Hashable, Sequence

_SAMPLE_CALLS = 4  # enough to judge a number of threads
_LEVEL = 1.02  # of equally fast numbers of threads the smaller one is chosen
_DRIFT = 4 / 3  # a call that takes so many times what is expected counts as slow, or as fast
_MOST_DRIFT_SECONDS = 0.5  # lost or gained by drift, after which threads are tried again
_PAUSE_SECONDS = 10.0  # between two trials
# A trial that found fewer threads faster is repeated: soon after the first one, which is often
# disturbed by the window that opens while a model is loaded, and after twice as long each time.
_RETRY_SECONDS, _MAX_RETRY_SECONDS = 2.0, 64.0
_PAUSE_FACTOR = 10  # the pause before a retry by the seconds that the trial took
# A call is aborted after this multiple of its expected time, and repeated on fewer threads.
_PATIENCE, _MIN_PATIENCE_SECONDS = 6.0, 0.1


class ThreadChoice:
    """The number of threads for one kind of calls, the most until a trial finds fewer faster.

    A trial goes down the ``levels``, numbers of threads, as long as calls become faster. Each is
    compared with what is expected of it, so calls may have any size. ``best`` is what it has found.
    """

    def __init__(self, levels: Sequence[int], clock: Callable[[], float] = time.monotonic) -> None:
        self.levels = levels
        self._clock = clock
        self.best = levels[0]
        self._reference: dict[Hashable, float] = {}  # expected seconds by kind, after a trial
        self._slow = self._fast = 0.0  # seconds
        self._retry_seconds = _RETRY_SECONDS
        self._ended = clock()
        self.begin_trial(())

    @property
    def count(self) -> int:
        """Return the number of threads of the next call."""
        return self._untried[0] if self._untried else self.best

    @property
    def is_trying(self) -> bool:
        """Return whether a trial is under way."""
        return bool(self._untried)

    @property
    def is_usual(self) -> bool:
        """Return whether the next call has as many threads as most: so costs may be learned."""
        return self.count == self.best

    def learn(self, kind: Hashable, seconds: float, expected: float, units: int = 1) -> None:
        """Record a call on ``count`` threads, and its expected seconds, 0.0 if unknown.

        Calls of a kind take as long for each of their ``units``.
        """
        if seconds <= 0.0:
            return  # below the resolution of the clock
        if self._untried:
            usual = expected or units * self._reference.setdefault(kind, seconds / units)
            self._trial_seconds += seconds
            self._samples.append(seconds / usual)
            # After a level that was given up, one call on fewer threads says enough.
            if len(self._samples) >= _SAMPLE_CALLS or math.inf in self._ratios.values():
                self._judge(sum(self._samples) / len(self._samples))
            return
        usual = self._reference.setdefault(kind, (expected or seconds) / units)
        ratio = seconds / units / usual
        self._slow = max(0.0, self._slow + seconds * (1 - _DRIFT / ratio))
        self._fast = max(0.0, self._fast + seconds * (1 / (ratio * _DRIFT) - 1))
        passed = self._clock() - self._ended
        is_drift = max(self._slow, self._fast) >= _MOST_DRIFT_SECONDS and passed >= _PAUSE_SECONDS
        if is_drift or (self.best < self.levels[0] and passed >= self._retry_seconds):
            self.begin_trial()

    def give_up(self, count: int) -> None:
        """Note that a call on so many threads was ended: it would have taken many times as long."""
        if self._untried:
            if count == self._untried[0]:
                self._judge(math.inf)
        else:
            self.best = self.levels[-1]
            self.begin_trial([level for level in self.levels if level < count])

    def begin_trial(self, levels: Sequence[int] | None = None) -> None:
        """Try the levels from the first on, where there is a choice; None stands for all."""
        levels = self.levels if levels is None else levels
        self._untried = list(levels) if len(self.levels) > 1 else []
        self._ratios: dict[int, float] = {}
        self._samples: list[float] = []
        self._trial_seconds = 0.0

    def _judge(self, ratio: float) -> None:
        """End a level of the trial, and the trial where it was slower than the one before."""
        is_slower = ratio > _DRIFT * min(self._ratios.values(), default=math.inf)
        self._ratios[self._untried.pop(0)] = ratio
        self._samples = []
        if is_slower:
            self._untried = []
        if not self._untried:
            fastest = min(self._ratios.values())
            good = [level for level, each in self._ratios.items() if each <= _LEVEL * fastest]
            # Where even the fastest was that slow the expectation was wrong, not the threads.
            self.best = self.levels[0] if fastest >= _PATIENCE else min(good)
            pause = max(2 * self._retry_seconds, _PAUSE_FACTOR * self._trial_seconds)
            is_fewer = self.best < self.levels[0]
            self._retry_seconds = min(pause, _MAX_RETRY_SECONDS) if is_fewer else _RETRY_SECONDS
            self._reference.clear()
            self._slow = self._fast = 0.0
            self._ended = self._clock()


class Threads:
    """The numbers of threads for decode calls and for prompts. Engine thread.

    Only decode calls begin with a trial: where these want fewer threads, prompts are tried too.
    """

    def __init__(
        self, limit: int = 1, fixed: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        levels = _levels(limit) if fixed is None else (max(1, fixed),)
        self._most = levels[0]
        self._others = 0
        self.decode = ThreadChoice(levels, clock)
        self.prefill = ThreadChoice(levels, clock)
        self.decode.begin_trial()

    def learn_decode(self, kind: Hashable, seconds: float, expected: float) -> None:
        """Record a decode call on ``decode.count`` threads."""
        if self._others:
            return  # next to other threads calls say nothing about a choice
        before = self.decode.best
        self.decode.learn(kind, seconds, expected)
        if self.decode.best != before:
            self.prefill.begin_trial()

    def learn_prefill(self, kind: Hashable, seconds: float, expected: float, tokens: int) -> None:
        """Record a call over a prompt's tokens on ``prefill.count`` threads."""
        if not self._others:
            self.prefill.learn(kind, seconds, expected, tokens)

    def patience(self, choice: ThreadChoice, count: int, expected_seconds: float) -> float:
        """Return the seconds after which a call on ``count`` threads is ended; infinity for never.

        A single thread waits for no other. Next to other threads calls say nothing of a choice.
        """
        is_judged = expected_seconds and count > choice.levels[-1] and not self._others
        return max(_MIN_PATIENCE_SECONDS, _PATIENCE * expected_seconds) if is_judged else math.inf

    @property
    def slowdown(self) -> float:
        """Return how many times as long calls may take next to the other threads."""
        return self._most / self.within(self._most)

    def share_cores(self, thread_count: int) -> None:
        """Leave cores to so many other threads of this process, 0 for none."""
        self._others = thread_count

    def within(self, count: int) -> int:
        """Return ``count``, or fewer next to other threads."""
        return max(1, min(count, self._most - self._others))


def _levels(limit: int) -> tuple[int, ...]:
    """Return the most threads, one fewer, three quarters, and halves down to one, descending."""
    limit = max(1, limit)
    halves = {max(1, limit >> shift) for shift in range(limit.bit_length())}
    return tuple(sorted(halves | {max(1, limit - 1), max(1, limit * 3 // 4)}, reverse=True))
