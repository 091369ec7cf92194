"""The models that programs can name: listed with their state, and loaded for their requests."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.controllers.services import Services
from app.errors import StorageError
from app.models.controllers.library import ModelLibraryController
from app.models.host.broker import Machine
from app.models.host.host import ModelSpec
from app.models.host.table import MAIN, Phase
from app.models.library.model_files import ModelFiles
from app.models.library.model_library import ModelLibrary
from app.models.library.model_settings_store import ModelSettingsStore
from app.models.library_model import ModelFolder, ModelFolderKind
from app.models.settings_model import ModelSettings
from app.programs.controller import OfferedModelsController
from app.programs.offered_models import OfferedModels
from engine.client.client import EngineClient
from engine.client.net_client import NetClient
from engine.client.server_client import ModelNotServed, ServerClient
from engine.load_mark import set_mark
from engine.messages.config import EngineConfig
from engine.messages.server_messages import ServedModel, ServerConfig
from tests.app.controllers import conftest as controllers
from tests.app.controllers.acting import until
from tests.fakes.engine_process import ENGINE_COMMAND
from tests.models.cache import cached_model
from tests.models.tiny import write_plain
from tests.models.tiny_encoders import write_bert

client = controllers.client
services = controllers.services

CONFIG = EngineConfig(context_window=512, slot_count=2)


class Listener(ServerClient):
    """Records the lists; there is no net process."""

    def __init__(self) -> None:
        super().__init__(NetClient())
        self.config = ServerConfig()
        self.listed: tuple[ServedModel, ...] = ()

    def set_models(self, models: tuple[ServedModel, ...]) -> None:
        self.listed = models


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two models."""
    folder = tmp_path / "models"
    folder.mkdir()
    for name in ("usual", "other"):
        (folder / f"{name}.gguf").write_bytes(cached_model(write_plain).read_bytes())
    (folder / "other.gguf").write_bytes(cached_model(write_plain).read_bytes() + bytes(32))
    return folder


@pytest.fixture
def server() -> Listener:
    return Listener()


@pytest.fixture
def served(
    services: Services, server: Listener, folder: Path, tmp_path: Path
) -> Iterator[OfferedModels]:
    services.settings.change(model_path=str(folder / "usual.gguf"))
    folders = (ModelFolder(ModelFolderKind.OWN, str(folder)),)
    library = ModelLibraryController(services, ModelLibrary(tmp_path / "index"), folders)
    known, chats = services.history.known_models, services.history.conversations
    files = ModelFiles(known, chats, tmp_path / "index")
    store = ModelSettingsStore(known, tmp_path / "index")

    async def spec_of(_digest: str) -> ModelSpec:
        return ModelSpec(str(folder / "other.gguf"), CONFIG)

    services.models.spec_of = spec_of
    yield OfferedModelsController(services, server, library, files, store).models
    del library


async def _listed(services: Services, server: Listener, folder: Path) -> dict[str, ServedModel]:
    services.settings.change(recent_models=(str(folder / "other.gguf"),))
    await until(lambda: any(each.id == "other" for each in server.listed))
    return {each.id: each for each in server.listed}


async def test_the_list_names_the_default_model_and_the_others(
    services: Services, served: OfferedModels, server: Listener, folder: Path
) -> None:
    listed = await _listed(services, server, folder)
    assert (listed["usual"].is_default, listed["other"].is_default) == (True, False)
    assert not listed["other"].is_loaded
    assert {each.trouble for each in listed.values()} == {""}, "none was tried"


async def test_the_default_model_stays_listed_when_its_file_is_lost(
    services: Services, served: OfferedModels, server: Listener, folder: Path
) -> None:
    await _listed(services, server, folder)
    for name in ("usual", "other"):
        (folder / f"{name}.gguf").unlink()
    await served.refresh()
    listed = {each.id: each.is_default for each in server.listed}
    assert listed["usual"]
    assert "other" not in listed


async def test_a_model_that_only_embeds_is_listed_as_such(
    services: Services, served: OfferedModels, server: Listener, folder: Path, tmp_path: Path
) -> None:
    (folder / "encoder.gguf").write_bytes(cached_model(write_bert).read_bytes())
    library = ModelLibrary(tmp_path / "index")
    async for _ in library.scan((ModelFolder(ModelFolderKind.OWN, str(folder)),)):
        pass
    await served.refresh()
    listed = {each.id: each for each in server.listed}
    assert listed["encoder"].embeds_only
    assert not listed["usual"].embeds_only


async def test_a_model_is_listed_with_the_aliases_of_its_settings(
    services: Services, served: OfferedModels, server: Listener, folder: Path, tmp_path: Path
) -> None:
    store = ModelSettingsStore(services.history.known_models, tmp_path / "index")
    await store.save(str(folder / "other.gguf"), ModelSettings(aliases=("gpt-4o", "small")))
    assert (await _listed(services, server, folder))["other"].aliases == ("gpt-4o", "small")


async def test_a_model_that_appears_while_the_list_is_read_is_listed(
    services: Services, served: OfferedModels, server: Listener, folder: Path
) -> None:
    await _listed(services, server, folder)
    third = folder / "third.gguf"
    services.settings.change(recent_models=())
    await asyncio.sleep(0)  # it is being read
    third.write_bytes(cached_model(write_plain).read_bytes() + bytes(64))
    services.settings.change(recent_models=(str(third),))
    await until(lambda: any(each.id == "third" for each in server.listed))
    ids = [each.id for each in server.listed]
    assert "other" not in ids, "the list was read again"
    assert len(ids) == len(set(ids))


