"""Each chat keeps its model: chosen, shown, undone, and replaced when its file is missing."""

from pathlib import Path

import gguf
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy

from app.chat.turn_events import ReplyEnded
from app.chat.turns import Turns
from app.controllers.conversations.chat_panel import ChatPanelController
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.conversations.trash_controller import DeletionController
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Services
from app.controllers.undo import UndoOffers
from app.domain.chat_options import NO_MODEL, ChatModel, model_of
from app.domain.conversations import ConversationOptions, Preset
from app.domain.tabs import TabState
from app.domain.usage import ReplyUsage
from app.models.controllers.chat_models import ChatModelsController
from app.models.controllers.library import ModelLibraryController
from app.models.controllers.model_settings import ModelSettingsController
from app.models.host.host import ModelSpec
from app.models.library.model_files import ModelFiles
from app.models.library.model_library import ModelLibrary
from app.models.library.model_settings_store import is_file_key
from app.models.library_model import ModelFolder, ModelFolderKind
from app.models.settings_model import ModelSettings
from app.presets.controller import PresetsController
from app.widgets.chat_panel.changes import PRESET
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.sidebar.row_data import ID_ROLE
from app.widgets.transcript.model_line import MODEL_ROW
from engine.messages.config import EngineConfig
from tests.app.controllers.acting import press_toast, store, stored, toast_texts, until, view_of
from tests.app.controllers.conftest import models_of_chats
from tests.engine.gguf.gguf_files import write_model

SPOKEN = Qt.ItemDataRole.AccessibleTextRole


def write(path: Path, name: str) -> str:
    """Write a model file with this name."""
    write_model(path, more=lambda writer: rename(writer, name))
    return str(path)


