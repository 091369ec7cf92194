"""Opens the settings page, keeps it up to date and handles its buttons."""

import asyncio
import contextlib
import os
import platform
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QUrl, qVersion
from PySide6.QtGui import QDesktopServices

from app.controllers.engine.engine_panel_controller import engine_title
from app.controllers.engine.gpu_packs import add_pack
from app.controllers.engine.rpc_servers import RpcServersController
from app.controllers.engine.status_text import model_text
from app.controllers.services import Controller, Services
from app.data_folders import Paths, make_folder
from app.engine_snapshot import CachedConversation
from app.errors import FolderNotWritable, PackRefused
from app.machines.controller import MachinesController
from app.models.controllers.fit_text import FitTeller
from app.models.controllers.hub_token import HubTokenController
from app.models.controllers.model_settings import ModelSettingsController, own_texts
from app.process.version import own_version, version_of
from app.programs.controller import ProgramsController
from app.settings import Settings
from app.sources.readings import source_key
from app.tools.settings_controller import ToolSettingsController
from app.widgets.dialogs import file_choice
from app.widgets.kit.translation import fill, translate, translated
from app.widgets.settings.settings_page import GpuBackendsView, SettingsFacts, SettingsPage
from app.widgets.settings.storage_views import BackupsView
from engine.client.client import EngineState
from engine.messages.events import CacheReport, Snapshot
from engine.messages.metrics import CacheEntry

REPORT_TIMEOUT_SECONDS = 5.0


class GpuBackendsController(Controller):
    """Handles the buttons of the GPU pack view while it exists."""

    def __init__(self, services: Services, folder: Path) -> None:
        super().__init__(services)
        self._folder = folder
        self._view: GpuBackendsView | None = None

    def show_in(self, view: GpuBackendsView) -> None:
        """Handle the buttons of a view."""
        self._view = view
        view.destroyed.connect(partial(self._on_destroyed, view))
        view.add_requested.connect(self._on_add_requested)
        view.folder_requested.connect(self._on_folder_requested)
        view.restart_requested.connect(self._client.restart)

    def add(self, file: Path) -> None:
        """Test a pack, and keep it if it works on this computer."""
        if self._view is not None:
            self._view.show_probe()
        self._tasks.start(self._add(file))

    async def _add(self, file: Path) -> None:
        try:
            name = await asyncio.to_thread(add_pack, file, self._folder)
        except PackRefused as error:
            if self._view is None:
                raise
            self._view.show_outcome(translated(str(error)))
            return
        if self._view is not None:
            self._view.show_added(name)

    def _on_add_requested(self) -> None:
        self._window.dialogs.choose_file(
            file_choice.of_pack, lambda paths: self.add(Path(paths[0]))
        )

    def _on_folder_requested(self) -> None:
        try:
            make_folder(self._folder)
        except FolderNotWritable as error:
            if self._view is not None:
                self._view.show_outcome(translated(str(error)))
            return
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))

    def _on_destroyed(self, view: GpuBackendsView) -> None:
        if self._view is view:
            self._view = None


