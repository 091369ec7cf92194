"""Single messages through their controllers: answers edited, messages deleted, recaps kept."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.chat.recap_requests import Recaps
from app.chat.turns import Turns
from app.controllers.conversations.branches_controller import BranchesController
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.message_changes import (
    MessageChanges,
    machine_ways,
    model_ways,
    preset_ways,
    thinking_ways,
    with_preset,
    with_temperature,
)
from app.controllers.conversations.recap_controller import RecapController
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.controllers.undo import UndoOffers
from app.domain.chat_options import ChatModel, ChatOptions, ThinkingOptions
from app.domain.conversations import Conversation, ConversationOptions, Preset
from app.domain.messages import Rewrite, RewriteKind
from app.machines.model import HERE, EndpointSetting, RemoteModel, Route
from app.models.library.model_files import ModelFiles
from app.widgets.composer.thinking_button import ThinkingState
from app.widgets.transcript.message_menu import RegenerateMenu
from tests.app.controllers.acting import store, stored, toast_texts, view_of

pytestmark = pytest.mark.usefixtures("scripted_engine")


@pytest.fixture
async def opened(
    services: Services,
    turns: Turns,
    replies: Replies,
    tabs: TabsController,
    branches: BranchesController,
    conversations: ConversationsController,
    undo: UndoOffers,
    tmp_path: Path,
) -> Conversation:
    """A conversation of two turns, in a tab."""
    history = services.history
    models = ModelFiles(history.known_models, history.conversations, tmp_path)
    assert MessageChanges(services, turns, replies, branches, conversations, undo, models)
    recaps = Recaps(services.history, services.client)
    assert RecapController(services, recaps, replies, undo)
    conversation = await store(services, "a", "Hi", "Hello", "say 2", "word0 word1")
    tabs.open_tab("a")
    await services.tasks.finish()
    return conversation


async def texts(services: Services) -> list[str]:
    return [each.text.strip() for each in (await stored(services, "a")).messages]


def choose(menu: RegenerateMenu, text: str) -> None:
    next(each for each in menu.actions() if each.text() == text).trigger()
    menu.close()


async def press_undo(services: Services) -> None:
    services.window.requests.undo_delete_requested.emit()
    await services.tasks.finish()


async def test_an_edited_answer_is_shown_and_goes_on_where_that_is_asked(
    services: Services, opened: Conversation
) -> None:
    view = view_of(services, "a")
    view.requests.answer_edited.emit(opened.messages[3].id, "My words", False)
    await services.tasks.finish()
    assert await texts(services) == ["Hi", "Hello", "say 2", "My words"]
    edited = view.transcript.messages()[-1]
    assert (edited.text, edited.is_edited) == ("My words", True)
    view.requests.answer_edited.emit((await stored(services, "a")).messages[3].id, "Other", True)
    await services.tasks.finish()
    last = (await texts(services))[-1]
    assert last.startswith("Other")
    assert last != "Other"
    assert (await stored(services, "a")).messages[3].sibling_count == 3


async def test_deleted_messages_come_back_one_after_the_other(
    services: Services, opened: Conversation
) -> None:
    view = view_of(services, "a")
    for index in (1, 2):
        view.requests.delete_requested.emit(opened.messages[index].id)
        await services.tasks.finish()
    assert await texts(services) == ["Hi", "word0 word1"]
    assert [each.text for each in view.transcript.messages()] == ["Hi", "word0 word1"]
    assert toast_texts(services) == ["The message was deleted."], "one notice of a kind"
    await press_undo(services)
    assert await texts(services) == ["Hi", "say 2", "word0 word1"]
    await press_undo(services)
    assert await texts(services) == [each.text for each in opened.messages]
    assert view.transcript.messages() == (await stored(services, "a")).messages
    assert not services.window.actions_by_name.undo_delete.isEnabled()


async def test_a_recap_is_changed_removed_and_brought_back(
    services: Services, opened: Conversation
) -> None:
    view = view_of(services, "a")
    view.requests.recap_edited.emit("of nothing")
    await services.tasks.finish()
    assert [each.recap for each in (await stored(services, "a")).messages] == [""] * 4
    await services.history.messages.set_recap(opened.messages[2].id, "so far")
    view.requests.recap_edited.emit("In my words")
    await services.tasks.finish()
    assert (await stored(services, "a")).messages[2].recap == "In my words"
    assert view.transcript.message_list.recap == "In my words"
    view.requests.recap_edited.emit("")
    await services.tasks.finish()
    assert (await stored(services, "a")).messages[2].recap == ""
    await press_undo(services)
    await press_undo(services)
    assert (await stored(services, "a")).messages[2].recap == "so far"


def test_another_way_to_answer_is_for_once() -> None:
    options = ConversationOptions(preset_name="calm", chat=ChatOptions({"top_k": 5}))
    wild = Preset("wild", {"temperature": 2.0, "thinking": {"is_on": True}})
    assert with_preset(options, wild).preset_name == "wild"
    assert with_preset(options, wild).chat.sampling == {}, "else they would go before the preset"
    assert with_preset(options, None).preset_name is None
    assert with_temperature(options, 1.4).chat.sampling == {"top_k": 5, "temperature": 1.4}
    assert with_temperature(options, 1.4).preset_name == "calm"


def test_the_thinking_of_another_preset_goes_before_the_chats_own() -> None:
    options = ConversationOptions(chat=ChatOptions(thinking=ThinkingOptions(False, "low")))
    wild = Preset("wild", {"thinking": {"is_on": True}})
    assert with_preset(options, wild).chat.thinking == ThinkingOptions(True, "low")
    assert with_preset(options, Preset("odd", {"thinking": 3})).chat.thinking.is_on is False


def test_the_default_settings_are_offered_where_a_chat_has_others() -> None:
    calm = Preset("calm", {"temperature": 0.1})
    assert [way.text for way in preset_ways(ConversationOptions(), [calm])] == ["Preset “calm”"]
    for own in (
        ConversationOptions(preset_name="calm"),
        ConversationOptions(chat=ChatOptions({"top_k": 5})),
    ):
        way = preset_ways(own, [calm])[0]
        assert (way.text, way.options) == ("Default settings", ConversationOptions())


async def test_a_chat_that_loses_its_first_message_is_called_otherwise(
    services: Services, opened: Conversation, conversations: ConversationsController
) -> None:
    await services.history.conversations.rename("a", "")
    await conversations.refresh()
    requests, items = view_of(services, "a").requests, services.window.panes.items
    assert items.title("a") == "Hi"
    requests.delete_requested.emit(opened.messages[0].id)
    await services.tasks.finish()
    assert items.title("a") == "say 2"
    for message in opened.messages[1:]:
        requests.delete_requested.emit(message.id)
        await services.tasks.finish()
    assert items.title("a") == "New chat"
    assert view_of(services, "a").header.title.title == "New chat"
    listed = services.window.sidebar.conversations.listed
    assert [each.id for each in listed.summaries()] == [], "a chat without a message is not listed"
    for _ in opened.messages:
        await press_undo(services)
    assert items.title("a") == "Hi"


def test_another_answer_can_think_otherwise_if_the_model_has_a_choice() -> None:
    options = ConversationOptions(chat=ChatOptions(thinking=ThinkingOptions(budget=512)))
    state = ThinkingState(can_switch=True, is_on=True, efforts=("low", "high"), effort="low")
    ways = thinking_ways(options, state)
    assert {way.text: way.options.chat.thinking for way in ways} == {
        "Without thinking": ThinkingOptions(False, None, 512),
        "Thinking effort “high”": ThinkingOptions(None, "high", 512),
    }
    assert thinking_ways(options, ThinkingState()) == []


def test_another_answer_goes_only_to_machines_that_the_user_agreed_to() -> None:
    endpoints = (
        EndpointSetting("1", "Rack", "http://rack", models=(RemoteModel("big"),), is_trusted=True),
        EndpointSetting("2", "Cloud", "https://cloud", models=(RemoteModel("huge"),)),
    )
    here = machine_ways(ConversationOptions(), endpoints)
    assert [(way.text, way.options.chat.route) for way in here] == [
        ("big · on Rack", Route("1", "big"))
    ]
    there = ConversationOptions(
        chat=ChatOptions(route=Route("1", "big"), consents=("https://cloud",))
    )
    assert [(way.text, way.options.chat.route) for way in machine_ways(there, endpoints)] == [
        ("huge · on Cloud", Route("2", "huge")),
    ]


def test_another_answer_can_come_from_another_model_of_this_computer() -> None:
    small, large = ChatModel("1", "Small"), ChatModel("2", "Large")
    ways = model_ways(ConversationOptions(preset_name="calm"), [small, large])
    assert [(way.text, way.options.model) for way in ways] == [("Model Large", large)]
    assert ways[0].options.preset_name == "calm"
    own = model_ways(ConversationOptions(model=large), [small, large])
    assert [way.options.model for way in own] == [small]
    away = ConversationOptions(chat=ChatOptions(route=Route("1", "big")))
    back = model_ways(away, [small, large])
    assert [(way.options.model, way.options.chat.route) for way in back] == [
        (small, HERE),
        (large, HERE),
    ]


@pytest.mark.qt_log_ignore("This plugin does not support")  # from menus without a display
async def test_the_menu_of_ways_writes_another_version_with_the_chosen_one(
    services: Services, opened: Conversation
) -> None:
    view = view_of(services, "a")
    await services.history.presets.save(Preset("calm", {"temperature": 0.1}))
    services.window.show()
    QApplication.processEvents()
    view.requests.regenerate_with_requested.emit(opened.messages[3].id)
    await services.tasks.finish()
    (menu,) = view.findChildren(RegenerateMenu)
    lines = [each.text() for each in menu.actions() if each.text()]
    assert lines[:4] == ["Shorter", "Longer", "Simpler", "More creative"]
    assert lines[4:6] == ["Preset “calm”", "Temperature 0.0"]
    choose(menu, "Preset “calm”")
    await services.tasks.finish()
    last = (await stored(services, "a")).messages[3]
    assert (last.sibling_count, last.rewrite) == (2, None)


@pytest.mark.qt_log_ignore("This plugin does not support")  # from menus without a display
async def test_a_shorter_version_says_in_its_details_how_it_was_made(
    services: Services, opened: Conversation
) -> None:
    view, before = view_of(services, "a"), opened.messages[3]
    services.window.show()
    view.requests.regenerate_with_requested.emit(before.id)
    await services.tasks.finish()
    (menu,) = view.findChildren(RegenerateMenu)
    choose(menu, "Shorter")
    await services.tasks.finish()
    assert len(await texts(services)) == 4, "the request is no message of the user"
    last = view.transcript.messages()[-1]
    assert (last.sibling_number, last.sibling_count) == (2, 2)
    assert last.rewrite == Rewrite(RewriteKind.SHORTER, before.id)
    assert last.text.startswith("You said: Write your last answer again, but much shorter")
    view.requests.figures_toggled.emit(last.id)
    shown = view.transcript.view_of(last.id)
    assert shown is not None
    assert shown.footer.figures is not None
    assert "regenerated with “Shorter”" in shown.footer.figures.text()
    view.requests.sibling_requested.emit(last.id, -1)
    await services.tasks.finish()
    assert view.transcript.messages()[-1].text == before.text


@pytest.mark.qt_log_ignore("This plugin does not support")
async def test_an_answer_without_a_text_can_not_be_made_shorter(
    services: Services, tabs: TabsController, opened: Conversation
) -> None:
    del opened  # with its controller
    await store(services, "b", "Hi", "")
    tabs.open_tab("b")
    await services.tasks.finish()
    view, reply = view_of(services, "b"), (await stored(services, "b")).messages[1]
    services.window.show()
    view.requests.regenerate_with_requested.emit(reply.id)
    await services.tasks.finish()
    (menu,) = view.findChildren(RegenerateMenu)
    assert next(each.text() for each in menu.actions() if each.text()) == "Temperature 0.0"
    menu.close()
