"""Builds the library's samplers; ``SamplingParams`` has refused values on which it would abort."""

import ctypes
import secrets
from collections.abc import Iterable

from engine.llama.candidates import CandidateList
from engine.llama.capi import lib
from engine.llama.vocabulary import LlamaVocabulary
from engine.messages.sampling_params import Dry, SamplingParams

_ANY_SEED = 0xFFFFFFFF  # the library treats this one as "any"
_KEPT_DRY_COUNT = 8

# A token this much less likely than the likeliest one cannot be drawn. If kept, its probability
# becomes 0 and 0 * log(0), from which the typical sampler makes NaN of everything.
_MIN_SHARE = 1e-30


# Without declared arguments, as ``candidates`` applies chains.
_accept = ctypes.CFUNCTYPE(None)(ctypes.cast(lib.llama_sampler_accept, ctypes.c_void_p).value or 0)


class Chain:
    """Samplers of the library, in order; ``handle`` is None after ``close``."""

    def __init__(self, links: Iterable[object]) -> None:
        """Take ownership of the links."""
        params = lib.llama_sampler_chain_default_params()
        params.no_perf = True
        self.handle: object = lib.llama_sampler_chain_init(params)
        for link in links:
            lib.llama_sampler_chain_add(self.handle, link)

    def apply(self, candidates: CandidateList) -> None:
        """Apply the samplers to the candidates."""
        if self.handle is None:
            raise ValueError("the sampler is closed")
        candidates.apply(self.handle)

    def accept(self, token: int) -> None:
        """Report the chosen token to the samplers."""
        _accept(self.handle, token)

    def close(self) -> None:
        """Free them; safe to call twice."""
        handle, self.handle = self.handle, None
        if handle is not None:
            lib.llama_sampler_free(handle)


class ChainMaker:
    """Creates the chains of one model's requests."""

    def __init__(self, vocabulary_size: int, vocabulary: LlamaVocabulary | None) -> None:
        """Without a vocabulary no text breaks repetitions."""
        self._size = vocabulary_size
        self._vocabulary = vocabulary
        self._dry_patterns: dict[tuple[Dry, int], object] = {}

    def penalties(self, params: SamplingParams, dry_window: int) -> Chain | None:
        """Return the sampler that lowers the logits of sampled tokens; None without penalties."""
        links = []
        if has_penalties(params):
            links.append(
                lib.llama_sampler_init_penalties(
                    self._size,
                    params.penalty_window,
                    params.repeat_penalty,
                    params.frequency_penalty,
                    params.presence_penalty,
                )
            )
        if params.dry is not None:
            links.append(lib.llama_sampler_clone(self._dry(params.dry, dry_window)))
        return Chain(links) if links else None

    def filters(self, params: SamplingParams, seed: int) -> list[object]:
        """Return the links from top-k to the temperature.

        ``top_k`` comes first: ``top_p`` on a whole vocabulary sorts all of it, which takes 17 to 31
        ms per token. Links without effect are omitted.
        """
        links = [lib.llama_sampler_init_top_k(params.top_k)]
        if params.typical_p < 1:
            links.append(lib.llama_sampler_init_min_p(_MIN_SHARE, 1))
            links.append(lib.llama_sampler_init_typical(params.typical_p, 1))
        if params.top_p < 1:
            links.append(lib.llama_sampler_init_top_p(params.top_p, 1))
        if params.min_p > 0:
            links.append(lib.llama_sampler_init_min_p(params.min_p, 1))
        if params.xtc_probability > 0:
            other_seed = (
                seed * 0x9E3779B1 + 1
            ) % _ANY_SEED  # its draws are independent of the token's
            links.append(
                lib.llama_sampler_init_xtc(
                    params.xtc_probability, params.xtc_threshold, 1, other_seed
                )
            )
        if params.dynatemp_range > 0:
            links.append(
                lib.llama_sampler_init_temp_ext(
                    params.temperature, params.dynatemp_range, params.dynatemp_exponent
                )
            )
        else:
            links.append(lib.llama_sampler_init_temp(params.temperature))
        return links

    def draw(self, params: SamplingParams, seed: int) -> object:
        """Return the link that selects a token by its probability."""
        if params.adaptive_target is not None:
            return lib.llama_sampler_init_adaptive_p(
                params.adaptive_target, params.adaptive_decay, seed
            )
        return lib.llama_sampler_init_dist(seed)

    def close(self) -> None:
        """Free the cached samplers."""
        while self._dry_patterns:
            lib.llama_sampler_free(self._dry_patterns.popitem()[1])

    def _dry(self, dry: Dry, window: int) -> object:
        """Return a sampler to be cloned.

        To find all tokens that a breaker may span, the library examines every text of the
        vocabulary, so that is done once.
        """
        key = (dry, window)
        if key not in self._dry_patterns:
            # Every request may have other breakers; each pattern uses memory of the library.
            if len(self._dry_patterns) >= _KEPT_DRY_COUNT:
                lib.llama_sampler_free(self._dry_patterns.pop(next(iter(self._dry_patterns))))
            texts = [] if self._vocabulary is None else [each.encode() for each in dry.breakers]
            self._dry_patterns[key] = lib.llama_sampler_init_dry(
                None if self._vocabulary is None else self._vocabulary.handle,
                dry.multiplier,
                dry.base,
                dry.allowed_length,
                window,
                (ctypes.c_char_p * len(texts))(*texts),
                len(texts),
            )
        return self._dry_patterns[key]


def has_penalties(params: SamplingParams) -> bool:
    """Return whether any of the three penalties changes anything."""
    is_on = params.repeat_penalty != 1 or params.frequency_penalty or params.presence_penalty
    return bool(is_on and params.penalty_window)


def seed_of(params: SamplingParams) -> int:
    """Return the request's seed as a 32-bit number; a random one if it has none."""
    seed = secrets.randbits(32) if params.seed is None else params.seed
    return seed % _ANY_SEED
