"""One line of text with highlighted search matches."""

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption

from app.domain.conversations import TextRange

_BOLD_EXTRA = 6  # approximate extra width of the matches, which are bold
_BEFORE_CHARS = 12  # characters kept before the first match, so that it is visible in a narrow list


def draw_highlighted(
    painter: QPainter,
    area: QRect,
    text: str,
    ranges: Iterable[TextRange],
    *,
    colour: str,
    highlight: str,
    is_whole: bool = False,
) -> None:
    """Draw a line in the painter's font, with matches bold and in another colour.

    The line begins shortly before the first match, unless it ``is_whole``, and is clipped to the
    area.
    """
    found = tuple(ranges)
    start = max(0, found[0].start - _BEFORE_CHARS) if found and not is_whole else 0
    if start:
        text = "…" + text[start:]
    shift = 1 - start if start else 0
    room = area.width() - _BOLD_EXTRA
    text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
    layout = QTextLayout(text, painter.font())
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    layout.setFormats([_format(each, shift, highlight) for each in found])
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(area.width())
    layout.endLayout()
    painter.save()
    painter.setClipRect(area)
    painter.setPen(QColor(colour))
    top = area.y() + (area.height() - line.height()) / 2
    layout.draw(painter, QPointF(area.x(), top))
    painter.restore()


def _format(found: TextRange, shift: int, colour: str) -> QTextLayout.FormatRange:
    look = QTextCharFormat()
    look.setForeground(QColor(colour))
    look.setFontWeight(QFont.Weight.DemiBold)
    formatted = QTextLayout.FormatRange()
    formatted.start = found.start + shift
    formatted.length = found.end - found.start
    formatted.format = look
    return formatted
