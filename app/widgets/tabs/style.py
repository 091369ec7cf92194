"""How the row of tabs is drawn: the tab in front joins the page, muted arrows scroll."""

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPalette, QPen
from PySide6.QtWidgets import (
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QStyleOptionComplex,
    QToolButton,
    QWidget,
)

from app.widgets.kit.controls import paint_button_background
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.theme import colours_of

ARROW_SIZE = 16
_TORN_EDGES = (
    QStyle.PrimitiveElement.PE_IndicatorTabTearLeft,
    QStyle.PrimitiveElement.PE_IndicatorTabTearRight,
)


class TabStyle(QProxyStyle):
    """Draws the tab in front as part of the page below; Fusion draws the rest."""

    def __init__(self) -> None:
        super().__init__("Fusion")
        self.has_front = True

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        if metric is QStyle.PixelMetric.PM_TabBarTabHSpace:
            return 12
        return super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
        if hint is QStyle.StyleHint.SH_Widget_Animation_Duration:
            return 0  # a tab that still slides into its place can't be taken out of the row
        return super().styleHint(hint, option, widget, returned)

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element is not QStyle.ControlElement.CE_TabBarTabShape:
            super().drawControl(element, option, painter, widget)
            return
        colours = colours_of(option.palette)
        is_front = self.has_front and bool(option.state & QStyle.StateFlag.State_Selected)
        is_touched = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if not is_front and not is_touched:
            return
        area = QRectF(option.rect).adjusted(2, 4, -2, 10)
        sheet = QPainterPath()
        sheet.addRoundedRect(area, 9, 9)
        painter.save()
        painter.setClipRect(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(sheet, QColor(colours.page if is_front else colours.hover))
        if is_front and widget is not None and widget.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 2))
            ring = QRectF(option.rect).adjusted(4, 6, -4, -3)
            painter.drawRoundedRect(ring, 7, 7)
        painter.restore()

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element not in _TORN_EDGES:  # the arrows tell enough of what is hidden
            super().drawPrimitive(element, option, painter, widget)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if control is not QStyle.ComplexControl.CC_ToolButton or not isinstance(
            widget, QToolButton
        ):
            super().drawComplexControl(control, option, painter, widget)
            return
        colours = colours_of(option.palette)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(option.rect, QColor(colours.window))
        paint_button_background(painter, widget, colours, radius=6, is_flat=True)
        ink = colours.muted if widget.isEnabled() else colours.border
        is_left = widget.arrowType() is Qt.ArrowType.LeftArrow
        name = "chevron-left" if is_left else "chevron-right"
        arrow = icon_pixmap(name, ink, ARROW_SIZE, painter.device().devicePixelRatioF())
        corner = option.rect.center() - QPoint(ARROW_SIZE // 2 - 1, ARROW_SIZE // 2 - 1)
        painter.drawPixmap(corner, arrow)
        painter.restore()

    def drawItemText(
        self,
        painter: QPainter,
        rect: QRect,
        flags: int,
        palette: QPalette | Qt.GlobalColor | QColor,
        enabled: bool,
        text: str,
        text_role: QPalette.ColorRole = QPalette.ColorRole.NoRole,
    ) -> None:
        left = Qt.AlignmentFlag.AlignLeft.value
        flags = flags & ~Qt.AlignmentFlag.AlignHorizontal_Mask.value | left
        super().drawItemText(painter, rect, flags, palette, enabled, text, text_role)
