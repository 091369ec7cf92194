"""Tabs are opened, closed and reopened; the history stores which there are."""

from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.widgets.conversation.view import ConversationView
from tests.app.controllers.acting import store, view_of
from tests.fakes.recording_client import RecordingClient


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
