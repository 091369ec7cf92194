"""The messages of a conversation, from the top down; draws only while somebody can see it."""

import time

from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

from app.domain import Attachment, Message, MessageStatus, Role
from app.widgets.kit.controls import PillButton
from app.widgets.kit.slim_scroll_bar import use_slim_scroll_bars
from app.widgets.transcript.actions import MessageAction
from app.widgets.transcript.context_boundary import ContextBoundaryLine
from app.widgets.transcript.estimate import TextEstimate
from app.widgets.transcript.height_measurer import HeightMeasurer
from app.widgets.transcript.jump_button import JumpButton
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.row_stack import Anchor, RowStack
from app.widgets.transcript.rows import BOUNDARY_ROW, MessageRows
from app.widgets.transcript.selection import MessageSelection

FRAME_SECONDS = 1 / 30
DRAWING_SHARE = 8  # the next frame waits for at least so many times the cost of the last
STEP_LINES = 3
MOST_LOOKS = 5  # what is scrolled into view may be taller than it was thought to be
PAUSE_MS = 40  # what is in view is painted before more is drawn


class Transcript(QAbstractScrollArea):
    """Keeps all messages, has widgets for those near the view, follows the end while in view."""

    link_activated = Signal(str)
    file_requested = Signal(Attachment)
    edit_submitted = Signal(int, str)
    sibling_requested = Signal(int, int)
    regenerate_requested = Signal(int)
    continue_requested = Signal(int)
    fork_requested = Signal(int)
    pin_toggled = Signal(int, bool)
    variants_requested = Signal(int)
    context_help_requested = Signal(int)
    match_shown = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        use_slim_scroll_bars(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._draw)
        self._near_timer = QTimer(self, singleShot=True)
        self._near_timer.timeout.connect(self._draw_near)
        self._last_cost_seconds = 0.0
        self._changed_ids: set[int] = set()
        self._rows = MessageRows(self)
        self._selection = MessageSelection(self, self._rows)
        self._stack = RowStack(self, self._rows)
        self._measurer = HeightMeasurer(self, self._measure_next, self._stack.arrange)
        self._jump = JumpButton(self)
        self._jump.clicked.connect(self.jump_to_newest)
        self._apply_style()
        self._connect_rows()
        application = QApplication.instance()
        assert isinstance(application, QApplication), "there is no widget without one"
        application.focusChanged.connect(self._on_focus_changed)

    @property
    def jump_button(self) -> PillButton:
        """The button that goes to the end; shown only away from it."""
        return self._jump

    @property
    def context_boundary(self) -> ContextBoundaryLine:
        """The line where memory begins; hidden while everything is remembered."""
        return self._rows.context_boundary

    def set_messages(self, messages: tuple[Message, ...]) -> None:
        """Show these messages, oldest first; those that were there already stay where they are."""
        is_other = not any(message.id in self._rows.messages for message in messages)
        self._changed_ids = self._rows.set_messages(messages)
        is_answered = bool(messages) and messages[-1].status is MessageStatus.STREAMING
        self._stack.is_following |= is_other or is_answered
        self._stack.set_keys(self._rows.keys())
        self._draw_if_visible()

    def append_message(self, message: Message) -> None:
        """Add one message at the end; one's own brings the end into view."""
        self._rows.append(message)
        self._stack.append(message.id)
        if message.role is Role.USER:
            self._stack.is_following = True
        self._draw_if_visible()

    def set_reply_text(self, message_id: int, text: str, reasoning: str = "") -> None:
        """Replace a reply's text and thoughts by longer ones; drawn with the next frame."""
        if not self._rows.grow(message_id, text, reasoning):
            return
        self._changed_ids.add(message_id)
        if self.isVisible() and not self._timer.isActive():
            wait_seconds = max(FRAME_SECONDS, DRAWING_SHARE * self._last_cost_seconds)
            self._timer.start(round(wait_seconds * 1000))

    def finish_reply(self, message: Message) -> None:
        """Show a reply as it was stored at its end."""
        self._rows.change(message)
        self._changed_ids.add(message.id)
        self._draw_if_visible()

    def set_siblings(self, siblings: dict[int, tuple[int, int]]) -> None:
        """Say of messages which of their versions they are, from 1, and how many there are."""
        self._rows.set_siblings(siblings)

    def set_pinned(self, ids: frozenset[int]) -> None:
        """Say which messages are kept in the model's memory."""
        self._rows.set_pinned(ids)

    def set_context_boundary(self, message_id: int | None, words: str) -> None:
        """Draw a line with these words above the first message that the model remembers."""
        self._rows.set_context_boundary(message_id, words)
        self._stack.set_keys(self._rows.keys())
        self._stack.invalidate(BOUNDARY_ROW)
        self._draw_if_visible()

    def messages(self) -> tuple[Message, ...]:
        """Return all messages as they are known now, oldest first."""
        return tuple(self._rows.messages.values())

    def view_of(self, message_id: int) -> MessageView | None:
        """Return the widget of a message, or None while nobody needs one."""
        return self._rows.views.get(message_id)

    def last_text(self, role: Role) -> str | None:
        """Return the newest text of one side, or None where there is none."""
        texts = (message.text for message in reversed(self.messages()) if message.role is role)
        return next((text for text in texts if text), None)

    def is_drawing(self) -> bool:
        """Say whether a frame is waiting to be drawn."""
        return self._timer.isActive()

    def is_measuring(self) -> bool:
        """Say whether some heights are still only estimated, and are being looked at."""
        return self._measurer.is_active()

    def scroll_by_pages(self, pages: int) -> None:
        """Scroll up (negative) or down by whole pages."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + pages * bar.pageStep())

    def jump_to_newest(self) -> None:
        """Show the end and follow it from now on."""
        self._stack.is_following = True
        self._arrange()

    def show_message(self, message_id: int) -> MessageView | None:
        """Bring a message into view; return its widget, or None where there is no such message."""
        if message_id not in self._rows.messages or not self.isVisible():
            return None
        view = self.view_of(message_id)
        page = self.viewport().height()
        if view is None or view.y() < 0 or view.y() + min(view.height(), page) > page:
            self._stack.is_following = False
            self._stack.arrange(Anchor(message_id, 0))
            self._after_scrolling()
        return self.view_of(message_id)

    def ensure_visible(self, widget: QWidget) -> None:
        """Scroll as little as is needed to show something inside a message, its top first."""
        self._ensure_area_visible(widget.rect(), widget)

    def _ensure_area_visible(self, area: QRect, widget: QWidget) -> bool:
        """Scroll as little as is needed to show a part of a widget; say if it was needed."""
        bar = self.verticalScrollBar()
        page, value = self.viewport().height(), bar.value()
        top = widget.mapTo(self.viewport(), area.topLeft()).y()
        bottom = top + min(area.height(), page)
        bar.setValue(value + min(top, 0) + max(0, bottom - page if top >= 0 else 0))
        return bar.value() != value

    def search(self, query: str) -> None:
        """Mark a query in all messages, and show its next place; nothing ends the search."""
        near = self._stack.first_seen()
        self._rows.matches.search(query, self._rows.messages.values(), near)
        self._show_found()

    def step_match(self, step: int) -> None:
        """Show the next place of what is looked for, or the one before."""
        self._rows.matches.step(step)
        self._show_found()

    def focus_message(self, step: int) -> None:
        """Move the focus to the next message (1) or the one before (-1), from the newest up."""
        order = list(self._rows.messages)
        held = self._selection.focused_id()
        place = order.index(held) + step if held is not None else len(order) - 1
        if 0 <= place < len(order):
            view = self.show_message(order[place])
            if view is not None:
                view.setFocus(Qt.FocusReason.TabFocusReason)

    def copy_selected(self) -> None:
        """Copy the chosen messages as Markdown, or else the one with the focus."""
        self._selection.copy()

    def _on_focus_changed(self, _before: QWidget | None, _now: QWidget | None) -> None:
        self._selection.follow_focus()

    def _show_found(self) -> None:
        found = self._rows.matches
        for message_id in tuple(self._rows.views):
            self._rows.mark_matches(message_id)
        if found.current is not None:
            self._show_place(found.current.message_id)
        self.match_shown.emit(found.number, found.count)

    def _show_place(self, message_id: int) -> None:
        view = self.show_message(message_id)
        for _ in range(MOST_LOOKS):
            area = self._rows.mark_matches(message_id)
            self._stack.arrange()
            if view is None or area is None or not self._ensure_area_visible(area, view):
                return

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()
        self._near_timer.stop()
        self._measurer.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self._arrange()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if self._stack.is_arranging:
            return
        self._follow_if_at_end()
        self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self._selection.select_all()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selected()
        elif event.key() == Qt.Key.Key_Escape and self._selection.is_any:
            self._selection.clear()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._selection.press(event.position().toPoint())
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._selection.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._selection.release()

    def event(self, event: QEvent) -> bool:
        is_override = event.type() is QEvent.Type.ShortcutOverride and self._selection.is_any
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()  # gives the choice up, and stops no answer
            return True
        if event.type() is QEvent.Type.LayoutRequest and self.isVisible():
            self._arrange()
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._rows.estimate = TextEstimate(self.font())
            self._stack.invalidate_all()
            if self.isVisible():
                self._arrange()

    def focusNextPrevChild(self, is_next: bool) -> bool:
        while self._near_timer.isActive() and not self._stack.is_arranging:
            self._draw_near()
        has_moved = super().focusNextPrevChild(is_next)
        focused = self.focusWidget()
        if has_moved and focused is not None and self.viewport().isAncestorOf(focused):
            self.ensure_visible(focused)
        return has_moved

    def _apply_style(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        # Always there, so that no line breaks anew when the text grows past the window.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(STEP_LINES * self.fontMetrics().lineSpacing())
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(self.tr("Conversation"))
        self.viewport().setAutoFillBackground(False)

    def _connect_rows(self) -> None:
        self._rows.link_activated.connect(self.link_activated)
        self._rows.file_requested.connect(self.file_requested)
        self._rows.part_requested.connect(self._stack.keep_view)
        self._rows.edit_submitted.connect(self.edit_submitted)
        self._rows.context_help_requested.connect(self.context_help_requested)
        self._rows.action_chosen.connect(self._on_action_chosen)
        self._rows.folding_changed.connect(self._on_folding_changed)
        self._rows.height_changed.connect(self._on_height_changed)

    def _draw_if_visible(self) -> None:
        if self.isVisible():
            self._draw()

    def _draw(self) -> None:
        """Bring the widgets in step with the messages."""
        began = time.monotonic()
        self._timer.stop()
        for message_id in self._changed_ids:
            self._stack.invalidate(message_id)
            self._rows.show(message_id)
        self._changed_ids = set()
        self._rows.tell_places()
        self._arrange()
        self._last_cost_seconds = time.monotonic() - began

    def _arrange(self) -> None:
        self._stack.arrange()
        self._after_scrolling()
        self._measurer.start()
        self._near_timer.start(PAUSE_MS)

    def _draw_near(self) -> None:
        """Draw one thing more that is near, but not in view; when all is there, order the focus."""
        self._near_timer.stop()
        if self._stack.approach():
            self._near_timer.start(0)
        else:
            self._rows.order_focus(self._stack.built_keys)

    def _arrange_soon(self) -> None:
        """Arrange before the next picture is painted, once, however often it is asked."""
        QCoreApplication.postEvent(self, QEvent(QEvent.Type.LayoutRequest))

    def _measure_next(self) -> bool:
        """Learn the height of one message without showing it; say whether there was one."""
        key = self._stack.next_unmeasured()
        if key is None:
            return False
        if key in self._stack.rows:
            self._stack.complete(key)
            return True
        height = self._rows.measured(key)
        if height is not None:
            self._stack.learn_height(key, height)
        return True

    def _follow_if_at_end(self) -> None:
        bar = self.verticalScrollBar()
        self._stack.is_following = bar.value() >= bar.maximum() - 4

    def _on_folding_changed(self, message_id: int) -> None:
        """Keep the line that was pressed where it is, instead of following the end below it."""
        view = self.view_of(message_id)
        if view is not None:
            self._stack.invalidate(message_id)
            self._stack.is_following = False
            self._stack.arrange(Anchor(message_id, view.y()))
            self._follow_if_at_end()
            self._after_scrolling()

    def _on_height_changed(self, message_id: int) -> None:
        self._stack.invalidate(message_id)
        self._arrange_soon()

    def _on_action_chosen(self, message_id: int, action: MessageAction) -> None:
        wishes = {
            MessageAction.REGENERATE: self.regenerate_requested,
            MessageAction.CONTINUE: self.continue_requested,
            MessageAction.VARIANTS: self.variants_requested,
            MessageAction.FORK: self.fork_requested,
        }
        if action in wishes:
            wishes[action].emit(message_id)
        elif action in (MessageAction.PIN, MessageAction.UNPIN):
            self.pin_toggled.emit(message_id, action is MessageAction.PIN)
        else:
            is_later = action is MessageAction.LATER_SIBLING
            self.sibling_requested.emit(message_id, 1 if is_later else -1)

    def _after_scrolling(self) -> None:
        self._jump.show_if_far(is_following=self._stack.is_following)
