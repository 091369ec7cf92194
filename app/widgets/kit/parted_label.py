"""A quiet line of parts that leaves out the least needed ones where there is no room."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.widgets.kit.controls import MutedLabel

SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class Part:
    """Some words of a line; those with the highest ``rank`` give way first."""

    text: str
    rank: int = 0


class PartedLabel(MutedLabel):
    """Never cuts a part in two; the whole line is in the tooltip and for screen readers.

    With ``details``, which are HTML, these are below it in the tooltip.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._parts: tuple[Part, ...] = ()
        self._details = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_parts(self, parts: Iterable[Part], *, details: str = "") -> None:
        """Show these, from left to right."""
        self._parts = tuple(part for part in parts if part.text)
        self._details = details
        self.setText(_with_separators(self._parts))

    def shown_text(self) -> str:
        """Return what there is room for."""
        shown = list(self._parts)
        while (
            shown and self.fontMetrics().horizontalAdvance(_with_separators(shown)) > self.width()
        ):
            # Reversed, because max() returns the first of equals, and here the last part gives way.
            shown.remove(max(reversed(shown), key=lambda part: part.rank))
        return _with_separators(shown)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        shown = self.shown_text()
        # Escaped, because a name with angle brackets would be rendered as HTML.
        whole = "" if shown == self.text() else escape(self.text())
        if whole and self._details:
            whole = f"<p>{whole}</p>"
        self.setToolTip(whole + self._details)
        painter.drawText(self.rect(), self.alignment(), shown)


def _with_separators(parts: Iterable[Part]) -> str:
    return SEPARATOR.join(part.text for part in parts)
