"""Titles that are told apart by a number: "Plans", "Plans · 2", "Plans · 3"."""

import re
from collections.abc import Container

TITLE_MARK = " · "
_NUMBERED = re.compile(r"(?s)(.*) · \d+")


def title_stem(title: str) -> str:
    """Return a title without the number behind it."""
    found = _NUMBERED.fullmatch(title)
    return found[1] if found else title


def numbered_title(title: str, taken: Container[str]) -> str:
    """Return a title that is not taken: this one, or with the lowest number that is free."""
    if title not in taken:
        return title
    stem, number = title_stem(title), 2
    while f"{stem}{TITLE_MARK}{number}" in taken:
        number += 1
    return f"{stem}{TITLE_MARK}{number}"
