"""Names stand in the order in which people read them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.natural_order import natural_key
from app.domain.titles import numbered_title, title_stem


def test_figures_are_compared_by_their_number() -> None:
    names = [
        "Chapter 10",
        "chapter 2",
        "Chapter 1",
        "Chapter",
        "Chapter 2b",
        "Chapter 02a",
        "10",
        "9",
    ]
    assert sorted(names, key=natural_key) == [
        *("9", "10", "Chapter", "Chapter 1", "chapter 2"),
        *("Chapter 02a", "Chapter 2b", "Chapter 10"),
    ]


def test_so_many_figures_that_no_number_has_are_compared_as_well() -> None:
    assert natural_key("x" + "9" * 5000) < natural_key("x1" + "0" * 5000)


@given(st.lists(st.text()))
def test_any_names_have_an_order(names: list[str]) -> None:
    keys = [natural_key(name) for name in sorted(names, key=natural_key)]
    assert keys == sorted(keys)


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
