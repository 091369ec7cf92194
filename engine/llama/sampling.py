"""Chooses tokens: one sampler chain per request, and one numpy pass over all rows of a step.

Each request's choice depends on its own logits and seed only, whoever else is in the step.
"""

import ctypes
import math
import secrets
from collections import deque
from collections.abc import Callable, Sequence

import numpy as np

from engine.llama.candidates import MAX_REACH, Logits, finite_maxima, group_maxima, thresholds
from engine.llama.capi import lib
from engine.protocol import SamplingParams

PENALTY_WINDOW = 64  # tokens that the repeat penalty looks back on
_RANDOM_SEED = 0xFFFFFFFF  # the library takes this one as "any"

_CANDIDATE = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])


class LlamaSampler:
    """One request's chain in the library; without one it takes the likeliest token."""

    def __init__(
        self, params: SamplingParams, recent_tokens: Sequence[int], vocabulary_size: int
    ) -> None:
        """Build it. Raises ValueError on parameters that the library asserts against."""
        _check(params)
        has_penalty = params.repeat_penalty != 1.0
        self.is_greedy = params.temperature == 0.0 and not has_penalty
        self.penalized: deque[int] = deque(maxlen=PENALTY_WINDOW if has_penalty else 0)
        # So many of the likeliest tokens may come out, if the penalized ones are put to them.
        self.reach = 1 if params.temperature == 0.0 else params.top_k
        self.reach += PENALTY_WINDOW if has_penalty else 0
        known = recent_tokens[-PENALTY_WINDOW:] if has_penalty else []
        if not all(0 <= token < vocabulary_size for token in known):
            raise ValueError(f"a recent token is not in a vocabulary of {vocabulary_size}")
        self._chain = None if self.is_greedy else _chain(params, vocabulary_size)
        for token in known:
            self._accept(token)

    def choose(self, candidates: "CandidateList", count: int) -> int:
        """Return one of the first ``count`` candidates and remember it."""
        if self._chain is None:
            raise ValueError("the sampler is closed")
        token = candidates.apply(self._chain, count)
        self._accept(token)
        return token

    def close(self) -> None:
        """Free it; safe to call twice."""
        chain, self._chain = self._chain, None
        if chain is not None:
            lib.llama_sampler_free(chain)

    def _accept(self, token: int) -> None:
        lib.llama_sampler_accept(self._chain, token)
        self.penalized.append(token)


class CandidateList:
    """The tokens a chain may choose from, in memory that the library reads and sorts in place."""

    def __init__(self, vocabulary_size: int) -> None:
        self._array = np.zeros(vocabulary_size, dtype=_CANDIDATE)
        self.ids = self._array["id"]
        self.logits = self._array["logit"]
        self._address = ctypes.cast(self._array.ctypes.data, lib.llama_token_data_p)
        self._native = lib.llama_token_data_array()
        self._reference = ctypes.byref(self._native)

    def apply(self, chain: object, count: int) -> int:
        """Let a chain choose among the first ``count``, which are in no order afterwards."""
        native = self._native
        native.data = self._address  # a sampler may have changed it
        native.size = count
        native.selected = -1
        native.sorted = False
        lib.llama_sampler_apply(chain, self._reference)
        if not 0 <= native.selected < native.size:
            raise ValueError("the sampler chain chose nothing")
        return int(native.data[native.selected].id)


