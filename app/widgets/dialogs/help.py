"""The help page in the language of the window."""

import re
from importlib import resources

from PySide6.QtCore import QEvent, QLocale, QSize, Qt, QUrl
from PySide6.QtGui import QImage, QPalette, QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QFrame, QVBoxLayout, QWidget

from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.kit.forms import FocusTextBrowser
from app.widgets.kit.geometry import resize_on_screen
from app.widgets.kit.text import open_link
from app.widgets.kit.theme import TypeSize, is_dark, sized_font

FALLBACK = "en"
PICTURES = frozenset({"panel"})
LINE_HEIGHT = QTextBlockFormat.LineHeightTypes.ProportionalHeight
LINE_PERCENT = 125.0
HEADING_PADDING = 18.0
_PICTURE = "\N{OBJECT REPLACEMENT CHARACTER}"


class HelpPage(FocusTextBrowser):
    """Shows Markdown; loads only the program's own pictures, and opens no connection."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.anchorClicked.connect(lambda target: open_link(target.toString()))
        self.setViewportMargins(2, 2, 2, 2)  # room for the focus ring
        self.setAccessibleName(self.tr("Help"))
        self.document().setDocumentMargin(22)
        self.setFont(sized_font(self.font(), TypeSize.READING))
        self._fill()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        asked = name.toString() if isinstance(name, QUrl) else name
        if asked not in PICTURES:
            return None
        return help_picture(asked, self.palette(), self.devicePixelRatioF())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._fill()

    def _fill(self) -> None:
        features = QTextDocument.MarkdownFeature
        form = features.MarkdownDialectGitHub | features.MarkdownNoHTML
        self.document().clear()
        self.document().setMarkdown(self._text, form)
        self._set_lines_apart()
        self.moveCursor(QTextCursor.MoveOperation.Start)

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


class HelpDialog(QDialog):
    """The help, a page of the window."""

    def __init__(self, keys: BoundKeys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Help"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._page = HelpPage(_with_keys(help_text(QLocale().name()), keys))
        column = QVBoxLayout(self)
        column.addWidget(self._page, 1)
        letter = self.fontMetrics().averageCharWidth()
        resize_on_screen(self, QSize(letter * 100, letter * 104))
        self._page.setFocus()

    def text(self) -> str:
        """Return the text of the page."""
        return self._page.toPlainText()


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
