"""The settings page is kept up to date, and its buttons are carried out."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox

from app.controllers.engine.rpc_servers import RpcServersController
from app.controllers.services import Services
from app.controllers.window.settings_pages import SettingsPageController
from app.data_folders import Paths
from app.machines.controller import MachinesController
from app.models.controllers.hub_token import HubTokenController
from app.models.controllers.model_settings import ModelSettingsController
from app.programs.controller import ProgramsController
from app.settings import Settings, Theme
from app.sources.readings import source_key
from app.tools.servers.tool_servers import ToolServers
from app.tools.settings_controller import ToolSettingsController
from app.tools.toolbox import Toolbox
from app.widgets.kit.text import format_bytes
from app.widgets.settings.settings_page import SettingsPage
from engine.client.client import EngineState
from engine.client.net_client import NetClient
from engine.client.remote_client import RemoteClient
from engine.client.server_client import ServerClient
from engine.messages.config import EngineConfig
from engine.messages.events import CacheReport
from engine.messages.metrics import CacheEntry
from tests.app.controllers.acting import until
from tests.fakes.recording_client import EMPTY_SNAPSHOT, READY, RecordingClient

CACHED = CacheReport(
    media_bytes=3 << 20,
    entries=(
        CacheEntry(conversation_id="a", token_count=100, disk_bytes=3 << 20),
        CacheEntry(conversation_id="", token_count=10, disk_bytes=1 << 20),
    ),
)


@pytest.fixture
async def controller(
    services: Services, tmp_path: Path, model_settings: ModelSettingsController
) -> SettingsPageController:
    net = NetClient(is_offline=True)
    paths = Paths.under(tmp_path)
    token = HubTokenController(services, net)
    rpc_servers = RpcServersController(services, net, paths.gpu_packs)
    machines = MachinesController(services, RemoteClient(net))
    programs = ProgramsController(services, ServerClient(net))
    servers = ToolServers()
    tools = ToolSettingsController(services, Toolbox((servers,)), servers, RemoteClient(net))
    return SettingsPageController(
        services, paths, model_settings, token, machines, rpc_servers, programs, tools
    )


@pytest.fixture
async def dialog(services: Services, controller: SettingsPageController) -> SettingsPage:
    """The dialog, opened from the menu."""
    services.window.requests.settings_requested.emit()
    assert controller.page is not None
    return controller.page


async def test_there_is_one_dialog_whose_buttons_are_passed_on(
    services: Services, controller: SettingsPageController, dialog: SettingsPage
) -> None:
    pressed: list[str] = []
    controller.on_tour = lambda: pressed.append("tour")
    controller.on_restart = lambda: pressed.append("restart")
    dialog.tour_requested.emit()
    dialog.restart_strip.restart_requested.emit()
    assert pressed == ["tour", "restart"]
    dialog.settings_changed.emit(Settings(theme=Theme.DARK))
    assert services.settings.current.theme is Theme.DARK
    services.settings.change(theme=Theme.LIGHT)
    assert dialog.settings.theme is Theme.LIGHT
    services.window.requests.settings_requested.emit()
    assert controller.page is dialog
    dialog.done(0)
    assert controller.page is None


async def test_what_automatic_came_to_is_shown_and_what_is_fixed_is_not(
    services: Services, client: RecordingClient, controller: SettingsPageController
) -> None:
    client.become(replace(READY, config=EngineConfig()))
    client.show(msgspec.structs.replace(EMPTY_SNAPSHOT, thread_count=2, thread_limit=4))
    services.window.requests.settings_requested.emit()
    assert controller.page is not None
    rows = controller.page.rows
    threads, context = rows["thread_count"].editor, rows["context_window"].editor
    assert isinstance(threads, QAbstractSpinBox)
    assert isinstance(context, QAbstractSpinBox)
    assert READY.model is not None
    assert threads.text() == "Automatic: 2"
    assert context.text() == f"Automatic: {READY.model.context_window:,}"
    client.show(msgspec.structs.replace(EMPTY_SNAPSHOT, thread_count=1, thread_limit=4))
    assert threads.text() == "Automatic: 1"
    client.become(replace(READY, config=EngineConfig(context_window=512, thread_count=3)))
    client.show(msgspec.structs.replace(EMPTY_SNAPSHOT, thread_count=3, thread_limit=3))
    assert (threads.text(), context.text()) == ("Automatic", "Automatic")
    client.become(EngineState())
    assert threads.text() == "Automatic"


async def test_the_automatic_limit_of_the_cache_is_shown_as_a_size(
    services: Services, dialog: SettingsPage
) -> None:
    limit = services.models.host.engines.automatic_cache_bytes()
    box = dialog.rows["cache_bytes"].editor
    assert isinstance(box, QComboBox)
    await until(lambda: box.itemText(0) == f"Automatic: {format_bytes(limit)}")
    assert limit > 0


async def test_cached_sources_are_named(
    services: Services, client: RecordingClient, dialog: SettingsPage
) -> None:
    book = await services.history.sources.create("Book", "Once.", "Quote it.")
    entries = (
        CacheEntry(conversation_id="", source_key=source_key(book.newest), token_count=9),
        CacheEntry(conversation_id="", source_key="gone-1", token_count=8),
    )
    client.recorded.content = CacheReport(entries=entries)
    client.become(READY)
    await until(lambda: bool(dialog.cache.lines()))
    titles = [title for title, _ram, _disk in dialog.cache.lines()]
    assert titles == ["Source: Book", "Deleted source"]


async def test_the_model_and_what_is_cached_are_named_and_forgotten(
    client: RecordingClient, dialog: SettingsPage
) -> None:
    client.recorded.content = CACHED
    client.become(READY)
    assert dialog.model_label.text().startswith("good (good.gguf) is loaded.")
    await until(lambda: bool(dialog.cache.lines()))
    assert [title for title, _ram, _disk in dialog.cache.lines()] == ["New chat", "System prompt"]
    assert "3.0 MB" in dialog.cache.media_label.text()
    dialog.cache.remove_requested.emit("a")
    assert client.forgotten == ["a"]
    dialog.cache.clear_requested.emit()
    assert client.recorded.is_cleared


async def test_quitting_keeps_a_value_that_waits_for_a_reload(
    services: Services,
    client: RecordingClient,
    controller: SettingsPageController,
    dialog: SettingsPage,
) -> None:
    loaded = list(client.loaded)
    row = dialog.rows["context_window"]
    row.set_value(512)
    row.value_changed.emit("context_window", 512)
    assert services.settings.current.context_window != 512
    controller.close()
    await services.tasks.finish()
    assert services.settings.current.context_window == 512
    assert client.loaded == loaded


async def test_the_settings_open_as_far_down_as_they_were_left(
    services: Services, controller: SettingsPageController, dialog: SettingsPage
) -> None:
    window = services.window
    window.resize(900, 500)
    window.show()
    services.settings.change(unfolded_sections=("engine",))
    dialog.form.set_unfolded(("engine",))
    dialog.form.show_page(2)
    bar = dialog.form.area.verticalScrollBar()
    QApplication.processEvents()
    bar.setValue(150)
    dialog.reject()
    assert controller.page is None
    window.requests.settings_requested.emit()
    again = controller.page
    assert again is not None
    QApplication.processEvents()
    assert again.form.place == (2, 150)


async def test_a_chat_leaves_the_settings_with_what_waits_in_them(
    services: Services, controller: SettingsPageController, dialog: SettingsPage
) -> None:
    row = dialog.rows["context_window"]
    row.set_value(512)
    row.value_changed.emit("context_window", 512)
    services.window.pages.leave()
    assert services.window.pages.current is None
    services.window.requests.settings_requested.emit()
    assert controller.page is dialog
    assert dialog.rows["context_window"].value() == 512
    assert not dialog.reload_strip.isHidden()


async def test_nothing_is_read_for_an_open_page_once_the_program_closes(
    services: Services,
    client: RecordingClient,
    controller: SettingsPageController,
    dialog: SettingsPage,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    async def cache_report() -> CacheReport:
        asked.append("report")
        return CACHED

    monkeypatch.setattr(services.models, "cache_report", cache_report)
    client.become(READY)
    await until(lambda: bool(dialog.cache.lines()))
    await services.tasks.finish()
    told, asked_count = dialog.model_label.text(), len(asked)
    controller.close()
    before = asyncio.all_tasks()
    client.become(EngineState())  # the last change of the engine, which ends
    await asyncio.gather(*asyncio.all_tasks() - before)
    assert controller.page is None
    assert len(asked) == asked_count
    assert dialog.model_label.text() == told
