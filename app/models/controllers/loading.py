"""Loads models: at the start, from a file, after a failure; cancels and unloads them."""

import asyncio
import os
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtGui import QGuiApplication

from app.controllers.engine.status_text import (
    cancelled_load_text,
    change_text,
    chat_format_note,
    engine_status,
    interrupted_load_text,
    no_model_text,
    returned_load_text,
)
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.tabs import ToastContent
from app.engine_settings import cache_limit
from app.errors import ModelFileError
from app.models.controllers.model_settings import ModelSettingsController
from app.models.host.specs import ModelSpecs
from app.models.host.table import MAIN
from app.models.library.models import builtin_model, default_path, describe
from app.settings import Settings
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.translation import translate, translated
from engine.client.client import EnginePhase, EngineState
from engine.messages.metrics import ModelInfo

_ENGINE_FIELDS = (
    *("context_window", "slot_count", "kv_type", "thread_count", "guesses_ahead"),
    *("gpu_layer_count", "rpc_servers"),
)


class LoadCanceller(Controller):
    """Cancels a load, and returns to the model that was loaded before."""

    def __init__(self, services: Services, open_model: Callable[[str | None], None]) -> None:
        """``open_model`` loads a file, None the starter model."""
        super().__init__(services)
        self._open = open_model
        self._before: ModelInfo | None = None
        self._asked_at = 0.0
        services.client.states.add(self._on_state_changed)
        services.window.engine_corner.cancel_button.clicked.connect(self.cancel)

    def cancel(self) -> None:
        """Cancel the load that is running, if any."""
        now, last = time.monotonic(), self._asked_at
        self._asked_at = now
        # The second click of a double click would cancel the model that is loaded again.
        is_double = now - last < QGuiApplication.styleHints().mouseDoubleClickInterval() / 1000
        if self._client.state.phase is EnginePhase.LOADING and not is_double:
            self._tasks.start(self._cancel(self._client.model_path))

    def _on_state_changed(self, state: EngineState) -> None:
        self._before = state.model or self._before

    async def _cancel(self, path: str) -> None:
        """Load the previous model instead; none if its file is missing, or it is the same."""
        before, name = self._before, Path(path).name
        if before is None or before.path == path or not await _is_there(before.path):
            self._before = None
            self._client.leave_unloaded(path, cancelled_load_text(name))
        elif self._client.model_path == path:  # no other load has started meanwhile
            self._open(None if before.path == str(builtin_model()) else before.path)
            self._toasts.show(returned_load_text(name, before.name))


async def _is_there(path: str) -> bool:
    try:
        await asyncio.to_thread(describe, Path(path))
    except ModelFileError:
        return False
    return True


