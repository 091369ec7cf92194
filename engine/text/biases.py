"""Turns texts that have a bias into their tokens."""

from collections.abc import Iterator

import msgspec

from engine.backend import Vocabulary
from engine.messages.sampling_params import SamplingParams


def with_token_ids(sampling: SamplingParams, vocabulary: Vocabulary) -> SamplingParams:
    """Return sampling whose biases name tokens only; each token of a text gets its bias once.

    Raises InvalidSampling if there are too many.
    """
    if all(isinstance(token, int) for token, _ in sampling.logit_bias):
        return sampling
    pairs = tuple(_pairs(sampling, vocabulary))
    return msgspec.structs.replace(sampling, logit_bias=pairs)


def _pairs(sampling: SamplingParams, vocabulary: Vocabulary) -> Iterator[tuple[int, float]]:
    for token, bias in sampling.logit_bias:
        tokens = [token] if isinstance(token, int) else _tokens(token, vocabulary)
        for each in dict.fromkeys(tokens):
            yield each, bias


def _tokens(text: str, vocabulary: Vocabulary) -> list[int]:
    return vocabulary.tokenize(text, parse_special=False)
