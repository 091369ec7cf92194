"""Drawing of spin boxes, combo boxes, text frames, check boxes and plain buttons."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QLineEdit,
    QPlainTextEdit,
    QStyle,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionComplex,
    QStyleOptionFrame,
    QStyleOptionSpinBox,
    QTextEdit,
    QWidget,
)

from app.widgets.kit.style.shapes import (
    MARK_RADIUS,
    RING,
    begin,
    draw_check,
    draw_chevron,
    draw_dash,
    draw_edge,
    draw_field,
    draw_ring,
    edge_colour,
    has,
    is_enabled,
    is_touched,
)
from app.widgets.kit.theme import Colours, colours_of

ARROWS_WIDTH = 22
FIELD_PADDING = 12  # above and below the text, in total
TEXT_INSET = 5  # left and right of the text, in addition to Qt's own inset
_SPIN_INSET, _COMBO_INSET = 7, 9
_FOCUS = QStyle.StateFlag.State_HasFocus
_STEPS = QAbstractSpinBox.StepEnabledFlag


def draw_spin_box(painter: QPainter, option: QStyleOptionSpinBox) -> None:
    """Draw a field with two chevrons; a chevron is pale if its step is not possible."""
    if option.frame:
        draw_field(painter, option, has_focus=has(option, _FOCUS))
    if option.buttonSymbols is QAbstractSpinBox.ButtonSymbols.NoButtons:
        return
    colours = colours_of(option.palette)
    for control, step in (
        (QStyle.SubControl.SC_SpinBoxUp, _STEPS.StepUpEnabled),
        (QStyle.SubControl.SC_SpinBoxDown, _STEPS.StepDownEnabled),
    ):
        is_up = control is QStyle.SubControl.SC_SpinBoxUp
        is_possible = is_enabled(option) and bool(option.stepEnabled & step)
        is_hit = bool(option.activeSubControls & control) and is_touched(option)
        colour = _arrow_colour(colours, is_possible=is_possible, is_hit=is_hit)
        # Both are moved towards the middle.
        area = QRectF(spin_box_part(option, control)).translated(0, 1.0 if is_up else -1.0)
        draw_chevron(painter, area, colour, is_up=is_up, width=7.0)


def spin_box_part(option: QStyleOptionSpinBox, part: QStyle.SubControl) -> QRect:
    """Return the area of a part of a spin box."""
    area = option.rect
    has_arrows = option.buttonSymbols is not QAbstractSpinBox.ButtonSymbols.NoButtons
    arrows = ARROWS_WIDTH if has_arrows else 0
    upper = area.height() // 2
    place = {
        QStyle.SubControl.SC_SpinBoxUp: QRect(area.width() - arrows, 0, arrows, upper),
        QStyle.SubControl.SC_SpinBoxDown: QRect(
            area.width() - arrows, upper, arrows, area.height() - upper
        ),
        QStyle.SubControl.SC_SpinBoxEditField: QRect(
            _SPIN_INSET, 2, area.width() - max(arrows, 2) - _SPIN_INSET, area.height() - 4
        ),
    }.get(part, QRect(0, 0, area.width(), area.height()))
    return QStyle.visualRect(option.direction, area, place.translated(area.topLeft()))


def draw_combo_box(painter: QPainter, option: QStyleOptionComboBox) -> None:
    """Draw a field with a chevron; the text is drawn separately."""
    if option.frame:
        draw_field(painter, option, has_focus=has(option, _FOCUS))
    area = option.rect
    place = QRect(area.right() - ARROWS_WIDTH + 1, area.top(), ARROWS_WIDTH, area.height())
    colours = colours_of(option.palette)
    colour = _arrow_colour(colours, is_possible=is_enabled(option), is_hit=is_touched(option))
    draw_chevron(painter, QRectF(QStyle.visualRect(option.direction, area, place)), colour)


def combo_box_words(option: QStyleOptionComplex) -> QRect:
    """Return the area of the text of a combo box."""
    area = option.rect
    place = area.adjusted(_COMBO_INSET, 2, -ARROWS_WIDTH, -2)
    return QStyle.visualRect(option.direction, area, place)


def inset_text(edit: QLineEdit) -> None:
    """Keep the text of a line edit with a frame away from the round corners."""
    if edit.hasFrame() and edit.textMargins().isNull():
        edit.setTextMargins(TEXT_INSET, 0, TEXT_INSET, 0)


def has_own_frame(option: QStyleOption) -> bool:
    """Return whether a line edit has a frame, unlike one inside another field."""
    return isinstance(option, QStyleOptionFrame) and option.lineWidth > 0


def is_in_spin_box(widget: QWidget | None) -> bool:
    """Return whether a line edit belongs to a spin box."""
    return widget is not None and isinstance(widget.parentWidget(), QAbstractSpinBox)


def draw_text_frame(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    """Draw the frame of a text or a list; an editable text has the frame of a field."""
    text = widget if isinstance(widget, QPlainTextEdit | QTextEdit) else None
    if text is not None and not text.isReadOnly():
        draw_field(painter, option, has_focus=has(option, _FOCUS))
        return
    begin(painter)
    pen = QPen(QColor(colours_of(option.palette).border), 1)
    if text is not None:
        # Round as well, so the background of the text has to fill the area up to the frame.
        painter.setBrush(option.palette.base())
        draw_edge(painter, option.rect, pen)
    else:
        painter.setPen(pen)
        painter.drawRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5))
    painter.restore()
    if text is not None and has(option, _FOCUS):
        draw_ring(painter, option)


def draw_tip(painter: QPainter, option: QStyleOption) -> None:
    """Draw the background of a tooltip, like that of a card."""
    colours = colours_of(option.palette)
    painter.fillRect(option.rect, QColor(colours.raised))
    begin(painter)
    painter.setPen(QPen(QColor(colours.border), 1))
    painter.drawRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5))
    painter.restore()


def draw_line_edit(painter: QPainter, option: QStyleOption) -> None:
    """Draw the frame of a line edit."""
    draw_field(painter, option, has_focus=has(option, _FOCUS))


def draw_push_button(painter: QPainter, option: QStyleOptionButton) -> None:
    """Draw a button of one of Qt's own dialogs in the shape of a pill button."""
    colours = colours_of(option.palette)
    is_used = is_touched(option) or has(option, QStyle.StateFlag.State_Sunken)
    is_flat = bool(option.features & QStyleOptionButton.ButtonFeature.Flat)
    is_default = bool(option.features & QStyleOptionButton.ButtonFeature.DefaultButton)
    begin(painter)
    if not is_flat or is_used or has(option, QStyle.StateFlag.State_On):
        ground = colours.fill_hover if is_used else colours.fill
        painter.setBrush(QColor(colours.hover if is_flat else ground))
        pen = QPen(QColor(colours.border), 1)
        if is_default and is_enabled(option):
            pen = QPen(QColor(colours.accent), 1.5)
        if is_flat:
            pen.setColor(QColor(colours.hover))
        draw_edge(painter, option.rect, pen)
    painter.restore()
    if has(option, _FOCUS):
        draw_ring(painter, option)


