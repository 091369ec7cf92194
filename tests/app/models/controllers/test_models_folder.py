"""Another models folder: remaining files are still found, unfinished downloads move."""

from pathlib import Path

import pytest

from app.controllers.services import Services
from app.models.controllers.folder import ModelsFolderController
from app.models.library.model_folders import models_folder
from app.models.library.model_settings_store import ModelSettingsStore
from app.settings import Settings
from app.widgets.kit.forms import CheckBox
from app.widgets.kit.small_dialogs import QuestionBox
from engine.client.net_client import NetClient
from tests.app.controllers.acting import until


@pytest.fixture
def folder(
    services: Services, net: NetClient, models: Path, tmp_path: Path
) -> ModelsFolderController:
    (models / "a.gguf").write_bytes(b"a")
    (models / "b.gguf.part").write_bytes(b"b")
    services.window.show()
    store = ModelSettingsStore(services.history.known_models, tmp_path / "index")
    return ModelsFolderController(services, net, store, models)


async def asked(services: Services, folder: ModelsFolderController, new: Path) -> QuestionBox:
    folder.change(new)
    await until(lambda: services.window.findChild(QuestionBox) is not None)
    question = services.window.findChild(QuestionBox)
    assert question is not None
    return question


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


async def test_models_that_stay_are_still_found(
    services: Services, folder: ModelsFolderController, models: Path, tmp_path: Path
) -> None:
    built_again: list[bool] = []
    folder.on_restart = lambda: built_again.append(True)
    question = await asked(services, folder, tmp_path / "new")
    box = question.findChild(CheckBox)
    assert box is not None
    box.setChecked(False)
    question.accept()
    await until(lambda: built_again == [True])
    assert names(models) == ["a.gguf"]
    assert names(tmp_path / "new") == ["b.gguf.part"]
    settings = services.settings.current
    assert settings.models_folder == str(tmp_path / "new")
    assert settings.model_folders == (str(models),)


async def test_paths_in_the_settings_follow_their_files(
    services: Services, folder: ModelsFolderController, models: Path, tmp_path: Path
) -> None:
    built_again: list[bool] = []
    folder.on_restart = lambda: built_again.append(True)
    services.settings.change(recent_models=(str(models / "a.gguf"), "/elsewhere/b.gguf"))
    (await asked(services, folder, tmp_path / "new")).accept()
    await until(lambda: built_again == [True])
    settings = services.settings.current
    assert settings.recent_models == (str(tmp_path / "new" / "a.gguf"), "/elsewhere/b.gguf")
    assert settings.model_folders == ()
    assert not models.exists()


@pytest.mark.parametrize("named", [None, "", "models", "/with\0nothing"])
def test_a_folder_that_is_none_is_not_taken_from_the_settings(
    named: str | None, tmp_path: Path
) -> None:
    assert models_folder(Settings(models_folder=named), tmp_path) == tmp_path


async def test_who_cancels_changes_nothing(
    services: Services, folder: ModelsFolderController, models: Path, tmp_path: Path
) -> None:
    before = services.settings.current
    (await asked(services, folder, tmp_path / "new")).reject()
    assert services.settings.current == before
    assert names(models) == ["a.gguf", "b.gguf.part"]
