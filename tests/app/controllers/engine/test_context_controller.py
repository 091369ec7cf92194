"""The line is where the context begins; its dialog offers remedies."""

import pytest

from app.chat.recap_requests import Recaps
from app.chat.turn_events import ContextMoved, Report
from app.chat.turns import Turns
from app.controllers.conversations.branches_controller import BranchesController
from app.controllers.conversations.chat_panel import ChatPanelController
from app.controllers.conversations.recap_controller import RecapController
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.engine.context_controller import ContextController
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.controllers.undo import UndoOffers
from app.domain.conversations import Conversation
from app.models.controllers.model_settings import ModelSettingsController
from app.widgets.dialogs.context_dialog import ContextDialog
from tests.app.controllers.acting import store, stored, view_of
from tests.fakes.recording_client import READY, RecordingClient


@pytest.fixture
async def opened(
    services: Services,
    turns: Turns,
    replies: Replies,
    tabs: TabsController,
    client: RecordingClient,
    model_settings: ModelSettingsController,
) -> Conversation:
    """A conversation of two turns in a tab, with a model that holds 4,096 tokens."""
    branches = BranchesController(services, turns, replies, tabs, AnswerForms(services))
    panel = ChatPanelController(services, turns, replies, AnswerForms(services))
    undo = UndoOffers(services.window, services.toasts)
    recaps = RecapController(services, Recaps(services.history, services.client), replies, undo)
    assert ContextController(services, replies, branches, panel, recaps, model_settings)
    client.become(READY)
    conversation = await store(services, "a", "Hi", "Hello", "Say it again", "Hello")
    tabs.open_tab("a")
    await services.tasks.finish()
    return conversation


async def help_at(services: Services, message_id: int | None) -> ContextDialog:
    await services.history.conversations.set_context_start("a", message_id)
    view_of(services, "a").requests.context_help_requested.emit()
    await services.tasks.finish()
    (dialog,) = services.window.findChildren(ContextDialog)
    return dialog


async def test_the_line_says_what_the_model_remembers(
    services: Services, replies: Replies, opened: Conversation
) -> None:
    async def slid(report: Report) -> None:
        report(ContextMoved(opened.messages[2].id, 1))

    replies.begin("a", slid)
    await services.tasks.finish()
    line = view_of(services, "a").transcript.context_boundary
    assert line.label.text() == (
        "The model can't see anything above this line, except what is pinned. "
        "Context: 4,096 tokens per chat."
    )


async def test_its_dialog_pins_forks_and_opens_what_helps(
    services: Services, opened: Conversation
) -> None:
    services.window.show()
    dialog = await help_at(services, opened.messages[2].id)
    dialog.larger_requested.emit(8192)
    await services.tasks.finish()
    assert services.settings.current.context_window == 8192
    dialog.pin_requested.emit()
    dialog.options_requested.emit()
    await services.tasks.finish()
    assert (await stored(services, "a")).messages[0].is_pinned
    assert not services.window.chat_panel.isHidden()
    assert services.window.chat_panel.editor.conversation_id == "a"
    dialog.fork_requested.emit()
    await services.tasks.finish()
    fork = services.window.panes.ids()[1]
    assert len((await stored(services, fork)).messages) == 2


async def test_before_messages_leave_the_context_a_recap_of_the_older_half_is_offered(
    services: Services, opened: Conversation
) -> None:
    dialog = await help_at(services, None)
    assert dialog.fork_button is None
    assert dialog.recap_button.isEnabled()
    assert "Recap the older half" in dialog.text()


async def test_what_left_the_context_is_summed_up_first_and_then_what_follows(
    services: Services, opened: Conversation
) -> None:
    third = opened.messages[2].id
    dialog = await help_at(services, third)
    assert "Add a recap of it" in dialog.text()
    dialog.close()
    await services.history.messages.set_recap(third, "so far")
    view_of(services, "a").header.ring.click()
    await services.tasks.finish()
    dialog = services.window.findChildren(ContextDialog)[-1]
    assert "There is only one turn to recap." in dialog.text()
