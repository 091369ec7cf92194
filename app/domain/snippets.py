"""A part of a message without Markdown marks, which keeps the matches of a search."""

import re
from collections.abc import Iterable

from app.domain.conversations import TextRange

# Marks without content: fences, headings, quotes, bullets, lines of tables, emphasis.
_MARKS = re.compile(
    r"^[ \t]*(?:`{3,}|~{3,})[^\n]*\n?"
    r"|^[ \t]*(?:#{1,6}[ \t]+|(?:>[ \t]?)+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)"
    r"|^[ \t]*(?:\|[ \t]*)?:?-{3,}[-:| \t]*$\n?"
    r"|\*\*|__|~~|`+|(?<![\w\\])[*_](?=\w)|(?<=[\w.,!?)])[*_](?!\w)"
    r"|[ \t]*\|[ \t]*"
    r"|\]\([^)\s]*\)|!?\[(?=[^\]\n]{0,200}\]\()",
    re.MULTILINE,
)


def without_marks(text: str, found: Iterable[TextRange] = ()) -> tuple[str, tuple[TextRange, ...]]:
    """Return a text without marks, and the new ranges of the matches.

    Matches are never removed, even if they are marks.
    """
    ranges = tuple(found)
    pieces: list[str] = []
    positions: list[int] = []  # of each character that is kept
    end = 0
    for mark in _MARKS.finditer(text):
        is_found = any(each.start < mark.end() and mark.start() < each.end for each in ranges)
        is_pipe = mark.group().strip() == "|"
        if is_found or (is_pipe and not _is_table(text, mark.start())):
            continue
        pieces.append(text[end : mark.start()])
        positions.extend(range(end, mark.start()))
        neighbours = text[: mark.start()][-1:], text[mark.end() :][:1]
        if is_pipe and not any(each in ("", "\n") for each in neighbours):
            pieces.append(" ")  # between two cells
            positions.append(mark.start())
        end = mark.end()
    pieces.append(text[end:])
    positions.extend(range(end, len(text)))
    return "".join(pieces), _moved(ranges, positions)


def _is_table(text: str, position: int) -> bool:
    """Return whether a line belongs to a table: in a line of code a bar has a meaning."""
    start, end = text.rfind("\n", 0, position) + 1, text.find("\n", position)
    line = text[start : len(text) if end < 0 else end].strip()
    return line.startswith("|") or line.endswith("|")


def _moved(ranges: tuple[TextRange, ...], positions: list[int]) -> tuple[TextRange, ...]:
    numbers = {position: number for number, position in enumerate(positions)} if ranges else {}
    return tuple(
        TextRange(numbers[each.start], numbers[each.end - 1] + 1)
        for each in ranges
        if each.start in numbers and each.end - 1 in numbers
    )
