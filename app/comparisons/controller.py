"""The page of comparisons and lists: opens it, updates it, and handles its requests."""

import asyncio
from functools import partial

from app.chat.turns import Turns
from app.comparisons.answers_controller import ComparisonAnswers
from app.comparisons.forms_controller import ComparisonForms
from app.comparisons.model import Comparison, ComparisonAxes, QuestionTable
from app.comparisons.runner import CellChanged
from app.comparisons.runs_controller import ComparisonRuns
from app.comparisons.view.comparison_requests import ChatQuestion
from app.comparisons.view.comparisons_page import ComparisonsPage
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.controllers.undo import UndoOffers
from app.domain.chat_options import ChatModel
from app.domain.conversations import Conversation
from app.domain.messages import MessageStatus, Role
from app.errors import ModelFileError, ModelUnavailable
from app.media.controller import PicturesController
from app.models.host.uses import LoadOrder
from app.models.library.model_files import ModelFiles
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.text import open_link
from app.widgets.kit.translation import fill, translate, translated


class ComparisonsController(Controller):
    """Keeps the page while it is open; comparisons run without it, lists also after a restart."""

    def __init__(
        self,
        services: Services,
        turns: Turns,
        replies: Replies,
        tabs: TabsController,
        conversations: ConversationsController,
        undo: UndoOffers,
        model_files: ModelFiles,
        pictures: PicturesController,
    ) -> None:
        super().__init__(services)
        self._pictures = pictures
        self._undo = undo
        self._ordering: asyncio.Task[None] | None = None
        self.runs = ComparisonRuns(services, turns)
        self.runs.cells.add(self._on_cell)
        self.runs.ends.add(self._on_end)
        self.runs.shown.add(self._tasks.starter(self.show_running))
        self.answers = ComparisonAnswers(services, replies, tabs, conversations)
        self.forms = ComparisonForms(services, self._on_stored, self._on_table, model_files)
        self._is_refreshing = self._has_changed = False
        self.page: ComparisonsPage | None = None  # while it is open
        requests = self._window.requests
        requests.comparisons_requested.connect(self._tasks.starter(self.show))
        requests.question_list_requested.connect(self.show_list_form)
        replies.views.add(self._on_view)

    async def show(self) -> None:
        """Show the page; a form without typed values gets the last question of the chat."""
        page = self._opened()
        question = await self._last_question()
        if self.page is page and page.shows_new:
            page.begin_answers(question)

    async def show_running(self, comparison_id: str) -> None:
        """Show the page with a comparison."""
        self._opened()
        await self._show(comparison_id)
        await self._refresh()

    def show_list_form(self) -> None:
        """Show the page with a new list of questions."""
        self._opened().begin_list()

    async def compare(self, conversation_id: str, message_id: int) -> None:
        """Offer a comparison for a question of a chat, or for the question of an answer."""
        question = await self._question(conversation_id, message_id)
        if question is None:
            return
        page = self._opened()
        if not page.answers_form.is_changed:
            page.begin_answers(question)
            return

        def begin() -> None:
            page.answers_form.clear()
            page.begin_answers(question)

        page.ask_to_discard(begin)

    async def _last_question(self) -> ChatQuestion | None:
        """Return the last question of the chat in front, if it has one."""
        conversation_id = self._window.panes.active_id()
        if conversation_id is None:
            return None
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None or not conversation.messages:
            return None
        return await self._question(conversation_id, conversation.messages[-1].id)

    async def _question(self, conversation_id: str, message_id: int) -> ChatQuestion | None:
        """Return the question that a message is, or answers."""
        branch = await self._history.comparisons.branch(message_id)
        question = next((each for each in reversed(branch) if each.role is Role.USER), None)
        if question is None:
            return None
        title = self._window.dialogs.title(conversation_id)
        return ChatQuestion(conversation_id, question.id, question.text, title)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        compare = self._tasks.starter(self.compare)
        view.requests.compare_requested.connect(partial(compare, conversation.id))

    def _opened(self) -> ComparisonsPage:
        if self.page is None:
            page = self.page = ComparisonsPage(self._window.dialogs.front_window())
            self._connect(page)
            page.finished.connect(self._on_finished)
            self._tasks.start(self._fill(), may_be_dropped=True)
        self._window.pages.show_page(self.page, is_wide=True)
        return self.page

    def _connect(self, page: ComparisonsPage) -> None:
        requests, start, runs = page.requests, self._tasks.starter, self.runs
        requests.comparison_selected.connect(self._on_chosen)
        requests.texts.link_activated.connect(open_link)
        self._pictures.serve_texts(requests.texts)
        # Ignores the second click of a double click, before the first one has changed the page.
        single = self._tasks.single_starter
        requests.answers_submitted.connect(single(self._begin_answers))
        requests.list_submitted.connect(single(self.forms.begin_list))
        requests.file_requested.connect(self.forms.ask_file)
        requests.models_ticked.connect(self._on_models_ticked)
        stop, stop_cell = start(runs.stop), start(runs.stop_cell)
        requests.stop_requested.connect(lambda: stop(self._shown_id()))
        requests.cell_stop_requested.connect(lambda cell: stop_cell(self._shown_id(), cell))
        requests.resume_requested.connect(start(self._run_rest))
        requests.cell_again_requested.connect(start(self._ask_again))
        requests.keep_requested.connect(single(self._keep))
        requests.export_requested.connect(self._export)
        requests.delete_requested.connect(start(self._delete))

    async def _begin_answers(
        self, question: str, axes: ComparisonAxes, consents: tuple[str, ...]
    ) -> None:
        asked = None if self.page is None else self.page.answers_form.chat_question
        await self.forms.begin_answers(question, axes, consents, asked)

    def _on_finished(self) -> None:
        self.page = None

    def _on_models_ticked(self, models: tuple[ChatModel, ...]) -> None:
        if self._ordering is not None:
            self._ordering.cancel()
        self._ordering = self._tasks.start(self._show_order(models), may_be_dropped=True)

    async def _show_order(self, models: tuple[ChatModel, ...]) -> None:
        """Say before the start which models are loaded, and which follow the others."""
        try:
            order = await self._models.order_of([each.digest for each in models])
        except (ModelUnavailable, ModelFileError) as error:
            text = str(error)
        else:
            text = _order_text(models, order)
        if self.page is not None:
            self.page.show_order(text)

    async def _fill(self) -> None:
        offers = await self.forms.offers()
        if self.page is not None:
            self.page.set_offers(offers)
        await self._refresh()

    async def _refresh(self) -> None:
        """List the comparisons; those that change while they are read are read once more."""
        self._has_changed = True
        if self._is_refreshing:
            return
        self._is_refreshing = True
        try:
            while self._has_changed:
                self._has_changed = False
                summaries = await self._history.comparisons.summaries()
                if self.page is not None:
                    self.page.set_summaries(summaries)
        finally:
            self._is_refreshing = False

    def _on_chosen(self, comparison_id: str) -> None:
        self._tasks.start(self._show(comparison_id), may_be_dropped=True)

    async def _show(self, comparison_id: str) -> None:
        comparison = await self._history.comparisons.get(comparison_id)
        if comparison is not None and self.page is not None:
            is_running = comparison_id in self.runs.ids
            self.page.show_comparison(comparison, is_running=is_running)

    async def _on_stored(self, stored: Comparison) -> None:
        self.runs.run(stored.id)
        if self.page is not None:
            self.page.show_started(stored)
        await self._refresh()

    def _on_table(self, name: str, table: QuestionTable) -> None:
        if self.page is not None:
            self.page.list_form.set_table(name, table)

    def _on_end(self, comparison_id: str) -> None:
        if self.page is not None:
            self.page.show_running(comparison_id, is_running=False)
            self._tasks.start(self._refresh(), may_be_dropped=True)

    def _on_cell(self, changed: CellChanged) -> None:
        if self.page is None:
            return
        self.page.show_cell(changed.comparison_id, changed.cell, changed.state)
        if changed.cell.status is not MessageStatus.STREAMING:
            self._tasks.start(self._refresh(), may_be_dropped=True)

    def _shown_id(self) -> str:
        shown = None if self.page is None else self.page.shown
        return "" if shown is None else shown.id

    async def _run_rest(self) -> None:
        comparison_id = self._shown_id()
        await self.runs.run_rest(comparison_id)
        if self.page is not None:
            self.page.show_running(comparison_id, is_running=True)

    async def _ask_again(self, cell_id: int) -> None:
        shown = None if self.page is None else self.page.shown
        cell = next((each for each in shown.cells if each.id == cell_id), None) if shown else None
        if self.page is None or shown is None or cell is None:
            return
        # Shown at once: running cells end first. The other answers keep their place on the page.
        self.page.show_cell(shown.id, cell.emptied(), None)
        await self.runs.ask_again(shown.id, cell_id)

    async def _keep(self, cell_ids: tuple[int, ...]) -> None:
        comparison = await self._history.comparisons.get(self._shown_id())
        if comparison is not None:
            await self.answers.keep(comparison, cell_ids)

    def _export(self) -> None:
        if self.page is not None and self.page.shown is not None:
            self.answers.ask_export(self.page.shown)

    async def _delete(self, comparison_id: str) -> None:
        bring_back = await self.runs.delete(comparison_id)
        if self.page is not None:
            self.page.remove(comparison_id)
        await self._refresh()
        if bring_back is None:
            return

        async def undo() -> None:
            await bring_back()
            await self._refresh()

        text = translate("Comparisons", "A comparison was deleted.")
        self._undo.add(text, self._tasks.starter(undo))


def _order_text(models: tuple[ChatModel, ...], order: LoadOrder) -> str:
    parts = [translated(each) for each in order.texts]
    if order.later:
        text = translate(
            "Comparisons", "These answer in the background, after the others: {names}."
        )
        names = ", ".join(models[at].name for at in sorted(order.later))
        parts.append(fill(text, names=names))
    return " ".join(parts)
