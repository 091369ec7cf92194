"""The picker offers recent models, stores them, and loads the chosen one."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

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
from app.domain.tabs import EngineStatus
from app.machines.model import HERE, EndpointSetting, RemoteModel, Route
from app.models.controllers.chat_models import ChatModelsController
from app.models.controllers.library import ModelLibraryController
from app.models.controllers.picker import ModelPickerController
from app.models.library.model_files import ModelFiles
from app.models.library.model_library import ModelLibrary
from app.models.library.models import MAX_RECENT, builtin_model
from app.models.library_model import ModelFolder, ModelFolderKind
from app.models.model import FitWord, ModelChoice, ModelPlace, ModelState
from app.models.view.model_picker import ModelPicker
from app.presets.controller import PresetsController
from engine.client.client import EnginePhase, EngineState
from tests.app.controllers.acting import until, view_of
from tests.engine.gguf.gguf_files import write_model
from tests.fakes.engine_process import model_info
from tests.fakes.recording_client import RecordingClient

NONE = ModelChoice("", ModelPlace.FOUND)
BUILTIN = str(builtin_model())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The only folder that is scanned."""
    folder = tmp_path / "models"
    folder.mkdir()
    return folder


@pytest.fixture
def models(
    services: Services,
    turns: Turns,
    replies: Replies,
    tabs: TabsController,
    folder: Path,
    tmp_path: Path,
) -> ModelPickerController:
    services.window.show()
    folders = (ModelFolder(ModelFolderKind.OWN, str(folder)),)
    library = ModelLibraryController(services, ModelLibrary(tmp_path / "index"), folders)
    routes = RoutesController(services, turns, replies)
    undo = UndoOffers(services.window, services.toasts)
    deletion = DeletionController(services, replies, tabs, undo)
    conversations = ConversationsController(services, replies, tabs, deletion)
    files = ModelFiles(
        services.history.known_models, services.history.conversations, tmp_path / "index"
    )
    panel = ChatPanelController(services, turns, replies, AnswerForms(services))
    presets = PresetsController(services, panel)
    chat_models = ChatModelsController(
        services, replies, conversations, routes, panel, presets, library, files, undo
    )
    return ModelPickerController(services, replies, library, routes, chat_models)


def _loaded(path: str) -> EngineState:
    return EngineState(EnginePhase.READY, model=model_info(path))


def _open(services: Services, models: ModelPickerController) -> ModelPicker:
    services.window.actions_by_name.models.trigger()
    picker = models.picker
    assert picker is not None
    return picker


def _offered(picker: ModelPicker) -> list[ModelChoice]:
    rows = (picker.items.row(picker.items.index(at)) for at in range(picker.items.rowCount()))
    return [row.model for row in rows if row is not None and row.model is not None]


def _choices(picker: ModelPicker) -> dict[str | None, ModelChoice]:
    return {choice.path: choice for choice in _offered(picker) if choice.route is None}


def _elsewhere(picker: ModelPicker, route: Route) -> ModelChoice:
    return next(choice for choice in _offered(picker) if choice.route == route)


async def test_files_that_were_loaded_are_remembered_the_last_one_first(
    services: Services, client: RecordingClient, models: ModelPickerController
) -> None:
    assert models
    for name in ("a", "b", "a"):
        client.become(_loaded(f"/models/{name}.gguf"))
    client.become(_loaded(BUILTIN))
    recent = services.settings.current.recent_models
    assert recent == ("/models/a.gguf", "/models/b.gguf")
    for number in range(MAX_RECENT + 3):
        client.become(_loaded(f"/models/{number}.gguf"))
    assert len(services.settings.current.recent_models) == MAX_RECENT


async def test_each_model_is_offered_once_at_its_place(
    services: Services, client: RecordingClient, models: ModelPickerController, tmp_path: Path
) -> None:
    file = str(write_model(tmp_path / "tiny.gguf"))
    services.settings.change(recent_models=("/gone/away.gguf", file))
    client.become(_loaded(file))
    picker = _open(services, models)
    assert _choices(picker)[file].state is ModelState.LOADED
    await until(lambda: _choices(picker)[file].byte_count > 0)
    offered = _choices(picker)
    assert {path: each.place for path, each in offered.items()} == {
        file: ModelPlace.IN_USE,
        "/gone/away.gguf": ModelPlace.RECENT,
        None: ModelPlace.BUILT_IN,
    }
    assert offered[file].name == "Tiny Model"
    assert offered["/gone/away.gguf"].state is ModelState.GONE
    assert offered[None].fit.word is FitWord.FITS


async def test_models_of_this_computer_follow_the_recent_ones(
    services: Services, client: RecordingClient, models: ModelPickerController, folder: Path
) -> None:
    used, other = (str(write_model(folder / f"{name}-Q4_0.gguf")) for name in ("used", "other"))
    write_model(folder / "mmproj-used-F16.gguf", "clip")
    (folder / "broken.gguf").write_bytes(b"nothing")
    client.become(_loaded(used))
    picker = _open(services, models)
    await until(lambda: _choices(picker).get(other, NONE).name == "Tiny Model · Q4_0")
    offered = _choices(picker)
    assert [each.path for each in offered.values()] == [used, None, other]
    assert offered[used].place is ModelPlace.IN_USE
    assert offered[other].place is ModelPlace.FOUND
    assert offered[other].name == "Tiny Model · Q4_0"
    assert offered[other].fit.word is FitWord.FITS


