"""Natural sort order of names: "Chapter 2" before "Chapter 10"."""

import re

_FIGURES = re.compile(r"([0-9]+)")


def natural_key(name: str) -> tuple[tuple[str, int, str], ...]:
    """Return a sort key that compares digits as numbers, and ignores case."""
    parts = _FIGURES.split(name.casefold())
    # Texts and digits alternate. More digits are a greater number.
    pairs = zip(parts[::2], [*parts[1::2], ""], strict=True)
    return tuple(_part(text, figures.lstrip("0")) for text, figures in pairs)


def _part(text: str, figures: str) -> tuple[str, int, str]:
    return text, len(figures), figures
