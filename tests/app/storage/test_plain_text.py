"""Text survives storage, whatever it is made of."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain import MessageStatus
from app.storage.history import History
from app.storage.plain_text import one_line, storable, title_of

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@given(ANY_TEXT)
def test_any_text_becomes_storable_and_only_what_must_is_replaced(text: str) -> None:
    stored = storable(text)
    stored.encode("utf-8")
    assert "\0" not in stored
    assert storable(stored) == stored
    is_plain = not any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in text)
    assert (stored == text) or not is_plain


@given(ANY_TEXT)
def test_a_title_is_one_short_line(text: str) -> None:
    title = title_of(text)
    assert len(title) <= 60
    assert len(title.splitlines()) <= 1
    assert title == storable(title)


def test_halves_of_a_character_are_joined() -> None:
    assert storable("\ud83d\ude00 \ude00\0") == "😀 \ufffd\ufffd"


def test_a_title_is_cut_between_words_where_there_are_any() -> None:
    assert one_line("one two three", 10) == "one two…"
    assert one_line("say \x1b so \x1b") == "say so"
    assert one_line("一二三四五六七八九十一二", 10) == "一二三四五六七八九…"


@given(texts=st.lists(ANY_TEXT, min_size=1, max_size=20))
@settings(max_examples=10, deadline=None)
def test_texts_come_back_as_they_were_stored(texts: list[str]) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_round_trip(Path(folder) / "hubbub.db", texts))


async def _round_trip(path: Path, texts: list[str]) -> None:
    history = await History.open(path)
    try:
        conversation = await history.conversations.create()
        for text in texts:
            turn = await history.turns.start(conversation.id, text)
            await history.turns.finish_reply(turn.reply.id, text, MessageStatus.COMPLETE, text)
        stored = await history.conversations.get(conversation.id)
    finally:
        await history.close()
    assert stored is not None
    expected = [storable(text) for text in texts for _ in range(2)]
    assert [message.text for message in stored.messages] == expected