class TokenChooser:
    """Lets each sampler choose from its row, all rows of a step together; one thread."""

    def __init__(self, vocabulary_size: int) -> None:
        self._candidates = CandidateList(vocabulary_size)
        self._all_ids = np.arange(vocabulary_size, dtype=np.int32)

    def choose(self, samplers: Sequence[LlamaSampler], rows: Logits) -> list[int | None]:
        """Return one token per row; None where the logits are not finite."""
        chosen: list[int | None] = [None] * len(samplers)
        for belongs, choose in (
            (_is_greedy, self._choose_greedy),
            (_is_narrow, self._choose_narrow),
            (_is_wide, self._choose_wide),
        ):
            places = [place for place, sampler in enumerate(samplers) if belongs(sampler)]
            if not places:
                continue
            group = rows if len(places) == len(rows) else rows[places]
            tokens = choose([samplers[place] for place in places], group)
            for place, token in zip(places, tokens, strict=True):
                chosen[place] = token
        return chosen

    def _choose_greedy(self, _samplers: Sequence[LlamaSampler], rows: Logits) -> list[int | None]:
        tokens = rows.argmax(axis=1)  # NaN counts as the largest here, so it does not get by
        is_finite = np.isfinite(rows[np.arange(len(rows)), tokens])
        return [
            token if finite else None
            for token, finite in zip(tokens.tolist(), is_finite.tolist(), strict=True)
        ]

    def _choose_narrow(self, samplers: Sequence[LlamaSampler], rows: Logits) -> list[int | None]:
        maxima = group_maxima(rows)
        is_finite = finite_maxima(maxima).tolist()
        limits = thresholds(maxima, [sampler.reach for sampler in samplers]).tolist()
        return [
            self._choose_above(sampler, row, limit) if finite else None
            for sampler, row, limit, finite in zip(samplers, rows, limits, is_finite, strict=True)
        ]

    def _choose_above(self, sampler: LlamaSampler, row: Logits, limit: float) -> int:
        ids = (row >= np.float32(limit)).nonzero()[0]
        if sampler.penalized:
            ids = np.union1d(ids, list(sampler.penalized))
        count = len(ids)
        self._candidates.ids[:count] = ids
        self._candidates.logits[:count] = row[ids]
        return sampler.choose(self._candidates, count)

    def _choose_wide(self, samplers: Sequence[LlamaSampler], rows: Logits) -> list[int | None]:
        return [
            self._choose_among_all(sampler, row) if finite else None
            for sampler, row, finite in zip(
                samplers, rows, finite_maxima(rows).tolist(), strict=True
            )
        ]

    def _choose_among_all(self, sampler: LlamaSampler, row: Logits) -> int:
        self._candidates.ids[:] = self._all_ids
        self._candidates.logits[:] = row
        return sampler.choose(self._candidates, len(row))


def _is_greedy(sampler: LlamaSampler) -> bool:
    return sampler.is_greedy


def _is_narrow(sampler: LlamaSampler) -> bool:
    return not sampler.is_greedy and sampler.reach <= MAX_REACH


def _is_wide(sampler: LlamaSampler) -> bool:
    return not sampler.is_greedy and sampler.reach > MAX_REACH


def _check(params: SamplingParams) -> None:
    numbers = (params.temperature, params.top_p, params.min_p, params.repeat_penalty)
    is_valid = (
        all(math.isfinite(number) for number in numbers)
        and params.temperature >= 0
        and 1 <= params.top_k < 1 << 31
        and 0 < params.top_p <= 1
        and 0 <= params.min_p < 1
        and params.repeat_penalty > 0
    )
    if not is_valid:
        raise ValueError(f"no sampler can be built from {params}")


def _chain(params: SamplingParams, vocabulary_size: int) -> object:
    chain_params = lib.llama_sampler_chain_default_params()
    chain_params.no_perf = True
    chain: object = lib.llama_sampler_chain_init(chain_params)
    for sampler in _links(params, vocabulary_size):
        lib.llama_sampler_chain_add(chain, sampler())
    return chain


def _links(params: SamplingParams, vocabulary_size: int) -> list[Callable[[], object]]:
    """Return what makes the chain's samplers, in their order.

    After the penalty ``top_k`` comes first: ``top_p`` on a whole vocabulary sorts all of it,
    which takes 17 to 31 ms per token.
    """
    links: list[Callable[[], object]] = []
    if params.repeat_penalty != 1:
        links.append(
            lambda: lib.llama_sampler_init_penalties(
                vocabulary_size, PENALTY_WINDOW, params.repeat_penalty, 0.0, 0.0
            )
        )
    if params.temperature == 0:
        return [*links, lambda: lib.llama_sampler_init_greedy()]
    return [
        *links,
        lambda: lib.llama_sampler_init_top_k(params.top_k),
        lambda: lib.llama_sampler_init_top_p(params.top_p, 1),
        lambda: lib.llama_sampler_init_min_p(params.min_p, 1),
        lambda: lib.llama_sampler_init_temp(params.temperature),
        lambda: lib.llama_sampler_init_dist(_seed(params)),
    ]


def _seed(params: SamplingParams) -> int:
    seed = secrets.randbits(32) if params.seed is None else params.seed
    return seed % _RANDOM_SEED
