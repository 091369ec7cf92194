"""Choosing, pasting, previewing and limiting the files attached to a message."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QPlainTextEdit, QWidget

from app.domain.messages import TextFile
from app.widgets.composer.file_chips import FileChips
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.copied_sign import copy_from
from app.widgets.kit.forms import dialog_buttons
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.theme import code_font
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import with_broken_lines, with_hidden_shown, without_hidden

LONGEST_FILES = 1_000_000  # characters of all files of a message together
SHOWN_CHARS = 100_000


class FilePreview(QDialog):
    """Shows the beginning of a file as plain text, as the model reads it.

    Copy and Save use the whole text.
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
        self.text.setPlainText(with_broken_lines(with_hidden_shown(file.text[:SHOWN_CHARS])))
        self.text.setAccessibleName(file.name)
        text = self.tr("{count:,} characters of text, as the model sees them.")
        text = fill(text, count=len(file.text))
        if len(file.text) > SHOWN_CHARS:
            text += " " + self.tr("Only the beginning is shown here.")
        column = vertical_layout(self, MutedLabel(text, self))
        column.addWidget(self.text, 1)
        column.addWidget(self._build_buttons(can_save=can_save))
        resize_on_screen(self, QSize(680, 480))

    def _build_buttons(self, *, can_save: bool) -> QDialogButtonBox:
        buttons = dialog_buttons(self, reject=self.tr("Close"))
        self.copy_button = PillButton(self.tr("Copy"))
        self.save_button = PillButton(self.tr("Save as…"))
        for button in (self.copy_button, self.save_button):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        self.save_button.setVisible(can_save)
        self.copy_button.clicked.connect(lambda: copy_from(self.copy_button, self._file.text))
        self.save_button.clicked.connect(self.save_requested)
        return buttons


class MessageFiles(QObject):
    """Adds files to the chips of a message box.

    Chosen paths are emitted as offered; they become chips once they have been read.
    """

    def __init__(
        self,
        chips: FileChips,
        box: QWidget,
        *,
        on_offered: Callable[[tuple[str, ...]], None],
        on_refused: Callable[[str], None],
    ) -> None:
        super().__init__(box)
        self._chips = chips
        self._box = box
        self._on_offered = on_offered
        self._on_refused = on_refused
        chips.preview_requested.connect(self._show)

    def add(self, file: TextFile) -> None:
        """Add a file, unless all files together would be too long."""
        if len(file.text) <= self.room():
            self._chips.add(file)
            return
        count = LONGEST_FILES - self.room() + len(file.text)
        text = self.tr(
            "With “{name}” the files of this message are too long together ({count:,} characters; "
            "the limit is {limit:,})."
        )
        if len(file.text) > LONGEST_FILES:
            count = len(file.text)
            text = self.tr("“{name}” is too large ({count:,} characters; the limit is {limit:,}).")
        self._on_refused(fill(text, name=file.name, count=count, limit=LONGEST_FILES))

    def room(self) -> int:
        """Return the number of characters that further files may have."""
        return LONGEST_FILES - sum(len(each.text) for each in self._chips.files())

    def add_pasted(self, text: str) -> None:
        """Add a long text from the clipboard as a file with an unused name."""
        taken = {file.name for file in self._chips.files()}
        names = (fill(self.tr("Pasted text {number}"), number=number) for number in range(1, 1000))
        self.add(TextFile(next(name for name in names if name not in taken), text))

    def ask(self) -> None:
        """Ask the user for files."""
        dialog = QFileDialog(self._box, self.tr("Add files to the message"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters(
            [
                self.tr(
                    "Pictures, sounds, text and documents (*.png *.jpg *.jpeg *.webp *.gif *.bmp "
                    "*.tif *.tiff *.wav *.mp3 *.flac *.txt *.md *.csv *.json *.log *.py *.js *.c "
                    "*.cpp *.h *.pdf *.docx *.rtf *.xlsx *.xls *.pptx *.odt *.ods *.odp *.epub "
                    "*.html *.htm *.mhtml)"
                ),
                self.tr("All files (*)"),
            ]
        )
        dialog.filesSelected.connect(lambda paths: self._on_offered(tuple(paths)))
        dialog.open()

    def _show(self, file: TextFile) -> None:
        FilePreview(file, self._box).open()