async def test_a_model_that_loads_is_shown_as_that_until_it_is_loaded(
    services: Services, client: RecordingClient, models: ModelPickerController, tmp_path: Path
) -> None:
    file = str(write_model(tmp_path / "tiny.gguf"))
    services.settings.change(model_path=file)
    client.become(EngineState(EnginePhase.LOADING, progress=0.3))
    picker = _open(services, models)
    assert _choices(picker)[file].state is ModelState.LOADING
    client.become(EngineState(EnginePhase.EMPTY, failed_path=file))
    assert _choices(picker)[file].state is ModelState.READY
    client.become(_loaded(file))
    assert _choices(picker)[file].state is ModelState.LOADED


async def test_what_is_chosen_is_opened_and_what_is_loaded_is_not_again(
    services: Services, client: RecordingClient, models: ModelPickerController
) -> None:
    opened: list[str] = []
    services.window.requests.open_model_requested.connect(opened.append)
    services.window.requests.builtin_model_requested.connect(lambda: opened.append("built in"))
    client.become(_loaded("/models/a.gguf"))
    services.settings.change(recent_models=("/models/a.gguf", "/models/b.gguf"))
    for path in ("/models/a.gguf", "/models/b.gguf", None):
        picker = _open(services, models)
        picker.selected.emit(_choices(picker)[path])
    assert opened == ["/models/b.gguf", "built in"]


async def test_a_removed_file_is_forgotten(
    services: Services, client: RecordingClient, models: ModelPickerController
) -> None:
    client.become(_loaded(BUILTIN))
    services.settings.change(recent_models=("/gone/a.gguf", "/gone/b.gguf"))
    picker = _open(services, models)
    picker.removed.emit("/gone/a.gguf")
    assert services.settings.current.recent_models == ("/gone/b.gguf",)
    assert "/gone/a.gguf" not in _choices(picker)
    await until(lambda: _choices(picker)["/gone/b.gguf"].state is ModelState.GONE)
    assert set(_choices(picker)) == {None, "/gone/b.gguf"}


async def test_models_of_other_machines_answer_the_chat_in_front_only(
    services: Services,
    client: RecordingClient,
    models: ModelPickerController,
    tabs: TabsController,
) -> None:
    rack = EndpointSetting("5f", "rack", "http://rack:8000", models=(RemoteModel("qwen3", 4096),))
    services.settings.change(endpoints=(rack,))
    client.become(_loaded(BUILTIN))
    await tabs.new_tab()
    picker = _open(services, models)
    route = Route("5f", "qwen3")
    there = _elsewhere(picker, route)
    assert (there.machine, there.state) == ("rack", ModelState.READY)
    picker.selected.emit(there)
    chat = services.window.panes.active_id()
    assert chat is not None
    await until(lambda: view_of(services, chat).header.model_button.label == "qwen3 · on rack")
    assert client.loaded == []
    again = _open(services, models)
    assert _elsewhere(again, route).state is ModelState.IN_CHAT
    local = _choices(again)[None]
    assert local.state is ModelState.LOADED
    again.selected.emit(local)
    await until(lambda: "rack" not in services.window.panes.items.state(chat).machine)
    options = await services.history.conversations.options(chat)
    assert options is not None
    assert options.chat.route == HERE


async def test_offline_no_model_elsewhere_can_be_chosen(
    services: Services, models: ModelPickerController, tabs: TabsController
) -> None:
    rack = EndpointSetting("5f", "rack", "http://rack:8000", models=(RemoteModel("qwen3"),))
    services.settings.change(endpoints=(rack,), is_offline=True)
    await tabs.new_tab()
    picker = _open(services, models)
    QTest.keyClicks(picker.box, "qwen3")
    QTest.keyClick(picker.box, Qt.Key.Key_Return)
    assert picker.isVisible()
    assert "works offline" in picker.effect_label.text()


async def test_it_opens_below_the_button_that_was_clicked(
    services: Services, models: ModelPickerController, tabs: TabsController
) -> None:
    window = services.window
    conversation_id = await tabs.new_tab()
    button = view_of(services, conversation_id).header.model_button
    button.set_model(EngineStatus(is_ready=True, model_name="A model with a long name"))
    button.show()
    QApplication.processEvents()
    chip = window.engine_corner.chip
    requests = window.requests
    for ask, anchor in (
        (chip.click, chip),
        (partial(requests.models_requested.emit, button), button),
        (window.actions_by_name.models.trigger, button),
    ):
        ask()
        assert models.picker is not None
        end = anchor.mapTo(window, anchor.rect().bottomRight())
        assert 0 < models.picker.geometry().top() - end.y() < 10
        assert abs(models.picker.geometry().right() - end.x()) <= 12