def rename(writer: gguf.GGUFWriter, name: str) -> None:
    writer.kv_data[0]["general.name"].value = name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The only folder that is scanned."""
    folder = tmp_path / "models"
    folder.mkdir()
    return folder


@pytest.fixture
def usual(services: Services, folder: Path) -> str:
    """The file of the model of new chats."""
    path = write(folder / "usual-1B-Q4_0.gguf", "Usual 1B")
    services.settings.change(model_path=path)
    return path


@pytest.fixture
def other(folder: Path) -> str:
    return write(folder / "other-2B-Q4_0.gguf", "Other 2B")


@pytest.fixture
def library(services: Services, folder: Path, tmp_path: Path) -> ModelLibraryController:
    folders = (ModelFolder(ModelFolderKind.OWN, str(folder)),)
    return ModelLibraryController(services, ModelLibrary(tmp_path / "index"), folders)


@pytest.fixture
async def models(
    services: Services,
    turns: Turns,
    replies: Replies,
    tabs: TabsController,
    library: ModelLibraryController,
    usual: str,
    tmp_path: Path,
) -> ChatModelsController:
    """The controller, with a chat that is open and answered."""
    services.window.show()
    undo = UndoOffers(services.window, services.toasts)
    deletion = DeletionController(services, replies, tabs, undo)
    conversations = ConversationsController(services, replies, tabs, deletion)
    known, chats = services.history.known_models, services.history.conversations
    panel = ChatPanelController(services, turns, replies, AnswerForms(services))
    controller = ChatModelsController(
        services,
        replies,
        conversations,
        RoutesController(services, turns, replies),
        panel,
        PresetsController(services, panel),
        library,
        ModelFiles(known, chats, tmp_path / "index"),
        undo,
    )
    await until(lambda: controller.default.is_chosen)
    tabs.add(await store(services, "a", "Hi", "Hello"), is_activated=True)
    await conversations.refresh()
    return controller


def look(services: Services, conversation_id: str) -> str:
    """Return what a screen reader says of a row of the sidebar."""
    items = services.window.sidebar.conversations
    rows = (items.index(at) for at in range(items.rowCount()))
    return next(str(each.data(SPOKEN)) for each in rows if each.data(ID_ROLE) == conversation_id)


async def test_a_choice_is_stored_with_its_digest_and_shown_in_the_list(
    services: Services, models: ChatModelsController, other: str
) -> None:
    models.choose("a", other)
    await until(lambda: models.model_of("a").name == "Other 2B · Q4_0")
    await until(lambda: not is_file_key(models.model_of("a").digest))
    assert (await stored(services, "a")).options.model == models.model_of("a")
    assert await models.path_of("a") == other
    await until(lambda: "Model: Other 2B" in look(services, "a"))


async def test_a_change_of_the_model_is_a_line_and_can_be_undone(
    services: Services, models: ChatModelsController, other: str
) -> None:
    messages = view_of(services, "a").transcript.message_list
    answer = next(each for each in messages.by_id.values() if each.text == "Hello")
    answered = replace(answer, usage=ReplyUsage(model_name="Usual 1B · Q4_0"))
    view_of(services, "a").transcript.finish_reply(answered)
    models.choose("a", other)
    await until(lambda: messages.models == {MODEL_ROW: "Other 2B · Q4_0"})
    await until(lambda: bool(toast_texts(services)))
    assert toast_texts(services) == ["From here on, Other 2B · Q4_0 answers this chat."]
    press_toast(services, "Undo")
    await until(lambda: messages.models == {})
    await services.tasks.finish()
    assert (await stored(services, "a")).options.model == NO_MODEL


async def test_a_chat_keeps_the_model_that_has_answered_it(
    services: Services,
    models: ChatModelsController,
    replies: Replies,
    usual: str,
    other: str,
) -> None:
    reply = (await stored(services, "a")).messages[-1]
    ended = replace(reply, usage=ReplyUsage(model_name=models.default.name))
    replies.events.notify("a", ReplyEnded(ended, TabState()))
    await services.tasks.finish()
    services.settings.change(model_path=other)
    await until(lambda: models.default.name == "Other 2B · Q4_0")
    assert models.model_of("a").name == "Usual 1B · Q4_0"
    assert await models.path_of("a") == usual


async def test_a_missing_model_is_said_and_the_nearest_is_one_button_away(
    services: Services,
    models: ChatModelsController,
    tabs: TabsController,
    library: ModelLibraryController,
    folder: Path,
    other: str,
) -> None:
    gone = ChatModel("0" * 64, "Other 2B · Q8_0")
    library.scan()
    await until(lambda: library.state.is_read)
    await store(services, "b", "Hi", "Hello")
    await services.history.conversations.set_model("b", gone)
    tabs.add(await stored(services, "b"), is_activated=True)
    notice = view_of(services, "b").composer.notice
    await until(lambda: notice.text() != "")
    assert notice.text() == "The model of this chat, Other 2B · Q8_0, is missing."
    (button,) = notice.buttons
    assert button.text() == "Use Other 2B · Q4_0"
    button.click()
    await until(lambda: models.model_of("b").name == "Other 2B · Q4_0")
    assert notice.text() == ""


async def test_a_chat_whose_model_is_missing_says_so_in_the_list_before_it_is_opened(
    services: Services, models: ChatModelsController
) -> None:
    await store(services, "b", "Hi", "Hello")
    await services.history.conversations.set_model("b", ChatModel("0" * 64, "Gone 7B"))
    rows, found = services.window.sidebar.conversations, services.history.conversations
    rows.set_conversations(await found.summaries(), frozenset())
    await until(lambda: "Model: Gone 7B, which is missing" in look(services, "b"))
    assert "missing" not in look(services, "a")


async def test_the_notice_of_a_missing_model_ends_with_another_choice(
    services: Services, models: ChatModelsController, tabs: TabsController, other: str
) -> None:
    await store(services, "b", "Hi", "Hello")
    await services.history.conversations.set_model("b", ChatModel("0" * 64, "Gone 7B"))
    tabs.add(await stored(services, "b"), is_activated=True)
    notice = view_of(services, "b").composer.notice
    await until(lambda: notice.text() != "")
    models.choose("b", other)
    await until(lambda: models.model_of("b").name == "Other 2B · Q4_0")
    assert notice.text() == ""


async def test_a_file_that_is_opened_is_given_to_a_chat_with_its_own_model(
    services: Services, models: ChatModelsController, usual: str, other: str
) -> None:
    models.choose("a", usual)
    await until(lambda: models.model_of("a").is_chosen)
    await services.tasks.finish()
    services.window.requests.open_model_requested.emit(other)
    await until(lambda: models.model_of("a").name == "Other 2B · Q4_0")
    await services.tasks.finish()
    stored_chat = await services.history.conversations.get("a")
    assert stored_chat is not None
    assert stored_chat.options.model.name == "Other 2B · Q4_0"


async def answer(services: Services, label: str) -> None:
    """Press a button of the question which chats a file answers."""
    window = services.window
    await until(lambda: any(each.isVisible() for each in window.findChildren(QuestionBox)))
    (box,) = (each for each in window.findChildren(QuestionBox) if each.isVisible())
    (button,) = (each for each in box.buttons.buttons() if each.text() == label)
    button.click()


async def test_a_file_opened_for_a_chat_leaves_the_model_of_new_chats(
    services: Services, models: ChatModelsController, usual: str, other: str
) -> None:
    wanted = QSignalSpy(services.window.requests.default_model_requested)
    services.window.requests.chat_model_requested.emit(other)
    await answer(services, "Only this chat")
    await until(lambda: models.model_of("a").name == "Other 2B · Q4_0")
    await services.tasks.finish()
    assert services.settings.current.model_path == usual
    assert models.default.name == "Usual 1B · Q4_0"
    assert services.settings.current.recent_models == (other,), "the picker offers it again"
    assert toast_texts(services) == ["From here on, Other 2B · Q4_0 answers this chat."]
    press_toast(services, "Use for new chats")
    assert wanted.at(0) == [other]


async def test_a_file_opened_for_new_chats_can_be_kept_to_the_chat(
    services: Services, models: ChatModelsController, usual: str, other: str
) -> None:
    wanted = QSignalSpy(services.window.requests.default_model_requested)
    services.window.requests.chat_model_requested.emit(other)
    await answer(services, "This chat and new chats")
    assert wanted.at(0) == [other]
    assert toast_texts(services) == [], "the user may still refuse to end running answers"
    assert not models.model_of("a").name.startswith("Other")

    services.settings.change(model_path=other)  # as the controller of loads does
    await until(lambda: bool(toast_texts(services)))
    assert toast_texts(services) == ["Other 2B · Q4_0 answers this chat and new chats."]
    press_toast(services, "Only this chat")
    assert wanted.at(1) == [usual]
    services.settings.change(model_path=usual)
    await until(lambda: models.default.name == "Usual 1B · Q4_0")
    assert models.model_of("a").name == "Other 2B · Q4_0"


async def test_a_file_that_is_not_a_model_is_named_before_anything_is_asked(
    services: Services, models: ChatModelsController, usual: str, tmp_path: Path
) -> None:
    path = tmp_path / "noise.gguf"
    path.write_bytes(b"noise")
    services.window.requests.chat_model_requested.emit(str(path))
    await until(lambda: bool(toast_texts(services)))
    assert "noise.gguf" in toast_texts(services)[0]
    assert not services.window.findChildren(QuestionBox)


async def test_a_file_opened_without_a_chat_is_for_new_chats(
    services: Services, models: ChatModelsController, tabs: TabsController, other: str
) -> None:
    opened = QSignalSpy(services.window.requests.open_model_requested)
    services.window.panes.remove("a")
    services.window.requests.chat_model_requested.emit(other)
    assert opened.at(0) == [other]


async def test_a_chat_takes_the_model_of_the_preset_that_it_is_given(
    services: Services, models: ChatModelsController, tabs: TabsController, other: str
) -> None:
    panel = services.window.chat_panel
    await services.history.presets.save(Preset("calm", {"temperature": 0.1}))
    models.choose("a", other)
    await until(lambda: models.model_of("a").name == "Other 2B · Q4_0")
    await services.tasks.finish()
    panel.presets.model_toggled.emit("calm", True)
    await services.tasks.finish()
    (preset,) = await services.history.presets.all()
    assert model_of(preset.values) == models.model_of("a")
    tabs.add(await store(services, "b", "Hi", "Hello"), is_activated=True)
    panel.editor.show("b", ConversationOptions())
    panel.editor.set(PRESET, "calm")
    await until(lambda: models.model_of("b").name == "Other 2B · Q4_0")
    panel.presets.model_toggled.emit("calm", False)
    await services.tasks.finish()
    assert await services.history.presets.all() == (Preset("calm", {"temperature": 0.1}),)


async def test_a_model_of_chats_is_loaded_again_when_its_context_changes(
    services: Services, model_settings: ModelSettingsController, usual: str, other: str
) -> None:
    host, config = services.models.host, EngineConfig(context_window=512)
    await model_settings.use(usual)
    async with host.use(ModelSpec(other, config), "a"):
        await model_settings.save(other, ModelSettings(system_prompt="Answer in verse."))
        await model_settings.save(other, ModelSettings(context_window=1024))
        assert len(host.entries) == 1, "a reply is not cut"
    await until(lambda: host.entries == ())


async def test_a_chat_with_another_model_has_the_settings_of_that_model(
    services: Services,
    model_settings: ModelSettingsController,
    usual: str,
    other: str,
    tmp_path: Path,
) -> None:
    known = models_of_chats(services, tmp_path)
    chosen = (await known.model_of(other)).digest
    await model_settings.use(usual)
    await model_settings.save(other, ModelSettings(system_prompt="Answer in verse."))
    found = await model_settings.chat_settings_of(chosen)
    assert found is not None
    assert found.system_prompt == "Answer in verse."
    assert await model_settings.chat_settings_of((await known.model_of(usual)).digest) is None
