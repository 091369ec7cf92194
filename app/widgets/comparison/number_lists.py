"""Numbers as people type them in a row: "0,2 0.7; 1" and "1-8"."""

import re

from app.domain import MOST_CELLS

HIGHEST_TEMPERATURE = 5.0
HIGHEST_SEED = (1 << 32) - 2  # the last one asks the library for a fresh one
_BETWEEN = re.compile(r"[;\s]+|,\s+")
_RANGE = re.compile(r"(\d{1,10})\s*[-\u2013…]\s*(\d{1,10})")


def temperatures_of(text: str) -> tuple[float, ...] | None:
    """Return temperatures, each once; None where something else stands there."""
    try:
        values = [float(each.replace(",", ".")) for each in _BETWEEN.split(text) if each.strip(",")]
    except ValueError:
        return None
    # What is no number at all is not above either bound.
    is_in_order = all(0 <= value <= HIGHEST_TEMPERATURE for value in values)
    return tuple(dict.fromkeys(values)) if is_in_order else None


def seeds_of(text: str) -> tuple[int, ...] | None:
    """Return seeds, each once; None where something else stands there.

    Of a range no more are returned than are needed to see that these are too many.
    """
    # A range may have blanks in it, which part numbers everywhere else.
    values: list[int] = []
    text = _RANGE.sub(lambda found: f"{found[1]}-{found[2]}", text)
    for part in filter(None, re.split(r"[;,\s]+", text)):
        found = _RANGE.fullmatch(part)
        first, last = (found[1], found[2]) if found else (part, part)
        if not (first.isascii() and first.isdigit() and int(first) <= int(last) <= HIGHEST_SEED):
            return None
        values += range(int(first), min(int(last), int(first) + 10 * MOST_CELLS) + 1)
    return tuple(dict.fromkeys(values))
