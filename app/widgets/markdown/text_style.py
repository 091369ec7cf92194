"""The formats of prose, built from a widget's font and palette."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextFormat,
    QTextFrameFormat,
    QTextListFormat,
    QTextTableFormat,
)

from app.widgets.kit.theme import Colours, code_font, scaled_font

QUOTE_DEPTH = QTextFormat.Property.UserProperty.value + 1
IS_RULE = QTextFormat.Property.UserProperty.value + 2
IS_MIRRORED = QTextFormat.Property.UserProperty.value + 3
COPIED_TEXT = QTextFormat.Property.UserProperty.value + 4  # of a span that is drawn differently
ALERT = QTextFormat.Property.UserProperty.value + 5  # the kind of an alert, of its title
BAR_COLOUR = QTextFormat.Property.UserProperty.value + 6  # of the bars of an alert
DEFINITION = QTextFormat.Property.UserProperty.value + 7  # a number of the two below
QUOTE_INDENTS = QTextFormat.Property.UserProperty.value + 8  # of each bar, in steps of lists
IS_STRONG = QTextFormat.Property.UserProperty.value + 9  # of a span between two asterisks
TERM, MEANING = 1, 2
ALERT_COLOURS = {
    "NOTE": "accent",
    "TIP": "success",
    "IMPORTANT": "code_keyword",
    "WARNING": "warning",
    "CAUTION": "danger",
}
QUOTE_STEP = 16  # from one bar to the next
LINE_SHARE = 1.6  # the distance of two lines, as a share of the type size: 24 pixels for 15
HEADING_SHARES = {1: 20 / 15, 2: 17 / 15}  # of the type size; those of lower levels have it
DEEPEST_INDENT = 8
BULLET_STRETCH = 200  # percent


def line_height(font: QFont) -> int:
    """Return the distance of two lines in pixels."""
    return round(LINE_SHARE * QFontInfo(font).pixelSize())


def paragraph_gap(font: QFont) -> float:
    """Return the space between two paragraphs in pixels."""
    return line_height(font) / 2


@dataclass(frozen=True)  # without slots: formats are made once and copied
class TextStyle:
    """Colours and body font of a message."""

    colours: Colours
    font: QFont

    @cached_property
    def gap(self) -> float:
        """The space between two paragraphs."""
        return paragraph_gap(self.font)

    @cached_property
    def _body(self) -> QTextCharFormat:
        text = QTextCharFormat()
        text.setFont(self.font)
        text.setForeground(QColor(self.colours.text))
        return text

    @cached_property
    def _paragraph(self) -> QTextBlockFormat:
        block = QTextBlockFormat()
        # Qt rounds the height of a line up before it applies the percentage.
        natural = math.ceil(QFontMetricsF(self.font).height())
        percent = 100 * line_height(self.font) / natural
        block.setLineHeight(percent, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        block.setBottomMargin(self.gap)
        return block

    def body(self) -> QTextCharFormat:
        """Return the format of plain text."""
        return QTextCharFormat(self._body)

    def muted(self, text: QTextCharFormat) -> QTextCharFormat:
        """Return the same format in the muted colour."""
        quiet = QTextCharFormat(text)
        quiet.setForeground(QColor(self.colours.muted))
        return quiet

    def heading(self, level: int) -> QTextCharFormat:
        """Return the format of a heading's text."""
        text = self.body()
        share = HEADING_SHARES.get(level, 1.0)
        text.setFont(scaled_font(self.font, share, is_bold=True))
        return text

    def code(self, text: QTextCharFormat) -> QTextCharFormat:
        """Return the format of code inside a line with the format ``text``."""
        code = QTextCharFormat(text)
        code.setFont(code_font(text.font()))
        code.setBackground(QBrush(QColor(self.colours.code)))
        return code

    def raised(self, text: QTextCharFormat, source: str) -> QTextCharFormat:
        """Return the format of a footnote's number, which is copied as ``source``."""
        raised = QTextCharFormat(text)
        raised.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
        raised.setForeground(QColor(self.colours.accent))
        raised.setProperty(COPIED_TEXT, source)
        return raised

    def alert_colour(self, kind: str) -> str:
        """Return the colour of the bar and the title of an alert."""
        return str(getattr(self.colours, ALERT_COLOURS[kind]))

    def link(self, text: QTextCharFormat, target: str) -> QTextCharFormat:
        """Return the format of a link."""
        link = QTextCharFormat(text)
        link.setAnchor(True)
        link.setAnchorHref(target)
        link.setForeground(QColor(self.colours.accent))
        link.setFontUnderline(True)
        return link

    def paragraph(
        self,
        *,
        indent: int = 0,
        quotes: Sequence[int] = (),
        is_mirrored: bool = False,
        bar_colour: str = "",
    ) -> QTextBlockFormat:
        """Return the format of a paragraph; a mirrored quote has its bars on the right.

        ``quotes`` has the indent of each quote around the paragraph, from the outermost.
        """
        block = QTextBlockFormat(self._paragraph)
        block.setIndent(min(indent, DEEPEST_INDENT))
        if quotes:
            block.setProperty(QUOTE_DEPTH, len(quotes))
            block.setProperty(QUOTE_INDENTS, [min(each, DEEPEST_INDENT) for each in quotes])
            block.setProperty(IS_MIRRORED, int(is_mirrored))
            if bar_colour:
                block.setProperty(BAR_COLOUR, bar_colour)
            set_margin = block.setRightMargin if is_mirrored else block.setLeftMargin
            set_margin(QUOTE_STEP * min(len(quotes), DEEPEST_INDENT))
        return block

    def spacer(self, height: float) -> QTextBlockFormat:
        """Return the format of an empty line of this height."""
        block = QTextBlockFormat()
        block.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return block

    def bullet(self) -> QTextCharFormat:
        """Return the format of a block with a bullet, of which Qt draws the bullet only.

        Between bullet and text Qt leaves one blank of this font.
        """
        bullet = self.body()
        font = bullet.font()
        font.setStretch(BULLET_STRETCH)
        bullet.setFont(font)
        return bullet

    def item_list(
        self, *, indent: int, first_number: int | None, has_boxes: bool = False
    ) -> QTextListFormat:
        """Return the format of a list; ``first_number`` is None for bullets.

        A list with boxes has no bullets: the boxes are drawn together with the text.
        """
        bullets = (
            QTextListFormat.Style.ListDisc,
            QTextListFormat.Style.ListCircle,
            QTextListFormat.Style.ListSquare,
        )
        item_list = QTextListFormat()
        item_list.setIndent(min(indent, DEEPEST_INDENT))
        item_list.setStyle(bullets[(indent - 1) % len(bullets)])
        if first_number is not None:
            item_list.setStyle(QTextListFormat.Style.ListDecimal)
            item_list.setStart(first_number)
        if has_boxes:
            item_list.setStyle(QTextListFormat.Style.ListStyleUndefined)
        return item_list

    def table(self) -> QTextTableFormat:
        """Return the format of a table."""
        table = QTextTableFormat()
        table.setBorder(1)
        table.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        table.setBorderCollapse(True)
        table.setBorderBrush(QColor(self.colours.border))
        table.setCellPadding(6)
        table.setCellSpacing(0)
        table.setHeaderRowCount(1)
        # The line that Qt adds after each table is next to it, and adds no space.
        table.setBottomMargin(self.gap)
        return table
