"""The longest beginning of a text within a token limit, as counted by the engine."""

from collections.abc import Awaitable, Callable

import msgspec

# Returns the token count of a text of at most PIECE_CHARS; None without a model.
Count = Callable[[str], Awaitable[int | None]]

PIECE_CHARS = 32_000  # the engine counts this many characters exactly, within milliseconds
_LOOKED_BACK = 200  # characters before a cut that are searched for the end of a line or a word


class TruncatedText(msgspec.Struct, frozen=True):
    """The beginning of a text, and its token count."""

    text: str
    token_count: int


async def first_tokens(text: str, most: int, count: Count) -> TruncatedText | None:
    """Return the longest beginning within a token limit; None if no model can count tokens.

    It ends at the end of a line or a word if one is near.
    """
    kept = token_count = 0
    while kept < len(text):
        piece = text[kept : kept + PIECE_CHARS]
        own = await count(piece)
        if own is None:
            return None
        if token_count + own > most:
            rest = await _first_of_piece(piece, most - token_count, own, count)
            return (
                None
                if rest is None
                else TruncatedText(text[:kept] + rest.text, token_count + rest.token_count)
            )
        kept += len(piece)
        token_count += own
    return TruncatedText(text, token_count)


async def _first_of_piece(piece: str, most: int, own: int, count: Count) -> TruncatedText | None:
    """Return the beginning of a piece that exceeds the token limit."""
    low, high, token_count = 0, len(piece), 0
    # Few tries are needed: with evenly long tokens the first estimate is right.
    middle = len(piece) * max(0, most) // own
    while high - low > 1:
        middle = min(max(middle, low + 1), high - 1)
        counted = await count(piece[:middle])
        if counted is None:
            return None
        if counted <= most:
            low, token_count = middle, counted
        else:
            high = middle
        middle = (low + high) // 2
    shorter = _at_an_end(piece[:low])
    if len(shorter) < low:
        counted = await count(shorter)
        if counted is None:
            return None
        token_count = counted
    return TruncatedText(shorter, token_count)


def _at_an_end(text: str) -> str:
    """Return a text up to the end of its last line or word, if one is near."""
    for end in ("\n", " "):
        at = text.rfind(end, max(0, len(text) - _LOOKED_BACK))
        if at > 0:
            return text[:at]
    return text
