"""Fuzzy search: the characters of a query must occur in order, so "ntb" finds "New tab"."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

import msgspec

from app.domain.conversations import TextRange

MAX_SCORED = 400  # nearly every title contains a single character; the newest are scored


class Match(msgspec.Struct, frozen=True):
    """The matched ranges of a text; a higher score is a better match."""

    score: int
    ranges: tuple[TextRange, ...]


def match(wanted: str, text: str) -> Match | None:
    """Match the characters of ``wanted`` in ``text``; return None if they do not occur in order."""
    wanted_chars = "".join(wanted.casefold().split())
    folded = _folded(text)
    if not wanted_chars or not _pattern(wanted_chars).search(folded):
        return None
    positions = _whole(wanted.casefold().strip(), folded) or _positions(wanted_chars, folded)
    return None if positions is None else Match(_score(positions, folded), _ranges(positions))


def best(wanted: str, texts: Iterable[str], limit: int) -> list[tuple[int, Match]]:
    """Return the indexes and matches of the best matching texts, at most ``limit``."""
    return ranked(each for each in looked_through(wanted, texts) if each is not None)[:limit]


def ranked(found: Iterable[tuple[int, Match]]) -> list[tuple[int, Match]]:
    """Return the matches, the best first; equal scores keep their order."""
    return sorted(found, key=lambda each: (-each[1].score, each[0]))


def looked_through(wanted: str, texts: Iterable[str]) -> Iterator[tuple[int, Match] | None]:
    """Yield the index and match of each text, or None; stops after ``MAX_SCORED`` matches."""
    wanted_chars = "".join(wanted.casefold().split())
    if not wanted_chars:
        return
    search = _pattern(wanted_chars).search
    count = 0
    for position, text in enumerate(texts):
        matched = match(wanted, text) if search(_folded(text)) else None
        yield None if matched is None else (position, matched)
        count += matched is not None
        if count >= MAX_SCORED:
            return


def _folded(text: str) -> str:
    """Return the case-folded text with unchanged positions: a few characters fold to two."""
    folded = text.casefold()
    return (
        folded
        if len(folded) == len(text)
        else "".join(
            letter.casefold() if len(letter.casefold()) == 1 else letter for letter in text
        )
    )


@lru_cache(maxsize=64)
def _pattern(wanted_chars: str) -> re.Pattern[str]:
    # A wanted character is never skipped, so that the search does not backtrack.
    return re.compile(
        "".join(f"[^{re.escape(letter)}]*{re.escape(letter)}" for letter in wanted_chars), re.DOTALL
    )


def _whole(text: str, folded: str) -> list[int] | None:
    """Return the positions of the literal text, preferably at the beginning of a word."""
    found = re.search(rf"\b{re.escape(text)}", folded) or re.search(re.escape(text), folded)
    return list(range(*found.span())) if found else None


def _positions(wanted_chars: str, folded: str) -> list[int] | None:
    """Return the positions of the characters, preferring the beginnings of words."""
    positions: list[int] = []
    start = 0
    for number, letter in enumerate(wanted_chars):
        position = _next_position(wanted_chars[number:], folded, start, letter)
        if position is None:
            return None
        positions.append(position)
        start = position + 1
    return positions


def _next_position(rest: str, folded: str, start: int, letter: str) -> int | None:
    first = folded.find(letter, start)
    if first < 0:
        return None
    if first == start and start:
        return first  # directly follows the previous character
    position = first
    while position >= 0:
        begins_word = position == 0 or not folded[position - 1].isalnum()
        if begins_word and _pattern(rest).match(folded, position):
            return position
        position = folded.find(letter, position + 1)
    return first


def _score(positions: list[int], folded: str) -> int:
    beginnings = sum(position == 0 or not folded[position - 1].isalnum() for position in positions)
    together = sum(after - position == 1 for position, after in pairwise(positions))
    return 8 * beginnings + 10 * together + (12 if positions[0] == 0 else 0) - len(folded) // 8


def _ranges(positions: list[int]) -> tuple[TextRange, ...]:
    ranges: list[TextRange] = []
    for position in positions:
        if ranges and ranges[-1].end == position:
            ranges[-1] = TextRange(ranges[-1].start, position + 1)
        else:
            ranges.append(TextRange(position, position + 1))
    return tuple(ranges)
