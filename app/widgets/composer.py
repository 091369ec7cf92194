"""The message box: writes, grows, sends, and never loses what was typed."""

from PySide6.QtCore import QEvent, QMimeData, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QSizePolicy,
    QWidget,
)

from app.widgets.controls import Card
from app.widgets.icons import icon_pixmap
from app.widgets.markdown.safe_text import LONGEST_UNBROKEN_RUN, has_endless_run
from app.widgets.slim_scroll_bar import use_slim_scroll_bars
from app.widgets.text_direction import follow_text_direction
from app.widgets.theme import colours_of

LONGEST_TEXT = 200_000
MOST_VISIBLE_LINES = 8
DRAFT_DELAY_MS = 500

_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class MessageEdit(QPlainTextEdit):
    """The text field inside the composer; says which of its keys mean more than text."""

    send_pressed = Signal()
    recall_pressed = Signal()
    page_pressed = Signal(int)
    paste_refused = Signal(int)
    focus_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_composing = False
        self._sends_with_ctrl_enter = False
        use_slim_scroll_bars(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setAccessibleName(self.tr("Message"))
        follow_text_direction(self)
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(self.fit_height)
        self.fit_height()

    def set_sends_with_ctrl_enter(self, is_needed: bool) -> None:
        """Choose whether plain Enter sends or breaks the line; Ctrl+Enter always sends."""
        self._sends_with_ctrl_enter = is_needed

    def show_text(self, text: str) -> None:
        """Replace the text; the cursor goes to its end."""
        self._choose_wrap_mode(text)
        self.setPlainText(text)
        self.moveCursor(self.textCursor().MoveOperation.End)

    def fit_height(self) -> None:
        """Take the height of the text, from one line to a few."""
        line = self.fontMetrics().lineSpacing()
        layout_lines = self.document().size().height()  # a plain text document counts in lines
        lines = max(1, min(MOST_VISIBLE_LINES, round(layout_lines)))
        is_higher = layout_lines > MOST_VISIBLE_LINES
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if is_higher else policy.ScrollBarAlwaysOff
        )
        self.setFixedHeight(lines * line + 2 * round(self.document().documentMargin()) + 2)

    def event(self, event: QEvent) -> bool:
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._leaves(event):
            event.ignore()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER_KEYS:
            self._on_enter(event)
        elif event.key() == Qt.Key.Key_Up and not self.toPlainText() and not self._is_composing:
            self.recall_pressed.emit()
        elif event.key() == Qt.Key.Key_PageUp and not event.modifiers():
            self.page_pressed.emit(-1)
        elif event.key() == Qt.Key.Key_PageDown and not event.modifiers():
            self.page_pressed.emit(1)
        else:
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text()
        length = self.document().characterCount() + len(text)
        if length > LONGEST_TEXT:
            self.paste_refused.emit(len(text))
            return
        self._choose_wrap_mode(text)
        self.textCursor().insertText(text)
        self.ensureCursorVisible()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_height()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.fit_height()

    def _leaves(self, event: QKeyEvent) -> bool:
        """Say whether a key is the window's: Undo is, where nothing was typed."""
        is_undo = event.matches(QKeySequence.StandardKey.Undo)
        return is_undo and not self.document().isUndoAvailable()

    def _on_enter(self, event: QKeyEvent) -> None:
        if self._is_composing:
            return  # the key belongs to the input method
        modifiers = event.modifiers()
        is_control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        is_shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        if is_control or not (is_shift or self._sends_with_ctrl_enter):
            if not event.isAutoRepeat():
                self.send_pressed.emit()
            return
        self.insertPlainText("\n")
        self.ensureCursorVisible()

    def _choose_wrap_mode(self, text: str) -> None:
        """Let endless words break anywhere: looking for a boundary in them takes minutes."""
        if len(text) > LONGEST_UNBROKEN_RUN and has_endless_run(text):
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)


