"""A list of questions with their answers, in a table."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    Qt,
    QTimer,
)
from PySide6.QtGui import QColor, QPainter, QPalette, QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QProgressBar,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.comparisons.model import Comparison, ComparisonCell
from app.comparisons.view.cell_texts import drawn_text, figures_text, state_text
from app.comparisons.view.comparison_requests import ComparisonRequests
from app.domain.messages import MessageStatus
from app.domain.tabs import TabState
from app.widgets.kit.controls import SEPARATOR, MutedLabel, PillButton, show_one_of
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.forms import PromptBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.list_rows import EDGE, PADDING, LineDelegate, paint_row_background
from app.widgets.kit.text import follow_text_direction
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import without_hidden

FRAME_MILLISECONDS = 200
_SHOWN_CHARS = 200
_STATE_CHARS = 18
_QUESTION, _ANSWER, _STATE = range(3)

AnyIndex = QModelIndex | QPersistentModelIndex
_FLAGS = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading


class GrowingBox(PromptBox):
    """A text box that grows without moving the selection or the scroll position."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        follow_text_direction(self)

    def show_text(self, text: str) -> None:
        """Show a text; if it extends the shown one, only the new part is inserted."""
        if text == self._shown:
            return
        if self._shown and text.startswith(self._shown):
            bar = self.verticalScrollBar()
            is_at_end = bar.value() == bar.maximum()
            # A separate cursor keeps the selection and the scroll position.
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text[len(self._shown) :])
            if is_at_end:
                bar.setValue(bar.maximum())
        else:
            self.setPlainText(text)
        self._shown = text


class RowsTable(QTableView):
    """The table; the arrow keys select rows, Tab leaves it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalHeader(_Head(self))
        self.setItemDelegate(_CellDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.viewport().setAutoFillBackground(False)
        # Fusion would fill the selected row underneath the cells.
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Highlight, Qt.GlobalColor.transparent)
        self.setPalette(palette)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)

    def fit_columns(self, last_chars: int) -> None:
        """Give the last column the width of this many characters, and the others the rest."""
        head, last = self.horizontalHeader(), self.model().columnCount() - 1
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(last, QHeaderView.ResizeMode.Fixed)
        width = last_chars * self.fontMetrics().averageCharWidth() + 2 * (EDGE + PADDING)
        head.resizeSection(last, width)


class _Head(QHeaderView):
    """The muted headings of the columns, aligned with their cells."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self.setSectionsClickable(False)
        self.viewport().setAutoFillBackground(False)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        painter.save()
        painter.setFont(sized_font(self.font(), TypeSize.SMALL))
        painter.setPen(QColor(colours_of(self.palette()).muted))
        text = self.model().headerData(section, Qt.Orientation.Horizontal)
        inset = EDGE + PADDING
        painter.drawText(rect.adjusted(inset, 0, -inset, 0), _FLAGS, str(text))
        painter.restore()


class _CellDelegate(LineDelegate):
    """Draws the part of a row's background that is in its cell."""

    def paint_background(
        self, painter: QPainter, option: QStyleOptionViewItem, area: QRect, colours: Colours
    ) -> None:
        table = option.widget
        assert isinstance(table, QTableView)
        row = QStyleOptionViewItem(option)
        row.state &= ~(QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_MouseOver)
        if table.hasFocus() and row.state & QStyle.StateFlag.State_Selected:
            row.state |= QStyle.StateFlag.State_HasFocus
        whole = QRect(EDGE, area.top(), table.viewport().width() - 2 * EDGE, area.height())
        painter.save()
        painter.setClipRect(option.rect)
        paint_row_background(painter, row, whole, colours)
        painter.restore()