def field_size(size: QSize, option: QStyleOption) -> QSize:
    """Return the size of a field; all fields with the same font have the same height."""
    height = max(size.height(), option.fontMetrics.height() + FIELD_PADDING)
    return QSize(size.width(), height + height % 2)  # even, so that its content can be centred


def _arrow_colour(colours: Colours, *, is_possible: bool, is_hit: bool) -> QColor:
    if not is_possible:
        return QColor(colours.disabled)
    return QColor(colours.text if is_hit else colours.muted)


def draw_check_box(painter: QPainter, option: QStyleOption) -> None:
    """Draw the square of a check box."""
    colours, area = colours_of(option.palette), _square(option.rect)
    is_partly = has(option, QStyle.StateFlag.State_NoChange)
    is_filled = is_partly or has(option, QStyle.StateFlag.State_On)
    begin(painter)
    _set_ground(painter, option, colours, is_filled=is_filled)
    painter.drawRoundedRect(area, MARK_RADIUS, MARK_RADIUS)
    ink = QColor(colours.on_accent if is_enabled(option) else colours.raised)
    if is_partly:
        draw_dash(painter, area, ink)
    elif is_filled:
        draw_check(painter, area, ink)
    painter.restore()


def draw_check_ring(painter: QPainter, option: QStyleOption, box: QCheckBox) -> None:
    """Draw the focus of a check box; without a text there is no room around the square."""
    option.rect = box.rect()
    if box.text():
        draw_ring(painter, option)
        return
    colours = colours_of(option.palette)
    square = box.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, box)
    is_filled = box.checkState() is not Qt.CheckState.Unchecked
    begin(painter)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(QColor(colours.text if is_filled else colours.accent), RING)
    draw_edge(painter, square, pen, MARK_RADIUS)
    painter.restore()


def _set_ground(
    painter: QPainter, option: QStyleOption, colours: Colours, *, is_filled: bool
) -> None:
    if not is_filled:
        painter.setPen(QPen(edge_colour(option, colours), 1))
        painter.setBrush(QColor(colours.hover if is_touched(option) else colours.raised))
        return
    colour = QColor(colours.accent if is_enabled(option) else colours.disabled)
    painter.setPen(QPen(colour, 1))
    painter.setBrush(colour.darker(108) if is_touched(option) else colour)


def _square(area: QRect) -> QRectF:
    """Return the largest square in the middle of an area, for a line of one pixel."""
    side = min(area.width(), area.height()) - 1
    square = QRectF(0, 0, side, side)
    square.moveCenter(QRectF(area).center())
    return square
