"""Chats in sources, next to the reading of their source."""

import asyncio
from collections.abc import Callable

from app.chat.request_builder import ChatSettings, RequestBuilder
from app.chat.turn_events import Report, StateChanged
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain.tabs import TabActivity, TabState
from app.sources.controller import SourceChats
from app.sources.readings import SourceReadings
from app.widgets.conversation.state_text import activity_text
from engine.client.client import EnginePhase, EngineState
from engine.messages.request_options import RequestOptions
from engine.messages.sources import SourceProgress, SourceRead
from tests.app.controllers.acting import until, view_of
from tests.fakes.engine_process import model_info
from tests.fakes.local_models import local_models
from tests.fakes.recording_client import RecordingClient

QUEUED = TabState(activity=TabActivity.QUEUED, queue_position=1)


class HalfReader(RecordingClient):
    """Reads 53 of 100 tokens, and the others when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.is_released = asyncio.Event()

    async def read_source(
        self,
        source_key: str,
        system: str,
        options: RequestOptions,
        on_progress: Callable[[SourceProgress], None],
    ) -> SourceRead:
        on_progress(SourceProgress(request_id=1, read_tokens=53, total_tokens=100))
        await self.is_released.wait()
        return SourceRead(1, source_key, 100, 9, 0.1, was_warm=False)


async def test_a_waiting_chat_says_how_much_of_its_source_is_read(
    services: Services, replies: Replies, tabs: TabsController
) -> None:
    history, reader = services.history, HalfReader()
    source = await history.sources.create("Notes", "long text")
    requests = RequestBuilder(history, ChatSettings())
    readings = SourceReadings(history, local_models(reader), requests)
    assert SourceChats(services, tabs, replies, readings)
    conversation = await history.conversations.create(source_version_id=source.newest.id)
    tabs.add(conversation, is_activated=True)

    async def wait(report: Report) -> None:
        report(StateChanged(QUEUED))
        await reader.is_released.wait()

    def shown() -> str:
        return activity_text(services.window.panes.items.state(conversation.id))

    assert replies.begin(conversation.id, wait)
    await until(lambda: shown() == "Waiting, position 1")
    reading = services.tasks.start(readings.read(source, source.newest))
    await until(lambda: shown() == "Waiting for “Notes”: 53% read")
    view = services.window.panes.view_of(conversation.id)
    assert view is not None
    assert "The model of this chat" not in view.header.source_button.toolTip()
    # The default model reads it, so that a chat with another one does not wait for that.
    services.models.set_path("digest", "/models/other.gguf")
    await services.models.set_chat(conversation.id, "digest", "Other")
    await until(lambda: shown() == "Waiting, position 1")
    for text in (
        view.header.source_button.toolTip(),
        view.header.source_button.accessibleDescription(),
    ):
        assert "The model of this chat reads it with its first answer here." in text
    reader.is_released.set()
    await reading
    assert shown() == "Waiting, position 1"


async def test_an_empty_chat_in_a_source_is_about_its_text(
    services: Services, replies: Replies, tabs: TabsController
) -> None:
    history, reader = services.history, HalfReader()
    source = await history.sources.create("Notes", "long text")
    models = local_models(reader)
    readings = SourceReadings(history, models, RequestBuilder(history, ChatSettings()))
    assert SourceChats(services, tabs, replies, readings)
    conversation = await history.conversations.create(source_version_id=source.newest.id)
    tabs.add(conversation, is_activated=True)
    view = services.window.panes.view_of(conversation.id)
    assert view is not None
    start = view.empty_state
    assert start.title == "Ask about “Notes”"
    assert "reads it before its first answer" in start.hint
    assert len(start.suggestion_buttons) == 2
    assert start.ask_all_button.isHidden(), "other tabs do not begin with the source"
    start.set_suggestions(("one?", "two?", "three?", "four?"))
    assert len(start.suggestion_buttons) == 2
    start.set_starts((), are_offered=True)
    assert not start.file_button.isVisibleTo(start)

    reading = services.tasks.start(readings.read(source, source.newest))
    await until(lambda: "The model is reading it: 53%." in start.hint)
    reader.become(EngineState(EnginePhase.READY, model=model_info("/models/a.gguf")))
    reader.is_released.set()
    await reading
    await until(lambda: "The model has read the text" in start.hint)
    reader.become(EngineState(EnginePhase.READY, model=model_info("/models/b.gguf")))
    services.client.states.notify(reader.state)
    await until(lambda: "reads it before its first answer" in start.hint)

    general = view_of(services, await tabs.new_tab()).empty_state
    assert general.title.startswith("Ask anything")
