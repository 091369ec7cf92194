"""A layout that wraps widgets into rows, as text wraps into lines."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget

from app.widgets.kit.controls import PillButton

_Row = list[tuple[QLayoutItem, QSize]]


class FlowLayout(QLayout):
    """Fills rows from the leading edge; a widget gets at least its size hint if a row is as wide.

    ``last`` is aligned to the far end of its row, or fills the row if it ``is_filling``;
    ``is_centred`` centres each row.
    """

    def __init__(
        self,
        *widgets: QWidget,
        last: QWidget | None = None,
        is_filling: bool = False,
        is_centred: bool = False,
        spacing: int = 8,
    ) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._last = last
        self._is_filling = is_filling
        self._is_centred = is_centred
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        for widget in widgets:
            self.addWidget(widget)
        if last is not None:
            self.addWidget(last)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        heights = [_height(row) for row in self._rows(width)]
        return sum(heights) + self.spacing() * max(0, len(heights) - 1)

    def used_width(self, most: int) -> int:
        """Return the width of the widest row if rows have at most the given width, in pixels."""
        return max(map(self._width, self._rows(most)), default=0)

    def sizeHint(self) -> QSize:
        row = [(each, each.sizeHint()) for each in self._items if not each.isEmpty()]
        return QSize(self._width(row), _height(row))

    def minimumSize(self) -> QSize:
        sizes = [each.minimumSize() for each in self._items if not each.isEmpty()]
        width = max((size.width() for size in sizes), default=0)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def setGeometry(self, area: QRect) -> None:
        super().setGeometry(area)
        top = area.top()
        for row in self._rows(area.width()):
            self._lay_out_row(row, QRect(area.left(), top, area.width(), _height(row)))
            top += _height(row) + self.spacing()

    def _rows(self, width: int) -> list[_Row]:
        rows: list[_Row] = []
        for item in self._items:
            if item.isEmpty():  # hidden
                continue
            hint = item.sizeHint()
            size = QSize(min(hint.width(), width), hint.height())
            widget = item.widget()
            if isinstance(widget, PillButton):
                size.setHeight(widget.height_in(size.width()))
            if rows and self._width([*rows[-1], (item, size)]) <= width:
                rows[-1].append((item, size))
            else:
                rows.append([(item, size)])
        return rows

    def _lay_out_row(self, row: _Row, area: QRect) -> None:
        spare = area.width() - self._width(row)
        left = area.left() + (spare // 2 if self._is_centred else 0)
        for item, size in row:
            width = size.width()
            if item.widget() is self._last and self._is_filling:
                width += spare
            elif item.widget() is self._last and len(row) > 1:
                left += spare
            top = area.top() + (area.height() - size.height()) // 2
            place = QRect(QPoint(left, top), QSize(width, size.height()))
            parent = self.parentWidget()
            if parent is not None:
                place = QStyle.visualRect(parent.layoutDirection(), area, place)
            item.setGeometry(place)
            left += size.width() + self.spacing()

    def _width(self, row: _Row) -> int:
        return sum(size.width() for _, size in row) + self.spacing() * max(0, len(row) - 1)


def _height(row: _Row) -> int:
    return max((size.height() for _, size in row), default=0)
