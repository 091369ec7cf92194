"""Titles are cut where they are alike, and every tab can be told from every other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.widgets.tabs.cut_titles import ELLIPSIS, cut_titles, numbered

LEAST = 12  # letters; a number behind an ellipsis and a letter or two fits into that
WORDS = st.lists(st.sampled_from(("Tell", "me", "a", "story", "about", "tabs", "2")), min_size=1)
TITLES = st.lists(WORDS.map(" ".join) | st.text(min_size=1, max_size=40), max_size=12)


def shown(*titles: str, room: int) -> tuple[str, ...]:
    return cut_titles(titles, [room] * len(titles), len)


def test_a_title_alone_is_cut_at_its_end() -> None:
    assert shown("Tell me a story about tabs", room=18) == ("Tell me a story a…",)


def test_titles_that_begin_alike_lose_their_beginning() -> None:
    cat, dog = "Tell me a story about a cat", "Tell me a story about a dog"
    assert shown(cat, dog, "Count to 60", room=13) == (
        "…about a cat",
        "…about a dog",
        "Count to 60",
    )
    assert shown(cat, dog, room=27) == (cat, dog)


def test_where_titles_differ_is_in_sight_also_before_a_long_end() -> None:
    texts = shown("Explain the left-handed rule", "Explain the right-handed rule", room=12)
    assert texts == ("…left-hande…", "…right-hand…")


def test_a_long_word_of_which_the_end_differs_is_cut_in_its_middle() -> None:
    assert shown("a" * 30 + "b", "a" * 30 + "c", room=8) == ("…b", "…c")


def test_a_few_letters_from_within_a_title_are_never_all_that_is_shown() -> None:
    titles = ("Tell me a story about a cat", "Tell me a story of animals", "Count")
    assert cut_titles(titles, (5, 16, 16), len) == ("Tell…", "…of animals", "Count")
    assert shown("Tell me all about it", "Tell me all above us", room=6) == ("…abou…", "…abov…")


def test_a_number_does_not_take_all_the_room_of_a_title() -> None:
    titles = ("Explain the rule of left hands", "Explain the role of right hands")
    assert shown(*titles, room=5) == ("Expl…", "Expl…")


def test_a_number_that_does_not_fit_leaves_its_room_to_the_title() -> None:
    labels = numbered(("Count to 60", "Count to 60"))
    assert shown(*labels, room=6) == ("Count…", "C… · 2")
    assert cut_titles(labels, (11, 5), len) == ("Count to 60", "Coun…")


def test_equal_titles_have_numbers() -> None:
    assert numbered(("New chat", "Tea", "New chat", "New chat")) == (
        "New chat",
        "Tea",
        "New chat · 2",
        "New chat · 3",
    )
    assert numbered(("Tea", "Tea · 2", "Tea")) == ("Tea", "Tea · 2", "Tea · 3")


def test_a_number_stays_when_its_title_is_cut() -> None:
    title = "Write a code example"
    assert shown(*numbered((title, title)), room=12) == ("Write a cod…", "Write a… · 2")


def test_titles_that_differ_in_two_places_have_numbers_where_only_one_is_in_sight() -> None:
    titles = [
        f"{verb} a very long {what}" for verb in ("Read", "Tell") for what in ("tale", "tune")
    ]
    assert shown(*titles, room=8) == ("…tale", "…tune", "…ta… · 2", "…tu… · 2")


@given(TITLES)
def test_numbers_tell_all_titles_apart(titles: list[str]) -> None:
    labels = numbered(titles)
    assert len(set(labels)) == len(titles)
    for title, label in zip(titles, labels, strict=True):
        assert label == title or (label.startswith(f"{title} · ") and titles.count(title) > 1)


@given(TITLES, st.integers(LEAST, 40))
def test_what_is_shown_fits_and_differs(titles: list[str], room: int) -> None:
    labels = numbered(titles)
    texts = shown(*labels, room=room)
    assert len(set(texts)) == len(labels)
    for label, text in zip(labels, texts, strict=True):
        assert len(text) <= room
        assert (text == label) if len(label) <= room else (ELLIPSIS in text)


@given(TITLES, st.integers(1, 6))
def test_rooms_that_are_too_small_for_anything_leave_something(
    titles: list[str], room: int
) -> None:
    assert all(shown(*numbered(titles), room=room))


@pytest.mark.parametrize("room", range(1, 30))
def test_each_tab_has_its_own_room(room: int) -> None:
    texts = cut_titles(("Tell me a story", "Tell me a tale"), (room, 40), len)
    assert texts[1] == "Tell me a tale"
