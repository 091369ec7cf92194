"""A look at what is chosen in the palette: the last words of a chat, a hit in its message."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QTextEdit, QWidget

from app.domain import Preview, Role, TextRange, without_marks
from app.widgets.commands.palette_items import PaletteItem
from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.theme import colours_of
from app.widgets.markdown.safe_text import with_display_breaks, with_hidden_marked


class PalettePreview(QFrame):
    """Never takes the keyboard; what it shows is plain text, whoever wrote it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._speaker = MutedLabel()
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setAccessibleName(self.tr("Preview"))
        self.text.viewport().setAutoFillBackground(False)
        self.text.document().setDocumentMargin(0)
        font = QFont(self._title.font())
        font.setWeight(QFont.Weight.DemiBold)
        self._title.setFont(font)
        column = vertical_layout(
            self, self._title, self._speaker, margins=(14, 10, 6, 8), spacing=6
        )
        column.addWidget(self.text, 1)

    def show_item(self, item: PaletteItem | None) -> None:
        """Show what is known of a row at once."""
        self._title.setText(
            "" if item is None else item.text if item.message_id is None else item.detail
        )
        self._speaker.setText("" if item is None or item.message_id is not None else item.detail)
        self._set_text("")

    def show_words(self, text: str) -> None:
        """Show a text that is no message."""
        self._set_text(text)

    def show_preview(self, preview: Preview) -> None:
        """Show a piece of a message, from what was found in it."""
        self._speaker.setText(self._name_of(preview.role))
        text, found = without_marks(preview.text, preview.found)
        self._set_text(text, found)
        if not found:  # the last words are what was said last
            bar = self.text.verticalScrollBar()
            bar.setValue(bar.maximum() if preview.message_id is None else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._title.text():
            return  # there is nothing to keep apart
        painter = QPainter(self)
        colour = QColor(colours_of(self.palette()).border)
        painter.fillRect(0, 4, 1, self.height() - 8, colour)

    def _name_of(self, role: Role) -> str:
        return {
            Role.USER: self.tr("You"),
            Role.ASSISTANT: self.tr("Answer"),
            Role.SYSTEM: self.tr("System prompt"),
        }[role]

    def _set_text(self, text: str, found: tuple[TextRange, ...] = ()) -> None:
        shown = with_hidden_marked(text)
        self.text.setPlainText(shown if found else with_display_breaks(shown))
        self._speaker.setVisible(bool(self._speaker.text()))
        marks = [self._mark(each) for each in found if each.end <= len(shown)]
        self.text.setExtraSelections(marks)
        if found:
            cursor = QTextCursor(self.text.document())
            cursor.setPosition(min(found[0].start, len(shown)))
            self.text.setTextCursor(cursor)
            self.text.centerCursor()

    def _mark(self, found: TextRange) -> QTextEdit.ExtraSelection:
        look = QTextCharFormat()
        look.setForeground(QColor(colours_of(self.palette()).accent))
        look.setBackground(QColor(colours_of(self.palette()).bubble))
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(found.start)
        cursor.setPosition(found.end, QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = look
        return selection
