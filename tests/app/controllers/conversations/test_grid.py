"""One message for all chats of the grid: each gets it, or a sentence says which did not."""

import asyncio

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from shiboken6 import isValid

from app.chat.turns import Turns
from app.controllers.conversations.drafts import Drafts
from app.controllers.conversations.grid_controller import GridController
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.composer_controller import ComposerController
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.messages.send_queues import SendQueues
from app.controllers.services import Services
from app.domain.messages import OutgoingMessage
from app.errors import StorageFailed, lazy
from app.media.attached import Pictures
from app.widgets.grid.tab_grid import TabGrid
from engine.client.client import EnginePhase, EngineState
from tests.app.controllers.acting import stored, view_of
from tests.fakes.recording_client import READY, RecordingClient


@pytest.fixture
async def grid(
    services: Services,
    client: RecordingClient,
    turns: Turns,
    replies: Replies,
    tabs: TabsController,
    pictures: Pictures,
) -> TabGrid:
    """A grid of three empty chats, and an engine that is ready."""
    queues = SendQueues(
        services.window,
        services.history,
        turns,
        replies,
        services.tasks,
        AnswerForms(services),
    )
    drafts = Drafts(services, replies)
    composers = ComposerController(services, turns.requests, replies, pictures)
    routes = RoutesController(services, turns, replies)
    assert GridController(services, replies, queues, drafts, composers, routes)
    for _ in range(3):
        await tabs.new_tab()
    client.become(READY)
    services.window.show()
    services.window.grids.show_grid()
    return services.window.grids.grids()[0]


def submit(grid: TabGrid, text: str) -> None:
    grid.send_box.composer.set_text(text)
    grid.send_box.composer.submitted.emit(OutgoingMessage(text))


def outcome(grid: TabGrid) -> str:
    return grid.send_box.composer.token_label.text()


async def test_every_chat_on_show_gets_the_message(services: Services, grid: TabGrid) -> None:
    submit(grid, "hello")
    assert outcome(grid) == "Sent to 3 chats."
    assert grid.send_box.composer.draft().is_empty
    await services.tasks.finish()
    for name in grid.shown_ids():
        assert (await stored(services, name)).messages[0].text == "hello"


async def test_a_chat_that_is_answered_gets_it_next(
    services: Services, grid: TabGrid, replies: Replies
) -> None:
    first, *_others = grid.shown_ids()
    replies.send(first, OutgoingMessage("before"))
    submit(grid, "hello")
    assert outcome(grid) == "Sent to 3 chats; queued in 1 after a running answer."
    assert [row.text() for row in view_of(services, first).queue_view.rows] == ["hello"]


async def test_without_a_model_nothing_is_sent_and_the_text_stays(
    services: Services, client: RecordingClient, grid: TabGrid, replies: Replies
) -> None:
    client.become(EngineState(EnginePhase.EMPTY, lazy("No model is loaded.")))
    submit(grid, "hello")
    assert outcome(grid) == "Nothing was sent. No model is loaded."
    assert grid.send_box.composer.edit.toPlainText() == "hello"
    assert not replies.running_ids


async def test_a_chat_that_can_not_take_it_is_named(
    services: Services, grid: TabGrid, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = services.history.turns.start
    bad = grid.shown_ids()[1]
    services.window.panes.items.set_title(bad, "Soup")

    async def failing(conversation_id: str, *args: object) -> object:
        if conversation_id == bad:
            raise StorageFailed(lazy("The disk is gone."))
        return await start(conversation_id, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(services.history.turns, "start", failing)
    submit(grid, "hello")
    await services.tasks.finish()
    assert outcome(grid) == "Not sent to “Soup”."
    assert not (await stored(services, bad)).messages


async def test_what_became_of_a_message_is_told_to_nobody_whose_window_is_closed(
    services: Services, grid: TabGrid, monkeypatch: pytest.MonkeyPatch
) -> None:
    (only,) = services.window.panes.ids()[:1]
    services.window.pane_layout.detach(only)
    services.window.grids.show_grid()
    other = services.window.grids.grids()[1]
    assert other.shown_ids() == (only,)
    is_closed = asyncio.Event()

    async def failing(*_args: object) -> object:
        await is_closed.wait()
        raise StorageFailed(lazy("The disk is gone."))

    monkeypatch.setattr(services.history.turns, "start", failing)
    submit(other, "hello")
    await asyncio.sleep(0)
    services.window.pane_layout.bring_back(only)
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(other.send_box)
    is_closed.set()
    await services.tasks.finish()
    assert outcome(grid) == ""
