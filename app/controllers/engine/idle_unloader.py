"""Frees the model when nobody has needed it for as long as the settings say."""

from PySide6.QtCore import QTimer

from app.controllers.services import Controller, Services
from app.settings import Settings
from engine.client.client import EngineState

MINUTE_SECONDS = 60.0
_LEAST_SECONDS = 0.05  # so that clocks of two kinds don't make it look again and again


class IdleUnloader(Controller):
    """Looks when the time may be over; what was used since then makes it look again.

    While other programs may ask, the model stays: only messages of the window load it again.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._timer = QTimer(services.window, singleShot=True)
        self._timer.timeout.connect(self._look)
        services.client.states.add(self._on_state_changed)
        services.settings.changes.add(self._on_settings_changed)
        self._plan()

    @property
    def _minutes(self) -> int | None:
        settings = self._settings.current
        return None if settings.server_is_on else settings.unload_minutes

    def _on_state_changed(self, _state: EngineState) -> None:
        self._plan()

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if (old.unload_minutes, old.server_is_on) != (new.unload_minutes, new.server_is_on):
            self._plan()

    def _plan(self) -> None:
        """Look again when the time would be over, if nobody needs the model from now on."""
        minutes = self._minutes
        if minutes is None or self._client.state.model is None:
            self._timer.stop()
            return
        left = minutes * MINUTE_SECONDS - (self._client.idle_seconds or 0.0)
        self._timer.start(round(1000 * max(_LEAST_SECONDS, left)))

    def _look(self) -> None:
        minutes, idle = self._minutes, self._client.idle_seconds
        if minutes is not None and idle is not None and idle >= minutes * MINUTE_SECONDS:
            self._client.sleep()
        else:
            self._plan()
