"""Fixtures of the models controllers: a local hub, and the real net process."""

import asyncio
import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.controllers.services import Services
from app.models.controllers.downloads import DownloadsController, LeftoversController
from app.models.controllers.hub_repository import HubRepositoryController
from app.models.controllers.hub_search import HubSearchController
from app.models.controllers.library import ModelLibraryController
from app.models.controllers.local_models import ModelsPageController
from app.models.library.model_library import USUAL_LOAD, ModelLibrary
from app.models.library.recommended_models import RecommendedModel, recommended_models
from app.models.library_model import ModelFolder, ModelFolderKind, ModelLibraryState
from engine.client.net_client import NET_VARIABLES, NetClient
from engine.gguf.memory_plan import LoadPlan
from engine.ipc.supervisor import RestartPolicy
from engine.ipc.watchdog import HangLimits
from tests.app.controllers import conftest as controllers
from tests.models.cache import cached_model
from tests.models.tiny import write_plain
from tests.net.hub_files import Repository
from tests.net.hub_server import HubServer

scripted_engine = controllers.scripted_engine
client = controllers.client
services = controllers.services
pictures = controllers.pictures
turns = controllers.turns
replies = controllers.replies
model_settings = controllers.model_settings
specs = controllers.specs
tabs = controllers.tabs
stage = controllers.stage


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    """A local hub that has the recommended models only."""
    for name in os.environ:
        if name.upper() in NET_VARIABLES:
            monkeypatch.delenv(name)
    with HubServer(page_size=30) as server:
        server.repositories |= {
            each.repository: recommended_repository(each) for each in recommended_models().models
        }
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        monkeypatch.setenv("HF_TOKEN", "hf_secret")
        yield server


def recommended_repository(model: RecommendedModel, **more: Any) -> Repository:
    """Return the repository of an entry of the list, with a tiny model as its file."""
    file = model.file.replace("*", "of-the-list")
    files = {file: cached_model(write_plain).read_bytes()}
    if model.projector_bytes:
        files["mmproj-F16.gguf"] = b"GGUF, as far as a download knows"
    return Repository(model.repository, files, **more)


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """Hubbub's own folder of models."""
    folder = tmp_path / "models"
    folder.mkdir()
    return folder


@pytest.fixture
def hang() -> HangLimits:
    """The limits after which the net process counts as hung."""
    return HangLimits()


@pytest.fixture
async def net(hub: HubServer, models: Path, hang: HangLimits) -> AsyncIterator[NetClient]:
    """A client of the real net process, which starts on the first request."""
    policy = RestartPolicy(back_off_seconds=(0.0, 0.0), hang=hang)
    client = NetClient(folder=str(models), policy=policy)
    yield client
    await client.close()


class IdleLibrary(ModelLibrary):
    """A library without models, which starts no process."""

    async def scan(
        self, folders: Iterable[ModelFolder], load: LoadPlan = USUAL_LOAD
    ) -> AsyncGenerator[ModelLibraryState, None]:
        """Yield a finished scan."""
        yield ModelLibraryState(is_listed=True, is_read=True)

    async def add_files(
        self, paths: Iterable[str], folder: ModelFolder, load: LoadPlan = USUAL_LOAD
    ) -> AsyncGenerator[ModelLibraryState, None]:
        """Yield the state without a change."""
        yield self.state

    async def keep_ready(self) -> None:
        """Wait until it is cancelled."""
        await asyncio.Event().wait()


@pytest.fixture
def library(services: Services, models: Path, tmp_path: Path) -> ModelLibraryController:
    folder = ModelFolder(ModelFolderKind.OWN, str(models))
    return ModelLibraryController(services, IdleLibrary(tmp_path / "index"), (folder,))


@pytest.fixture
def downloads(
    services: Services, net: NetClient, library: ModelLibraryController, models: Path
) -> Iterator[DownloadsController]:
    """Downloads into that folder; the offline setting is passed to the client."""
    services.settings.changes.add(lambda _old, new: net.set_offline(new.is_offline))
    controller = DownloadsController(services, net, library, models)
    yield controller
    controller.close()


@pytest.fixture
def search(
    services: Services,
    net: NetClient,
    library: ModelLibraryController,
    downloads: DownloadsController,
    models: Path,
) -> HubSearchController:
    repository = HubRepositoryController(services, net, library, downloads, models)
    leftovers = LeftoversController(services, downloads, models)
    return HubSearchController(services, net, repository, downloads, leftovers)


@pytest.fixture
def models_page(
    services: Services, library: ModelLibraryController, search: HubSearchController
) -> ModelsPageController:
    services.window.show()
    return ModelsPageController(services, library, search)


@pytest.fixture
def add_repository(hub: HubServer) -> Callable[..., Repository]:
    """Adds a repository of a tiny model in the given quantizations to the hub."""
    content = cached_model(write_plain).read_bytes()

    def add(name: str, *quantizations: str, **more: Any) -> Repository:
        stem = name.partition("/")[2].removesuffix("-GGUF")
        files = {
            f"{stem}-{each}.gguf": content + bytes(100 * at)
            for at, each in enumerate(quantizations or ("Q4_K_M",))
        }
        repository = Repository(name, files, **more)
        hub.repositories[name] = repository
        return repository

    return add
