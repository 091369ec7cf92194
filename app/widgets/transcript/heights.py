"""The heights of stacked rows: estimates, and sums that give the top of each row."""

from collections.abc import Iterable

from PySide6.QtGui import QFont, QFontMetricsF

from app.domain.messages import Message, Role
from app.widgets.kit.theme import TypeSize, code_font, sized_font
from app.widgets.markdown.blocks import Block, BlockKind
from app.widgets.markdown.safe_text import cut_for_drawing
from app.widgets.markdown.text_style import line_height, paragraph_gap
from app.widgets.transcript.code_view import code_line_height

FOOTER_HEIGHT = 30
FILES_HEIGHT = 36
CARD_HEIGHT = 40  # of a folded call
PICTURES_HEIGHT = 150  # added if one of the files is a picture
CODE_FRAME_HEIGHT = 60  # above and below the lines of code


class TextEstimate:
    """Estimates heights from the number of lines in one font, until they are measured."""

    def __init__(self, font: QFont) -> None:
        reading = sized_font(font, TypeSize.READING)
        self._line = line_height(reading)
        self._char_width = QFontMetricsF(reading).averageCharWidth() * 1.05
        self._gap = paragraph_gap(reading)
        self._code_line = code_line_height(code_font(reading))

    def message_height(self, message: Message, width: int) -> int:
        """Return the estimated height of a message at a width, in pixels."""
        if message.role is Role.TOOL:
            return CARD_HEIGHT  # folded, unless it asks
        is_own = message.role is Role.USER
        text = cut_for_drawing(message.text)
        inner = width * 0.86 - 28 if is_own else width
        gap = self._line if is_own else self._gap
        foot = FOOTER_HEIGHT + (FILES_HEIGHT if message.attachments else 0)
        if any(each.picture for each in message.attachments):
            foot += PICTURES_HEIGHT
        return round(self._lines(text, inner) + text.count("\n\n") * gap) + foot

    def block_height(self, block: Block, width: int) -> int:
        """Return the estimated height of a block of a text at a width, in pixels."""
        if block.kind is BlockKind.CODE:
            line_count = block.source.rstrip("\n").count("\n") + 1
            return round(line_count * self._code_line) + CODE_FRAME_HEIGHT
        gap = 0.0 if block.kind is BlockKind.PLAIN else self._gap
        return round(self._lines(block.source, width) + gap)

    def _lines(self, text: str, width: float) -> float:
        line_chars = max(10, int(width / self._char_width))
        # Called for hundreds of messages when a chat is opened, and most lines are short.
        lengths = list(map(len, text.split("\n")))
        more = sum([(length - 1) // line_chars for length in lengths if length > line_chars])
        return max(1, len(lengths) - lengths.count(0) + more) * self._line


class HeightIndex:
    """Sums of heights in a Fenwick tree: all operations take logarithmic time."""

    def __init__(self, heights: Iterable[int] = ()) -> None:
        self._heights = list(heights)
        self._sums = [0, *self._heights]
        for place in range(1, len(self._sums)):
            above = place + (place & -place)
            if above < len(self._sums):
                self._sums[above] += self._sums[place]

    def __len__(self) -> int:
        return len(self._heights)

    @property
    def total(self) -> int:
        """The height of all rows."""
        return self.top(len(self._heights))

    def height(self, row: int) -> int:
        """Return the height of one row."""
        return self._heights[row]

    def top(self, row: int) -> int:
        """Return the top of a row; the row after the last begins at the end."""
        total = 0
        while row:
            total += self._sums[row]
            row &= row - 1
        return total

    def set_height(self, row: int, height: int) -> None:
        """Set the height of one row."""
        change = height - self._heights[row]
        self._heights[row] = height
        place = row + 1
        while change and place < len(self._sums):
            self._sums[place] += change
            place += place & -place

    def append(self, height: int) -> None:
        """Add a row at the end."""
        self._heights.append(height)
        place = len(self._heights)
        self._sums.append(height)
        below = place - 1
        while below > place - (place & -place):
            self._sums[place] += self._sums[below]
            below &= below - 1

    def row_at(self, y: int) -> int:
        """Return the row at a height; the first row above all, the last row below all."""
        row, bit = 0, 1 << len(self._heights).bit_length()
        while bit:
            if row + bit < len(self._sums) and self._sums[row + bit] <= y:
                row += bit
                y -= self._sums[row]
            bit >>= 1
        return max(0, min(row, len(self._heights) - 1))
