"""Parses a search text into terms, and finds the terms in a text."""

import re
import unicodedata
from collections.abc import Sequence

import msgspec

from app.domain.conversations import TextRange
from app.storage.plain_text import storable

_TERM = re.compile(r'"([^"]*)"?|([^\s"]+)')
_WORD = re.compile(r"[^\W_]+")
_LETTER_COUNT = 3
_MAX_TERMS = 16
_MAX_TRIGRAMS = 40
_MAX_CHARS = 1000
_MAX_SPANS = 50  # per term

WHOLE_WORD, BEGINNING, INSIDE = 3, 2, 1


class Found(msgspec.Struct, frozen=True):
    """The positions of the terms, and their match quality: word, prefix, or inside a word."""

    quality: int
    ranges: tuple[TextRange, ...]


def terms_of(text: str) -> tuple[str, ...]:
    """Return the words and quoted phrases of a query, each once."""
    found = (
        " ".join((phrase or word).split())
        for phrase, word in _TERM.findall(storable(text[:_MAX_CHARS]))
    )
    return tuple(dict.fromkeys(term for term in found if term))[:_MAX_TERMS]


def word_query(terms: Sequence[str]) -> str | None:
    """Return the FTS5 query for whole words; None if there is no word."""
    return " AND ".join(_quoted(word) for word in _words_of(terms)) or None


def beginning_query(terms: Sequence[str]) -> str | None:
    """Return the FTS5 query for prefixes; None if there is no word."""
    # A prefix of one character matches too many words.
    return " AND ".join(_quoted(word) + "*" * (len(word) > 1) for word in _words_of(terms)) or None


def trigram_query(terms: Sequence[str]) -> str | None:
    """Return the FTS5 query for trigrams; None if no term has three characters."""
    trigrams = [
        term[start : start + _LETTER_COUNT]
        for term in terms
        for start in range(len(term) - _LETTER_COUNT + 1)
    ]
    return " AND ".join(_quoted(each) for each in dict.fromkeys(trigrams[:_MAX_TRIGRAMS])) or None


def find(text: str, terms: Sequence[str]) -> Found | None:
    """Return the positions of all terms in a text; None if a term is missing.

    Case, accents and the kind of white space are ignored.
    """
    folded = _Folded.quickly(text)
    found = None if folded is None else _find(folded, terms)
    if found is not None or text.isascii():
        return found
    return _find(_Folded.slowly(text), terms)


class _Folded(msgspec.Struct, frozen=True):
    """A folded text, and the original positions of its characters; None if unchanged."""

    text: str
    positions: tuple[int, ...] | None

    @classmethod
    def quickly(cls, text: str) -> "_Folded | None":
        folded = text.casefold()
        return cls(folded, None) if len(folded) == len(text) else None

    @classmethod
    def slowly(cls, text: str) -> "_Folded":
        folded: list[str] = []
        positions: list[int] = []
        for position, letter in enumerate(text):
            for part in _fold(letter):
                folded.append(part)
                positions.append(position)
        return cls("".join(folded), (*positions, len(text)))

    def range_of(self, start: int, end: int) -> TextRange:
        if self.positions is None:
            return TextRange(start, end)
        return TextRange(self.positions[start], self.positions[end - 1] + 1)


def _find(folded: _Folded, terms: Sequence[str]) -> Found | None:
    quality = WHOLE_WORD
    ranges: list[TextRange] = []
    for term in terms:
        wanted = _fold(term) if folded.positions is not None else term.casefold()
        positions = _spans(folded.text, wanted)
        if not positions:
            return None
        quality = min(quality, max(_fit(folded.text, *position) for position in positions))
        ranges += [folded.range_of(*position) for position in positions]
    return Found(quality, _without_overlaps(ranges))


def _spans(text: str, wanted: str) -> list[tuple[int, int]]:
    if not wanted:
        return []
    # A phrase may contain line breaks.
    pattern = r"\s+".join(re.escape(word) for word in wanted.split())
    found = re.finditer(pattern, text)
    return [position.span() for _, position in zip(range(_MAX_SPANS), found, strict=False)]


def _fit(text: str, start: int, end: int) -> int:
    begins = start == 0 or not (text[start - 1].isalnum() and text[start].isalnum())
    ends = end == len(text) or not (text[end - 1].isalnum() and text[end].isalnum())
    if begins and ends:
        return WHOLE_WORD
    return BEGINNING if begins else INSIDE


def _fold(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text)
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare.casefold()


def _without_overlaps(ranges: list[TextRange]) -> tuple[TextRange, ...]:
    kept: list[TextRange] = []
    for each in sorted(ranges, key=lambda each: (each.start, -each.end)):
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return tuple(kept)


def _words_of(terms: Sequence[str]) -> list[str]:
    return [word for term in terms for word in _WORD.findall(term)]


def _quoted(token: str) -> str:
    return '"' + token.replace('"', '""') + '"'
