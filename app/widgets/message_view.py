"""One message of the transcript: what was said, by whom, and how it ended."""

import math
from collections.abc import Callable
from functools import partial

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
from app.widgets.controls import Card, MutedLabel, PillButton
from app.widgets.markdown.safe_text import is_cut_for_drawing
from app.widgets.markdown.text_style import LINE_HEIGHT_PERCENT
from app.widgets.message_actions import (
    ARROWS,
    CUT_SHORT,
    MessageAction,
    MessageActions,
    can_go_on,
    possible_actions,
    words_of,
)
from app.widgets.message_body import MessageBody
from app.widgets.message_edit import MessageEditor
from app.widgets.prose_view import ProseView
from app.widgets.reasoning_view import ReasoningView
from app.widgets.theme import TypeSize, sized_font
from app.widgets.thinking_times import is_thinking

BUBBLE_SHARE = 0.86
BUBBLE_PADDING = 14
BUBBLE_HEADROOM = 9
LONGEST_MEASURED_LINE = 300


class MessageView(QWidget):
    """Shows a message; a reply may grow until it is finished.

    Copying and editing are done here; ``action_chosen`` tells what else is wished.
    """

    link_activated = Signal(str)
    retry_requested = Signal()
    action_chosen = Signal(MessageAction)
    edit_submitted = Signal(str)
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
        self._editor: MessageEditor | None = None
        self._place, self._sibling_count, self._is_pinned = 1, 1, False
        self._actions = MessageActions(self)
        self._actions.chosen.connect(self._on_action_chosen)
        self._again = PillButton(self.tr("Answer again"), self)
        self._again.hide()
        self._go_on = PillButton(self.tr("Go on"), self)
        self._go_on.hide()
        self._bubble = self._build_layout()
        self._name_speaker()
        self._body.link_activated.connect(self.link_activated)
        self._again.clicked.connect(lambda: self.retry_requested.emit())
        self._go_on.clicked.connect(lambda: self.action_chosen.emit(MessageAction.CONTINUE))
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

    @property
    def go_on_button(self) -> PillButton:
        """The button under the newest reply that asks for the rest of it if it was cut short."""
        return self._go_on

    @property
    def action_row(self) -> MessageActions:
        """The row of buttons under the message."""
        return self._actions

    @property
    def editor(self) -> MessageEditor | None:
        """Where an own message is changed, or None while it is not."""
        return self._editor

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
        self._offer_actions()
        self._fit_bubble()

    def set_newest(self, *, is_newest: bool) -> None:
        """Say whether this is the last message: only there a cut reply is offered more."""
        is_offered = is_newest and not self._is_own and self._message.status in CUT_SHORT
        self._again.setVisible(is_offered)
        self._go_on.setVisible(is_newest and can_go_on(self._message))

    def set_siblings(self, place: int, count: int) -> None:
        """Say which of its versions the message is, counted from 1."""
        if (place, count) != (self._place, self._sibling_count):
            self._place, self._sibling_count = place, count
            self._offer_actions()

    def set_pinned(self, *, is_pinned: bool) -> None:
        """Say whether the message is kept in the model's memory."""
        if is_pinned != self._is_pinned:
            self._is_pinned = is_pinned
            self._offer_actions()

    def start_editing(self) -> None:
        """Let an own message be changed where it stands."""
        if not self._is_own or self._editor is not None or self._bubble is None:
            return
        editor = self._editor = MessageEditor(self._message.text, self)
        editor.submitted.connect(self._on_edit_submitted)
        editor.given_up.connect(self.stop_editing)
        self._column.insertWidget(0, editor)
        self._bubble.hide()
        self._actions.hide()
        editor.show()
        editor.setFocus()
        self.folding_changed.emit()

    def stop_editing(self) -> None:
        """Show the message as it was."""
        if self._editor is None or self._bubble is None:
            return
        editor, self._editor = self._editor, None
        self._column.removeWidget(editor)
        editor.hide()
        editor.deleteLater()
        self._bubble.show()
        self._actions.show()
        self._actions.focus_first()
        self.folding_changed.emit()

    def copy_message(self) -> None:
        """Put the message's Markdown source on the clipboard."""
        QGuiApplication.clipboard().setText(self._message.text)

    def build_menu(self) -> QMenu:
        """Return a menu of what can be done with the message; it goes away when it closes."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        selected = self._selected_text()
        if selected:
            copy = menu.addAction(self.tr("Copy selection"))
            copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(selected))
        for action in self._possible_actions():
            if action not in ARROWS or self._actions.is_possible(action):
                line = menu.addAction(words_of(action))
                line.triggered.connect(partial(self._on_action_chosen, action))
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.build_menu().popup(event.globalPos())

    def enterEvent(self, event: QEnterEvent) -> None:
        self._actions.set_revealed(is_revealed=True)

    def leaveEvent(self, event: QEvent) -> None:
        self._actions.set_revealed(is_revealed=False)

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
        footer.addWidget(self._actions, 0)
        column.addLayout(footer)
        offers = QHBoxLayout()
        offers.setContentsMargins(0, 0, 0, 0)
        offers.addWidget(self._go_on)
        offers.addWidget(self._again)
        offers.addStretch(1)
        column.addLayout(offers)
        return bubble

    def _possible_actions(self) -> list[MessageAction]:
        return possible_actions(
            self._message,
            count=self._sibling_count,
            is_pinned=self._is_pinned,
        )

    def _offer_actions(self) -> None:
        self._actions.show_actions(
            self._possible_actions(), place=self._place, count=self._sibling_count
        )

    def _on_action_chosen(self, action: MessageAction) -> None:
        own: dict[MessageAction, Callable[[], None]] = {
            MessageAction.COPY: self.copy_message,
            MessageAction.EDIT: self.start_editing,
        }
        if action in own:
            own[action]()
        else:
            self.action_chosen.emit(action)

    def _on_edit_submitted(self, text: str) -> None:
        self.stop_editing()
        self.edit_submitted.emit(text)

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
