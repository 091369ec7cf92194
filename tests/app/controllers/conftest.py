"""The services of controllers: a real window, a real history, and a client that records."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.chat.request_builder import ChatSettings
from app.chat.turns import Turns
from app.comparisons.runs_controller import ComparisonRuns
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.controllers.settings_controller import SettingsController
from app.controllers.tasks import Tasks
from app.controllers.toasts import Toasts
from app.data_folders import Paths
from app.media.attached import Pictures
from app.models.controllers.downloads import DownloadsController
from app.models.controllers.library import ModelLibraryController
from app.models.controllers.model_settings import ModelSettingsController
from app.models.host.specs import ModelSpecs
from app.models.library.model_files import ModelFiles
from app.models.library.model_library import ModelLibrary
from app.models.library.model_settings_store import ModelSettingsStore
from app.settings import Settings, SettingsFile
from app.storage.history import History
from app.widgets.composer.composer import Composer
from app.widgets.window.main_window import MainWindow
from app.widgets.window.tray_icon import TrayIcon
from engine.client.client import EngineClient, EnginePhase
from engine.messages.sampling_params import SamplingParams
from tests.app.controllers.acting import Stage
from tests.fakes.engine_client import scripted_client, until
from tests.fakes.local_models import local_models
from tests.fakes.picture_decoder import DirectDecoder
from tests.fakes.recording_client import RecordingClient


@pytest.fixture
def scripted_engine() -> None:
    """Asked for by tests whose client has a process, which answers as scripted."""


@pytest.fixture
async def client(request: pytest.FixtureRequest) -> AsyncIterator[EngineClient]:
    """A client without a process, or the scripted engine's, which is ready."""
    if "scripted_engine" not in request.fixturenames:
        yield RecordingClient()
        return
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        yield client


@pytest.fixture
async def services(qtbot: QtBot, tmp_path: Path, client: EngineClient) -> AsyncIterator[Services]:
    """What controllers work with."""
    window = MainWindow()
    qtbot.addWidget(window, before_close_func=lambda shown: shown.force_close())
    history = await History.open(tmp_path / "history.sqlite3")
    toasts = Toasts(window)
    tasks = Tasks(toasts.report)
    file = SettingsFile(tmp_path / "settings.json")
    settings = SettingsController(Settings(), file, tasks)
    models = local_models(client, tmp_path / "cache" / "conversations")
    yield Services(window, history, client, settings, tasks, toasts, models)
    for box in window.findChildren(Composer):
        box.flush_draft()  # its timer would fire when there is no loop any more
    await tasks.finish()
    await models.close()
    await history.close()


@pytest.fixture
async def pictures(services: Services) -> AsyncIterator[Pictures]:
    """The pictures of that history."""
    pictures = Pictures(services.history, DirectDecoder())
    yield pictures
    await pictures.close()


@pytest.fixture
def turns(services: Services) -> Turns:
    """The turns of that history."""
    settings = ChatSettings("", SamplingParams(temperature=0.0))
    return Turns(services.history, services.client, settings, services.toasts.report)


@pytest.fixture
async def replies(services: Services, turns: Turns) -> AsyncIterator[Replies]:
    """The replies to those turns."""
    replies = Replies(services.window, turns, services.tasks)
    yield replies
    await replies.close()


@pytest.fixture
def model_settings(services: Services, tmp_path: Path) -> ModelSettingsController:
    """What is set for single models; no folder is looked through for models."""
    library = ModelLibraryController(services, ModelLibrary(tmp_path / "index"), ())
    store = ModelSettingsStore(services.history.known_models, tmp_path / "index")
    return ModelSettingsController(services, store, library, models_of_chats(services, tmp_path))


@pytest.fixture
def specs(services: Services, tmp_path: Path) -> ModelSpecs:
    """How models are loaded; folders are below that of the test."""
    store = ModelSettingsStore(services.history.known_models, tmp_path / "index")
    paths, found = Paths.under(tmp_path), models_of_chats(services, tmp_path)
    return ModelSpecs(lambda: services.settings.current, paths, store, found)


def models_of_chats(services: Services, tmp_path: Path) -> ModelFiles:
    """Return the models of chats in that history."""
    history = services.history
    return ModelFiles(history.known_models, history.conversations, tmp_path / "index")


@pytest.fixture
def tabs(services: Services, replies: Replies) -> TabsController:
    """The tabs of that window."""
    return TabsController(services, replies)


@pytest.fixture
def stage(
    services: Services, turns: Turns, replies: Replies, downloads: DownloadsController
) -> Iterator[Stage]:
    services.window.show()
    tray = TrayIcon(services.window.requests, services.window)
    stage = Stage(services, replies, turns, downloads, ComparisonRuns(services, turns), tray)
    yield stage
    stage.comparisons.close()
    stage.leaving.close()
