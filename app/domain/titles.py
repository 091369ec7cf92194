"""Titles made unique by a number: "Plans", "Plans · 2", "Plans · 3"."""

import re
from collections.abc import Container

TITLE_MARK = " · "
_NUMBERED = re.compile(r"(?s)(.*) · \d+")


def title_stem(title: str) -> str:
    """Return a title without its number."""
    found = _NUMBERED.fullmatch(title)
    return found[1] if found else title


def numbered_title(title: str, taken: Container[str]) -> str:
    """Return the title, with the lowest free number if it is taken."""
    if title not in taken:
        return title
    stem, number = title_stem(title), 2
    while f"{stem}{TITLE_MARK}{number}" in taken:
        number += 1
    return f"{stem}{TITLE_MARK}{number}"
