"""The grid: all tabs of a window at once, each in a cell with its live page."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from shiboken6 import isValid

from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.composer.composer import Composer
from app.widgets.conversation.view import BUSY, begins_a_message
from app.widgets.grid.board import CellBoard
from app.widgets.grid.cell import GridCell
from app.widgets.kit.controls import ElidedLabel, IconButton, MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout, reading_width, vertical_layout
from app.widgets.kit.translation import fill
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.panes import TabPane, TabPanes
from app.widgets.transcript.transcript import Transcript


class GridCells(QObject):
    """Keeps the cells up to date with the tabs; ``activity_changed`` reports starts and ends."""

    opened = Signal(str)
    activity_changed = Signal()

    def __init__(
        self,
        panes: TabPanes,
        own_panes: Callable[[], list[TabPane]],
        requests: WindowRequests,
        board: CellBoard,
    ) -> None:
        super().__init__(board)
        self._panes = panes
        self._own_panes = own_panes
        self._requests = requests
        self._board = board
        self._cells: dict[str, GridCell] = {}
        items = panes.items
        items.title_changed.connect(self._show_title)
        items.state_changed.connect(self._show_state)
        items.pinned_changed.connect(self._show_state)

    def __iter__(self) -> Iterator[GridCell]:
        return iter(tuple(self._cells.values()))

    def get(self, conversation_id: str | None) -> GridCell | None:
        """Return the cell of a chat, or None if it has none."""
        return self._cells.get(conversation_id or "")

    def follow_tabs(self) -> None:
        """Have one cell for each tab, and borrow the pages of the tabs."""
        ids = [id_ for pane in self._own_panes() for id_ in pane.bar.ids()]
        for conversation_id in self._cells.keys() - set(ids):
            cell = self._cells.pop(conversation_id)
            cell.release()  # its tab is closed or in another window
            _discard(cell)
        for conversation_id in ids:
            if conversation_id not in self._cells:
                self._cells[conversation_id] = self._build(conversation_id)
            view = self._panes.view_of(conversation_id)
            if view is not None:
                self._cells[conversation_id].borrow(view)
        cells = tuple(self._cells[conversation_id] for conversation_id in ids)
        self._board.set_cells(cells, self.get(self._panes.active_id()))
        self.activity_changed.emit()

    def clear(self) -> None:
        """Give all pages back to their tabs."""
        cells, self._cells = self._cells, {}
        self._board.set_cells(())
        for conversation_id, cell in cells.items():
            cell.release()
            pane = self._panes.pane_of(conversation_id)
            if pane is not None:
                pane.take_back(conversation_id)
            _discard(cell)

    def _build(self, conversation_id: str) -> GridCell:
        cell = GridCell(conversation_id, self._board)
        items, requests, line = self._panes.items, self._requests, cell.title_line
        cell.set_title(items.title(conversation_id))
        is_pinned = items.is_pinned(conversation_id)
        cell.set_state(items.state(conversation_id), is_pinned=is_pinned)
        cell.opened.connect(lambda: self.opened.emit(conversation_id))
        line.stop_button.clicked.connect(lambda: requests.stop_requested.emit(conversation_id))
        line.close_button.clicked.connect(
            lambda: requests.close_tab_requested.emit(conversation_id)
        )
        return cell

    def _show_title(self, conversation_id: str) -> None:
        cell = self._cells.get(conversation_id)
        if cell is not None:
            cell.set_title(self._panes.items.title(conversation_id))

    def _show_state(self, conversation_id: str) -> None:
        cell = self._cells.get(conversation_id)
        if cell is not None:
            items = self._panes.items
            is_pinned = items.is_pinned(conversation_id)
            if cell.set_state(items.state(conversation_id), is_pinned=is_pinned):
                self.activity_changed.emit()


def _discard(cell: GridCell) -> None:
    # Deleted later, because a button of the cell may be what closes its tab.
    cell.hide()
    cell.deleteLater()


_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_WHILE_WRITING = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier


class DoubleClicks(QObject):
    """Opens the cell in which the user double-clicked a text.

    It filters the events of the window, before Qt passes them to a widget: those are few, while a
    filter on all widgets would get each event of each running answer.
    """

    def __init__(self, grid: QWidget) -> None:
        super().__init__(grid)
        self._grid = grid
        self._watched: QObject | None = None

    def watch(self) -> None:
        """Filter the events of the window of the grid."""
        handle = self._grid.window().windowHandle()
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = handle
        if handle is not None:
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.MouseButtonDblClick or not self._grid.isVisible():
            return False
        assert isinstance(event, QMouseEvent)
        widget: QWidget | None = self._grid.window().childAt(event.position().toPoint())
        is_text = False
        while widget is not None and widget is not self._grid:
            is_text |= isinstance(widget, Transcript)
            if isinstance(widget, GridCell):
                if is_text:
                    widget.opened.emit()
                return is_text
            widget = widget.parentWidget()
        return False


class SendBox(QWidget):
    """A message box as in a tab, and a sentence with the outcome of the last message."""

    def __init__(self, keys: BoundKeys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.composer = Composer(self)
        self.composer.use_keys(keys)
        self.composer.options_button.hide()
        self.composer.tools_button.hide()
        row = horizontal_layout(self, margins=(14, 8, 14, 10), spacing=0)
        row.addStretch(1)
        row.addWidget(self.composer, 1000)
        row.addStretch(1)
        self.composer.setMaximumWidth(reading_width(self))
        self.composer.edit.textChanged.connect(self._on_text_changed)

    def set_count(self, count: int) -> None:
        """Show the number of chats that get a message."""
        text = self.tr("Send to the chat shown…")
        if count == 2:
            text = self.tr("Send to both chats shown…")
        elif count != 1:
            text = fill(self.tr("Send to all {count:,} chats shown…"), count=count)
        self.composer.edit.set_hint(text)
        self.composer.edit.setAccessibleName(text.rstrip(" …"))
        self.composer.set_can_send(count > 0)

    def show_outcome(self, text: str) -> None:
        """Show the outcome of sending until the next message is typed."""
        self.composer.set_token_text(text)

    def _on_text_changed(self) -> None:
        if not self.composer.edit.document().isEmpty():
            self.composer.set_token_text("")


_BAR_MARGINS, _BOARD_MARGINS = (14, 8, 8, 2), (10, 0, 10, 0)
_BUTTON_GAP = 8


class GridBar(QWidget):
    """The bar with the counts of chats and the buttons for pages."""

    page_requested = Signal(int)

    def __init__(self, keys: BoundKeys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._page = self._chat_count = 0
        self._yielding = 0  # pixels of the room at the end that a narrower bar gives up
        self.label = ElidedLabel(self)
        self.page_label = MutedLabel(parent=self)
        self.previous_button = IconButton("chevron-left", self.tr("Previous page"), self)
        self.next_button = IconButton("chevron-right", self.tr("Next page"), self)
        self.new_button = IconButton("plus", "", self)
        self.back_button = PillButton(self.tr("Back to tabs"), self)
        self._row = row = horizontal_layout(self, self.label, margins=_BAR_MARGINS, spacing=4)
        row.setStretchFactor(self.label, 1)
        for widget in (self.previous_button, self.page_label, self.next_button):
            row.addWidget(widget)
        row.addSpacing(_BUTTON_GAP)
        row.addWidget(self.new_button)
        row.addWidget(self.back_button)
        for button in (self.previous_button, self.next_button, self.new_button, self.back_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.previous_button.clicked.connect(lambda: self.page_requested.emit(self._page - 1))
        self.next_button.clicked.connect(lambda: self.page_requested.emit(self._page + 1))
        keys.rebound.connect(self._name_buttons)
        self._name_buttons()

    def set_corner_room(
        self, leading: int, trailing: int, min_trailing: int, *, has_switch: bool
    ) -> None:
        """Leave room for the parts of the window's bar; its switch leads back to the tabs, too.

        In a narrower bar those at the end take only ``min_trailing``.
        """
        self._yielding = trailing - min_trailing
        left, top, right, bottom = _BAR_MARGINS
        self._row.setContentsMargins(left + leading, top, right + trailing, bottom)
        self.back_button.setHidden(has_switch)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() - QSize(self._yielding, 0)

    def set_counts(self, chat_count: int, busy_count: int) -> None:
        """Show the number of chats, and of those that are being answered."""
        self._chat_count = chat_count
        self.label.setText(self._counts_text(busy_count))

    def title_widths(self) -> tuple[int, int]:
        """Return the width of the counts and the buttons, without the room at both ends.

        The second includes the button that leads back, which takes the place of the switch.
        """
        left, _top, right, _bottom = _BAR_MARGINS
        counts = self.label.fontMetrics().horizontalAdvance(self._counts_text(self._chat_count))
        parts: list[QWidget] = [self.new_button]
        if not self.page_label.isHidden():
            parts += [self.previous_button, self.page_label, self.next_button]
        width = sum(part.sizeHint().width() + self._row.spacing() for part in parts)
        whole = left + counts + width + _BUTTON_GAP + right
        return whole, whole + self._row.spacing() + self.back_button.sizeHint().width()

    def _counts_text(self, busy_count: int) -> str:
        text = self.tr("1 chat") if self._chat_count == 1 else self.tr("{count:,} chats")
        text = fill(text, count=self._chat_count)
        if not busy_count:
            return text
        busy = self.tr("{count:,} active")
        return f"{text} · {fill(busy, count=busy_count)}"

    def set_page(self, page: int, page_count: int) -> None:
        """Show the number of the page and the page count, if there are several."""
        self._page = page
        for widget in (self.previous_button, self.page_label, self.next_button):
            widget.setVisible(page_count > 1)
        self.previous_button.setEnabled(page > 0)
        self.next_button.setEnabled(page < page_count - 1)
        text = self.tr("Page {number:,} of {count:,}")
        self.page_label.setText(fill(text, number=page + 1, count=page_count))

    def _name_buttons(self) -> None:
        self.new_button.set_text(self._keys.hint(self.tr("New chat"), "new_tab"))
        self.back_button.setToolTip(self._keys.hint(self.tr("Back to tabs (Esc)"), "grid"))


class TabGrid(QWidget):
    """Shows the tabs of some panes as cells while it is open.

    The cell in use is the active tab, to which all commands apply. Arrow keys move from cell to
    cell; in a message box, with Alt and Shift.
    """

    left = Signal()
    shown_changed = Signal()

    def __init__(
        self,
        panes: TabPanes,
        own_panes: Callable[[], list[TabPane]],
        keys: BoundKeys,
        requests: WindowRequests,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._panes = panes
        self._is_open = False
        self._is_turning = False
        self._covered = QRect()  # by toasts
        self.bar = GridBar(keys, self)
        self.board = CellBoard(self)
        self.cells = GridCells(panes, own_panes, requests, self.board)
        self.send_box = SendBox(keys, self)
        self._double_clicks = DoubleClicks(self)
        self._build_layout()
        self._connect(requests)

    def shown_ids(self) -> tuple[str, ...]:
        """Return the chats whose cells are visible; empty while the grid is closed."""
        cells = self.board.shown_cells() if self._is_open else ()
        return tuple(cell.conversation_id for cell in cells)

    def open(self) -> None:
        """Borrow the pages of all tabs; the caller shows the grid."""
        self._is_open = True
        self._follow_tabs()

    def close_grid(self) -> None:
        """Give all pages back; the caller hides the grid."""
        self._is_open = False
        self.cells.clear()

    def set_covered(self, area: QRect) -> None:
        """Have what is in cells end above this area, in pixels of the grid; no cell moves."""
        self._covered = area
        self._leave_room()

    def focus_cell(self, conversation_id: str | None) -> None:
        """Show the page of a cell and focus it, unless a widget in it has the focus."""
        cell = self.cells.get(conversation_id)
        if cell is not None:
            # Qt gives the focus of a hidden cell to any widget.
            had_focus = cell.has_focus()
            self._is_turning = True
            self.board.show_cell(cell)
            if not had_focus:
                cell.setFocus(Qt.FocusReason.OtherFocusReason)
            self._is_turning = False
            self._use(cell)

    def event(self, event: QEvent) -> bool:
        # Esc is also the key of Stop, and a command of the window would come first.
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_arrow = event.key() in _ARROWS and event.modifiers() & _WHILE_WRITING
            if event.key() == Qt.Key.Key_Escape or is_arrow == _WHILE_WRITING:
                event.accept()
                return True
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._double_clicks.watch()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        cell = self._focused_cell()
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self._step_out(cell)
        elif key in _ARROWS and _leads_on(event, cell):
            self._move(cell, *_ARROWS[key])
        elif cell is not None and _opens(event):
            self._leave_to(cell.conversation_id)
        elif cell is not None and cell.view is not None and begins_a_message(event):
            cell.view.focus_composer()
            QCoreApplication.sendEvent(cell.view.composer.edit, event)
        else:
            super().keyPressEvent(event)

    def _leave_room(self) -> None:
        for cell in self.board.shown_cells():
            place = QRect(cell.mapTo(self, QPoint(0, 0)), cell.size())
            is_covered = place.intersects(self._covered)
            cell.set_end_room(place.bottom() + 1 - self._covered.top() if is_covered else 0)

    def _build_layout(self) -> None:
        column = vertical_layout(self, self.bar, margins=(0, 0, 0, 0), spacing=0)
        inside = vertical_layout(None, self.board, margins=_BOARD_MARGINS, spacing=0)
        column.addLayout(inside, 1)
        column.addWidget(self.send_box)

    def _connect(self, requests: WindowRequests) -> None:
        self.bar.page_requested.connect(self._turn_to)
        self.bar.new_button.clicked.connect(requests.new_tab_requested.emit)
        self.bar.back_button.clicked.connect(self.left)
        self.board.arranged.connect(self._tell_shown)
        self.cells.opened.connect(self._leave_to)
        self.cells.activity_changed.connect(self._show_counts)
        self._panes.activated.connect(self._on_activated)
        self._panes.added.connect(self._on_activated)
        self._panes.rearranged.connect(self._follow_tabs)
        application = QApplication.instance()
        assert isinstance(application, QApplication), "there is no widget without one"
        application.focusChanged.connect(self._on_focus_changed)

    def _follow_tabs(self) -> None:
        if self._is_open:
            self.cells.follow_tabs()
            self.focus_cell(self._panes.active_id())

    def _on_activated(self, _conversation_id: str) -> None:
        self._follow_tabs()

    def _turn_to(self, page: int) -> None:
        first = self.board.first_of(page)
        if first is not None:
            self._go_to(first)

    def _go_to(self, cell: GridCell) -> None:
        self._panes.activate(cell.conversation_id)
        self.focus_cell(cell.conversation_id)

    def _focused_cell(self) -> GridCell | None:
        return next((cell for cell in self.cells if cell.has_focus()), None)

    def _leave_to(self, conversation_id: str) -> None:
        self._panes.activate(conversation_id)
        self.left.emit()

    def _use(self, cell: GridCell | None) -> None:
        for each in self.board.shown_cells():
            each.set_in_use(each is cell)

    def _tell_shown(self) -> None:
        shown = self.shown_ids()
        self.bar.set_page(self.board.page, self.board.page_count)
        self.send_box.set_count(len(shown))
        self._leave_room()
        self.shown_changed.emit()

    def _show_counts(self) -> None:
        states = [self._panes.items.state(cell.conversation_id) for cell in self.cells]
        self.bar.set_counts(len(states), sum(state.activity in BUSY for state in states))

    def _move(self, cell: GridCell | None, right: int, down: int) -> None:
        if cell is None:  # from the message box for all chats back to the cells
            self.focus_cell(self._panes.active_id())
            return
        is_writing = not cell.hasFocus()
        target = self.board.neighbour(cell, right=right, down=down)
        if target is not None:
            self._go_to(target)
            if is_writing and target.view is not None:
                target.view.focus_composer()
        elif down > 0:
            self.send_box.composer.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _step_out(self, cell: GridCell | None) -> None:
        """Move from a message box to its cell, and from a cell to the tabs."""
        if cell is None:
            self.focus_cell(self._panes.active_id())
        elif cell.hasFocus():
            self.left.emit()
        else:
            cell.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        # A focus elsewhere in the program changes nothing: it comes back.
        if not self._is_open or self._is_turning or new is None or not self.isAncestorOf(new):
            return
        cell = self._focused_cell()
        self._use(cell)
        if cell is not None and cell.conversation_id != self._panes.active_id():
            self._panes.activate(cell.conversation_id)


def _leads_on(event: QKeyEvent, cell: GridCell | None) -> bool:
    """Return whether an arrow key moves to another cell; without modifiers only from a cell."""
    if event.modifiers() & _WHILE_WRITING == _WHILE_WRITING:
        return True
    others = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return not others.value and cell is not None and cell.hasFocus()


def _opens(event: QKeyEvent) -> bool:
    is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return is_enter and not isinstance(QApplication.focusWidget(), QAbstractButton)
