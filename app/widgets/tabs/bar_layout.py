"""Where the parts of a bar of tabs are: a row above the page, or a column beside it."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from app.widgets.kit.controls import IconButton
from app.widgets.tabs.column_edge import BREADTH
from app.widgets.tabs.strip import TabStrip

MAX_PINNED_SHARE = 0.5  # of the room; beyond it the pinned ones scroll, too
COLUMN_LETTERS = 32
FEWEST_COLUMN_LETTERS, MOST_COLUMN_LETTERS = 14, 80
_EDGE, _GAP = 6, 2


class TabBarLayout:
    """Places pinned tabs, the others, and the buttons; pinned tabs take their room first."""

    def __init__(
        self,
        bar: QWidget,
        strips: tuple[TabStrip, TabStrip],
        new_button: IconButton,
        list_button: IconButton,
        edge: QWidget,
    ) -> None:
        self._bar = bar
        self._pinned, self._unpinned = strips
        self._new_button = new_button
        self._list_button = list_button
        self._edge = edge
        self._column_width = 0  # as wide as its letters need it
        self._is_vertical = False
        self.set_vertical(is_vertical=False)

    def set_vertical(self, *, is_vertical: bool) -> None:
        """Stand the tabs in a column beside the page, or in a row above it."""
        self._is_vertical = is_vertical
        for strip in (self._pinned, self._unpinned):
            strip.set_vertical(is_vertical)
        fixed, free = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding
        self._bar.setSizePolicy(*((fixed, free) if is_vertical else (free, fixed)))
        self._bar.updateGeometry()
        self.arrange()

    def set_column_width(self, width: int) -> None:
        """Make a column so many points wide, within limits; 0 is its usual width."""
        self._column_width = width
        self._bar.updateGeometry()

    def size_hint(self) -> QSize:
        """Return the height of a row, or the width of a column."""
        metrics, button = self._bar.fontMetrics(), self._list_button.sizeHint()
        if self._is_vertical:
            letter = metrics.averageCharWidth()
            width = self._column_width or COLUMN_LETTERS * letter
            low, high = FEWEST_COLUMN_LETTERS * letter, MOST_COLUMN_LETTERS * letter
            return QSize(min(max(low, width), high), 4 * button.height())
        return QSize(4 * button.width(), max(button.height(), metrics.height() + 20))

    def arrange(self) -> None:
        """Give each part its place in the bar as large as it is now."""
        for strip in (self._pinned, self._unpinned):
            strip.setVisible(strip.row.count() > 0)
        self._edge.setVisible(self._is_vertical)
        if self._is_vertical:
            self._place_column()
        else:
            self._place_row()

    def _place_row(self) -> None:
        button = self._list_button.sizeHint()
        width, height = self._bar.width(), self._bar.height()
        # A pane may be narrower than its own buttons.
        room = max(0, width - 2 * (_EDGE + button.width() + _GAP))
        pinned, others = self._share(room, height)
        self._put(self._pinned, QRect(_EDGE, 0, pinned, height))
        self._put(self._unpinned, QRect(_EDGE + pinned, 0, others, height))
        top = (height - button.height()) // 2
        new, last = _EDGE + pinned + others + _GAP, width - _EDGE - button.width()
        self._put(self._new_button, QRect(new, top, button.width(), button.height()))
        self._put(self._list_button, QRect(last, top, button.width(), button.height()))

    def _place_column(self) -> None:
        button = self._list_button.sizeHint()
        width, height = self._bar.width(), self._bar.height()
        last = width - _EDGE - button.width()
        self._put(self._new_button, QRect(_EDGE, _EDGE, button.width(), button.height()))
        self._put(self._list_button, QRect(last, _EDGE, button.width(), button.height()))
        top = button.height() + 2 * _EDGE
        pinned, others = self._share(max(0, height - top - _EDGE), width)
        self._put(self._pinned, QRect(0, top, width, pinned))
        self._put(self._unpinned, QRect(0, top + pinned, width, others))
        self._put(self._edge, QRect(width - BREADTH, 0, BREADTH, height))
        self._edge.raise_()

    def _share(self, room: int, breadth: int) -> tuple[int, int]:
        share = MAX_PINNED_SHARE if self._unpinned.row.count() else 1.0
        pinned = self._pinned.fit(round(room * share), breadth)
        return pinned, self._unpinned.fit(room - pinned, breadth)

    def _put(self, widget: QWidget, rect: QRect) -> None:
        bar = self._bar
        widget.setGeometry(QStyle.visualRect(bar.layoutDirection(), bar.rect(), rect))