class ModelController(Controller):
    """Loads the model of the settings and shows the state of the engine."""

    def __init__(
        self, services: Services, replies: Replies, specs: ModelSpecs, own: ModelSettingsController
    ) -> None:
        super().__init__(services)
        self._own = own
        own.on_reload = self.load
        self._replies = replies
        self._specs = specs
        self._opening: asyncio.Task[None] | None = None
        self._loading: asyncio.Task[None] | None = None
        self._has_projector = False  # the model that was requested last has one
        self._failure_toast: ToastContent | None = None
        self._restart_toast: ToastContent | None = None
        self._noted_path = ""  # the model whose note was shown last
        self._noted_refusal = ""
        self._client.states.add(self._on_state_changed)
        self._settings.changes.add(self._on_settings_changed)
        own.changes.add(self._start_rests)
        self._window.requests.open_model_requested.connect(self._request)
        self._window.requests.builtin_model_requested.connect(self._request_builtin)
        self._window.requests.default_model_requested.connect(
            lambda path: self._request(path or None)
        )
        self._apply_limits(self._settings.current)
        self._show(self._client.state)

    def _apply_limits(self, settings: Settings) -> None:
        """Tell the host how much memory models may take, and for how long they stay."""
        memory = settings.models_memory
        limit = {} if memory is None else {MAIN: memory}
        self._models.host.limit_memory(limit, settings.model_stay_seconds)

    def _start_rests(self) -> None:
        self._tasks.start(self._set_rests())

    async def _set_rests(self) -> None:
        """Apply the idle times in the settings to the models in memory, and the default one."""
        for key, path in self._models.host.paths.items():
            seconds = await self._specs.rest_seconds_of(path)
            self._models.host.let_rest(key, seconds)

    def load(self) -> None:
        """Load the model in the settings; an earlier load is cancelled."""
        if self._loading is not None:
            self._loading.cancel()
        self._loading = self._choose(self._load(self._settings.current))

    @property
    def refusal(self) -> str:
        """The reason why a file was refused before the engine loaded it; empty for none."""
        tasks = filter(None, (self._opening, self._loading))
        ended = (each for each in tasks if each.done() and not each.cancelled())
        return next((str(error) for error in (each.exception() for each in ended) if error), "")

    def load_at_start(self) -> None:
        """Load the model in the settings, unless its last load crashed the engine or computer."""
        self._loading = self._choose(self._load(self._settings.current, is_wary=True))

    def open(self, path: str | None) -> None:
        """Load a model file, None for the starter model, and store it in the settings."""
        if self._opening is not None:
            self._opening.cancel()  # an older request on a slow disk must not win
        self._opening = self._choose(self._open(path))

    def _choose(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Start the way to a default model; messages sent on the way wait for its end."""
        task = self._tasks.start(work)
        self._models.choose(task)
        return task

    async def _load(self, settings: Settings, *, is_wary: bool = False) -> None:
        """Check the file before the engine loads it. Raises ModelFileError, ModelUnavailable."""
        path = Path(settings.model_path) if settings.model_path else builtin_model()
        if not settings.model_path and not await asyncio.to_thread(path.is_file):
            self._client.leave_unloaded(str(path), no_model_text())
            return
        await asyncio.to_thread(describe, path)  # an embedding model cannot answer chats
        own = await self._own.use(str(path))
        prepared = await self._specs.prepare(str(path), own)
        if is_wary and await self._models.host.stop_count(prepared.spec):
            self._client.leave_unloaded(str(path), interrupted_load_text(path.name))
            return
        self._toasts.resolve(ModelFileError)  # of an earlier file
        projector = prepared.projector
        if own.projector_path and projector.problem is not None:
            self._toasts.show(projector.problem, is_trouble=True)  # the model still works for text
        self._has_projector = bool(projector.path)
        await self._models.host.load_default(prepared.spec)

    def _request_builtin(self) -> None:
        self._request(None)

    def _request(self, path: str | None) -> None:
        """Open a model; ask first if that stops running answers."""
        self._ask_before(partial(self.open, path))

    def _ask_before(self, switch: Callable[[], None]) -> None:
        """Switch to another model; ask first if that stops running answers."""
        running = len(self._replies.running_ids)
        if not running:
            switch()
            return
        window = self._window.dialogs.front_window()
        anyway = translate("EngineStatus", "Switch anyway")
        ask_before(window, change_text(running), anyway, switch)

    async def _open(self, path: str | None) -> None:
        if path is not None:
            # Before it is stored: a file that is not a model must not become the setting.
            await asyncio.to_thread(describe, Path(path))
        if path == self._settings.current.model_path:
            self.load()
        else:
            self._settings.change(model_path=path)  # loads it

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        self._apply_limits(new)
        if old.unload_minutes != new.unload_minutes:
            self._start_rests()
        is_changed = bool(new.rpc_servers) and old.is_offline != new.is_offline
        is_changed |= any(getattr(old, name) != getattr(new, name) for name in _ENGINE_FIELDS)
        if is_changed:
            self._models.host.unload_others()
        if is_changed or old.model_path != new.model_path:
            self.load()
        # The limit is sent without loading the model again, which would stop all answers.
        elif cache_limit(old) != cache_limit(new):
            self._models.host.engines.limit_cache(cache_limit(new))

    def _on_state_changed(self, state: EngineState) -> None:
        self._show(state)
        if state.model is not None:
            self._replies.set_context_window(state.model.context_window)
            self._show_note(state.model)
            self._show_draft_refusal(state.model)
        if state.failed_path is not None and state.text != no_model_text():
            self._fall_back(state)
        elif self._failure_toast is not None:
            self._toasts.dismiss(self._failure_toast)
            self._failure_toast = None
        if state.phase is EnginePhase.DOWN:
            self._offer_restart(state)
        elif self._restart_toast is not None:
            self._toasts.dismiss(self._restart_toast)
            self._restart_toast = None

    def _show_note(self, model: ModelInfo) -> None:
        """Show a note about a model without a chat template, once after it is loaded."""
        if model.path == self._noted_path:
            return
        self._noted_path = model.path
        note = chat_format_note(model)
        if note:
            request = self._window.requests.model_settings_requested.emit
            self._toasts.show(
                note,
                action=translate("EngineStatus", "Set a chat template…"),
                on_action=partial(request, model.path),
                kind="template",
            )

    def _show_draft_refusal(self, model: ModelInfo) -> None:
        """Report once why the model works without its draft model."""
        refusal, self._noted_refusal = self._noted_refusal, model.draft_refusal
        if model.draft_refusal and model.draft_refusal != refusal:
            request = self._window.requests.model_settings_requested.emit
            self._toasts.show(
                translated(model.draft_refusal),
                action=translate("EngineStatus", "Model settings…"),
                on_action=partial(request, model.path),
                kind="draft",
            )

    def _fall_back(self, state: EngineState) -> None:
        """Report why a model was not loaded, and offer alternatives."""
        choose = self._window.requests.default_file_requested.emit
        others = {translate("EngineStatus", "Choose another model…"): choose}
        if self._settings.current.model_path is not None and builtin_model().is_file():
            others[translate("EngineStatus", "Use the starter model")] = self._request_builtin
        if not self._own.current.is_default and state.failed_path is not None:
            request = self._window.requests.model_settings_requested.emit
            label = translate("EngineStatus", "Model settings…")
            others[label] = partial(request, state.failed_path)
        if self._has_projector:
            label = translate("EngineStatus", "Load it without pictures")
            others[label] = self._load_without_projector
        self._failure_toast = self._toasts.show(
            state.text,
            action=translate("EngineStatus", "Try again"),
            on_action=self.load,
            is_trouble=True,
            stays=True,
            others=others,
        )

    def _load_without_projector(self) -> None:
        """Load the model without its projector, which may be the cause of the failure."""
        path = default_path(self._settings.current)
        own = replace(self._own.current, projector_path="")
        self._tasks.start(self._own.save(os.path.abspath(path), own))

    def _offer_restart(self, state: EngineState) -> None:
        self._restart_toast = self._toasts.show(
            state.text,
            action=translate("EngineStatus", "Restart"),
            on_action=self._client.restart,
            is_trouble=True,
            stays=True,
        )

    def _show(self, state: EngineState) -> None:
        self._window.engine_corner.set_status(engine_status(state))
