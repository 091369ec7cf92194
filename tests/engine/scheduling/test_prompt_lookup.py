"""A guess continues what was said before, and what was written tells how good guesses are."""

import random

from hypothesis import given
from hypothesis import strategies as st

from engine.scheduling.ngram_index import NgramIndex
from engine.scheduling.prompt_lookup import PromptLookup

TEXT = random.Random(5).choices(range(1000), k=400)


def written(lookup: PromptLookup, tokens: list[int], reply: list[int]) -> list[list[int]]:
    """Write a reply token by token; return the guess of two before each, empty for none."""
    guesses = []
    for token in reply:
        guesses.append(lookup.guess(tokens, 2) if lookup.follow(tokens) else [])
        tokens.append(token)
    return guesses


def new_lookup(tokens: list[int]) -> PromptLookup:
    return PromptLookup(NgramIndex(tokens))


def test_a_copy_is_guessed_from_its_third_token_on() -> None:
    tokens = [*TEXT]
    guesses = written(new_lookup(tokens), tokens, TEXT[100:130])
    assert guesses[:2] == [[], []]
    assert guesses[2:] == [TEXT[102 + i : 104 + i] for i in range(28)]


def test_a_copy_goes_on_behind_a_token_that_differs() -> None:
    tokens = [*TEXT]
    reply = [*TEXT[100:110], 5000, *TEXT[111:120]]
    guesses = written(new_lookup(tokens), tokens, reply)
    assert guesses[11] == TEXT[111:113]
    assert guesses[12] == TEXT[112:114]


def test_a_copy_that_has_just_begun_does_not() -> None:
    tokens = [*TEXT]
    guesses = written(new_lookup(tokens), tokens, [*TEXT[100:103], 5000, 5001])
    assert guesses[3] == TEXT[103:105]
    assert guesses[4] == []


def test_a_copy_that_does_not_go_on_is_given_up() -> None:
    tokens = [*TEXT]
    guesses = written(new_lookup(tokens), tokens, [*TEXT[100:110], 5000, 5001, 5002])
    assert guesses[11] == TEXT[111:113]
    assert guesses[12] == []


def test_guesses_that_were_right_raise_what_is_expected_and_wrong_ones_lower_it() -> None:
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


def test_more_is_expected_of_longer_guesses_and_never_more_than_they_have() -> None:
    tokens = [*TEXT]
    lookup = new_lookup(tokens)
    written(lookup, tokens, TEXT[100:120])
    lookup.follow(tokens)
    found = lookup.expected((1, 2, 5, 15))
    assert list(found) == sorted(found)
    assert all(right <= count for right, count in zip(found, (1, 2, 5, 15), strict=True))


@given(
    st.lists(st.integers(0, 2), max_size=40),
    st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=6), max_size=20),
)
def test_a_guess_is_there_whenever_the_last_tokens_were(
    prompt: list[int], pieces: list[list[int]]
) -> None:
    tokens, index = [*prompt], NgramIndex(prompt)
    lookup = new_lookup(tokens)
    for piece in pieces:
        has_guess = lookup.follow(tokens)
        assert has_guess or index.find(tokens) is None
        if has_guess:
            assert len(lookup.guess(tokens, 5)) == 5
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
        guess = other.guess(tokens, 3) if other_has else []
        right = 0
        while right < min(len(guess), len(reply) - 1) and guess[right] == reply[right]:
            right += 1
        for token in reply[: right + 1]:
            tokens.append(token)
            one.follow(tokens)
        reply = reply[right + 1 :]
    other.follow(tokens)
    assert one.expected((1, 5)) == other.expected((1, 5))
