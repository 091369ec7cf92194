"""Tabs come back in their order and in their panes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from app.domain import (
    Conversation,
    OpenTabs,
)
from app.storage.history import History
from tests.app.storage.turns import answered


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[History]:
    history = await History.open(path)
    try:
        yield history
    finally:
        await history.close()


async def stored(history: History, conversation_id: str) -> Conversation:
    conversation = await history.conversations.get(conversation_id)
    assert conversation is not None
    return conversation


async def test_tabs_come_back_in_their_order(path: Path) -> None:
    async with opened(path) as history:
        ids = [await answered(history, str(number)) for number in range(3)]
        await history.tabs.save(OpenTabs((ids[2], ids[0], "nowhere", ids[2], ids[1]), ids[0]))
    async with opened(path) as history:
        assert await history.tabs.read() == OpenTabs((ids[2], ids[0], ids[1]), ids[0])


async def test_tabs_come_back_to_their_panes(history: History) -> None:
    ids = tuple([(await history.conversations.create()).id for _ in range(4)])
    tabs = OpenTabs(ids, ids[1], (0, 0, 1, 2), frozenset(ids[2:]))
    await history.tabs.save(tabs)
    assert await history.tabs.read() == tabs

    await history.tabs.save(OpenTabs(ids[:2], ids[0]))
    assert await history.tabs.read() == OpenTabs(ids[:2], ids[0])
