"""One message of the transcript: what was said, by whom, and how it ended."""

import math

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QFontMetricsF,
    QGuiApplication,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.domain import Message, MessageStatus, Role
from app.widgets.controls import Card, IconButton, MutedLabel, PillButton
from app.widgets.markdown.safe_text import is_cut_for_drawing
from app.widgets.markdown.text_style import LINE_HEIGHT_PERCENT
from app.widgets.message_body import MessageBody
from app.widgets.prose_view import ProseView
from app.widgets.reasoning_view import ReasoningView
from app.widgets.theme import TypeSize, sized_font
from app.widgets.thinking_times import is_thinking

BUBBLE_SHARE = 0.86
BUBBLE_PADDING = 14
BUBBLE_HEADROOM = 9
LONGEST_MEASURED_LINE = 300
CUT_SHORT = frozenset({MessageStatus.CANCELLED, MessageStatus.INTERRUPTED, MessageStatus.FAILED})


class MessageView(QWidget):
    """Shows a message; a reply may grow until it is finished."""

    link_activated = Signal(str)
    retry_requested = Signal()
    folding_changed = Signal()

    def __init__(
        self,
        message: Message,
        parent: QWidget | None = None,
        *,
        thought_seconds: float | None = None,
    ) -> None:
        super().__init__(parent)
        self._message = message
        self._is_own = message.role is Role.USER
        self._body = MessageBody(self)
        self._reasoning: ReasoningView | None = None
        self._note = MutedLabel(parent=self)
        self._note.setWordWrap(True)
        self._copy = IconButton("copy", self.tr("Copy message as Markdown"), self, size=15)
        self._copy.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._copy.set_revealed(is_revealed=False)
        self._again = PillButton(self.tr("Answer again"), self)
        self._again.hide()
        self._bubble = self._build_layout()
        self._name_speaker()
        self._body.link_activated.connect(self.link_activated)
        self._copy.clicked.connect(self.copy_message)
        self._again.clicked.connect(lambda: self.retry_requested.emit())
        self.show_message(message, thought_seconds)

    @property
    def message(self) -> Message:
        """The message as it was last shown."""
        return self._message

    @property
    def body(self) -> MessageBody:
        """The widget that draws the text."""
        return self._body

    @property
    def reasoning(self) -> ReasoningView | None:
        """The widget for what was thought before the answer; None if nothing was."""
        return self._reasoning

    @property
    def again_button(self) -> PillButton:
        """The button under the newest reply that asks for another one if it was cut short."""
        return self._again

    def note_text(self) -> str:
        """Return what is written under the message."""
        return self._note.text()

    def show_message(self, message: Message, thought_seconds: float | None = None) -> None:
        """Show a newer state of the same message, and how long it was thought about if known."""
        self._message = message
        self._show_reasoning(thought_seconds)
        if self._is_own:
            self._body.show_plain(message.text)
        elif message.status is MessageStatus.STREAMING:
            self._body.grow_to(message.text)
        else:
            self._body.finish(message.text)
        self._note.setText(self._note_words())
        self._fit_bubble()

    def set_newest(self, *, is_newest: bool) -> None:
        """Say whether this is the last message: only there another reply can be asked for."""
        is_offered = is_newest and not self._is_own and self._message.status in CUT_SHORT
        self._again.setVisible(is_offered)

    def copy_message(self) -> None:
        """Put the message's Markdown source on the clipboard."""
        QGuiApplication.clipboard().setText(self._message.text)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        selected = self._selected_text()
        if selected:
            copy = menu.addAction(self.tr("Copy selection"))
            copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(selected))
        menu.addAction(self.tr("Copy message as Markdown")).triggered.connect(self.copy_message)
        menu.popup(event.globalPos())

    def enterEvent(self, event: QEnterEvent) -> None:
        self._copy.set_revealed(is_revealed=True)

    def leaveEvent(self, event: QEvent) -> None:
        self._copy.set_revealed(is_revealed=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_bubble()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit_bubble()

    def _build_layout(self) -> Card | None:
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        bubble = None
        if self._is_own:
            bubble = Card(self, fill="bubble", radius=14)
            QVBoxLayout(bubble).addWidget(self._body)
            column.addWidget(bubble, 0, Qt.AlignmentFlag.AlignRight)
        else:
            column.addWidget(self._body)
        footer = QHBoxLayout()
        footer.setContentsMargins(0, 0, 0, 0)
        footer.addWidget(self._note, 1)
        footer.addWidget(self._copy, 0)
        column.addLayout(footer)
        column.addWidget(self._again, 0, Qt.AlignmentFlag.AlignLeft)
        return bubble

    def _show_reasoning(self, seconds: float | None) -> None:
        message = self._message
        if self._is_own or not (message.reasoning or self._reasoning):
            return
        view = self._reasoning or self._build_reasoning()
        view.setVisible(bool(message.reasoning))
        is_growing = is_thinking(message)
        view.show_reasoning(message.reasoning, is_growing=is_growing, seconds=seconds)

    def _build_reasoning(self) -> ReasoningView:
        view = ReasoningView(self)
        view.link_activated.connect(self.link_activated)
        view.folding_changed.connect(self.folding_changed)
        self._column.insertWidget(0, view)
        self._reasoning = view
        return view

    def _name_speaker(self) -> None:
        name = self.tr("You said") if self._is_own else self.tr("Hubbub said")
        self.setAccessibleName(name)
        self._body.setAccessibleName(name)

    def _note_words(self) -> str:
        message = self._message
        words = {
            MessageStatus.CANCELLED: self.tr("Stopped."),
            MessageStatus.INTERRUPTED: self.tr("Interrupted before it was finished."),
            MessageStatus.FAILED: self.tr("This reply failed."),
        }.get(message.status, "")
        is_silent = not (message.text or message.reasoning)
        if message.status is MessageStatus.STREAMING and is_silent:
            words = "…"
        if message.usage is not None and message.usage.is_cut_by_length:
            words = self.tr("Cut off.")
        cut = self.tr("Only its beginning is drawn; copying takes all of it.")
        shown = cut if is_cut_for_drawing(message.text) else ""
        return " ".join(part for part in (words, message.note, shown) if part)

    def _fit_bubble(self) -> None:
        if self._bubble is None:
            return
        metrics = QFontMetricsF(sized_font(self.font(), TypeSize.READING))
        most = round(self.width() * BUBBLE_SHARE)
        lines = self._message.text[:20_000].split("\n")
        longest = max(lines, key=len)[:LONGEST_MEASURED_LINE]
        wanted = math.ceil(metrics.horizontalAdvance(longest)) + 2 * BUBBLE_PADDING + 2
        self._bubble.setFixedWidth(max(40, min(most, wanted)))
        # A line's leading lies under its letters: shifted, they stand in the middle of the bubble.
        shift = round(metrics.height() * (LINE_HEIGHT_PERCENT - 100) / 200)
        layout = self._bubble.layout()
        assert layout is not None, "it was built with one"
        layout.setContentsMargins(
            BUBBLE_PADDING, BUBBLE_HEADROOM + shift, BUBBLE_PADDING, BUBBLE_HEADROOM - shift
        )

    def _selected_text(self) -> str:
        thoughts = self._reasoning.body if self._reasoning else None
        for view in (*(thoughts.block_views if thoughts else ()), *self._body.block_views):
            cursor = view.textCursor() if isinstance(view, ProseView) else view.text_cursor()
            if cursor.hasSelection():
                return cursor.selection().toPlainText()
        return ""
