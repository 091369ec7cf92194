"""About how tall a message will be, from its text alone."""

from PySide6.QtGui import QFont, QFontMetricsF

from app.domain import Message, Role
from app.widgets.markdown.safe_text import cut_for_drawing
from app.widgets.markdown.text_style import LINE_HEIGHT_PERCENT
from app.widgets.theme import TypeSize, sized_font

FOOT_HEIGHT = 50
READ_LETTERS = 4000  # of a long text; the rest is taken to be like them


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
        seen = text[:READ_LETTERS]
        lines = paragraphs = 0
        for line in seen.split("\n"):
            if line.strip() or is_own:
                lines += 1 + int(len(line) // letters)
            else:
                paragraphs += 1
        share = len(text) / len(seen) if seen else 1.0
        return round((lines * self._line + paragraphs * self._gap) * share) + FOOT_HEIGHT
