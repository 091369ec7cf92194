"""The bubble of a user's message: the text, and below it the attached files."""

import math
from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget

from app.domain.messages import Attachment, Message
from app.media.pictures import AttachmentKind
from app.widgets.composer.file_chips import (
    CHIP_SPACING,
    FileButton,
    PictureButton,
    size_text,
)
from app.widgets.kit.controls import Card
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.text import format_bytes, length_text
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import without_hidden
from app.widgets.markdown.text_style import line_height
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.message_requests import MessageRequests

SHARE = 0.86  # the maximum share of the column
NARROW_CHARS = 24  # a bubble of fewer takes the whole column, so that words stay whole
PADDING = 14
HEADROOM = 9
FILE_PADDING = 8
MAX_MEASURED_CHARS = 300
_MOST = QSize(320, 200)


class SentFiles(QWidget):
    """Pictures, names and sizes in rows; they are not part of copying and editing."""

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
        """Replace the files."""
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

    def wanted_width(self, room: int) -> int:
        """Return the width of the widest row within ``room`` pixels."""
        return self._rows.used_width(room)

    def fit(self, width: int) -> int:
        """Lay the files out for a width; return the height."""
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
        name = without_hidden(file.name)
        size = size_text(file.page_count, file.word_count) or format_bytes(file.byte_count)
        text, hint = (
            self.tr("File {name}, {size}"),
            self.tr("Click to see the text that the model reads."),
        )
        if file.kind is AttachmentKind.SOUND:
            size = length_text(file.sound.seconds) if file.sound is not None else size
            text, hint = self.tr("Sound {name}, {size}"), self.tr("Click to save the sound.")
        button = FileButton(chip)
        button.set_name(name, size)
        button.setAccessibleName(fill(text, name=name, size=size))
        button.setToolTip(hint)
        button.clicked.connect(partial(self._on_clicked, file))
        horizontal_layout(chip, button, margins=(2, 2, 2, 2))
        return chip

    def _on_clicked(self, file: Attachment, *_checked: bool) -> None:
        self._requests.file_requested.emit(file)


class OwnBubble(Card):
    """As wide as its longest line or its files, within a share of the column."""

    def __init__(
        self, requests: MessageRequests, parent: QWidget | None = None, *, max_chars: int
    ) -> None:
        super().__init__(parent, fill="bubble", radius=14)
        self.body = MessageBody(requests, self, is_lazy=True, max_chars=max_chars)
        self.files: SentFiles | None = None  # built when first needed
        self._requests = requests
        self._text = ""

    def show_message(self, message: Message) -> None:
        """Show the plain text of a message, and its files."""
        self._text = message.text
        self.body.show_plain(message.text)
        if message.attachments and self.files is None:
            self.files = SentFiles(self._requests, self)
        if self.files is not None:
            self.files.show_files(message.attachments)
        self.body.setVisible(not self._is_silent())

    def fit(self, width: int) -> QSize:
        """Lay everything out within a width; return the size of the bubble."""
        font = sized_font(self.font(), TypeSize.READING)
        metrics = QFontMetricsF(font)
        wanted = 0 if self._is_silent() else self._text_width(metrics)
        narrow = round(NARROW_CHARS * metrics.averageCharWidth()) + 2 * PADDING
        max_width = max(round(width * SHARE), min(width, narrow))
        side = FILE_PADDING if self._is_silent() else PADDING  # files are below the text
        if self.files is not None:
            files_width = self.files.wanted_width(max_width - 2 * side)
            wanted = max(wanted, files_width + 2 * side)
        bubble_width = max(40, min(max_width, wanted))
        height = HEADROOM
        if not self._is_silent():
            # The leading of a line is below its characters; shifted, they are in the middle.
            shift = round((line_height(font) - metrics.height()) / 2)
            self.body.move(PADDING, height + shift)
            height += self.body.fit(bubble_width - 2 * PADDING) + HEADROOM
        if self.files is not None:
            top = height if not self._is_silent() else FILE_PADDING
            self.files.move(side, top)
            height = top + self.files.fit(bubble_width - 2 * side) + side
        return QSize(bubble_width, height)

    def _is_silent(self) -> bool:
        return self.files is not None and not self._text.strip()

    def _text_width(self, metrics: QFontMetricsF) -> int:
        lines = self._text[:20_000].split("\n")
        longest = max(lines, key=len)[:MAX_MEASURED_CHARS]
        return math.ceil(metrics.horizontalAdvance(longest)) + 2 * PADDING + 2
