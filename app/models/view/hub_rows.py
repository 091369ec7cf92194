"""A list of models of the hub, in rows of two lines; more rows are loaded on scrolling."""

from collections.abc import Iterable

import msgspec
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.widgets.kit.list_rows import AnyIndex, paint_row_background
from app.widgets.kit.theme import TypeSize, colours_of, sized_font

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
_PADDING, _GAP = 10, 12


class HubRow(msgspec.Struct, frozen=True):
    """One row.

    Attributes:
        key: identifies the row.
        mark: the end of the first line; ``mark_colour`` is the name of a colour of the theme.
        spoken: all texts, for a screen reader.
    """

    key: str
    title: str
    detail: str = ""
    mark: str = ""
    mark_colour: str = "muted"
    tooltip: str = ""
    spoken: str = ""


class HubRows(QAbstractListModel):
    """The item model; requests more rows when the last one becomes visible."""

    more_requested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[HubRow] = []
        self._has_more = False

    def set_rows(self, rows: Iterable[HubRow], *, has_more: bool = False) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._rows = list(rows)
        self._has_more = has_more
        self.endResetModel()

    def update_rows(self, rows: Iterable[HubRow]) -> None:
        """Replace all rows; if the keys are the same, the selection is kept."""
        new = list(rows)
        if [each.key for each in new] != [each.key for each in self._rows]:
            self.set_rows(new, has_more=self._has_more)
            return
        self._rows = new
        if new:
            self.dataChanged.emit(self.index(0), self.index(len(new) - 1))

    def add_rows(self, rows: Iterable[HubRow], *, has_more: bool) -> None:
        """Append rows; those whose key is already listed are skipped."""
        known = {each.key for each in self._rows}
        new = [each for each in rows if each.key not in known]
        self._has_more = has_more
        if new:
            start = len(self._rows)
            self.beginInsertRows(QModelIndex(), start, start + len(new) - 1)
            self._rows += new
            self.endInsertRows()

    def offer_more(self) -> None:
        """Request more rows on scrolling again, after a request failed."""
        self._has_more = True

    def row_at(self, index: AnyIndex) -> HubRow | None:
        """Return the row at an index; None if there is none."""
        is_shown = index.isValid() and index.row() < len(self._rows)
        return self._rows[index.row()] if is_shown else None

    def index_of(self, key: str) -> int | None:
        """Return the position of a row; None if there is none."""
        found = (at for at, row in enumerate(self._rows) if row.key == key)
        return next(found, None)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def canFetchMore(self, _parent: AnyIndex) -> bool:
        return self._has_more

    def fetchMore(self, _parent: AnyIndex) -> None:
        # Only once: the view would ask at each step of its scroll bar until the rows arrive.
        self._has_more = False
        self.more_requested.emit()

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row_at(index)
        if row is None:
            return None
        return {
            ROW_ROLE: row,
            Qt.ItemDataRole.DisplayRole: row.title,
            Qt.ItemDataRole.ToolTipRole: row.tooltip,
            Qt.ItemDataRole.AccessibleTextRole: row.spoken or row.title,
        }.get(role)


class HubRowDelegate(QStyledItemDelegate):
    """Paints a title with a mark at its end, and the details in a smaller font below."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, HubRow):
            return
        colours = colours_of(option.palette)
        area = QRect(option.rect).adjusted(2, 1, -2, -1)
        inner = area.adjusted(_PADDING, 0, -_PADDING, 0)
        small = sized_font(option.font, TypeSize.SMALL)
        half = inner.height() // 2 if row.detail else inner.height()
        inset = 5 if row.detail else 0
        upper = QRect(inner.left(), inner.top() + inset, inner.width(), half - inset)
        lower = QRect(inner.left(), inner.top() + half, inner.width(), half - inset)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_background(painter, option, area, colours)
        painter.setFont(small)
        width = painter.fontMetrics().horizontalAdvance(row.mark)
        painter.setPen(QColor(getattr(colours, row.mark_colour)))
        end = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(upper, end, row.mark)
        painter.setPen(QColor(colours.muted))
        _draw_elided(painter, lower, row.detail)
        painter.setFont(option.font)
        painter.setPen(QColor(colours.text))
        room = upper.adjusted(0, 0, -(width + _GAP) if row.mark else 0, 0)
        _draw_elided(painter, room, row.title)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        row = index.data(ROW_ROLE)
        line = option.fontMetrics.height()
        has_detail = isinstance(row, HubRow) and bool(row.detail)
        return QSize(120, 2 * line + 14 if has_detail else line + 12)


class HubRowsView(QListView):
    """The view of the rows."""

    row_selected = Signal(str)  # the key of the new current row
    row_opened = Signal(str)  # by Enter or a double click

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_replacing = False
        self.rows = HubRows(self)
        self.setModel(self.rows)
        self.setItemDelegate(HubRowDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        # All rows have the height of the first, so a thousand rows are not measured.
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(name)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self.doubleClicked.connect(self._open)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    @property
    def key(self) -> str:
        """The key of the current row; empty for none."""
        row = self.rows.row_at(self.currentIndex())
        return "" if row is None else row.key

    def select_key(self, key: str) -> bool:
        """Make the row of a key the current one; return whether there is one."""
        index = self.rows.index_of(key)
        if index is not None:
            self.setCurrentIndex(self.rows.index(index))
        return index is not None

    def replace_rows(self, rows: Iterable[HubRow]) -> None:
        """Replace all rows; the current row stays current if it is among them, without a signal."""
        key = self.key
        self._is_replacing = True
        try:
            self.rows.set_rows(rows)
            self.select_key(key)
        finally:
            self._is_replacing = False

    def step(self, count: int) -> None:
        """Move the current row by a number of rows."""
        last = self.rows.rowCount() - 1
        if last >= 0:
            row = self.currentIndex().row()
            row = 0 if row < 0 else min(max(0, row + count), last)
            self.setCurrentIndex(self.rows.index(row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open()
        else:
            super().keyPressEvent(event)

    def _open(self) -> None:
        if self.key:
            self.row_opened.emit(self.key)

    def _on_scrolled(self, value: int) -> None:
        # Qt asks at the very end only, which a view may miss by a pixel; one page before the end,
        # the user does not have to wait.
        bar, nowhere = self.verticalScrollBar(), QModelIndex()
        if value >= bar.maximum() - bar.pageStep() and self.rows.canFetchMore(nowhere):
            self.rows.fetchMore(nowhere)

    def _on_current_changed(self, current: AnyIndex, _previous: AnyIndex) -> None:
        row = self.rows.row_at(current)
        if row is not None and not self._is_replacing:
            self.row_selected.emit(row.key)


def _draw_elided(painter: QPainter, area: QRect, text: str) -> None:
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, shown)
