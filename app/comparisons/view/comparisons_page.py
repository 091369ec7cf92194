"""The page of comparisons: their list, and the chosen one."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QStackedLayout, QWidget

from app.comparisons.model import Comparison, ComparisonCell, ComparisonKind, ComparisonSummary
from app.comparisons.view.answers_page import AnswersPage
from app.comparisons.view.comparison_forms import AnswersForm
from app.comparisons.view.comparison_requests import ChatQuestion, ComparisonRequests, Offers
from app.comparisons.view.list_form import ListForm
from app.comparisons.view.rows_page import RowsPage
from app.domain.tabs import TabState
from app.machines.model import Route
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.edit_page import FormPage
from app.widgets.kit.geometry import FoldingLayout, fold_in, resize_on_screen, vertical_layout
from app.widgets.kit.list_rows import TwoLineDelegate
from app.widgets.kit.translation import fill

_ID = Qt.ItemDataRole.UserRole
_LINE = Qt.ItemDataRole.UserRole + 1
_CHOOSING = frozenset(
    {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}
)
_NARROW_CHARS = 80  # below this width the list is above


class ComparisonList(QListWidget):
    """A list whose first row is not chosen by the focus alone, but by the first key."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current = self.currentItem()
        if event.key() in _CHOOSING and current is not None and not self.selectedItems():
            current.setSelected(True)
        else:
            super().keyPressEvent(event)


