"""Shows the text of a file that goes with a message."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QWidget

from app.domain import TextFile
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.copied_sign import copy_from
from app.widgets.kit.forms import dialog_buttons
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.theme import code_font
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import with_broken_lines, with_hidden_shown, without_hidden

SHOWN_LETTERS = 100_000


class FilePreview(QDialog):
    """The beginning of a file, as the model reads it; never drawn as anything but text.

    Copied and saved is all of it.
    """

    save_requested = Signal()

    def __init__(
        self, file: TextFile, parent: QWidget | None = None, *, can_save: bool = False
    ) -> None:
        super().__init__(parent)
        self._file = file
        self.setWindowTitle(without_hidden(file.name))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.text = QPlainTextEdit(self, readOnly=True)
        self.text.setFont(code_font(self.font()))
        self.text.setPlainText(with_broken_lines(with_hidden_shown(file.text[:SHOWN_LETTERS])))
        self.text.setAccessibleName(file.name)
        text = self.tr("The model reads {count:,} characters of text.")
        text = fill(text, count=len(file.text))
        if len(file.text) > SHOWN_LETTERS:
            text += " " + self.tr("Only the beginning is shown here.")
        column = vertical_layout(self, MutedLabel(text, self))
        column.addWidget(self.text, 1)
        column.addWidget(self._build_buttons(can_save=can_save))
        resize_on_screen(self, QSize(680, 480))

    def _build_buttons(self, *, can_save: bool) -> QDialogButtonBox:
        buttons = dialog_buttons(self, reject=self.tr("Close"))
        self.copy_button = PillButton(self.tr("Copy"))
        self.save_button = PillButton(self.tr("Save as …"))
        for button in (self.copy_button, self.save_button):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        self.save_button.setVisible(can_save)
        self.copy_button.clicked.connect(lambda: copy_from(self.copy_button, self._file.text))
        self.save_button.clicked.connect(self.save_requested)
        return buttons
