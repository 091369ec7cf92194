"""The services that most controllers need, as one value."""

import msgspec

from app.controllers.background import BackgroundWork
from app.controllers.settings_controller import SettingsController
from app.controllers.tasks import Tasks
from app.controllers.toasts import Toasts
from app.models.host.local_models import LocalModels
from app.storage.history import History
from app.widgets.window.main_window import MainWindow
from engine.client.client import EngineClient


class Services(msgspec.Struct, frozen=True):
    """The window, the histories, the engine of the default model, the settings, and others.

    ``models`` are those of all chats on this computer.
    """

    window: MainWindow
    history: History
    client: EngineClient
    settings: SettingsController
    tasks: Tasks
    toasts: Toasts
    models: LocalModels
    background: BackgroundWork = msgspec.field(default_factory=BackgroundWork)


class Controller:
    """The base of controllers, which gives access to the services."""

    def __init__(self, services: Services) -> None:
        self._window = services.window
        self._history = services.history
        self._client = services.client
        self._settings = services.settings
        self._tasks = services.tasks
        self._toasts = services.toasts
        self._models = services.models
