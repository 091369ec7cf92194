"""Controllers of messages work with a scripted engine process, and a conversation in a tab."""

import pytest

from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.services import Services
from tests.app.controllers.acting import view_of


@pytest.fixture(autouse=True)
def _answers(scripted_engine: None) -> None:
    """Every client here answers as scripted."""


@pytest.fixture
async def chat(services: Services, tabs: TabsController) -> str:
    """The id of an empty conversation in a tab."""
    conversation_id = await tabs.new_tab()
    assert view_of(services, conversation_id)
    return conversation_id
