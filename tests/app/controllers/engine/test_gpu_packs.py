"""A GPU pack is tried and added; the settings show the outcome."""

import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.controllers.services import Services
from app.controllers.window import settings_pages
from app.controllers.window.settings_pages import GpuBackendsController
from app.errors import PackRefused
from app.widgets.settings.settings_page import GpuBackendsView
from tests.app.controllers.acting import toast_texts
from tests.fakes.recording_client import RecordingClient

FILE = Path("libggml-vulkan.so")


@pytest.fixture
def controller(services: Services, tmp_path: Path) -> GpuBackendsController:
    return GpuBackendsController(services, tmp_path / "backends")


@pytest.fixture
def view(controller: GpuBackendsController, qtbot: QtBot) -> GpuBackendsView:
    """The section of the settings."""
    view = GpuBackendsView("backends")
    qtbot.addWidget(view)
    controller.show_in(view)
    return view


def reject(_file: Path, _folder: Path) -> str:
    raise PackRefused("It has no driver.")


async def test_an_added_one_is_named_and_a_restart_offered(
    services: Services,
    client: RecordingClient,
    controller: GpuBackendsController,
    view: GpuBackendsView,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_tried = threading.Event()

    def add(_file: Path, _folder: Path) -> str:
        assert is_tried.wait(60)
        return "Vulkan"

    monkeypatch.setattr(settings_pages, "add_pack", add)
    controller.add(FILE)
    assert not view.add_button.isEnabled(), "one at a time"
    is_tried.set()
    await services.tasks.finish()
    assert view.outcome_label.text().startswith("Vulkan was added.")
    view.restart_button.click()
    assert client.restart_count == 1


async def test_a_refused_one_is_explained_where_it_was_added(
    services: Services,
    controller: GpuBackendsController,
    view: GpuBackendsView,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings_pages, "add_pack", reject)
    controller.add(FILE)
    await services.tasks.finish()
    assert view.outcome_label.text() == "It has no driver."
    assert view.add_button.isEnabled()
    assert toast_texts(services) == []


async def test_after_the_settings_were_closed_a_toast_explains_it(
    services: Services, controller: GpuBackendsController, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings_pages, "add_pack", reject)
    controller.add(FILE)
    await services.tasks.finish()
    assert toast_texts(services) == ["It has no driver."]


async def test_a_folder_that_cannot_be_made_is_reported(
    services: Services, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    controller = GpuBackendsController(services, tmp_path / "file" / "backends")
    view = GpuBackendsView("backends")
    qtbot.addWidget(view)
    controller.show_in(view)
    view.folder_button.click()
    assert str(tmp_path / "file") in view.outcome_label.text()
