"""An empty chat offers models that fit this computer, until one was used."""

import pytest

from app.controllers.conversations.tabs import TabsController
from app.controllers.engine.first_models import FirstModels
from app.controllers.engine.models_page import ModelsPageController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.library.choices import Memory
from app.library.recommended_models import recommended_models
from app.widgets.conversation.empty_state import EmptyState
from engine.client.net_client import NetClient
from tests.app.controllers.acting import until, view_of
from tests.net.hub_server import HubServer

GIGABYTE = 1 << 30


@pytest.fixture(autouse=True)
def memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer of eight gigabytes, wherever the test runs."""
    monkeypatch.setattr(
        Memory, "now", classmethod(lambda cls, **_: cls(8 * GIGABYTE, 5 * GIGABYTE))
    )


@pytest.fixture
async def empty_state(
    services: Services, replies: Replies, tabs: TabsController, models_page: ModelsPageController
) -> EmptyState:
    assert FirstModels(services, replies, models_page)
    return view_of(services, await tabs.new_tab()).empty_state


async def test_three_that_fit_are_offered_with_size_and_sentence(empty_state: EmptyState) -> None:
    fitting = recommended_models().for_computer(Memory.now())
    buttons = empty_state.models.buttons
    assert [each.text() for each in buttons] == [each.name for each in fitting]
    assert all(each.accessibleDescription() for each in buttons)
    assert "GB" in buttons[0].accessibleName()
    empty_state.set_compact(True)
    assert empty_state.models.isHidden()


async def test_a_click_opens_the_page_at_it_and_asks_nobody(
    empty_state: EmptyState,
    models_page: ModelsPageController,
    net: NetClient,
    hub: HubServer,
) -> None:
    wanted = empty_state.models.buttons[1]
    wanted.click()
    assert models_page.page is not None
    half = models_page.page.search
    assert half is not None
    await until(lambda: wanted.objectName() in half.computer.rows)
    button = half.computer.rows[wanted.objectName()].button
    await until(lambda: half.window().focusWidget() is button)
    assert half.consent.isVisible()
    assert (net.process_id, hub.exchanges) == (None, [])


async def test_who_has_used_another_model_needs_no_offer(
    services: Services, empty_state: EmptyState
) -> None:
    assert empty_state.models.buttons
    services.settings.change(recent_models=("/models/other.gguf",))
    assert not empty_state.models.buttons
    assert empty_state.models.isHidden()
