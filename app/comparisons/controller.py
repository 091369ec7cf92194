"""The page of comparisons and lists: opens it, updates it, and handles its requests."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from app.chat.turns import Turns
from app.comparisons.model import (
    CellOptions,
    CellSource,
    Comparison,
    ComparisonAxes,
    ComparisonCell,
    ComparisonKind,
    QuestionTable,
)
from app.comparisons.question_tables import MAX_CHARS, read_table, to_csv, to_markdown
from app.comparisons.runner import CellChanged
from app.comparisons.runs_controller import ComparisonRuns
from app.comparisons.view.comparison_requests import ChatQuestion, OfferedModel, Offers
from app.comparisons.view.comparisons_page import ComparisonsPage
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.controllers.undo import UndoOffers
from app.documents.text_files import file_content, plain_text
from app.domain.chat_options import ChatModel
from app.domain.conversations import Conversation, ConversationOptions
from app.domain.messages import MessageStatus, Role
from app.errors import (
    FileNotTaken,
    ModelFileError,
    ModelUnavailable,
    SourceGone,
    TransferFailed,
)
from app.machines.model import HERE, Route
from app.models.host.uses import LoadOrder
from app.models.library.model_files import ModelFiles
from app.models.library.models import used_paths
from app.settings import Settings
from app.transfer.exporting import base_name, part_of
from app.widgets.conversation.view import ConversationView
from app.widgets.dialogs import file_choice
from app.widgets.kit.translation import fill, translate, translated
from engine.files import move


class ComparisonForms(Controller):
    """Stores what the forms submit, and reads files for them.

    ``on_stored`` gets each stored comparison, ``on_table`` the table of each file.
    """

    def __init__(
        self,
        services: Services,
        on_stored: Callable[[Comparison], Awaitable[None]],
        on_table: Callable[[str, QuestionTable], None],
        model_files: ModelFiles,
    ) -> None:
        super().__init__(services)
        self._model_files = model_files
        self._on_stored = on_stored
        self._on_table = on_table

    async def offers(self) -> Offers:
        """Return the presets, models and sources that can be chosen now."""
        presets = await self._history.presets.all()
        sources = await self._history.sources.all()
        settings = self._settings.current
        local = await self._model_files.all(used_paths(settings))
        return Offers(
            tuple(each.name for each in presets),
            _offered_models(local, settings),
            tuple(CellSource(each.id, each.newest.number, each.name) for each in sources),
        )

    def ask_file(self) -> None:
        """Ask for a file, and offer its rows as a list of questions."""
        self._window.dialogs.choose_file(
            file_choice.to_open_table,
            lambda paths: self._tasks.start(self.read_file(Path(paths[0]))),
        )

    async def read_file(self, path: Path) -> None:
        """Offer the rows of a file as a list of questions. Raises FileNotTaken."""
        self._on_table(path.stem, await asyncio.to_thread(_table_in, path))

    async def begin_answers(
        self,
        question: str,
        axes: ComparisonAxes,
        consents: tuple[str, ...],
        asked: ChatQuestion | None = None,
    ) -> None:
        """Store a question, of a chat or none, with one cell for each combination of the axes."""
        cells = tuple(ComparisonCell(0, 0, options) for options in axes.cells())
        await self._begin(
            Comparison(
                "",
                ComparisonKind.CELLS,
                "",
                question,
                datetime.now(UTC),
                None if asked is None else asked.conversation_id,
                None if asked is None else asked.message_id,
                consents=consents,
                cells=cells,
            )
        )

    async def begin_list(
        self,
        name: str,
        questions: tuple[str, ...],
        options: CellOptions,
        consents: tuple[str, ...],
    ) -> None:
        """Store a list of questions."""
        cells = tuple(ComparisonCell(0, 0, options, text) for text in questions)
        now = datetime.now(UTC)
        kind = ComparisonKind.ROWS
        await self._begin(Comparison("", kind, name, "", now, consents=consents, cells=cells))

    async def _begin(self, comparison: Comparison) -> None:
        await self._on_stored(await self._history.comparisons.add(comparison))


def _offered_models(local: tuple[ChatModel, ...], settings: Settings) -> tuple[OfferedModel, ...]:
    """Return the models that can answer now: of this computer, and of other machines."""
    text = translate("Comparisons", "This computer: {name}")
    found = [OfferedModel(fill(text, name=each.name), each) for each in local]
    if not local:
        found.append(OfferedModel(translate("Comparisons", "This computer"), HERE))
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


def _table_in(path: Path) -> QuestionTable:
    """Return the rows of a file, up to the limits of a list. Raises FileNotTaken."""
    content, size = file_content(path, MAX_CHARS)
    is_cut = size > len(content)
    try:
        text = _text_in(path.name, content, is_cut=is_cut)
    except FileNotTaken as error:
        said = translate("Comparisons", "“{name}” has no text. Save the table as CSV first.")
        raise FileNotTaken(fill(said, name=path.name)) from error
    return read_table(text, is_cut=is_cut)


def _text_in(name: str, content: bytes, *, is_cut: bool) -> str:
    try:
        return plain_text(name, content, is_cut=is_cut).text
    except FileNotTaken:
        # Some programs leave NULs in their tables.
        return plain_text(name, content.replace(b"\0", b""), is_cut=is_cut).text


def _order_text(models: tuple[ChatModel, ...], order: LoadOrder) -> str:
    parts = [translated(each) for each in order.texts]
    if order.later:
        text = translate(
            "Comparisons", "In the background, when the others have answered: {names}."
        )
        names = ", ".join(models[at].name for at in sorted(order.later))
        parts.append(fill(text, names=names))
    return " ".join(parts)


class ComparisonAnswers(Controller):
    """Adds answers to chats as versions of a reply, and exports comparisons."""

    def __init__(
        self,
        services: Services,
        replies: Replies,
        tabs: TabsController,
        conversations: ConversationsController,
    ) -> None:
        super().__init__(services)
        self._replies = replies
        self._tabs = tabs
        self._conversations = conversations

    async def keep(self, comparison: Comparison, cell_ids: tuple[int, ...]) -> None:
        """Store answers as replies in the chat, or in a new one, and show it.

        Raises StorageError, for example while the chat is being answered.
        """
        cells = tuple(cell for cell in comparison.cells if cell.id in cell_ids and cell.has_answer)
        if not cells:
            return
        conversation_id, message_id = comparison.conversation_id, comparison.message_id
        if conversation_id is None or message_id is None:
            conversation_id, message_id = await self._begin_chat(comparison, cells[0])
            cells = cells[1:]
        # The last stored reply is shown, so the first answer is stored last.
        await self._history.comparisons.keep(message_id, cells[::-1])
        await self._show(conversation_id)

    async def _begin_chat(self, comparison: Comparison, cell: ComparisonCell) -> tuple[str, int]:
        """Create a chat with the question, a cell's answer, and the options of the cell."""
        assert cell.status is not None
        repository, version_id = self._history.conversations, None
        source = cell.options.source
        if source is not None and source.source_id:
            with suppress(SourceGone):  # the chat then has the answer without the source
                found = await self._history.sources.link(source.source_id, source.number)
                version_id = found.version_id
        conversation = await repository.create(comparison.title, source_version_id=version_id)
        await repository.set_options(conversation.id, cell.options.over(ConversationOptions()))
        turn = await self._history.turns.start(conversation.id, comparison.question)
        await self._history.turns.finish_reply(
            turn.reply.id, cell.text, cell.status, cell.note, cell.usage, cell.reasoning
        )
        # The comparison belongs to that chat now, so that further answers become versions.
        await self._history.comparisons.attach(comparison.id, conversation.id, turn.user.id)
        return conversation.id, turn.user.id

    async def _show(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        view = self._window.panes.view_of(conversation_id)
        if conversation is not None and view is not None:
            self._replies.show_branch(conversation.messages, view)
        self._tabs.open_tab(conversation_id)
        # There was no turn that would update the list.
        self._conversations.update(conversation_id)
        if conversation is not None:
            said = translate("Comparisons", "The answer is in the chat “{title}”.")
            self._toasts.show(fill(said, title=conversation.title))
        self._window.pages.leave()  # otherwise the chat would be hidden by the comparison

    def ask_export(self, comparison: Comparison) -> None:
        """Ask for the file, and export the stored comparison."""
        self._window.dialogs.choose_file(
            partial(file_choice.to_save, base_name(comparison.title), (".md", ".csv")),
            lambda paths: self._tasks.start(self.export(comparison.id, Path(paths[0]))),
        )

    async def export(self, comparison_id: str, path: Path) -> None:
        """Write CSV if the suffix is .csv, otherwise Markdown. Raises TransferFailed."""
        comparison = await self._history.comparisons.get(comparison_id)
        if comparison is None:
            return
        write = to_csv if path.suffix.lower() == ".csv" else to_markdown
        # Next to the target: a rename replaces a file in one step only on the same disk.
        part = part_of(path)
        try:
            text = await asyncio.to_thread(write, comparison)
            await asyncio.to_thread(part.write_bytes, text.encode("utf-8", "replace"))
            await asyncio.to_thread(move, part, path)
        except OSError as error:
            said = translate(
                "Transfer", "The file {path} could not be written: {reason}. Choose another folder."
            )
            raise TransferFailed(fill(said, path=path, reason=error)) from error
        finally:
            with suppress(OSError):  # it is missing if it could not be written
                await asyncio.to_thread(part.unlink)
        said = translate("Comparisons", "The answers were exported to {path}.")
        self._toasts.show(fill(said, path=path))


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
    ) -> None:
        super().__init__(services)
        self._undo = undo
        self._ordering: asyncio.Task[None] | None = None
        self.runs = ComparisonRuns(services, turns)
        self.runs.cells.add(self._on_cell)
        self.runs.ends.add(self._on_end)
        self.runs.shown.add(self._tasks.starter(self.show_running))
        self.answers = ComparisonAnswers(services, replies, tabs, conversations)
        self.forms = ComparisonForms(services, self._on_stored, self._on_table, model_files)
        self._is_refreshing = False
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
        """List the comparisons; changes in the meantime are listed with the next change."""
        if self._is_refreshing:
            return
        self._is_refreshing = True
        try:
            summaries = await self._history.comparisons.summaries()
        finally:
            self._is_refreshing = False
        if self.page is not None:
            self.page.set_summaries(summaries)

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
