"""What a step will cost, learned from the steps that were run."""

from engine.scheduling.calls import CallChooser

_SMOOTHING = 0.3
_FIRST_GUESS = 0.002  # seconds per prompt token before anything was measured
# Shorter prefill pieces say more about the call's fixed cost than about the cost of a token.
_SMALLEST_SAMPLE = 4
# A token looks back on all that its slot holds. Before it was measured: behind so many tokens
# one costs twice as much as the first. Rather too few: a first piece that is too small costs its
# own prompt a step, one that is too large costs everybody a pause.
_FIRST_DOUBLING = 1024.0
_STEEPEST, _FLATTEST = 128.0, 1e9
_WIDE_ENOUGH = 256.0  # tokens that the samples lie apart, before a slope is believed
_FORGETTING = 0.98


class CostModel:
    """What decode calls cost (``calls``), and a moving average of seconds per prompt token.

    A prompt's token costs more the more tokens its slot holds: a restored conversation is dearer
    to read on than a new one.
    """

    def __init__(self, calls: CallChooser | None = None) -> None:
        self.calls = calls or CallChooser()
        self._prefill = _FIRST_GUESS
        self._held = 0.0  # tokens before those that ``_prefill`` was measured with
        self._growth = _Growth()
        self._is_prefill_known = False

    def learn_decode(self, sequence_count: int, seconds: float, thread_count: int = 1) -> None:
        """Take note of a decode call that gave one token to each of so many sequences."""
        self.calls.learn(sequence_count, thread_count, seconds)

    def learn_prefill(
        self, token_count: int, seconds: float, held: float = 0.0, thread_count: int | None = None
    ) -> None:
        """Take note of a prefill call over prompt tokens with so many held before, on average."""
        if token_count < _SMALLEST_SAMPLE:
            return
        if thread_count is not None:
            # Threads are compared by what a first token would have cost.
            first = seconds / self._growth.factor(held)
            self.calls.learn_prefill(token_count, thread_count, first)
        cost = seconds / token_count
        self._growth.learn(held, cost)
        # The first measurement replaces the guess whole: averaged in, a guess that is far off
        # would spoil the first steps of every model.
        expected = self._token_seconds(held)
        self._prefill = _blend(expected, cost) if self._is_prefill_known else cost
        self._held = held
        self._is_prefill_known = True

    def assume(self, token_seconds: float) -> None:
        """Take an earlier process's measurement for the guess until there is one of our own."""
        if not self._is_prefill_known and token_seconds > _FIRST_GUESS:
            self._prefill = token_seconds

    def prefill_patience(self, token_count: int, held: float, thread_count: int) -> float:
        """Return the seconds after which a prefill call is to be ended, or infinity."""
        known = self.prefill_seconds(token_count, held) if self._is_prefill_known else 0.0
        return self.calls.patience(thread_count, known)

    def decode_seconds(self, sequence_count: int) -> float:
        """Return the expected time of all decode calls for so many sequences."""
        return self.calls.seconds(sequence_count)

    def prefill_tokens_within(self, seconds: float, held: float = 0.0) -> int:
        """Return how many prompt tokens should be read in that time behind those that are held."""
        return int(max(0.0, seconds) / self._token_seconds(held))

    def prefill_seconds(self, token_count: int, held: float) -> float:
        """Return how long it should take to read so many tokens behind those that are held."""
        return token_count * self._token_seconds(held)

    def _token_seconds(self, held: float) -> float:
        return self._prefill * self._growth.factor(held) / self._growth.factor(self._held)

    @property
    def token_seconds(self) -> float | None:
        """Return what reading one token of a prompt costs, None before it was measured."""
        return self._prefill if self._is_prefill_known else None


class _Growth:
    """A line through the samples: how the cost of a token grows with those that are held."""

    def __init__(self) -> None:
        self._count = self._helds = self._costs = self._squares = self._products = 0.0
        self._doubling = _FIRST_DOUBLING

    def factor(self, held: float) -> float:
        """Return how many times as much as the first token one behind so many costs."""
        return 1.0 + held / self._doubling

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