class SendButton(QAbstractButton):
    """A round button: Send, or Stop while an answer is being written."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_stop = False
        self.setFixedSize(QSize(34, 34))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._name()

    @property
    def is_stop(self) -> bool:
        """Say whether a click stops instead of sends."""
        return self._is_stop

    def set_stop(self, is_stop: bool) -> None:
        """Turn into the one or the other."""
        if is_stop != self._is_stop:
            self._is_stop = is_stop
            self._name()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        back = QColor(colours.accent if self.isEnabled() else colours.hover)
        if self._is_stop:
            back = QColor(colours.text)
        painter.setBrush(back.darker(112) if self.underMouse() and self.isEnabled() else back)
        painter.drawEllipse(QRectF(self.rect()).adjusted(2, 2, -2, -2))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        ink = colours.on_accent if self.isEnabled() else colours.disabled
        name = "stop" if self._is_stop else "send"
        ink = colours.page if self._is_stop else ink
        painter.drawPixmap(8, 8, icon_pixmap(name, ink, 18, self.devicePixelRatioF()))

    def _name(self) -> None:
        words = self.tr("Stop (Esc)") if self._is_stop else self.tr("Send (Enter)")
        self.setToolTip(words)
        self.setAccessibleName(self.tr("Stop") if self._is_stop else self.tr("Send"))


class Composer(Card):
    """The message box with its button; the text stays until it is told to clear."""

    submitted = Signal(str)
    stop_requested = Signal()
    recall_requested = Signal()
    draft_changed = Signal(str)
    paste_refused = Signal(int)
    page_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, fill="raised", radius=16, has_border=True)
        self._can_send = True
        self._edit = MessageEdit(self)
        self._button = SendButton(self)
        self._draft_timer = QTimer(self)
        self._draft_timer.setSingleShot(True)
        self._draft_timer.setInterval(DRAFT_DELAY_MS)
        self._build_layout()
        self._connect()
        self.setFocusProxy(self._edit)
        self._edit.setPlaceholderText(self.tr("Write a message …"))
        self._show_what_button_does()

    @property
    def edit(self) -> MessageEdit:
        """The text field."""
        return self._edit

    @property
    def button(self) -> SendButton:
        """The Send and Stop button."""
        return self._button

    def text(self) -> str:
        """Return what is in the box."""
        return self._edit.toPlainText()

    def set_text(self, text: str) -> None:
        """Put a text into the box; this is no change by the user."""
        self._edit.show_text(text)
        self._draft_timer.stop()

    def clear(self) -> None:
        """Empty the box after its text was taken over."""
        self.set_text("")

    def recall(self, text: str) -> None:
        """Offer an older text for sending again."""
        self._edit.show_text(text)

    def set_answering(self, is_answering: bool) -> None:
        """Let the button stop while an answer is on its way."""
        self._button.set_stop(is_answering)
        self._show_what_button_does()

    def set_can_send(self, is_possible: bool) -> None:
        """Say whether messages are taken now; the box can be written in all the same."""
        self._can_send = is_possible
        self._show_what_button_does()

    def set_sends_with_ctrl_enter(self, is_needed: bool) -> None:
        """Choose whether plain Enter sends or breaks the line."""
        self._edit.set_sends_with_ctrl_enter(is_needed)

    def flush_draft(self) -> None:
        """Tell an unsaved draft at once, as before the window closes."""
        if self._draft_timer.isActive():
            self._draft_timer.stop()
            self._on_draft_settled()

    def _build_layout(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 7, 7, 7)
        row.setSpacing(8)
        row.addWidget(self._edit, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._button, 0, Qt.AlignmentFlag.AlignBottom)

    def _connect(self) -> None:
        self._edit.send_pressed.connect(self._submit)
        self._edit.recall_pressed.connect(self.recall_requested)
        self._edit.page_pressed.connect(self.page_requested)
        self._edit.paste_refused.connect(self.paste_refused)
        self._edit.focus_changed.connect(self.set_lit)
        self._edit.textChanged.connect(self._on_text_changed)
        self._button.clicked.connect(self._on_button_clicked)
        self._draft_timer.timeout.connect(self._on_draft_settled)

    def _submit(self) -> None:
        if self._can_send and self.text().strip():
            self.submitted.emit(self.text())

    def _on_button_clicked(self) -> None:
        if self._button.is_stop:
            self.stop_requested.emit()
        else:
            self._submit()

    def _on_text_changed(self) -> None:
        self._show_what_button_does()
        if not self._draft_timer.isActive():
            self._draft_timer.start()

    def _on_draft_settled(self) -> None:
        self.draft_changed.emit(self.text())

    def _show_what_button_does(self) -> None:
        is_blank = self._edit.document().isEmpty()
        self._button.setEnabled(self._button.is_stop or (self._can_send and not is_blank))
