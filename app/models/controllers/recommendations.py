"""The recommended models that fit this computer: on the models page and in an empty chat."""

import asyncio
import os
from collections.abc import Sequence
from functools import partial
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QLocale

from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation
from app.models.controllers.downloads import DownloadsController, id_of
from app.models.controllers.hub_repository import (
    failure_text,
    files_here,
    hub_address,
    models_of,
)
from app.models.controllers.speed import WeightSpeeds, weight_speed
from app.models.hub_model import HubResult, Transfer
from app.models.library.choices import Memory, fit_of
from app.models.library.models import builtin_model
from app.models.library.recommended_models import (
    RecommendedModel,
    RecommendedModels,
    recommended_models,
)
from app.models.view.first_model import FirstModelCard, StarterState
from app.models.view.recommended_group import ComputerModels, DownloadStep
from app.models.view.transfers_view import TransferRow
from app.settings import Settings
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import fill, translate
from engine.client.net_client import NetClient, NetFailure
from engine.messages.net_messages import Gate, HubRepository, HubVariant, NetTrouble

_SHOWN_SETTINGS = ("model_path", "recent_models", "is_offline", "weight_speeds")
_UNAVAILABLE = (NetTrouble.NOT_FOUND, NetTrouble.GATED)


class FoundModel(msgspec.Struct, frozen=True):
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
        fit=fit_of(model.memory_bytes, memory, model.bytes_per_token),
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
    """Offers the best model for this computer in empty chats, until another one is used.

    One click downloads it, and the chats continue with it.
    """

    def __init__(
        self,
        services: Services,
        replies: Replies,
        routes: RoutesController,
        net: NetClient,
        downloads: DownloadsController,
        speeds: WeightSpeeds,
    ) -> None:
        super().__init__(services)
        self._replies, self._routes, self._downloads = replies, routes, downloads
        self._speeds = speeds
        self._check = RecommendedCheck(net)
        self._cards: dict[str, FirstModelCard] = {}
        self._offered: RecommendedModel | None = None
        self._memory: Memory | None = None
        self._list: RecommendedModels | None = None
        self._download_id = ""
        self._is_asking = False
        replies.views.add(self._on_view)
        routes.changes.add(self._on_route_changed)
        services.models.chats.add(self._show)
        downloads.changes.add(self._on_transfers)
        speeds.changes.add(self._show_all)
        self._settings.changes.add(self._on_settings_changed)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        actions, card = self._window.actions_by_name, FirstModelCard()
        self._cards[conversation.id] = card
        card.destroyed.connect(partial(self._cards.pop, conversation.id, None))
        card.download_requested.connect(partial(self._download, card))
        card.settings_requested.connect(self._open_settings)
        card.transfer_started.connect(self._on_transfer_started)
        card.browse_requested.connect(actions.models_page.trigger)
        card.file_requested.connect(self._window.requests.default_file_requested)
        view.empty_state.set_offer(card, card.buttons)
        self._show(conversation.id)

    def _show(self, conversation_id: str) -> None:
        card = self._cards.get(conversation_id)
        if card is None:
            return
        state = self._state(conversation_id)
        if state is StarterState.UNUSED:
            self._hide(card, conversation_id)
            return
        card.show()
        card.set_starter(is_absent=state is StarterState.ABSENT)
        if self._is_undecided:
            card.set_undecided()
        else:
            card.set_offer(self._offer(), urlsplit(hub_address(os.environ)).netloc)
        card.set_offline(is_offline=self._settings.current.is_offline)
        card.set_asking(is_asking=self._is_asking)
        card.set_transfer(self._transfer())

    def _hide(self, card: FirstModelCard, conversation_id: str) -> None:
        view = self._window.panes.view_of(conversation_id)
        # An inactive window has a focus of its own, too.
        focused = None if view is None else view.window().focusWidget()
        if view is not None and focused is not None and card.isAncestorOf(focused):
            view.focus_composer()
        card.hide()

    def _show_all(self) -> None:
        for each in tuple(self._cards):
            self._show(each)

    def _state(self, conversation_id: str) -> StarterState:
        is_elsewhere = self._routes.destination(conversation_id) is not None
        is_elsewhere = is_elsewhere or self._models.has_other_model(conversation_id)
        if is_elsewhere or self._settings.current.model_path is not None:
            return StarterState.UNUSED
        return StarterState.ANSWERS if builtin_model().is_file() else StarterState.ABSENT

    @property
    def _is_undecided(self) -> bool:
        """Return whether the speed of this computer, which decides, is being measured."""
        settings = self._settings.current
        is_known = self._offered is not None or bool(settings.recent_models)
        is_known = is_known or bool(weight_speed(settings, has_gpu=self._models.uses_card))
        return self._speeds.is_measuring and not is_known

    def _offer(self) -> HubResult | None:
        """Return the offered model with its expected speed; None once another one was used.

        It is the same one while it is seen, unless the hub does not have it.
        """
        if self._settings.current.recent_models:
            return None
        has_gpu = self._models.uses_card
        speed = weight_speed(self._settings.current, has_gpu=has_gpu)
        if self._memory is None or self._list is None:
            self._memory, self._list = Memory.now(has_gpu=has_gpu), recommended_models()
        memory = replace(self._memory, has_gpu=has_gpu, weight_speed=speed)
        hidden = self._check.hidden
        is_gone = self._offered is None or self._offered.repository in hidden
        is_seen = any(each.isVisible() for each in self._cards.values())
        if is_gone or not (is_seen or self._is_busy):
            fitting = self._list.for_computer(memory, hidden=hidden, max_count=1)
            self._offered = fitting[0] if fitting else None
        if self._offered is None:
            return None
        return recommended_result(self._offered, memory, QLocale().name())

    @property
    def _is_busy(self) -> bool:
        return self._is_asking or self._transfer() is not None

    def _transfer(self) -> Transfer | None:
        transfers = self._downloads.transfers
        return next((each for each in transfers if each.download_id == self._download_id), None)

    def _download(self, card: FirstModelCard) -> None:
        """Download the offered model: the click is the user's consent to ask the hub."""
        if self._offered is not None and not self._is_busy:
            self._is_asking = True
            card.show_problem("")
            self._show_all()
            self._settings.change(searches_hub=True)
            self._tasks.start(self._ask(self._offered, card), may_be_dropped=True)

    async def _ask(self, model: RecommendedModel, card: FirstModelCard) -> None:
        can_retry = False
        try:
            found = await self._check.ask(model)
        except NetFailure as failure:
            problem, can_retry = failure_text(failure), True
        else:
            text = translate("ComputerModels", "{name} is no longer on the hub.")
            problem = fill(text, name=model.name) if found is None else ""
            if found is not None:
                self._download_id = id_of(found.repository, found.variant)
                self._downloads.ask_download(
                    found.repository,
                    found.variant,
                    self._window.dialogs.front_window(),
                    has_projector=bool(model.projector_bytes),
                    on_done=self._use,
                )
        finally:
            self._is_asking = False
            self._show_all()
        if card in self._cards.values():
            card.show_problem(problem, can_retry=can_retry)

    def _use(self, path: str) -> bool:
        """Load the downloaded model, unless that stops an answer; return whether it was loaded."""
        if self._replies.running_ids:
            return False
        self._window.requests.open_model_requested.emit(path)
        return True

    def _open_settings(self) -> None:
        self._window.requests.setting_requested.emit("is_offline")

    def _on_transfer_started(self, row: TransferRow) -> None:
        row.pause_requested.connect(self._downloads.pause)
        row.resume_requested.connect(self._downloads.resume_download)
        row.use_requested.connect(self._window.requests.open_model_requested)
        row.cancel_requested.connect(self._cancel)

    def _cancel(self, download_id: str) -> None:
        self._downloads.ask_cancel(download_id, self._window.dialogs.front_window())

    def _on_transfers(self, transfers: Sequence[Transfer]) -> None:
        found = next((each for each in transfers if each.download_id == self._download_id), None)
        for card in self._cards.values():
            card.set_transfer(found)

    def _on_route_changed(self, conversation_id: str | None) -> None:
        if conversation_id is None:
            self._show_all()
        else:
            self._show(conversation_id)

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if any(getattr(old, name) != getattr(new, name) for name in _SHOWN_SETTINGS):
            self._show_all()
