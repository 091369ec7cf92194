"""Parts of a text that is too long for one source, cut where a file or a chapter ends."""

import re

# The best place first: a file, a heading, an empty line, a line.
_ENDS = (
    re.compile(r"\n(?=\n=== [^\n]+ ===\n)"),
    re.compile(r"\n(?=#{1,6} )"),
    re.compile(r"\n(?=\n)"),
    re.compile(r"\n"),
)
MOST_PARTS = 100


def parts_of(text: str, most_letters: int) -> tuple[str, ...]:
    """Return a text in parts of at most so many letters; together they are the whole text.

    One that would need more than ``MOST_PARTS`` is in none.
    """
    if len(text) > most_letters * MOST_PARTS:
        return ()
    parts: list[str] = []
    start = 0
    while len(text) - start > most_letters:
        end = _end(text, start, start + most_letters)
        parts.append(text[start:end])
        start = end
    parts.append(text[start:])
    return tuple(part.strip("\n") for part in parts if part.strip())


def letters_for(text: str, token_count: int, limit: int) -> int:
    """Return how many letters of a text surely fit into so many tokens, as far as one can tell."""
    share = 0.85 * limit / max(1, token_count)  # no text is equally dense all over
    return max(1, int(len(text) * min(1.0, share)))


def _end(text: str, start: int, latest: int) -> int:
    # In the second half only, or one early heading would make a tiny part.
    earliest = start + (latest - start) // 2
    for pattern in _ENDS:
        found = [match.end() for match in pattern.finditer(text, earliest, latest)]
        if found:
            return found[-1]
    return latest
