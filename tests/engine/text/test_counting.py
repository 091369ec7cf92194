"""Tokens are counted in milliseconds, however long the text is."""

from engine.text.counting import MOST_COUNTED, certain_excess, count_tokens
from tests.fakes.vocabulary import FakeVocabulary


def test_short_texts_are_counted_and_long_ones_scaled() -> None:
    vocabulary = FakeVocabulary()
    assert count_tokens(vocabulary, "") == 0
    assert count_tokens(vocabulary, "hello") == 5
    assert count_tokens(vocabulary, "x" * (3 * MOST_COUNTED)) == 3 * MOST_COUNTED


def test_only_what_is_too_long_for_certain_is_said_to_be() -> None:
    vocabulary = FakeVocabulary()
    assert certain_excess(vocabulary, "x" * 500, 100) is None, "it is short enough to be read"
    assert certain_excess(vocabulary, "x" * 100_000, 100) == 100_000