class BackupsController(Controller):
    """Lists backups and damaged files; ``on_restore`` gets the name of a backup to restore."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._view: BackupsView | None = None
        self.on_restore: Callable[[str], None] = lambda _name: None

    def show_in(self, view: BackupsView) -> None:
        """Show backups in a view and handle its buttons."""
        self._view = view
        view.destroyed.connect(partial(self._on_destroyed, view))
        view.restore_requested.connect(lambda name: self.on_restore(name))
        view.remove_aside_requested.connect(self._tasks.starter(self._remove_aside))
        self.refresh()

    def refresh(self) -> None:
        """List the current backups and damaged files."""
        self._tasks.start(self._show(), may_be_dropped=True)

    async def _remove_aside(self, name: str) -> None:
        await self._history.backups.remove_aside(name)
        await self._show()

    async def _show(self) -> None:
        backups = await self._history.backups.all()
        asides = await self._history.backups.put_aside()
        if self._view is not None:
            can_restore = not self._history.is_read_only
            self._view.set_backups(backups, asides, can_restore=can_restore)

    def _on_destroyed(self, view: BackupsView) -> None:
        if self._view is view:
            self._view = None


class SettingsPageController(Controller):
    """Shows at most one page; ``on_tour`` starts the tour, ``on_restart`` the program again."""

    def __init__(
        self,
        services: Services,
        paths: Paths,
        model_settings: ModelSettingsController,
        token: HubTokenController,
        machines: MachinesController,
        rpc_servers: RpcServersController,
        programs: ProgramsController,
        tools: ToolSettingsController,
    ) -> None:
        super().__init__(services)
        self._token = token
        self._rpc_servers = rpc_servers
        self._model_settings = model_settings
        model_settings.changes.add(self._show_own)
        self._paths = paths
        self.page: SettingsPage | None = None  # None while closed
        self._place = 0, 0  # the page at the last close, and how far it was scrolled
        self._language = services.settings.current.language  # of the visible texts
        self._automatic_threads: int | None = None  # the measured choice of the engine
        self.gpu_backends = GpuBackendsController(services, paths.gpu_packs)
        self.backups = BackupsController(services)
        self.machines = machines
        self.programs = programs
        self.tools = tools
        self.on_tour: Callable[[], None] = lambda: None
        self.on_restart: Callable[[], None] = lambda: None
        self._window.requests.settings_requested.connect(self.open)
        self._window.requests.setting_requested.connect(self.open_at)
        self._settings.changes.add(self._on_settings_changed)
        self._client.states.add(self._on_state_changed)
        self._client.snapshots.add(self._on_snapshot)

    def open(self) -> None:
        """Open the page, or activate it if it is open."""
        if self.page is None:
            self.page = self._build()
        is_new = self.page.parentWidget() is self._window
        self._window.pages.show_page(self.page)
        if is_new:
            self.page.form.show_place(self._place)
        self._tasks.start(self._show_cache(), may_be_dropped=True)
        self._tasks.start(self._show_fit(), may_be_dropped=True)

    def open_at(self, name: str) -> None:
        """Open the page with the focus in the field of a setting."""
        self.open()
        assert self.page is not None, "it was opened just now"
        self.page.form.show_setting(name)

    def close(self) -> None:
        """Store the values that wait for a reload of the model, and update the page no more.

        They apply at the next start. An update would read from the database while it closes.
        """
        if self.page is not None:
            self._settings.keep_for_next_start(**self.page.waiting_values())
        self.page = None

    def _build(self) -> SettingsPage:
        facts = SettingsFacts(
            model=model_text(self._client.state),
            folders=(
                str(self._paths.data_dir),
                str(self._paths.config_dir),
                str(self._paths.log_dir),
            ),
            gpu_backends_folder=str(self._paths.gpu_packs),
            about=about_text(),
            language=self._language,
            core_count=core_count(),
        )
        page = SettingsPage(self._settings.current, self._window, facts=facts)
        page.settings_changed.connect(self._settings.apply)
        page.finished.connect(self._on_finished)
        actions = self._window.actions_by_name
        page.keys_requested.connect(actions.keys.trigger)
        page.open_model_requested.connect(self._window.requests.default_file_requested)
        page.builtin_model_requested.connect(actions.builtin_model.trigger)
        page.restart_strip.restart_requested.connect(lambda: self.on_restart())
        page.tour_requested.connect(lambda: self.on_tour())
        self.gpu_backends.show_in(page.gpu_backends)
        self._rpc_servers.show_in(page.rpc_row)
        self.backups.show_in(page.backups)
        self._token.show_in(page.token)
        self.machines.show_in(page.machines)
        self.programs.show_in(page.programs, page.file_rows)
        self.tools.show_in(page.tools)
        page.set_automatic("thread_count", self._automatic_threads)
        page.set_automatic("context_window", _automatic_context(self._client.state))
        page.memory.effective = self._model_settings.effective
        page.show_own(own_texts(self._model_settings.current))
        page.cache.remove_requested.connect(self._on_remove_requested)
        page.cache.clear_requested.connect(self._on_clear_requested)
        return page

    def _on_finished(self) -> None:
        if self.page is not None:
            self._place = self.page.form.place
        self.page = None

    def _on_settings_changed(self, _old: Settings, new: Settings) -> None:
        if self.page is not None:
            self.page.set_settings(new)

    def _on_snapshot(self, snapshot: Snapshot) -> None:
        config = self._client.state.config
        is_chosen = config is not None and config.thread_count is None
        self._show_threads(snapshot.thread_count or None if is_chosen else None)

    def _show_threads(self, count: int | None) -> None:
        self._automatic_threads = count
        if self.page is not None:
            self.page.set_automatic("thread_count", count)

    def _on_state_changed(self, state: EngineState) -> None:
        if state.model is None:  # the measurement belonged to the unloaded model
            self._show_threads(None)
        if self.page is not None:
            self._tasks.start(self._show_fit(), may_be_dropped=True)
            self.page.model_label.setText(model_text(state))
            self.page.set_automatic("context_window", _automatic_context(state))
            self._tasks.start(self._show_cache(), may_be_dropped=True)

    async def _show_fit(self) -> None:
        """Update the estimated memory use of the model."""
        given_back = self._models.loaded_bytes
        teller = await asyncio.to_thread(FitTeller.of, self._client.state, given_back)
        if self.page is not None and teller is not None:
            self.page.memory.estimate = teller.estimate
            self.page.set_settings(self._settings.current)

    def _show_own(self) -> None:
        if self.page is not None:
            self.page.show_own(own_texts(self._model_settings.current))

    def _on_remove_requested(self, conversation_id: str) -> None:
        self._models.discard(conversation_id)
        self._tasks.start(self._show_cache(), may_be_dropped=True)

    def _on_clear_requested(self) -> None:
        self._models.clear_cache()
        self._tasks.start(self._show_cache(), may_be_dropped=True)

    async def _show_cache(self) -> None:
        limit = await asyncio.to_thread(self._models.host.engines.automatic_cache_bytes)
        if self.page is not None:
            self.page.set_automatic_size("cache_bytes", limit)
        # Requested after every change: the engine replies between two steps.
        with contextlib.suppress(TimeoutError):  # the next change requests it again
            async with asyncio.timeout(REPORT_TIMEOUT_SECONDS):
                report = await self._models.cache_report()
                self._show_report(report, await self._source_names())

    async def _source_names(self) -> dict[str, str]:
        """Return the names of all sources by the engine's keys of their versions."""
        return {
            source_key(version): source.name
            for source in await self._history.sources.all()
            for version in source.versions
        }

    def _show_report(self, report: CacheReport, sources: Mapping[str, str]) -> None:
        if self.page is not None:
            trouble = translated(report.trouble)
            self.page.cache.set_kept(self._cached(report, sources), trouble, report.media_bytes)

    def _cached(
        self, report: CacheReport, sources: Mapping[str, str]
    ) -> tuple[CachedConversation, ...]:
        return tuple(
            CachedConversation(
                conversation_id=entry.conversation_id,
                title=self._title(entry, sources),
                ram_bytes=entry.ram_bytes,
                disk_bytes=entry.disk_bytes,
            )
            for entry in report.entries
        )

    def _title(self, entry: CacheEntry, sources: Mapping[str, str]) -> str:
        if entry.source_key:
            name = sources.get(entry.source_key, "")
            text = translate("SettingsPage", "Source: {name}")
            return fill(text, name=name) if name else translate("SettingsPage", "Deleted source")
        if not entry.conversation_id:
            return translate("SettingsPage", "System prompt")
        return engine_title(entry.conversation_id, self._window.dialogs.title)


def _automatic_context(state: EngineState) -> int | None:
    """Return the context window in tokens if the engine chose it, otherwise None."""
    model, config = state.model, state.config
    is_chosen = config is not None and config.context_window is None
    return model.context_window if model is not None and is_chosen else None


def core_count() -> int:
    """Return the number of CPU cores that this process may use."""
    # A container or ``taskset`` can restrict it.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def about_text() -> str:
    """Return the version, the libraries and the licence, one line each."""
    lines = [
        fill(
            translate(
                "SettingsPage", "Hubbub {version}: many chats, one local model, all at once."
            ),
            version=own_version(),
        ),
        f"llama-cpp-python {version_of('llama-cpp-python')}, Qt {qVersion()}, "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}",
        translate("SettingsPage", "MIT licence. Thanks to llama.cpp, Qt and all the others."),
    ]
    return "\n".join(lines)
