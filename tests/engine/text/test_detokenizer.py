"""The stream is the decoding of all bytes, and never half a character."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from engine.text.detokenizer import Detokenizer


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
