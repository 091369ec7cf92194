"""How many tokens a text has, found out in the time that a step has to spare."""

from engine.backend import Vocabulary

MAX_COUNTED = 32_768  # characters; the rest is taken to be like these
_USUAL_TOKEN = 8  # characters that hardly a text has for each of its tokens
_SLACK = 64  # tokens that a text may have more for being cut off


def count_tokens(vocabulary: Vocabulary, text: str) -> int:
    """Return a text's tokens: exact up to a length that is counted in milliseconds."""
    counted = text[:MAX_COUNTED]
    return scaled(len(vocabulary.tokenize(counted, parse_special=False)) if text else 0, text)


def scaled(counted: int, text: str) -> int:
    """Return how many tokens a text has of which the beginning was counted."""
    return round(counted * len(text) / MAX_COUNTED) if len(text) > MAX_COUNTED else counted


def certain_excess(vocabulary: Vocabulary, text: str, window: int) -> int | None:
    """Return about how many tokens a text has if it has more than ``window``, as far as is certain.

    Takes about as long as reading that many tokens, however long the text is.
    """
    # In growing pieces, since tokenizing takes longer than anything else here: a file of 100 MB
    # is known to be too long after its first kilobytes.
    size = _USUAL_TOKEN * window
    while size < len(text):
        count = len(vocabulary.tokenize(text[:size], parse_special=False))
        if count > window + _SLACK:
            return count * len(text) // size
        size *= 4
    return None
