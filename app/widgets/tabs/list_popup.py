"""The list of all tabs of a pane, with a search field; tabs are chosen and closed in it."""

from collections.abc import Callable

import msgspec
from PySide6.QtCore import QAbstractListModel, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.domain.conversations import TextRange
from app.domain.tabs import TabState
from app.widgets.commands.fuzzy import match
from app.widgets.conversation.state_text import tab_text
from app.widgets.kit.accessibility import announce
from app.widgets.kit.controls import MutedLabel, QuietButton
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.highlighted_text import draw_highlighted
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.list_rows import AnyIndex, paint_row_background
from app.widgets.kit.popup_card import PopupCard
from app.widgets.kit.state_mark import has_mark, mark_size, paint_machine, paint_mark
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font
from app.widgets.kit.translation import fill, translate
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.bar import TabBar
from app.widgets.tabs.items import TabItems

_WIDEST, _HIGHEST = 420, 480
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 8,
    Qt.Key.Key_PageUp: -8,
}
_CROSS, _ICON = 12, 14
_PADDING, _GAP = 8, 8
_CROSS_ROOM = 28
TAB_ROLE = Qt.ItemDataRole.UserRole


class ListedTab(msgspec.Struct, frozen=True):
    """One tab of the list; ``found`` are the characters that match the filter."""

    conversation_id: str
    title: str
    state: TabState
    is_pinned: bool = False
    is_front: bool = False
    found: tuple[TextRange, ...] = ()

    def state_text(self) -> str:
        """Return the state of the tab, in words."""
        return tab_text(self.state) or (translate("TabList", "pinned") if self.is_pinned else "")


class TabListModel(QAbstractListModel):
    """The tabs that match a filter, in the order of the bar."""

    def __init__(self, items: TabItems, parent: QObject) -> None:
        super().__init__(parent)
        self._items = items
        self._ids: tuple[str, ...] = ()
        self._front_id: str | None = None
        self._text = ""
        self._tabs: list[ListedTab] = []
        items.state_changed.connect(self._on_changed)
        items.title_changed.connect(self._on_changed)

    def set_tabs(self, ids: tuple[str, ...], front_id: str | None) -> None:
        """List these tabs."""
        self._ids, self._front_id = ids, front_id
        self._list()

    def set_text(self, text: str) -> None:
        """List only the tabs whose titles contain these characters."""
        self._text = text
        self._list()

    def tab(self, row: int) -> ListedTab | None:
        """Return the tab of a row, or None if the row does not exist."""
        return self._tabs[row] if 0 <= row < len(self._tabs) else None

    def row_of(self, conversation_id: str | None) -> int | None:
        """Return the row of a tab, or None if it is not listed."""
        rows = (row for row, tab in enumerate(self._tabs) if tab.conversation_id == conversation_id)
        return next(rows, None)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._tabs)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        tab = self.tab(index.row())
        if tab is None:
            return None
        if role == TAB_ROLE:
            return tab
        if role == Qt.ItemDataRole.DisplayRole:
            return tab.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (tab.title, tab.state_text()) if part)
        return None

    def _list(self) -> None:
        self.beginResetModel()
        listed = (self._listed(each) for each in self._ids)
        self._tabs = [each for each in listed if each is not None]
        self.endResetModel()

    def _listed(self, conversation_id: str) -> ListedTab | None:
        title = self._items.label(conversation_id)
        found = match(self._text, title) if self._text.strip() else None
        if found is None and self._text.strip():
            return None
        state = self._items.state(conversation_id)
        return ListedTab(
            conversation_id,
            title,
            # Only drawn values count: figures change many times a second without a visible change.
            TabState(
                activity=state.activity,
                queue_position=state.queue_position,
                progress=round(state.progress, 2),
                is_unread=state.is_unread,
                is_interrupted=state.is_interrupted,
                machine=state.machine,
            ),
            is_pinned=self._items.is_pinned(conversation_id),
            is_front=conversation_id == self._front_id,
            found=() if found is None else found.ranges,
        )

    def _on_changed(self, conversation_id: str) -> None:
        row = self.row_of(conversation_id)
        tab = None if row is None else self._listed(conversation_id)
        # A title that no longer matches stays until the filter changes: rows do not jump away.
        if row is not None and tab is not None and tab != self._tabs[row]:
            self._tabs[row] = tab
            self.dataChanged.emit(self.index(row), self.index(row))


class TabListView(QListView):
    """A click chooses a tab; a click on its cross or with the middle button closes it."""

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
    """Draws the mark of the tab, the full title, the state, and a cross."""

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
    """Return the area in which a click closes a row."""
    return QRect(row.right() - _CROSS_ROOM - 4, row.top(), _CROSS_ROOM + 4, row.height())


class TabSearchBox(FilterBox):
    """Leaves Delete to the list if there is no character after the cursor."""

    delete_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_at_end = self.cursorPosition() == len(self.text()) and not self.hasSelectedText()
        if event.key() == Qt.Key.Key_Delete and is_at_end:
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)


