"""Readings of sources, by a scripted engine in a real process."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.chat.request_builder import ChatSettings, RequestBuilder
from app.chat.sources.readings import SourceReadings
from app.domain import ReadingState, Source
from app.storage.history import History
from engine.client.client import EngineClient
from tests.fakes.engine_client import PATIENCE_SECONDS, scripted_client


@pytest.fixture
async def history(tmp_path: Path) -> AsyncIterator[History]:
    """A history with sources."""
    history = await History.open(tmp_path / "history.sqlite3")
    yield history
    await history.close()


def readings_of(history: History, client: EngineClient) -> SourceReadings:
    return SourceReadings(history, client, RequestBuilder(history, ChatSettings()))


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
