"""The style of the application: Qt's Fusion with other fields, check boxes, bars and menus."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QLineEdit,
    QMenu,
    QProxyStyle,
    QStyle,
    QStyleFactory,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionComplex,
    QStyleOptionMenuItem,
    QStyleOptionProgressBar,
    QStyleOptionSlider,
    QStyleOptionSpinBox,
    QWidget,
)

from app.widgets.kit.style import bars, fields, menu_style
from app.widgets.kit.style.shapes import draw_ring

_Primitive = QStyle.PrimitiveElement
_Control = QStyle.ControlElement
_Complex = QStyle.ComplexControl
_Part = QStyle.SubControl
_Contents = QStyle.ContentsType
_CHECKS = frozenset({_Primitive.PE_IndicatorCheckBox, _Primitive.PE_IndicatorItemViewItemCheck})
_FIELD_CONTENTS = frozenset({_Contents.CT_SpinBox, _Contents.CT_ComboBox})


class WindowStyle(QProxyStyle):
    """Draws fields, check boxes, bars and menus; leaves everything else to Fusion.

    It has no ``subElementRect``: Qt asks that for dozens of areas when a chat is shown, which would
    be slow in Python.
    """

    def __init__(self) -> None:
        super().__init__("Fusion")
        self._menu_filter = menu_style.MenuFilter(self)

    # PySide has one method for the three of Qt, and its stub has three.
    def polish(self, polished: QWidget | QApplication | QPalette) -> None:  # type: ignore[override]
        super().polish(polished)
        if isinstance(polished, QAbstractScrollArea):
            overlay_scroll_bar(polished)
        elif isinstance(polished, QMenu):
            polished.installEventFilter(self._menu_filter)
            menu_style.round_corners(polished)
            polished.setContentsMargins(0, menu_style.MARGIN, 0, menu_style.MARGIN)
        elif isinstance(polished, QLineEdit):
            fields.inset_text(polished)

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element in _CHECKS:
            fields.draw_check_box(painter, option)
        elif element is _Primitive.PE_FrameFocusRect:
            if isinstance(widget, QCheckBox):
                fields.draw_check_ring(painter, option, widget)
            else:
                draw_ring(painter, option)
        elif element is _Primitive.PE_PanelTipLabel:
            fields.draw_tip(painter, option)
        elif element is _Primitive.PE_Frame:
            fields.draw_text_frame(painter, option, widget)
        elif element is _Primitive.PE_PanelLineEdit and fields.has_own_frame(option):
            fields.draw_line_edit(painter, option)
        elif element is _Primitive.PE_PanelLineEdit and fields.is_in_spin_box(widget):
            pass  # the spin box has drawn the background
        elif element is _Primitive.PE_PanelMenu and menu_style.has_own_menus(option.palette):
            menu_style.draw_panel(painter, option)
        elif element is _Primitive.PE_PanelButtonCommand and isinstance(option, QStyleOptionButton):
            fields.draw_push_button(painter, option)
        else:
            super().drawPrimitive(element, option, painter, widget)

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element is _Control.CE_Splitter:
            bars.draw_divider(painter, option)
        elif element is _Control.CE_ProgressBarGroove:
            bars.draw_progress_groove(painter, option)
        elif element is _Control.CE_ProgressBarContents and isinstance(
            option, QStyleOptionProgressBar
        ):
            bars.draw_progress(painter, option)
        elif isinstance(option, QStyleOptionMenuItem) and self._draws_item(element, option):
            hint = self.styleHint(QStyle.StyleHint.SH_UnderlineShortcut, option, widget)
            menu_style.draw_item(painter, option, shows_mnemonics=bool(hint))
        else:
            super().drawControl(element, option, painter, widget)

    def _draws_item(self, element: QStyle.ControlElement, option: QStyleOption) -> bool:
        return element is _Control.CE_MenuItem and menu_style.has_own_menus(option.palette)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if isinstance(option, QStyleOptionSpinBox):
            fields.draw_spin_box(painter, option)
        elif isinstance(option, QStyleOptionComboBox):
            fields.draw_combo_box(painter, option)
        elif control is _Complex.CC_ScrollBar and isinstance(option, QStyleOptionSlider):
            bars.draw_scroll_bar(painter, option, widget)
        elif control is _Complex.CC_Slider and isinstance(option, QStyleOptionSlider):
            handle = self.subControlRect(control, option, _Part.SC_SliderHandle, widget)
            bars.draw_slider(painter, option, handle)
        else:
            super().drawComplexControl(control, option, painter, widget)

    def subControlRect(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        part: QStyle.SubControl,
        widget: QWidget | None = None,
    ) -> QRect:
        if control is _Complex.CC_SpinBox and isinstance(option, QStyleOptionSpinBox):
            return fields.spin_box_part(option, part)
        if control is _Complex.CC_ScrollBar and isinstance(option, QStyleOptionSlider):
            return bars.scroll_bar_part(option, part)
        if control is _Complex.CC_ComboBox and part is _Part.SC_ComboBoxEditField:
            return fields.combo_box_words(option)
        # Here and below: Qt accepts None, but PySide's stubs do not.
        return super().subControlRect(control, option, part, widget)  # type: ignore[arg-type]

    def sizeFromContents(
        self,
        contents: QStyle.ContentsType,
        option: QStyleOption,
        size: QSize,
        widget: QWidget | None = None,
    ) -> QSize:
        if contents is _Contents.CT_ScrollBar:
            return bars.scroll_bar_size(option, size)
        size = super().sizeFromContents(contents, option, size, widget)  # type: ignore[arg-type]
        if isinstance(option, QStyleOptionMenuItem) and menu_style.has_own_menus(option.palette):
            return menu_style.item_size(size, option)
        is_field = contents in _FIELD_CONTENTS
        is_field |= contents is _Contents.CT_LineEdit and fields.has_own_frame(option)
        return fields.field_size(size, option) if is_field else size


class _OverlayStyle(WindowStyle):
    """The style of a vertical scroll bar that is drawn over the content.

    Qt asks the bar how far it reaches over the content. It is not part of ``WindowStyle``: Qt asks
    that for thousands of lengths a second, which would be slow in Python.
    """

    def polish(self, polished: QWidget | QApplication | QPalette) -> None:  # type: ignore[override]
        """Do nothing: a bar has no area of its own."""

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        is_overlap = metric is QStyle.PixelMetric.PM_ScrollView_ScrollBarOverlap
        if is_overlap and isinstance(option, QStyleOptionSlider):
            if option.orientation is Qt.Orientation.Horizontal:
                return 0  # it would hide the last line
            return bars.SCROLL_BAR - bars.scroll_bar_room(option.palette)
        return super().pixelMetric(metric, option, widget)


def overlay_scroll_bar(area: QAbstractScrollArea) -> None:
    """Draw the vertical scroll bar of an area over its content, unless it is never shown."""
    bar = area.verticalScrollBar()
    is_shown = area.verticalScrollBarPolicy() is not Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    if is_shown and not isinstance(bar.style(), _OverlayStyle):
        bar.setStyle(_OverlayStyle())


def hide_scroll_bars(area: QAbstractScrollArea) -> None:
    """Never show the scroll bars of an area, at no cost.

    Qt asks for their sizes each time an area is resized. ``WindowStyle`` answers in Python, so
    these bars get a style of Qt.
    """
    style = QStyleFactory.create("Fusion")
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    for bar in (area.verticalScrollBar(), area.horizontalScrollBar()):
        bar.setStyle(style)
