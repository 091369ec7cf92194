"""The order of names as people read them: "Chapter 2" before "Chapter 10"."""

import re

_FIGURES = re.compile(r"([0-9]+)")


def natural_key(name: str) -> tuple[tuple[str, int, str], ...]:
    """Return what names are sorted by: figures by their number, all else without case."""
    parts = _FIGURES.split(name.casefold())
    # Texts and figures take turns. Of figures, more of them are a greater number.
    pairs = zip(parts[::2], [*parts[1::2], ""], strict=True)
    return tuple(_part(text, figures.lstrip("0")) for text, figures in pairs)


def _part(text: str, figures: str) -> tuple[str, int, str]:
    return text, len(figures), figures
