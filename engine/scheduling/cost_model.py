"""What a step will cost, learned from the steps that were run."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.scheduling.calls import CallChooser
from engine.scheduling.held_costs import HeldCosts

_SMOOTHING = 0.3
_FIRST_GUESS = 0.002  # seconds per prompt token before anything was measured
# Shorter prefill pieces say more about the call's fixed cost than about the cost of a token.
_SMALLEST_SAMPLE = 4
# A token looks back on all that its slot holds. Before it was measured: behind so many tokens
# one costs twice as much as the first. Rather too few: a first piece that is too small costs its
# own prompt a step, one that is too large costs everybody a pause.
_FIRST_DOUBLING = 1024.0
_STEEPEST, _FLATTEST = 128.0, 1e9
# What a piece takes is a guess, and a step that is too long is felt by all who write: so a piece is
# planned for less than the time there is, by a share and by twice what guesses were wrong lately.
_LEAST_CAUTION, _MOST_CAUTION = 0.1, 0.5
_CAUTION_SMOOTHING = 0.1
_WIDE_ENOUGH = 256.0  # tokens that the samples lie apart, before a slope is believed
_FORGETTING = 0.98


class CostModel:
    """What decode calls cost (``calls``), and a moving average of seconds per prompt token.

    A prompt's token costs more the more tokens its slot holds: a restored conversation is dearer
    to read on than a new one. While others compute on some of the cores calls cost something else,
    which is learned apart: so both are known from the first call on.
    """

    def __init__(self, calls: CallChooser | None = None) -> None:
        self.calls = calls or CallChooser()
        self._prompts = _PromptCosts()
        self._growth = _Growth()
        self._helds = HeldCosts(self.calls.replace)
        self._shared_threads = 0
        self._all_cores = (self.calls, self._prompts, self._helds)
        self._shared: dict[int, tuple[CallChooser, _PromptCosts, HeldCosts]] = {}

    def share_cores(self, others_threads: int) -> None:
        """Compute beside so many threads of others from now on, on as many fewer; 0 for none."""
        if others_threads == self._shared_threads:
            return
        self._shared_threads = others_threads
        if not others_threads:
            self.calls, self._prompts, self._helds = self._all_cores
            return
        if others_threads not in self._shared:
            calls, prompts, helds = self._all_cores
            fewer, slowdown = calls.with_fewer_threads(others_threads)
            slower = prompts.slower(slowdown)
            self._shared[others_threads] = (fewer, slower, helds.beside(fewer.replace))
        self.calls, self._prompts, self._helds = self._shared[others_threads]

    def learn_decode(self, helds: Sequence[int], seconds: float, thread_count: int = 1) -> None:
        """Take note of a decode call that gave a token to sequences that held so many before."""
        plain = self._helds.learn(thread_count, helds, seconds)
        is_sure = self._helds.is_sure(seconds, plain)
        self.calls.learn(len(helds), thread_count, plain, is_sure=is_sure)

    def learn_prefill(
        self,
        token_count: int,
        seconds: float,
        held: float = 0.0,
        thread_count: int | None = None,
        pieces: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Take note of a prefill call over prompt tokens with so many held before, on average.

        Where it had several ``pieces``, they are its tokens and those that were held, of each.
        """
        if token_count < _SMALLEST_SAMPLE:
            return
        if len(pieces) > 1 and self._prompts.is_known:
            plain = self.prefill_seconds(token_count, held)
            seconds *= plain / max(plain, self.pieces_seconds(pieces))
        if thread_count is not None:
            # Threads are compared by what a first token would have cost.
            first = seconds / self._growth.factor(held)
            self.calls.learn_prefill(token_count, thread_count, first)
        cost = seconds / token_count
        if not self._shared_threads:  # else two prices of the same token would look like a slope
            self._growth.learn(held, cost)
        # The first measurement replaces the guess whole: averaged in, a guess that is far off
        # would spoil the first steps of every model.
        expected, prompts = self._token_seconds(held), self._prompts
        if prompts.is_known:
            prompts.learn_error(cost / expected - 1.0)
        prompts.seconds = _blend(expected, cost) if prompts.is_known else cost
        prompts.held = held
        prompts.is_known = True
        self._helds.assume(self._growth.per_held(prompts.seconds, held))

    def assume(self, token_seconds: float) -> None:
        """Take an earlier process's measurement for the guess until there is one of our own."""
        prompts = self._all_cores[1]
        if not prompts.is_known and token_seconds > _FIRST_GUESS:
            prompts.seconds = token_seconds

    def prefill_patience(self, token_count: int, held: float, thread_count: int) -> float:
        """Return the seconds after which a prefill call is to be ended, or infinity."""
        known = self.prefill_seconds(token_count, held) if self._prompts.is_known else 0.0
        return self.calls.prefill_patience(thread_count, known)

    def decode_parts(self, helds: Sequence[int]) -> list[int]:
        """Return how many neighbouring sequences each are computed apart from the others now.

        Those that hold much make a call dear for all that are in it.
        """
        if len(helds) == 1:
            return [1]
        thread_count = self.calls.thread_count(len(helds))
        return self._helds.choose_parts(thread_count, helds, self.calls.hoped_seconds)

    def row_seconds(self, count: int) -> float:
        """Return the expected time of all decode calls for so many that hold as much as lately."""
        return self.calls.seconds(count)

    def decode_seconds(self, helds: Sequence[int]) -> float:
        """Return the expected time of all decode calls for sequences that hold so many tokens."""
        seconds, start, calls = 0.0, 0, self.calls
        parts = self._helds.parts(calls.thread_count(len(helds)), helds, calls.hoped_seconds)
        for count in parts:
            extra = self._helds.extra(self.calls.thread_count(count), helds[start : start + count])
            seconds += max(0.0, self.calls.seconds(count) + extra)
            start += count
        return seconds

    def decode_patience(self, row_count: int, helds: Sequence[int], thread_count: int) -> float:
        """Return the seconds after which a decode call is to be ended, or infinity."""
        patience = self.calls.patience(thread_count, row_count)
        if patience == math.inf:
            return patience
        extra = max(0.0, self._helds.extra(thread_count, helds))
        return self.calls.patience(thread_count, row_count, extra)

    def cautious(self, seconds: float) -> float:
        """Return the seconds for which prompt tokens are planned where no more may pass."""
        return seconds / (1.0 + self._prompts.caution)

    def prefill_tokens_within(self, seconds: float, held: float = 0.0) -> int:
        """Return how many prompt tokens should be read in that time behind those that are held."""
        return int(max(0.0, seconds) / self._token_seconds(held))

    def prefill_seconds(self, token_count: int, held: float) -> float:
        """Return how long it should take to read so many tokens behind those that are held."""
        return token_count * self._token_seconds(held)

    def pieces_seconds(self, pieces: Sequence[tuple[int, int]]) -> float:
        """Return how long one call takes over these: tokens, and those held before, of each.

        With split KV a pass of the library has as many tokens of each slot that is in it: first
        those that all have, then those that all but the shortest have, and so on. Few tokens of
        many slots cost what as many rows of replies cost.
        """
        seconds, done = 0.0, 0
        for count in sorted({count for count, _ in pieces}):
            helds = [held + done for each, held in pieces if each >= count]
            plain = sum(self.prefill_seconds(count - done, held) for held in helds)
            seconds += max(plain, self.decode_seconds(helds))
            done = count
        return seconds

    def _token_seconds(self, held: float) -> float:
        prompts, growth = self._prompts, self._growth
        return prompts.seconds * growth.factor(held) / growth.factor(prompts.held)

    @property
    def token_seconds(self) -> float | None:
        """Return what one token of a prompt costs on all cores, None before it was measured."""
        prompts = self._all_cores[1]
        return prompts.seconds if prompts.is_known else None


