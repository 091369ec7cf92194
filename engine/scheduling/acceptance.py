"""The share of drafted tokens that are accepted, and what a draft model can be expected to gain."""

from collections.abc import Sequence

_FIRST_SHARE = 0.75  # before anything was measured, and when a draft model is tried again
_DECAY = 0.95  # weight of earlier tokens at each new one: about the last twenty count
_PRIOR_TOKENS = 4.0  # weight of what other replies have shown, in tokens
_RETRY_TOKENS = 128  # tokens without a draft, after which a reply tries again


class Rate:
    """The share of accepted tokens, measured over about the last twenty."""

    def __init__(self, share: float = _FIRST_SHARE, weight: float = 20.0) -> None:
        """``share`` is the rate before a measurement, and counts as ``weight`` tokens."""
        self._accepted, self._tries = weight * share, weight
        self.share = share  # from 0.0 to 1.0

    def learn(self, *, is_accepted: bool) -> None:
        """Record a token."""
        self._accepted = self._accepted * _DECAY + is_accepted
        self._tries = self._tries * _DECAY + 1.0
        self.share = self._accepted / self._tries


class Acceptance:
    """Compares what was proposed with what was written. Engine thread.

    A reply whose proposals are rejected makes none for ``_RETRY_TOKENS``, then tries once more;
    the pause doubles each time.
    """

    def __init__(self, typical: Rate, token_count: int) -> None:
        """``typical`` is the rate of all replies, ``token_count`` that of the text now."""
        self._typical = typical
        self._rate = Rate(typical.share, _PRIOR_TOKENS)
        self._proposal: tuple[int, ...] = ()
        self._last = token_count  # tokens of the text at the last proposal
        self._pause = _RETRY_TOKENS

    def note(self, token_count: int, proposal: Sequence[int]) -> None:
        """Record what was proposed to follow the first ``token_count`` tokens of the text."""
        if self._is_due(token_count):
            self._pause *= 2
        self._last, self._proposal = token_count, tuple(proposal)

    def follow(self, tokens: Sequence[int]) -> None:
        """Compare the last proposal with the tokens written since."""
        proposal, self._proposal = self._proposal, ()
        written = tokens[self._last : self._last + len(proposal)]
        for token, other in zip(proposal, written, strict=False):
            for rate in (self._rate, self._typical):
                rate.learn(is_accepted=token == other)
            if token != other:
                break

    def expected(self, counts: Sequence[int], token_count: int) -> tuple[float, ...]:
        """Return the expected number of accepted tokens for each length, in ascending order.

        ``token_count`` is that of the text now.
        """
        share = self._rate.share
        if self._is_due(token_count):
            share = max(share, _FIRST_SHARE)
        return tuple(sum(share**depth for depth in range(1, count + 1)) for count in counts)

    def _is_due(self, token_count: int) -> bool:
        return token_count - self._last >= self._pause
