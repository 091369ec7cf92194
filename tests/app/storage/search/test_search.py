"""What somebody remembers of a conversation finds it, in any language, whatever is typed."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.chat_options import ChatModel
from app.domain.conversations import ConversationOptions, SearchHit, SearchQuery
from app.domain.messages import MessageStatus, Role
from app.storage.connecting import database_at
from app.storage.history import History
from app.storage.search.index import rebuild
from app.storage.search.terms import find, terms_of

ANY_TEXT = st.text(st.characters(exclude_categories=()))
HOSTILE = st.text("\"*:^()-+{}ANDORNTE *'\\;,.a\0中文か", max_size=40)


async def answered(history: History, question: str, answer: str = "Hm.", title: str = "-") -> str:
    conversation = await history.conversations.create(title)
    turn = await history.turns.start(conversation.id, question)
    await history.turns.finish_reply(turn.reply.id, answer, MessageStatus.COMPLETE)
    return conversation.id


async def snippets(history: History, text: str) -> list[str]:
    return [hit.snippet for hit in await history.conversations.search(SearchQuery(text))]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The quick brown fox", "quick"),
        ("The quick brown fox", "fox QUICK"),
        ("The quick brown fox", "bro"),
        ("The quick brown fox", "rown"),
        ("The quick brown fox", '"quick brown"'),
        ("The quick\n  brown fox", '"quick brown"'),
        ("Ask an AI", "ai"),
        ("Ein Café in Zürich", "cafe zurich"),
        ("我喜歡喝綠茶", "喝綠茶"),
        ("東京タワーに行きました", "タワー"),
        ("Привет, как дела?", "привет"),
        ("C++ and C# and 3.14", "C++"),
        ("snake_case_name", "case_name"),
        ("50% of it", "50%"),
    ],
)
async def test_a_text_is_found(history: History, text: str, query: str) -> None:
    await answered(history, text)
    assert len(await snippets(history, query)) == 1


@pytest.mark.parametrize(
    "query", ["", " ", '"', '""', "quick cat", '"brown quick"', "xyz", "綠茶喝", '"quick']
)
async def test_what_is_not_there_is_not_found(history: History, query: str) -> None:
    await answered(history, "The quiet brown fox 喝綠茶")
    assert await history.conversations.search(SearchQuery(query)) == ()


async def test_titles_come_first_then_whole_words_then_the_newest(history: History) -> None:
    await answered(history, "a planet far away")
    await answered(history, "the plan is old")
    await answered(history, "the plan is new")
    await answered(history, "unplanned")
    named = await answered(history, "nothing", title="My plan")
    hits = await history.conversations.search(SearchQuery("plan"))
    assert (hits[0].conversation_id, hits[0].message_id) == (named, None)
    assert [hit.snippet for hit in hits[1:]] == [
        "the plan is new",
        "the plan is old",
        "a planet far away",
        "unplanned",
    ]
    assert len(await history.conversations.search(SearchQuery("plan", limit=2))) == 2


def marked(hit: SearchHit) -> list[str]:
    return [hit.snippet[each.start : each.end] for each in hit.highlights]


async def test_highlights_are_places_in_the_snippet(history: History) -> None:
    await answered(history, "far " * 100 + "the Café\nnear the STATION " + "away " * 100)
    (hit,) = await history.conversations.search(SearchQuery("cafe station"))
    assert marked(hit) == ["Café", "STATION"]
    assert "\n" not in hit.snippet
    assert len(hit.snippet) <= 160


async def test_filters_narrow_the_search(path: Path) -> None:
    moments = (datetime(2026, 5, 1, tzinfo=UTC) + timedelta(days=step) for step in range(99))
    history = await History.open(path, now=lambda: next(moments))
    work = await answered(history, "tea at work", "more tea")
    await history.conversations.set_options(
        work, ConversationOptions(folder="Work", model=ChatModel(name="big"))
    )
    home = await answered(history, "tea at home")
    (old,) = await history.conversations.search(
        SearchQuery("tea", until=datetime(2026, 5, 3, tzinfo=UTC), role=Role.USER)
    )

    async def found(query: SearchQuery) -> set[str]:
        return {hit.conversation_id for hit in await history.conversations.search(query)}

    try:
        assert await found(SearchQuery("tea")) == {work, home}
        assert await found(SearchQuery("tea", folder="Work")) == {work}
        assert await found(SearchQuery("tea", model_name="big")) == {work}
        assert await found(SearchQuery("tea", role=Role.ASSISTANT)) == {work}
        assert await found(
            SearchQuery("tea", since=old.written_at + timedelta(days=1, hours=1))
        ) == {home}
        assert await found(SearchQuery("tea", until=datetime(2020, 1, 1, tzinfo=UTC))) == set()
    finally:
        await history.close()


async def test_a_search_knows_of_every_change_at_once(history: History) -> None:
    conversation = await history.conversations.create("first title")
    turn = await history.turns.start(conversation.id, "question")
    await history.turns.save_reply(turn.reply.id, "halfway")
    assert await snippets(history, "halfway") == []
    await history.turns.finish_reply(turn.reply.id, "complete", MessageStatus.COMPLETE)
    assert await snippets(history, "complete") == ["complete"]
    await history.turns.finish_reply(turn.reply.id, "corrected", MessageStatus.COMPLETE)
    assert await snippets(history, "complete") == []
    await history.conversations.rename(conversation.id, "other title")
    assert await snippets(history, "first") == []
    assert await snippets(history, "other") == ["other title"]
    await history.turns.continue_reply(conversation.id)
    assert await snippets(history, "corrected") == []
    assert len(await history.turns.interrupt_unfinished("killed")) == 1
    assert await snippets(history, "corrected") == ["corrected"]
    await history.conversations.delete(conversation.id)
    assert await snippets(history, "corrected") == []
    await history.trash.restore(conversation.id)
    assert await snippets(history, "corrected") == ["corrected"]


@given(texts=st.lists(ANY_TEXT, max_size=4), queries=st.lists(ANY_TEXT | HOSTILE, min_size=1))
@settings(max_examples=25, deadline=None)
def test_no_query_and_no_text_ever_raises(texts: list[str], queries: list[str]) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_search_all(Path(folder) / "hubbub.db", texts, queries))


async def _search_all(path: Path, texts: list[str], queries: list[str]) -> None:
    history = await History.open(path)
    try:
        for text in texts:
            await answered(history, text, title=text)
        for query in (*queries, *texts):
            for hit in await history.conversations.search(SearchQuery(query)):
                assert hit.highlights
                assert all(
                    0 <= each.start < each.end <= len(hit.snippet) for each in hit.highlights
                )
    finally:
        await history.close()


async def test_a_letter_that_the_index_does_not_know_is_no_bug(history: History) -> None:
    await answered(history, "before 0\u19b0\u19b1 after", title="other")
    assert len(await history.conversations.search(SearchQuery("0\u19b0\u19b1"))) >= 1
    assert await history.conversations.search(SearchQuery("0\u19b00")) == ()


async def test_a_damaged_index_is_made_again_by_the_first_change(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "before the damage")
    await history.close()
    _damage_index(path)
    history = await History.open(path)
    await answered(history, "after the damage")
    found = await snippets(history, "the damage")
    await history.close()
    assert found == ["after the damage", "before the damage"]


def _damage_index(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE message_words_data SET block = zeroblob(7) WHERE id = 10")


async def test_an_index_made_again_finds_the_same(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "one two", "three", title="four")
    await history.close()
    database = database_at(path)
    with database.connect() as connection:
        rebuild(connection)
    database.dispose()
    history = await History.open(path)
    found = [len(await snippets(history, word)) for word in ("one", "wo", "thr", "four", "five")]
    await history.close()
    assert found == [1, 0, 1, 1, 0]


@given(ANY_TEXT, st.data())
def test_every_piece_of_three_letters_is_found_in_its_text(text: str, data: st.DataObject) -> None:
    if len(text) < 3:
        return
    start = data.draw(st.integers(0, len(text) - 3))
    terms = terms_of(f'"{text[start : start + 3]}"')
    found = find(text, terms) if terms else None
    is_plain = text[start : start + 3].isalpha() and text[start : start + 3].isascii()
    assert found is not None or not is_plain
