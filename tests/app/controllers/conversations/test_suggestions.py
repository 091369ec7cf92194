"""A suggestion is sent where it was chosen; all of them go to a tab each."""

from collections.abc import Callable

import msgspec
import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication

from app.chat.turns import Turns
from app.controllers.conversations.suggestions import (
    SHOWN_COUNT,
    Suggestions,
    first_questions,
    first_words,
)
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Services
from app.controllers.settings_controller import Language
from engine.client.client import EnginePhase, EngineState
from engine.messages.metrics import ChatFormat
from tests.app.controllers.acting import store, stored, view_of
from tests.fakes.engine_process import model_info
from tests.fakes.recording_client import RecordingClient


@pytest.fixture
async def page(services: Services, turns: Turns, replies: Replies, tabs: TabsController) -> str:
    """An empty conversation that suggests something."""
    suggest(services, turns, replies, tabs)
    return await tabs.new_tab()


def suggest(
    services: Services,
    turns: Turns,
    replies: Replies,
    tabs: TabsController,
    open_folder: Callable[[str], None] = lambda _id: None,
) -> None:
    routes = RoutesController(services, turns, replies)
    assert Suggestions(services, replies, tabs, routes, AnswerForms(services), open_folder)


def _shown(services: Services, page: str) -> list[str]:
    return [each.text() for each in view_of(services, page).empty_state.suggestion_buttons]


async def test_the_chosen_one_is_sent(services: Services, page: str) -> None:
    chosen = _shown(services, page)[1]
    view_of(services, page).empty_state.suggestion_chosen.emit(chosen)
    await services.tasks.finish()
    assert (await stored(services, page)).messages[0].text == chosen


async def test_all_questions_that_are_shown_are_asked_in_tabs_of_their_own(
    services: Services, page: str
) -> None:
    shown = _shown(services, page)
    view_of(services, page).empty_state.ask_all_requested.emit()
    await services.tasks.finish()
    names = services.window.panes.ids()
    assert names[0] == page
    assert [(await stored(services, name)).messages[0].text for name in names] == shown


async def test_a_base_model_is_given_beginnings_of_texts_and_no_questions(
    services: Services, page: str, client: RecordingClient
) -> None:
    services.settings.change(model_path="/m.gguf")
    base = msgspec.structs.replace(model_info("/m.gguf"), chat_format=ChatFormat.CONTINUATION)
    client.become(EngineState(EnginePhase.READY, model=base))
    assert len(set(_shown(services, page))) == SHOWN_COUNT
    assert set(_shown(services, page)) <= set(first_words())
    client.become(EngineState(EnginePhase.SLEEPING, sleeping_model=base))
    assert set(_shown(services, page)) <= set(first_words())
    services.settings.change(model_path=None)
    client.become(EngineState(EnginePhase.READY, model=model_info("/starter.gguf")))
    assert set(_shown(services, page)) <= set(first_questions())


async def test_with_a_better_model_a_chat_begins_with_a_file_a_folder_or_a_last_chat(
    services: Services,
    turns: Turns,
    replies: Replies,
    tabs: TabsController,
    client: RecordingClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []
    suggest(services, turns, replies, tabs, opened.append)
    for number in range(5):
        await store(services, f"c{number}", f"Question {number}", "Answer")
    listed = await services.history.conversations.summaries()
    services.window.sidebar.conversations.set_conversations(listed, set())
    services.settings.change(model_path="/m.gguf")
    client.become(EngineState(EnginePhase.READY, model=model_info("/m.gguf")))
    chat = await tabs.new_tab()
    view = view_of(services, chat)
    page = view.empty_state
    assert not page.suggestion_buttons
    assert not page.file_button.isHidden()
    assert len(page.chat_buttons) == 3

    activated = QSignalSpy(services.window.requests.conversation_activated)
    page.chat_buttons[0].click()
    assert activated.at(0) == [listed[0].id]
    page.folder_button.click()
    assert opened == [chat]
    monkeypatch.setattr(view.composer.files, "ask", lambda: opened.append("file"))
    page.file_button.click()
    assert opened == [chat, "file"]
    assert view.composer.edit.toPlainText() == "Summarize the attached file."


async def test_questions_come_back_with_the_starter_model(services: Services, page: str) -> None:
    shown = _shown(services, page)
    services.settings.change(model_path="/m.gguf")
    assert _shown(services, page) == []
    services.settings.change(model_path=None)
    assert _shown(services, page) == shown
    start = view_of(services, page).empty_state
    assert not start.file_button.isVisibleTo(start)


async def test_new_chats_suggest_different_questions(
    services: Services, page: str, tabs: TabsController
) -> None:
    pages = [page, *await tabs.open_empty_tabs(12)]
    assert all(len(set(_shown(services, each))) == SHOWN_COUNT for each in pages)
    assert len({tuple(_shown(services, each)) for each in pages}) > 1


async def test_the_questions_are_in_the_language_of_the_window(
    services: Services, turns: Turns, tabs: TabsController, replies: Replies, qapp: QApplication
) -> None:
    english = first_questions()
    language = Language(qapp, "de")
    try:
        suggest(services, turns, replies, tabs)
        page = await tabs.new_tab()
        assert not set(first_questions()) & set(english)
        assert set(_shown(services, page)) <= set(first_questions())
    finally:
        language.remove()
