"""Downloads in the window: through the real net process, from a real server."""

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from app.controllers.services import Services
from app.models.controllers.downloads import DownloadsController
from app.models.controllers.library import ModelLibraryController
from app.models.controllers.local_models import ModelsPageController
from app.models.hub_model import Transfer, TransferState
from app.models.library.leftovers import OLD_SECONDS
from app.models.library.model_library import ModelLibrary
from app.models.library_model import ModelFileState, ModelFolder, ModelFolderKind
from app.models.view.search_half import SearchHalf
from app.models.view.transfers_view import TransferRow, TransfersView
from app.settings import CloseAction
from app.widgets.kit.small_dialogs import QuestionBox
from engine.client.net_client import NetClient
from engine.messages.net_messages import HubRepository
from tests.app.controllers.acting import Stage, press_toast, toast_texts, until
from tests.models.cache import cached_model
from tests.models.tiny_encoders import write_bert
from tests.net.hub_files import PatternContent, Repository
from tests.net.hub_server import HubServer
from tests.net.misbehaviour import is_file, is_slow, says

SIZE = 3_000_000
LARGE = PatternContent(SIZE, seed=3)
LONG_AGO = time.time() - OLD_SECONDS - 3600


@pytest.fixture
def library(services: Services, models: Path, tmp_path: Path) -> ModelLibraryController:
    """A library that starts its real process."""
    folder = ModelFolder(ModelFolderKind.OWN, str(models))
    return ModelLibraryController(services, ModelLibrary(tmp_path / "index"), (folder,))


@pytest.fixture
def view(services: Services, downloads: DownloadsController) -> TransfersView:
    services.window.show()
    view = TransfersView(services.window)
    downloads.show_in(view)
    return view


async def repository(net: NetClient, hub: HubServer) -> HubRepository:
    hub.repositories["owner/large-GGUF"] = Repository("owner/large-GGUF", {"large.gguf": LARGE})
    return await net.show("owner/large-GGUF")


async def started(
    net: NetClient, hub: HubServer, downloads: DownloadsController, *, is_slowed: bool = True
) -> None:
    """Start a download, and wait until data has arrived."""
    if is_slowed:
        hub.misbehave(is_slow(1_000_000), when=is_file)
    shown = await repository(net, hub)
    downloads.download(shown, shown.variants[0])
    if is_slowed:
        await until(lambda: bool(downloads.transfers) and downloads.transfers[0].done_bytes > 0)


def only(downloads: DownloadsController) -> Transfer:
    (transfer,) = downloads.transfers
    return transfer


def row_of(view: TransfersView) -> TransferRow:
    (row,) = view.rows.values()
    return row


async def state(downloads: DownloadsController, wanted: TransferState) -> Transfer:
    await until(lambda: [each.state for each in downloads.transfers] == [wanted])
    return only(downloads)


async def test_a_finished_download_is_verified_listed_and_usable(
    services: Services,
    net: NetClient,
    hub: HubServer,
    downloads: DownloadsController,
    view: TransfersView,
    library: ModelLibraryController,
    models: Path,
) -> None:
    await started(net, hub, downloads, is_slowed=False)
    done = await state(downloads, TransferState.DONE)
    assert done.is_verified
    assert (models / "large.gguf").read_bytes() == LARGE.read(0, SIZE)
    await until(lambda: [each.path for each in library.state.models] == [done.path])
    used = QSignalSpy(services.window.requests.open_model_requested)
    assert row_of(view).button.text() == "Use"
    row_of(view).button.click()
    assert used.at(0) == [str(models / "large.gguf")]
    assert view.rows == {}  # it stands among the models from now on


async def test_a_downloaded_embedding_model_is_not_offered_for_chats(
    net: NetClient,
    hub: HubServer,
    downloads: DownloadsController,
    view: TransfersView,
    library: ModelLibraryController,
) -> None:
    content = cached_model(write_bert).read_bytes()
    hub.repositories["owner/encoder-GGUF"] = Repository(
        "owner/encoder-GGUF", {"encoder-F32.gguf": content}
    )
    shown = await net.show("owner/encoder-GGUF")
    downloads.download(shown, shown.variants[0])
    await state(downloads, TransferState.DONE)
    await until(lambda: [each.only_embeds for each in library.state.models] == [True])
    await until(row_of(view).button.isHidden)
    assert library.state.models[0].state is ModelFileState.READ


