"""How a row of the list of tabs is drawn and clicked: its mark, its title, its cross."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.widgets.kit.highlighted_text import draw_highlighted
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.list_rows import AnyIndex, paint_row_background
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font
from app.widgets.tabs.list_model import TAB_ROLE, ListedTab
from app.widgets.tabs.mark import has_mark, mark_size, paint_machine, paint_mark

_CROSS, _ICON = 12, 14
_PADDING, _GAP = 8, 8
_CROSS_ROOM = 28


class TabListView(QListView):
    """A click chooses a tab, or closes it on its cross or with the middle button."""

    tab_selected = Signal(int)
    close_requested = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setItemDelegate(TabListDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard stays in the search field
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Tabs"))
        self.viewport().setAutoFillBackground(False)
        self.viewport().setBackgroundRole(QPalette.ColorRole.NoRole)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return
        is_on_cross = cross_rect(self.visualRect(index)).contains(event.position().toPoint())
        is_left = event.button() is Qt.MouseButton.LeftButton
        if event.button() is Qt.MouseButton.MiddleButton or (is_left and is_on_cross):
            self.close_requested.emit(index.row())
        elif is_left:
            self.tab_selected.emit(index.row())


class TabListDelegate(QStyledItemDelegate):
    """A mark as in the tab, the title in full, what the tab is doing, and a cross."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        tab = index.data(TAB_ROLE)
        if not isinstance(tab, ListedTab):
            return
        colours = colours_of(option.palette)
        area = QRect(option.rect).adjusted(2, 1, -2, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(option.font)
        paint_row_background(painter, option, area, colours)
        inner = area.adjusted(_PADDING, 0, -_CROSS_ROOM - _GAP, 0)
        self._paint_mark(painter, inner, tab, colours)
        left = inner.left() + mark_size(option.font).width() + _GAP
        self._paint_text(painter, QRect(inner.adjusted(left - inner.left(), 0, 0, 0)), tab, colours)
        cross = cross_rect(option.rect)
        corner = cross.center() - QPoint(_CROSS // 2 - 1, _CROSS // 2 - 1)
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(corner, icon_pixmap("close", colours.muted, _CROSS, ratio))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(120, option.fontMetrics.height() + 16)

    def _paint_mark(self, painter: QPainter, area: QRect, tab: ListedTab, colours: Colours) -> None:
        size = mark_size(painter.font())
        place = QRect(area.left(), area.top(), size.width(), area.height())
        if has_mark(tab.state):
            paint_mark(painter, place, tab.state, colours)
            return
        if tab.state.machine and not tab.is_front:
            paint_machine(painter, place, colours)
            return
        name = "pin" if tab.is_pinned else "check" if tab.is_front else ""
        if name:
            corner = place.center() - QPoint(_ICON // 2 - 1, _ICON // 2 - 1)
            ratio = painter.device().devicePixelRatioF()
            painter.drawPixmap(corner, icon_pixmap(name, colours.muted, _ICON, ratio))

    def _paint_text(self, painter: QPainter, area: QRect, tab: ListedTab, colours: Colours) -> None:
        body = painter.font()
        painter.setFont(sized_font(body, TypeSize.SMALL))
        state = tab.state_text()
        width = painter.fontMetrics().horizontalAdvance(state)
        painter.setPen(QColor(colours.muted))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(area, flags, state)
        painter.setFont(sized_font(body, TypeSize.BODY, is_bold=tab.is_front))
        draw_highlighted(
            painter,
            area.adjusted(0, 0, -(width + 2 * _GAP) if width else 0, 0),
            tab.title,
            tab.found,
            colour=colours.text,
            highlight=colours.accent,
            is_whole=True,
        )
        painter.setFont(body)


def cross_rect(row: QRect) -> QRect:
    """Return where a row is closed by a click."""
    return QRect(row.right() - _CROSS_ROOM - 4, row.top(), _CROSS_ROOM + 4, row.height())
