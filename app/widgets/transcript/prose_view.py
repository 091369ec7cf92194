"""A run of prose in the transcript: as tall as its text, selectable, loads no resources."""

import math
from collections.abc import Collection

from PySide6.QtCore import (
    QMimeData,
    QObject,
    QRect,
    QRectF,
    QSignalBlocker,
    Qt,
    QTimerEvent,
    QUrl,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from app.widgets.kit.style.proxy import hide_scroll_bars
from app.widgets.kit.text import visible_target
from app.widgets.markdown.copying import selected_markdown
from app.widgets.markdown.formula_renderer import FormulaRequest, formula_renderer
from app.widgets.markdown.renderer import MarkdownWriter, has_box, paint_box
from app.widgets.markdown.text_style import (
    BAR_COLOUR,
    IS_MIRRORED,
    IS_RULE,
    QUOTE_INDENTS,
    QUOTE_STEP,
    TextStyle,
)
from app.widgets.transcript.differences import mark_words
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.search_matches import mark_matches

BAR_WIDTH = 3
_OF_BARS = (IS_MIRRORED, BAR_COLOUR)
_KEY_REASONS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


def empty_picture() -> QImage:
    """Return the picture for every resource of a text.

    Without a picture, Qt would open the named file.
    """
    picture = QImage(1, 1, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


class HarmlessDocument(QTextDocument):
    """A document that never opens a file or a connection that is named in its text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, undoRedoEnabled=False, documentMargin=0, indentWidth=26)

    def loadResource(self, kind: int, name: QUrl | str) -> QImage:
        return empty_picture()


class ProseView(QTextBrowser):
    """Shows one text document in full height; only the transcript scrolls."""

    height_changed = Signal()

    def __init__(
        self, style: TextStyle, requests: MessageRequests, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._requests = requests
        self._style = style
        self._margin_above = 0.0
        self._top = 0
        self._is_reached_by_key = False
        self.setDocument(HarmlessDocument(self))
        self.document().setDefaultFont(style.font)
        self.writer = MarkdownWriter(self.document(), style)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)  # files are dropped on the page
        self.setOpenLinks(False)
        # Qt's menu applies to one paragraph; the message shows a menu for all of them.
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        hide_scroll_bars(self)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.viewport().setAutoFillBackground(False)
        # Text is appended: what is above it stays as it was painted.
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        formula_renderer().drawn.connect(self._on_formulas_drawn)
        self.anchorClicked.connect(self._on_anchor_clicked)
        self.highlighted.connect(self._on_link_hovered)

    @property
    def is_waiting(self) -> bool:
        """Return whether a formula is still being drawn, and is shown as its source."""
        return self.writer.formulas.is_waiting

    def set_margin_above(self, margin: float) -> None:
        """Set the pixels that are free below the text above."""
        self._margin_above = margin

    def bottom_margin(self) -> float:
        """Return the margin below the last line, in pixels."""
        return self.document().lastBlock().blockFormat().bottomMargin()

    def measure(self, width: int) -> int:
        """Break the lines for a width; return the height of the text. Nothing is placed.

        Qt omits the margins at both ends of a document, so they are added here.
        """
        self.writer.formulas.fit(width)
        # A visible browser lays its document out when it is resized; a hidden one only when it is
        # shown, so the width is set on the document. Its signal would make the browser break the
        # lines for its old width again if the text gets higher.
        if self.isVisible():
            self.resize(width, self.height())
        elif self.document().textWidth() != width:
            with QSignalBlocker(self.document().documentLayout()):
                self.document().setTextWidth(width)
        height = self.document().size().height() + self._top_margin() + self.bottom_margin()
        return max(1, math.ceil(height))

    def fit(self, width: int) -> int:
        """Lay the text out for a width; return its height."""
        height, top = self.measure(width), self._top_margin()
        if top != self._top:
            self._top = top
            self.setViewportMargins(0, top, 0, 0)
        return height

    def is_fitted(self, width: int) -> bool:
        """Return whether ``fit`` would change nothing, as the text has the same height."""
        return self.measure(width) == self.height() and self._top == self._top_margin()

    def _top_margin(self) -> int:
        top_margin = self.document().firstBlock().blockFormat().topMargin()
        return round(max(0.0, top_margin - self._margin_above))

    def loadResource(self, kind: int, name: QUrl | str) -> QImage:
        return empty_picture()

    def mark_matches(self, query: str, current: int | None) -> list[QRect]:
        """Mark the matches of a query; return their areas."""
        places = mark_matches(self, query, current, self._style.colours)
        return [self.cursorRect(place) for place in places]

    def mark_words(self, numbers: Collection[int], first: int) -> int:
        """Mark words of which the first has a number; return the number after the last one."""
        return mark_words(self, numbers, self._style.colours, first)

    def selected_markdown(self) -> str:
        """Return the selection as Markdown, or as plain text if this view shows that."""
        if self.writer.is_plain:
            return self.textCursor().selection().toPlainText()
        return selected_markdown(self.textCursor())

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(self.selected_markdown())
        return data

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._is_reached_by_key = event.reason() in _KEY_REASONS
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._is_reached_by_key = False
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_copy = event.matches(QKeySequence.StandardKey.Copy)
        is_wider = event.matches(QKeySequence.StandardKey.SelectAll)
        # Without a selection both keys are for the transcript, which copies whole messages.
        if is_wider or (is_copy and not self.textCursor().hasSelection()):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        is_extending = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if is_extending and not self.textCursor().hasSelection():
            event.ignore()  # it extends the selection from another message
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        event.ignore()  # a drag may continue over other messages

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        event.ignore()

    def timerEvent(self, event: QTimerEvent) -> None:
        """Ignore the timer of scrolling during a drag; all of this text is shown."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self.document().textWidth() == self.viewport().width():
            # Qt would break the lines again for the width that ``measure`` has broken them for.
            self.verticalScrollBar().setRange(0, 0)
        else:
            super().resizeEvent(event)
        if self._is_reached_by_key:
            self.viewport().update()  # the frame is at other edges

    def paintEvent(self, event: QPaintEvent) -> None:
        # Most texts have nothing to paint in addition, and one is painted with each frame.
        if self.writer.decorated or self._is_reached_by_key:
            self._paint_below(event)
        super().paintEvent(event)

    def _paint_below(self, event: QPaintEvent) -> None:
        """Paint the bars, rules and boxes, and the frame of the focus."""
        painter = QPainter(self.viewport())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._style.colours.border))
        for number in self.writer.decorated:
            if not self._decorate(painter, self.document().findBlockByNumber(number), event.rect()):
                break
        if self._is_reached_by_key:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(self._style.colours.accent))
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))
        painter.end()  # Qt allows one painter on a viewport, and opens another for the text

    def _decorate(self, painter: QPainter, block: QTextBlock, seen: QRect) -> bool:
        """Paint the bars of quotes and the rules; return whether the next block may be visible."""
        layout, next_block = self.document().documentLayout(), block.next()
        area = layout.blockBoundingRect(block)
        next_top = layout.blockBoundingRect(next_block).top() if next_block.isValid() else 0.0
        if max(area.bottom(), next_top) < seen.top():  # a bar may continue to the next block
            return True
        shape, below = block.blockFormat(), next_block.blockFormat()
        if has_box(shape):
            paint_box(painter, block, area, QColor(self._style.colours.text))
        if shape.intProperty(IS_RULE):
            painter.drawRect(QRectF(0, area.center().y(), self.viewport().width(), 1))
        is_mirrored = shape.intProperty(IS_MIRRORED) > 0
        # The bars of adjacent quotes of other directions or colours are not joined.
        is_joined = all(below.property(each) == shape.property(each) for each in _OF_BARS)
        bar_colour = shape.stringProperty(BAR_COLOUR) or self._style.colours.border
        indents, indents_below = (each.property(QUOTE_INDENTS) or [] for each in (shape, below))
        for level, indent in enumerate(indents):
            bottom_edge = area.bottom()
            if is_joined and indents_below[level : level + 1] == [indent]:
                bottom_edge = next_top
            left = QUOTE_STEP * level + self.document().indentWidth() * indent
            if is_mirrored:
                left = self.viewport().width() - BAR_WIDTH - left
            bar = QRectF(left, area.top(), BAR_WIDTH, bottom_edge - area.top())
            painter.fillRect(bar, QColor(bar_colour))
        return area.top() <= seen.bottom()

    def _on_formulas_drawn(self, requests: frozenset[FormulaRequest]) -> None:
        if self.writer.formulas.draw_ready(requests):
            self.height_changed.emit()

    def _on_anchor_clicked(self, url: QUrl) -> None:
        self._requests.link_activated.emit(url.toString())

    def _on_link_hovered(self, url: QUrl) -> None:
        self.setToolTip("" if url.isEmpty() else visible_target(url.toString()))
