"""Small controls that many widgets use: cards, buttons and labels."""

from collections.abc import Iterable, Sequence
from html import escape

import msgspec
from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QCursor,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.text import show_tip, text_lines
from app.widgets.kit.theme import Colours, TypeSize, colours_of, scaled_pixels, sized_font

ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
ICON_SIZE = 15
_LEFT, _GAP = 10, 8
_PROGRESS_HEIGHT = 6
SEPARATOR = " · "


class Card(QWidget):
    """A rounded area in one of the theme's colours, painted without a style sheet."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        fill: str = "raised",
        radius: float = 12,
        has_border: bool = False,
        edge: str = "border",
    ) -> None:
        super().__init__(parent)
        self._fill = fill
        self._edge = edge
        self._radius = radius
        self._has_border = has_border
        self._is_lit = False

    def set_lit(self, is_lit: bool) -> None:
        """Draw the border in the accent colour, as a focused field does."""
        if is_lit != self._is_lit:
            self._is_lit = is_lit
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(getattr(colours, self._fill)))
        painter.setPen(Qt.PenStyle.NoPen)
        if self._has_border or self._is_lit:
            edge_colour = "accent" if self._is_lit else self._edge
            painter.setPen(QPen(QColor(getattr(colours, edge_colour)), 1))
        edge = 0.5 if self._has_border or self._is_lit else 0
        area = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
        painter.drawRoundedRect(area, self._radius, self._radius)


class IconButton(QToolButton):
    """A flat button with one icon, a tooltip and a name for screen readers.

    The icon has ``size`` pixels at the usual size of text, and grows with it.
    """

    def __init__(
        self, icon_name: str, text: str, parent: QWidget | None = None, *, size: int = 16
    ) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._size = size
        self.icon_side = scaled_pixels(size)  # in pixels now
        self._is_revealed = True
        self.setAutoRaise(True)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.set_text(text)

    @property
    def icon_name(self) -> str:
        """The icon that is shown."""
        return self._icon_name

    def set_text(self, text: str) -> None:
        """Set the tooltip and the name for screen readers."""
        self.setToolTip(text)
        self.setAccessibleName(text)

    def set_icon_name(self, icon_name: str) -> None:
        """Show another icon."""
        if icon_name != self._icon_name:
            self._icon_name = icon_name
            self.update()

    def set_revealed(self, *, is_revealed: bool) -> None:
        """Draw the button or leave its place empty; a button with the focus is always drawn."""
        self._is_revealed = is_revealed
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER_KEYS and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        # A button that is reached by Tab must be visible wherever the mouse is.
        if not self._is_revealed and not self.hasFocus():
            return
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_button_background(painter, self, colours, radius=6, is_flat=True)
        # Qt's disabled look is hardly paler than the normal one in the dark theme.
        colour = colours.muted if self.isEnabled() else colours.disabled
        side = self.icon_side
        left, top = ((length - side) // 2 for length in (self.width(), self.height()))
        icon = icon_pixmap(self._icon_name, colour, side, self.devicePixelRatioF())
        painter.drawPixmap(left, top, icon)

    def sizeHint(self) -> QSize:
        return QSize(self.icon_side + 12, self.icon_side + 12)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.icon_side = scaled_pixels(self._size)
            self.updateGeometry()


class PillButton(QPushButton):
    """A rounded button with a text; the main button is filled with the accent colour.

    In a narrow place the text has several lines. If it does not fit, the tooltip shows it in full.
    """

    def __init__(self, text: str, parent: QWidget | None = None, *, is_main: bool = False) -> None:
        super().__init__(text, parent)
        self._is_main = is_main
        self.setAutoDefault(True)  # Enter presses it, as in a dialog
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def is_main(self) -> bool:
        """Return whether it is filled."""
        return self._is_main

    def set_main(self, *, is_main: bool) -> None:
        """Set whether it is filled."""
        if is_main is not self._is_main:
            self._is_main = is_main
            self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 28, metrics.height() + 14)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def height_in(self, width: int) -> int:
        """Return the height that the text needs in this width, in pixels."""
        more = len(self._lines(width)) - 1
        return self.sizeHint().height() + max(0, more) * self.fontMetrics().lineSpacing()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit_height()

    def _fit_height(self) -> None:
        # Layouts do not ask buttons for a height of their own for each width.
        height = self.height_in(self.width())
        self.setMinimumHeight(height if height > self.sizeHint().height() else 0)

    def _lines(self, width: int) -> tuple[str, ...]:
        return text_lines(self.text(), width - 20, self.fontMetrics().horizontalAdvance)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_filled = self._is_main and self.isEnabled()
        if is_filled:
            fill = QColor(colours.accent)
            painter.setBrush(fill.darker(108) if is_under_mouse(self) else fill)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(QRectF(self.rect()), 9, 9)
            _paint_focus_ring(painter, self, colours.text, radius=9)
        else:
            paint_button_background(painter, self, colours, radius=9, is_flat=False)
        text = self.shown_text()
        ink = colours.on_accent if is_filled else colours.text
        painter.setPen(QColor(ink if self.isEnabled() else colours.disabled))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, text)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            is_cut = " ".join(self.shown_text().split()) != self.text()
            if is_cut and not self.toolTip():
                show_tip(event, self, self.text())
                return True
        return super().event(event)

    def shown_text(self) -> str:
        """Return the text in the lines in which it is drawn."""
        room, metrics = self.width() - 20, self.fontMetrics()
        lines = self._lines(self.width())
        if len(lines) > 1 and self.height() < self.height_in(self.width()):
            lines = (self.text(),)
        elide = Qt.TextElideMode.ElideRight
        return "\n".join(metrics.elidedText(line, elide, room) for line in lines)


class MutedLabel(QLabel):
    """Small, muted, plain text; never rendered as HTML. The theme sets its size and colour."""

    def __init__(
        self, text: str = "", parent: QWidget | None = None, *, wraps: bool = False
    ) -> None:
        super().__init__(parent, textFormat=Qt.TextFormat.PlainText, text=text, wordWrap=wraps)


class ListHeading(MutedLabel):
    """A heading above a list of the sidebar, like those within its list of chats."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        painter.setPen(self.palette().color(self.foregroundRole()))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.contentsRect(), left, self.text())


