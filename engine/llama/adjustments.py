"""Logit bias, penalties and DRY: they change known tokens only, so only those are processed."""

from collections import deque
from collections.abc import Sequence

import numpy as np

from engine.llama.candidates import CandidateList, Logits, TokenIds
from engine.llama.chain import Chain, ChainMaker, has_penalties
from engine.messages.sampling_params import SamplingParams

_ROOM = 64  # tokens that may be listed without effect before the list is built again


class Adjustments:
    """Writes a request's changed logits into its row, and returns the old values.

    So later samplers of whole rows need no copy and include every token.
    """

    def __init__(
        self,
        params: SamplingParams,
        maker: ChainMaker,
        context_window: int,
    ) -> None:
        self._set_bias(_summed(params))
        dry_window = context_window
        if params.dry is not None and params.dry.window is not None:
            dry_window = params.dry.window
        self._chain: Chain | None = maker.penalties(params, dry_window)
        window = params.penalty_window if has_penalties(params) else 0
        window = max(window, dry_window if params.dry is not None else 0)
        self._recent: deque[int] = deque(maxlen=window)
        self._list_known()

    @property
    def is_empty(self) -> bool:
        """Return whether no logit will change."""
        return self._chain is None and not self._bias_ids

    def remember_all(self, tokens: Sequence[int], vocabulary_size: int) -> None:
        """Record the previous tokens, as far back as the penalties look."""
        looked_at = tokens[max(0, len(tokens) - (self._recent.maxlen or 0)) :]
        if not all(0 <= token < vocabulary_size for token in looked_at):
            raise ValueError(f"a recent token is not in a vocabulary of {vocabulary_size}")
        for token in looked_at:
            self.remember(token)

    def remember(self, token: int) -> None:
        """Record a sampled token."""
        if self._chain is None:
            return
        self._chain.accept(token)
        self._recent.append(token)
        if token in self._known:
            return
        if self._count == len(self._ids):
            self._list_known()
            return
        self._ids[self._count] = token
        self._known.add(token)
        self._count += 1

    def write(self, row: Logits, candidates: CandidateList) -> tuple[TokenIds, Logits]:
        """Write the changed logits into the row; return their tokens and old values."""
        ids = self._ids[: self._count]
        before: Logits = row[ids]
        after = before
        if self._bias_ids:
            after = before.copy()
            with np.errstate(invalid="ignore"):  # an invalid row is detected when all are written
                after[: len(self._bias)] += self._bias
        if self._chain is not None:
            candidates.fill(ids, after)
            self._chain.apply(candidates)
            after = candidates.logits
        row[ids] = after
        return ids, before

    def close(self) -> None:
        """Free the samplers; safe to call twice."""
        if self._chain is not None:
            self._chain.close()

    def _set_bias(self, bias: dict[int, float]) -> None:
        self._bias_ids = list(bias)
        self._bias = np.array(list(bias.values()), dtype=np.float32)

    def _list_known(self) -> None:
        """List the tokens whose logits may change: those with a bias first."""
        known = dict.fromkeys([*self._bias_ids, *self._recent])
        self._count = len(known)
        self._ids: TokenIds = np.zeros(2 * self._count + _ROOM, dtype=np.int32)
        self._ids[: self._count] = list(known)
        self._known = set(known)


def _summed(params: SamplingParams) -> dict[int, float]:
    bias: dict[int, float] = {}
    for token, value in params.logit_bias:
        assert isinstance(token, int), "texts must be turned into tokens first"
        bias[token] = bias.get(token, 0.0) + value
    return bias
