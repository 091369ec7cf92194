"""The three recommended models that fit this computer, fetched by one click."""

import asyncio
from dataclasses import dataclass

from PySide6.QtCore import QLocale

from app.controllers.services import Controller, Services
from app.models.controllers.downloads import DownloadsController
from app.models.controllers.hub_values import (
    failure_text,
    files_here,
    models_of,
    recommended_result,
)
from app.models.library.choices import Memory
from app.models.library.recommended_models import RecommendedModel
from app.models.view.recommended_group import ComputerModels, DownloadStep
from app.widgets.kit.translation import fill, translate
from engine.client.net_client import NetClient, NetFailure
from engine.messages.net_messages import Gate, HubRepository, HubVariant, NetTrouble

_UNAVAILABLE = (NetTrouble.NOT_FOUND, NetTrouble.GATED)


@dataclass(frozen=True, slots=True)
class FoundModel:
    """A recommended model as the hub has it now."""

    repository: HubRepository
    variant: HubVariant


class RecommendedCheck:
    """Asks the hub about each entry at most once, and only on request.

    An entry is hidden if its repository does not exist, has another name by now, wants conditions
    accepted, or no longer has the recommended file. Without a connection nothing is hidden.
    """

    def __init__(self, net: NetClient) -> None:
        self._net = net
        self._answers: dict[str, FoundModel | None] = {}

    @property
    def hidden(self) -> frozenset[str]:
        """Return the repositories that the hub does not have as the list names them."""
        return frozenset(name for name, found in self._answers.items() if found is None)

    def is_asked(self, model: RecommendedModel) -> bool:
        """Return whether the hub has answered about an entry."""
        return model.repository in self._answers

    def known(self, repository: str) -> FoundModel | None:
        """Return what the hub has of an entry; None if it was not asked or has nothing."""
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
    # A repository that was renamed is answered under its new name; case does not matter to the hub.
    if about.name.lower() != model.repository.lower() or about.gate is not Gate.OPEN:
        return None
    variants = models_of(repository)
    wanted = [each for each in variants if each.is_complete and model.is_file(each.files[0].path)]
    return FoundModel(repository, wanted[0]) if wanted else None


class ComputerModelsController(Controller):
    """Fills the group at the top of the models' page; connects to the hub for downloads only."""

    def __init__(
        self, services: Services, downloads: DownloadsController, check: RecommendedCheck
    ) -> None:
        super().__init__(services)
        self._downloads, self._check = downloads, check
        self._view: ComputerModels | None = None
        self._models: tuple[RecommendedModel, ...] = ()
        self._here: frozenset[tuple[str, int]] = frozenset()
        self._asking: dict[str, asyncio.Task[None]] = {}
        downloads.changes.add(lambda _transfers: self.look())

    def show_in(self, view: ComputerModels) -> None:
        """Show the models in this view."""
        self._view = view

    def show(self, models: tuple[RecommendedModel, ...], memory: Memory) -> None:
        """Show these models, and how they fit into this memory."""
        if self._view is None:
            return
        self._models = models
        language = QLocale().name()
        self._view.set_models(tuple(recommended_result(each, memory, language) for each in models))
        self._view.set_memory(memory.free_bytes, memory.total_bytes)
        self.look()

    def look(self) -> None:
        """Show which of the models are being downloaded, and which are on this computer."""
        if self._view is not None and self._models:
            self._tasks.start(self._look(), may_be_dropped=True)

    def download(self, name: str) -> None:
        """Download one of the models, after the hub has named its file."""
        model = next((each for each in self._models if each.repository == name), None)
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
            text = translate("ComputerModels", "{name} is not on the hub any more.")
            view.show_problem(fill(text, name=model.name))
        else:
            self._downloads.ask_download(
                found.repository, found.variant, view, has_projector=bool(model.projector_bytes)
            )

    async def _look(self) -> None:
        self._here = await asyncio.to_thread(files_here, self._downloads.folder)
        self._show_steps()

    def _show_steps(self) -> None:
        for each in self._models:
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
        assert self._view is not None, "models are offered in the page alone"
        return self._view
