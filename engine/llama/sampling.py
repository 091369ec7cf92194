"""Chooses tokens: one sampler per request, and one numpy pass over all rows of a step.

Each request's choice depends on its own logits and seed only, not on the others in the step.
"""

import enum
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.llama.adjustments import Adjustments
from engine.llama.candidates import (
    FINE_GROUP_COUNT,
    GROUP_COUNT,
    LEAST_LOGIT,
    MAX_FINE_TOP_K,
    MAX_NARROW_TOP_K,
    CandidateList,
    Logits,
    TokenIds,
    finite_maxima,
    group_maxima,
    thresholds,
)
from engine.llama.chain import Chain, ChainMaker, seed_of
from engine.llama.grammar import Grammar
from engine.llama.mirostat import MirostatDraw
from engine.llama.vocabulary import LlamaVocabulary
from engine.wire.errors import InvalidSampling
from engine.wire.lazy_text import lazy
from engine.wire.sampling_params import SamplingParams


class _Strategy(enum.Enum):
    """How a token is found; NARROW, FINE and WIDE differ in the candidates that top-k needs."""

    GREEDY = enum.auto()
    MIROSTAT = enum.auto()
    NARROW = enum.auto()
    FINE = enum.auto()
    WIDE = enum.auto()


@dataclass(frozen=True, slots=True)
class _Form:
    """A grammar, and the tokens without a text, which it would take by their names."""

    grammar: Grammar
    silent_tokens: TokenIds


class LlamaSampler:
    """The parameters and state of one request's sampling; ``BatchSampler`` makes and uses it."""

    def __init__(
        self,
        params: SamplingParams,
        maker: ChainMaker,
        adjustments: Adjustments,
        form: _Form | None = None,
    ) -> None:
        seed = seed_of(params)
        self.adjustments = adjustments
        self.grammar: Grammar | None = None
        self.opening_tokens: frozenset[int] = frozenset()  # of which the first one may be one
        self._waiting_form = form
        self.top_k = params.top_k
        self.strategy = _strategy(params)
        self.mirostat: MirostatDraw | None = None
        self._filters: Chain | None = None
        self._draw: Chain | None = None
        self._is_open = True
        if self.strategy is _Strategy.GREEDY:
            return
        if params.mirostat is not None:
            self.mirostat = MirostatDraw(params.mirostat, params.temperature, seed)
            return
        filters, draw = maker.filters(params, seed), maker.draw(seed)
        self._filters = Chain([*filters, draw] if form is None else filters)
        self._draw = None if form is None else Chain([draw])

    @property
    def may_take_long(self) -> bool:
        return self.grammar is not None or bool(self.opening_tokens)

    def begin_answer(self) -> None:
        """Start the grammar, which waited for the end of the reasoning."""
        form, self._waiting_form = self._waiting_form, None
        if form is not None:
            self.grammar = form.grammar
            self.adjustments.forbid(form.silent_tokens)

    def pick(self, candidates: CandidateList) -> int | None:
        """Return one of the candidates; None if the grammar allows none that is left of them."""
        assert self._filters is not None
        self._filters.apply(candidates)
        if self._draw is None:
            return candidates.selected
        if self.grammar is not None and not self.grammar.rule_out(candidates):
            return None
        self._draw.apply(candidates)
        return candidates.selected

    def remember(self, token: int) -> None:
        """Take in the token that was chosen."""
        self.adjustments.remember(token)
        if self.grammar is not None:
            self.grammar.accept(token)

    def check_open(self) -> None:
        """Raise ValueError behind ``close``."""
        if not self._is_open:
            raise ValueError("the sampler is closed")

    def close(self) -> None:
        """Free everything; safe to call twice."""
        self._is_open = False
        self.adjustments.close()
        if self.grammar is not None:
            self.grammar.close()
        if self._waiting_form is not None:
            self._waiting_form.grammar.close()
        for chain in (self._filters, self._draw):
            if chain is not None:
                chain.close()


