"""A suggestion is sent where it was chosen; all of them go to a tab each."""

import pytest

from app.controllers.conversations.suggestions import SUGGESTIONS, Suggestions
from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from tests.app.controllers.acting import stored, view_of


@pytest.fixture
async def page(services: Services, replies: Replies, tabs: TabsController) -> str:
    """An empty conversation that suggests something."""
    assert Suggestions(services, replies, tabs)
    return await tabs.new_tab()


async def test_the_chosen_one_is_sent(services: Services, page: str) -> None:
    view_of(services, page).empty_state.suggestion_chosen.emit(SUGGESTIONS[1])
    await services.tasks.finish()
    assert (await stored(services, page)).messages[0].text == SUGGESTIONS[1]


async def test_all_of_them_are_asked_in_tabs_of_their_own(services: Services, page: str) -> None:
    view_of(services, page).empty_state.ask_all_requested.emit()
    await services.tasks.finish()
    names = services.window.panes.ids()
    assert names[0] == page
    asked = [(await stored(services, name)).messages[0].text for name in names]
    assert asked == list(SUGGESTIONS)
