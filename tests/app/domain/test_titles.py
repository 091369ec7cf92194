"""Titles are told apart by the lowest number that is free."""

import pytest

from app.domain import numbered_title, title_stem


@pytest.mark.parametrize(
    ("title", "taken", "found"),
    [
        ("Plans", set(), "Plans"),
        ("Plans", {"Plans"}, "Plans · 2"),
        ("Plans", {"Plans", "Plans · 2", "Plans · 4"}, "Plans · 3"),
        ("Plans · 2", {"Plans", "Plans · 2"}, "Plans · 3"),
        ("Plans · 2", {"Plans"}, "Plans · 2"),
        ("1 · x", {"1 · x"}, "1 · x · 2"),
    ],
)
def test_the_lowest_free_number_is_taken(title: str, taken: set[str], found: str) -> None:
    assert numbered_title(title, taken) == found


def test_the_stem_is_the_title_without_its_number() -> None:
    assert (title_stem("Plans · 12"), title_stem("Plans · b")) == ("Plans", "Plans · b")
