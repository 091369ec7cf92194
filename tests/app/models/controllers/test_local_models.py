"""The models page: real files are found, used, inspected, deleted and restored."""

import hashlib
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QLabel

from app.controllers.services import Services
from app.models.controllers.library import ModelLibraryController
from app.models.controllers.local_models import ModelsPageController
from app.models.library.model_library import ModelLibrary
from app.models.library_model import ModelFolder, ModelFolderKind
from app.models.view.models_page import ModelsPage
from app.widgets.kit.small_dialogs import QuestionBox
from engine.client.client import EnginePhase, EngineState
from tests.app.controllers.acting import until
from tests.engine.gguf.gguf_files import write_model
from tests.fakes.engine_process import model_info
from tests.fakes.recording_client import RecordingClient
from tests.models.cache import cached_model
from tests.models.tiny_encoders import write_bert, write_reranker


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Hubbub's own folder of models, with the trash next to it."""
    (tmp_path / "share").mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    folder = tmp_path / "models"
    folder.mkdir()
    return folder


@pytest.fixture
def jan(tmp_path: Path) -> Path:
    folder = tmp_path / "jan"
    folder.mkdir()
    return folder


@pytest.fixture
def controller(services: Services, folder: Path, jan: Path, tmp_path: Path) -> ModelsPageController:
    services.window.show()
    folders = (
        ModelFolder(ModelFolderKind.OWN, str(folder)),
        ModelFolder(ModelFolderKind.ADDED, str(jan)),
    )
    library = ModelLibraryController(services, ModelLibrary(tmp_path / "index"), folders)
    return ModelsPageController(services, library)


async def opened(services: Services, controller: ModelsPageController) -> ModelsPage:
    services.window.actions_by_name.models_page.trigger()
    page = controller.page
    assert page is not None
    await until(page.local.refresh_button.isEnabled)
    return page


def names(page: ModelsPage) -> list[str]:
    items = page.local.items
    return [str(items.index(row).data()) for row in range(items.rowCount())]


def choose(page: ModelsPage, path: Path) -> None:
    place = page.local.items.place_of(str(path))
    assert place is not None
    page.local.view.setCurrentIndex(page.local.items.index(place))


async def test_models_stand_under_their_folder_and_are_looked_at_found_and_used(
    services: Services,
    client: RecordingClient,
    controller: ModelsPageController,
    folder: Path,
    jan: Path,
) -> None:
    used = write_model(folder / "chapter-10-Q4_0.gguf")
    other = write_model(jan / "other-Q8_0.gguf")
    (folder / "broken.gguf").write_bytes(b"nothing")
    client.become(EngineState(EnginePhase.READY, model=model_info(str(used))))
    page = await opened(services, controller)
    shown = names(page)
    assert [shown[0], shown[3]] == ["Hubbub", "Your folders"]
    assert shown[1] == "Broken"
    details = page.local.details
    choose(page, folder / "broken.gguf")
    assert details.note_label.text()
    assert not details.use_button.isEnabled()
    choose(page, used)
    assert details.use_button.text() == "Loaded"
    assert not details.use_button.isEnabled()
    choose(page, other)
    assert "Architecture: llama" in details.texts()
    assert "Trained context: 2,048 tokens" in details.texts()
    assert not details.note_label.isVisible()
    wanted = QSignalSpy(services.window.requests.model_settings_requested)
    QTest.mouseClick(details.settings_button, Qt.MouseButton.LeftButton)
    assert [wanted.at(at) for at in range(wanted.count())] == [[str(other)]]
    details.digest_button.click()
    digest = hashlib.sha256(other.read_bytes()).hexdigest()
    await until(lambda: f"SHA-256: {digest}" in details.texts())
    assert not details.digest_button.isVisible()

    choose(page, used)
    QTest.keyClicks(page.local.box, "Q8")
    assert details.path == str(other)
    wanted = QSignalSpy(services.window.requests.open_model_requested)
    page.local.view.setFocus()
    QTest.keyClick(page.local.view, Qt.Key.Key_Return)
    assert [wanted.at(at) for at in range(wanted.count())] == [[str(other)]]
    QTest.keyClicks(page.local.box, "zzz")
    assert "No matching" in page.local.nothing.label.text()
    assert not details.isVisible()


