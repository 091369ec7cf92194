"""The index finds what a search through all tokens finds, whenever it was made."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scheduling import prompt_lookup
from engine.scheduling.prompt_lookup import (
    LONGEST,
    SHORTEST,
    NgramIndex,
    PromptLookup,
    continuation,
)

FEW = st.lists(st.integers(0, 3), max_size=60)


def searched(tokens: Sequence[int], since: int = 0) -> int | None:
    """Return what ``find`` promises, by looking everywhere."""
    for size in range(LONGEST, SHORTEST - 1, -1):
        end = list(tokens[len(tokens) - size :])
        for position in range(len(tokens) - 1, since + size - 1, -1):
            if len(tokens) >= size and list(tokens[position - size : position]) == end:
                return position
    return None


@given(FEW, st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=9), max_size=9))
def test_it_may_be_asked_as_rarely_as_one_likes(
    made_of: list[int], pieces: list[list[int]]
) -> None:
    index, tokens = NgramIndex(tuple(made_of)), list(made_of)
    assert index.find(tokens) == searched(tokens)
    for piece in pieces:
        tokens += piece
        assert index.find(tokens) == searched(tokens)


@given(st.integers(0, 2**21 - 1), st.integers(0, 2**21 - 1))
def test_tokens_of_any_vocabulary_are_told_apart(one: int, other: int) -> None:
    tokens = [other, one, 5, one, other, 6, one]
    assert NgramIndex(tokens).find([*tokens, other]) == searched([*tokens, other])


def test_only_the_latest_tokens_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt_lookup, "MAX_TOKENS", 4)
    tokens = [1, 2, 3, 7, 8, 9, 1, 2]
    assert NgramIndex(tokens).find(tokens) is None
    assert NgramIndex(tokens).find([*tokens, 8, 9]) == searched([*tokens, 8, 9], since=4)
    again = [*tokens, 9, 1]
    assert NgramIndex(tokens).find(again) == searched(again, since=4) == 7


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


TEXT = random.Random(5).choices(range(1000), k=400)


def written(lookup: PromptLookup, tokens: list[int], reply: list[int]) -> list[list[int]]:
    """Write a reply token by token; return the guess of two before each, empty for none."""
    guesses = []
    for token in reply:
        guesses.append(lookup.draft(tokens, 2) if lookup.follow(tokens) else [])
        tokens.append(token)
    return guesses


def new_lookup(tokens: list[int]) -> PromptLookup:
    return PromptLookup(NgramIndex(tokens))


def test_a_copied_text_is_drafted_from_its_third_token_on() -> None:
    tokens = [*TEXT]
    guesses = written(new_lookup(tokens), tokens, TEXT[100:130])
    assert guesses[:2] == [[], []]
    assert guesses[2:] == [TEXT[102 + i : 104 + i] for i in range(28)]


def test_a_copied_text_is_drafted_after_a_token_that_differs() -> None:
    tokens = [*TEXT]
    reply = [*TEXT[100:110], 5000, *TEXT[111:120]]
    guesses = written(new_lookup(tokens), tokens, reply)
    assert guesses[11] == TEXT[111:113]
    assert guesses[12] == TEXT[112:114]


def test_accepted_tokens_raise_the_expectation_and_rejected_ones_lower_it() -> None:
    tokens = [*TEXT]
    lookup = new_lookup(tokens)
    written(lookup, tokens, TEXT[100:160])
    lookup.follow(tokens)
    (good,) = lookup.expected((8,))
    assert good > 7.5
    written(lookup, tokens, [token for i in range(30) for token in (*TEXT[i : i + 2], 7000 + i)])
    tokens += TEXT[200:202]
    lookup.follow(tokens)
    assert lookup.expected((1,))[0] < 0.1


@given(
    st.lists(st.integers(0, 2), max_size=40),
    st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=6), max_size=20),
)
def test_there_is_a_draft_whenever_the_last_tokens_occurred_before(
    prompt: list[int], pieces: list[list[int]]
) -> None:
    tokens, index = [*prompt], NgramIndex(prompt)
    lookup = new_lookup(tokens)
    for piece in pieces:
        has_guess = lookup.follow(tokens)
        assert has_guess or index.find(tokens) is None
        if has_guess:
            assert len(lookup.draft(tokens, 5)) == 5
        tokens += piece


@given(st.lists(st.integers(0, 2), min_size=1, max_size=60))
def test_what_is_right_is_learned_alike_from_single_tokens_and_from_several(
    reply: list[int],
) -> None:
    one, other = new_lookup([0, 1, 2, 0, 1]), new_lookup([0, 1, 2, 0, 1])
    tokens = [0, 1, 2, 0, 1]
    while reply:
        other_has = other.follow(tokens)
        assert one.follow(tokens) is other_has
        guess = other.draft(tokens, 3) if other_has else []
        right = 0
        while right < min(len(guess), len(reply) - 1) and guess[right] == reply[right]:
            right += 1
        for token in reply[: right + 1]:
            tokens.append(token)
            one.follow(tokens)
        reply = reply[right + 1 :]
    other.follow(tokens)
    assert one.expected((1, 5)) == other.expected((1, 5))
