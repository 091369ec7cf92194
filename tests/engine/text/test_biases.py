"""Texts that have a bias become the tokens that the model writes them with."""

import math

import pytest

from engine.messages.errors import InvalidSampling
from engine.messages.sampling_params import MAX_BIAS_COUNT, SamplingParams
from engine.text.biases import with_token_ids
from tests.fakes.backend import FakeBackend

VOCABULARY = FakeBackend().vocabulary


def tokens(text: str) -> list[int]:
    return VOCABULARY.tokenize(text, parse_special=False)


def test_each_token_of_a_text_has_its_bias_once() -> None:
    params = SamplingParams(logit_bias=((7, 1.0), ("so so", -5.0), ("x", -math.inf)))
    ids = dict.fromkeys(tokens("so so"))
    assert len(ids) < len(tokens("so so"))
    assert with_token_ids(params, VOCABULARY).logit_bias == (
        (7, 1.0),
        *((each, -5.0) for each in ids),
        *((each, -math.inf) for each in tokens("x")),
    )


def test_what_names_only_tokens_is_the_same() -> None:
    params = SamplingParams(logit_bias=((7, 1.0),))
    assert with_token_ids(params, VOCABULARY) is params


def test_texts_of_too_many_tokens_are_refused_in_words() -> None:
    text = "abcdefghijklmnopqrstuvwxyz"
    params = SamplingParams(logit_bias=((text, 1.0),) * (MAX_BIAS_COUNT // 2))
    with pytest.raises(InvalidSampling, match="At most 1,024 tokens"):
        with_token_ids(params, VOCABULARY)
