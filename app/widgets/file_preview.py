"""Shows the text of a file that goes with a message."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from app.domain import TextFile
from app.widgets.controls import MutedLabel
from app.widgets.dialog_buttons import dialog_buttons
from app.widgets.figures import figure
from app.widgets.slim_scroll_bar import use_slim_scroll_bars
from app.widgets.theme import code_font

SHOWN_LETTERS = 100_000


class FilePreview(QDialog):
    """The beginning of a file, as the model will read it; never drawn as anything but text."""

    def __init__(self, file: TextFile, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(file.name)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._text = QPlainTextEdit(self)
        self._text.setReadOnly(True)
        self._text.setFont(code_font(self.font()))
        self._text.setPlainText(file.text[:SHOWN_LETTERS])
        self._text.setAccessibleName(file.name)
        use_slim_scroll_bars(self._text)
        words = self.tr("The model reads %1 letters of text.").replace("%1", figure(len(file.text)))
        if len(file.text) > SHOWN_LETTERS:
            words += " " + self.tr("Only their beginning is shown here.")
        column = QVBoxLayout(self)
        column.addWidget(MutedLabel(words, self))
        column.addWidget(self._text, 1)
        column.addWidget(dialog_buttons(self, reject=self.tr("Close")))
        self.resize(680, 480)

    @property
    def text(self) -> QPlainTextEdit:
        """Where the text stands."""
        return self._text