class ComparisonsPage(FormPage):
    """Comparisons continue when it is closed; a form that was not started is asked about."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Comparisons and lists"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.requests = ComparisonRequests(self)
        self.shown: Comparison | None = None
        self._model_names: Mapping[Route, str] = {}
        self.new_button = PillButton(self.tr("New comparison"), self)
        self.new_list_button = PillButton(self.tr("New list"), self)
        self.list = ComparisonList(self)
        self.delete_button = PillButton(self.tr("Delete"), self)
        text = self.tr("Deleting a chat deletes its comparisons.")
        self._hint = MutedLabel(text, self, wraps=True)
        self.answers_form = AnswersForm(self.requests, self)
        self.list_form = ListForm(self.requests, self)
        self.answers_page = AnswersPage(self.requests, self)
        self.rows_page = RowsPage(self.requests, self)
        self._build_layout()
        # Not the current row, which Qt sets for a list that gets the focus.
        self.list.itemSelectionChanged.connect(self._on_chosen)
        self.new_button.clicked.connect(lambda: self.begin_answers())
        self.new_list_button.clicked.connect(lambda: self.begin_list())
        self.delete_button.clicked.connect(self._on_delete)

    def set_offers(self, offers: Offers) -> None:
        """Offer these presets and models in both forms."""
        self._model_names = {
            each.model: each.name for each in offers.models if isinstance(each.model, Route)
        }
        self.answers_form.set_offers(offers)
        self.list_form.set_offers(offers)

    def show_order(self, text: str) -> None:
        """Say in both forms how models of this computer are loaded."""
        for form in (self.answers_form, self.list_form):
            form.footer.show_order(text)

    def set_summaries(self, summaries: tuple[ComparisonSummary, ...]) -> None:
        """List these; the chosen one stays chosen."""
        # Filled again only if the list has changed, because filling it scrolls it up.
        if [self._id_at(row) for row in range(self.list.count())] != [
            each.id for each in summaries
        ]:
            self._fill_list(summaries)
        for row, each in enumerate(summaries):
            ended = fill(
                self.tr("{ended:,} of {count:,} answers"),
                ended=each.ended_count,
                count=each.cell_count,
            )
            item = self.list.item(row)
            item.setData(_LINE, ended)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{each.title}, {ended}")

        self._show_list()

    def _show_list(self) -> None:
        """Give the room of an empty list above a form to the form."""
        has_some = self.list.count() > 0
        is_above = self._body.direction() is FoldingLayout.Direction.TopToBottom
        self.list.setVisible(has_some or not is_above)
        self._hint.setVisible(has_some)

    def remove(self, comparison_id: str) -> None:
        """Show the next comparison after a deletion; a form if there is none."""
        rows = range(self.list.count())
        row = next((row for row in rows if self._id_at(row) == comparison_id), None)
        if row is not None:
            self.list.takeItem(row)  # Qt selects the next one if it was selected
        is_shown = self.shown is not None and self.shown.id == comparison_id
        if is_shown and self.list.currentItem() is None:
            self.begin_answers()

    @property
    def is_changed(self) -> bool:
        return self.answers_form.is_changed or self.list_form.is_changed

    def ask_to_discard(self, discard: Callable[[], object]) -> None:
        """Show the values that would be lost, and ask."""
        self._leave(self.answers_form if self.answers_form.is_changed else self.list_form)
        super().ask_to_discard(discard)

    @property
    def shows_new(self) -> bool:
        """Whether the form of a comparison is shown, and nothing was typed there."""
        is_shown = self._stack.currentWidget() is self.answers_form
        return is_shown and not self.answers_form.is_changed

    def begin_answers(self, question: ChatQuestion | None = None) -> None:
        """Show the form of a comparison, with what was typed there unless a chat asks."""
        self._leave(self.answers_form)
        if question is not None or not self.answers_form.is_changed:
            self.answers_form.set_question(question)
        else:
            self.answers_form.question_box.setFocus()

    def begin_list(self) -> None:
        """Show the form of a list of questions, with what was typed there."""
        self._leave(self.list_form)
        if self.list_form.is_changed:
            self.list_form.question_box.setFocus()
        else:
            self.list_form.clear()

    def show_started(self, comparison: Comparison) -> None:
        """Show a comparison that was started by a form, which is free for the next one."""
        if comparison.kind is ComparisonKind.ROWS:
            self.list_form.clear()
        else:
            self.answers_form.set_question()
        self.show_comparison(comparison, is_running=True)

    def show_comparison(self, comparison: Comparison, *, is_running: bool) -> None:
        """Show a stored comparison."""
        self.shown = comparison
        is_list = comparison.kind is ComparisonKind.ROWS
        if is_list:
            self.rows_page.show_comparison(comparison, is_running=is_running)
        else:
            self.answers_page.show_comparison(comparison, self._model_names)
        self._stack.setCurrentWidget(self.rows_page if is_list else self.answers_page)
        self.delete_button.show()

    def show_cell(self, comparison_id: str, cell: ComparisonCell, state: TabState | None) -> None:
        """Show a changed cell, if its comparison is shown."""
        if self.shown is None or self.shown.id != comparison_id:
            return
        if self.shown.kind is ComparisonKind.ROWS:
            self.rows_page.show_cell(cell, state)
        else:
            self.answers_page.show_cell(cell, state)

    def show_running(self, comparison_id: str, *, is_running: bool) -> None:
        """Show whether a list is being asked."""
        if self.shown is not None and self.shown.id == comparison_id:
            self.rows_page.set_running(is_running=is_running)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fold_in(self, _NARROW_CHARS)
        self._show_list()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.list.hasFocus():
            self.delete_button.click()
        else:
            super().keyPressEvent(event)

    def _leave(self, form: QWidget) -> None:
        """Show a form instead of a comparison."""
        self.shown = None
        self.list.blockSignals(True)
        self.list.setCurrentRow(-1)
        self.list.blockSignals(False)
        self.delete_button.hide()
        self._stack.setCurrentWidget(form)

    def _on_chosen(self) -> None:
        for item in self.list.selectedItems():  # none if a form took the place of a comparison
            self.requests.comparison_selected.emit(item.data(_ID))

    def _on_delete(self) -> None:
        # The newly chosen comparison is not shown yet.
        selected = self.list.selectedItems()
        if selected:
            self.requests.delete_requested.emit(selected[0].data(_ID))
        elif self.shown is not None:
            self.requests.delete_requested.emit(self.shown.id)

    def _fill_list(self, summaries: tuple[ComparisonSummary, ...]) -> None:
        chosen = next((str(each.data(_ID)) for each in self.list.selectedItems()), None)
        chosen_id = chosen or (self.shown and self.shown.id)
        place = self.list.verticalScrollBar().value()
        # Filling the list must not select a row.
        self.list.blockSignals(True)
        self.list.clear()
        for each in summaries:
            item = QListWidgetItem(each.title, self.list)
            item.setData(_ID, each.id)
            if each.id == chosen_id:
                self.list.setCurrentItem(item)
        self.list.verticalScrollBar().setValue(place)
        self.list.blockSignals(False)

    def _id_at(self, row: int) -> str:
        return str(self.list.item(row).data(_ID))

    def _build_layout(self) -> None:
        self.list.setItemDelegate(TwoLineDelegate(_LINE, self.list))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Comparisons and lists"))
        self.list.viewport().setAutoFillBackground(False)
        self._stack = QStackedLayout()
        for page in (self.answers_form, self.list_form, self.answers_page, self.rows_page):
            self._stack.addWidget(page)
        side = vertical_layout(None, spacing=6)
        side.addWidget(self.new_button)
        side.addWidget(self.new_list_button)
        side.addWidget(self.list, 1)
        side.addWidget(self.delete_button)
        side.addWidget(self._hint)
        body = self._body = FoldingLayout(self, spacing=14, folded_spacing=14)
        body.addLayout(side, 2)
        body.addLayout(self._stack, 7)
        for button in (self.new_button, self.new_list_button, self.delete_button):
            button.setAutoDefault(False)
        self.delete_button.hide()
        letter = self.fontMetrics().averageCharWidth()
        self.list.setMinimumWidth(max(letter * 20, self.new_button.sizeHint().width()))
        # Room for two columns of answers.
        resize_on_screen(self, QSize(letter * 195, letter * 112))
