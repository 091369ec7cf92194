"""The peer: one call of one chain of the library over the whole row, nothing before it."""

import ctypes
from collections.abc import Sequence

import numpy as np

from engine.llama.candidates import CandidateList, Logits
from engine.llama.capi import lib
from engine.llama.chain import ChainMaker, seed_of
from engine.messages.sampling_params import SamplingParams


class NaiveSampler:
    """A request's sampling as most programs do it."""

    def __init__(self, params: SamplingParams, recent: Sequence[int], vocabulary_size: int) -> None:
        self._maker = ChainMaker(vocabulary_size, None)
        seed = seed_of(params)
        self._all = np.arange(vocabulary_size, dtype=np.int32)
        chain = lib.llama_sampler_chain_init(lib.llama_sampler_chain_default_params())
        bias = (lib.llama_logit_bias * len(params.logit_bias))(*params.logit_bias)
        for link in (
            lib.llama_sampler_init_logit_bias(vocabulary_size, len(bias), bias),
            *self._explicit_samplers(params),
            *self._end(params, seed),
        ):
            lib.llama_sampler_chain_add(chain, link)
        self._chain = chain
        for token in recent:
            lib.llama_sampler_accept(chain, token)

    def choose(self, row: Logits, candidates: CandidateList) -> int:
        """Return a token of the row and remember it."""
        candidates.fill(self._all, row)
        candidates.apply(self._chain)
        token = candidates.selected
        lib.llama_sampler_accept(self._chain, token)
        return token

    def close(self) -> None:
        """Free the chain."""
        lib.llama_sampler_free(self._chain)
        self._maker.close()

    def _explicit_samplers(self, params: SamplingParams) -> list[object]:
        links = [
            lib.llama_sampler_init_penalties(
                len(self._all),
                params.penalty_window,
                params.repeat_penalty,
                params.frequency_penalty,
                params.presence_penalty,
            )
        ]
        dry = params.dry
        if dry is not None:
            window = 4096 if dry.window is None else dry.window
            breakers = (ctypes.c_char_p * 0)()
            links.append(
                lib.llama_sampler_init_dry(
                    None, dry.multiplier, dry.base, dry.allowed_length, window, breakers, 0
                )
            )
        return links

    def _end(self, params: SamplingParams, seed: int) -> list[object]:
        if params.temperature == 0:
            return [lib.llama_sampler_init_greedy()]
        if params.mirostat is not None:
            wish = params.mirostat
            return [
                lib.llama_sampler_init_temp(params.temperature),
                lib.llama_sampler_init_mirostat_v2(seed, wish.tau, wish.eta),
            ]
        sigma = [lib.llama_sampler_init_top_n_sigma(params.top_n_sigma)]
        return [*sigma, *self._maker.filters(params, seed), self._maker.draw(params, seed)]
