"""One cell of the grid: a chat's title line above its live page."""

import itertools

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFocusEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget

from app.domain import TabState
from app.widgets.conversation.state_text import tab_text
from app.widgets.conversation.view import ConversationView
from app.widgets.grid.title import CellTitle
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.theme import colours_of
from app.widgets.transcript.renderer import FRAME_SECONDS

SHORTEST_FRAME = 0.066
FRAME_STEP = 0.004
_STEPS = itertools.cycle(range(12))  # as many as a page has cells
RADIUS = 8
MARGIN = 4  # the page is a rectangle, and must not cover the round corners


class GridCell(QWidget):
    """Shows a chat that is answered on; its message box is there while the cell is in use.

    It borrows the page of the chat's tab, so that drafts, selections and running answers are the
    same in both places.
    """

    opened = Signal()

    def __init__(self, conversation_id: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.conversation_id = conversation_id
        self.view: ConversationView | None = None
        self._is_in_use = False
        self._title = ""
        self._state = TabState()
        self.title_line = CellTitle(self)
        self._column = vertical_layout(self, self.title_line, margins=(MARGIN,) * 4, spacing=0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title_line.open_button.clicked.connect(self.opened)

    def borrow(self, view: ConversationView) -> None:
        """Show this page; does nothing if it is here already."""
        if view.parentWidget() is self:
            return
        self.view = view
        view.set_compact(True)
        view.transcript.renderer.frame_seconds = self._frame_seconds()
        self._column.addWidget(view, 1)
        view.show()
        self._show_composer()

    def release(self) -> None:
        """Prepare the page for its tab, which takes it back or has it already."""
        view, self.view = self.view, None
        # A tab that was moved to another window may stand in a cell there, which comes first.
        is_elsewhere = view is not None and isinstance(view.parentWidget(), GridCell)
        if view is not None and (not is_elsewhere or view.parentWidget() is self):
            view.set_compact(False)
            view.transcript.renderer.frame_seconds = FRAME_SECONDS

    def set_title(self, title: str) -> None:
        """Show what the chat is called."""
        self._title = title
        self.title_line.set_title(title)
        self._name()

    def set_state(self, state: TabState, *, is_pinned: bool) -> bool:
        """Show what the chat is doing; return whether that is something else than before."""
        self._state = state
        is_other = self.title_line.set_state(state, is_pinned=is_pinned)
        if is_other:
            self._name()
        return is_other

    def set_in_use(self, is_in_use: bool) -> None:
        """Show the message box and the frame of the cell that is written in."""
        if is_in_use is not self._is_in_use:
            self._is_in_use = is_in_use
            self.title_line.set_revealed(is_revealed=is_in_use or self.underMouse())
            self._show_composer()
            if self.view is not None:
                self.view.transcript.renderer.frame_seconds = self._frame_seconds()
            self.update()

    def has_focus(self) -> bool:
        """Return whether the cell or something in it has the focus."""
        focused = QApplication.focusWidget()
        return focused is not None and (focused is self or self.isAncestorOf(focused))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.opened.emit()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.title_line.set_revealed(is_revealed=True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.title_line.set_revealed(is_revealed=self._is_in_use)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(colours.page))
        width = 2 if self._is_in_use else 1
        painter.setPen(QPen(QColor(colours.accent if self._is_in_use else colours.border), width))
        edge = width / 2
        area = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
        painter.drawRoundedRect(area, RADIUS, RADIUS)

    def _frame_seconds(self) -> float:
        """Return how long a frame of the running answer is: longer where nobody reads closely.

        Cells of one page differ, so that they never all draw in one turn of the event loop.
        """
        if self._is_in_use:
            return FRAME_SECONDS
        return SHORTEST_FRAME + next(_STEPS) * FRAME_STEP

    def _show_composer(self) -> None:
        view = self.view
        # What was typed and not sent stays in sight: hidden, it would be forgotten.
        if view is not None:
            view.show_footer(self._is_in_use or not view.composer.draft().is_empty)

    def _name(self) -> None:
        state = tab_text(self._state)
        self.setAccessibleName(f"{self._title}, {state}" if state else self._title)
