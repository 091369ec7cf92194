"""A table of a few rows in the settings, without grid and headings, with buttons in its rows."""

from html import escape

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.widgets.kit.list_rows import AnyIndex
from app.widgets.kit.theme import TypeSize, colours_of, sized_font

SHOWN_ROWS = 6
ROW_PADDING = 14
_NO_BRUSH = Qt.BrushStyle.NoBrush


class _LinesDelegate(QStyledItemDelegate):
    """Draws the first line of a text, and further ones smaller and muted, from edge to edge."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        lines = str(index.data() or "").split("\n")
        small = sized_font(option.font, TypeSize.SMALL)
        fonts = [option.font] + [small] * (len(lines) - 1)
        heights = [QFontMetrics(each).height() for each in fonts]
        colours, trouble = colours_of(option.palette), index.data(Qt.ItemDataRole.ForegroundRole)
        wanted = index.data(Qt.ItemDataRole.TextAlignmentRole)
        side = Qt.AlignmentFlag.AlignLeft if wanted is None else Qt.AlignmentFlag(wanted)
        flags = QStyle.visualAlignment(option.direction, side & ~Qt.AlignmentFlag.AlignVCenter)
        top = option.rect.center().y() - sum(heights) // 2
        painter.save()
        for number, line in enumerate(lines):
            painter.setFont(fonts[number])
            has_trouble = isinstance(trouble, QBrush) and trouble.style() is not _NO_BRUSH
            usual = QColor(colours.muted if number else colours.text)
            painter.setPen(trouble.color() if has_trouble else usual)
            room = QRect(option.rect.left(), top, option.rect.width(), heights[number])
            cut = painter.fontMetrics().elidedText(line, option.textElideMode, room.width())
            painter.drawText(room, flags | Qt.AlignmentFlag.AlignVCenter, cut)
            top += heights[number]
        painter.restore()


class PlainTable(QTableWidget):
    """As high as its rows, up to a number of them; Tab reaches the buttons, not the cells."""

    def __init__(self, name: str, column_count: int) -> None:
        super().__init__(0, column_count)
        self.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setItemDelegate(_LinesDelegate(self))
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.horizontalHeader().hide()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)  # the rows lie on the page
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.setMinimumSize(QSize(0, 0))

    def set_row_count(
        self, count: int, row_height: int = 0, *, shown_count: int = SHOWN_ROWS
    ) -> None:
        """Set the number of rows and their minimum height; an empty table is hidden.

        ``shown_count`` rows fit; the others are scrolled to.
        """
        self.setVisible(bool(count))
        self.setRowCount(count)
        height = max(row_height, self.fontMetrics().height() + ROW_PADDING)
        self.verticalHeader().setDefaultSectionSize(height)
        self.setFixedHeight(min(count, shown_count) * height + 4)

    def set_texts(self, row: int, *texts: str) -> None:
        """Set the texts of a row; all but the first are aligned to the right."""
        for column, text in enumerate(texts):
            item = self._item(text, text or texts[0])
            if column:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.setItem(row, column, item)

    def set_trouble(self, row: int, column: int, *, is_trouble: bool) -> None:
        """Draw a text in the colour of trouble, or as usual."""
        item = self.item(row, column)
        if item is not None:
            brush = QBrush(QColor(colours_of(self.palette()).danger)) if is_trouble else QBrush()
            item.setForeground(brush)

    def set_tip(self, row: int, column: int, text: str) -> None:
        """Show a plain text while the pointer is over a cell."""
        item = self.item(row, column)
        if item is not None:
            item.setToolTip(f"<p>{escape(text)}</p>" if text else "")

    def set_button(self, row: int, column: int, button: QWidget, name: str) -> None:
        """Put a button, or a widget with one, into a cell; screen readers get the same name."""
        self.setItem(row, column, self._item("", name))
        self.setCellWidget(row, column, button)
        # A new widget is the last one of its window; Tab reaches it after the cell before it.
        place = row * self.columnCount() + column
        cells = (divmod(at, self.columnCount()) for at in range(place - 1, -1, -1))
        before = next((each for cell in cells if (each := self.cellWidget(*cell))), self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Qt orders no widget without the focus
        QWidget.setTabOrder(_field_in(before), _field_in(button))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _item(self, text: str, name: str) -> QTableWidgetItem:
        item = QTableWidgetItem(text)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, name)
        # Screen readers would call a selectable cell focusable, and no cell takes the focus.
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        return item

    def text_at(self, row: int, column: int) -> str:
        """Return the text of a cell."""
        item = self.item(row, column)
        return item.text() if item is not None else ""


def _field_in(widget: QWidget) -> QWidget:
    """Return the part of a cell that Tab reaches; the widget itself if there is none."""
    parts = (widget, *widget.findChildren(QWidget))
    return next((each for each in parts if each.focusPolicy() & Qt.FocusPolicy.TabFocus), widget)
