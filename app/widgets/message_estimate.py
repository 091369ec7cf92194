"""About how tall a message will be, from its text alone."""

from PySide6.QtGui import QFont, QFontMetricsF

from app.domain import Message, Role
from app.widgets.markdown.safe_text import cut_for_drawing
from app.widgets.markdown.text_style import LINE_HEIGHT_PERCENT
from app.widgets.theme import TypeSize, sized_font

FOOT_HEIGHT = 50
FILES_HEIGHT = 36


class MessageEstimate:
    """Counts lines in one font; a laid out height takes its place sooner or later."""

    def __init__(self, font: QFont) -> None:
        metrics = QFontMetricsF(sized_font(font, TypeSize.READING))
        self._line = metrics.height() * LINE_HEIGHT_PERCENT / 100
        self._letter = metrics.averageCharWidth() * 1.1
        self._gap = metrics.height() * 0.62

    def height(self, message: Message, width: int) -> int:
        """Return about how tall a message will be at a width."""
        is_own = message.role is Role.USER
        letters = max(10, (width * 0.86 - 28 if is_own else width) / self._letter)
        text = cut_for_drawing(message.text)
        line_count, gap_count = text.count("\n") + 1, text.count("\n\n")
        # A line that was begun anew leaves half of the one above it empty.
        lines = len(text) / letters + (line_count - 2 * gap_count) / 2 + gap_count / 2
        gap = self._line if is_own else self._gap
        foot = FOOT_HEIGHT + (FILES_HEIGHT if message.attachments else 0)
        return round(max(1.0, lines) * self._line + gap_count * gap) + foot
