"""The help in the language of the window: a page, its table of contents, and a search."""

import re
from bisect import bisect_right
from functools import partial
from importlib import resources

from PySide6.QtCore import QEvent, QLocale, QPoint, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QFont,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QDialog, QFrame, QWidget

from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.kit.accessibility import announce
from app.widgets.kit.controls import IconButton, MutedLabel
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.forms import FocusTextBrowser
from app.widgets.kit.geometry import (
    FoldingLayout,
    horizontal_layout,
    resize_on_screen,
    vertical_layout,
)
from app.widgets.kit.text import open_link
from app.widgets.kit.theme import TypeSize, colours_of, is_dark, scaled_font, sized_font
from app.widgets.kit.translation import fill
from app.widgets.markdown.formula_writer import fragments
from app.widgets.markdown.text_style import HEADING_SHARES
from app.widgets.settings.paged_form import PageChoice
from app.widgets.transcript.search_matches import mark_matches

FALLBACK = "en"
PICTURES = frozenset({"panel"})
LINE_HEIGHT = QTextBlockFormat.LineHeightTypes.ProportionalHeight
LINE_PERCENT = 125.0
HEADING_PADDING = 18.0
_MARGIN_ABOVE = 8  # of a place that was scrolled to
_TWO_COLUMNS_FROM = 90  # characters
_PICTURE = "\N{OBJECT REPLACEMENT CHARACTER}"


class HelpText(FocusTextBrowser):
    """Shows Markdown; loads only the program's own pictures, and opens no connection.

    ``heading_changed`` emits the number of the heading that the visible text belongs to.
    """

    heading_changed = Signal(int)

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self._query, self._number = "", 0  # what is marked
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)  # square corners are not seen
        self.setOpenLinks(False)
        self.anchorClicked.connect(lambda target: open_link(target.toString()))
        self.setViewportMargins(2, 2, 2, 2)  # room for the focus ring
        # The full stop of a Chinese line reaches into the margin: nothing to scroll to.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Help"))
        self.document().setDocumentMargin(22)
        self.setFont(sized_font(self.font(), TypeSize.READING))
        self._fill()
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def headings(self) -> list[str]:
        """Return the titles of the page's parts."""
        return [block.text() for block in self._heading_blocks()]

    def show_heading(self, number: int) -> None:
        """Scroll to the title of a part."""
        self._scroll_to(QTextCursor(self._heading_blocks()[number]))

    def show_matches(self, query: str, number: int) -> int:
        """Mark the matches of a query, and scroll to one; return their count."""
        self._query, self._number = query, number
        colours = colours_of(self.palette())
        count = len(mark_matches(self, query, None, colours))
        if count:
            match = mark_matches(self, query, number % count, colours)[number % count]
            if self.viewport().rect().contains(self.cursorRect(match)):
                self._emit_heading(match.position())
            else:
                self._scroll_to(match)
        return count

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        asked = name.toString() if isinstance(name, QUrl) else name
        if asked not in PICTURES:
            return None
        return help_picture(asked, self.palette(), self.devicePixelRatioF())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._fill()
            self.show_matches(self._query, self._number)

    def _fill(self) -> None:
        features = QTextDocument.MarkdownFeature
        form = features.MarkdownDialectGitHub | features.MarkdownNoHTML
        self.document().clear()
        self.document().setMarkdown(self._text, form)
        self._set_lines_apart()
        self._set_fonts()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _set_fonts(self) -> None:
        """Give headings the sizes of answers, and bold text the boldest weight of the face."""
        place = QTextCursor(self.document())
        for start, end, form in self._bold_parts():
            place.setPosition(start)
            place.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            place.setCharFormat(form)

    def _bold_parts(self) -> list[tuple[int, int, QTextCharFormat]]:
        """Return begin, end and format of each bold part, headings included."""
        parts = []
        specified = QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly
        for fragment in fragments(self.document()):
            form, start = fragment.charFormat(), fragment.position()
            if form.fontWeight() <= QFont.Weight.DemiBold:
                continue
            level = self.document().findBlock(start).blockFormat().headingLevel()
            font = scaled_font(self.font(), HEADING_SHARES.get(level, 1.0), is_bold=True)
            form.clearProperty(QTextFormat.Property.FontSizeAdjustment.value)
            form.setFont(font, specified)
            parts.append((start, start + fragment.length(), form))
        return parts

    def _heading_blocks(self) -> list[QTextBlock]:
        blocks = []
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() == 2:
                blocks.append(block)
            block = block.next()
        return blocks

    def _scroll_to(self, place: QTextCursor) -> None:
        place.clearSelection()
        self.setTextCursor(place)  # the scroll bar ends at what is laid out: this extends it
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.cursorRect(place).top() - _MARGIN_ABOVE)
        self._emit_heading(place.position())  # at the end of the page it can't reach the top

    def _emit_heading(self, position: int) -> None:
        starts = [block.position() for block in self._heading_blocks()]
        self.heading_changed.emit(max(0, bisect_right(starts, position) - 1))

    def _on_scrolled(self) -> None:
        inner = round(self.document().documentMargin())
        self._emit_heading(self.cursorForPosition(QPoint(inner, inner + _MARGIN_ABOVE)).position())

    def _set_lines_apart(self) -> None:
        block = self.document().begin()
        while block.isValid():
            form = block.blockFormat()
            if _PICTURE not in block.text():  # its line would be higher than the picture
                form.setLineHeight(LINE_PERCENT, LINE_HEIGHT.value)
            if form.headingLevel() > 1:
                form.setTopMargin(HEADING_PADDING)
            QTextCursor(block).setBlockFormat(form)
            block = block.next()


