"""The area below a transcript: the line about the context, the queue, the message box."""

from functools import partial
from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from app.domain.messages import OutgoingMessage
from app.domain.tabs import TabState
from app.widgets.composer.composer import Composer
from app.widgets.composer.edit import EditHeight
from app.widgets.conversation.state_text import context_parts, is_context_short
from app.widgets.kit.controls import (
    Card,
    ElidedLabel,
    IconButton,
    MutedLabel,
    Part,
    PartedLabel,
    PillButton,
)
from app.widgets.kit.geometry import horizontal_layout, reading_width, vertical_layout
from app.widgets.kit.scroll_box import ScrollBox
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill
from app.widgets.transcript.message_editor import MessageEditor
from app.widgets.transcript.usage_text import usage_texts

MAX_SHARE = 0.58  # of the height of the page; the rest is for the transcript
MIN_HEIGHT = 30  # pixels of each part: one row, the others can be scrolled
LOW_PAGE = 330
MARGIN_BELOW, LOW_MARGIN_BELOW = 12, 4
SPACING = 2
MAX_QUEUE_ROWS = 4  # of the others only the count is shown; a queue must not fill the page


class QueuedMessage(Card):
    """One queued message; Alt+Up and Alt+Down move it, Delete removes it."""

    edited = Signal(str)
    editing_ended = Signal()
    moved = Signal(int)
    removed = Signal()

    def __init__(
        self, message: OutgoingMessage, number: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, fill="raised", radius=9, has_border=True)
        self._message = message
        self.editor: MessageEditor | None = None  # while the text is edited
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._number = MutedLabel(format_number(number), self)
        self._text = ElidedLabel(self)
        self._text.setText(self._one_line())
        self.edit_button = IconButton("pencil", self.tr("Edit"), self, size=14)
        self.up_button = IconButton("chevron-up", self.tr("Move up"), self, size=14)
        self.down_button = IconButton("chevron-down", self.tr("Move down"), self, size=14)
        self.remove_button = IconButton("close", self.tr("Remove"), self, size=14)
        name = self.tr("Queued message {number:,}: {text}")
        self.setAccessibleName(fill(name, number=number, text=self._one_line()))
        self._build_layout()
        self.edit_button.clicked.connect(self.start_editing)
        self.up_button.clicked.connect(lambda: self.moved.emit(-1))
        self.down_button.clicked.connect(lambda: self.moved.emit(1))
        self.remove_button.clicked.connect(self.removed)

    def text(self) -> str:
        """Return the line that is shown of the message."""
        return self._text.text()

    def start_editing(self) -> None:
        """Open an editor in place of the text."""
        if self.editor is not None:
            return
        self.editor = MessageEditor(self._message.text, self)
        self.editor.submitted.connect(self.edited)
        self.editor.cancelled.connect(self._stop_editing)
        self._row_widget.hide()
        self._column.addWidget(self.editor)
        self.editor.setFocus()

    def event(self, event: QEvent) -> bool:
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and _move_of(event):
            event.accept()  # in the transcript these keys move the focus to another message
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _move_of(event):
            self.moved.emit(_move_of(event))
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.start_editing()
        else:
            super().keyPressEvent(event)

    def _stop_editing(self) -> None:
        editor, self.editor = self.editor, None
        if editor is not None:
            self._row_widget.show()
            self.setFocus()
            editor.hide()
            editor.deleteLater()
            self.editing_ended.emit()

    def _one_line(self) -> str:
        line = " ".join(self._message.text[:400].split())
        files = len(self._message.files) + len(self._message.media)
        if files:
            text = self.tr("one file") if files == 1 else self.tr("{count:,} files")
            line = f"{line}  ·  {fill(text, count=files)}".strip(" ·")
        return line

    def _build_layout(self) -> None:
        self._row_widget = QWidget(self)
        row = horizontal_layout(self._row_widget, self._number, margins=(10, 1, 4, 1), spacing=2)
        row.addSpacing(6)
        row.addWidget(self._text, 1)
        for button in (self.edit_button, self.up_button, self.down_button, self.remove_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
        self._column = vertical_layout(self, self._row_widget, margins=(0, 0, 0, 0))


def _has_focus(row: QWidget) -> bool:
    focused = QApplication.focusWidget()
    return focused is not None and (focused is row or row.isAncestorOf(focused))


def _move_of(event: QKeyEvent) -> int:
    is_alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
    return {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0) if is_alt else 0


class QueueView(QWidget):
    """The messages in the order of sending, and why they wait.

    The row below them pauses the queue, or says why it is paused and resumes it.
    """

    edited = Signal(int, str)
    editing_ended = Signal()
    moved = Signal(int, int)
    removed = Signal(int)
    held = Signal()
    resumed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[QueuedMessage] = []
        self._messages: tuple[OutgoingMessage, ...] = ()
        self.reason_label = MutedLabel(parent=self, wraps=True)
        self.hold_button = PillButton(self.tr("Pause"), self)
        self.hold_button.setToolTip(self.tr("Keep these messages until you resume"))
        self.hold_button.clicked.connect(self.held)
        self.resume_button = PillButton(self.tr("Resume"), self)
        self.resume_button.clicked.connect(self.resumed)
        self._more = MutedLabel(parent=self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(self.tr("Queued messages"))
        self._build_layout()
        self.set_messages((), "")

    @property
    def rows(self) -> tuple[QueuedMessage, ...]:
        """The rows of the messages on show."""
        return tuple(self._rows)

    @property
    def is_editing(self) -> bool:
        """Return whether one of the messages is being edited."""
        return any(row.editor is not None for row in self._rows)

    def set_messages(self, messages: tuple[OutgoingMessage, ...], reason: str) -> None:
        """Show the queue; with a reason it is paused until the user resumes it."""
        was_editing = self.is_editing
        if messages != self._messages:
            self._messages = messages
            self._rebuild()
        self.reason_label.setText(reason or self.tr("Stopping the answer sends the first one."))
        self.hold_button.setVisible(not reason)
        self.resume_button.setVisible(bool(reason))
        more = len(messages) - len(self._rows)
        self._more.setText(fill(self.tr("and {count:,} more"), count=more))
        self._more.setVisible(more > 0)
        self.setVisible(bool(messages))
        if was_editing and not self.is_editing:
            self.editing_ended.emit()

    def _rebuild(self) -> None:
        focused = next((at for at, row in enumerate(self._rows) if _has_focus(row)), None)
        for row in self._rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = []
        last = len(self._messages) - 1
        for index, message in enumerate(self._messages[:MAX_QUEUE_ROWS]):
            row = QueuedMessage(message, index + 1, self)
            row.up_button.setEnabled(index > 0)
            row.down_button.setEnabled(index < last)
            row.edited.connect(partial(self.edited.emit, index))
            row.editing_ended.connect(self.editing_ended)
            row.moved.connect(partial(self.moved.emit, index))
            row.removed.connect(partial(self.removed.emit, index))
            self._rows.append(row)
            self._list.addWidget(row)
            row.show()
        if focused is not None and self._rows:
            self._rows[min(focused, len(self._rows) - 1)].setFocus()

    def _build_layout(self) -> None:
        row = horizontal_layout(None, margins=(10, 2, 0, 2))
        row.addWidget(self.reason_label, 1)
        row.addWidget(self.hold_button)
        row.addWidget(self.resume_button)
        self._list = vertical_layout(None, spacing=3)
        column = vertical_layout(self, margins=(0, 2, 0, 4), spacing=3)
        column.addLayout(self._list)
        column.addWidget(self._more)
        column.addLayout(row)


class ContextLine(QWidget):
    """A line about the context of a chat.

    It is shown while the context fills up, messages have left it, or a recap is written.
    """

    shown_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = PartedLabel(self)
        self.button = PillButton(self.tr("Make room…"), self)
        self.button.setToolTip(self.tr("See what the model remembers, and add a recap"))
        self.stop_button = PillButton(self.tr("Stop"), self)
        self.stop_button.hide()
        self._state = TabState()
        self._is_compact = self._is_recap_written = False
        row = horizontal_layout(self, margins=(14, 4, 0, 4))
        row.addWidget(self.label, 1)
        row.addWidget(self.button)
        row.addWidget(self.stop_button)
        self.hide()

    def set_state(self, state: TabState) -> None:
        """Show the context of a state."""
        self._state = state
        self._show()

    def set_recap_written(self, *, is_written: bool) -> None:
        """Show whether a recap is being written."""
        self._is_recap_written = is_written
        self._show()

    def set_compact(self, *, is_compact: bool) -> None:
        """Hide the line, as in a cell of the grid."""
        self._is_compact = is_compact
        self._show()

    def _show(self) -> None:
        details = usage_texts(self._state.usage)
        parts = context_parts(self._state)
        if self._is_recap_written:
            parts = (
                Part(self.tr("Writing a recap…")),
                Part(self.tr("answers go first"), rank=1),
            )
        self.label.set_parts(parts, details="".join(f"<p>{escape(each)}</p>" for each in details))
        self.label.setAccessibleDescription(", ".join(details))
        self.button.setHidden(self._is_recap_written)
        self.stop_button.setVisible(self._is_recap_written)
        is_needed = self._is_recap_written or is_context_short(self._state)
        is_shown = is_needed and not self._is_compact
        if is_shown is self.isHidden():
            self.setVisible(is_shown)
            self.shown_changed.emit()


class ConversationFooter(QWidget):
    """Divides its height between text, files and queue: what each wants, or equal parts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page_height = 0
        self.context_line = ContextLine(self)
        self.queue_view = QueueView(self)
        self.composer = Composer(self)
        self._queue = ScrollBox(self.queue_view, self)
        self.setMaximumWidth(reading_width(self))
        self._column = vertical_layout(
            self,
            self.context_line,
            self._queue,
            self.composer,
            margins=(0, 0, 0, MARGIN_BELOW),
            spacing=SPACING,
        )
        self.context_line.shown_changed.connect(self._share)
        self._queue.wanted_changed.connect(self._share)
        self.composer.files_box.wanted_changed.connect(self._share)
        self.composer.notice.height_changed.connect(self._share)
        self.composer.edit.fitted_height.wanted_changed.connect(self._share)

    def set_page_height(self, height: int) -> None:
        """Set the height of the page, and divide it."""
        self._page_height = height
        self._share()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.setMaximumWidth(reading_width(self))

    def _share(self) -> None:
        below = MARGIN_BELOW if self._page_height > LOW_PAGE else LOW_MARGIN_BELOW
        self._column.setContentsMargins(0, 0, 0, below)
        line = self.context_line
        line_height = 0 if line.isHidden() else line.sizeHint().height()
        fixed = line_height + self.composer.frame_height()
        room = round(self._page_height * MAX_SHARE) - fixed - below - 2 * SPACING
        parts: tuple[EditHeight | ScrollBox, ...] = (
            self.composer.edit.fitted_height,
            self.composer.files_box,
            self._queue,
        )
        parts = tuple(sorted(parts, key=lambda part: part.wanted_height()))
        for place, part in enumerate(parts):
            share = max(room // (len(parts) - place), MIN_HEIGHT)
            room -= part.set_max_height(share)