@dataclass(slots=True)
class _PromptCosts:
    """Seconds per prompt token behind so many that were held."""

    seconds: float = _FIRST_GUESS
    held: float = 0.0
    is_known: bool = False
    error: float = 0.0  # the mean of how wrong guesses were, as a share

    @property
    def caution(self) -> float:
        return min(_MOST_CAUTION, _LEAST_CAUTION + 2 * self.error)

    def learn_error(self, share: float) -> None:
        self.error += _CAUTION_SMOOTHING * (min(1.0, abs(share)) - self.error)

    def slower(self, times: float) -> "_PromptCosts":
        """Return a guess for fewer threads: rather too dear, so that no step is too long."""
        return _PromptCosts(self.seconds * times, self.held)


class _Growth:
    """A line through the samples: how the cost of a token grows with those that are held."""

    def __init__(self) -> None:
        self._count = self._helds = self._costs = self._squares = self._products = 0.0
        self._doubling = _FIRST_DOUBLING

    def factor(self, held: float) -> float:
        """Return how many times as much as the first token one behind so many costs."""
        return 1.0 + held / self._doubling

    def per_held(self, cost: float, held: float) -> float:
        """Return by how much a token costs more for each that is held, by one that is known."""
        return cost / self.factor(held) / self._doubling

    def learn(self, held: float, cost: float) -> None:
        """Take note of a sample, and forget old ones slowly."""
        self._count = self._count * _FORGETTING + 1.0
        self._helds = self._helds * _FORGETTING + held
        self._costs = self._costs * _FORGETTING + cost
        self._squares = self._squares * _FORGETTING + held * held
        self._products = self._products * _FORGETTING + held * cost
        mean_held, mean_cost = self._helds / self._count, self._costs / self._count
        variance = self._squares / self._count - mean_held**2
        if variance < _WIDE_ENOUGH**2:
            return
        slope = (self._products / self._count - mean_held * mean_cost) / variance
        first = mean_cost - slope * mean_held
        wanted = _FLATTEST if slope <= 0 else first / slope
        self._doubling = min(_FLATTEST, max(_STEEPEST, wanted))


def _blend(old: float, new: float) -> float:
    return old + _SMOOTHING * (new - old)
