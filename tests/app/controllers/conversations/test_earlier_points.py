"""A chat goes on from any of its turns in a new tab; what that costs is said before."""

import pytest
from PySide6.QtCore import Qt

from app.chat.turns import Turns
from app.controllers.conversations.branches import BranchesController, EarlierPoints
from app.controllers.conversations.tabs import TabsController
from app.controllers.services import Services
from app.domain import Conversation
from app.widgets.dialogs.earlier_points import EarlierPointsDialog
from engine.messages.commands import ChatMessage
from engine.messages.events import PromptWeighed, WarmPoint
from engine.messages.request_options import RequestOptions
from tests.app.controllers.acting import store, stored, toast_texts, until

pytestmark = pytest.mark.usefixtures("scripted_engine")


@pytest.fixture
async def opened(
    services: Services,
    turns: Turns,
    tabs: TabsController,
    branches: BranchesController,
    monkeypatch: pytest.MonkeyPatch,
) -> Conversation:
    """A conversation of two turns in a tab; its engine says what is warm of it."""

    async def weigh(
        _id: str, messages: tuple[ChatMessage, ...], _options: RequestOptions
    ) -> PromptWeighed:
        assert len(messages) == 4
        points = (WarmPoint(2, 40, 40), WarmPoint(4, 90, 64))
        return PromptWeighed(1, 90, 64, is_known=True, points=points)

    monkeypatch.setattr(services.client.queries, "weigh_prompt", weigh)
    assert EarlierPoints(services, turns, branches)
    conversation = await store(services, "a", "Hi", "Hello", "say 2", "word0 word1")
    tabs.open_tab("a")
    await services.tasks.finish()
    return conversation


async def shown(services: Services) -> EarlierPointsDialog:
    services.window.requests.points_requested.emit("a")
    await until(lambda: bool(services.window.findChildren(EarlierPointsDialog)))
    (dialog,) = services.window.findChildren(EarlierPointsDialog)
    return dialog


async def test_each_turn_says_what_it_would_cost_the_last_first(
    services: Services, opened: Conversation
) -> None:
    assert opened
    dialog = await shown(services)
    spoken = Qt.ItemDataRole.AccessibleTextRole
    rows = [dialog.list.item(at).data(spoken) for at in range(dialog.list.count())]
    assert rows == ["say 2, 26 tokens will be read", "Hi, Warm: nothing is read again"]
    dialog.reject()


async def test_a_new_tab_goes_on_from_the_turn_that_was_picked(
    services: Services, opened: Conversation
) -> None:
    dialog = await shown(services)
    dialog.list.setCurrentRow(1)
    dialog.accept()
    await services.tasks.finish()
    (copy,) = [each for each in services.window.panes.ids() if each != "a"]
    assert [each.text for each in (await stored(services, copy)).messages] == ["Hi", "Hello"]
    assert len((await stored(services, "a")).messages) == len(opened.messages)


async def test_a_chat_without_an_answer_has_no_points(
    services: Services, opened: Conversation, tabs: TabsController
) -> None:
    assert opened
    empty = await tabs.new_tab()
    services.window.requests.points_requested.emit(empty)
    await until(lambda: bool(toast_texts(services)))
    assert toast_texts(services) == ["This chat has no answered question yet."]
