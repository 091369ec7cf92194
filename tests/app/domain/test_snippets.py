"""A piece of Markdown is read without its marks, and what was found in it is still marked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.conversations import TextRange
from app.domain.snippets import without_marks


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("## The **sum** of `x`", "The sum of x"),
        ("- [x] *done*, _too_", "done, too"),
        ("> > quoted\n1. one", "quoted\n1. one"),
        ("| a | b |\n|---|--:|\n| 1 | 2 |", "a b\n1 2"),
        ("```python\nx = a | b\n```\n", "x = a | b\n"),
        ("see [the page](https://example.org/a) and ![a cat](/x)", "see the page and a cat"),
        ("snake_case_name, 2 * 3, a_b", "snake_case_name, 2 * 3, a_b"),
        ("", ""),
    ],
)
def test_marks_go_and_words_stay(text: str, plain: str) -> None:
    assert without_marks(text) == (plain, ())


def test_what_was_found_moves_with_its_words() -> None:
    text = "| **bold** | other |"
    start = text.index("other")
    plain, (found,) = without_marks(text, [TextRange(start, start + 5)])
    assert plain[found.start : found.end] == "other"


def test_a_mark_that_was_looked_for_stays() -> None:
    plain, (found,) = without_marks("a ** b", [TextRange(2, 4)])
    assert (plain, plain[found.start : found.end]) == ("a ** b", "**")


@given(st.text(alphabet="ab |*_`#>-[]()\n", max_size=60), st.data())
def test_any_text_keeps_what_was_found_in_it(text: str, data: st.DataObject) -> None:
    if not text:
        return
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    plain, ranges = without_marks(text, [TextRange(start, end)])
    assert [plain[each.start : each.end] for each in ranges] == [text[start:end]]
