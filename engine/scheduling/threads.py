"""Chooses the number of threads of a call, by trials from the maximum down.

The threads of a call wait for each other at each node of the graph. One thread more than there
are free cores can make a call many times as slow; one thread fewer costs its share of the speed.
"""

import math
import time
from collections.abc import Callable, Hashable, Sequence

from engine.scheduling.costs import SAMPLE_CALLS, StepSeconds

_LEVEL = 1.02  # numbers of threads within this ratio are equally fast: the smallest is chosen
_DRIFT = 4 / 3  # ratio to the expected seconds from which a call counts as slow, or as fast
_BAD_CALLS = 2  # calls in a row, each as slow as that, end a level of a trial
_MAX_DRIFT_SECONDS = 0.5  # lost or gained by drift before threads are tried again
_PAUSE_SECONDS = 10.0  # minimum between a trial and one for drift
# A trial that found fewer threads faster is repeated, as the window that opens during a load often
# disturbs it: after the minimum or a multiple of its duration, then each time after twice as long.
_RETRY_FACTOR, _MIN_RETRY_SECONDS, _MAX_RETRY_SECONDS = 10, 4.0, 64.0
# A call is aborted after this multiple of its expected time, and repeated on fewer threads.
_PATIENCE, _MIN_PATIENCE_SECONDS = 6.0, 0.1


class ThreadChoice:
    """The number of threads for one kind of calls: the maximum until a trial finds fewer faster.

    A trial goes down the ``levels``, numbers of threads, as long as calls become faster. Each call
    is compared with its expected seconds, so calls may have any size. ``best`` is the result.
    """

    def __init__(self, levels: Sequence[int], clock: Callable[[], float] = time.monotonic) -> None:
        self.levels = levels
        self._clock = clock
        self.best = levels[0]
        self._reference: dict[Hashable, float] = {}  # expected seconds by kind, after a trial
        self._slow = self._fast = 0.0  # seconds
        self._retry_seconds = 0.0
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
    def slowdown(self) -> float:
        """Return the factor by which the next call may be slower than usual; 1.0 outside trials."""
        return max(1.0, self.best / self.count)

    @property
    def is_usual(self) -> bool:
        """Return whether the next call has the usual number of threads, so that its cost counts."""
        return self.count == self.best

    def learn(self, kind: Hashable, seconds: float, expected: float, units: int = 1) -> None:
        """Record a call on ``count`` threads, and its expected seconds, 0.0 if unknown.

        Calls of a kind take the same time for each of their ``units``.
        """
        if seconds <= 0.0:
            return  # below the resolution of the clock
        if self._untried:
            usual = expected or units * self._reference.setdefault(kind, seconds / units)
            self._trial_seconds += seconds
            self._samples.append(seconds / usual)
            # After an aborted call, one call on fewer threads is enough.
            is_enough = len(self._samples) >= SAMPLE_CALLS or math.inf in self._ratios.values()
            if is_enough or self._is_bad():
                self._judge(sum(self._samples) / len(self._samples))
            return
        usual = self._reference.setdefault(kind, (expected or seconds) / units)
        ratio = seconds / units / usual
        self._slow = max(0.0, self._slow + seconds * (1 - _DRIFT / ratio))
        self._fast = max(0.0, self._fast + seconds * (1 / (ratio * _DRIFT) - 1))
        passed = self._clock() - self._ended
        is_drift = max(self._slow, self._fast) >= _MAX_DRIFT_SECONDS and passed >= _PAUSE_SECONDS
        if is_drift or (self.best < self.levels[0] and passed >= self._retry_seconds):
            self.begin_trial()

    def _is_bad(self) -> bool:
        """Return whether all calls of this level were slow: replies wait for each of them."""
        limit = _DRIFT * min(self._ratios.values(), default=math.inf)
        return len(self._samples) >= _BAD_CALLS and min(self._samples) > limit

    def give_up(self, count: int) -> None:
        """Record that a call on ``count`` threads was aborted because it took too long."""
        if not self._untried:
            self.best = self.levels[-1]
            self.begin_trial([level for level in self.levels if level < count])
        elif count == self._untried[0]:
            self._judge(math.inf)

    def begin_trial(self, levels: Sequence[int] | None = None) -> None:
        """Begin to try the levels from the first on, if there is a choice; None stands for all."""
        levels = self.levels if levels is None else levels
        self._untried = list(levels) if len(self.levels) > 1 else []
        self._ratios: dict[int, float] = {}
        self._samples: list[float] = []
        self._trial_seconds = 0.0

    def _judge(self, ratio: float) -> None:
        """End a level of the trial, and the trial if the level was slower than an earlier one."""
        is_slower = ratio > _DRIFT * min(self._ratios.values(), default=math.inf)
        self._ratios[self._untried.pop(0)] = ratio
        self._samples = []
        if is_slower or not self._untried:
            self._untried = []
            fastest = min(self._ratios.values())
            good = [level for level, each in self._ratios.items() if each <= _LEVEL * fastest]
            # If even the fastest was that slow, the expectation was wrong, not the threads.
            self.best = self.levels[0] if fastest >= _PATIENCE else min(good)
            least = max(_MIN_RETRY_SECONDS, _RETRY_FACTOR * self._trial_seconds)
            pause = min(max(least, 2 * self._retry_seconds), _MAX_RETRY_SECONDS)
            self._retry_seconds = pause if self.best < self.levels[0] else 0.0
            self._reference.clear()
            self._slow = self._fast = 0.0
            self._ended = self._clock()


