"""The page of a tab: transcript and message box of a chat, with its parts of the bar."""

from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QObject, QSize, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QHBoxLayout,
    QScrollBar,
    QSizePolicy,
    QSpacerItem,
    QStackedLayout,
    QStackedWidget,
    QWidget,
)

from app.domain.messages import Role
from app.domain.reply_text import ReplyText
from app.domain.tabs import TabActivity, TabState
from app.widgets.composer.edit import ComposerEdit
from app.widgets.conversation.conversation_footer import ConversationFooter
from app.widgets.conversation.conversation_header import ChatHeader
from app.widgets.conversation.empty_state import EmptyState
from app.widgets.conversation.find_bar import FindBar
from app.widgets.conversation.state_text import activity_text
from app.widgets.conversation.variants_view import VariantsView
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.style.bars import scroll_bar_room
from app.widgets.kit.theme import colours_of
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.rows import SIDE_MARGIN
from app.widgets.transcript.transcript import COMPACT_MARGIN, Transcript, scroll_by_pages
from app.widgets.transcript.usage_text import short_usage_text

BUSY = frozenset(
    {
        TabActivity.QUEUED,
        TabActivity.READING,
        TabActivity.WRITING,
        TabActivity.ASKING,
        TabActivity.WORKING,
    }
)


