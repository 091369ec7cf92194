"""Finds what was meant by a few letters of it, in their order: "ntb" finds "New tab"."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from app.domain.conversations import TextRange

MAX_SCORED = 400  # of ten thousand titles nearly all hold one letter; the newest come first


@dataclass(frozen=True, slots=True)
class Match:
    """What was found of the letters in a text; a higher score fits better."""

    score: int
    ranges: tuple[TextRange, ...]


def match(wanted: str, text: str) -> Match | None:
    """Return where the letters of ``wanted`` stand in ``text``; None where they do not."""
    letters = "".join(wanted.casefold().split())
    folded = _folded(text)
    if not letters or not _pattern(letters).search(folded):
        return None
    positions = _whole(wanted.casefold().strip(), folded) or _positions(letters, folded)
    return None if positions is None else Match(_score(positions, folded), _ranges(positions))


def best(wanted: str, texts: Iterable[str], limit: int) -> list[tuple[int, Match]]:
    """Return the places of the texts that fit best, each with what was found of it."""
    return ranked(each for each in looked_through(wanted, texts) if each is not None)[:limit]


def ranked(found: Iterable[tuple[int, Match]]) -> list[tuple[int, Match]]:
    """Return what was found, the best fit first; of two that fit alike the one that came first."""
    return sorted(found, key=lambda each: (-each[1].score, each[0]))


def looked_through(wanted: str, texts: Iterable[str]) -> Iterator[tuple[int, Match] | None]:
    """Yield for each text its place and what was found in it, or None; it ends with enough."""
    letters = "".join(wanted.casefold().split())
    if not letters:
        return
    search = _pattern(letters).search
    count = 0
    for position, text in enumerate(texts):
        matched = match(wanted, text) if search(_folded(text)) else None
        yield None if matched is None else (position, matched)
        count += matched is not None
        if count >= MAX_SCORED:
            return


def _folded(text: str) -> str:
    """Return small letters, each where it stood: a few would become two when they are folded."""
    folded = text.casefold()
    return (
        folded
        if len(folded) == len(text)
        else "".join(
            letter.casefold() if len(letter.casefold()) == 1 else letter for letter in text
        )
    )


@lru_cache(maxsize=64)
def _pattern(letters: str) -> re.Pattern[str]:
    # No letter that is looked for is passed over, so that nothing is tried twice.
    return re.compile(
        "".join(f"[^{re.escape(letter)}]*{re.escape(letter)}" for letter in letters), re.DOTALL
    )


def _whole(text: str, folded: str) -> list[int] | None:
    """Return the places where the words stand as they were written, at a word's beginning."""
    found = re.search(rf"\b{re.escape(text)}", folded) or re.search(re.escape(text), folded)
    return list(range(*found.span())) if found else None


def _positions(letters: str, folded: str) -> list[int] | None:
    """Prefer the beginnings of words, as long as the rest can still be found."""
    positions: list[int] = []
    start = 0
    for number, letter in enumerate(letters):
        position = _next_position(letters[number:], folded, start, letter)
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
        return first  # goes on where the last letter stands
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
