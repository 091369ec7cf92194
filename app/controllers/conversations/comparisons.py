"""Comparisons and lists of questions: begun, shown while they run, stopped, gone on with."""

import asyncio
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from app.chat.comparisons import CellChanged
from app.chat.turns import Turns
from app.controllers.conversations.comparison_answers import ComparisonAnswers
from app.controllers.conversations.comparison_runs import ComparisonRuns
from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.controllers.undo import UndoOffers
from app.domain import (
    HERE,
    CellOptions,
    CellSource,
    Comparison,
    ComparisonAxes,
    ComparisonCell,
    ComparisonKind,
    Conversation,
    MessageStatus,
    Role,
    Route,
)
from app.settings import Settings
from app.transfer.comparisons import MOST_LETTERS, read_table
from app.widgets.comparison.dialog import ComparisonsDialog
from app.widgets.comparison.requests import OfferedModel, Offers
from app.widgets.conversation.view import ConversationView
from app.widgets.dialogs import file_choice
from app.widgets.kit.translation import fill, translate
from engine.client.client import EngineClient


class ComparisonsController(Controller):
    """Runs them whether their window is open or not; a list goes on after a restart."""

    def __init__(
        self,
        services: Services,
        turns: Turns,
        replies: Replies,
        tabs: TabsController,
        undo: UndoOffers,
    ) -> None:
        super().__init__(services)
        self._undo = undo
        self.runs = ComparisonRuns(services, turns)
        self.runs.on_cell = self._on_cell
        self.runs.on_end = self._on_end
        self.answers = ComparisonAnswers(services, replies, tabs)
        self._asked_of: tuple[str, int] | None = None  # the chat and message that the form is about
        self._is_refreshing = False
        self.dialog: ComparisonsDialog | None = None  # while it is open
        requests = self._window.requests
        requests.comparisons_requested.connect(self.show)
        requests.question_list_requested.connect(self.show_list_form)
        replies.views.add(self._on_view)

    def show(self) -> None:
        """Open the window with a new comparison, or bring the one that is open to the front."""
        is_new = self.dialog is None
        dialog = self._opened()
        if is_new:
            dialog.begin_answers("", is_fixed=False)

    def show_list_form(self) -> None:
        """Open the window with a new list of questions."""
        self._opened().begin_list()

    async def compare(self, conversation_id: str, message_id: int) -> None:
        """Offer to ask a message of a chat again, or the one that an answer belongs to."""
        branch = await self._history.comparisons.branch(message_id)
        question = next((each for each in reversed(branch) if each.role is Role.USER), None)
        if question is None:
            return
        # First the form, which forgets what it was about before.
        dialog = self._opened()
        dialog.begin_answers(question.text, is_fixed=True)
        self._asked_of = conversation_id, question.id

    async def read_file(self, path: Path) -> None:
        """Offer the rows of a file as a list of questions."""
        try:
            text = await asyncio.to_thread(_beginning_of, path)
        except OSError as error:
            said = translate("Comparisons", "{name} could not be read: {reason}.")
            self._toasts.show(fill(said, name=path.name, reason=error.strerror or error))
            return
        table = await asyncio.to_thread(read_table, text)
        if self.dialog is not None:
            self.dialog.list_form.set_table(path.stem, table)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        compare = self._tasks.starter(self.compare)
        view.requests.compare_requested.connect(partial(compare, conversation.id))

    def _opened(self) -> ComparisonsDialog:
        if self.dialog is None:
            dialog = self.dialog = ComparisonsDialog(self._window.dialogs.front_window())
            self._connect(dialog)
            dialog.finished.connect(self._on_finished)
            dialog.show()
            self._tasks.start(self._fill(), may_be_dropped=True)
        self.dialog.raise_()
        self.dialog.activateWindow()
        return self.dialog

    def _connect(self, dialog: ComparisonsDialog) -> None:
        requests, start, runs = dialog.requests, self._tasks.starter, self.runs
        requests.comparison_selected.connect(self._on_chosen)
        # Of a double click the second comes before the first has led to another page.
        single = self._tasks.single_starter
        requests.answers_submitted.connect(single(self._begin_answers))
        requests.list_submitted.connect(single(self._begin_list))
        requests.file_requested.connect(self._ask_file)
        stop, stop_cell = start(runs.stop), start(runs.stop_cell)
        requests.stop_requested.connect(lambda: stop(self._shown_id()))
        requests.cell_stop_requested.connect(lambda cell: stop_cell(self._shown_id(), cell))
        requests.resume_requested.connect(start(self._run_rest))
        requests.cell_again_requested.connect(start(self._ask_again))
        requests.keep_requested.connect(single(self._keep))
        requests.export_requested.connect(self._export)
        requests.delete_requested.connect(start(self._delete))

    def _on_finished(self) -> None:
        self.dialog = None

    async def _fill(self) -> None:
        presets = await self._history.presets.all()
        sources = await self._history.sources.all()
        offers = Offers(
            tuple(each.name for each in presets),
            offered_models(self._client, self._settings.current),
            tuple(CellSource(each.id, each.newest.number, each.name) for each in sources),
        )
        if self.dialog is not None:
            self.dialog.set_offers(offers)
        await self._refresh()

    async def _refresh(self) -> None:
        """List what there is; what changes meanwhile is listed with the next change."""
        if self._is_refreshing:
            return
        self._is_refreshing = True
        try:
            summaries = await self._history.comparisons.summaries()
        finally:
            self._is_refreshing = False
        if self.dialog is not None:
            self.dialog.set_summaries(summaries)

    def _on_chosen(self, comparison_id: str) -> None:
        self._asked_of = None
        if comparison_id:
            self._tasks.start(self._show(comparison_id), may_be_dropped=True)

    async def _show(self, comparison_id: str) -> None:
        comparison = await self._history.comparisons.get(comparison_id)
        if comparison is not None and self.dialog is not None:
            is_running = comparison_id in self.runs.ids
            self.dialog.show_comparison(comparison, is_running=is_running)

    async def _begin_answers(
        self, question: str, axes: ComparisonAxes, consents: tuple[str, ...]
    ) -> None:
        conversation_id, message_id = self._asked_of or (None, None)
        cells = tuple(ComparisonCell(0, 0, options) for options in axes.cells())
        await self._begin(
            Comparison(
                "",
                ComparisonKind.CELLS,
                "",
                question,
                datetime.now(UTC),
                conversation_id,
                message_id,
                consents=consents,
                cells=cells,
            )
        )

    async def _begin_list(
        self,
        name: str,
        questions: tuple[str, ...],
        options: CellOptions,
        consents: tuple[str, ...],
    ) -> None:
        cells = tuple(ComparisonCell(0, 0, options, text) for text in questions)
        now = datetime.now(UTC)
        kind = ComparisonKind.ROWS
        await self._begin(Comparison("", kind, name, "", now, consents=consents, cells=cells))

    async def _begin(self, comparison: Comparison) -> None:
        stored = await self._history.comparisons.add(comparison)
        self.runs.run(stored.id)
        if self.dialog is not None:
            self.dialog.show_comparison(stored, is_running=True)
        await self._refresh()

    def _on_end(self, comparison_id: str) -> None:
        if self.dialog is not None:
            self.dialog.show_running(comparison_id, is_running=False)
            self._tasks.start(self._refresh(), may_be_dropped=True)

    def _on_cell(self, changed: CellChanged) -> None:
        if self.dialog is None:
            return
        self.dialog.show_cell(changed.comparison_id, changed.cell, changed.state)
        if changed.cell.status is not MessageStatus.STREAMING:
            self._tasks.start(self._refresh(), may_be_dropped=True)

    def _shown_id(self) -> str:
        shown = None if self.dialog is None else self.dialog.shown
        return "" if shown is None else shown.id

    async def _run_rest(self) -> None:
        comparison_id = self._shown_id()
        await self.runs.run_rest(comparison_id)
        if self.dialog is not None:
            self.dialog.show_running(comparison_id, is_running=True)

    async def _ask_again(self, cell_id: int) -> None:
        shown = None if self.dialog is None else self.dialog.shown
        cell = next((each for each in shown.cells if each.id == cell_id), None) if shown else None
        if self.dialog is None or shown is None or cell is None:
            return
        # At once: what runs ends first. The other answers stay where somebody reads them.
        self.dialog.show_cell(shown.id, cell.emptied(), None)
        await self.runs.ask_again(shown.id, cell_id)

    async def _keep(self, cell_ids: tuple[int, ...]) -> None:
        comparison = await self._history.comparisons.get(self._shown_id())
        if comparison is not None:
            await self.answers.keep(comparison, cell_ids)

    def _export(self) -> None:
        if self.dialog is not None and self.dialog.shown is not None:
            self.answers.ask_export(self.dialog.shown)

    async def _delete(self, comparison_id: str) -> None:
        bring_back = await self.runs.delete(comparison_id)
        if self.dialog is not None:
            self.dialog.remove(comparison_id)
        await self._refresh()
        if bring_back is None:
            return

        async def undo() -> None:
            await bring_back()
            await self._refresh()

        text = translate("Comparisons", "A comparison was deleted.")
        self._undo.add(text, self._tasks.starter(undo))

    def _ask_file(self) -> None:
        self._window.dialogs.choose_file(
            file_choice.to_open_table,
            lambda paths: self._tasks.start(self.read_file(Path(paths[0]))),
        )


def offered_models(client: EngineClient, settings: Settings) -> tuple[OfferedModel, ...]:
    """Return the models that can answer now: the one here, and those of other machines."""
    model = client.state.known_model
    here = translate("Comparisons", "This computer")
    if model is not None:
        here = fill(translate("Comparisons", "This computer: {name}"), name=model.name)
    found = [OfferedModel(here, HERE)]
    for endpoint in () if settings.is_offline else settings.endpoints:
        origin = "" if endpoint.is_trusted else endpoint.origin
        host = "" if endpoint.is_trusted else endpoint.host
        found += [
            OfferedModel(
                f"{endpoint.name}: {each.name}", Route(endpoint.id, each.name), host, origin
            )
            for each in endpoint.models
        ]
    return tuple(found)


def _beginning_of(path: Path) -> str:
    """Return the text of a file, as much as a list may have."""
    with path.open("rb") as file:
        return file.read(MOST_LETTERS).decode("utf-8", "replace")
