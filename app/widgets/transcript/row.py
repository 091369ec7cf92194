"""What the transcript stacks: a row that takes its height from a width."""

from typing import Protocol

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from app.widgets.transcript.body import MessageBody

GUTTER = 10  # on both sides of a row, for what is drawn around a message


class Row(Protocol):
    """A widget of the transcript; a message draws its long text in parts, others have none.

    Attributes:
        overhang: how far it stands out beside the width that it was fitted for.
    """

    overhang: int

    @property
    def widget(self) -> QWidget:
        """The widget itself."""

    @property
    def body(self) -> MessageBody | None:
        """The text that is drawn in parts, or None where all is drawn at once."""

    def fit(self, width: int, spare: int = 0) -> int:
        """Lay everything out for a width, and return the height that this takes.

        What gains by more, as wide code does, may use the spare room beside it.
        """

    def is_needed(self) -> bool:
        """Return whether the widget has something that would be lost with it."""


def is_complete(row: Row) -> bool:
    """Return whether everything is drawn, so that the height is more than a guess."""
    return row.body is None or row.body.is_complete


def show_between(row: Row, top: int, bottom: int, most: int | None = None) -> bool:
    """Draw what lies between two heights, or so many parts of it; return whether there was any."""
    if row.body is None:
        return False
    body_top = _body_top(row)
    return row.body.show_between(top - body_top, bottom - body_top, most)


# A line is a part of a row that keeps its place while the parts above it find their heights:
# 0 is the top of the row, the others are the parts of its text, counted from 1.


def line_at(row: Row | None, y: int) -> int:
    """Return the line that keeps its place, for the height at which the view begins."""
    if row is None or row.body is None:
        return 0
    body_top = _body_top(row)
    if y < body_top:
        return 0
    return 1 + row.body.steady_part_at(y - body_top)


def top_of_line(row: Row | None, line: int) -> int:
    """Return where a line begins now."""
    if row is None or row.body is None or not line:
        return 0
    return _body_top(row) + row.body.top_of_part(line - 1)


def _body_top(row: Row) -> int:
    return 0 if row.body is None else row.body.mapTo(row.widget, QPoint(0, 0)).y()


def tab_stops(widget: QWidget) -> list[QWidget]:
    """Return what Tab leads to inside a widget."""
    return [part for part in widget.findChildren(QWidget) if is_tab_stop(part)]


def is_tab_stop(widget: QWidget) -> bool:
    """Return whether Tab leads to a widget itself."""
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
