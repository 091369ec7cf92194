"""Layouts in columns and rows, the width of a reading column, and the size of a window."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.widgets.kit.theme import TypeSize, sized_font

READING_COLUMN_WIDTH = 760 / 15  # a line of a column, as a multiple of the type size


def reading_width(widget: QWidget) -> int:
    """Return the width of a column that is comfortable to read in the widget's font."""
    font = sized_font(widget.font(), TypeSize.READING)
    return round(READING_COLUMN_WIDTH * QFontInfo(font).pixelSize())


_FRAME = QSize(16, 48)  # the window manager's frame, whose size is known only later


def resize_on_screen(window: QWidget, requested: QSize) -> None:
    """Resize a window, at most to the size of its screen."""
    window.resize(requested.boundedTo(window.screen().availableSize() - _FRAME))


Margins = tuple[int, int, int, int]  # left, top, right, bottom
DIALOG_MARGINS: Margins = (16, 16, 16, 16)  # of a dialog for a decision


def vertical_layout(
    parent: QWidget | None,
    *widgets: QWidget,
    margins: Margins | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Return a column of widgets; margins and spacing default to those of the style."""
    layout = QVBoxLayout() if parent is None else QVBoxLayout(parent)
    _fill(layout, widgets, margins, spacing)
    return layout


def horizontal_layout(
    parent: QWidget | None,
    *widgets: QWidget,
    margins: Margins | None = None,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Return a row of widgets; margins and spacing default to those of the style."""
    layout = QHBoxLayout() if parent is None else QHBoxLayout(parent)
    _fill(layout, widgets, margins, spacing)
    return layout


class FoldingLayout(QBoxLayout):
    """A row that becomes a column in a narrow dialog; ``folded_spacing`` is that of the column."""

    def __init__(self, parent: QWidget | None = None, *, spacing: int, folded_spacing: int) -> None:
        super().__init__(QBoxLayout.Direction.LeftToRight)
        self._spacings = spacing, folded_spacing
        self.setSpacing(spacing)
        if parent is not None:
            parent.setLayout(self)

    def set_narrow(self, *, is_narrow: bool) -> None:
        """Arrange the parts in a column if the dialog is narrow, otherwise in a row."""
        row, column = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self.setDirection(column if is_narrow else row)
        self.setSpacing(self._spacings[is_narrow])


def fold_in(widget: QWidget, characters: int) -> bool:
    """Arrange rows of a page as columns if it is narrower than this; return whether it is."""
    is_narrow = widget.width() < characters * widget.fontMetrics().averageCharWidth()
    for layout in widget.findChildren(FoldingLayout):
        layout.set_narrow(is_narrow=is_narrow)
    return is_narrow


def _fill(
    layout: QBoxLayout, widgets: tuple[QWidget, ...], margins: Margins | None, spacing: int | None
) -> None:
    if margins is not None:
        layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    for widget in widgets:
        layout.addWidget(widget)
