"""The model picker: the models that it offers, and the files that were opened before."""

import asyncio
from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Controller, Services
from app.domain.natural_order import natural_key
from app.machines.model import HERE, Route
from app.models.controllers.chat_models import ChatModelsController
from app.models.controllers.library import ModelLibraryController
from app.models.controllers.speed import weight_speed
from app.models.library.choices import (
    Memory,
    described,
    first_choice,
    found_choice,
    remote_choices,
    with_senses,
)
from app.models.library.models import builtin_model, default_path, recent_with
from app.models.library_model import ModelLibraryState
from app.models.model import ModelChoice, ModelPlace, ModelState
from app.models.view.model_picker import ModelPicker
from engine.client.client import EnginePhase, EngineState


class ModelPickerController(Controller):
    """Opens the picker, gives the chosen model to a chat, and stores the recently loaded files.

    ``on_cancel`` cancels a load that is running.
    """

    def __init__(
        self,
        services: Services,
        replies: Replies,
        library: ModelLibraryController,
        routes: RoutesController,
        chat_models: ChatModelsController,
    ) -> None:
        super().__init__(services)
        self._routes = routes
        self._chat_models = chat_models
        self._replies = replies
        self._library = library
        self.on_cancel: Callable[[], None] = lambda: None
        self._used_before: tuple[ModelChoice, ...] = ()
        self._memory: Memory | None = None
        self._chat_path = ""  # the file of the model of the chat in front
        self._picker: ModelPicker | None = None
        self._describing: asyncio.Task[None] | None = None
        self._window.requests.models_requested.connect(self.open)
        self._client.states.add(self._on_state_changed)
        library.changes.add(self._on_library_changed)

    @property
    def picker(self) -> ModelPicker | None:
        """The picker while it is open."""
        picker = self._picker
        # It is deleted when it closes; the Python object may live longer.
        is_open = picker is not None and isValid(picker) and picker.isVisible()
        return picker if is_open else None

    def open(self, clicked: QWidget | None = None) -> None:
        """Show the picker below what was clicked, by default the model name of the active tab."""
        if self.picker is not None:
            self.picker.leave()
        running = len(self._replies.running_ids)
        picker = ModelPicker(
            self._window.dialogs.front_window(),
            clicked or self._anchor(),
            running,
            offers_machines=bool(self._remote()),
            has_chat=self._window.panes.active_id() is not None,
        )
        picker.selected.connect(self._on_selected)
        picker.removed.connect(self._on_removed)
        picker.settings_requested.connect(self._on_settings_requested)
        picker.default_requested.connect(self._on_default_requested)
        picker.cancel_button.clicked.connect(self.on_cancel)
        picker.more_requested.connect(self._window.actions_by_name.models_page.trigger)
        picker.file_requested.connect(self._window.actions_by_name.open_model.trigger)
        self._picker = picker
        self._offer()
        picker.set_choices(self._all())
        picker.open()
        self._library.scan()

    def _anchor(self) -> QWidget:
        active_id = self._window.panes.active_id()
        view = None if active_id is None else self._window.panes.view_of(active_id)
        if view is not None and view.header.model_button.isVisible():
            return view.header.model_button
        return self._window.engine_corner.chip

    def _offer(self) -> None:
        """Show the models at once, and the facts of their files when these are read."""
        if self._describing is not None:
            self._describing.cancel()
        self._used_before = self._choices()
        self._show()
        self._describing = self._tasks.start(self._describe(self._used_before), may_be_dropped=True)

    def _show(self) -> None:
        """Show the models that were used, followed by all others."""
        if self.picker is not None:
            self.picker.set_choices(self._all())

    def _all(self) -> tuple[ModelChoice, ...]:
        known = {each.path: each for each in self._library.state.models}
        before = (with_senses(each, known.get(_path_of(each))) for each in self._used_before)
        local = map(self._with_uses, (*before, *self._found()))
        return (*local, *self._remote())

    def _with_uses(self, choice: ModelChoice) -> ModelChoice:
        """Return a local model with the chats that use it."""
        active_id = self._window.panes.active_id()
        is_here = active_id is not None and self._routes.destination(active_id) is None
        path = _path_of(choice)
        return replace(
            choice,
            is_default=path == default_path(self._settings.current),
            is_in_chat=is_here and path == self._chat_path,
        )

    def _remote(self) -> tuple[ModelChoice, ...]:
        """Return the models of other machines, which can answer the active chat."""
        active_id = self._window.panes.active_id()
        if active_id is None:
            return ()
        settings = self._settings.current
        now = self._routes.destination(active_id)
        here = None if now is None else Route(now.endpoint.id, now.model.name)
        found = remote_choices(settings.endpoints, is_offline=settings.is_offline)
        return tuple(
            replace(each, state=ModelState.IN_CHAT)
            if each.route == here and not settings.is_offline
            else each
            for each in found
        )

    def _found(self) -> list[ModelChoice]:
        used = {_path_of(each) for each in self._used_before}
        models = [each for each in self._library.state.models if each.can_chat]
        if self._memory is None:
            return []  # the memory is known some milliseconds later
        found = (found_choice(each, self._memory) for each in models if each.path not in used)
        return sorted(found, key=lambda each: natural_key(each.name))

    def _choices(self) -> tuple[ModelChoice, ...]:
        """Return the model in use, those used before, and the starter model, each once."""
        used, state = self._used()
        first = first_choice(used, ModelPlace.IN_USE, state)
        recent = (each for each in self._settings.current.recent_models if each != used)
        rest = [first_choice(each, ModelPlace.RECENT, ModelState.READY) for each in recent]
        if used is not None and builtin_model().is_file():
            rest.append(first_choice(None, ModelPlace.BUILT_IN, ModelState.READY))
        return (first, *rest)

    def _used(self) -> tuple[str | None, ModelState]:
        """Return the path of the model that is loaded or in the settings, and its state."""
        state = self._client.state
        if state.model is not None:
            return _own_path(state.model.path), ModelState.LOADED
        is_off = state.phase in (EnginePhase.DOWN, EnginePhase.SLEEPING)
        is_loading = not is_off and state.failed_path is None
        wanted = self._settings.current.model_path
        return wanted, ModelState.LOADING if is_loading else ModelState.READY

    async def _describe(self, choices: tuple[ModelChoice, ...]) -> None:
        """Read the files on threads: a disk or a network may be slow."""
        has_gpu = self._models.uses_card
        memory = await asyncio.to_thread(
            Memory.now,
            given_back=self._models.loaded_bytes,
            has_gpu=has_gpu,
            load=self._library.wanted_load(),
            weight_speed=weight_speed(self._settings.current, has_gpu=has_gpu),
        )
        active_id = self._window.panes.active_id()
        self._chat_path = await self._chat_models.path_of(active_id) if active_id else ""
        read = [asyncio.to_thread(described, each, memory) for each in choices]
        self._used_before = tuple(await asyncio.gather(*read))
        self._memory = memory
        self._show()

    def _on_selected(self, model: ModelChoice) -> None:
        active_id = self._window.panes.active_id()
        if model.route is not None:
            if active_id is not None:
                self._routes.choose(active_id, model.route)
            return
        # A chat that another machine answered returns to this computer with any local model.
        if active_id is not None and self._routes.destination(active_id) is not None:
            self._routes.choose(active_id, HERE)
        if active_id is not None:
            self._chat_models.choose(active_id, _path_of(model))
            return
        if model.state in (ModelState.LOADED, ModelState.LOADING):
            return
        if model.path is None:
            self._window.requests.builtin_model_requested.emit()
        else:
            self._window.requests.open_model_requested.emit(model.path)

    def _on_default_requested(self, model: ModelChoice) -> None:
        self._window.requests.default_model_requested.emit(model.path or "")
        self._show()

    def _on_settings_requested(self, model: ModelChoice) -> None:
        self._window.requests.model_settings_requested.emit(_path_of(model))

    def _on_removed(self, path: str) -> None:
        recent = self._settings.current.recent_models
        self._settings.change(recent_models=tuple(each for each in recent if each != path))
        if self.picker is not None:
            self._offer()

    def _on_library_changed(self, _state: ModelLibraryState) -> None:
        self._show()

    def _on_state_changed(self, state: EngineState) -> None:
        if state.model is not None:
            recent = recent_with(self._settings.current, state.model.path)
            self._settings.change(recent_models=recent)
        if self.picker is not None:
            self._offer()


def _path_of(model: ModelChoice) -> str:
    return model.path or str(builtin_model())


def _own_path(path: str) -> str | None:
    """Return the path of a model file; None for the starter model, which is always offered."""
    return None if path == str(builtin_model()) else path