async def test_a_downloaded_model_is_listed_without_scanning_its_folder(
    net: NetClient,
    add_repository: Callable[..., Repository],
    downloads: DownloadsController,
    library: ModelLibraryController,
    models: Path,
) -> None:
    # A search would list this one as well.
    (models / "unlisted.gguf").write_bytes(b"of another program")
    add_repository("owner/tiny-GGUF", "Q8_0")
    shown = await net.show("owner/tiny-GGUF")
    downloads.download(shown, shown.variants[0])
    await until(lambda: bool(library.state.models))
    (model,) = library.state.models
    assert model.path == str(models / "tiny-Q8_0.gguf")
    assert model.state is ModelFileState.READ
    assert model.facts.architecture
    assert not library.state.is_listed, "no folder was searched"


async def test_a_download_is_paused_and_resumed_by_its_button(
    net: NetClient, hub: HubServer, downloads: DownloadsController, view: TransfersView
) -> None:
    await started(net, hub, downloads)
    assert row_of(view).button.text() == "Pause"
    row_of(view).button.click()
    await state(downloads, TransferState.PAUSED)
    assert row_of(view).button.text() == "Resume"
    hub.behave()
    row_of(view).button.click()
    assert (await state(downloads, TransferState.DONE)).is_verified


async def test_a_cancelled_download_leaves_nothing(
    net: NetClient,
    hub: HubServer,
    downloads: DownloadsController,
    view: TransfersView,
    models: Path,
) -> None:
    await started(net, hub, downloads)
    row_of(view).cancel_button.click()
    await until(lambda: downloads.transfers == ())
    await until(lambda: not any(models.glob("large*")))
    assert view.rows == {}


async def test_what_was_refused_can_be_put_away_or_tried_again(
    net: NetClient,
    hub: HubServer,
    downloads: DownloadsController,
    view: TransfersView,
    models: Path,
) -> None:
    foreign = models / "large.gguf.part"
    foreign.write_bytes(b"of another program")
    await started(net, hub, downloads, is_slowed=False)
    failed = await state(downloads, TransferState.FAILED)
    assert "another program" in failed.reason
    foreign.unlink()
    row_of(view).button.click()
    await state(downloads, TransferState.DONE)


async def test_at_the_start_journals_alone_start_the_process(
    services: Services,
    net: NetClient,
    hub: HubServer,
    downloads: DownloadsController,
    library: ModelLibraryController,
    models: Path,
) -> None:
    downloads.start()
    await asyncio.sleep(0.1)
    assert net.process_id is None
    await started(net, hub, downloads)
    await net.close()
    hub.behave()

    again = NetClient(folder=str(models))
    try:
        found = DownloadsController(services, again, library, models)
        found.start()
        await state(found, TransferState.DONE)
        found.close()
    finally:
        await again.close()
    assert (models / "large.gguf").read_bytes() == LARGE.read(0, SIZE)


async def test_one_that_waits_counts_down_and_is_tried_again_by_its_button(
    net: NetClient, hub: HubServer, downloads: DownloadsController, view: TransfersView
) -> None:
    hub.misbehave(says(429, {"Retry-After": "3000"}), when=is_file, times=1)
    await started(net, hub, downloads, is_slowed=False)
    waiting = await state(downloads, TransferState.WAITING)
    assert waiting.retry_seconds is not None
    assert 2900 < waiting.retry_seconds <= 3000
    assert (only(downloads).retry_seconds or 0.0) < waiting.retry_seconds, "it counts down"
    assert waiting.reason in row_of(view).text_label.text()
    assert "Trying again in 50 min." in row_of(view).text_label.text()
    assert row_of(view).button.text() == "Retry now"
    row_of(view).button.click()
    assert (await state(downloads, TransferState.DONE)).retry_seconds is None


async def test_a_download_waits_offline_and_then_continues(
    services: Services, net: NetClient, hub: HubServer, downloads: DownloadsController
) -> None:
    await started(net, hub, downloads)
    services.settings.change(is_offline=True)
    await state(downloads, TransferState.OFFLINE)
    assert net.process_id is None
    hub.behave()
    services.settings.change(is_offline=False)
    await state(downloads, TransferState.DONE)


async def test_offline_nothing_is_started_for_journals(
    services: Services, net: NetClient, downloads: DownloadsController, models: Path
) -> None:
    (models / "large.gguf.download").write_text("{}")
    services.settings.change(is_offline=True)
    downloads.start()
    await asyncio.sleep(0.1)
    assert net.process_id is None


