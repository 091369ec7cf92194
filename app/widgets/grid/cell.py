"""One cell of the grid: the title line of a chat above its live page."""

import itertools
import time

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from app.domain.tabs import TabActivity, TabState
from app.widgets.conversation.state_text import activity_text, tab_text
from app.widgets.conversation.view import BUSY, ConversationView
from app.widgets.kit.controls import IconButton
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.state_mark import TabMark
from app.widgets.kit.text import format_number, text_lines
from app.widgets.kit.theme import TypeSize, colours_of, sized_font
from app.widgets.kit.translation import fill, translate
from app.widgets.transcript.transcript_renderer import FRAME_SECONDS

MIN_FRAME_SECONDS = 0.066
FRAME_STEP = 0.004
_STEPS = itertools.cycle(range(12))  # one for each cell of a page
RADIUS = 8
MARGIN = 4  # the page is a rectangle, and must not cover the round corners
SPEED_SECONDS = 0.5  # between two changes of the speed on show
GAP = 6
_LINE_MARGINS = (7, 2, 3, 2)
MIN_TITLE = 0.45  # share of the width; the state is cut first


class CellTitle(QWidget):
    """Title, state and buttons; it paints its text, as a label would lay out the cell each time.

    A state that finds no room after the title, such as the reason for a wait, is below it in whole
    words.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ""
        self._state_text = ""
        self._activity = TabActivity.IDLE
        self._told_at = 0.0
        self._lines: tuple[str, ...] = ()  # of the state, below the title
        self._is_revealed = False
        self._is_pinned = False
        self.mark = TabMark(self)
        self.stop_button = IconButton("stop", self.tr("Stop the answer"), self, size=14)
        self.open_button = IconButton("expand", self.tr("Open this chat alone (Enter)"), self)
        self.close_button = IconButton("close", self.tr("Close tab"), self, size=14)
        self._buttons = (self.stop_button, self.open_button, self.close_button)
        self._row = row = horizontal_layout(self, self.mark, margins=_LINE_MARGINS, spacing=0)
        row.addStretch(1)
        for button in self._buttons:
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
        self.stop_button.hide()
        self.set_revealed(is_revealed=False)

    def state_text(self) -> str:
        """Return the state of the chat as text."""
        return self._state_text

    def set_title(self, title: str) -> None:
        """Show a title."""
        self._title = title
        stop = fill(self.tr("Stop the answer of “{title}”"), title=title)
        self.stop_button.setAccessibleName(stop)
        self.open_button.setAccessibleName(fill(self.tr("Open “{title}” alone"), title=title))
        self.close_button.setAccessibleName(fill(self.tr("Close the tab “{title}”"), title=title))
        self._fit()
        self.update()

    def set_state(self, state: TabState, *, is_pinned: bool) -> bool:
        """Show the state of the chat; return whether its activity has changed."""
        is_other = state.activity is not self._activity
        self._activity = state.activity
        self.mark.set_state(state)
        if is_pinned is not self._is_pinned:
            self._is_pinned = is_pinned
            self.mark.set_pinned(is_pinned)
        is_marked = state.activity is not TabActivity.IDLE or state.is_unread
        self.mark.setVisible(is_marked or is_pinned or bool(state.machine))
        self.stop_button.setVisible(state.activity in BUSY)
        now = time.monotonic()
        is_steady = state.activity is not TabActivity.WRITING
        if is_other or is_steady or now - self._told_at >= SPEED_SECONDS:
            self._told_at = now
            self._show_state_text(_state_text(state))
        return is_other

    def set_revealed(self, *, is_revealed: bool) -> None:
        """Show the buttons, as under the mouse, or only reserve their places."""
        self._is_revealed = is_revealed
        for button in self._buttons:
            button.set_revealed(is_revealed=is_revealed)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, self._title_height() + self._lines_height())

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        left = self.mark.geometry().right() + GAP if self.mark.isVisible() else 2 * GAP
        room = QRect(left, 0, max(0, self._room_end() - left), self._title_height())
        state_width = 0 if self._lines else self._state_width(room.width())
        painter.setFont(sized_font(self.font(), TypeSize.SMALL, is_bold=True))
        painter.setPen(QColor(colours.text))
        width = room.width() - (state_width + GAP if state_width else 0)
        title = painter.fontMetrics().elidedText(self._title, Qt.TextElideMode.ElideRight, width)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, title)
        if state_width:
            painter.setFont(sized_font(self.font(), TypeSize.SMALL))
            painter.setPen(QColor(colours.muted))
            side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(room, side, self._state_text)
        if self._lines:
            painter.setFont(sized_font(self.font(), TypeSize.SMALL))
            painter.setPen(QColor(colours.muted))
            below = QRect(2 * GAP, room.bottom() + 1, self.width(), self._lines_height())
            top = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
            painter.drawText(below, top, "\n".join(self._lines))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()
            self.updateGeometry()

    @property
    def state_lines(self) -> tuple[str, ...]:
        """The lines of the state below the title; empty if it is next to it, or if there is none.

        The speed of an answer is never there: it would take a line from what is read.
        """
        return self._lines

    def _fit(self) -> None:
        """Place the state next to the title or below it, whether or not the buttons are shown."""
        lines: tuple[str, ...] = ()
        if self._activity is not TabActivity.WRITING and self._state_text:
            metrics = self._metrics()
            taken = sum(each.sizeHint().width() for each in self._buttons if not each.isHidden())
            if not self.mark.isHidden():
                taken += self.mark.sizeHint().width()
            if not self._state_width(self.width() - taken - 4 * GAP):
                width = self.width() - 3 * GAP
                lines = text_lines(self._state_text, width, metrics.horizontalAdvance)
        if lines != self._lines:
            self._lines = lines
            left, top, right, bottom = _LINE_MARGINS
            self._row.setContentsMargins(left, top, right, bottom + self._lines_height())
            self.updateGeometry()
            self.update()

    def _title_height(self) -> int:
        return max(self.open_button.sizeHint().height(), self._metrics().height()) + 4

    def _lines_height(self) -> int:
        return len(self._lines) * self._metrics().lineSpacing() + (GAP if self._lines else 0)

    def _room_end(self) -> int:
        """Return the right end of the text: at the buttons while these are shown."""
        drawn = [button for button in self._buttons if button.isVisible() and button.hasFocus()]
        if self._is_revealed or drawn:
            return min(button.x() for button in self._buttons if button.isVisible()) - GAP
        return self.width() - 2 * GAP

    def _show_state_text(self, text: str) -> None:
        if text != self._state_text:
            self._state_text = text
            self._fit()
            self.update()

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(sized_font(self.font(), TypeSize.SMALL))

    def _state_width(self, room: int) -> int:
        """Return the width of the state text; 0 if it would leave too little for the title."""
        width = self._metrics().horizontalAdvance(self._state_text)
        return width if width <= room * (1 - MIN_TITLE) else 0


def _state_text(state: TabState) -> str:
    if state.activity is not TabActivity.WRITING:
        return activity_text(state)
    speed = state.usage.tokens_per_second
    if speed is None:
        return activity_text(state)
    number = format_number(speed, 1 if speed < 10 else 0)
    return fill(translate("CellTitle", "{speed} tokens/s"), speed=number)


class GridCell(QWidget):
    """Shows a chat, with its message box while the cell is in use.

    It borrows the page of the tab, so that drafts, selections and running answers are the same in
    both places.
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
        """Show this page; does nothing if the cell has it already."""
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
        # The page of a tab that was moved to another window may be in a cell there.
        is_elsewhere = view is not None and isinstance(view.parentWidget(), GridCell)
        if view is not None and (not is_elsewhere or view.parentWidget() is self):
            view.set_compact(False)
            view.transcript.renderer.frame_seconds = FRAME_SECONDS

    def set_title(self, title: str) -> None:
        """Show the title of the chat."""
        self._title = title
        self.title_line.set_title(title)
        self._name()

    def set_state(self, state: TabState, *, is_pinned: bool) -> bool:
        """Show the state of the chat; return whether its activity has changed."""
        self._state = state
        is_other = self.title_line.set_state(state, is_pinned=is_pinned)
        if is_other:
            self._name()
        return is_other

    def set_end_room(self, height: int) -> None:
        """Leave this room below the page, in pixels."""
        self._column.setContentsMargins(MARGIN, MARGIN, MARGIN, max(MARGIN, height))

    def set_in_use(self, is_in_use: bool) -> None:
        """Show or hide the message box and the frame of the cell in use."""
        if is_in_use is not self._is_in_use:
            self._is_in_use = is_in_use
            self.title_line.set_revealed(is_revealed=is_in_use or self.underMouse())
            self._show_composer()
            if self.view is not None:
                self.view.transcript.renderer.frame_seconds = self._frame_seconds()
            self.update()

    def has_focus(self) -> bool:
        """Return whether the cell or a widget in it has the focus."""
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
        """Return the seconds between two frames of a running answer: more in a cell not in use.

        The cells of a page differ, so that they never all draw in one turn of the event loop.
        """
        if self._is_in_use:
            return FRAME_SECONDS
        return MIN_FRAME_SECONDS + next(_STEPS) * FRAME_STEP

    def _show_composer(self) -> None:
        view = self.view
        # An unsent draft stays visible; the user could forget a hidden one.
        if view is not None:
            view.show_footer(self._is_in_use or not view.composer.draft().is_empty)

    def _name(self) -> None:
        state = tab_text(self._state)
        self.setAccessibleName(f"{self._title}, {state}" if state else self._title)