class TabListPopup(PopupCard):
    """Covers a part of the pane; closes on Esc, on a choice and when it loses the focus.

    Enter chooses a tab; Delete closes it if the cursor is at the end of the search text.
    """

    def __init__(
        self,
        bar: TabBar,
        items: TabItems,
        requests: WindowRequests,
        finished_ids: Callable[[], tuple[str, ...]],
        pane: QWidget,
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._bar = bar
        self._requests = requests
        self._finished_ids = finished_ids
        self._is_closing_tabs = False
        self.model = TabListModel(items, self)
        self.box = TabSearchBox(self.tr("Search tabs"), self, escape_clears=False)
        self.view = TabListView(self)
        self.finished_button = QuietButton("check", self.tr("Close finished tabs"), self)
        self._nothing = MutedLabel(self.tr("No results."), self)
        self._build()
        self._connect()
        self.model.set_tabs(bar.ids(), bar.current_id())
        self._choose_row(self.model.row_of(bar.current_id()) or 0)
        self._show_counts()

    def open(self) -> None:
        """Show the list, and take the keyboard."""
        self.open_with(self.box)

    def reposition(self) -> None:
        """Place the list below the button at the end of the bar, or next to a column of tabs."""
        pane, button = self._pane, self._bar.list_button
        width, height = min(_WIDEST, pane.width() - 16), min(_HIGHEST, pane.height() - 60)
        # A column of tabs is in the sidebar, outside the pane.
        end = button.mapToGlobal(QPoint(button.width(), button.height() + 4))
        below = pane.mapFromGlobal(end)
        left = below.x() - width if below.x() >= width else below.x() - button.width()
        left = max(8, min(left, pane.width() - width - 8))
        rows = self.view.sizeHintForRow(0) * max(3, self.model.rowCount())
        others = self.box.minimumHeight() + self.finished_button.sizeHint().height()
        height = min(height, rows + others + 4 * 8)
        top = max(8, min(below.y(), pane.height() - height - 8))
        self.setGeometry(left, top, width, height)

    def list_tabs(self) -> None:
        """List the current tabs of the bar; keep the selection if its tab still exists."""
        row = self.view.currentIndex().row()
        tab = self.model.tab(row)
        self.model.set_tabs(self._bar.ids(), self._bar.current_id())
        kept = None if tab is None else self.model.row_of(tab.conversation_id)
        self._choose_row(max(0, min(row, self.model.rowCount() - 1)) if kept is None else kept)
        self._show_counts()

    def _build(self) -> None:
        self.setAccessibleName(self.tr("All tabs"))
        self.view.setModel(self.model)
        self.box.setMinimumHeight(self.fontMetrics().height() + 14)
        self._nothing.setContentsMargins(10, 6, 10, 6)
        column = vertical_layout(self, self.box, self._nothing, margins=(8, 8, 8, 8), spacing=6)
        column.addWidget(self.view, 1)
        column.addWidget(self.finished_button)

    def _connect(self) -> None:
        self.box.textChanged.connect(self._on_text_changed)
        self.box.step_pressed.connect(self._on_step_pressed)
        self.box.returnPressed.connect(lambda: self._choose(self.view.currentIndex().row()))
        self.box.delete_pressed.connect(lambda: self._close_row(self.view.currentIndex().row()))
        self.view.tab_selected.connect(self._choose)
        self.view.close_requested.connect(self._close_row)
        self.finished_button.clicked.connect(lambda: self._close(self._finished_ids()))
        self.model.dataChanged.connect(lambda: self._show_counts())

    def _on_text_changed(self, text: str) -> None:
        self.model.set_text(text)
        self._choose_row(0)
        self._show_counts()

    def _on_step_pressed(self, event: QKeyEvent) -> None:
        step, count = _STEPS[Qt.Key(event.key())], self.model.rowCount()
        if count:
            row = self.view.currentIndex().row() + step
            self._choose_row(row % count if abs(step) == 1 else min(max(0, row), count - 1))

    def _choose_row(self, row: int) -> None:
        self.view.setCurrentIndex(self.model.index(row))
        tab = self.model.tab(row)
        if tab is not None and self.isVisible():
            announce(self.box, self.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole))

    def _choose(self, row: int) -> None:
        tab = self.model.tab(row)
        if tab is not None:
            self.leave()
            self._requests.conversation_activated.emit(tab.conversation_id)

    def _close_row(self, row: int) -> None:
        tab: ListedTab | None = self.model.tab(row)
        if tab is not None:
            self._close((tab.conversation_id,))

    def _close(self, ids: tuple[str, ...]) -> None:
        """Close tabs and stay open: the neighbour that comes to the front takes the focus."""
        row = self.view.currentIndex().row()
        self._is_closing_tabs = True
        for conversation_id in ids:
            self._requests.close_tab_requested.emit(conversation_id)
        # Before the button is disabled that has the focus: it would hand it out of the list.
        self.box.setFocus(Qt.FocusReason.PopupFocusReason)
        self._is_closing_tabs = False
        if not self._bar.ids():
            self.leave()
            return
        self._choose_row(max(0, min(row, self.model.rowCount() - 1)))
        self.raise_()

    def _show_counts(self) -> None:
        self._nothing.setVisible(self.model.rowCount() == 0)
        count = len(self._finished_ids())
        self.finished_button.setEnabled(count > 0)
        text = (
            self.tr("Close finished tabs ({count:,})") if count else self.tr("Close finished tabs")
        )
        self.finished_button.setText(fill(text, count=count))

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if not self._is_closing_tabs:
            super()._on_focus_changed(old, new)
