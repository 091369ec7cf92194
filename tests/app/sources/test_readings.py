"""Readings of sources, by a scripted engine in a real process."""

import asyncio
from datetime import UTC, datetime

from app.chat.request_builder import ChatSettings, RequestBuilder
from app.comparisons.model import (
    CellOptions,
    CellSource,
    Comparison,
    ComparisonCell,
    ComparisonKind,
)
from app.sources.model import ReadingState, Source
from app.sources.readings import SourceReadings
from app.storage.history import History
from engine.client.client import EngineClient
from tests.fakes.engine_client import PATIENCE_SECONDS, scripted_client
from tests.fakes.local_models import local_models


def readings_of(history: History, client: EngineClient) -> SourceReadings:
    return SourceReadings(history, local_models(client), RequestBuilder(history, ChatSettings()))


async def newest(history: History) -> Source:
    (source,) = await history.sources.all()
    return source


async def test_what_was_read_is_stored_with_the_model_that_read_it(history: History) -> None:
    source = await history.sources.create("Book", "long text", "Be brief.")
    async with scripted_client() as client:
        readings = readings_of(history, client)
        assert readings.of(source.newest).state is ReadingState.UNREAD
        async with asyncio.timeout(PATIENCE_SECONDS):
            await readings.read(source, source.newest)
        assert readings.of(source.newest).state is ReadingState.READ
        stored = (await newest(history)).newest
        assert stored.token_count == len("Be brief.\n\nlong text")
        assert client.state.model is not None
        assert stored.model == client.state.model.path
        assert not readings.is_of_other_model(stored)


async def kept_keys(client: EngineClient) -> set[str]:
    """Return which sources the engine keeps."""
    report = await client.queries.cache_report()
    return {each.source_key for each in report.entries if each.source_key}


async def test_what_no_source_and_no_chat_needs_any_more_leaves_the_engine(
    history: History,
) -> None:
    deleted, edited, lived_in = [
        await history.sources.create(name, f"text of {name}") for name in ("a", "b", "c")
    ]
    await history.conversations.create(source_version_id=lived_in.newest.id)
    async with scripted_client() as client, asyncio.timeout(PATIENCE_SECONDS):
        readings = readings_of(history, client)
        for source in (deleted, edited, lived_in):
            await readings.read(source, source.newest)
        for source in (edited, lived_in):
            await history.sources.add_version(source.id, "another text")
        await readings.discard_unneeded()
        assert await kept_keys(client) == {f"{deleted.id}-1", f"{lived_in.id}-1"}
        await history.sources.delete(deleted.id)  # and the program ends before the engine hears it
        await readings_of(history, client).discard_unneeded()
        assert await kept_keys(client) == {f"{lived_in.id}-1"}


async def test_a_version_that_is_edited_while_it_is_read_is_read_no_further(
    history: History,
) -> None:
    edited, lived_in = [
        await history.sources.create(name, f"slowly read {name}") for name in ("a", "b")
    ]
    await history.conversations.create(source_version_id=lived_in.newest.id)
    async with scripted_client() as client, asyncio.timeout(PATIENCE_SECONDS):
        readings = readings_of(history, client)
        are_read = asyncio.Event()

        def look(_id: int) -> None:
            if all(readings.of(each.newest).read_tokens for each in (edited, lived_in)):
                are_read.set()

        readings.changes.add(look)
        tasks = [
            asyncio.ensure_future(readings.read(each, each.newest)) for each in (edited, lived_in)
        ]
        await are_read.wait()
        for source in (edited, lived_in):
            await history.sources.add_version(source.id, "another text")
        await readings.discard_unneeded()
        await tasks[0]
        assert readings.of(edited.newest).state is ReadingState.PAUSED
        assert not tasks[1].done()
        tasks[1].cancel()
        await asyncio.wait(tasks)


async def test_a_version_stays_while_a_list_has_rows_to_ask_in_it(history: History) -> None:
    source = await history.sources.create("a", "text")
    cell = ComparisonCell(0, 0, CellOptions(source=CellSource(source.id, 1, "a")), "why?")
    now = datetime(2026, 5, 1, tzinfo=UTC)
    rows = Comparison("", ComparisonKind.ROWS, "", "", now, cells=(cell,))
    stored = await history.comparisons.add(rows)
    async with scripted_client() as client, asyncio.timeout(PATIENCE_SECONDS):
        readings = readings_of(history, client)
        await readings.read(source, source.newest)
        await history.sources.add_version(source.id, "another text")
        await readings.discard_unneeded()
        assert await kept_keys(client) == {f"{source.id}-1"}
        await history.comparisons.delete(stored.id)
        await readings.discard_unneeded()
        assert await kept_keys(client) == set()


async def test_a_reading_that_is_cancelled_is_paused_where_it_is(history: History) -> None:
    source = await history.sources.create("Book", "slowly")
    async with scripted_client() as client:
        readings = readings_of(history, client)
        heard = asyncio.Event()
        readings.changes.add(
            lambda _id: heard.set() if readings.of(source.newest).read_tokens == 4 else None
        )
        task = asyncio.ensure_future(readings.read(source, source.newest))
        async with asyncio.timeout(PATIENCE_SECONDS):
            await heard.wait()
            task.cancel()
            await asyncio.wait([task])
        reading = readings.of(source.newest)
        assert (reading.state, reading.read_tokens) == (ReadingState.PAUSED, 4)


async def test_a_text_that_is_too_large_says_how_much_the_model_holds(history: History) -> None:
    source = await history.sources.create("Book", "too large a text")
    async with scripted_client() as client:
        readings = readings_of(history, client)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await readings.read(source, source.newest)
        reading = readings.of(source.newest)
        assert reading.state is ReadingState.TOO_LARGE
        assert (reading.total_tokens, reading.limit) == (9000, 4000)
