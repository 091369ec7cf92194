"""The window of comparisons and lists: opened, kept up to date, and what is asked of it done."""

from functools import partial

from app.chat.comparisons import CellChanged
from app.chat.turns import Turns
from app.controllers.conversations.comparison_answers import ComparisonAnswers
from app.controllers.conversations.comparison_forms import ComparisonForms
from app.controllers.conversations.comparison_runs import ComparisonRuns
from app.controllers.conversations.conversations import ConversationsController
from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.controllers.undo import UndoOffers
from app.domain import Comparison, Conversation, MessageStatus, QuestionTable, Role
from app.widgets.comparison.dialog import ComparisonsDialog
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import translate


class ComparisonsController(Controller):
    """Keeps the window while it is open; what runs goes on without it, a list after a restart."""

    def __init__(
        self,
        services: Services,
        turns: Turns,
        replies: Replies,
        tabs: TabsController,
        conversations: ConversationsController,
        undo: UndoOffers,
    ) -> None:
        super().__init__(services)
        self._undo = undo
        self.runs = ComparisonRuns(services, turns)
        self.runs.on_cell = self._on_cell
        self.runs.on_end = self._on_end
        self.answers = ComparisonAnswers(services, replies, tabs, conversations)
        self.forms = ComparisonForms(services, self._on_stored, self._on_table)
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
        self.forms.asked_of = conversation_id, question.id

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
        requests.answers_submitted.connect(single(self.forms.begin_answers))
        requests.list_submitted.connect(single(self.forms.begin_list))
        requests.file_requested.connect(self.forms.ask_file)
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
        offers = await self.forms.offers()
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
        self.forms.asked_of = None
        if comparison_id:
            self._tasks.start(self._show(comparison_id), may_be_dropped=True)

    async def _show(self, comparison_id: str) -> None:
        comparison = await self._history.comparisons.get(comparison_id)
        if comparison is not None and self.dialog is not None:
            is_running = comparison_id in self.runs.ids
            self.dialog.show_comparison(comparison, is_running=is_running)

    async def _on_stored(self, stored: Comparison) -> None:
        self.runs.run(stored.id)
        if self.dialog is not None:
            self.dialog.show_comparison(stored, is_running=True)
        await self._refresh()

    def _on_table(self, name: str, table: QuestionTable) -> None:
        if self.dialog is not None:
            self.dialog.list_form.set_table(name, table)

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
