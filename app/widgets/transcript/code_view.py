"""A block of code in the transcript, or the drawing that it describes, with its buttons."""

import math
from collections.abc import Collection

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, QTimerEvent, Signal
from PySide6.QtGui import (
    QCursor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from app.media.drawings import DRAWING_SCALE, is_drawing, is_page
from app.widgets.kit.controls import SEPARATOR, Card, IconButton, MutedLabel
from app.widgets.kit.copied_sign import copy_from
from app.widgets.kit.picture_hub import DrawingHub
from app.widgets.kit.style.bars import SCROLL_BAR
from app.widgets.kit.theme import TypeSize, code_font, colours_of, sized_font
from app.widgets.kit.translation import fill
from app.widgets.markdown.code_highlight import CodeHighlighter, find_lexer
from app.widgets.markdown.safe_text import with_broken_lines, with_hidden_shown
from app.widgets.transcript.differences import mark_words
from app.widgets.transcript.search_matches import mark_matches

TAB_CHARS = 4
PADDING = 8
PADDING_BELOW = 4
LABEL_LEFT = 12
HEADER_ABOVE = 4
GAP_BELOW = 12
MAX_DRAWING_WIDTH, MAX_DRAWING_HEIGHT = 720, 560
MAX_PAGE_HEIGHT = 760


def code_line_height(font: QFont) -> int:
    """Return the height of a line of code, as Qt lays it out: in whole pixels."""
    return math.ceil(QFontMetricsF(font).lineSpacing())


class CodeText(QPlainTextEdit):
    """Code that is as tall as its lines, which wrap on request."""

    focus_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, readOnly=True)
        self.setAcceptDrops(False)  # files are dropped on the page
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self._widest_line = 0.0
        self._other_lines: set[int] = set()  # with other characters than those of ASCII
        self._has_bar = False
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def set_code(self, code: str) -> None:
        """Replace the code."""
        self._widest_line = 0.0
        self._other_lines.clear()
        self.setPlainText(code)
        self._measure(code)

    def append_code(self, code: str) -> None:
        """Append text; the existing text stays unchanged."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        # The last line grows in pieces; its whole width is measured, with its tabs.
        line_start = cursor.block().text()
        cursor.insertText(code)
        self._measure(line_start + code)

    def set_code_font(self, font: QFont) -> None:
        """Set the font of the code."""
        self.setFont(font)
        self.setTabStopDistance(QFontMetricsF(font).horizontalAdvance(" ") * TAB_CHARS)
        self._widest_line = 0.0
        self._measure(self.toPlainText())

    @property
    def is_wrapped(self) -> bool:
        """Whether long lines wrap."""
        return self.lineWrapMode() is QPlainTextEdit.LineWrapMode.WidgetWidth

    def set_wrapped(self, *, is_wrapped: bool) -> None:
        """Wrap long lines, or scroll them sideways."""
        modes = QPlainTextEdit.LineWrapMode
        self.setLineWrapMode(modes.WidgetWidth if is_wrapped else modes.NoWrap)

    def is_wider(self, width: int) -> bool:
        """Return whether a line that does not wrap is wider than a width."""
        return self._widest_line + 2 * self.document().documentMargin() > width

    def fit(self, width: int) -> int:
        """Return the height of all lines, and of the scroll bar if this width needs one."""
        margin = 2 * self.document().documentMargin()
        is_wider = self.is_wider(width) and not self.is_wrapped
        if is_wider is not self._has_bar:
            self._has_bar = is_wider
            policy = Qt.ScrollBarPolicy
            self.setHorizontalScrollBarPolicy(
                policy.ScrollBarAlwaysOn if is_wider else policy.ScrollBarAlwaysOff
            )
        lines = self._text_height(width)
        return math.ceil(lines + margin) + (SCROLL_BAR if is_wider else 0) + 4

    def _text_height(self, width: int) -> float:
        """Return the height of all lines at a width."""
        document = self.document()
        layout, line_height = document.documentLayout(), code_line_height(self.font())
        if not self.is_wrapped:
            # Another face may be taller, so lines with other characters are laid out for it.
            others = map(document.findBlockByNumber, self._other_lines)
            taller = (layout.blockBoundingRect(each).height() - line_height for each in others)
            return document.blockCount() * line_height + sum(taller)
        if self.width() != width:
            self.resize(width, self.height())  # Qt breaks the lines for the width of the widget
        height, block = 0.0, document.firstBlock()
        while block.isValid():
            height += layout.blockBoundingRect(block).height()  # it is laid out only now
            block = block.next()
        return height

    def _measure(self, code: str) -> None:
        """Measure lines at the end of the text."""
        metrics = QFontMetricsF(self.font())
        lines = code.split("\n")
        first = self.blockCount() - len(lines)
        self._other_lines.update(
            number for number, line in enumerate(lines, first) if not line.isascii()
        )
        widths = (metrics.horizontalAdvance(line.expandtabs(TAB_CHARS)) for line in lines)
        self._widest_line = max(self._widest_line, *widths)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.verticalScrollBar().setValue(0)  # moved if lines were broken at a smaller height

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        event.ignore()  # a drag may continue over other messages

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        event.ignore()

    def timerEvent(self, event: QTimerEvent) -> None:
        """Scroll sideways during a drag; above and below the code, the transcript scrolls."""
        height = self.mapFromGlobal(QCursor.pos()).y()
        if 0 <= height < self.height():
            super().timerEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # The wheel scrolls the page also over code, else scrolling would stop at each block.
        is_sideways = abs(event.angleDelta().x()) > abs(event.angleDelta().y())
        is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if is_sideways or is_shifted:
            super().wheelEvent(event)
        else:
            event.ignore()


class _Drawing(QWidget):
    """The picture of a drawing, on white, as wide as it was drawn or as there is room."""

    def __init__(self, image: QImage, parent: QWidget) -> None:
        super().__init__(parent)
        self._image = image
        self.setAccessibleName(self.tr("Drawing"))

    def fit(self, width: int, height: int) -> QSize:
        """Return the size of the picture within a width and a height."""
        size = self._image.size() / DRAWING_SCALE
        most = QSize(width, height)
        if size.width() > most.width() or size.height() > most.height():
            size = size.scaled(most, Qt.AspectRatioMode.KeepAspectRatio)
        return size

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(self.rect()), self._image)


class CodeView(QWidget):
    """Shows code that may still grow; it is highlighted when it is complete.

    A complete SVG is drawn instead, as soon as ``drawings`` delivers its picture; a button shows
    its source. A complete page of HTML is drawn when its button is pressed. ``save_requested`` has
    a file name and the code.
    """

    height_changed = Signal()
    save_requested = Signal(str, str)

    def __init__(
        self,
        language: str = "",
        parent: QWidget | None = None,
        *,
        drawings: DrawingHub | None = None,
    ) -> None:
        super().__init__(parent)
        self.code = ""  # the source, without the changes for drawing
        self.language = language
        self.is_drawn = False  # whether the drawing is shown, not its source
        self._is_finished = self._is_page = self._is_wrap_chosen = False
        self._card = Card(self, fill="code", radius=10)
        self._label = MutedLabel(parent=self)
        self._text = CodeText(self)
        self._drawings = drawings
        self._drawing: _Drawing | None = None
        self._source_button: IconButton | None = None
        self.wrap_button = self._button("wrap", self.tr("Wrap lines"))
        self.save_button = self._button("save", self.tr("Save code…"))
        self.copy_button = self._button("copy", self.tr("Copy code"))
        self.wrap_button.setCheckable(True)
        self.wrap_button.clicked.connect(self._on_wrap_clicked)
        self.save_button.clicked.connect(
            lambda: self.save_requested.emit(file_name_of(self.language), self.code)
        )
        self.highlighter = CodeHighlighter(self._text.document())
        self._text.focus_changed.connect(self._card.set_lit)
        self.copy_button.clicked.connect(self._on_copy_clicked)
        self._apply_style()
        self.set_language(language)

    @property
    def source_button(self) -> IconButton:
        """The button that shows the source or the drawing, built when first needed."""
        if self._source_button is None:
            button = self._source_button = self._button("code", self.tr("Show source"))
            button.hide()
            button.stackUnder(self.wrap_button)  # screen readers and Tab reach it first
            QWidget.setTabOrder(self._text, button)
            button.clicked.connect(self._on_source_clicked)
        return self._source_button

    def textCursor(self) -> QTextCursor:
        """Return the cursor with the selection."""
        return self._text.textCursor()

    def selected_markdown(self) -> str:
        """Return the code that is selected."""
        return self._text.textCursor().selection().toPlainText()

    def mark_matches(self, query: str, current: int | None) -> list[QRect]:
        """Mark the matches of a query; return their areas."""
        places = mark_matches(self._text, query, current, colours_of(self.palette()))
        if current is not None and current < len(places) and self.is_drawn:
            self._show_drawing(is_shown=False)
        if current is not None and current < len(places):
            shown = QTextCursor(places[current])
            shown.clearSelection()
            self._text.setTextCursor(shown)  # scrolls sideways
        offset = self._text.pos()
        return [self._text.cursorRect(place).translated(offset) for place in places]

    def mark_words(self, numbers: Collection[int], first: int) -> int:
        """Mark words of which the first has a number; return the number after the last one."""
        return mark_words(self._text, numbers, colours_of(self.palette()), first)

    def toPlainText(self) -> str:
        """Return the code as it is shown."""
        return self._text.toPlainText()

    def set_language(self, language: str) -> None:
        """Show the language above the code and name it for screen readers."""
        self.language = language
        shown = language or self.tr("text")
        self._label.setText(shown)
        self._text.setAccessibleName(fill(self.tr("Code, {language}"), language=shown))

    def grow_to(self, code: str) -> None:
        """Show longer code; the existing text stays unchanged."""
        code = code.rstrip("\n")
        if code == self.code:
            return
        last_line = self.code.rfind("\n") + 1
        old, new = _drawn(self.code[last_line:]), _drawn(code[last_line:])
        # The drawn text is compared too: only a continuation of the text on show can be appended.
        is_longer = code.startswith(self.code) and new.startswith(old)
        self.code = code
        if is_longer:
            self._text.append_code(new[len(old) :])
        else:
            self._text.set_code(_drawn(code))

    def finish(self, code: str, language: str) -> None:
        """Show the complete code and highlight it."""
        self.set_language(language)
        self.grow_to(code)
        self._is_finished = True
        self._wrap_one_line(is_wide=True)
        self._colour()
        if self._drawings is not None and is_drawing(self.code, language):
            self._drawings.arrived.connect(self._on_drawing_arrived)
            self._on_drawing_arrived(self.code)
        elif self._drawings is not None and is_page(self.code, language):
            self._is_page = True
            self._drawings.arrived.connect(self._on_drawing_arrived)
            self._show_source_button()

    def measure(self, width: int) -> int:
        """Return the height at a width; nothing is placed."""
        return self._header_height() + self._content_height(width) + PADDING_BELOW + GAP_BELOW

    def is_fitted(self, width: int) -> bool:
        """Return whether ``fit`` would change nothing, as the code has the same height.

        Of finished code it may show or hide buttons.
        """
        return self.measure(width) == self.height() and not self._is_finished

    def fit(self, width: int) -> int:
        """Lay everything out for a width; return the height."""
        button = self.copy_button.sizeHint()
        header_height, text_height = self._header_height(), self._content_height(width)
        text_width = width - 2 * PADDING
        card_height = header_height + text_height + PADDING_BELOW
        self._card.setGeometry(0, 0, width, card_height)
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        buttons = [each for each in self._buttons() if not each.isHidden()]
        label_width = width - button.width() * len(buttons) - LABEL_LEFT - 2 * HEADER_ABOVE
        label_left = width - LABEL_LEFT - label_width if is_mirrored else LABEL_LEFT
        self._label.setGeometry(label_left, HEADER_ABOVE, label_width, header_height - HEADER_ABOVE)
        left = HEADER_ABOVE if is_mirrored else width - button.width() - HEADER_ABOVE
        for each in reversed(buttons):  # from the edge of the card
            each.setGeometry(left, HEADER_ABOVE, button.width(), button.height())
            left += button.width() if is_mirrored else -button.width()
        self._text.setGeometry(PADDING, header_height, text_width, text_height)
        if self._drawing is not None:
            size = self._drawing_size(self._drawing, text_width)
            drawing_left = PADDING + (text_width - size.width()) // 2
            self._drawing.setGeometry(QRect(QPoint(drawing_left, header_height), size))
        return card_height + GAP_BELOW

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._apply_style()

    def _header_height(self) -> int:
        # The theme sets the font of the class; a label that was never shown does not have it yet.
        self._label.ensurePolished()
        button = self.copy_button.sizeHint()
        return max(button.height(), self._label.sizeHint().height()) + HEADER_ABOVE

    def _content_height(self, width: int) -> int:
        """Return the height of the code or the drawing at a width of the whole view."""
        width -= 2 * PADDING
        if not self._is_finished:
            self._wrap_one_line(is_wide=self._text.is_wider(width))
        if self.is_drawn and self._drawing is not None:
            return self._drawing_size(self._drawing, width).height() + PADDING
        return self._text.fit(width)

    def _apply_style(self) -> None:
        self._text.set_code_font(code_font(sized_font(self.font(), TypeSize.READING)))
        if self._is_finished:
            self._colour()

    def _colour(self) -> None:
        self.highlighter.start(_drawn(self.code), self.language, colours_of(self.palette()))

    def _button(self, icon_name: str, text: str) -> IconButton:
        button = IconButton(icon_name, text, self, size=15)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _buttons(self) -> tuple[IconButton, ...]:
        always = (self.wrap_button, self.save_button, self.copy_button)
        return always if self._source_button is None else (self._source_button, *always)

    def _drawing_size(self, drawing: _Drawing, width: int) -> QSize:
        return drawing.fit(width, MAX_PAGE_HEIGHT if self._is_page else MAX_DRAWING_HEIGHT)

    def _on_drawing_arrived(self, source: str) -> None:
        if self._drawings is None or source != self.code or self._drawing is not None:
            return
        image = self._drawings.image(source)
        if image is not None:
            self._drawing = _Drawing(image, self)
            self._show_drawing(is_shown=True)
        elif self._is_page and self._drawings.is_refused(source):
            self.source_button.hide()
            self._label.setText(SEPARATOR.join((self.language, self.tr("no preview"))))

    def _show_drawing(self, *, is_shown: bool) -> None:
        self.is_drawn = is_shown
        self._text.setVisible(not is_shown)
        self.wrap_button.setVisible(not is_shown)
        if self._drawing is not None:
            self._drawing.setVisible(is_shown)
        self._show_source_button()
        self.height_changed.emit()

    def _show_source_button(self) -> None:
        """Label the button with what a press shows."""
        shown = self.tr("Show drawing")
        if self.is_drawn:
            shown = self.tr("Show source")
        elif self._is_page:
            shown = self.tr("Show a preview without scripts, network and complex layout")
        self.source_button.set_icon_name("code" if self.is_drawn else "eye")
        self.source_button.set_text(shown)
        self.source_button.show()

    def _on_source_clicked(self) -> None:
        if self._drawing is not None:
            self._show_drawing(is_shown=not self.is_drawn)
        else:
            self._on_drawing_arrived(self.code)  # requests it

    def _on_wrap_clicked(self, is_wrapped: bool) -> None:
        self._is_wrap_chosen = True
        self._text.set_wrapped(is_wrapped=is_wrapped)
        self.height_changed.emit()

    def _wrap_one_line(self, *, is_wide: bool) -> None:
        """Wrap wide JSON in one line, as answers by a schema are, unless the user has decided."""
        is_wrapped = is_wide and self.language == "json" and "\n" not in self.code
        if not self._is_wrap_chosen and is_wrapped is not self._text.is_wrapped:
            self._text.set_wrapped(is_wrapped=is_wrapped)
            self.wrap_button.setChecked(is_wrapped)

    def _on_copy_clicked(self) -> None:
        # The source: the drawn text has breaks and marks that are not part of it.
        copy_from(self.copy_button, self.code)


def _drawn(code: str) -> str:
    return with_broken_lines(with_hidden_shown(code))


def file_name_of(language: str) -> str:
    """Return the name of a file with code in a language, such as ``code.py``."""
    lexer = find_lexer(language) if language else None
    patterns = () if lexer is None else lexer.filenames
    suffixes = (each[1:] for each in patterns if each[:2] == "*." and each[2:].isalnum())
    return "code" + next(suffixes, ".txt")
