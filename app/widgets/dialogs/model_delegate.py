"""How a row of the model picker is drawn."""

from typing import ClassVar

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.domain import FitWord, ModelChoice, ModelState
from app.widgets.dialogs.model_list import ROW_ROLE, ModelRow, RowKind
from app.widgets.kit.highlighted_text import draw_highlighted
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.list_rows import AnyIndex, paint_row_background
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font

PADDING = 10
GAP = 12
REMOVE_SIDE = 22  # of the place that a click removes a model in


class ModelDelegate(QStyledItemDelegate):
    """A model has its file in a second line, and its state or its fit at the end of the first."""

    HEIGHT_OF_ONE_LINE: ClassVar[int] = 16

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, ModelRow):
            return
        colours = colours_of(option.palette)
        area = QRect(option.rect).adjusted(2, 1, -2, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(option.font)
        if row.kind is RowKind.HEADING:
            self._paint_heading(painter, area, row.text, colours)
        else:
            paint_row_background(painter, option, area, colours)
            inner = area.adjusted(PADDING, 0, -PADDING, 0)
            if row.model is None:
                painter.setPen(QColor(colours.text))
                painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, row.text)
            else:
                self._paint_model(painter, inner, row, row.model, colours)
                if row.can_be_removed and _is_touched(option):
                    self._paint_cross(painter, remove_area(option.rect), colours)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        row = index.data(ROW_ROLE)
        line = option.fontMetrics.height()
        if isinstance(row, ModelRow) and row.kind is RowKind.MODEL:
            return QSize(120, 2 * line + 14)
        return QSize(120, line + (8 if _is_heading(row) else self.HEIGHT_OF_ONE_LINE))

    def _paint_heading(self, painter: QPainter, area: QRect, text: str, colours: Colours) -> None:
        painter.setFont(sized_font(painter.font(), TypeSize.SMALL, is_bold=True))
        painter.setPen(QColor(colours.muted))
        inner = area.adjusted(PADDING, 0, -PADDING, 0)
        painter.drawText(inner, Qt.AlignmentFlag.AlignBottom, text)

    def _paint_model(
        self, painter: QPainter, area: QRect, row: ModelRow, model: ModelChoice, colours: Colours
    ) -> None:
        words = row.texts(model)
        body, small = painter.font(), sized_font(painter.font(), TypeSize.SMALL)
        half = area.height() // 2
        upper = QRect(area.left(), area.top() + 5, area.width(), half - 4)
        lower = QRect(area.left(), area.top() + half + 1, area.width(), half - 6)
        painter.setFont(small)
        width = painter.fontMetrics().horizontalAdvance(words.mark)
        painter.setPen(QColor(_mark_colour(model, colours)))
        end = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(upper, end, words.mark)
        painter.setPen(QColor(colours.muted))
        room = lower.width() - (REMOVE_SIDE if row.can_be_removed else 0)
        detail = painter.fontMetrics().elidedText(words.detail, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(lower, Qt.AlignmentFlag.AlignVCenter, detail)
        painter.setFont(body)
        is_gone = model.state is ModelState.GONE
        draw_highlighted(
            painter,
            upper.adjusted(0, 0, -width - GAP, 0),
            row.text,
            row.found,
            colour=colours.muted if is_gone else colours.text,
            highlight=colours.accent,
            is_whole=True,
        )

    def _paint_cross(self, painter: QPainter, area: QRect, colours: Colours) -> None:
        icon = icon_pixmap("close", colours.muted, 14, painter.device().devicePixelRatioF())
        painter.drawPixmap(area.center().x() - 6, area.center().y() - 6, icon)


def remove_area(row: QRect) -> QRect:
    """Return where in the row of a recent model a click removes it."""
    right = row.right() - PADDING - REMOVE_SIDE + 5
    return QRect(right, row.bottom() - REMOVE_SIDE - 3, REMOVE_SIDE, REMOVE_SIDE)


def _is_heading(row: object) -> bool:
    return isinstance(row, ModelRow) and row.kind is RowKind.HEADING


def _is_touched(option: QStyleOptionViewItem) -> bool:
    touched = QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected
    return bool(option.state & touched)


def _mark_colour(model: ModelChoice, colours: Colours) -> str:
    if model.state in (ModelState.LOADED, ModelState.IN_CHAT):
        return colours.success
    if model.state in (ModelState.GONE, ModelState.DAMAGED):
        return colours.danger
    if model.state in (ModelState.LOADING, ModelState.OFFLINE):
        return colours.muted
    return {
        FitWord.FITS: colours.success,
        FitWord.TIGHT: colours.warning,
        FitWord.TOO_LARGE: colours.danger,
        FitWord.UNKNOWN: colours.muted,
    }[model.fit.word]
