"""The button at the message box with the number of tools that are on."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.widgets.kit.controls import IconButton, paint_button_background
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.text import format_number
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill

_ICON, _GAP, _MARGIN = 18, 4, 6


class ToolsButton(IconButton):
    """Shows how many tools are on; an icon only if there are none.

    Attributes:
        count: the number of tools that are on.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("tool", "", parent, size=_ICON)
        self.count = 0
        self._tokens: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._name()

    def show_count(self, count: int, tokens: int | None) -> None:
        """Show the number of tools, and their tokens in the prompt; None if not counted."""
        if (count, tokens) != (self.count, self._tokens):
            self.count, self._tokens = count, tokens
            self._name()
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        icon = super().sizeHint()
        text = self.fontMetrics().horizontalAdvance(self._text())
        return icon if not self.count else QSize(icon.width() + _GAP + text, icon.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_button_background(painter, self, colours, radius=6, is_flat=True)
        ink = colours.accent if self.count else colours.muted
        side = self.icon_side
        icon = icon_pixmap("tool", ink, side, self.devicePixelRatioF())
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = self.width() - _MARGIN - side if is_mirrored else _MARGIN
        painter.drawPixmap(left, (self.height() - side) // 2, icon)
        painter.setPen(QColor(colours.text))
        text_left = _MARGIN if is_mirrored else _MARGIN + side + _GAP
        area = QRect(text_left, 0, self.width() - side - 2 * _MARGIN, self.height())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._text())

    def _text(self) -> str:
        return format_number(self.count) if self.count else ""

    def _name(self) -> None:
        text = self.tr("Tools: none is on")
        if self.count == 1:
            text = self.tr("Tools: one is on")
        elif self.count:
            text = fill(self.tr("Tools: {count:,} are on"), count=self.count)
        if self.count and self._tokens is not None:
            cost = fill(self.tr("about {count:,} tokens of each prompt"), count=self._tokens)
            text = f"{text}, {cost}"
        self.set_text(text)
