"""A block of code in the transcript: language, Copy button, its own horizontal scroll bar."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QTextCursor, QWheelEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.controls import Card, IconButton, MutedLabel
from app.widgets.markdown.code_highlight import CodeHighlighter
from app.widgets.markdown.safe_text import with_broken_lines, with_hidden_shown
from app.widgets.slim_scroll_bar import use_slim_scroll_bars
from app.widgets.theme import code_font, colours_of


class CodeText(QPlainTextEdit):
    """Code that is as tall as its lines and never wraps."""

    focus_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        use_slim_scroll_bars(self)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.horizontalScrollBar().rangeChanged.connect(self.fit_height)

    def fit_height(self) -> None:
        """Take the height of all lines, and of the scroll bar where one is needed."""
        lines = self.blockCount() * self.fontMetrics().lineSpacing()
        bar = self.horizontalScrollBar()
        bar_height = bar.sizeHint().height() if bar.maximum() > 0 else 0
        margin = round(2 * self.document().documentMargin())
        self.setFixedHeight(lines + margin + bar_height + 4)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        is_sideways = abs(event.angleDelta().x()) > abs(event.angleDelta().y())
        is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if is_sideways or is_shifted:
            super().wheelEvent(event)
        else:
            event.ignore()


class CodeView(QWidget):
    """Shows code that may still grow; it gets its colours when it is complete."""

    def __init__(self, language: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._code = ""
        self._language = language
        self._is_finished = False
        self._label = MutedLabel(parent=self)
        self._copy = IconButton("copy", self.tr("Copy code"), self, size=15)
        self._copy.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._text = CodeText(self)
        self._highlighter = CodeHighlighter(self._text.document())
        self._build_layout()
        self._copy.clicked.connect(self._on_copy_clicked)
        self._dress()
        self.set_language(language)

    @property
    def code(self) -> str:
        """The code as it was written, without what is changed for drawing."""
        return self._code

    @property
    def language(self) -> str:
        """The language as the fence names it."""
        return self._language

    def is_colouring(self) -> bool:
        """Say whether some lines still wait for their colours."""
        return self._highlighter.is_busy()

    def text_cursor(self) -> QTextCursor:
        """Return the cursor with what is selected."""
        return self._text.textCursor()

    @property
    def copy_button(self) -> QToolButton:
        """The button that copies the code."""
        return self._copy

    def set_language(self, language: str) -> None:
        """Name the language above the code and to screen readers."""
        self._language = language
        words = language or self.tr("text")
        self._label.setText(words)
        self._text.setAccessibleName(self.tr("Code, %1").replace("%1", words))

    def grow_to(self, code: str) -> None:
        """Show longer code; what is there already is not touched."""
        code = code.rstrip("\n")
        old, new = _drawn(self._code), _drawn(code)
        self._code = code
        if new.startswith(old):
            cursor = QTextCursor(self._text.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(new[len(old) :])
        else:
            self._text.setPlainText(new)
        self._text.fit_height()

    def finish(self, code: str, language: str) -> None:
        """Show the complete code and colour it."""
        self.set_language(language)
        self.grow_to(code)
        self._is_finished = True
        self._colour()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._dress()

    def _build_layout(self) -> None:
        card = Card(self, fill="code", radius=10)
        self._text.focus_changed.connect(card.set_lit)
        header = QHBoxLayout()
        header.setContentsMargins(12, 4, 4, 0)
        header.addWidget(self._label, 1)
        header.addWidget(self._copy)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(0, 0, 0, 4)
        inside.setSpacing(0)
        inside.addLayout(header)
        text_row = QHBoxLayout()
        text_row.setContentsMargins(8, 0, 8, 0)
        text_row.addWidget(self._text)
        inside.addLayout(text_row)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 12)
        outside.addWidget(card)

    def _dress(self) -> None:
        self._text.setFont(code_font(self.font()))
        self._text.fit_height()
        if self._is_finished:
            self._colour()

    def _colour(self) -> None:
        self._highlighter.start(_drawn(self._code), self._language, colours_of(self.palette()))

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self._code)
        self._copy.set_icon_name("check")
        self._copy.set_text(self.tr("Copied"))


def _drawn(code: str) -> str:
    return with_broken_lines(with_hidden_shown(code))