class BatchSampler:
    """Makes samplers, and samples all rows of a step together; one thread."""

    def __init__(
        self,
        vocabulary_size: int,
        vocabulary: LlamaVocabulary | None = None,
        context_window: int = 4096,
    ) -> None:
        self._size = vocabulary_size
        self._vocabulary = vocabulary
        self._context_window = context_window
        self._maker = ChainMaker(vocabulary_size, vocabulary)
        self._candidates = CandidateList(vocabulary_size)
        self._scratch: Logits = np.zeros(vocabulary_size, dtype=np.float32)

    def new_sampler(
        self,
        params: SamplingParams,
        recent_tokens: Sequence[int],
        *,
        is_reasoning: bool = False,
        opening_tokens: frozenset[int] = frozenset(),
    ) -> LlamaSampler:
        """Return a sampler whose penalties know the recent tokens.

        A grammar waits for ``begin_answer`` behind a prompt that opens reasoning, and where the
        first token is one of ``opening_tokens``: whether it is, is chosen without the grammar.
        Raises InvalidSampling for a token or a grammar that this model does not know.
        """
        if any(token >= self._size for token, _ in params.logit_bias):
            raise InvalidSampling(
                lazy("A biased token is not among the model's {size:,}.", size=self._size)
            )
        # The library reads grammars only; what a schema means was decided before.
        if params.json_schema is not None:
            raise ValueError("a JSON schema is turned into a grammar before it comes here")
        text = params.grammar
        adjustments = Adjustments(params, self._maker, self._context_window)
        adjustments.remember_all(recent_tokens, self._size)
        if text is None:
            return LlamaSampler(params, self._maker, adjustments)
        if self._vocabulary is None:
            raise ValueError("a grammar needs a vocabulary")
        form = _Form(Grammar(text, self._vocabulary), self._vocabulary.silent_tokens)
        sampler = LlamaSampler(params, self._maker, adjustments, form)
        if opening_tokens and not is_reasoning:
            sampler.opening_tokens = opening_tokens
        elif not is_reasoning:
            sampler.begin_answer()
        return sampler

    def sample(self, samplers: Sequence[LlamaSampler], rows: Logits) -> list[int | None]:
        """Return one token per row; None where logits are not finite or a grammar allows none.

        The rows are changed meanwhile and the same afterwards.
        """
        for sampler in samplers:
            sampler.check_open()
        sampled = self._choose_adjusted(samplers, rows)
        # Whether a reply opens reasoning is up to the model, so its first token is drawn without
        # the grammar, and drawn again under it if it was none that opens.
        if any(sampler.opening_tokens for sampler in samplers):
            self._choose_answers(samplers, rows, sampled)
        for sampler, token in zip(samplers, sampled, strict=True):
            if token is not None:
                sampler.remember(token)
        return sampled

    def close(self) -> None:
        """Free what is kept for new samplers; safe to call twice."""
        self._maker.close()

    def _choose_answers(
        self, samplers: Sequence[LlamaSampler], rows: Logits, sampled: list[int | None]
    ) -> None:
        """Choose again, as the grammar wants it, for those who could open reasoning and did not."""
        answering = []
        for row, sampler in enumerate(samplers):
            opening, sampler.opening_tokens = sampler.opening_tokens, frozenset()
            if opening and sampled[row] is not None and sampled[row] not in opening:
                sampler.begin_answer()
                answering.append(row)
        again = self._choose_adjusted([samplers[row] for row in answering], rows[answering])
        for row, token in zip(answering, again, strict=True):
            sampled[row] = token

    def _choose_adjusted(self, samplers: Sequence[LlamaSampler], rows: Logits) -> list[int | None]:
        if all(sampler.adjustments.is_empty for sampler in samplers):
            return self._choose(samplers, rows)
        with self._adjusted(samplers, rows):
            return self._choose(samplers, rows)

    @contextmanager
    def _adjusted(self, samplers: Sequence[LlamaSampler], rows: Logits) -> Iterator[None]:
        changed = [
            (sampler.adjustments, row)
            for sampler, row in zip(samplers, rows, strict=True)
            if not sampler.adjustments.is_empty
        ]
        written = []
        try:
            for adjustments, row in changed:
                written.append((row, *adjustments.write(row, self._candidates)))
            yield
        finally:
            for row, ids, logits in written:
                row[ids] = logits

    def _choose(self, samplers: Sequence[LlamaSampler], rows: Logits) -> list[int | None]:
        """Sample the rows of each strategy together."""
        rows_of: dict[_Strategy, list[int]] = {}
        for row, sampler in enumerate(samplers):
            rows_of.setdefault(sampler.strategy, []).append(row)
        if not rows_of:
            return []
        if len(rows_of) == 1:
            return self._choose_by(samplers[0].strategy, samplers, rows)
        sampled: list[int | None] = [None] * len(samplers)
        for strategy, group in rows_of.items():
            tokens = self._choose_by(strategy, [samplers[row] for row in group], rows[group])
            for row, token in zip(group, tokens, strict=True):
                sampled[row] = token
        return sampled

    def _choose_by(
        self, strategy: _Strategy, samplers: Sequence[LlamaSampler], rows: Logits
    ) -> list[int | None]:
        match strategy:
            case _Strategy.NARROW:
                return self._choose_above(samplers, rows, group_maxima(rows, GROUP_COUNT))
            case _Strategy.FINE:
                return self._choose_above(samplers, rows, group_maxima(rows, FINE_GROUP_COUNT))
            case _Strategy.WIDE:
                return self._choose_wide(samplers, rows)
            case _Strategy.GREEDY:
                return self._choose_greedy(samplers, rows)
            case _Strategy.MIROSTAT:
                return self._choose_by_mirostat(samplers, rows)

    def _choose_greedy(self, samplers: Sequence[LlamaSampler], rows: Logits) -> list[int | None]:
        tokens = rows.argmax(axis=1)  # NaN counts as the largest here, so it does not get by
        is_finite = np.isfinite(rows[np.arange(len(rows)), tokens])
        return [
            (token if sampler.grammar is None else self._likeliest_allowed(sampler, row, token))
            if finite
            else None
            for sampler, row, token, finite in zip(
                samplers, rows, tokens.tolist(), is_finite.tolist(), strict=True
            )
        ]

    def _likeliest_allowed(self, sampler: LlamaSampler, row: Logits, likeliest: int) -> int | None:
        assert sampler.grammar is not None
        only = np.array([likeliest])
        # The likeliest alone comes first: a grammar over the whole vocabulary is far dearer.
        self._candidates.fill(only, row[only])
        if sampler.grammar.rule_out(self._candidates):
            return likeliest
        if not self._fill_allowed(sampler, row):
            return None
        return int(self._candidates.ids[np.argmax(self._candidates.logits)])

    def _choose_by_mirostat(
        self, samplers: Sequence[LlamaSampler], rows: Logits
    ) -> list[int | None]:
        largest = rows[np.arange(len(rows)), rows.argmax(axis=1)]  # or NaN
        return [
            self._draw_by_mirostat(sampler, row) if finite else None
            for sampler, row, finite in zip(
                samplers, rows, np.isfinite(largest).tolist(), strict=True
            )
        ]

    def _draw_by_mirostat(self, sampler: LlamaSampler, row: Logits) -> int | None:
        assert sampler.mirostat is not None
        if sampler.grammar is None:
            return sampler.mirostat.choose(row, self._scratch)
        if not self._fill_allowed(sampler, row):
            return None
        index = sampler.mirostat.choose(self._candidates.logits, self._scratch)
        return int(self._candidates.ids[index])

    def _choose_above(
        self, samplers: Sequence[LlamaSampler], rows: Logits, maxima: Logits
    ) -> list[int | None]:
        """Sample each row among the tokens that reach its threshold, ties included."""
        limits = thresholds(maxima, [sampler.top_k for sampler in samplers])
        return [
            None if limit is None else self._choose_among(sampler, row, (row >= limit).nonzero()[0])
            for sampler, row, limit in zip(samplers, rows, limits, strict=True)
        ]

    def _choose_wide(self, samplers: Sequence[LlamaSampler], rows: Logits) -> list[int | None]:
        return [
            self._choose_among(sampler, row, (row >= LEAST_LOGIT).nonzero()[0]) if finite else None
            for sampler, row, finite in zip(
                samplers, rows, finite_maxima(rows).tolist(), strict=True
            )
        ]

    def _choose_among(
        self, sampler: LlamaSampler, row: Logits, ids: npt.NDArray[np.intp]
    ) -> int | None:
        self._candidates.fill(ids, row[ids])
        token = sampler.pick(self._candidates)
        if token is None and self._fill_allowed(sampler, row):
            token = sampler.pick(self._candidates)
        return token

    def _fill_allowed(self, sampler: LlamaSampler, row: Logits) -> int:
        """Hold all tokens of the vocabulary that the grammar allows and return how many."""
        assert sampler.grammar is not None
        ids = (row >= LEAST_LOGIT).nonzero()[0]
        self._candidates.fill(ids, row[ids])
        return sampler.grammar.rule_out(self._candidates)


def _strategy(params: SamplingParams) -> _Strategy:
    if params.temperature == 0:
        return _Strategy.GREEDY
    if params.mirostat is not None:
        return _Strategy.MIROSTAT
    # With few groups most maxima are found fast, but groups must outnumber top-k by far, or the
    # threshold lets half of the vocabulary through.
    if params.top_k <= MAX_NARROW_TOP_K:
        return _Strategy.NARROW
    return _Strategy.FINE if params.top_k <= MAX_FINE_TOP_K else _Strategy.WIDE