class ElidedLabel(MutedLabel):
    """A muted line that is elided if it does not fit; the tooltip shows it in full."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        self.setToolTip("" if text == self.text() else escape(self.text()))
        painter.drawText(self.rect(), self.alignment(), text)


def show_one_of(turns: Sequence[QWidget], shown: QWidget | None) -> None:
    """Show one of several widgets that share a place, or none; it takes over their focus."""
    has_focus = any(each.hasFocus() for each in turns)
    if shown is not None:
        shown.show()
        if has_focus:
            shown.setFocus()
    for each in turns:
        if each is not shown:
            each.hide()


def paint_selection(widget: QWidget, *, is_filled: bool) -> None:
    """Paint the frame of a widget that has the focus, and the background of a selected one."""
    accent = QColor(colours_of(widget.palette()).accent)
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(accent, 2) if widget.hasFocus() else Qt.PenStyle.NoPen)
    if is_filled:
        accent.setAlphaF(0.16)
        painter.setBrush(accent)
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1), 10, 10)


def is_under_mouse(widget: QWidget) -> bool:
    """Return whether the mouse is over a widget.

    After a widget moved away from the mouse, Qt still reports it until the mouse moves.
    """
    return widget.underMouse() and widget.rect().contains(widget.mapFromGlobal(QCursor.pos()))


def paint_button_background(
    painter: QPainter,
    button: QPushButton | QToolButton,
    colours: Colours,
    *,
    radius: float,
    is_flat: bool,
) -> None:
    """Paint the background of a button: hover, press, border and focus ring."""
    is_touched = button.isEnabled() and (is_under_mouse(button) or button.isDown())
    if is_flat and not (is_touched or button.isChecked() or button.hasFocus()):
        return  # most buttons of a page
    area = QRectF(button.rect()).adjusted(0.5, 0.5, -0.5, -0.5)  # a line exactly one pixel wide
    painter.setBrush(QColor(colours.fill_hover if is_touched else colours.fill))
    painter.setPen(QPen(QColor(colours.border), 1))
    if is_flat:
        painter.setBrush(QColor(colours.hover if is_touched else colours.raised))
        painter.setPen(Qt.PenStyle.NoPen)
        if not is_touched and not button.isChecked():
            painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(area, radius, radius)
    _paint_focus_ring(painter, button, colours.accent, radius=radius)


def _paint_focus_ring(painter: QPainter, widget: QWidget, colour: str, *, radius: float) -> None:
    if not widget.hasFocus():
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), 2))
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1), radius, radius)


class ThinProgressBar(QProgressBar):
    """A bar without a text; pale while its share is unknown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, textVisible=False)
        self.setFixedHeight(_PROGRESS_HEIGHT)


class QuietButton(QPushButton):
    """A flat button with an icon and a muted text; highlighted on hover and with the focus.

    A main button has the size and colour of the text around it.
    """

    def __init__(
        self, icon_name: str, text: str, parent: QWidget | None = None, *, is_main: bool = False
    ) -> None:
        super().__init__(text, parent)
        self._icon_name = icon_name
        self._is_main = is_main
        self.setFlat(True)
        self.setAutoDefault(True)  # Enter presses it, as in a dialog
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_button_background(painter, self, colours, radius=7, is_flat=True)
        side = scaled_pixels(ICON_SIZE)
        top = (self.height() - side) // 2
        ink = colours.text if self._is_main else colours.muted
        if not self.isEnabled():
            ink = colours.disabled
        icon = icon_pixmap(self._icon_name, ink, side, self.devicePixelRatioF())
        painter.drawPixmap(_LEFT, top, icon)
        size = TypeSize.BODY if self._is_main else TypeSize.SMALL
        painter.setFont(sized_font(self.font(), size))
        painter.setPen(QColor(ink))
        left = _LEFT + side + _GAP
        area = QRect(left, 0, self.width() - left - _LEFT, self.height())
        text = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, area.width()
        )
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = (
            _LEFT + scaled_pixels(ICON_SIZE) + _GAP + metrics.horizontalAdvance(self.text()) + _LEFT
        )
        return QSize(width, metrics.height() + 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self.update()


class Part(msgspec.Struct, frozen=True):
    """A part of a line; parts with the highest ``rank`` are dropped first."""

    text: str
    rank: int = 0


class PartedLabel(MutedLabel):
    """A line that drops whole parts if it does not fit; tooltip and screen readers get all.

    ``details`` are HTML, shown below the line in the tooltip.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._parts: tuple[Part, ...] = ()
        self._details = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_parts(self, parts: Iterable[Part], *, details: str = "") -> None:
        """Show these parts, from left to right."""
        self._parts = tuple(part for part in parts if part.text)
        self._details = details
        self.setText(_with_separators(self._parts))

    def shown_text(self) -> str:
        """Return the text of the parts that fit."""
        shown = list(self._parts)
        while (
            shown and self.fontMetrics().horizontalAdvance(_with_separators(shown)) > self.width()
        ):
            # Reversed: max() returns the first of equals, and the last of them has to be dropped.
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
