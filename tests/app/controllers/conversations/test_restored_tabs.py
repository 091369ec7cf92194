"""The tabs of the last run come back in their order; of very many, those in front come first."""

from dataclasses import replace

import pytest

from app.controllers.conversations.tabs import RestoredTabs, TabsController
from app.controllers.services import Services
from app.domain import MessageStatus, OpenTabs
from tests.app.controllers.acting import store

NAMES = ("a", "b", "c", "d")


@pytest.fixture
def restored(services: Services, tabs: TabsController) -> RestoredTabs:
    return RestoredTabs(services, tabs)


async def save(services: Services, *names: str, active: str) -> None:
    for name in names:
        await store(services, name, "Hi")
    await services.history.tabs.save(OpenTabs(names, active))


async def test_tabs_come_back_in_their_order_with_the_same_one_in_front(
    services: Services, restored: RestoredTabs
) -> None:
    await save(services, *NAMES, active="b")
    await restored.open()
    assert services.window.panes.ids() == NAMES
    assert services.window.panes.active_id() == "b"


async def test_a_deleted_conversation_has_no_tab(
    services: Services, restored: RestoredTabs
) -> None:
    await save(services, *NAMES, active="b")
    await services.history.conversations.delete("b", "c")
    await restored.open()
    assert services.window.panes.ids() == ("a", "d")


async def test_of_many_tabs_the_one_in_front_is_there_at_once(
    services: Services,
    tabs: TabsController,
    restored: RestoredTabs,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tabs, "TABS_AT_ONCE", 2)
    await save(services, *NAMES, active="c")
    await restored.open()
    assert (services.window.panes.ids(), tabs.is_restoring) == (("c",), True)
    await services.tasks.finish()
    assert (services.window.panes.ids(), tabs.is_restoring) == (NAMES, False)


async def test_of_many_tabs_one_that_is_closed_meanwhile_stays_closed(
    services: Services,
    tabs: TabsController,
    restored: RestoredTabs,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tabs, "TABS_AT_ONCE", 2)
    await save(services, *NAMES, active="c")
    await restored.open()
    tabs.close_tab("c")
    await services.tasks.finish()
    assert "c" not in services.window.panes.ids()
    assert (await services.history.tabs.read()).conversation_ids == services.window.panes.ids()


async def test_a_change_meanwhile_does_not_forget_the_tabs_to_come(
    services: Services,
    tabs: TabsController,
    restored: RestoredTabs,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tabs, "TABS_AT_ONCE", 2)
    await save(services, *NAMES, active="c")
    await restored.open()
    await tabs.new_tab()
    assert (await services.history.tabs.read()).conversation_ids == NAMES
    await services.tasks.finish()
    assert len((await services.history.tabs.read()).conversation_ids) == len(NAMES) + 1


async def test_what_was_cut_short_is_marked_until_its_tab_is_in_front(
    services: Services, restored: RestoredTabs
) -> None:
    await save(services, *NAMES, active="a")
    for name in ("a", "b", "d"):
        turn = await services.history.turns.start(name, "And then?")
        await services.history.turns.finish_reply(turn.reply.id, "h", MessageStatus.INTERRUPTED)
    stored = await services.history.tabs.read()
    await services.history.tabs.save(replace(stored, unread_ids=frozenset("abcd")))
    await restored.open()
    panes = services.window.panes
    shown = {name: panes.items.state(name) for name in NAMES}
    assert [name for name in NAMES if shown[name].is_interrupted] == ["b", "d"]
    assert [name for name in NAMES if shown[name].is_unread] == ["c"]
    panes.activate("b")
    assert not panes.items.state("b").is_unseen
    await services.tasks.finish()
    assert (await services.history.tabs.read()).unread_ids == {"c", "d"}


async def test_a_window_whose_tabs_are_all_gone_does_not_come_back(
    services: Services, restored: RestoredTabs
) -> None:
    await save(services, *NAMES, active="a")
    await services.history.tabs.save(OpenTabs(NAMES, "a", (0, 0, 2, 3)))
    await services.history.conversations.delete("c")
    await restored.open()
    (extra,) = services.window.pane_layout.extra_windows
    assert extra.pane.bar.ids() == ("d",)
    assert services.window.pane_layout.numbers() == (0, 0, 2)