class HelpPage(QDialog):
    """The help, a page of the window: its parts in a list, the text, and a search in it."""

    def __init__(self, keys: BoundKeys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Help"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.browser = HelpText(_with_keys(help_text(QLocale().name()), keys))
        self.parts = PageChoice(self.browser.headings(), self.tr("Parts of the help"))
        self.search = FilterBox(self.tr("Search the help"))
        self.count_label = MutedLabel()
        self.previous_button = IconButton("chevron-up", self.tr("Previous match"))
        self.next_button = IconButton("chevron-down", self.tr("Next match"))
        self._number = 0  # of the current match
        self._columns = FoldingLayout(spacing=20, folded_spacing=8)
        self._build_layout()
        self.search.textChanged.connect(self._on_searched)
        self.search.returnPressed.connect(partial(self._step, 1))
        self.search.step_pressed.connect(self._on_step_pressed)
        self.previous_button.clicked.connect(partial(self._step, -1))
        self.next_button.clicked.connect(partial(self._step, 1))
        self.parts.page_activated.connect(self.browser.show_heading)
        self.browser.heading_changed.connect(self.parts.choose)
        self._show_matches()
        self.search.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Find):
            self.search.setFocus()
        else:
            super().keyPressEvent(event)

    def text(self) -> str:
        """Return the text of the page."""
        return self.browser.toPlainText()

    def resizeEvent(self, event: QResizeEvent) -> None:
        is_narrow = event.size().width() < self.fontMetrics().averageCharWidth() * _TWO_COLUMNS_FROM
        self._columns.set_narrow(is_narrow=is_narrow)
        self.parts.set_narrow(is_narrow=is_narrow)
        super().resizeEvent(event)

    def _build_layout(self) -> None:
        find = horizontal_layout(
            None, self.search, self.count_label, self.previous_button, self.next_button, spacing=4
        )
        find.setStretch(0, 1)
        self._columns.addWidget(self.parts)
        self._columns.addWidget(self.browser, 1)
        column = vertical_layout(self, spacing=12)
        column.addLayout(find)
        column.addLayout(self._columns, 1)
        character = self.fontMetrics().averageCharWidth()
        resize_on_screen(self, QSize(character * 126, character * 100))

    def _on_searched(self) -> None:
        self._number = 0
        self._show_matches()

    def _on_step_pressed(self, event: QKeyEvent) -> None:
        self._step(-1 if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_PageUp) else 1)

    def _step(self, step: int) -> None:
        self._number += step
        self._show_matches()

    def _show_matches(self) -> None:
        """Mark all matches, scroll to the current one, and show its number."""
        query = self.search.text().strip()
        count = self.browser.show_matches(query, self._number)
        self._number %= max(1, count)
        label = self.tr("No matches") if query else ""
        if count:
            label = self.tr("{number:,} of {count:,}")
            label = fill(label, number=self._number + 1, count=count)
        self.count_label.setText(label)
        if query:
            announce(self.search, label)
        for button in (self.previous_button, self.next_button):
            button.setEnabled(count > 1)


def help_picture(name: str, palette: QPalette, device_ratio: float) -> QImage:
    """Return a picture of the help page for a theme and a pixel ratio."""
    theme = "dark" if is_dark(palette) else "light"
    scale = 2 if device_ratio > 1 else 1
    file = resources.files("resources") / "help" / f"{name}-{theme}-{scale}00.png"
    picture = QImage.fromData(file.read_bytes())
    picture.setDevicePixelRatio(scale)
    return picture


def _with_keys(text: str, keys: BoundKeys) -> str:
    """Replace the names of commands in braces by their current keys."""
    plain = r"([\\*_`])"  # a key can be a special character of Markdown
    return re.sub(r"\{(\w+)\}", lambda it: re.sub(plain, r"\\\1", keys.called(it[1])), text)


def help_text(locale_name: str) -> str:
    """Return the page of a language as Markdown; in English if there is no translation.

    Names of commands in braces are placeholders for their keys.
    """
    folder = resources.files("resources") / "help"
    page = folder / f"help_{locale_name[:2]}.md"
    if not page.is_file():
        page = folder / f"help_{FALLBACK}.md"
    return page.read_text("utf-8")
