"""A flat button with an elided label, as in the bar of the window."""

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QWidget

from app.widgets.kit.controls import paint_button_background
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.theme import TypeSize, colours_of, sized_font

PADDING = 7
_ICON, _CHEVRON, _GAP = 15, 12, 6
_MIN_LABEL_WIDTH = 36
_CHEVRON_ICON = "chevron-down"


class HeaderButton(QPushButton):
    """A flat button that elides its label."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        icon_name: str = "",
        opens_list: bool = False,
    ) -> None:
        super().__init__(parent)
        self._label = ""
        self._icon_name = icon_name
        self._opens_list = opens_list
        self.setFlat(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def label(self) -> str:
        """The complete label."""
        return self._label

    def set_label(self, label: str) -> None:
        """Set the label; unlike in Qt's own text, an ampersand is shown."""
        if label != self._label:
            self._label = label
            self.updateGeometry()
            self.update()

    def set_icon(self, name: str) -> None:
        """Set the icon before the label; an empty name removes it."""
        if name != self._icon_name:
            self._icon_name = name
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        width = self._metrics().horizontalAdvance(self._label) + 1 if self._label else 0
        return QSize(width + self._fixed_width(), self.fontMetrics().height() + 10)

    def minimumSizeHint(self) -> QSize:
        has_icon_alone = bool(self._icon_name) and not self._opens_list
        width = self._fixed_width() + (0 if has_icon_alone else _MIN_LABEL_WIDTH)
        return QSize(min(width, self.sizeHint().width()), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_button_background(painter, self, colours, radius=7, is_flat=True)
        area = self.rect().adjusted(PADDING, 0, -PADDING, 0)
        if self._icon_name:
            self._draw_icon(painter, self._icon_name, QRect(area.left(), 0, _ICON, self.height()))
            area.setLeft(area.left() + _ICON + _GAP)
        if self._opens_list:
            left = area.right() - _CHEVRON + 1
            self._draw_icon(painter, _CHEVRON_ICON, QRect(left, 0, _CHEVRON, self.height()))
            area.setRight(left - _GAP // 2)
        painter.setFont(sized_font(self.font(), TypeSize.SMALL))
        painter.setPen(QColor(colours.muted))
        shown = painter.fontMetrics().elidedText(
            self._label, Qt.TextElideMode.ElideRight, area.width()
        )
        place = QStyle.visualRect(self.layoutDirection(), self.rect(), area)
        alignment = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place, QStyle.visualAlignment(self.layoutDirection(), alignment), shown)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.updateGeometry()

    def _draw_icon(self, painter: QPainter, name: str, area: QRect) -> None:
        colour = colours_of(self.palette()).muted
        place = QStyle.visualRect(self.layoutDirection(), self.rect(), area)
        icon = icon_pixmap(name, colour, area.width(), self.devicePixelRatioF())
        painter.drawPixmap(place.left(), (self.height() - area.width()) // 2, icon)

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(sized_font(self.font(), TypeSize.SMALL))

    def _fixed_width(self) -> int:
        """Return the width of everything but the label."""
        icon = _ICON + (_GAP if self._label else 0) if self._icon_name else 0
        return 2 * PADDING + icon + (_CHEVRON + _GAP // 2 if self._opens_list else 0)
