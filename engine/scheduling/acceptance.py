"""The share of a reply's tokens that a draft model proposes correctly."""

from collections.abc import Sequence

_FIRST_SHARE = 0.75  # before anything was measured, and when a draft model is tried again
_DECAY = 0.95  # weight of earlier tokens at each new one: about the last twenty count
_PRIOR_TOKENS = 4.0  # weight of what other replies have shown, in tokens
_RETRY_TOKENS = 128  # tokens without a draft, after which a reply tries again
_LEARNED = 0.05  # weight of a reply's proposal in the share of all replies


class TypicalShare:
    """The share of accepted tokens in all replies of a model, with which a new one begins."""

    def __init__(self) -> None:
        self.share = _FIRST_SHARE

    def learn(self, *, is_accepted: bool) -> None:
        """Record a token of any reply."""
        self.share += _LEARNED * (is_accepted - self.share)


class Acceptance:
    """Compares what was proposed with what was written. Engine thread.

    A reply whose proposals are rejected makes none for ``_RETRY_TOKENS``, then tries once more;
    the pause doubles each time.
    """

    def __init__(self, typical: TypicalShare, token_count: int) -> None:
        """``token_count`` is that of the reply's text now."""
        self._typical = typical
        self._accepted = _PRIOR_TOKENS * typical.share
        self._tries = _PRIOR_TOKENS
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
            is_accepted = token == other
            self._accepted = self._accepted * _DECAY + is_accepted
            self._tries = self._tries * _DECAY + 1.0
            self._typical.learn(is_accepted=is_accepted)
            if not is_accepted:
                break

    def expected(self, counts: Sequence[int], token_count: int) -> tuple[float, ...]:
        """Return the expected number of accepted tokens for each length, in ascending order.

        ``token_count`` is that of the text now.
        """
        share = self._accepted / self._tries
        if self._is_due(token_count):
            share = max(share, _FIRST_SHARE)
        return tuple(sum(share**depth for depth in range(1, count + 1)) for count in counts)

    def _is_due(self, token_count: int) -> bool:
        return token_count - self._last >= self._pause
