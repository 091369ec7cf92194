"""A model is loaded with the projector in its folder, the one in its settings, or none."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.models.controllers.loading import ModelController
from app.models.controllers.model_settings import ModelSettingsController
from app.models.host.specs import ModelSpecs
from app.models.settings_model import ModelSettings
from app.models.view.model_settings_page import ModelSettingsPage
from engine.client.client import EnginePhase, EngineState
from tests.app.controllers.acting import press_toast, toast_texts
from tests.fakes.recording_client import RecordingClient
from tests.models.cache import cached_model
from tests.models.projector_headers import write_projector_header
from tests.models.tiny import WIDTH, write_mrope


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A model with a projector in its folder."""
    folder = tmp_path / "models"
    folder.mkdir()
    write_projector_header(folder / "mmproj-tiny.gguf", row_width=WIDTH, width=4096)
    path = folder / "tiny.gguf"
    path.write_bytes(cached_model(write_mrope).read_bytes())
    return path


@pytest.fixture
async def model(
    services: Services,
    replies: Replies,
    client: RecordingClient,
    specs: ModelSpecs,
    model_settings: ModelSettingsController,
    file: Path,
) -> ModelController:
    """The model, which is loaded."""
    controller = ModelController(services, replies, specs, model_settings)
    controller.open(str(file))
    await services.tasks.finish()
    return controller


async def _dialog(
    services: Services, own: ModelSettingsController, file: Path
) -> ModelSettingsPage:
    services.window.requests.model_settings_requested.emit(str(file))
    await services.tasks.finish()
    assert own.page is not None
    return own.page


async def test_the_projector_in_its_folder_is_loaded(
    model: ModelController, client: RecordingClient, file: Path
) -> None:
    assert client.loaded[-1][1].projector_path == str(file.with_name("mmproj-tiny.gguf"))


async def test_none_and_another_file_can_be_set(
    services: Services,
    model: ModelController,
    client: RecordingClient,
    model_settings: ModelSettingsController,
    file: Path,
    tmp_path: Path,
) -> None:
    dialog = await _dialog(services, model_settings, file)
    row = dialog.projector_row
    entries = [row.box.itemText(at) for at in range(row.box.count())]
    assert entries[:2] == ["Automatic", "None: text only"]
    assert row.note() == "Uses mmproj-tiny.gguf."
    assert entries[2].startswith("mmproj-tiny.gguf · ")
    assert entries[3:] == ["Choose a file…"]
    with_eyes = dialog.fit_note.text()
    QTest.keyClick(row.box, Qt.Key.Key_Down)
    assert dialog.fit_note.text() != with_eyes  # what seeing takes is reckoned
    dialog.accept()
    await services.tasks.finish()
    assert client.loaded[-1][1].projector_path is None
    other = write_projector_header(tmp_path / "other.gguf", row_width=WIDTH)
    dialog = await _dialog(services, model_settings, file)
    dialog.projector_row.take_file(str(other))
    await services.tasks.finish()
    dialog.accept()
    await services.tasks.finish()
    assert client.loaded[-1][1].projector_path == str(other)
    assert (await _dialog(services, model_settings, file)).projector_row.value() == str(other)


async def test_a_wrong_one_is_a_sentence_and_is_not_saved(
    services: Services,
    model: ModelController,
    client: RecordingClient,
    model_settings: ModelSettingsController,
    file: Path,
    tmp_path: Path,
) -> None:
    wrong = write_projector_header(tmp_path / "wrong.gguf", "gemma3", WIDTH)
    dialog = await _dialog(services, model_settings, file)
    dialog.projector_row.take_file(str(wrong))
    await services.tasks.finish()
    assert "belongs to another family of models" in dialog.projector_row.error_text()
    dialog.accept()
    assert dialog.isVisible()
    dialog.reset_button.click()
    dialog.accept()
    await services.tasks.finish()
    assert len(client.loaded) == 1


async def test_one_that_became_wrong_is_said_and_the_model_reads_text(
    services: Services,
    model: ModelController,
    client: RecordingClient,
    model_settings: ModelSettingsController,
    file: Path,
    tmp_path: Path,
) -> None:
    own = ModelSettings(projector_path=str(tmp_path / "gone.gguf"))
    await model_settings.save(str(file), own)
    await services.tasks.finish()
    assert client.loaded[-1][1].projector_path is None
    assert any("gone.gguf" in text for text in toast_texts(services))


async def test_a_load_that_fails_can_be_tried_without_pictures(
    services: Services, model: ModelController, client: RecordingClient, file: Path
) -> None:
    client.become(EngineState(EnginePhase.EMPTY, "No room.", failed_path=str(file)))
    press_toast(services, "Load it without pictures")
    await services.tasks.finish()
    assert client.loaded[-1][1].projector_path is None
