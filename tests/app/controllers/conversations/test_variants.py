"""Variants are written together, shown side by side, and stay as versions of the reply."""

import pytest

from app.chat.turns import Turns
from app.controllers.conversations.branches import BranchesController
from app.controllers.conversations.tabs import TabsController
from app.controllers.conversations.variants import MAX_VARIANTS, VariantsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from tests.app.controllers.acting import store, stored, view_of

pytestmark = pytest.mark.usefixtures("scripted_engine")


@pytest.fixture
async def varied(
    services: Services,
    turns: Turns,
    replies: Replies,
    tabs: TabsController,
    branches: BranchesController,
) -> Services:
    """A conversation whose last reply has variants beside it."""
    assert VariantsController(services, turns, replies, branches)
    await store(services, "a", "say 2", "word0 word1")
    tabs.open_tab("a")
    await services.tasks.finish()
    services.window.requests.variants_requested.emit("a")
    await services.tasks.finish()
    return services


async def test_as_many_are_written_as_there_are_slots(varied: Services) -> None:
    shown = view_of(varied, "a").variants.variants
    assert [each.text().strip() for each in shown] == ["word0 word1"] * MAX_VARIANTS


async def test_all_of_them_stay_as_versions(varied: Services) -> None:
    reply = (await stored(varied, "a")).messages[-1]
    assert reply.sibling_count == MAX_VARIANTS + 1


async def test_the_chosen_one_is_on_the_branch(varied: Services) -> None:
    replies = await varied.history.messages.siblings((await stored(varied, "a")).messages[-1].id)
    view = view_of(varied, "a")
    view.variants.selected.emit(replies[1].id)
    await varied.tasks.finish()
    assert (await stored(varied, "a")).messages[-1].id == replies[1].id
    assert view.transcript.messages()[-1].id == replies[1].id
