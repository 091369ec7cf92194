"""The local server: its configuration from the settings, its token, its status, its models."""

import asyncio
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from shiboken6 import isValid

from app.controllers.services import Controller, Services
from app.models.controllers.library import ModelLibraryController
from app.models.library.model_files import ModelFiles, named_models
from app.models.library.model_settings_store import ModelSettingsStore
from app.models.library.models import default_path, used_paths
from app.models.named_model import NamedModel
from app.programs.offered_models import OfferedModels
from app.programs.view import ProgramsView, ServerStatus
from app.settings import Settings
from app.widgets.dialogs.file_choice import of_certificate
from app.widgets.kit.form_rows import FileRow
from app.widgets.kit.translation import translate, translated
from engine.client.net_client import NetFailure
from engine.client.server_client import ServerClient
from engine.messages.errors import InvalidConfig
from engine.messages.server_messages import ServerConfig, ServerState

_FIELDS = (
    *("server_is_on", "server_port", "server_is_open", "server_address"),
    *("server_certificate", "server_key", "server_origins", "server_host_names"),
    "is_offline",
)
_HERE, _EVERYWHERE = "127.0.0.1", "0.0.0.0"


class ProgramsController(Controller):
    """Starts the server if the settings say so; the net process keeps its token."""

    def __init__(self, services: Services, server: ServerClient) -> None:
        super().__init__(services)
        self._server = server
        self._view: ProgramsView | None = None
        self._changes = asyncio.Lock()  # the last of several quick changes applies
        self._trouble = ""
        services.settings.changes.add(self._on_settings_changed)
        server.states.add(lambda _state: self._show())

    def start(self) -> None:
        """Start the server if it is enabled."""
        if self._settings.current.server_is_on:
            self._tasks.start(self._apply())

    def show_in(self, view: ProgramsView, files: Iterable[FileRow] = ()) -> None:
        """Show the server in this view, and handle its buttons and those of ``files``."""
        self._view = view
        for row in files:
            row.choose_button.clicked.connect(partial(self._choose_file, row))
        view.token_requested.connect(self._tasks.starter(self._show_token))
        view.renew_requested.connect(self._tasks.starter(self._renew_token))
        self._show()

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if any(getattr(old, name) != getattr(new, name) for name in _FIELDS):
            self._tasks.start(self._apply())

    async def _apply(self) -> None:
        async with self._changes:
            settings = self._settings.current
            self._trouble = ""
            # Also for programs on this computer: offline there is no net process to listen.
            if not settings.server_is_on or settings.is_offline:
                await self._server.stop()
            else:
                await self._start(settings)
        self._show()

    async def _start(self, settings: Settings) -> None:
        try:
            await self._server.start(self._config(settings))
        except NetFailure as failure:
            self._trouble = translated(str(failure))
        except InvalidConfig as error:
            # An incomplete HTTPS configuration must not fall back to HTTP.
            await self._server.stop()
            self._trouble = translated(str(error))

    def _config(self, settings: Settings) -> ServerConfig:
        """Return the configuration of the server. Raises InvalidConfig."""
        everywhere = settings.server_address or _EVERYWHERE
        return ServerConfig(
            host=everywhere if settings.server_is_open else _HERE,
            port=settings.server_port,
            channel=self._client.channel_address,
            origins=settings.server_origins,
            host_names=settings.server_host_names,
            certificate=settings.server_certificate,
            key_file=settings.server_key,
        )

    def _choose_file(self, row: FileRow) -> None:
        folder = str(Path(str(row.value())).parent) if row.value() else ""
        dialog = of_certificate(row.title, folder, row.window())
        dialog.fileSelected.connect(row.enter)
        dialog.open()

    async def _show_token(self) -> None:
        try:
            token = (await self._server.token()).token
        except NetFailure as failure:
            self._toasts.show(translated(str(failure)), is_trouble=True)
            return
        if self._view is not None and isValid(self._view):
            self._view.set_token(token)

    async def _renew_token(self) -> None:
        try:
            token = (await self._server.renew_token()).token
        except NetFailure as failure:
            self._toasts.show(translated(str(failure)), is_trouble=True)
            return
        if self._view is not None and isValid(self._view):
            self._view.set_token(token)

    def _show(self) -> None:
        if self._view is not None and isValid(self._view):
            self._view.set_status(self._status(self._server.state))

    def _status(self, state: ServerState) -> ServerStatus:
        settings = self._settings.current
        text = self._trouble or translated(state.text)
        if settings.server_is_on and settings.is_offline:
            text = translate("Programs", "Off, since Hubbub works offline (under Network).")
        return ServerStatus(
            state.address if state.is_running else "",
            text,
            state.running_count,
            state.waiting_count,
        )


class OfferedModelsController(Controller):
    """Offers the models of the library and those that were used here to programs."""

    def __init__(
        self,
        services: Services,
        server: ServerClient,
        library: ModelLibraryController,
        files: ModelFiles,
        store: ModelSettingsStore,
    ) -> None:
        super().__init__(services)
        self._server = server
        self._files = files
        self._store = store
        self.models = OfferedModels(
            services.models, server, self._find, lambda: default_path(self._settings.current)
        )
        server.states.add(lambda _state: self.refresh())
        library.changes.add(lambda _state: self.refresh())
        services.settings.changes.add(self._on_settings_changed)

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        names = ("model_path", "recent_models")
        if any(getattr(old, name) != getattr(new, name) for name in names):
            self.refresh()

    def refresh(self) -> None:
        """Read which models there are, and their names, if programs can ask for them."""
        if self._server.config is not None:
            self._tasks.start(self.models.refresh(), may_be_dropped=True)

    async def _find(self) -> list[NamedModel]:
        return await named_models(self._files, self._store, used_paths(self._settings.current))
