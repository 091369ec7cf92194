"""Samples tokens: one sampler per request, row by row.

Each request's choice depends on its logits and seed only, not on the others in the step.
"""

import enum
import math
import random
from collections import deque
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from engine.backend import Logprobs
from engine.ipc.lazy_text import LazyText, lazy
from engine.llama.adjustments import Adjustments
from engine.llama.candidates import (
    FINE_GROUP_COUNT,
    GROUP_COUNT,
    MAX_FINE_TOP_K,
    MAX_NARROW_TOP_K,
    MIN_LOGIT,
    CandidateList,
    Logits,
    ThresholdDraw,
    ThresholdGuess,
    group_maxima,
    thresholds,
)
from engine.llama.chain import Chain, ChainMaker, seed_of
from engine.llama.grammar import CompiledGrammar, Grammar, GrammarCompiler
from engine.llama.vocabulary import LlamaVocabulary
from engine.messages.errors import InvalidSampling
from engine.messages.sampling_params import Mirostat, SamplingParams

_STEEPEST = 1e30  # the maximum that leaves finite differences of logits


class MirostatDraw:
    """Draws among the tokens whose surprise is below a threshold, which follows the target."""

    def __init__(self, params: Mirostat, temperature: float, seed: int) -> None:
        self._params = params
        self._steepness = min(1 / temperature, _STEEPEST) if temperature > 0 else _STEEPEST
        self._threshold = 2 * params.tau
        self._random = random.Random(seed)

    def choose(self, row: Logits, scratch: Logits) -> int:
        """Return the index of a token in a row whose largest logit is a number.

        ``scratch`` is at least as long and is overwritten; it avoids the allocation.
        """
        weights = scratch[: len(row)]
        top = row[np.argmax(row)]
        np.subtract(row, top, out=weights)
        if self._steepness != 1:
            np.multiply(weights, np.float32(self._steepness), out=weights)
        np.exp(weights, out=weights)
        largest_surprise = max(0.0, self._threshold)
        least = float(weights.sum()) * 2**-largest_surprise
        kept = (weights >= np.float32(min(least, 1.0))).nonzero()[0]
        sums = weights[kept].cumsum(dtype=np.float64)
        total = float(sums[-1])
        place = int(np.searchsorted(sums, self._random.random() * total, side="right"))
        # Rounded, a draw close to 1 can be after the last sum.
        token = int(kept[min(place, len(kept) - 1)])
        surprise = math.log2(total / float(weights[token]))
        self._threshold -= self._params.eta * (surprise - self._params.tau)
        return token


class RowLogprobs:
    """A copy of a row before any sampler; natural logarithms."""

    def __init__(self, row: Logits) -> None:
        values = np.array(row, dtype=np.float64)
        highest = float(np.max(values))
        self._values = values - (highest + float(np.log(np.sum(np.exp(values - highest)))))

    def of(self, token: int) -> float:
        return float(self._values[token])

    def likeliest(self, count: int) -> list[int]:
        count = min(count, len(self._values))
        if count <= 0:
            return []
        found = np.argpartition(self._values, -count)[-count:]
        order = np.lexsort((found, -self._values[found]))  # equal ones by id
        return [int(token) for token in found[order]]


class _Strategy(enum.Enum):
    """How a token is found; LIKELIEST looks for those that top-k needs, WIDE takes all."""

    GREEDY = enum.auto()
    MIROSTAT = enum.auto()
    LIKELIEST = enum.auto()
    WIDE = enum.auto()


