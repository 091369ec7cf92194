"""One row of tabs, as in a browser: movable, closable, with a mark for the state of each."""

from html import escape

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QStyleOptionTab,
    QTabBar,
    QWidget,
)

from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.conversation.state_text import tab_text
from app.widgets.kit.controls import IconButton
from app.widgets.kit.distinct_titles import cut_titles
from app.widgets.kit.state_mark import TabMark
from app.widgets.kit.theme import colours_of
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.items import TabItems

_TEAR_DISTANCE = 36  # pixels; a drag along the row stays nearer to it than that
_SIDES = (QTabBar.ButtonPosition.LeftSide, QTabBar.ButtonPosition.RightSide)
_VERTICAL = QTabBar.Shape.RoundedWest


class _Insets(msgspec.Struct, frozen=True):
    """Pixels from a tab's edge to its title without a button, its mark and its cross.

    ``gap`` is between a button and the title.
    """

    title: int
    mark: int
    cross: int
    gap: int

    def taken(self, button: QWidget | None, side: QTabBar.ButtonPosition) -> int:
        """Return the room that a button takes from the title; a hidden one takes none."""
        # The button is asked, since Qt reports the size of a hidden button as well.
        if button is None or button.isHidden():
            return self.title
        return self.edge(side) + button.width() + self.gap

    def edge(self, side: QTabBar.ButtonPosition) -> int:
        """Return the inset of the button on a side."""
        return self.mark if side is QTabBar.ButtonPosition.LeftSide else self.cross


_IN_ROW = _Insets(title=10, mark=8, cross=8, gap=5)
_IN_COLUMN = _Insets(title=14, mark=14, cross=10, gap=7)  # in line with the sidebar's other lists


def _insets(shape: QTabBar.Shape) -> _Insets:
    return _IN_COLUMN if shape is _VERTICAL else _IN_ROW


CROSS_CHARS = 22  # a narrower tab has no cross, so that the title has room


class TabStyle(QProxyStyle):
    """Draws the tab in front as part of the page; tabs in a column are not turned."""

    def __init__(self) -> None:
        super().__init__("Fusion")
        self.has_front = True

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
        if hint is QStyle.StyleHint.SH_Widget_Animation_Duration:
            return 0  # a tab that is still being animated can't be removed from the row
        return super().styleHint(hint, option, widget, returned)

    def subElementRect(
        self, element: QStyle.SubElement, option: QStyleOption, widget: QWidget | None = None
    ) -> QRect:
        if isinstance(option, QStyleOptionTab):
            if element is QStyle.SubElement.SE_TabBarTabLeftButton:
                return _button_rect(option, option.leftButtonSize, _SIDES[0])
            if element is QStyle.SubElement.SE_TabBarTabRightButton:
                return _button_rect(option, option.rightButtonSize, _SIDES[1])
        # The stubs do not allow None, which the method accepts.
        return super().subElementRect(element, option, widget)  # type: ignore[arg-type]

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if not isinstance(option, QStyleOptionTab):
            super().drawControl(element, option, painter, widget)
        elif element is QStyle.ControlElement.CE_TabBarTabShape:
            self._draw_shape(option, painter, widget)
        elif element is QStyle.ControlElement.CE_TabBarTabLabel:
            _draw_title(option, painter, widget)
        else:
            super().drawControl(element, option, painter, widget)

    def _draw_shape(
        self, option: QStyleOptionTab, painter: QPainter, widget: QWidget | None
    ) -> None:
        colours = colours_of(option.palette)
        is_front = self.has_front and bool(option.state & QStyle.StateFlag.State_Selected)
        is_touched = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if not is_front and not is_touched:
            return
        is_vertical = option.shape is _VERTICAL
        sheet, ring = (
            ((4, 1, -4, -1), (5, 2, -5, -2))
            if is_vertical
            else (
                (2, 4, -2, 10),
                (4, 6, -4, -3),
            )
        )
        path = QPainterPath()
        path.addRoundedRect(QRectF(option.rect).adjusted(*sheet), 9, 9)
        painter.save()
        painter.setClipRect(option.rect, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        front = colours.bubble if is_vertical else colours.page  # as in the list below, or the page
        painter.fillPath(path, QColor(front if is_front else colours.hover))
        if is_front and widget is not None and widget.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRoundedRect(QRectF(option.rect).adjusted(*ring), 7, 7)
        painter.restore()


def is_column(tabs: QTabBar) -> bool:
    """Return whether the tabs are in a column."""
    return tabs.shape() is _VERTICAL


def title_room(tabs: QTabBar, index: int, width: int) -> int:
    """Return the width of a tab's title; a hidden button takes no room."""
    return max(0, width - sum(_taken(tabs, index)))


def _taken(tabs: QTabBar, index: int) -> tuple[int, int]:
    """Return the pixels before and after a tab's title."""
    insets = _insets(tabs.shape())
    left, right = (insets.taken(tabs.tabButton(index, side), side) for side in _SIDES)
    return left, right


def _button_rect(option: QStyleOptionTab, size: QSize, side: QTabBar.ButtonPosition) -> QRect:
    area, inset = option.rect, _insets(option.shape).edge(side)
    left = inset if side is _SIDES[0] else area.width() - inset - size.width()
    top = (area.height() - size.height()) // 2
    rect = QRect(area.topLeft() + QPoint(left, top), size)
    return QStyle.visualRect(option.direction, area, rect)


def _draw_title(option: QStyleOptionTab, painter: QPainter, tabs: QWidget | None) -> None:
    area, rect = option.rect, option.rect
    if isinstance(tabs, QTabBar):
        left, right = _taken(tabs, option.tabIndex)
        rect = area.adjusted(left, 0, -right, 0)
    painter.setPen(option.palette.windowText().color())
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    flags |= QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft)
    painter.drawText(QStyle.visualRect(option.direction, area, rect), flags, option.text)


