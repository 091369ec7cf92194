"""The files and pictures that went with one's own message, each to be seen by a click."""

from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from app.domain import Attachment, AttachmentKind
from app.widgets.composer.file_chips import CHIP_SPACING, FileButton, short_name
from app.widgets.composer.picture_button import PictureButton
from app.widgets.kit.controls import Card
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.text import format_bytes, length_text
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import without_hidden
from app.widgets.transcript.requests import MessageRequests

_MOST = QSize(320, 200)


class SentFiles(QWidget):
    """Pictures, names and sizes in rows; copying and editing leave them out."""

    def __init__(self, requests: MessageRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self._files: tuple[Attachment, ...] = ()
        self._chips: tuple[QWidget, ...] = ()
        self._rows = FlowLayout(spacing=CHIP_SPACING)
        self.setLayout(self._rows)

    @property
    def buttons(self) -> tuple[FileButton, ...]:
        """The buttons in the order of the files."""
        return tuple(button for chip in self._chips for button in chip.findChildren(FileButton))

    @property
    def pictures(self) -> tuple[PictureButton, ...]:
        """The pictures in the order of the files."""
        return tuple(each for each in self._chips if isinstance(each, PictureButton))

    def show_files(self, files: tuple[Attachment, ...]) -> None:
        """Show these files instead."""
        if files == self._files:
            return
        self._files = files
        for chip in self._chips:
            self._rows.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = tuple(map(self._chip, sorted(files, key=lambda file: file.picture is None)))
        for chip in self._chips:
            self._rows.addWidget(chip)
            chip.show()

    def wanted_width(self, most: int) -> int:
        """Return how wide the widest row becomes where there is so much room."""
        return self._rows.used_width(most)

    def fit(self, width: int) -> int:
        """Lay the files out for a width; return the height that this takes."""
        height = self._rows.heightForWidth(width)
        self.resize(width, height)
        return height

    def _chip(self, file: Attachment) -> QWidget:
        picture = file.picture
        if picture is not None:
            shown = PictureButton(picture, self._requests.pictures, _MOST, self)
            shown.clicked.connect(partial(self._on_clicked, file))
            return shown
        chip = Card(self, fill="raised", radius=8)
        name, size = without_hidden(file.name), format_bytes(file.byte_count)
        text, hint = (
            self.tr("File {name}, {size}"),
            self.tr("Click to see the text that the model reads."),
        )
        if file.kind is AttachmentKind.SOUND:
            size = length_text(file.sound.seconds) if file.sound is not None else size
            text, hint = self.tr("Sound {name}, {size}"), self.tr("Click to save the sound.")
        button = FileButton(f"{short_name(name)}  ·  {size}", chip)
        button.setAccessibleName(fill(text, name=name, size=size))
        button.setToolTip(hint)
        button.clicked.connect(partial(self._on_clicked, file))
        horizontal_layout(chip, button, margins=(2, 2, 2, 2))
        return chip

    def _on_clicked(self, file: Attachment, *_checked: bool) -> None:
        self._requests.file_requested.emit(file)
