"""The words in which two answers differ: found within a bound, and said in words."""

import pytest
from PySide6.QtGui import QColor

from app.widgets.kit.theme import DARK, LIGHT, Colours
from app.widgets.transcript.differences import (
    MAX_PAIRS,
    TINT,
    UNKNOWN,
    Difference,
    difference,
    difference_text,
    words_of,
)
from tests.app.widgets.kit.test_theme import contrast


@pytest.mark.parametrize(
    ("first", "other", "changed", "count", "missing"),
    [
        ("one two three", "one two three", [], 0, 0),
        ("one two three four", "one 2 three four", ["2"], 1, 0),
        ("one two three four", "one two and three four", ["and"], 1, 0),
        ("one two three four", "one three four", [], 1, 1),
        ("It is so.", "It is so!", ["so!"], 1, 0),
        ("東京は日本の首都です。", "東京は日本国の首都です。", ["国"], 1, 0),
    ],
)
def test_words_are_compared_in_their_order(
    first: str, other: str, changed: list[str], count: int, missing: int
) -> None:
    words = words_of(other)
    found = difference(words_of(first), words)
    assert [words[number] for number in sorted(found.words)] == changed
    assert (found.count, found.missing_count, found.is_mostly) == (count, missing, False)


def test_answers_that_share_little_are_not_marked_all_over() -> None:
    assert difference(words_of("Paris is it."), words_of("I would say so.")).is_mostly
    assert difference(words_of("a b c d e f g h"), words_of("a b")).is_mostly


def test_long_answers_are_compared_only_as_far_as_that_is_quick() -> None:
    same = ["the"] * MAX_PAIRS
    assert difference([*same, "end"], [*same, "start"]).count == 1, "they begin in the same way"
    assert difference(["a", *same], ["b", *same]) == UNKNOWN


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_a_mark_is_seen_on_both_grounds(colours: Colours) -> None:
    for ground in (colours.raised, colours.code):
        tinted = QColor.fromRgbF(
            *(
                (1 - TINT) * below + TINT * above
                for below, above in zip(_parts(ground), _parts(colours.warning), strict=True)
            )
        ).name()
        assert contrast(colours.warning, tinted) >= 3
        assert contrast(colours.text, tinted) >= 7


def _parts(colour: str) -> tuple[float, float, float]:
    parts = QColor(colour)
    return parts.redF(), parts.greenF(), parts.blueF()


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Difference(), "Done. Same words as answer 2"),
        (Difference(count=1, missing_count=1), "Done. Leaves out one word of answer 2"),
        (Difference(frozenset({1}), 1), "Done. One word differs from answer 2"),
        (Difference(frozenset({1, 2}), 1200), "Done. Differs from answer 2 in 1,200 words"),
        (
            Difference(frozenset({1}), 4, 3),
            "Done. Differs from answer 2 in 4 words (3 left out)",
        ),
        (Difference(frozenset({1}), 4, is_mostly=True), "Done. Mostly different from answer 2"),
        (UNKNOWN, "Done. Too long to compare with answer 2"),
    ],
)
def test_the_difference_is_said_in_words(found: Difference, text: str) -> None:
    assert difference_text("Done.", found, 2) == text