class ScrolledLine(QWidget):
    """Draws a line above a scrolled area, at which cut-off content ends.

    Its height is reserved, so that nothing moves when it appears.
    """

    def __init__(self, bar: QScrollBar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_drawn = False
        self.setFixedHeight(1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        bar.valueChanged.connect(self._on_scrolled)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.is_drawn:
            QPainter(self).fillRect(self.rect(), QColor(colours_of(self.palette()).border))

    def _on_scrolled(self, value: int) -> None:
        is_drawn = value > 0
        if is_drawn is not self.is_drawn:
            self.is_drawn = is_drawn
            self.update()


def quote_into(edit: ComposerEdit, text: str) -> None:
    """Append a text as a quotation, with the cursor below it."""
    edit.moveCursor(QTextCursor.MoveOperation.End)
    content = QMimeData()
    content.setText(_below(edit.toPlainText()) + quoted(text) + "\n\n")
    edit.insertFromMimeData(content)  # as by pasting: a very long text becomes a file
    edit.setFocus()


def quoted(text: str) -> str:
    """Return a text as a Markdown quotation."""
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())


def _below(written: str) -> str:
    if not written.strip():
        return ""
    return "\n" if written.endswith("\n") else "\n\n"


class ConversationView(QWidget):
    """Shows one conversation; its parts are public, and controllers use them directly.

    The requests of its messages are signals of ``requests``.
    """

    def __init__(self, conversation_id: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.conversation_id = conversation_id
        self.state = TabState()
        self._is_compact = False
        self._is_outdated = False  # whether a newer state is shown when the chat is
        self.requests = MessageRequests(self)
        self.header = ChatHeader(self)  # the pane of the tab shows it in the bar of the window
        self.header.hide()
        self.transcript = Transcript(self.requests, self)
        self.find_bar = FindBar(self)
        self.empty_state = EmptyState(self)
        self.variants = VariantsView(self.requests, self)
        self._footer = ConversationFooter(self)
        self.composer = self._footer.composer
        self.queue_view = self._footer.queue_view
        self.context_line = self._footer.context_line
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAcceptDrops(True)
        self.setUpdatesEnabled(False)  # until it is shown
        ClickFocus(self.transcript, self.composer.edit)
        self._build_layout()
        self._connect_parts()
        self._show_transcript()

    def show_variants(self, question: str, texts: tuple[ReplyText, ...]) -> None:
        """Show several running replies side by side instead of the transcript."""
        self.variants.begin(question, texts)
        self._upper.setCurrentWidget(self.variants)

    def set_recap_written(self, message_id: int | None) -> None:
        """Show that a recap of the messages before one is being written; None ends it."""
        self.transcript.set_recap_written(message_id)
        self.context_line.set_recap_written(is_written=message_id is not None)

    def close_variants(self) -> None:
        """Show the transcript again."""
        self.variants.end()
        self._show_transcript()
        self.focus_composer()

    def set_state(self, state: TabState) -> None:
        """Show the state of the tab in the header, below its reply and in the Send/Stop button."""
        is_other = (state.activity in BUSY) is not (self.state.activity in BUSY)
        self.state = state
        if is_other:
            self.composer.set_answering(state.activity in BUSY)
            self.transcript.set_answering(is_answering=state.activity in BUSY)
        # Called several times a second for each answer: a hidden chat shows its figures later.
        self._is_outdated = not self.isVisible() and state.activity in BUSY and not is_other
        if not self._is_outdated:
            self._show_state()

    def prepare(self, size: QSize) -> bool:
        """Draw a chat that was never shown, as it will look at a size; return whether it was drawn.

        It is shown much faster then.
        """
        layout = self.layout()
        if self.isVisible() or not self.transcript.is_undrawn or layout is None:
            return False
        self.resize(size)
        self.ensurePolished()
        layout.activate()
        self.transcript.prepare()
        return True

    def set_compact(self, is_compact: bool) -> None:
        """Show little but the text, as in a cell of the grid; the footer is shown on request."""
        self.empty_state.set_compact(is_compact)
        self._show_figures()
        self.context_line.set_compact(is_compact=is_compact)
        self._is_compact = is_compact
        for upper in (self.transcript, self.empty_state, self.variants):
            upper.setMinimumHeight(1)  # the message box gets the room first
        self.transcript.set_compact(is_compact=is_compact, font=self.font())
        self._align_footer()
        self._footer.setVisible(not is_compact)
        if is_compact:
            self.transcript.show_running("", is_steady=True)
        else:
            self._show_state()

    def _align_footer(self) -> None:
        """Keep the footer in line with the text."""
        margin = COMPACT_MARGIN if self._is_compact else SIDE_MARGIN
        room = scroll_bar_room(self.palette())
        self._footer_row.setContentsMargins(margin, 0, margin + room, 0)

    def set_end_room(self, height: int) -> None:
        """Leave this room between the messages and the footer, in pixels."""
        if height != self._end_room.sizeHint().height():
            self._end_room.changeSize(
                0, height, QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed
            )
            self._column.invalidate()

    def show_footer(self, is_visible: bool) -> None:
        """Show or hide the footer with the message box."""
        self._footer.setVisible(is_visible)

    def focus_composer(self) -> None:
        """Put the cursor into the message box."""
        self._footer.show()  # a cell of the grid may have hidden it
        self.composer.edit.setFocus()

    def show_message(self, message_id: int) -> None:
        """Scroll to a message and focus it."""
        # Later, since a tab that was just opened is not laid out yet.
        QTimer.singleShot(0, self, lambda: self._show_message(message_id))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if begins_a_message(event):
            self.focus_composer()
            QCoreApplication.sendEvent(self.composer.edit, event)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        # Filled by Qt it would be opaque: Qt paints an opaque widget that comes into view on its
        # own, and then once more with all that came with it.
        QPainter(self).fillRect(event.rect(), self.palette().base())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.composer.dragEnterEvent(event)  # files that are dropped on the page are attached

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.composer.dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self.composer.dropEvent(event)

    def focusNextPrevChild(self, is_next: bool) -> bool:
        # Qt asks when the page is hidden, and would look through all widgets of the window. A
        # stack that shows another page gives that one the focus.
        stack = self.parentWidget()
        is_leaving = isinstance(stack, QStackedWidget) and stack.currentWidget() is self
        if is_leaving and not self.isVisible():
            return False
        return super().focusNextPrevChild(is_next)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.setUpdatesEnabled(False)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setUpdatesEnabled(True)
        if self._is_outdated:
            self._is_outdated = False
            self._show_state()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._footer.set_page_height(self.height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange and self._is_compact:
            self.transcript.set_compact(is_compact=True, font=self.font())
        elif event.type() is QEvent.Type.PaletteChange and self.layout() is not None:
            self._align_footer()

    def _build_layout(self) -> None:
        self._upper = QStackedLayout()
        self._upper.addWidget(self.transcript)
        self._upper.addWidget(self.empty_state)
        self._upper.addWidget(self.variants)
        column = self._column = vertical_layout(self, margins=(0, 0, 0, 0), spacing=0)
        column.addWidget(ScrolledLine(self.transcript.verticalScrollBar(), self))
        column.addWidget(self.find_bar)
        column.addLayout(self._upper, 1)
        self._end_room = QSpacerItem(0, 0)
        column.addItem(self._end_room)
        self._footer_row = _centered(self._footer)
        self._align_footer()
        column.addLayout(self._footer_row)

    def _connect_parts(self) -> None:
        # The pressed widget is removed, and the focus with it. The page is connected before
        # any controller, so the focus has moved when the request is carried out.
        for pressed in (
            self.requests.edit_submitted,
            self.requests.answer_edited,
            self.requests.regenerate_requested,
            self.empty_state.suggestion_chosen,
            self.empty_state.ask_all_requested,
        ):
            pressed.connect(self.focus_composer)
        self.context_line.stop_button.clicked.connect(self.requests.recap_cancelled)
        for button in (self.header.ring, self.context_line.button):
            button.clicked.connect(self.requests.context_help_requested)
        self.requests.quote_requested.connect(partial(quote_into, self.composer.edit))
        self.transcript.messages_changed.connect(self._show_transcript)
        self.transcript.search.match_shown.connect(self.find_bar.show_match)
        self.header.title.closed.connect(self.focus_composer)
        self.find_bar.query_changed.connect(self.transcript.search.find)
        self.find_bar.step_requested.connect(self.transcript.search.step)
        self.find_bar.closed.connect(self._on_find_closed)
        self.composer.edit.page_pressed.connect(partial(scroll_by_pages, self.transcript))
        self.composer.edit.recall_pressed.connect(self._on_recall_requested)

    def _show_message(self, message_id: int) -> None:
        shown = self.transcript.show_message(message_id)
        if shown is not None and shown.focusPolicy() is not Qt.FocusPolicy.NoFocus:
            shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_state(self) -> None:
        if self._is_compact:
            return  # the title of the cell shows the state
        self._show_figures()
        if self.state.activity in BUSY:
            self._show_running(self.state)

    def _show_figures(self) -> None:
        usage, window = self.state.usage, self.state.context_window
        self.header.ring.set_usage(usage.context_tokens, window)
        self.context_line.set_state(self.state)

    def _show_running(self, state: TabState) -> None:
        is_writing = state.activity is TabActivity.WRITING
        figures = short_usage_text(state.usage) if is_writing else ""
        text = figures or activity_text(state)
        self.transcript.show_running(text, is_steady=not is_writing)

    def _show_transcript(self) -> None:
        """Show the messages, or the view of an empty conversation."""
        is_empty = not self.transcript.messages()
        self._upper.setCurrentWidget(self.empty_state if is_empty else self.transcript)

    def _on_find_closed(self) -> None:
        self.transcript.search.find("")
        self.focus_composer()

    def _on_recall_requested(self) -> None:
        self.composer.edit.show_text(self.transcript.message_list.last_text(Role.USER) or "")


class ClickFocus(QObject):
    """Returns the focus to the message box after a click on a button gave it to the page.

    A click on the page itself keeps it: that press arrives at the page, a button's does not.
    """

    def __init__(self, page: QAbstractScrollArea, target: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._target = target
        self._is_on_button = False
        page.installEventFilter(self)
        page.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and watched is self._page:
            if event.gotFocus() and event.reason() is Qt.FocusReason.MouseFocusReason:
                self._is_on_button = True
                # Queued, as a press on the page arrives after the focus, and cancels this.
                QTimer.singleShot(0, self, self._return_focus)
        elif event.type() is QEvent.Type.MouseButtonPress:
            self._is_on_button = False
        return False

    def _return_focus(self) -> None:
        if self._is_on_button and self._page.hasFocus():
            self._target.setFocus()
        self._is_on_button = False


def _centered(part: QWidget) -> QHBoxLayout:
    """Return a row that keeps a widget in the middle."""
    row = QHBoxLayout()
    row.addStretch(1)
    # The stretches only center the part once it has reached its maximum width.
    row.addWidget(part, 1000)
    row.addStretch(1)
    return row


def begins_a_message(event: QKeyEvent) -> bool:
    """Return whether an unhandled key is the first character of a typed text."""
    typing = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    is_letter = bool(event.text().strip()) and event.text().isprintable()
    return is_letter and not event.modifiers() & ~typing
