"""Ends a load when the user says so; the model of before is loaded again, if there was one."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from app.controllers.engine.status_text import cancelled_load_text, returned_load_text
from app.controllers.services import Controller, Services
from app.errors import ModelFileError
from app.library.models import builtin_model, describe
from engine.client.client import EnginePhase, EngineState
from engine.messages.metrics import ModelInfo


class LoadCanceller(Controller):
    """Remembers which model was ready last; ``open_model`` loads a file, None the starter model."""

    def __init__(self, services: Services, open_model: Callable[[str | None], None]) -> None:
        super().__init__(services)
        self._open = open_model
        self._before: ModelInfo | None = None
        self._asked_at = 0.0
        services.client.states.add(self._on_state_changed)
        services.window.status_bar.cancel_button.clicked.connect(self.cancel)

    def cancel(self) -> None:
        """End the load that is under way, if one is."""
        now, last = time.monotonic(), self._asked_at
        self._asked_at = now
        # The second half of a double click would cancel the model that comes back.
        is_double = now - last < QGuiApplication.styleHints().mouseDoubleClickInterval() / 1000
        if self._client.state.phase is EnginePhase.LOADING and not is_double:
            self._tasks.start(self._cancel(self._client.model_path))

    def _on_state_changed(self, state: EngineState) -> None:
        self._before = state.model or self._before

    async def _cancel(self, path: str) -> None:
        """Load the model of before in place of this one; none where it is gone, or the same."""
        before, name = self._before, Path(path).name
        if before is None or before.path == path or not await _is_there(before.path):
            self._before = None
            self._client.leave_unloaded(path, cancelled_load_text(name))
        elif self._client.model_path == path:  # it is still the one that was meant
            self._open(None if before.path == str(builtin_model()) else before.path)
            self._toasts.show(returned_load_text(name, before.name))


async def _is_there(path: str) -> bool:
    try:
        await asyncio.to_thread(describe, Path(path))
    except ModelFileError:
        return False
    return True
