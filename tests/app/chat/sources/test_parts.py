"""A text in parts, cut where it hurts least."""

from hypothesis import given
from hypothesis import strategies as st

from app.chat.sources.parts import MOST_PARTS, letters_for, parts_of


def test_files_are_not_torn_apart_where_they_fit() -> None:
    text = "\n\n".join(f"=== {name} ===\n{name * 20}" for name in "abcd")
    parts = parts_of(text, 70)
    assert [part.count("===") for part in parts] == [4, 4]
    assert all(part.startswith("=== ") for part in parts)


def test_chapters_come_before_paragraphs_and_lines() -> None:
    text = "# One\n" + "a\n\n" * 10 + "# Two\n" + "b\n" * 10
    assert [part[:5] for part in parts_of(text, 45)] == ["# One", "# Two"]
    assert parts_of("aa\nbb\ncc", 6) == ("aa\nbb", "cc")
    assert parts_of("x" * 10, 4) == ("xxxx", "xxxx", "xx")


def test_what_needs_too_many_parts_is_in_none() -> None:
    assert parts_of("x" * (MOST_PARTS + 1), 1) == ()


def test_letters_are_counted_with_care() -> None:
    assert letters_for("x" * 1000, 500, 250) == 425
    assert letters_for("x", 0, 10) == 1


@given(st.text("ab\n# =", max_size=300), st.integers(3, 50))
def test_no_part_is_too_long_and_no_letter_is_lost(text: str, most: int) -> None:
    parts = parts_of(text, most)
    assert all(len(part) <= most for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())