class Threads:
    """The numbers of threads for decode calls and for prompts. Engine thread.

    Only decode calls begin with a trial; if its result changes, prompts are tried too.
    """

    def __init__(
        self,
        limit: int = 1,
        fixed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        fast: int = 0,
    ) -> None:
        """``limit`` is the number of cores, of which ``fast`` are faster than the others."""
        levels = _levels(limit, fast or limit) if fixed is None else (max(1, fixed),)
        self._limit = levels[0]
        self._withheld = 0
        self.others = 0  # threads that cores are left to
        self.decode = ThreadChoice(levels, clock)
        self.prefill = ThreadChoice(levels, clock)
        self.decode.begin_trial()

    def learn_decode(self, kind: Hashable, seconds: float, expected: float) -> None:
        """Record a decode call on ``decode.count`` threads."""
        if self.others:
            return  # calls next to other threads do not show which number is best
        before = self.decode.best
        self.decode.learn(kind, seconds, expected)
        if self.decode.best != before:
            self.prefill.begin_trial()

    def learn_prefill(self, kind: Hashable, seconds: float, expected: float, tokens: int) -> None:
        """Record a call over a prompt's tokens on ``prefill.count`` threads."""
        if not self.others:
            self.prefill.learn(kind, seconds, expected, tokens)

    def patience(self, choice: ThreadChoice, count: int, expected_seconds: float) -> float:
        """Return the seconds after which a call on ``count`` threads is aborted, or infinity.

        Calls on a single thread, which waits for no other, and calls next to other threads are
        never aborted.
        """
        is_judged = expected_seconds and count > choice.levels[-1] and not self.others
        return max(_MIN_PATIENCE_SECONDS, _PATIENCE * expected_seconds) if is_judged else math.inf

    def planned(self, seconds: StepSeconds) -> StepSeconds:
        """Return the expected seconds of the next step: a trial of fewer threads takes longer."""
        decode, prefill = self.decode.slowdown, self.prefill.slowdown
        if decode == prefill == 1.0:
            return seconds

        def slowed(rows: int, prompt_tokens: int = 0, position: int = 0) -> float:
            return decode * seconds(rows) + prefill * seconds(0, prompt_tokens, position)

        return slowed

    @property
    def slowdown(self) -> float:
        """Return the factor by which calls may be slower next to the other threads."""
        return self._limit / self.within(self._limit)

    def share_cores(self, thread_count: int) -> None:
        """Leave cores to ``thread_count`` other threads of this process, 0 for none.

        Those that other engines need are added.
        """
        self.others = thread_count + self._withheld

    def withhold(self, engine_count: int, *, takes_rest: bool) -> None:
        """Leave cores to other engines; ``engine_count`` includes this one.

        It applies from the next ``share_cores`` on.
        """
        share, rest = divmod(self._limit, max(1, engine_count))
        self._withheld = self._limit - max(1, share + (rest if takes_rest else 0))

    def within(self, count: int) -> int:
        """Return ``count``, or fewer next to other threads."""
        return max(1, min(count, self._limit - self.others))


def _levels(limit: int, fast: int) -> tuple[int, ...]:
    """Return numbers of threads, descending: all cores, the fast ones, and parts of these."""
    halves = {fast >> shift for shift in range(fast.bit_length())}
    levels = {limit, limit - 1, fast - 1, fast * 3 // 4} | halves
    return tuple(sorted((each for each in levels if each), reverse=True))
