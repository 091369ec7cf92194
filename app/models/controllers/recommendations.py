"""The recommended models that fit this computer: on the models page and in an empty chat."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QLocale

from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation
from app.models.controllers.downloads import DownloadsController
from app.models.controllers.hub_repository import (
    failure_text,
    files_here,
    models_of,
)
from app.models.hub_model import HubResult
from app.models.library.choices import Memory, fit_of
from app.models.library.models import builtin_model
from app.models.library.recommended_models import RecommendedModel, recommended_models
from app.models.view.recommended_group import ComputerModels, DownloadStep
from app.settings import Settings
from app.widgets.conversation.empty_state import StarterState
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import fill, translate
from engine.client.net_client import NetClient, NetFailure
from engine.messages.net_messages import Gate, HubRepository, HubVariant, NetTrouble

_UNAVAILABLE = (NetTrouble.NOT_FOUND, NetTrouble.GATED)


@dataclass(frozen=True, slots=True)
class FoundModel:
    """A recommended model as the hub has it now."""

    repository: HubRepository
    variant: HubVariant


def recommended_result(model: RecommendedModel, memory: Memory, language: str) -> HubResult:
    """Return an entry of the list as a result."""
    return HubResult(
        name=model.repository,
        title=model.name,
        licence=model.licence,
        parameter_count=model.parameter_count,
        byte_count=model.download_bytes + model.projector_bytes,
        about=model.description(language),
        purposes=model.purposes,
        fit=fit_of(model.memory_bytes, memory),
    )


class RecommendedCheck:
    """Asks the hub about each entry at most once, and only on request.

    An entry is hidden if its repository does not exist, was renamed, is gated, or no longer has the
    recommended file. Without a connection nothing is hidden.
    """

    def __init__(self, net: NetClient) -> None:
        self._net = net
        self._answers: dict[str, FoundModel | None] = {}

    @property
    def hidden(self) -> frozenset[str]:
        """Return the repositories that the hub does not have as listed."""
        return frozenset(name for name, found in self._answers.items() if found is None)

    def is_asked(self, model: RecommendedModel) -> bool:
        """Return whether the hub has answered about an entry."""
        return model.repository in self._answers

    def known(self, repository: str) -> FoundModel | None:
        """Return an entry as the hub has it; None if it was not asked or lacks it."""
        return self._answers.get(repository)

    async def ask(self, model: RecommendedModel) -> FoundModel | None:
        """Ask the hub about an entry, once; return None if it must be hidden.

        Raises NetFailure if the hub could not be asked.
        """
        if not self.is_asked(model):
            try:
                repository = await self._net.show(model.repository)
            except NetFailure as failure:
                if failure.trouble not in _UNAVAILABLE:
                    raise
                self._answers[model.repository] = None
            else:
                self._answers[model.repository] = _found(model, repository)
        return self._answers[model.repository]


def _found(model: RecommendedModel, repository: HubRepository) -> FoundModel | None:
    about = repository.model
    # The hub answers for a renamed repository under its new name; case does not matter to it.
    if about.name.lower() != model.repository.lower() or about.gate is not Gate.OPEN:
        return None
    variants = models_of(repository)
    wanted = [each for each in variants if each.is_complete and model.is_file(each.files[0].path)]
    return FoundModel(repository, wanted[0]) if wanted else None


class ComputerModelsController(Controller):
    """Fills the group at the top of the models page; connects to the hub for downloads only."""

    def __init__(
        self, services: Services, downloads: DownloadsController, check: RecommendedCheck
    ) -> None:
        super().__init__(services)
        self._downloads, self._check = downloads, check
        self._view: ComputerModels | None = None
        self._recommended: tuple[RecommendedModel, ...] = ()
        self._here: frozenset[tuple[str, int]] = frozenset()
        self._asking: dict[str, asyncio.Task[None]] = {}
        downloads.changes.add(lambda _transfers: self.refresh_steps())

    def show_in(self, view: ComputerModels) -> None:
        """Show the models in this view."""
        self._view = view

    def show(self, models: tuple[RecommendedModel, ...], memory: Memory) -> None:
        """Show these models, and whether they fit into this memory."""
        if self._view is None:
            return
        self._recommended = models
        language = QLocale().name()
        self._view.set_models(tuple(recommended_result(each, memory, language) for each in models))
        self._view.set_memory(memory.free_bytes, memory.total_bytes)
        self.refresh_steps()

    def refresh_steps(self) -> None:
        """Show which models are being downloaded, and which are on this computer."""
        if self._view is not None and self._recommended:
            self._tasks.start(self._refresh_steps(), may_be_dropped=True)

    def download(self, name: str) -> None:
        """Download a model after the hub has confirmed its file."""
        model = next((each for each in self._recommended if each.repository == name), None)
        if model is not None and name not in self._asking:
            self._asking[name] = self._tasks.start(self._download(model), may_be_dropped=True)
            self._show_steps()

    async def _download(self, model: RecommendedModel) -> None:
        view = self._shown()
        view.show_problem("")
        try:
            found = await self._check.ask(model)
        except NetFailure as failure:
            view.show_problem(failure_text(failure))
            return
        finally:
            del self._asking[model.repository]
            self._show_steps()
        if found is None:
            text = translate("ComputerModels", "{name} is no longer on the hub.")
            view.show_problem(fill(text, name=model.name))
        else:
            self._downloads.ask_download(
                found.repository, found.variant, view, has_projector=bool(model.projector_bytes)
            )

    async def _refresh_steps(self) -> None:
        self._here = await asyncio.to_thread(files_here, self._downloads.folder)
        self._show_steps()

    def _show_steps(self) -> None:
        for each in self._recommended:
            self._shown().set_step(each.repository, self._step(each))

    def _step(self, model: RecommendedModel) -> DownloadStep:
        if model.repository in self._asking:
            return DownloadStep.ASKING
        found = self._check.known(model.repository)
        if found is None:
            return DownloadStep.READY
        if self._downloads.is_running([each.save_name for each in found.variant.files]):
            return DownloadStep.RUNNING
        return DownloadStep.HERE if self._is_here(found) else DownloadStep.READY

    def _is_here(self, found: FoundModel) -> bool:
        return all((each.save_name, each.size_bytes) in self._here for each in found.variant.files)

    def _shown(self) -> ComputerModels:
        assert self._view is not None, "models are offered on the page only"
        return self._view


class FirstModels(Controller):
    """Describes the starter model in an empty chat; a click opens the models page.

    Models are offered by name until another model than the starter model is loaded.
    """

    def __init__(
        self,
        services: Services,
        replies: Replies,
        routes: RoutesController,
        open_at: Callable[[str], None],
    ) -> None:
        """``open_at`` opens the models page at a repository."""
        super().__init__(services)
        self._replies, self._routes, self._open_at = replies, routes, open_at
        self._offered: tuple[HubResult, ...] | None = None
        replies.views.add(self._on_view)
        routes.changes.add(self._on_route_changed)
        self._settings.changes.add(self._on_settings_changed)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        actions, offers = self._window.actions_by_name, view.empty_state.models
        view.empty_state.model_requested.connect(self._open_at)
        offers.browse_requested.connect(actions.models_page.trigger)
        offers.file_requested.connect(actions.open_model.trigger)
        self._show(conversation.id)

    def _show(self, conversation_id: str) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            state = self._state(conversation_id)
            models = () if state is StarterState.UNUSED else self._offered_models()
            view.empty_state.set_models(state, models)

    def _state(self, conversation_id: str) -> StarterState:
        is_elsewhere = self._routes.destination(conversation_id) is not None
        if is_elsewhere or self._settings.current.model_path is not None:
            return StarterState.UNUSED
        return StarterState.ANSWERS if builtin_model().is_file() else StarterState.ABSENT

    def _offered_models(self) -> tuple[HubResult, ...]:
        if self._settings.current.recent_models:
            return ()
        if self._offered is None:
            memory = Memory.now()
            fitting = recommended_models().for_computer(memory)
            language = QLocale().name()
            self._offered = tuple(recommended_result(each, memory, language) for each in fitting)
        return self._offered

    def _on_route_changed(self, conversation_id: str | None) -> None:
        ids = self._window.panes.ids() if conversation_id is None else (conversation_id,)
        for each in ids:
            self._show(each)

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if (old.model_path, old.recent_models) != (new.model_path, new.recent_models):
            self._on_route_changed(None)
