"""A history and a scripted engine, which most tests of chats stand on."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.chat.turns import Turns
from app.domain.conversations import Conversation
from app.storage.history import History
from engine.client.client import EngineClient, EnginePhase
from tests.fakes.engine_client import scripted_client, until
from tests.fakes.turn_reader import TurnReader


@pytest.fixture
async def history(tmp_path: Path) -> AsyncIterator[History]:
    """An empty history."""
    history = await History.open(tmp_path / "hubbub.db")
    yield history
    await history.close()


@pytest.fixture
async def client() -> AsyncIterator[EngineClient]:
    """A client of the scripted engine, which is ready."""
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        yield client


@pytest.fixture
async def conversation(history: History) -> Conversation:
    """An empty conversation."""
    return await history.conversations.create()


@pytest.fixture
def reader(turns: Turns) -> TurnReader:
    """A reader of the test's turns."""
    return TurnReader(turns)
