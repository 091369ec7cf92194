"""The bubble of a user's message: the text, and under it the files that went with it."""

import math

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget

from app.domain import Message
from app.widgets.kit.controls import Card
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.markdown.text_style import LINE_HEIGHT_PERCENT
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.requests import MessageRequests
from app.widgets.transcript.sent_files import SentFiles

SHARE = 0.86  # of the column, at most
PADDING = 14
HEADROOM = 9
FILE_PADDING = 8
LONGEST_MEASURED_LINE = 300


class OwnBubble(Card):
    """As wide as its longest line or its files want it, as tall as that takes."""

    def __init__(
        self, requests: MessageRequests, parent: QWidget | None = None, *, longest: int
    ) -> None:
        super().__init__(parent, fill="bubble", radius=14)
        self.body = MessageBody(requests, self, is_lazy=True, longest=longest)
        self.files: SentFiles | None = None  # built for the first message that has any
        self._requests = requests
        self._text = ""

    def show_message(self, message: Message) -> None:
        """Show the text as it stands, and its files."""
        self._text = message.text
        self.body.show_plain(message.text)
        if message.attachments and self.files is None:
            self.files = SentFiles(self._requests, self)
        if self.files is not None:
            self.files.show_files(message.attachments)
        self.body.setVisible(not self._is_silent())

    def fit(self, width: int) -> QSize:
        """Lay everything out within a width; return how large the bubble becomes."""
        metrics = QFontMetricsF(sized_font(self.font(), TypeSize.READING))
        wanted = 0 if self._is_silent() else self._text_width(metrics)
        most = round(width * SHARE)
        side = FILE_PADDING if self._is_silent() else PADDING  # files stand under the letters
        if self.files is not None:
            files_width = self.files.wanted_width(most - 2 * side)
            wanted = max(wanted, files_width + 2 * side)
        bubble_width = max(40, min(most, wanted))
        height = HEADROOM
        if not self._is_silent():
            # A line's leading lies under its letters: shifted, they stand in the middle.
            shift = round(metrics.height() * (LINE_HEIGHT_PERCENT - 100) / 200)
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
        longest = max(lines, key=len)[:LONGEST_MEASURED_LINE]
        return math.ceil(metrics.horizontalAdvance(longest)) + 2 * PADDING + 2
