"""A few letters in their order find what was meant, the likeliest first."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.widgets.commands import fuzzy
from app.widgets.commands.palette_groups import MOST_COMMANDS, MOST_USES, bonus, with_use


def found(wanted: str, text: str) -> list[str] | None:
    matched = fuzzy.match(wanted, text)
    return None if matched is None else [text[each.start : each.end] for each in matched.ranges]


@pytest.mark.parametrize(
    ("wanted", "text", "expected"),
    [
        ("new", "New tab", ["New"]),
        ("ntb", "New tab", ["N", "t", "b"]),
        ("nt", "Innate New tab", ["N", "t"]),
        ("tab", "A table, a stab, tab", ["tab"]),
        ("NEW TAB", "new tab", ["new tab"]),
        ("x", "New tab", None),
        ("bat", "tab", None),
        ("", "anything", None),
        ("strasse", "Die Straße", None),
        ("str", "İ Die Straße", ["Str"]),
        ("a.c]", "a.c] and more", ["a.c]"]),
    ],
)
def test_letters_are_found_in_their_order(
    wanted: str, text: str, expected: list[str] | None
) -> None:
    assert found(wanted, text) == expected


def test_what_begins_with_it_comes_first() -> None:
    texts = ["Contact book", "A new tab", "New tab", "Notes about it", "nothing"]
    assert [texts[place] for place, _ in fuzzy.best("new tab", texts, 3)] == [
        "New tab",
        "A new tab",
    ]
    assert next(texts[place] for place, _ in fuzzy.best("nt", texts, 9)) == "New tab"


@given(st.text(max_size=30), st.text(max_size=60))
def test_ranges_always_lie_in_the_text_and_hold_the_letters(wanted: str, text: str) -> None:
    matched = fuzzy.match(wanted, text)
    if matched is None:
        return
    ends = [each.end for each in matched.ranges]
    starts = [each.start for each in matched.ranges]
    assert starts == sorted(starts)
    assert all(start < end <= len(text) for start, end in zip(starts, ends, strict=True))


def test_nothing_that_is_typed_takes_long_to_find() -> None:
    began = time.process_time()
    fuzzy.best("aaaaaaaaab", ["a" * 200] * 5_000, 5)
    assert time.process_time() - began < 2.0


def test_each_use_counts() -> None:
    uses = with_use(with_use({}, "new_tab"), "new_tab")
    assert uses == {"new_tab": 2}
    assert bonus(uses, "new_tab") > bonus(uses, "quit") == 0


def test_habits_of_long_ago_fade() -> None:
    uses = {"new_tab": MOST_USES, "rename": 3, "quit": 1}
    assert with_use(uses, "new_tab") == {"new_tab": (MOST_USES + 1) // 2, "rename": 1}


def test_of_many_commands_the_rarest_is_forgotten() -> None:
    uses = {f"command_{number}": 2 for number in range(MOST_COMMANDS - 1)} | {"rare": 1}
    counted = with_use(uses, "new")
    assert len(counted) == MOST_COMMANDS
    assert "new" in counted
    assert "rare" not in counted


def test_nonsense_from_a_file_that_people_edit_does_no_harm() -> None:
    assert with_use({"a": -5, "b": 10**12}, "b")["b"] > 0
    assert bonus({"a": -5, "b": 10**12}, "a") == 0
    assert bonus({"a": -5, "b": 10**12}, "b") == MOST_USES
