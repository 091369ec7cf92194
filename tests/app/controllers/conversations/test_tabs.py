"""Tabs are opened, closed, reopened and restored; the history stores which there are."""

import pytest
from msgspec.structs import replace

from app.controllers.conversations import tabs_controller as tabs_module
from app.controllers.conversations.tabs_controller import RestoredTabs, TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain.messages import MessageStatus
from app.domain.tabs import OpenTabs
from app.widgets.conversation.view import ConversationView
from tests.app.controllers.acting import store, view_of
from tests.fakes.recording_client import RecordingClient

NAMES = ("a", "b", "c", "d")


async def test_a_new_tab_is_in_front_and_stored(services: Services, tabs: TabsController) -> None:
    name = await tabs.new_tab()
    await services.tasks.finish()
    assert services.window.panes.active_id() == name
    assert (await services.history.tabs.read()).conversation_ids == (name,)


async def test_a_conversation_has_one_tab(services: Services, tabs: TabsController) -> None:
    await store(services, "a", "Hi")
    await store(services, "b", "Hi")
    for name in ("a", "b", "a"):
        tabs.open_tab(name)
        await services.tasks.finish()
    assert services.window.panes.ids() == ("a", "b")
    assert services.window.panes.active_id() == "a"


async def test_the_engine_is_told_which_tab_is_in_front(
    services: Services, tabs: TabsController, client: RecordingClient
) -> None:
    name = await tabs.new_tab()
    assert client.focused[-1] == name


async def test_a_closed_tab_is_reopened_where_it_stood(
    services: Services, tabs: TabsController
) -> None:
    for name in ("a", "b", "c"):
        await store(services, name, "Hi")
        tabs.open_tab(name)
        await services.tasks.finish()
    tabs.close_tab("b")
    assert services.window.panes.ids() == ("a", "c")
    services.window.requests.reopen_tab_requested.emit()
    await services.tasks.finish()
    assert services.window.panes.ids() == ("a", "b", "c")
    assert services.window.panes.active_id() == "b"


async def test_dropped_tabs_are_put_back_together_but_not_reopened(
    services: Services, tabs: TabsController
) -> None:
    for name in ("a", "b", "c"):
        await store(services, name, "Hi")
        tabs.open_tab(name)
        await services.tasks.finish()
    dropped = tabs.drop("a", "b")
    services.window.requests.reopen_tab_requested.emit()
    await services.tasks.finish()
    assert services.window.panes.ids() == ("c",)
    await tabs.put_back(*dropped)
    assert services.window.panes.ids() == ("a", "b", "c")


async def test_the_last_tab_leaves_an_empty_one_behind(
    services: Services, tabs: TabsController
) -> None:
    await store(services, "a", "Hi")
    tabs.open_tab("a")
    await services.tasks.finish()
    tabs.close_tab("a")
    await services.tasks.finish()
    (name,) = services.window.panes.ids()
    assert name != "a"


async def test_a_message_on_another_branch_is_shown_on_the_same_page(
    services: Services, replies: Replies, tabs: TabsController
) -> None:
    conversation = await store(services, "a", "Hi", "Hello")
    first = conversation.messages[0].id
    edited = await services.history.turns.edit(first, "Hey")
    announced: list[ConversationView] = []
    replies.views.add(lambda _conversation, view: announced.append(view))
    tabs.open_message("a", edited.user.id)
    await services.tasks.finish()
    tabs.open_message("a", first)
    await services.tasks.finish()
    assert first in [each.id for each in view_of(services, "a").transcript.messages()]
    assert len(announced) == 1, "its signals are connected once"


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


async def test_tabs_that_come_back_are_stored_once(
    services: Services, restored: RestoredTabs, monkeypatch: pytest.MonkeyPatch
) -> None:
    await save(services, *NAMES, active="b")
    store_tabs, stored = services.history.tabs.save, list[OpenTabs]()

    async def counted(tabs: OpenTabs) -> None:
        stored.append(tabs)
        await store_tabs(tabs)

    monkeypatch.setattr(services.history.tabs, "save", counted)
    await restored.open()
    await services.tasks.finish()
    assert [each.conversation_ids for each in stored] == [NAMES]


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
    monkeypatch.setattr(tabs_module, "TABS_AT_ONCE", 2)
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
    monkeypatch.setattr(tabs_module, "TABS_AT_ONCE", 2)
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
    monkeypatch.setattr(tabs_module, "TABS_AT_ONCE", 2)
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