async def test_an_embedding_model_is_shown_as_one_and_not_used_for_chats(
    services: Services, controller: ModelsPageController, folder: Path
) -> None:
    encoder, ranker = folder / "encoder-F32.gguf", folder / "ranker-F32.gguf"
    encoder.write_bytes(cached_model(write_bert).read_bytes())
    ranker.write_bytes(cached_model(write_reranker).read_bytes())
    page = await opened(services, controller)
    details = page.local.details
    choose(page, encoder)
    assert "embeddings only" in str(
        page.local.view.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    )
    assert details.note_label.text().startswith("An embedding model:")
    assert "Can do: embeddings only" in details.texts()
    assert not any(each.startswith(("Remembers", "Chat template")) for each in details.texts())
    assert not details.use_button.isVisible()
    assert details.settings_button.isEnabled()
    wanted = QSignalSpy(services.window.requests.open_model_requested)
    page.local.view.setFocus()
    QTest.keyClick(page.local.view, Qt.Key.Key_Return)
    assert wanted.count() == 0
    choose(page, ranker)
    assert "reranking model" in details.note_label.text()
    assert not details.use_button.isVisible()
    assert not details.settings_button.isEnabled()


async def test_a_digest_that_can_not_be_made_says_why(
    services: Services, controller: ModelsPageController, folder: Path
) -> None:
    path = write_model(folder / "tiny-Q4_0.gguf")
    page = await opened(services, controller)
    choose(page, path)
    path.unlink()
    page.local.details.digest_button.click()
    await until(lambda: bool(services.window.toasts.shown))
    (toast,) = services.window.toasts.shown
    assert toast.content.text == f"{path} can't be read: No such file or directory."


async def test_a_deleted_model_comes_back_and_replaces_no_newer_one(
    services: Services, controller: ModelsPageController, folder: Path
) -> None:
    path = write_model(folder / "tiny-Q4_0.gguf")
    content = path.read_bytes()
    page = await opened(services, controller)

    async def delete() -> None:
        choose(page, path)
        page.local.details.delete_button.click()
        box = page.findChildren(QuestionBox)[-1]
        assert "tiny" in box.findChildren(QLabel)[0].text().lower()
        box.accept()
        await until(lambda: not path.exists())
        await until(lambda: page.local.items.place_of(str(path)) is None)
        assert page.local.notice.button.text() == "Undo"

    await delete()
    page.local.notice.button.click()
    await until(path.exists)
    assert path.read_bytes() == content
    assert list((folder.parent / "share" / "Trash").rglob("*.trashinfo")) == []
    await until(lambda: page.local.items.place_of(str(path)) is not None)
    await delete()
    path.write_bytes(b"newer")
    page.local.notice.button.click()
    await until(lambda: "could not be restored" in page.local.notice.label.text())
    assert path.read_bytes() == b"newer"


async def test_folders_are_added_and_removed(
    services: Services, controller: ModelsPageController, tmp_path: Path
) -> None:
    more = tmp_path / "more"
    more.mkdir()
    path = write_model(more / "tiny-Q4_0.gguf")
    page = await opened(services, controller)
    assert "No other models here yet" in page.local.nothing.label.text()
    page.local.folder_requested.disconnect()  # the system's dialog would wait for an answer
    asked = QSignalSpy(page.local.folder_requested)
    page.local.nothing.buttons[0].click()
    page.local.folders_button.click()
    assert (page.local.folders_button.text(), asked.count()) == ("Add a folder…", 2)
    controller._add_folders([str(more)])  # noqa: SLF001 (what the system's dialog calls)
    await until(lambda: page.local.items.place_of(str(path)) is not None)
    assert page.local.folders_button.text() == "Folders"
    page.local.folders_button.menu().actions()[-1].trigger()
    await until(lambda: page.local.items.place_of(str(path)) is None)
    assert page.local.folders_button.menu() is None
    assert services.settings.current.model_folders == ()


async def test_models_that_were_opened_are_listed_wherever_they_are(
    services: Services, controller: ModelsPageController, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "downloads"
    elsewhere.mkdir()
    opened_one = write_model(elsewhere / "opened-Q4_0.gguf")
    gone = str(elsewhere / "gone-Q4_0.gguf")
    services.settings.change(recent_models=(gone, str(opened_one)))
    page = await opened(services, controller)
    await until(lambda: page.local.items.place_of(str(opened_one)) is not None)
    choose(page, opened_one)
    assert page.local.details.use_button.isEnabled()
    assert page.local.items.place_of(gone) is None
    page.local.refresh_button.click()
    await until(page.local.refresh_button.isEnabled)
    await until(lambda: page.local.items.place_of(str(opened_one)) is not None)
