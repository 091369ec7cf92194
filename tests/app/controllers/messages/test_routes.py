"""Routes of open chats: shown where they are answered, and taken back here."""

import pytest

from app.chat.turns import Turns
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Services
from app.machines.model import HERE, EndpointSetting, RemoteModel, Route
from tests.app.controllers.acting import store, until, view_of

RACK = EndpointSetting("5f", "rack", "http://rack:8000", models=(RemoteModel("qwen3", 4096),))
ROUTE = Route("5f", "qwen3")


@pytest.fixture
async def routes(
    services: Services, turns: Turns, replies: Replies, tabs: TabsController
) -> RoutesController:
    """The routes of two chats, of which the first is in front."""
    services.settings.change(endpoints=(RACK,))
    routes = RoutesController(services, turns, replies)
    tabs.add(await store(services, "b", "Ho", "Hello"), is_activated=False)
    tabs.add(await store(services, "a", "Hi", "Hello"), is_activated=True)
    services.window.show()
    return routes


async def test_one_chat_is_routed_and_the_others_stay(
    services: Services, routes: RoutesController
) -> None:
    routes.choose("a", ROUTE)
    await until(lambda: routes.destination("a") is not None)
    items = services.window.panes.items
    assert view_of(services, "a").header.model_button.label == "qwen3 · on rack"
    assert (items.state("a").machine, items.state("a").context_window) == ("rack", 4096)
    assert (routes.destination("b"), items.state("b").machine) == (None, "")
    stored = await services.history.conversations.options("a")
    assert stored is not None
    assert stored.chat.route == ROUTE
    routes.choose("a", HERE)
    await until(lambda: routes.destination("a") is None)
    assert items.state("a").machine == ""


async def test_what_is_kept_of_a_chat_goes_with_its_tab_and_comes_back(
    services: Services, routes: RoutesController, replies: Replies, tabs: TabsController
) -> None:
    routes.choose("b", ROUTE)
    await until(lambda: routes.destination("b") is not None)
    tabs.close_tab("b")
    tabs.add(await store(services, "c", "Ho", "Hello"), is_activated=True)
    assert replies.of_live({"a": 1, "b": 2, "c": 3}) == {"a": 1, "c": 3}
    assert routes.destination("b") is None
    reopened = await services.history.conversations.get("b")
    assert reopened is not None
    tabs.add(reopened, is_activated=True)
    assert routes.destination("b") is not None
    assert services.window.panes.items.state("b").machine == "rack"


async def test_a_machine_that_is_removed_gives_its_chats_back(
    services: Services, routes: RoutesController
) -> None:
    routes.choose("a", ROUTE)
    await until(lambda: routes.destination("a") is not None)
    services.settings.change(endpoints=())
    assert routes.destination("a") is None
    assert services.window.panes.items.state("a").machine == ""


async def test_the_default_is_shown_for_chats_without_a_message(
    services: Services, routes: RoutesController, tabs: TabsController
) -> None:
    await tabs.new_tab()
    new = services.window.panes.active_id()
    assert new is not None
    services.settings.change(default_route=ROUTE)
    assert (routes.destination(new) is not None, routes.destination("a")) == (True, None)


async def test_offline_is_shown_with_the_machine(
    services: Services, routes: RoutesController
) -> None:
    routes.choose("a", ROUTE)
    await until(lambda: routes.destination("a") is not None)
    services.settings.change(is_offline=True)
    assert view_of(services, "a").header.model_button.label == "qwen3 · on rack (offline)"
