"""Searches the hub, after the user has agreed; before, the recommended models are listed."""

import asyncio
import os
from collections.abc import Callable

from PySide6.QtCore import QLocale, QModelIndex, QTimer

from app.controllers.services import Controller, Services
from app.models.controllers.downloads import DownloadsController, LeftoversController
from app.models.controllers.hub_repository import (
    AGAIN,
    PAGE,
    SETTINGS,
    HubRepositoryController,
    WantedRepository,
    failure_actions,
    failure_text,
    hub_address,
    hub_result,
)
from app.models.controllers.recommendations import (
    ComputerModelsController,
    RecommendedCheck,
    recommended_result,
)
from app.models.library.choices import Memory
from app.models.library.recommended_models import (
    RecommendedModel,
    RecommendedModels,
    recommended_models,
)
from app.models.view.hub_words import date_text, result_row
from app.models.view.search_half import SearchHalf
from app.settings import Settings
from app.widgets.kit.text import format_bytes, open_link
from app.widgets.kit.translation import fill, translate
from engine.client.net_client import NetClient, NetFailure
from engine.messages.net_messages import HubPage

_PAUSE_MILLISECONDS = 500  # after the last key


class HubSearchController(Controller):
    """Fills the left half of the models page.

    Attributes:
        half: None until the page is opened. No connection is opened before.
    """

    def __init__(
        self,
        services: Services,
        net: NetClient,
        repository: HubRepositoryController,
        downloads: DownloadsController,
        leftovers: LeftoversController,
    ) -> None:
        super().__init__(services)
        self._net, self._repository, self._downloads = net, repository, downloads
        self._leftovers = leftovers
        self._check = RecommendedCheck(net)
        self._computer = ComputerModelsController(services, downloads, self._check)
        self.half: SearchHalf | None = None
        self._memory: Memory | None = None
        self._recommended: RecommendedModels | None = None
        self._page: HubPage | None = None  # the last one; None while the list is the recommended
        self._failure_page = ""
        self._wanted = ""  # a repository that was selected before the user agreed
        self._wanted_download = ""  # a recommended model that was requested before
        self._searching: asyncio.Task[None] | None = None
        self._checking: asyncio.Task[None] | None = None
        self._pause = QTimer(self._window, singleShot=True, interval=_PAUSE_MILLISECONDS)
        self._pause.timeout.connect(self._search)
        self._settings.changes.add(self._on_settings_changed)

    @property
    def may_ask(self) -> bool:
        """Return whether the hub may be contacted."""
        settings = self._settings.current
        return settings.searches_hub and not settings.is_offline

    def build(self) -> SearchHalf:
        """Build the half; no connection is opened yet."""
        self.half = half = SearchHalf()
        half.box.textChanged.connect(self._on_text_changed)
        half.box.returnPressed.connect(self._on_return)
        half.results.row_selected.connect(self._on_selected)
        half.results.rows.more_requested.connect(self._on_more)
        half.results.row_opened.connect(self._on_opened)
        half.computer.download_requested.connect(self._on_computer_download)
        half.details.closed.connect(self._on_details_closed)
        half.consent.button.clicked.connect(self._agree)
        half.consent.settings_button.clicked.connect(self._open_settings)
        half.state.action_requested.connect(self._on_action)
        self._repository.show_in(half.details)
        self._downloads.show_in(half.transfers)
        self._computer.show_in(half.computer)
        self._leftovers.show_in(half)
        self._show_consent()
        return half

    def set_memory(self, memory: Memory) -> None:
        """Use this memory for estimates."""
        is_first = self._memory is None
        self._memory = memory
        self._repository.set_memory(memory)
        if is_first and self._page is None:
            self._show_recommended()

    def _on_text_changed(self, text: str) -> None:
        # A result of the text before would arrive later, and be shown for this one.
        self._pause.stop()
        self._stop()
        if not text.strip():
            self._show_recommended()
        elif self.may_ask:
            self._pause.start()

    def _on_return(self) -> None:
        if not self.may_ask:
            self._focus_consent()
        elif self._pause.isActive() or self._page is None:
            self._pause.stop()
            self._search()
        else:
            self._shown().results.setFocus()

    def _search(self) -> None:
        text = self._shown().box.text().strip()
        self._stop()
        if text and self.may_ask:
            self._searching = self._tasks.start(self._find(text), may_be_dropped=True)

    async def _find(self, text: str) -> None:
        half = self._shown()
        half.offer_models(are_offered=False)
        half.show_state(translate("HubSearch", "Searching…"))
        try:
            page = await self._net.search(text)
        except NetFailure as failure:
            self._show_failure(failure)
            return
        self._page = page
        if not page.models:
            nothing = translate("HubSearch", "The hub has no GGUF model with “{text}” in its name.")
            half.show_state(fill(nothing, text=text))
            return
        half.show_details(is_shown=False)
        rows = [result_row(hub_result(each)) for each in page.models]
        half.results.rows.set_rows(rows, has_more=bool(page.cursor))
        half.show_results(_count_text(len(rows), has_more=bool(page.cursor)))
        if len(page.models) == 1:  # usually that of an address
            half.results.select_key(page.models[0].name)

    def _on_more(self) -> None:
        self._tasks.start(self._add_more(), may_be_dropped=True)

    async def _add_more(self) -> None:
        page = self._page
        if page is None or not page.cursor or not self.may_ask:
            return
        half = self._shown()
        text = half.box.text().strip()
        try:
            following = await self._net.search(text, page.cursor)
        except NetFailure as failure:
            if self._page is page:
                half.set_heading(failure_text(failure))
                half.results.rows.offer_more()
            return
        # Another search may have started meanwhile; its rows must not be mixed with these.
        if self._page is not page:
            return
        self._page = following
        rows = [result_row(hub_result(each)) for each in following.models]
        half.results.rows.add_rows(rows, has_more=bool(following.cursor))
        count = half.results.rows.rowCount()
        half.set_heading(_count_text(count, has_more=bool(following.cursor)))

    def _show_failure(self, failure: NetFailure) -> None:
        self._failure_page = failure.page
        self._shown().show_state(failure_text(failure), *failure_actions(failure))

    def _show_recommended(self) -> None:
        """Show the recommended models: those for this computer first, then the others."""
        half = self.half
        if half is None or self._memory is None:
            return
        self._page = None
        self._show_entries()
        half.show_details(is_shown=False)
        self._repository.stop()
        if self._wanted:
            half.results.select_key(self._wanted)
        self._start_check()

    def _show_entries(self) -> None:
        """Show the entries of the list that are not known to be missing on the hub."""
        half, memory = self._shown(), self._memory
        assert memory is not None, "the list is shown after the memory is known"
        first, others = self._entries(memory)
        self._computer.show(first, memory)
        half.offer_models(are_offered=bool(first))
        language = QLocale().name()
        results = [recommended_result(each, memory, language) for each in others]
        half.results.replace_rows(result_row(each) for each in results)
        text = translate("HubSearch", "More recommended models · list of {date}")
        if not others and not first:
            text = translate("HubSearch", "This hub has none of the recommended models.")
        elif not first:
            text = translate(
                "HubSearch",
                "None of the recommended models fits into the {memory} of free memory · list of "
                "{date}",
            )
        date = date_text(self._list().written.isoformat())
        half.show_results(fill(text, memory=format_bytes(memory.free_bytes), date=date))

    def _entries(
        self, memory: Memory
    ) -> tuple[tuple[RecommendedModel, ...], tuple[RecommendedModel, ...]]:
        """Return the entries for this computer, and the others: fitting ones before larger ones."""
        listed = self._list()
        hidden = self._check.hidden
        first = listed.for_computer(memory, hidden=hidden)
        shown = [each for each in listed.models if each.repository not in hidden]
        others = [each for each in shown if each not in first]
        fitting = [each for each in others if each.memory_bytes <= memory.free_bytes]
        larger = [each for each in others if each.memory_bytes > memory.free_bytes]
        return first, (*fitting[::-1], *larger)

    def _list(self) -> RecommendedModels:
        if self._recommended is None:
            self._recommended = recommended_models()
        return self._recommended

    def _start_check(self) -> None:
        is_running = self._checking is not None and not self._checking.done()
        if self.may_ask and self._memory is not None and not is_running:
            self._checking = self._tasks.start(self._check_entries(), may_be_dropped=True)

    async def _check_entries(self) -> None:
        """Ask the hub about each entry in the order shown; hide those that it lacks."""
        assert self._memory is not None, "the list is shown after the memory is known"
        first, others = self._entries(self._memory)
        for entry in (*first, *others):
            try:
                if not self.may_ask or self._check.is_asked(entry):
                    continue
                found = await self._check.ask(entry)
            except NetFailure:
                return  # the check is repeated when the list is shown again
            if self._page is None and not self._shown().box.text().strip():
                if found is None:
                    self._show_entries()
                else:
                    self._computer.refresh_steps()

    def _on_selected(self, name: str) -> None:
        half = self._shown()
        if not self.may_ask:
            self._wanted = name
            return
        self._wanted = ""
        half.show_details(is_shown=True)
        self._repository.show(self._wanted_repository(name))

    def _wanted_repository(self, name: str) -> WantedRepository:
        # The branch and file of an address apply to its repository, not to others of a list.
        page = self._page
        if page is not None:
            is_named = len(page.models) == 1
            return WantedRepository(
                name,
                revision=page.revision if is_named else "",
                file=page.named_file if is_named else "",
            )
        known = next((each for each in self._list().models if each.repository == name), None)
        if known is None:
            return WantedRepository(name)
        return WantedRepository(
            name, title=known.name, pattern=known.file, has_projector=bool(known.projector_bytes)
        )

    def _on_computer_download(self, name: str) -> None:
        if self.may_ask:
            self._computer.download(name)
            return
        self._wanted_download = name
        self._focus_consent()

    def _on_details_closed(self) -> None:
        half = self._shown()
        self._repository.stop()
        self._wanted = ""
        half.results.setCurrentIndex(QModelIndex())
        half.show_details(is_shown=False)
        half.results.setFocus()

    def _on_opened(self, _name: str) -> None:
        if self.may_ask:
            self._shown().details.offers.setFocus()
        else:
            self._focus_consent()

    def _focus_consent(self) -> None:
        consent = self._shown().consent
        is_offline = self._settings.current.is_offline
        (consent.settings_button if is_offline else consent.button).setFocus()

    def _agree(self) -> None:
        self._settings.change(searches_hub=True)

    def _open_settings(self) -> None:
        self._window.requests.setting_requested.emit("is_offline")

    def _on_action(self, key: str) -> None:
        actions: dict[str, Callable[[], object]] = {
            AGAIN: self._search,
            SETTINGS: self._open_settings,
            PAGE: lambda: open_link(self._failure_page),
        }
        if key in actions:
            actions[key]()

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        before = old.searches_hub and not old.is_offline
        if self.half is None or (old.searches_hub, old.is_offline) == (
            new.searches_hub,
            new.is_offline,
        ):
            return
        self._show_consent()
        if before and not self.may_ask:
            self._stop()
            self._show_recommended()
        elif self.may_ask and not before:
            self._do_wanted()
            self._start_check()

    def _do_wanted(self) -> None:
        """Carry out the request that waited for the user's consent."""
        half = self._shown()
        wanted, self._wanted_download = self._wanted_download, ""
        if half.box.text().strip():
            half.box.setFocus()
            self._search()
        elif wanted:
            half.computer.choose(wanted)
            self._computer.download(wanted)
        elif self._wanted or half.results.key:
            half.results.setFocus()
            self._on_selected(self._wanted or half.results.key)
        else:
            half.box.setFocus()

    def _show_consent(self) -> None:
        consent, settings = self._shown().consent, self._settings.current
        if settings.is_offline:
            consent.show_offline()
        elif not settings.searches_hub:
            consent.ask(hub_address(os.environ))
        consent.setVisible(not self.may_ask)

    def _stop(self) -> None:
        if self._searching is not None:
            self._searching.cancel()
        self._repository.stop()

    def _shown(self) -> SearchHalf:
        assert self.half is not None, "the page is built before a search"
        return self.half


def _count_text(count: int, *, has_more: bool) -> str:
    """Return the number of results; empty for one result."""
    if has_more:
        text = translate("HubSearch", "The first {count:,} models; scroll for more")
    else:
        text = translate("HubSearch", "{count:,} models") if count > 1 else ""
    return fill(text, count=count)
