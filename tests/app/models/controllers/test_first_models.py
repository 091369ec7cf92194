"""An empty chat offers models that fit this computer, until one is used."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy

import resources.models
from app.chat.turns import Turns
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Services
from app.models.controllers.local_models import ModelsPageController
from app.models.controllers.recommendations import FirstModels
from app.models.library.choices import Memory
from app.models.library.recommended_models import recommended_models
from app.widgets.conversation.empty_state import EmptyState
from engine.client.net_client import NetClient
from tests.app.controllers.acting import until, view_of
from tests.net.hub_server import HubServer

GIGABYTE = 1 << 30


@pytest.fixture(autouse=True)
def memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer with 8 GB of memory."""
    monkeypatch.setattr(
        Memory, "now", classmethod(lambda cls, **_: cls(8 * GIGABYTE, 5 * GIGABYTE))
    )


@pytest.fixture
async def empty_state(
    services: Services,
    turns: Turns,
    replies: Replies,
    tabs: TabsController,
    models_page: ModelsPageController,
) -> EmptyState:
    routes = RoutesController(services, turns, replies)
    assert FirstModels(services, replies, routes, models_page.open_at)
    return view_of(services, await tabs.new_tab()).empty_state


async def test_three_that_fit_are_offered_with_size_and_sentence(empty_state: EmptyState) -> None:
    fitting = recommended_models().for_computer(Memory.now())
    buttons = empty_state.models.model_buttons
    assert [each.text() for each in buttons] == [each.name for each in fitting]
    assert all(each.accessibleDescription() for each in buttons)
    assert "GB" in buttons[0].accessibleName()
    empty_state.set_compact(True)
    assert empty_state.models.isHidden()


async def test_a_click_opens_the_page_at_it_without_a_connection(
    empty_state: EmptyState,
    models_page: ModelsPageController,
    net: NetClient,
    hub: HubServer,
) -> None:
    wanted = empty_state.models.model_buttons[1]
    wanted.click()
    assert models_page.page is not None
    half = models_page.page.search
    assert half is not None
    await until(lambda: wanted.objectName() in half.computer.rows)
    button = half.computer.rows[wanted.objectName()].button
    await until(lambda: half.window().focusWidget() is button)
    assert half.consent.isVisible()
    assert (net.process_id, hub.exchanges) == (None, [])


async def test_who_has_used_another_model_needs_no_names(
    services: Services, empty_state: EmptyState
) -> None:
    assert empty_state.models.model_buttons
    services.settings.change(recent_models=("/models/other.gguf",))
    assert not empty_state.models.model_buttons
    assert not empty_state.models.isHidden()


async def test_the_starter_model_is_called_what_it_is_while_it_answers(
    services: Services, empty_state: EmptyState, models_page: ModelsPageController
) -> None:
    offers = empty_state.models
    assert offers.notice.text() == "Starter model: small and fast, often wrong."
    assert offers.browse_button.text() == "Choose a better one"
    assert offers.browse_button.accessibleDescription() == offers.notice.text()
    assert offers.browse_button.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert offers.file_button.isHidden()
    asked = QSignalSpy(services.window.requests.models_page_requested)
    offers.browse_button.click()
    assert asked.count() == 1
    services.settings.change(model_path="/models/other.gguf")
    assert offers.isHidden()


async def test_without_any_model_a_chat_offers_a_file_and_the_page(
    services: Services, empty_state: EmptyState, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(resources.models, "path", lambda: tmp_path / "absent.gguf")
    services.settings.change(recent_models=("/models/other.gguf",))
    offers = empty_state.models
    assert offers.notice.text() == "No model yet."
    assert offers.browse_button.text() == "Browse models"
    assert not offers.file_button.isHidden()
    asked = QSignalSpy(services.window.requests.models_page_requested)
    offers.browse_button.click()
    assert asked.count() == 1