class LlamaSampler:
    """The parameters and state of one request's sampling; ``BatchSampler`` makes and uses it."""

    def __init__(
        self,
        params: SamplingParams,
        maker: ChainMaker,
        adjustments: Adjustments,
        grammar: Grammar | None = None,
    ) -> None:
        seed = seed_of(params)
        self.adjustments = adjustments
        self.grammar: Grammar | None = None
        self.opening_tokens: frozenset[int] = frozenset()  # of which the first one may be one
        self._waiting_grammar = grammar
        self._forced: deque[int] = deque()  # the grammar has accepted them
        self._learns = params.adaptive_target is not None  # from the drawn token
        self.wants_logprobs = params.logprob_count is not None
        self.logprobs: Logprobs | None = None
        self.is_plain = grammar is None and adjustments.is_empty and not self._learns
        if self.wants_logprobs:
            self.is_plain = False
        self.sigma_count = params.top_n_sigma
        # The library's dynamic temperature counts the tokens that top-n-sigma has excluded.
        self.keeps_ruled_out = params.dynatemp_range > 0
        self.top_k = params.top_k
        self.group_count = _group_count(params.top_k)
        self.guess: ThresholdGuess | None = None  # if only the chain decides
        self.strategy = _strategy(params)
        self.mirostat: MirostatDraw | None = None
        self._chain: Chain | None = None
        self.is_open = True
        if self.strategy is _Strategy.GREEDY:
            return
        if params.mirostat is not None:
            self.mirostat = MirostatDraw(params.mirostat, params.temperature, seed)
            return
        self._chain = Chain([*maker.filters(params, seed), maker.draw(params, seed)])
        is_usual = not self._learns and not self.sigma_count
        if self.strategy is _Strategy.LIKELIEST and is_usual:
            self.guess = ThresholdGuess(params.top_k, self._chain.handle)

    @property
    def is_bound(self) -> bool:
        return self.grammar is not None and self.grammar.is_active

    @property
    def fault(self) -> LazyText | None:
        return None if self.grammar is None else self.grammar.fault

    def begin_answer(self) -> None:
        """Start the grammar, which was inactive until the end of the reasoning."""
        grammar, self._waiting_grammar = self._waiting_grammar, None
        if grammar is not None:
            self.grammar = grammar
            self._forced.extend(grammar.forced())

    def pick(self, candidates: CandidateList) -> int:
        """Return one of the candidates."""
        assert self._chain is not None
        self._chain.apply(candidates)
        return candidates.selected

    def next_forced(self) -> int | None:
        """Return the token that the grammar forces, which is recorded; None without one."""
        if not self._forced:
            return None
        token = self._forced.popleft()
        self.adjustments.remember(token)
        return token

    def pop_forced(self) -> tuple[int, ...]:
        if not self._forced or self.wants_logprobs:
            return ()
        tokens = tuple(self._forced)
        self._forced.clear()
        for token in tokens:
            self.adjustments.remember(token)
        return tokens

    def valid_count(self, tokens: Sequence[int]) -> int:
        return len(tokens) if self.grammar is None else self.grammar.valid_count(tokens)

    def remember(self, token: int) -> None:
        """Record the chosen token."""
        self.adjustments.remember(token)
        if self.grammar is not None:
            self._forced.extend(self.grammar.accept(token))
        if self._learns and self._chain is not None:
            self._chain.accept(token)

    def close(self) -> None:
        """Free everything; safe to call twice."""
        self.is_open = False
        self.adjustments.close()
        self.grammar = self._waiting_grammar = None
        if self._chain is not None:
            self._chain.close()


