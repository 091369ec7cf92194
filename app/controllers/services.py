"""The services that most controllers need, as one value."""

from dataclasses import dataclass

from app.controllers.settings_controller import SettingsController
from app.controllers.tasks import Tasks
from app.controllers.toasts import Toasts
from app.storage.history import History
from app.widgets.window.main_window import MainWindow
from engine.client.client import EngineClient


@dataclass(frozen=True, slots=True)
class Services:
    """The window, the histories, the engine, the settings, tasks and toasts."""

    window: MainWindow
    history: History
    client: EngineClient
    settings: SettingsController
    tasks: Tasks
    toasts: Toasts


class Controller:
    """The base of controllers, which gives access to the services."""

    def __init__(self, services: Services) -> None:
        self._window = services.window
        self._history = services.history
        self._client = services.client
        self._settings = services.settings
        self._tasks = services.tasks
        self._toasts = services.toasts
