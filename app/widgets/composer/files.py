"""The files that go with a message: chosen, pasted as a long text, shown, and limited."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from app.domain import TextFile
from app.widgets.composer.file_chips import FileChips
from app.widgets.composer.file_preview import FilePreview
from app.widgets.kit.translation import fill

LONGEST_FILES = 1_000_000  # letters of all files of a message together


class MessageFiles(QObject):
    """Takes files into the chips of a message box.

    A path only leads to a file once it was read, so what is chosen is handed on as offered.
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
        """Add a file, unless the files would be too long together."""
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
        """Return how many characters further files may have."""
        return LONGEST_FILES - sum(len(each.text) for each in self._chips.files())

    def add_pasted(self, text: str) -> None:
        """Add a long text from the clipboard as a file with a free name."""
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
                    "*.cpp *.h *.pdf *.docx *.xlsx *.pptx *.odt *.ods *.odp *.epub *.html *.htm)"
                ),
                self.tr("All files (*)"),
            ]
        )
        dialog.filesSelected.connect(lambda paths: self._on_offered(tuple(paths)))
        dialog.open()

    def _show(self, file: TextFile) -> None:
        FilePreview(file, self._box).open()
