"""A text is cut to so many tokens, as the engine counts them, and not in the middle of a word."""

from hypothesis import given, settings
from hypothesis import strategies as st

from app.chat.first_tokens import PIECE_LETTERS, TruncatedText, first_tokens


class Counter:
    """Counts letters in fours, as tokens are; remembers how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def __call__(self, text: str) -> int | None:
        self.asked += 1
        assert len(text) <= PIECE_LETTERS
        return (len(text) + 3) // 4


async def unknown(_text: str) -> int | None:
    return None


async def test_what_fits_stays_whole() -> None:
    count = Counter()
    assert await first_tokens("four four", 3, count) == TruncatedText("four four", 3)
    assert count.asked == 1


async def test_it_ends_with_a_word_and_has_the_tokens_that_are_counted_for_it() -> None:
    beginning = await first_tokens("some words and more words", 4, Counter())
    assert beginning == TruncatedText("some words and", 4)


async def test_it_ends_with_a_line_where_one_ends_nearby() -> None:
    beginning = await first_tokens("first line\nsecond line and more", 6, Counter())
    assert beginning is not None
    assert beginning.text == "first line"


async def test_a_text_of_many_pieces_is_cut_in_the_one_that_is_too_much() -> None:
    count = Counter()
    text = "x" * (5 * PIECE_LETTERS)
    beginning = await first_tokens(text, 2 * PIECE_LETTERS // 4 + 100, count)
    assert beginning == TruncatedText("x" * (2 * PIECE_LETTERS + 400), 2 * PIECE_LETTERS // 4 + 100)
    assert count.asked < 25


async def test_no_room_leaves_nothing() -> None:
    for most in (0, -5):
        beginning = await first_tokens("words", most, Counter())
        assert beginning == TruncatedText("", 0)


async def test_without_a_model_nobody_knows() -> None:
    assert await first_tokens("words", 3, unknown) is None


@settings(max_examples=25)
@given(st.text(max_size=300), st.integers(0, 80))
async def test_no_cut_has_more_tokens_than_it_may(text: str, most: int) -> None:
    beginning = await first_tokens(text, most, Counter())
    assert beginning is not None
    assert text.startswith(beginning.text)
    assert beginning.token_count == (len(beginning.text) + 3) // 4 <= most
