"""What a step will cost, learned from the steps that were run."""

_SMOOTHING = 0.3
_FIRST_GUESS = 0.002  # seconds per prompt token before anything was measured
# Shorter prefill pieces say more about the call's fixed cost than about the cost of a token.
_SMALLEST_SAMPLE = 8


class CostModel:
    """Moving averages: seconds of a decode call by its size, seconds per prompt token."""

    def __init__(self) -> None:
        self._decode: dict[int, float] = {}
        self._prefill = _FIRST_GUESS
        self._is_prefill_known = False

    def learn_decode(self, sequence_count: int, seconds: float) -> None:
        """Take note of a decode call that gave one token to each of so many sequences."""
        known = self._decode.get(sequence_count)
        self._decode[sequence_count] = seconds if known is None else _blend(known, seconds)

    def learn_prefill(self, token_count: int, seconds: float) -> None:
        """Take note of a prefill call over so many prompt tokens."""
        if token_count < _SMALLEST_SAMPLE:
            return
        cost = seconds / token_count
        # The first measurement replaces the guess whole: averaged in, a guess that is far off
        # would spoil the first steps of every model.
        self._prefill = _blend(self._prefill, cost) if self._is_prefill_known else cost
        self._is_prefill_known = True

    def decode_seconds(self, sequence_count: int) -> float:
        """Return the expected time of a decode call, that of the nearest size known."""
        if not self._decode or sequence_count == 0:
            return 0.0
        nearest = min(self._decode, key=lambda size: abs(size - sequence_count))
        return self._decode[nearest]

    def prefill_tokens_within(self, seconds: float) -> int:
        """Return how many prompt tokens are expected to be read in that time."""
        return int(max(0.0, seconds) / self._prefill)

    @property
    def token_seconds(self) -> float | None:
        """Return what reading one token of a prompt costs, None before it was measured."""
        return self._prefill if self._is_prefill_known else None


def _blend(old: float, new: float) -> float:
    return old + _SMOOTHING * (new - old)