async def test_a_model_is_in_use_while_a_program_needs_it(
    services: Services,
    served: OfferedModels,
    server: Listener,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def make_client() -> EngineClient:
        client = EngineClient(ENGINE_COMMAND)
        client.channel_address = "where it is"
        return client

    monkeypatch.setattr(services.models.host, "_make_client", make_client)
    await _listed(services, server, folder)
    async with served.use("other") as address:
        assert address == "where it is"
        (entry,) = services.models.host.entries
        assert entry.users == ("program",)
        assert next(each.is_loaded for each in server.listed if each.id == "other")
        server.unload("other")  # as a program asks
    host = services.models.host
    (entry,) = host.entries
    assert (entry.users, entry.phase) == ((), Phase.READY), "it was in use"
    async with served.use("other"):
        server.keep_alive("other", 0.0)
    await until(lambda: host.entries == ())
    async with served.use("other"):
        (entry,) = host.entries
    host.pin(entry.key, is_pinned=True)
    server.unload("other")
    await asyncio.sleep(0)
    assert host.entries, "the user keeps it loaded"
    host.pin(entry.key, is_pinned=False)
    server.unload("other")
    await until(lambda: host.entries == ())
    with pytest.raises(ModelNotServed, match="no model “unknown”"):
        async with served.use("unknown"):
            pass


async def test_a_model_whose_settings_cannot_be_read_is_refused_with_the_reason(
    services: Services, served: OfferedModels, server: Listener, folder: Path
) -> None:
    async def fail(_digest: str) -> ModelSpec:
        raise StorageError("The histories can't be read.")

    await _listed(services, server, folder)
    services.models.spec_of = fail
    with pytest.raises(ModelNotServed, match="can't be read") as refused:
        async with served.use("other"):
            pass
    assert refused.value.retry_seconds == 0


async def test_a_model_that_ended_its_process_is_refused_with_what_helps_a_program(
    services: Services, served: OfferedModels, server: Listener, folder: Path
) -> None:
    await _listed(services, server, folder)
    host = services.models.host
    async with served.use("other"):
        config = host.entries[0].client.state.config
        assert config is not None
    host.unload(host.entries[0].key)
    await until(lambda: host.entries == ())
    for _ in range(2):
        set_mark(Path(config.cache_dir or ""), folder / "other.gguf")
    with pytest.raises(ModelNotServed, match="start `hubbub serve` with it") as refused:
        async with served.use("other"):
            pass
    assert refused.value.retry_seconds == 0


async def test_a_model_whose_load_was_killed_once_is_loaded_again_for_a_program(
    services: Services, served: OfferedModels, server: Listener, folder: Path
) -> None:
    await _listed(services, server, folder)
    host = services.models.host
    key = await host.key_of(ModelSpec(str(folder / "other.gguf"), CONFIG))
    for _ in range(2):  # with the computer, or the whole program
        async with served.use("other"):
            (entry,) = host.entries
            assert (entry.key, entry.users) == (key, ("program",))
            config = entry.client.state.config
            assert config is not None
        host.unload(key)
        await until(lambda: host.entries == ())
        set_mark(Path(config.cache_dir or ""), folder / "other.gguf")


async def test_a_model_is_listed_as_loading_until_its_load_fails_with_the_reason(
    services: Services,
    served: OfferedModels,
    server: Listener,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = folder / "missing.gguf"  # the scripted engine does not load it
    path.write_bytes((folder / "other.gguf").read_bytes())

    async def spec_of(_digest: str) -> ModelSpec:
        return ModelSpec(str(path), CONFIG)

    services.models.spec_of = spec_of
    monkeypatch.setattr(services.models.host, "_make_client", lambda: EngineClient(ENGINE_COMMAND))
    services.settings.change(recent_models=(str(path),))
    await until(lambda: any(each.id == "missing" for each in server.listed))
    states = [next(each for each in server.listed if each.id == "missing")]
    show = server.set_models

    def record(models: tuple[ServedModel, ...]) -> None:
        show(models)
        states.append(next(each for each in models if each.id == "missing"))

    monkeypatch.setattr(server, "set_models", record)
    with pytest.raises(ModelNotServed) as refused:
        async with served.use("missing"):
            pass
    await until(lambda: services.models.host.entries == ())
    assert (states[0].progress, states[0].trouble) == (None, "")
    assert any(each.progress is not None for each in states)
    assert states[-1].progress is None
    assert states[-1].trouble == str(refused.value) != ""


async def test_a_model_without_room_is_refused_at_once(
    services: Services,
    served: OfferedModels,
    server: Listener,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await _listed(services, server, folder)
    full = Machine({MAIN: 1 << 20}, {MAIN: 16 << 30})
    monkeypatch.setattr(services.models.host.memory, "read", lambda: full)
    async with asyncio.timeout(60):
        with pytest.raises(ModelNotServed) as refused:
            async with served.use("other"):
                pass
    assert refused.value.retry_seconds == 10
    assert services.models.host.entries == ()