class RowsModel(QAbstractTableModel):
    """The item model of the rows; a changed row is replaced as a whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells: list[ComparisonCell] = []
        self._states: dict[int, TabState] = {}

    def set_cells(self, cells: Sequence[ComparisonCell]) -> None:
        """Show these."""
        # Inserting ten thousand rows one by one would take seconds.
        self.beginResetModel()
        self.cells = list(cells)
        self._states = {}
        self.endResetModel()

    def show_cell(self, cell: ComparisonCell, state: TabState | None) -> None:
        """Replace a row without a signal: the view is notified once per frame."""
        if cell.position < len(self.cells) and self.cells[cell.position].id == cell.id:
            self.cells[cell.position] = cell
            self._states.pop(cell.id, None)
            if state is not None:
                self._states[cell.id] = state

    def notify_rows(self, first: int, last: int) -> None:
        """Notify the view of changed rows."""
        self.dataChanged.emit(self.index(first, 0), self.index(last, _STATE))

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self.cells)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else 3

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Question"), self.tr("Answer"), self.tr("State"))[section]
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        cell = self.cells[index.row()]
        if index.column() == _STATE:
            return state_text(cell, self._states.get(cell.id))
        text = cell.question if index.column() == _QUESTION else cell.text
        shown = without_hidden(text[:_SHOWN_CHARS])
        is_spoken = role == Qt.ItemDataRole.AccessibleTextRole
        return self.tr("Nothing yet") if is_spoken and not shown else shown


class RowsPage(QWidget):
    """The table, the selected row in full below it, and the progress of the list."""

    def __init__(self, requests: ComparisonRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self._is_running = False
        self._changed: set[int] = set()
        self._timer = QTimer(self, interval=FRAME_MILLISECONDS)
        self._timer.timeout.connect(self.draw)
        self.model = RowsModel(self)
        self.table = RowsTable(self)
        self.answer_box = GrowingBox(self.tr("The chosen row"), self)
        self.figures_label = MutedLabel("", self, wraps=True)
        self.progress = QProgressBar(self)
        self.count_label = MutedLabel("", self)
        self.stop_button = PillButton(self.tr("Stop"), self)
        self.resume_button = PillButton(self.tr("Continue"), self)
        self.export_button = PillButton(self.tr("Export…"), self)
        self._build_table()
        self._build_layout()

    def show_comparison(self, comparison: Comparison, *, is_running: bool) -> None:
        """Show a stored list."""
        self._changed.clear()
        self.model.set_cells(comparison.cells)
        self.set_running(is_running=is_running)
        if comparison.cells:
            self.table.selectRow(0)

    def set_running(self, *, is_running: bool) -> None:
        """Show whether rows are being asked."""
        self._is_running = is_running
        self._show_counts()

    def show_cell(self, cell: ComparisonCell, state: TabState | None) -> None:
        """Take a row as it is now; it is drawn with the next frame."""
        self.model.show_cell(cell, state)
        self._changed.add(cell.position)
        if not self._timer.isActive():
            self._timer.start()

    def draw(self) -> None:
        """Draw what has changed since the last frame."""
        changed, self._changed = self._changed, set()
        if not changed:
            self._timer.stop()
            return
        # One span for all: a signal per row costs more than drawing some extra rows.
        self.model.notify_rows(min(changed), max(changed))
        if self.table.currentIndex().row() in changed:
            self._show_row()
        self._show_counts()

    def _show_row(self) -> None:
        index = self.table.currentIndex()
        if not index.isValid():
            self.answer_box.show_text("")
            return
        cell = self.model.cells[index.row()]
        self.answer_box.show_text(drawn_text(f"{cell.question}\n\n{cell.text}"))
        # The table has no room for the reason of a missing answer.
        state = self.model.index(index.row(), _STATE).data()
        parts = (state, figures_text(cell.usage))
        self.figures_label.setText(SEPARATOR.join(part for part in parts if part))

    def _show_counts(self) -> None:
        cells = self.model.cells
        is_open = [cell.is_open or cell.status is MessageStatus.STREAMING for cell in cells]
        ended = len(cells) - sum(is_open)
        self.progress.setMaximum(max(1, len(cells)))
        self.progress.setValue(ended)
        text = self.tr("{ended:,} of {count:,} rows")
        self.count_label.setText(fill(text, ended=ended, count=len(cells)))
        rest = self.resume_button if any(is_open) else None
        turns = (self.stop_button, self.resume_button)
        show_one_of(turns, self.stop_button if self._is_running else rest)

    def _build_table(self) -> None:
        table = self.table
        table.setModel(self.model)
        table.fit_columns(_STATE_CHARS)
        table.setAccessibleName(self.tr("Questions and answers"))
        table.selectionModel().currentRowChanged.connect(lambda *_: self._show_row())

    def _build_layout(self) -> None:
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress"))
        self.stop_button.clicked.connect(lambda: self._requests.stop_requested.emit())
        self.resume_button.clicked.connect(lambda: self._requests.resume_requested.emit())
        self.export_button.clicked.connect(lambda: self._requests.export_requested.emit())
        buttons = (self.stop_button, self.resume_button, self.export_button)
        for button in buttons:
            button.setAutoDefault(False)
        column = vertical_layout(self, self.progress, margins=(0, 0, 0, 0), spacing=10)
        column.addWidget(self.table, 3)
        column.addWidget(self.answer_box, 2)
        column.addWidget(self.figures_label)
        column.addLayout(FlowLayout(*buttons, last=self.count_label))
