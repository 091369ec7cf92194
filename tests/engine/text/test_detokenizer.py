"""The stream is the decoding of all bytes, and never half a character."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages.errors import InvalidSampling
from engine.messages.sampling_params import MAX_BIAS_COUNT, SamplingParams
from engine.text.biases import with_token_ids
from engine.text.detokenizer import Detokenizer, StopStrings
from tests.fakes.backend import FakeBackend

_letters = st.text("ab#", max_size=30)
VOCABULARY = FakeBackend().vocabulary


def _fed(detokenizer: Detokenizer, data: bytes, cuts: list[int]) -> list[str]:
    edges = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    pieces = [data[start:end] for start, end in itertools.pairwise(edges)]
    return [detokenizer.feed(piece) for piece in pieces]


@given(st.text(), st.lists(st.integers(0, 1000)))
def test_any_split_of_the_bytes_gives_the_same_text(text: str, cuts: list[int]) -> None:
    detokenizer = Detokenizer()
    pieces = _fed(detokenizer, text.encode("utf-8"), cuts)
    assert "".join(pieces) + detokenizer.flush() == text


def test_half_a_character_at_the_end_is_one_replacement_character() -> None:
    detokenizer = Detokenizer()
    assert detokenizer.feed("ä".encode()[:1]) == ""
    assert detokenizer.flush() == "\ufffd"


def _shown(stops: StopStrings, pieces: list[str]) -> tuple[str, bool]:
    shown = ""
    for piece in pieces:
        scan = stops.feed(piece)
        shown += scan.text
        if scan.is_stopped:
            return shown, True
    return shown + stops.flush(), False


@given(st.lists(_letters), st.lists(st.text("ab#", min_size=1, max_size=4), max_size=3))
def test_any_split_shows_the_text_up_to_a_stop_string(pieces: list[str], stops: list[str]) -> None:
    text = "".join(pieces)
    shown, is_stopped = _shown(StopStrings(stops), pieces)
    assert is_stopped == any(stop in text for stop in stops)
    assert text.startswith(shown)
    assert not any(stop in shown for stop in stops)
    if not is_stopped:
        assert shown == text


def test_the_one_that_ended_the_reply_is_named() -> None:
    stops = StopStrings(["stop", "end"])
    assert (stops.feed("no e").text, stops.found) == ("no ", "")
    assert (stops.feed("nd, no stop").text, stops.found) == ("", "end")


def test_what_could_become_a_stop_string_waits_for_the_next_token() -> None:
    stops = StopStrings(["###"])
    assert stops.feed("end #").text == "end "
    assert stops.feed("# no").text == "## no"


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