async def test_the_bar_shows_how_far_it_is_and_leads_to_the_page(
    services: Services,
    net: NetClient,
    hub: HubServer,
    downloads: DownloadsController,
    models_page: ModelsPageController,
) -> None:
    services.window.show()
    button = services.window.engine_corner.downloads
    assert button.isHidden()
    await started(net, hub, downloads)
    assert button.isVisible()
    assert "%" in button.text()
    button.click()
    assert models_page.page is not None
    assert models_page.page.isVisible()
    assert models_page.page.search is not None
    row_of(models_page.page.search.transfers).cancel_button.click()
    await until(button.isHidden)


async def test_without_the_page_a_toast_says_that_it_is_done(
    services: Services,
    net: NetClient,
    hub: HubServer,
    downloads: DownloadsController,
    models: Path,
) -> None:
    await started(net, hub, downloads, is_slowed=False)
    await state(downloads, TransferState.DONE)
    assert toast_texts(services) == ["large is downloaded."]
    used = QSignalSpy(services.window.requests.open_model_requested)
    press_toast(services, "Use")
    assert used.at(0) == [str(models / "large.gguf")]
    assert downloads.transfers == ()


def _asks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    asked: list[str] = []

    def ask(_parent: QWidget, text: str, _label: str, _go: Callable[[], object], **_: str) -> None:
        asked.append(text)

    monkeypatch.setattr("app.models.controllers.downloads.ask_before", ask)
    return asked


async def test_much_that_is_here_is_not_thrown_away_by_one_click(
    net: NetClient,
    hub: HubServer,
    downloads: DownloadsController,
    view: TransfersView,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = _asks(monkeypatch)
    monkeypatch.setattr("app.models.controllers.downloads._ASKED_FROM_BYTES", 1)
    await started(net, hub, downloads)
    row_of(view).cancel_button.click()
    assert len(asked) == 1
    assert "large" in asked[0]
    assert len(downloads.transfers) == 1


@pytest.fixture
def part(models: Path) -> Path:
    part = models / "old.gguf.part"
    part.write_bytes(bytes(3 << 20))
    os.utime(part, (LONG_AGO, LONG_AGO))
    return part


def opened(page: ModelsPageController) -> SearchHalf:
    page.open()
    assert page.page is not None
    half = page.page.search
    assert half is not None
    return half


async def test_they_are_said_and_deleted_only_after_a_question(
    services: Services, models_page: ModelsPageController, part: Path
) -> None:
    half = opened(models_page)
    await until(half.leftovers.isVisible)
    assert "Unfinished" in half.leftovers.label.text()
    assert "3.0 MB" in half.leftovers.label.text()
    half.leftovers.button.click()
    question = half.findChild(QuestionBox)
    assert question is not None
    assert part.exists()
    question.accept()
    await until(lambda: not part.exists())
    await until(lambda: not half.leftovers.isVisible())


async def test_what_is_new_is_not_spoken_of(
    services: Services, models_page: ModelsPageController, part: Path
) -> None:
    os.utime(part)
    half = opened(models_page)
    await services.tasks.finish()
    assert not half.leftovers.isVisible()


@pytest.fixture
async def slow_download(net: NetClient, hub: HubServer, downloads: DownloadsController) -> str:
    """A download that continues until ``hub.behave()``; its id."""
    await started(net, hub, downloads)
    return only(downloads).download_id


def _has_quit(stage: Stage) -> bool:
    QApplication.processEvents()  # timers of Qt: the loop of these tests is not Qt's
    return stage.quits == [True]


@pytest.mark.usefixtures("slow_download")
async def test_a_running_download_is_named_until_it_is_over(stage: Stage) -> None:
    stage.leaving.leave()
    assert stage.quits == []
    assert stage.question.text == "One download is still running."
    assert "continue at the next start" in stage.question.note
    stage.press("Quit")
    assert stage.quits == [True]
    stage.quits.clear()
    stage.leaving.leave()
    assert stage.quits == []
    assert stage.downloads.cancel_named(["large.gguf"])
    await until(lambda: _has_quit(stage))


async def test_one_that_the_user_has_paused_is_not_asked_about(
    stage: Stage, slow_download: str
) -> None:
    stage.downloads.pause(slow_download)
    await until(lambda: stage.downloads.transfers[0].state is TransferState.PAUSED)
    stage.leaving.leave()
    assert (stage.quits, stage.leaving.question) == ([True], None)


@pytest.mark.usefixtures("slow_download")
async def test_in_the_background_it_is_finished_before_the_program_ends(
    stage: Stage, hub: HubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    stage.services.settings.change(leaving=CloseAction.BACKGROUND)
    stage.leaving.leave()
    assert not stage.window.isVisible()
    assert stage.quits == []
    hub.behave()
    await until(lambda: _has_quit(stage))
    assert [each.state for each in stage.downloads.transfers] == [TransferState.DONE]
