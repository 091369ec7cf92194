"""The messages of a conversation, from the top down; draws only while somebody can see it."""

import time
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.domain import Message, Role
from app.widgets.controls import PillButton
from app.widgets.memory_line import MemoryLine
from app.widgets.message_actions import MessageAction
from app.widgets.message_view import MessageView
from app.widgets.slim_scroll_bar import use_slim_scroll_bars
from app.widgets.theme import TypeSize, sized_font
from app.widgets.thinking_times import ThinkingTimes

FRAME_SECONDS = 1 / 30
DRAWING_SHARE = 8  # the next frame waits for at least so many times the cost of the last
FIRST_SHOWN = 24
READING_COLUMN_LETTERS = 88
DEEPEST_LAYOUTS = 16  # twice as many as lie one in another, as a new width changes a height


def reading_width(widget: QWidget) -> int:
    """Return the width of a column that is comfortable to read in the widget's font."""
    metrics = QFontMetricsF(sized_font(widget.font(), TypeSize.READING))
    return round(metrics.averageCharWidth() * READING_COLUMN_LETTERS)


class Transcript(QScrollArea):
    """Keeps all messages, draws the newest, and follows the end while it is in view."""

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
        self._views: dict[int, MessageView] = {}
        self._changed_ids: set[int] = set()
        self._siblings: dict[int, tuple[int, int]] = {}
        self._pinned: frozenset[int] = frozenset()
        self._memory_start: int | None = None
        self._memory_line = MemoryLine("", self)
        self._memory_line.hide()
        self._memory_line.help_requested.connect(self._on_memory_help_requested)
        self._times = ThinkingTimes()
        self._first_index = 0
        self._is_following = True
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._draw)
        self._last_cost_seconds = 0.0
        use_slim_scroll_bars(self)
        self._build_column()
        self._build_jump_button()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        # Always there, so that no line breaks anew when the text grows past the window.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Conversation"))
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._on_range_changed)

    @property
    def jump_button(self) -> PillButton:
        """The button that goes to the end; shown only away from it."""
        return self._jump

    @property
    def earlier_button(self) -> PillButton:
        """The button that draws older messages, where there are any."""
        return self._earlier

    def set_messages(self, messages: tuple[Message, ...]) -> None:
        """Show these messages instead of whatever was shown; oldest first."""
        for view in self._views.values():
            view.hide()
            view.deleteLater()
        self._views = {}
        self._messages = {message.id: message for message in messages}
        self._changed_ids = set()
        self._times.forget_all_but(self._messages)
        self._first_index = max(0, len(messages) - FIRST_SHOWN)
        self._is_following = True
        self._draw_if_visible()

    def append_message(self, message: Message) -> None:
        """Add one message at the end; one's own brings the end into view."""
        self._messages[message.id] = message
        if message.role is Role.USER:
            self._is_following = True
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
        for message_id, view in self._views.items():
            view.set_siblings(*self._siblings.get(message_id, (1, 1)))

    def set_pinned(self, ids: frozenset[int]) -> None:
        """Say which messages are kept in the model's memory."""
        self._pinned = ids
        for message_id, view in self._views.items():
            view.set_pinned(is_pinned=message_id in ids)

    def set_memory_start(self, message_id: int | None, words: str) -> None:
        """Draw a line with these words above the first message that the model remembers."""
        self._memory_start = message_id
        self._memory_line.set_words(words)
        self._place_memory_line()

    @property
    def memory_line(self) -> MemoryLine:
        """The line where memory begins; hidden while everything is remembered."""
        return self._memory_line

    def messages(self) -> tuple[Message, ...]:
        """Return all messages as they are known now, oldest first."""
        return tuple(self._messages.values())

    def view_of(self, message_id: int) -> MessageView | None:
        """Return the widget of a message, or None while nobody needs one."""
        return self._views.get(message_id)

    def last_text(self, role: Role) -> str | None:
        """Return the newest text of one side, or None where there is none."""
        texts = (message.text for message in reversed(self.messages()) if message.role is role)
        return next((text for text in texts if text), None)

    def is_drawing(self) -> bool:
        """Say whether a frame is waiting to be drawn."""
        return self._timer.isActive()

    def show_message(self, message_id: int) -> MessageView | None:
        """Bring a message into view; return its widget, or None where there is no such message."""
        while message_id in self._messages and message_id not in self._views:
            self._on_earlier_clicked()
        view = self._views.get(message_id)
        if view is not None:
            self._is_following = False
            self.verticalScrollBar().setValue(view.y())
        return view

    def scroll_by_pages(self, pages: int) -> None:
        """Scroll up (negative) or down by whole pages."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + pages * bar.pageStep())

    def jump_to_newest(self) -> None:
        """Show the end and follow it from now on."""
        self._is_following = True
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        self._place_jump_button()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        _settle_layouts()
        self._place_jump_button()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._column.setMaximumWidth(reading_width(self))

    def _build_column(self) -> None:
        self._column = QWidget()
        self._column.setMaximumWidth(reading_width(self))
        self._list = QVBoxLayout(self._column)
        self._list.setContentsMargins(0, 24, 0, 12)
        self._list.setSpacing(4)
        self._earlier = PillButton(self.tr("Show earlier messages"))
        self._earlier.clicked.connect(self._on_earlier_clicked)
        self._list.addWidget(self._earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        self._list.addStretch(1)
        host = QWidget()
        row = QHBoxLayout(host)
        row.setContentsMargins(20, 0, 20, 0)
        row.addStretch(1)
        row.addWidget(self._column, 1000)
        row.addStretch(1)
        host.setAutoFillBackground(False)
        self.setWidget(host)
        self.viewport().setAutoFillBackground(False)

    def _build_jump_button(self) -> None:
        self._jump = PillButton(self.tr("Jump to newest"), self)
        self._jump.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._jump.clicked.connect(self.jump_to_newest)
        self._jump.hide()

    def _draw_if_visible(self) -> None:
        if self.isVisible():
            self._draw()

    def _draw(self) -> None:
        """Bring the widgets in step with the messages."""
        began = time.monotonic()
        self._timer.stop()
        self._earlier.setVisible(self._first_index > 0)
        for message_id in list(self._messages)[self._first_index :]:
            if message_id not in self._views:
                self._add_view(self._list.count() - 1, message_id)
            elif message_id in self._changed_ids:
                seconds = self._times.seconds(message_id)
                self._views[message_id].show_message(self._messages[message_id], seconds)
        newest = next(reversed(self._messages), None)
        for message_id, view in self._views.items():
            view.set_newest(is_newest=message_id == newest)
        self._changed_ids = set()
        self._place_memory_line()
        _settle_layouts()
        self._last_cost_seconds = time.monotonic() - began

    def _add_view(self, index: int, message_id: int) -> None:
        seconds = self._times.seconds(message_id)
        message = self._messages[message_id]
        view = MessageView(message, self._column, thought_seconds=seconds)
        view.link_activated.connect(self.link_activated)
        view.retry_requested.connect(self.retry_requested)
        view.folding_changed.connect(self._on_folding_changed)
        view.edit_submitted.connect(partial(self.edit_submitted.emit, message_id))
        view.action_chosen.connect(partial(self._on_action_chosen, message_id))
        view.set_siblings(*self._siblings.get(message_id, (1, 1)))
        view.set_pinned(is_pinned=message_id in self._pinned)
        self._views[message_id] = view
        self._list.insertWidget(index, view)
        view.show()  # the layout would do it later, and leave the view out until then

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

    def _place_memory_line(self) -> None:
        """Put the line above its message if that is drawn."""
        view = self._views.get(self._memory_start) if self._memory_start is not None else None
        self._list.removeWidget(self._memory_line)
        if view is not None:
            self._list.insertWidget(self._list.indexOf(view), self._memory_line)
        self._memory_line.setVisible(view is not None)

    def _on_earlier_clicked(self) -> None:
        ids = list(self._messages)
        end = self._first_index
        self._first_index = max(0, end - FIRST_SHOWN)
        self._is_following = False
        for offset, message_id in enumerate(ids[self._first_index : end]):
            self._add_view(1 + offset, message_id)
        self._draw()

    def _on_folding_changed(self) -> None:
        """Keep the line that was pressed where it is, instead of following the end below it."""
        self._is_following = False
        _settle_layouts()
        self._on_scrolled(self.verticalScrollBar().value())

    def _on_scrolled(self, value: int) -> None:
        self._is_following = value >= self.verticalScrollBar().maximum() - 4
        self._place_jump_button()

    def _on_range_changed(self, _minimum: int, maximum: int) -> None:
        if self._is_following:
            self.verticalScrollBar().setValue(maximum)
        self._place_jump_button()

    def _place_jump_button(self) -> None:
        bar = self.verticalScrollBar()
        is_far = not self._is_following and bar.maximum() - bar.value() > bar.pageStep() // 4
        self._jump.setVisible(is_far)
        if is_far:
            self._jump.adjustSize()
            left = (self.viewport().width() - self._jump.width()) // 2
            self._jump.move(left, self.viewport().height() - self._jump.height() - 10)


def _settle_layouts() -> None:
    """Let every change of a height reach all layouts above it now.

    Each of them tells the next by an event; what is painted between two of these shows texts
    over each other. Events that are posted meanwhile wait for the next round, hence the rounds.
    """
    for _ in range(DEEPEST_LAYOUTS):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
