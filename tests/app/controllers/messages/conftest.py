"""Controllers of messages work with a scripted engine process, and a conversation in a tab."""

from collections.abc import AsyncIterator

import pytest

from app.controllers.conversations.tabs import TabsController
from app.controllers.services import Services
from engine.client.client import EngineClient, EnginePhase
from tests.app.controllers.acting import view_of
from tests.fakes.engine_client import scripted_client, until


@pytest.fixture
async def client() -> AsyncIterator[EngineClient]:
    """A client whose engine answers as scripted."""
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        yield client


@pytest.fixture
async def chat(services: Services, tabs: TabsController) -> str:
    """The id of an empty conversation in a tab."""
    conversation_id = await tabs.new_tab()
    assert view_of(services, conversation_id)
    return conversation_id