class BatchSampler:
    """Creates samplers, and samples rows in shared memory; one thread."""

    def __init__(
        self,
        vocabulary_size: int,
        vocabulary: LlamaVocabulary | None = None,
        context_window: int = 4096,
    ) -> None:
        self._size = vocabulary_size
        self._vocabulary = vocabulary
        self._context_window = context_window
        self._compiler = None if vocabulary is None else GrammarCompiler(vocabulary)
        self._maker = ChainMaker(vocabulary_size, vocabulary)
        self._candidates = CandidateList(vocabulary_size)
        self._quick = ThresholdDraw(vocabulary_size, self._candidates)
        self._scratch: Logits = np.zeros(vocabulary_size, dtype=np.float32)
        self._masked: Logits = np.zeros(vocabulary_size, dtype=np.float32)

    def read_vocabulary(self) -> None:
        """Read the vocabulary for grammars, before the first request.

        It takes 0.2 s for 49,000 tokens, and half of it blocks all threads of Python.
        """
        if self._compiler is not None:
            _ = self._compiler.tokenizer

    def compile(self, params: SamplingParams) -> CompiledGrammar | None:
        """Return the grammar of a request, or None; any thread. Raises InvalidSampling."""
        return None if self._compiler is None else self._compiler.compile(params)

    def new_sampler(
        self,
        params: SamplingParams,
        recent_tokens: Sequence[int],
        *,
        grammar: CompiledGrammar | None = None,
        is_reasoning: bool = False,
        opening_tokens: frozenset[int] = frozenset(),
    ) -> LlamaSampler:
        """Return a sampler whose penalties include the recent tokens.

        A grammar is inactive until ``begin_answer`` after a prompt that opens reasoning. If the
        first token is one of ``opening_tokens``, the same applies: that token is chosen without the
        grammar. Raises InvalidSampling for a token that this model does not have.
        """
        ids = [token for token, _ in params.logit_bias if isinstance(token, int)]
        if len(ids) < len(params.logit_bias):
            raise ValueError("texts must be turned into tokens first")
        if any(token >= self._size for token in ids):
            raise InvalidSampling(
                lazy("A biased token is not among the model's {size:,}.", size=self._size)
            )
        adjustments = Adjustments(params, self._maker, self._context_window)
        adjustments.remember_all(recent_tokens, self._size)
        if grammar is None:
            return LlamaSampler(params, self._maker, adjustments)
        assert self._compiler is not None
        bound = Grammar(grammar, self._compiler)
        sampler = LlamaSampler(params, self._maker, adjustments, bound)
        if opening_tokens and not is_reasoning:
            sampler.opening_tokens = opening_tokens
        elif not is_reasoning:
            sampler.begin_answer()
        return sampler

    def sample(self, samplers: Sequence[LlamaSampler], rows: Iterable[Logits]) -> list[int | None]:
        """Return one token per row; None if logits are not finite or a grammar allows none.

        The rows are changed meanwhile and restored.
        """
        for sampler in samplers:
            if not sampler.is_open:
                raise ValueError("the sampler is closed")
        tokens = []
        for sampler, row in zip(samplers, rows, strict=True):
            is_plain = sampler.is_plain
            token = self._choose(sampler, row) if is_plain else self._choose_adjusted(sampler, row)
            tokens.append(token)
        return tokens

    def close(self) -> None:
        """Free the objects cached for new samplers; safe to call twice."""
        self._maker.close()

    def _choose_adjusted(self, sampler: LlamaSampler, row: Logits) -> int | None:
        """Choose with bias, penalties and a grammar, and record the token."""
        if sampler.wants_logprobs:
            sampler.logprobs = RowLogprobs(row)  # before any change
        token = sampler.next_forced()
        if token is not None:
            return token
        token = self._choose_written(sampler, row)
        # The model decides whether a reply opens reasoning, so its first token is drawn without the
        # grammar, and drawn again under it if the token does not open reasoning.
        opening, sampler.opening_tokens = sampler.opening_tokens, frozenset()
        if opening and token is not None and token not in opening:
            sampler.begin_answer()
            token = sampler.next_forced()
            if token is not None:
                return token
            token = self._choose_written(sampler, row)
        if token is not None:
            sampler.remember(token)
        return token

    def _choose_written(self, sampler: LlamaSampler, row: Logits) -> int | None:
        if sampler.adjustments.is_empty:
            return self._choose_allowed(sampler, row)
        ids, before = sampler.adjustments.write(row, self._candidates)
        try:
            return self._choose_allowed(sampler, row)
        finally:
            row[ids] = before

    def _choose_allowed(self, sampler: LlamaSampler, row: Logits) -> int | None:
        """Choose among the tokens that the grammar allows, if there is one."""
        grammar = sampler.grammar
        if grammar is None:
            return self._choose(sampler, row)
        masked = grammar.masked(row, self._masked)
        if masked is None:
            return None
        token = self._choose(sampler, masked)
        if token is None and masked is not row and math.isfinite(row.max(0)):
            grammar.note_no_token()
        return token

    def _choose(self, sampler: LlamaSampler, row: Logits) -> int | None:
        if sampler.guess is not None and not sampler.is_bound:
            token = self._quick.draw(sampler.guess, row)
            if token is not None:
                return token
        match sampler.strategy:
            case _Strategy.LIKELIEST:
                return self._choose_above(sampler, row)
            case _Strategy.WIDE:
                return self._choose_wide(sampler, row)
            case _Strategy.GREEDY:
                return self._choose_greedy(sampler, row)
            case _Strategy.MIROSTAT:
                return self._choose_by_mirostat(sampler, row)

    def _choose_above(self, sampler: LlamaSampler, row: Logits) -> int | None:
        """Choose among the tokens that reach the row's own threshold, ties included."""
        maxima = group_maxima(row[np.newaxis], sampler.group_count)
        (limit,) = thresholds(maxima, [sampler.top_k])
        if limit is None:
            return None
        ids, token = self._choose_among(sampler, row, limit)
        if sampler.guess is not None and len(ids) >= sampler.top_k:
            sampler.guess.learn(row.item(self._candidates.id_at[sampler.top_k - 1]))
        return token

    def _choose_wide(self, sampler: LlamaSampler, row: Logits) -> int | None:
        if not math.isfinite(row.max(0)):
            return None
        return self._choose_among(sampler, row, MIN_LOGIT)[1]

    def _choose_greedy(self, sampler: LlamaSampler, row: Logits) -> int | None:
        token = int(row.argmax(0))  # NaN counts as the largest here, so it is detected
        if not math.isfinite(row.item(token)):
            return None
        return token

    def _choose_by_mirostat(self, sampler: LlamaSampler, row: Logits) -> int | None:
        assert sampler.mirostat is not None
        if not math.isfinite(row.item(row.argmax(0))):
            return None
        return sampler.mirostat.choose(row, self._scratch)

    def _choose_among(
        self, sampler: LlamaSampler, row: Logits, limit: float
    ) -> tuple[npt.NDArray[np.intp], int]:
        """Return the tokens that reach a limit, and the chosen one."""
        least = _sigma_limit(row, sampler.sigma_count) if sampler.sigma_count else MIN_LOGIT
        ids = (row >= (limit if sampler.keeps_ruled_out else max(limit, least))).nonzero()[0]
        logits = row[ids]
        if sampler.keeps_ruled_out:
            logits[logits < least] = -math.inf
        self._candidates.fill(ids, logits)
        return ids, sampler.pick(self._candidates)


def _strategy(params: SamplingParams) -> _Strategy:
    if params.temperature == 0:
        return _Strategy.GREEDY
    if params.mirostat is not None:
        return _Strategy.MIROSTAT
    return _Strategy.LIKELIEST if params.top_k <= MAX_FINE_TOP_K else _Strategy.WIDE


def _sigma_limit(row: Logits, count: float) -> float:
    """Return the logit n standard deviations of the whole row below the largest."""
    possible = row[row >= MIN_LOGIT]
    return float(row.max(0) - count * possible.std(dtype=np.float64))


def _group_count(top_k: int) -> int:
    """Return the number of groups: few are found fast, but they must outnumber top-k by far.

    Otherwise the threshold admits half of the vocabulary.
    """
    return GROUP_COUNT if top_k <= MAX_NARROW_TOP_K else FINE_GROUP_COUNT
