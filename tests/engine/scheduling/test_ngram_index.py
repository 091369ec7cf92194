"""The index finds what a search through all tokens finds, whenever it was made."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scheduling import ngram_index
from engine.scheduling.ngram_index import LONGEST, SHORTEST, NgramIndex, continuation

FEW = st.lists(st.integers(0, 3), max_size=60)


def searched(tokens: Sequence[int], since: int = 0) -> int | None:
    """Return what ``find`` promises, by looking everywhere."""
    for size in range(LONGEST, SHORTEST - 1, -1):
        end = list(tokens[len(tokens) - size :])
        for position in range(len(tokens) - 1, since + size - 1, -1):
            if len(tokens) >= size and list(tokens[position - size : position]) == end:
                return position
    return None


@given(FEW, FEW)
def test_it_finds_what_a_search_finds(made_of: list[int], appended: list[int]) -> None:
    index, tokens = NgramIndex(tuple(made_of)), list(made_of)
    assert index.find(tokens) == searched(tokens)
    for token in appended:
        tokens.append(token)
        assert index.find(tokens) == searched(tokens)


@given(FEW, st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=9), max_size=9))
def test_it_may_be_asked_as_rarely_as_one_likes(
    made_of: list[int], pieces: list[list[int]]
) -> None:
    index, tokens = NgramIndex(tuple(made_of)), list(made_of)
    for piece in pieces:
        tokens += piece
        assert index.find(tokens) == searched(tokens)


@given(st.integers(0, 2**21 - 1), st.integers(0, 2**21 - 1))
def test_tokens_of_any_vocabulary_are_told_apart(one: int, other: int) -> None:
    tokens = [other, one, 5, one, other, 6, one]
    assert NgramIndex(tokens).find([*tokens, other]) == searched([*tokens, other])


def test_only_the_latest_tokens_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ngram_index, "MOST_TOKENS", 4)
    tokens = [1, 2, 3, 7, 8, 9, 1, 2]
    assert NgramIndex(tokens).find(tokens) is None
    assert NgramIndex(tokens).find([*tokens, 8, 9]) == searched([*tokens, 8, 9], since=4)
    again = [*tokens, 9, 1]
    assert NgramIndex(tokens).find(again) == searched(again, since=4) == 7


def test_what_was_appended_takes_room_until_an_index_is_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ngram_index, "MOST_APPENDED", 10)
    index = NgramIndex(range(100))
    assert not index.is_long(range(110))
    assert index.is_long(range(111))
    assert not NgramIndex(range(111)).is_long(range(111))


def test_fewer_tokens_than_it_was_made_of_have_no_position() -> None:
    assert NgramIndex([1, 2, 1, 2]).find([1, 2, 1]) is None


@given(FEW, st.integers(0, 59), st.integers(0, 30))
def test_a_continuation_repeats_what_it_has_already(
    tokens: list[int], position: int, count: int
) -> None:
    if position >= len(tokens):
        return
    grown = list(tokens)
    for step in range(count):
        grown.append(grown[position + step])
    assert continuation(tokens, position, count) == grown[len(tokens) :]
