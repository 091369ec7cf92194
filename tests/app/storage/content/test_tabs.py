"""Tabs come back in their order and in their panes."""

from pathlib import Path

from app.domain import (
    MessageStatus,
    OpenTabs,
)
from app.storage.history import History
from tests.app.storage.turns import answered, ask, opened


async def test_tabs_come_back_in_their_order(path: Path) -> None:
    async with opened(path) as history:
        ids = [await answered(history, str(number)) for number in range(3)]
        await history.tabs.save(OpenTabs((ids[2], ids[0], "nowhere", ids[2], ids[1]), ids[0]))
    async with opened(path) as history:
        assert await history.tabs.read() == OpenTabs((ids[2], ids[0], ids[1]), ids[0])


async def test_tabs_come_back_to_their_panes(history: History) -> None:
    ids = tuple([(await history.conversations.create()).id for _ in range(4)])
    tabs = OpenTabs(ids, ids[1], (0, 0, 1, 2), frozenset(ids[2:]), frozenset(ids[:1]))
    await history.tabs.save(tabs)
    assert await history.tabs.read() == tabs

    await history.tabs.save(OpenTabs(ids[:2], ids[0]))
    assert await history.tabs.read() == OpenTabs(ids[:2], ids[0])


async def test_the_tab_of_a_reply_that_the_end_cut_short_is_unread(history: History) -> None:
    cut, ended, asked = [(await history.conversations.create()).id for _ in range(3)]
    await history.tabs.save(OpenTabs((cut, ended, asked), asked))
    reply = (await history.turns.start(cut, "quit meanwhile")).reply
    await history.turns.finish_reply(reply.id, "half", MessageStatus.INTERRUPTED, "quit")
    await ask(history, ended, "all of it")
    await history.turns.start(asked, "killed meanwhile")
    assert (await history.tabs.read()).unread_ids == {cut}
    await history.turns.interrupt_unfinished("killed")
    assert (await history.tabs.read()).unread_ids == {cut, asked}
