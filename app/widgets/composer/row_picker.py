"""A list over the message box, opened and filtered by the typed text."""

from collections.abc import Callable
from typing import Any

import msgspec
from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QObject,
    QPoint,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.widgets.composer.edit import ComposerEdit
from app.widgets.kit.accessibility import announce
from app.widgets.kit.controls import Card
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.list_rows import AnyIndex, paint_row_background
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill

MAX_ROWS = 7
LONGEST_SEARCH = 60
_PADDING = 10
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_CHOOSING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab})
_KEYS = _CHOOSING | _MOVES.keys() | {Qt.Key.Key_Escape}


class PickerRow(msgspec.Struct, frozen=True):
    """One row: its name, a muted detail, and the action for choosing it."""

    text: str
    detail: str
    choose: Callable[[], Any]


class PickerRows(QAbstractListModel):
    """The item model of the matching rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[PickerRow, ...] = ()

    def set_rows(self, rows: tuple[PickerRow, ...]) -> None:
        """Show these rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.UserRole:
            return row.detail
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.text}, {row.detail}" if row.detail else row.text
        return None


class PickerDelegate(QStyledItemDelegate):
    """Draws a name followed by a muted detail."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        colours = colours_of(option.palette)
        area = QRect(option.rect).adjusted(2, 1, -2, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_background(painter, option, area, colours)
        inner = area.adjusted(_PADDING, 0, -_PADDING, 0)
        metrics, right = option.fontMetrics, Qt.TextElideMode.ElideRight
        detail = str(index.data(Qt.ItemDataRole.UserRole))
        # A long name is cut, so that the detail stays visible.
        gap = 2 * _PADDING if detail else 0
        kept = gap + min(metrics.horizontalAdvance(detail), inner.width() // 3)
        name = metrics.elidedText(str(index.data()), right, inner.width() - kept)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
        painter.setPen(QColor(colours.text))
        painter.drawText(inner, flags, name)
        rest = inner.adjusted(metrics.horizontalAdvance(name) + gap, 0, 0, 0)
        painter.setPen(QColor(colours.muted))
        painter.drawText(rest, flags, metrics.elidedText(detail, right, rest.width()))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(60, option.fontMetrics.height() + 14)


class RowPicker(QObject):
    """Opens over the box while ``find_rows`` returns rows for the typed text.

    Enter or Tab chooses, the arrow keys move, Escape closes it until the search ends.
    """

    def __init__(self, edit: ComposerEdit, box: QWidget, name: str) -> None:
        super().__init__(edit)
        self._edit = edit
        self._box = box
        self._is_dismissed = False
        self.rows = PickerRows(self)
        self.card = Card(box, fill="raised", radius=12, has_border=True)
        self.card.hide()
        self.view = QListView(self.card)
        self._build_view(name)
        edit.installEventFilter(self)
        edit.textChanged.connect(self.search)
        edit.focus_changed.connect(self._on_focus_changed)
        box.installEventFilter(self)

    def typed(self) -> str | None:
        """Return the search text, None if nothing is searched for."""
        raise NotImplementedError

    def find_rows(self, wanted: str) -> tuple[PickerRow, ...]:
        """Return the rows that match a search."""
        raise NotImplementedError

    def search(self) -> None:
        """Show the rows that match the text of the box."""
        wanted = self.typed()
        if wanted is None:
            self._is_dismissed = False
        # Text that the program puts into the box is not a search.
        is_search = wanted is not None and not self._is_dismissed and self._edit.hasFocus()
        self.offer(self.find_rows(wanted) if is_search and wanted is not None else ())

    def offer(self, rows: tuple[PickerRow, ...]) -> None:
        """Show these rows; hide the list if there are none."""
        if not rows:
            self.card.hide()
            return
        self.rows.set_rows(rows)
        self._select(0)
        self._stand_over_box()
        if self.card.isHidden():
            self.card.show()
            self.card.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._box:
            if event.type() in (QEvent.Type.Move, QEvent.Type.Resize) and self.card.isVisible():
                self._stand_over_box()
            elif event.type() is QEvent.Type.Hide:
                self.card.hide()
                self.card.setParent(self._box)  # the page may move to another window
            return False
        if self.card.isHidden() or not isinstance(event, QKeyEvent) or event.key() not in _KEYS:
            return False
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return event.type() is QEvent.Type.KeyPress and self._take_key(Qt.Key(event.key()))

    def _build_view(self, name: str) -> None:
        view = self.view
        view.setModel(self.rows)
        view.setItemDelegate(PickerDelegate(view))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard stays in the box
        view.setMouseTracking(True)
        view.setUniformItemSizes(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.viewport().setAutoFillBackground(False)
        view.setAccessibleName(name)
        view.clicked.connect(lambda index: self._choose(index.row()))
        vertical_layout(self.card, view, margins=(6, 6, 6, 6))

    def _stand_over_box(self) -> None:
        window = self._box.window()
        if self.card.parentWidget() is not window:
            self.card.setParent(window)
        count = min(MAX_ROWS, self.rows.rowCount())
        corner = self._box.mapTo(window, QPoint(0, 0))
        height = min(count * self.view.sizeHintForRow(0) + 14, max(60, corner.y() - 8))
        self.card.setGeometry(corner.x(), corner.y() - height - 4, self._box.width(), height)

    def _on_focus_changed(self, has_focus: bool) -> None:
        if not has_focus:
            self.card.hide()

    def _take_key(self, key: Qt.Key) -> bool:
        row = self.view.currentIndex().row()
        if key in _MOVES:
            self._select((row + _MOVES[key]) % self.rows.rowCount())
        elif key in _CHOOSING:
            self._choose(row)
        else:
            self._is_dismissed = True
            self.card.hide()
        return True

    def _select(self, row: int) -> None:
        index = self.rows.index(row)
        self.view.setCurrentIndex(index)
        self.view.scrollTo(index)
        text = self.tr("{name}, {number} of {count}")
        name = str(self.rows.data(index, Qt.ItemDataRole.AccessibleTextRole))
        announce(
            self._edit,
            fill(text, name=name, number=row + 1, count=self.rows.rowCount()),
        )

    def _choose(self, row: int) -> None:
        self.card.hide()
        self.rows.rows[row].choose()
