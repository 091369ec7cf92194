"""Writes the blocks of documents as Markdown: headings, lists, tables, code."""

import re
from collections.abc import Iterable, Sequence

_DEEPEST_HEADING = 6
MAX_COLUMNS = 2000
_FENCE = re.compile(r"`{3,}")
_ITEM = re.compile(r"\s*(?:-|\w{1,6}[.)]) ")


def heading(level: int, text: str) -> str:
    """Return a heading; levels are limited to 1 to 6."""
    line = one_line(text)
    return f"{'#' * min(max(level, 1), _DEEPEST_HEADING)} {line}" if line else ""


def item(depth: int, label: str, text: str) -> str:
    """Return an item of a list; ``label`` is its number, empty for a bullet."""
    mark = f"{label} " if label else "- "
    indent = "  " * depth
    lines = text.split("\n")
    return "\n".join([f"{indent}{mark}{lines[0]}", *(f"{indent}  {each}" for each in lines[1:])])


def code(text: str) -> str:
    """Return a block of code with its indentation; its fence is longer than any in it."""
    longest = max((len(each) for each in _FENCE.findall(text)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text.rstrip()}\n{fence}" if text.strip() else ""


def comment(author: str, blocks: Iterable[str]) -> str:
    """Return a comment in brackets, marked as one; empty if it says nothing."""
    text = one_line(" ".join(blocks))
    by = f" by {author}" if author else ""
    return f" [Comment{by}: {text}]" if text else ""


def joined(blocks: Iterable[str]) -> str:
    """Return blocks with empty lines between them, but none between the items of a list."""
    parts: list[str] = []
    was_item = False
    for block in blocks:
        if not block.strip():
            continue
        is_item = _ITEM.match(block) is not None
        parts += ["\n" if was_item and is_item else "\n\n", block]
        was_item = is_item
    return "".join(parts[1:])


def quote(text: str) -> str:
    """Return a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n")) if text.strip() else ""


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return a table; its first row is the head. Empty rows and columns at the end are left out."""
    written = [[cell(each) for each in row[:MAX_COLUMNS]] for row in rows]
    written = [row for row in written if any(row)]
    width = max((_used(row) for row in written), default=0)
    if not written:
        return ""
    if width == 1 and len(written) == 1:
        return written[0][0]
    lines = [_row([*row, *[""] * width][:width]) for row in written]
    return "\n".join([lines[0], _row(["---"] * width), *lines[1:]])


def cell(text: str) -> str:
    """Return a text that can stand in a cell."""
    lines = [" ".join(line.split()) for line in text.strip().split("\n")]
    return "<br>".join(line for line in lines if line).replace("|", "\\|")


def one_line(text: str) -> str:
    """Return a text without line breaks and repeated spaces."""
    return " ".join(text.split())


def _used(row: Sequence[str]) -> int:
    return max((place for place, text in enumerate(row, 1) if text), default=0)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def slide(number: int, title: str) -> str:
    """Return the heading of a slide."""
    return heading(1, f"Slide {number}: {title}" if title else f"Slide {number}")