class TabRow(QTabBar):
    """Tabs of one size, which the owner of the row sets; each belongs to a conversation.

    Attributes:
        is_pinned: whether the tabs of this row are pinned; pinned tabs have no crosses.
    """

    pressed = Signal(str)
    stepped_over = Signal(int)
    marks_resized = Signal()
    dragged = Signal(object)  # to this point of the screen, along the row; None at its end

    def __init__(
        self,
        name: str,
        items: TabItems,
        keys: BoundKeys,
        requests: WindowRequests,
        *,
        is_pinned: bool,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._items = items
        self._keys = keys
        self._requests = requests
        self._style = TabStyle()
        self.setStyle(self._style)
        self._tab_marks: dict[str, TabMark] = {}
        self._tab_size = QSize(1, 1)
        self._shown_titles: dict[str, str] | None = None  # None: cut before the next paint
        self.is_pinned = is_pinned
        self._pressed_id: str | None = None
        self._pressed_index = -1
        self.setMovable(True)
        self.setExpanding(False)
        self.setDocumentMode(True)
        self.setDrawBase(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        self._is_layout_due = False
        # Queued, so that the tabs are laid out once if many answers begin together.
        self.marks_resized.connect(self._lay_out, Qt.ConnectionType.QueuedConnection)
        self.currentChanged.connect(lambda _index: self._show_crosses())
        self.tabBarDoubleClicked.connect(self._on_double_clicked)
        items.title_changed.connect(self._show_title)
        items.label_changed.connect(self._show_title)
        items.state_changed.connect(self._show_state)

    def add(self, conversation_id: str, index: int) -> None:
        """Add a tab with its state."""
        self.insertTab(index, "")
        self.setTabData(index, conversation_id)
        mark = self._tab_marks[conversation_id] = TabMark(self)
        self.setTabButton(index, QTabBar.ButtonPosition.LeftSide, mark)
        mark.set_pinned(self.is_pinned)  # after Qt has shown it: a mark without a state is hidden
        if not self.is_pinned:  # without a cross there is more room for the title
            close = TabCloseButton(self._keys, self)
            close.clicked.connect(lambda: self._requests.close_tab_requested.emit(conversation_id))
            self.setTabButton(index, QTabBar.ButtonPosition.RightSide, close)
        mark.set_state(self._items.state(conversation_id))
        self._show_title(conversation_id)

    def set_tab_size(self, size: QSize) -> None:
        """Set the size of all tabs; they have crosses if that leaves room for a title."""
        self._shown_titles = None
        if size != self._tab_size:
            self._tab_size = size
            self._lay_out()
        self._show_crosses()

    def set_in_use(self, is_in_use: bool) -> None:
        """Draw one tab as the one in front, or none, and take the focus only then."""
        self._style.has_front = is_in_use
        # Pinned and other tabs are two rows but one bar: Tab stops in it only once.
        policy = Qt.FocusPolicy.TabFocus if is_in_use else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)
        self.update()

    def move_tab(self, conversation_id: str, step: int) -> None:
        """Move a tab by some places."""
        index = self.index_of(conversation_id)
        if index is not None:
            self.moveTab(index, min(max(0, index + step), self.count() - 1))

    def put_back(self, conversation_id: str) -> None:
        """Move the tab that was dragged last to its place before the drag."""
        index = self.index_of(conversation_id)
        if index is not None and self._pressed_index >= 0:
            self.moveTab(index, self._pressed_index)

    def remove(self, conversation_id: str) -> None:
        """Remove a tab."""
        index = self.index_of(conversation_id)
        if index is not None:
            del self._tab_marks[conversation_id]
            self.removeTab(index)

    def ids(self) -> tuple[str, ...]:
        """Return the conversations from left to right."""
        return tuple(str(self.tabData(index)) for index in range(self.count()))

    def index_of(self, conversation_id: str) -> int | None:
        """Return the index of a conversation's tab, or None if it has no tab."""
        if conversation_id not in self._tab_marks:
            return None
        return next(at for at in range(self.count()) if self.tabData(at) == conversation_id)

    def current_id(self) -> str | None:
        """Return the conversation in front."""
        return None if self.currentIndex() < 0 else str(self.tabData(self.currentIndex()))

    def mark(self, conversation_id: str) -> TabMark | None:
        """Return the mark of a tab."""
        return self._tab_marks.get(conversation_id)

    def shown_title(self, index: int) -> str:
        """Return the visible part of a tab's title, in which similar titles differ."""
        if self._shown_titles is None:
            ids = self.ids()
            labels = tuple(map(self._items.label, ids))
            width = self._tab_size.width()
            rooms = [title_room(self, at, width) for at in range(len(ids))]
            shown = cut_titles(labels, rooms, self.fontMetrics().horizontalAdvance)
            self._shown_titles = dict(zip(ids, shown, strict=True))
        return self._shown_titles.get(str(self.tabData(index)), "")

    def initStyleOption(self, option: QStyleOptionTab, index: int) -> None:
        super().initStyleOption(option, index)
        option.text = self.shown_title(index)

    def tabSizeHint(self, index: int) -> QSize:
        return self._tab_size

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.tabAt(event.position().toPoint())
        is_left = event.button() is Qt.MouseButton.LeftButton
        self._pressed_id = str(self.tabData(index)) if is_left and index >= 0 else None
        self._pressed_index = index
        super().mousePressEvent(event)
        # Emitted after Qt has handled the press and made the tab current in this row; the bar then
        # puts this row, and not the other one, in front.
        if self._pressed_id is not None:
            self.pressed.emit(self._pressed_id)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self._pressed_id is not None:
            is_torn = _is_torn(self, event.position().toPoint())
            self.setCursor(Qt.CursorShape.DragMoveCursor if is_torn else Qt.CursorShape.ArrowCursor)
            point = event.globalPosition().toPoint()
            self._requests.tab_dragged.emit(self._pressed_id, point if is_torn else None)
            self.dragged.emit(None if is_torn else point)

    def drag_on(self, point: QPoint) -> None:
        """Keep the dragged tab at this point of the screen after the row has moved below it."""
        kind, button = QEvent.Type.MouseMove, Qt.MouseButton.LeftButton
        place = QPointF(self.mapFromGlobal(point))
        keys = Qt.KeyboardModifier.NoModifier
        none = Qt.MouseButton.NoButton
        self.mouseMoveEvent(QMouseEvent(kind, place, QPointF(point), none, button, keys))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        position = event.position().toPoint()
        index = self.tabAt(position)
        # Qt must not see the middle button: it would end a drag that the left button has begun.
        if event.button() is Qt.MouseButton.MiddleButton and index >= 0:
            self._requests.close_tab_requested.emit(str(self.tabData(index)))
            return
        super().mouseReleaseEvent(event)
        pressed_id, self._pressed_id = self._pressed_id, None
        if pressed_id is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        self.unsetCursor()
        self.dragged.emit(None)
        self._requests.tab_dragged.emit(pressed_id, None)
        if _is_torn(self, position):
            self._requests.tab_dropped.emit(pressed_id, event.globalPosition().toPoint())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _step_of(self, Qt.Key(event.key()))
        if not step:
            event.ignore()
        elif 0 <= self.currentIndex() + step < self.count():
            self.setCurrentIndex(self.currentIndex() + step)
        else:
            self.stepped_over.emit(step)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.tabAt(event.pos())
        if index >= 0:
            position = self.mapToGlobal(self.tabRect(index).bottomLeft()) if by_key else None
            position = position or event.globalPos()
            self._requests.tab_menu_requested.emit(str(self.tabData(index)), position)

    def _lay_out(self) -> None:
        self._is_layout_due = False
        self._shown_titles = None
        # QTabBar asks for the sizes of tabs and marks only when it is resized itself.
        self.resizeEvent(QResizeEvent(self.size(), self.size()))
        self.update()

    def _show_crosses(self) -> None:
        letter = self.fontMetrics().averageCharWidth()
        is_wide = self._tab_size.width() >= CROSS_CHARS * letter
        for mark in self._tab_marks.values():
            mark.set_room(has_room=is_wide)
        for index in range(self.count()):
            cross = self.tabButton(index, QTabBar.ButtonPosition.RightSide)
            if cross is not None:
                cross.setVisible(is_wide or index == self.currentIndex())
        self._shown_titles = None
        self.update()

    def _show_title(self, conversation_id: str) -> None:
        index = self.index_of(conversation_id)
        if index is not None:
            self._shown_titles = None
            self.update()
            self._describe(index)

    def _show_state(self, conversation_id: str) -> None:
        mark, state = self.mark(conversation_id), self._items.state(conversation_id)
        if mark is None or state == mark.state:
            return
        if replace(state, usage=mark.state.usage) == mark.state:
            mark.state = state  # figures come many times a second, and a tab shows none of them
            return
        before = mark.isHidden(), mark.width()
        old_text = tab_text(mark.state)
        mark.set_state(state)
        if (mark.isHidden(), mark.width()) != before and not self._is_layout_due:
            self._is_layout_due = True
            self.marks_resized.emit()
        # Progress comes as often, and finding and describing a tab is slow with fifty.
        if tab_text(state) != old_text:
            index = self.index_of(conversation_id)
            assert index is not None, "it has a mark"
            self._describe(index)

    def _describe(self, index: int) -> None:
        """Set title and state, in words, as the tooltip and for screen readers."""
        conversation_id = str(self.tabData(index))
        state = tab_text(self._items.state(conversation_id))
        if self.is_pinned:
            state = ", ".join(part for part in (state, self.tr("pinned")) if part)
        title = self._items.label(conversation_id)
        self.setAccessibleTabName(index, ", ".join(part for part in (title, state) if part))
        plain = "\n".join(part for part in (title, state) if part)
        # A title may look like HTML, which Qt would render in a tooltip.
        self.setTabToolTip(index, escape(plain))

    def _on_double_clicked(self, index: int) -> None:
        if index >= 0:
            self._requests.rename_dialog_requested.emit(str(self.tabData(index)))


class TabCloseButton(IconButton):
    """The cross at the end of a tab; its tooltip shows the key that closes the tab."""

    def __init__(self, keys: BoundKeys, row: TabRow) -> None:
        super().__init__("close", "", row, size=12)
        self._keys = keys
        self.setFocusPolicy(
            Qt.FocusPolicy.NoFocus
        )  # would be twenty stops for Tab; there is a key for it
        keys.rebound.connect(self._show_key)
        self._show_key()

    def sizeHint(self) -> QSize:
        return QSize(self.icon_side + 8, self.icon_side + 8)

    def _show_key(self) -> None:
        self.set_text(self._keys.hint(self.tr("Close tab"), "close_tab"))


def _step_of(row: TabRow, key: Qt.Key) -> int:
    """Return the step of a key along a row or a column: 1 is to the next tab."""
    if is_column(row):
        return {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(key, 0)
    step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key, 0)
    # Left and Right are directions on the screen, and a mirrored row begins at the right.
    return -step if row.isRightToLeft() else step


def _is_torn(row: TabRow, position: QPoint) -> bool:
    """Return whether a tab dropped here leaves its row: the drop is far from the row."""
    seen = row.visibleRegion().boundingRect() if is_column(row) else row.rect()
    reach = seen.adjusted(-_TEAR_DISTANCE, -_TEAR_DISTANCE, _TEAR_DISTANCE, _TEAR_DISTANCE)
    window = row.window()
    if not window.rect().contains(row.mapTo(window, position)):
        return True
    if is_column(row):
        return not reach.contains(position)
    return not reach.top() <= position.y() <= reach.bottom()
