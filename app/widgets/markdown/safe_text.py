"""Makes text safe to draw: breaks endless lines, shows hidden characters, cuts endless text."""

import re

from app.domain.hidden_characters import HIDDEN_CHARACTER
from app.widgets.kit.text import MAX_UNBROKEN_RUN, UNBROKEN_RUN

LONGEST_DRAWN_TEXT = 150_000
LINE_BREAK = "\u2028"

_LONG_LINE = re.compile(rf"[^\n]{{{MAX_UNBROKEN_RUN}}}(?=[^\n])")


def with_display_breaks(text: str) -> str:
    """Break long runs without a space, which Qt would need minutes to lay out."""
    if len(text) <= MAX_UNBROKEN_RUN:
        return text
    return UNBROKEN_RUN.sub(lambda run: run.group() + LINE_BREAK, text)


def with_broken_lines(code: str) -> str:
    """Break over-long lines of code."""
    if len(code) <= MAX_UNBROKEN_RUN:
        return code
    return _LONG_LINE.sub(lambda line: line.group() + "\n", code)


def with_hidden_shown(code: str) -> str:
    """Show characters that hide or reorder code as their code points."""
    return HIDDEN_CHARACTER.sub(lambda found: f"\u27e8U+{ord(found.group()):04X}\u27e9", code)


def with_hidden_marked(text: str) -> str:
    """Replace each character that hides or reorders by a sign; positions stay the same."""
    return HIDDEN_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", text)


def without_hidden(text: str) -> str:
    """Return one line for a title, without line breaks and characters that hide or reorder."""
    return " ".join(HIDDEN_CHARACTER.sub("", text).split())


def cut_for_drawing(text: str) -> str:
    """Return the part of a text that is drawn; copying always yields all of it."""
    return text[:LONGEST_DRAWN_TEXT]
