"""Names stand in the order in which people read them."""

from hypothesis import given
from hypothesis import strategies as st

from app.domain import natural_key


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
