"""Counts the tokens of a text within the spare time of a step."""

from engine.backend import Vocabulary

MAX_COUNTED = 32_768  # characters; the rest is assumed to be similar
_USUAL_TOKEN = 8  # characters per token that texts hardly ever exceed
_SLACK = 64  # tokens that a text may gain by being cut


def count_tokens(vocabulary: Vocabulary, text: str) -> int:
    """Return the number of tokens of a text: exact up to a length that takes milliseconds."""
    counted = text[:MAX_COUNTED]
    return scaled(len(vocabulary.tokenize(counted, parse_special=False)) if text else 0, text)


def scaled(counted: int, text: str) -> int:
    """Return the estimated tokens of a text whose beginning was counted."""
    return round(counted * len(text) / MAX_COUNTED) if len(text) > MAX_COUNTED else counted


def certain_excess(vocabulary: Vocabulary, text: str, window: int) -> int | None:
    """Return the approximate tokens of a text if it certainly has more than ``window``.

    Takes about as long as tokenizing ``window`` tokens, for any length of the text.
    """
    found = _beginning(vocabulary, text, window)
    return None if found is None else len(found[1]) * len(text) // found[0]


def first_tokens(vocabulary: Vocabulary, text: str, count: int) -> list[int]:
    """Return the first ``count`` tokens of a text, or all if it has fewer.

    Takes about as long as tokenizing ``count`` tokens, for any length of the text.
    """
    found = _beginning(vocabulary, text, count)
    tokens = vocabulary.tokenize(text, parse_special=False) if found is None else found[1]
    return tokens[:count]


def _beginning(vocabulary: Vocabulary, text: str, count: int) -> tuple[int, list[int]] | None:
    """Return the characters and tokens of a beginning with more than ``count`` tokens.

    None if the text may have fewer.
    """
    # In growing pieces, since tokenizing dominates the time: a file of 100 MB is known to be too
    # long after its first kilobytes.
    size = _USUAL_TOKEN * count
    while size < len(text):
        tokens = vocabulary.tokenize(text[:size], parse_special=False)
        if len(tokens) > count + _SLACK:
            return size, tokens
        size *= 4
    return None
