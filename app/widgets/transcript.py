"""The messages of a conversation, from the top down; draws only while somebody can see it."""

import time
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from app.domain import Message, MessageStatus, Role
from app.widgets.controls import PillButton
from app.widgets.height_survey import HeightSurvey
from app.widgets.memory_line import MemoryLine
from app.widgets.message_actions import MessageAction
from app.widgets.message_estimate import MessageEstimate
from app.widgets.message_view import GUTTER, MessageView
from app.widgets.row_stack import Anchor, Row, RowStack
from app.widgets.slim_scroll_bar import use_slim_scroll_bars
from app.widgets.theme import TypeSize, sized_font
from app.widgets.thinking_times import ThinkingTimes

FRAME_SECONDS = 1 / 30
DRAWING_SHARE = 8  # the next frame waits for at least so many times the cost of the last
READING_COLUMN_LETTERS = 88
SIDE_MARGIN = 20
STEP_LINES = 3
MEMORY_ROW = -1  # messages count from 1


def reading_width(widget: QWidget) -> int:
    """Return the width of a column that is comfortable to read in the widget's font."""
    metrics = QFontMetricsF(sized_font(widget.font(), TypeSize.READING))
    return round(metrics.averageCharWidth() * READING_COLUMN_LETTERS)


class Transcript(QAbstractScrollArea):
    """Keeps all messages, has widgets for those near the view, follows the end while in view."""

    link_activated = Signal(str)
    retry_requested = Signal()
    edit_submitted = Signal(int, str)
    sibling_requested = Signal(int, int)
    regenerate_requested = Signal(int)
    continue_requested = Signal(int)
    fork_requested = Signal(int)
    pin_toggled = Signal(int, bool)
    variants_requested = Signal(int)
    memory_help_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._messages: dict[int, Message] = {}
        self._numbers: dict[int, int] = {}
        self._changed_ids: set[int] = set()
        self._unfolded_ids: set[int] = set()
        self._siblings: dict[int, tuple[int, int]] = {}
        self._pinned: frozenset[int] = frozenset()
        self._memory_start: int | None = None
        self._memory_line = MemoryLine("", self.viewport())
        self._memory_line.hide()
        self._memory_line.help_requested.connect(self._on_memory_help_requested)
        self._times = ThinkingTimes()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._draw)
        self._last_cost_seconds = 0.0
        use_slim_scroll_bars(self)
        self._stack = RowStack(self, self)
        self._estimate = MessageEstimate(self.font())
        self._survey = HeightSurvey(self, self._measure_next, self._stack.arrange)
        self._build_jump_button()
        self._dress()

    @property
    def jump_button(self) -> PillButton:
        """The button that goes to the end; shown only away from it."""
        return self._jump

    @property
    def memory_line(self) -> MemoryLine:
        """The line where memory begins; hidden while everything is remembered."""
        return self._memory_line

    def set_messages(self, messages: tuple[Message, ...]) -> None:
        """Show these messages instead of whatever was shown; oldest first."""
        before, self._messages = self._messages, {message.id: message for message in messages}
        shared = self._messages.keys() & before.keys()
        self._changed_ids = {key for key in shared if self._messages[key] != before[key]}
        self._times.forget_all_but(self._messages)
        newest = messages[-1] if messages else None
        is_answered = newest is not None and newest.status is MessageStatus.STREAMING
        self._stack.is_following |= not shared or is_answered
        self._take_keys()
        self._draw_if_visible()

    def append_message(self, message: Message) -> None:
        """Add one message at the end; one's own brings the end into view."""
        self._messages[message.id] = message
        self._numbers[message.id] = len(self._messages)
        self._stack.append(message.id)
        if message.role is Role.USER:
            self._stack.is_following = True
        self._draw_if_visible()

    def set_reply_text(self, message_id: int, text: str, reasoning: str = "") -> None:
        """Replace a reply's text and thoughts by longer ones; drawn with the next frame."""
        message = self._messages.get(message_id)
        if message is None:
            return
        grown = replace(message, text=text, reasoning=reasoning)
        self._messages[message_id] = grown
        self._times.follow(message, grown)
        self._changed_ids.add(message_id)
        if self.isVisible() and not self._timer.isActive():
            wait_seconds = max(FRAME_SECONDS, DRAWING_SHARE * self._last_cost_seconds)
            self._timer.start(round(wait_seconds * 1000))

    def finish_reply(self, message: Message) -> None:
        """Show a reply as it was stored at its end."""
        self._times.follow(self._messages.get(message.id, message), message)
        self._messages[message.id] = message
        self._changed_ids.add(message.id)
        self._draw_if_visible()

    def set_siblings(self, siblings: dict[int, tuple[int, int]]) -> None:
        """Say of messages which of their versions they are, from 1, and how many there are."""
        self._siblings = dict(siblings)
        for message_id, view in self._views().items():
            view.set_siblings(*self._siblings.get(message_id, (1, 1)))

    def set_pinned(self, ids: frozenset[int]) -> None:
        """Say which messages are kept in the model's memory."""
        self._pinned = ids
        for message_id, view in self._views().items():
            view.set_pinned(is_pinned=message_id in ids)

    def set_memory_start(self, message_id: int | None, words: str) -> None:
        """Draw a line with these words above the first message that the model remembers."""
        self._memory_start = message_id
        self._memory_line.set_words(words)
        anchor = self._stack.anchor()
        self._take_keys()
        self._stack.touch(MEMORY_ROW)
        if self.isVisible():
            self._stack.arrange(anchor)

    def messages(self) -> tuple[Message, ...]:
        """Return all messages as they are known now, oldest first."""
        return tuple(self._messages.values())

    def view_of(self, message_id: int) -> MessageView | None:
        """Return the widget of a message, or None while nobody needs one."""
        return self._views().get(message_id)

    def last_text(self, role: Role) -> str | None:
        """Return the newest text of one side, or None where there is none."""
        texts = (message.text for message in reversed(self.messages()) if message.role is role)
        return next((text for text in texts if text), None)

    def is_drawing(self) -> bool:
        """Say whether a frame is waiting to be drawn."""
        return self._timer.isActive()

    def is_surveying(self) -> bool:
        """Say whether some heights are still only estimated, and are being looked at."""
        return self._survey.is_active()

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
        if message_id not in self._messages or not self.isVisible():
            return None
        view = self.view_of(message_id)
        page = self.viewport().height()
        if view is None or view.y() < 0 or view.y() + min(view.height(), page) > page:
            self._stack.is_following = False
            self._stack.arrange(Anchor(message_id, 0))
            self._after_scrolling()
        return self.view_of(message_id)

    def ensure_visible(self, widget: QWidget) -> None:
        """Scroll as little as is needed to show the top of something inside a message."""
        bar = self.verticalScrollBar()
        top = widget.mapTo(self.viewport(), widget.rect().topLeft()).y()
        if top < 0:
            bar.setValue(bar.value() + top)
        elif top + min(widget.height(), self.viewport().height()) > self.viewport().height():
            bottom = top + min(widget.height(), self.viewport().height())
            bar.setValue(bar.value() + bottom - self.viewport().height())

    def build_row(self, key: int) -> Row:
        """Return the widget of a message or of the line."""
        return self._memory_line if key == MEMORY_ROW else self._build_view(key)

    def drop_row(self, key: int, row: Row) -> None:
        """Delete the widget of a message; there is only one line."""
        row.widget.hide()
        if key != MEMORY_ROW:
            row.widget.deleteLater()

    def estimated_height(self, key: int, width: int) -> int:
        """Return about how tall a message will be."""
        message = self._messages.get(key)
        if message is None:
            return self._memory_line.sizeHint().height()
        return self._estimate.height(message, width - 2 * GUTTER)

    def layout_key(self) -> tuple[int, str]:
        """Return the width of the column and its font."""
        free = self.viewport().width() - 2 * SIDE_MARGIN
        return max(60, min(reading_width(self), free)) + 2 * GUTTER, self.font().key()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()
        self._survey.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self._arrange()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if self._stack.is_arranging:
            return
        bar = self.verticalScrollBar()
        self._stack.is_following = bar.value() >= bar.maximum() - 4
        self._arrange()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest and self.isVisible():
            self._arrange()
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._estimate = MessageEstimate(self.font())
            self._look_again()

    def focusNextPrevChild(self, is_next: bool) -> bool:
        has_moved = super().focusNextPrevChild(is_next)
        focused = self.focusWidget()
        if has_moved and focused is not None and self.viewport().isAncestorOf(focused):
            self.ensure_visible(focused)
        return has_moved

    def _dress(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        # Always there, so that no line breaks anew when the text grows past the window.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(STEP_LINES * self.fontMetrics().lineSpacing())
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Conversation"))
        self.viewport().setAutoFillBackground(False)

    def _build_jump_button(self) -> None:
        self._jump = PillButton(self.tr("Jump to newest"), self)
        self._jump.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._jump.clicked.connect(self.jump_to_newest)
        self._jump.hide()

    def _views(self) -> dict[int, MessageView]:
        rows = self._stack.rows.items()
        return {key: row for key, row in rows if isinstance(row, MessageView)}

    def _take_keys(self) -> None:
        keys = list(self._messages)
        self._numbers = {key: number for number, key in enumerate(keys, start=1)}
        if self._memory_start in self._messages:
            keys.insert(keys.index(self._memory_start), MEMORY_ROW)
        self._stack.set_keys(keys)

    def _draw_if_visible(self) -> None:
        if self.isVisible():
            self._draw()

    def _draw(self) -> None:
        """Bring the widgets in step with the messages."""
        began = time.monotonic()
        self._timer.stop()
        for message_id in self._changed_ids:
            view = self.view_of(message_id)
            self._stack.touch(message_id)
            if view is not None:
                seconds = self._times.seconds(message_id)
                view.show_message(self._messages[message_id], seconds)
        self._changed_ids = set()
        self._name_places()
        self._arrange()
        self._last_cost_seconds = time.monotonic() - began

    def _name_places(self) -> None:
        newest = next(reversed(self._messages), None)
        for message_id, view in self._views().items():
            view.set_newest(is_newest=message_id == newest)
            view.set_place(self._numbers[message_id], len(self._messages))

    def _arrange(self) -> None:
        self._stack.arrange()
        self._after_scrolling()
        self._survey.start()

    def _look_again(self) -> None:
        """Fit everything again before the next picture is painted, however often it is asked."""
        self._stack.touch_all()
        QCoreApplication.postEvent(self, QEvent(QEvent.Type.LayoutRequest))

    def _build_view(self, message_id: int) -> MessageView:
        view = MessageView(
            self._messages[message_id],
            self.viewport(),
            thought_seconds=self._times.seconds(message_id),
        )
        view.set_siblings(*self._siblings.get(message_id, (1, 1)))
        view.set_pinned(is_pinned=message_id in self._pinned)
        view.set_newest(is_newest=message_id == next(reversed(self._messages)))
        view.set_place(self._numbers[message_id], len(self._messages))
        if message_id in self._unfolded_ids and view.reasoning is not None:
            view.reasoning.unfold()
        view.link_activated.connect(self.link_activated)
        view.retry_requested.connect(self.retry_requested)
        view.folding_changed.connect(partial(self._on_folding_changed, message_id))
        view.height_changed.connect(partial(self._on_height_changed, message_id))
        view.edit_submitted.connect(partial(self.edit_submitted.emit, message_id))
        view.action_chosen.connect(partial(self._on_action_chosen, message_id))
        return view

    def _measure_next(self) -> bool:
        """Learn the height of one message without showing it; say whether there was one."""
        key = self._stack.next_unknown()
        if key is None:
            return False
        row = self.build_row(key)
        self._stack.learn_height(key, row.fit(self.layout_key()[0]))
        self.drop_row(key, row)
        return True

    def _on_folding_changed(self, message_id: int) -> None:
        """Keep the line that was pressed where it is, instead of following the end below it."""
        view = self.view_of(message_id)
        if view is None:
            return
        is_unfolded = view.reasoning is not None and view.reasoning.header.isChecked()
        (self._unfolded_ids.add if is_unfolded else self._unfolded_ids.discard)(message_id)
        self._stack.touch(message_id)
        self._stack.is_following = False
        self._stack.arrange(Anchor(message_id, view.y()))
        bar = self.verticalScrollBar()
        self._stack.is_following = bar.value() >= bar.maximum() - 4
        self._after_scrolling()

    def _on_height_changed(self, message_id: int) -> None:
        self._stack.touch(message_id)
        QCoreApplication.postEvent(self, QEvent(QEvent.Type.LayoutRequest))

    def _on_action_chosen(self, message_id: int, action: MessageAction) -> None:
        match action:
            case MessageAction.EARLIER_SIBLING:
                self.sibling_requested.emit(message_id, -1)
            case MessageAction.LATER_SIBLING:
                self.sibling_requested.emit(message_id, 1)
            case MessageAction.REGENERATE:
                self.regenerate_requested.emit(message_id)
            case MessageAction.CONTINUE:
                self.continue_requested.emit(message_id)
            case MessageAction.VARIANTS:
                self.variants_requested.emit(message_id)
            case MessageAction.FORK:
                self.fork_requested.emit(message_id)
            case MessageAction.PIN | MessageAction.UNPIN:
                self.pin_toggled.emit(message_id, action is MessageAction.PIN)

    def _on_memory_help_requested(self) -> None:
        if self._memory_start is not None:
            self.memory_help_requested.emit(self._memory_start)

    def _after_scrolling(self) -> None:
        """Offer the way to the end where it is far."""
        bar = self.verticalScrollBar()
        is_far = not self._stack.is_following and bar.maximum() - bar.value() > bar.pageStep() // 4
        self._jump.setVisible(is_far)
        if is_far:
            self._jump.adjustSize()
            left = (self.viewport().width() - self._jump.width()) // 2
            self._jump.move(left, self.viewport().height() - self._jump.height() - 10)
            self._jump.raise_()
