"""The help page: read from the program's own files, in the language of the window."""

from importlib import resources

from PySide6.QtCore import QLocale, QSize, Qt, QUrl
from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QFrame, QVBoxLayout, QWidget

from app.widgets.dialog_buttons import dialog_buttons
from app.widgets.form_fields import ReachedText
from app.widgets.slim_scroll_bar import use_slim_scroll_bars
from app.widgets.theme import TypeSize, sized_font

FALLBACK = "en"
LINE_HEIGHT = QTextBlockFormat.LineHeightTypes.ProportionalHeight
LINE_PERCENT = 125.0
HEADING_ROOM = 18.0


class HelpPage(ReachedText):
    """Shows Markdown and opens nothing, neither files nor connections."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        use_slim_scroll_bars(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setViewportMargins(2, 2, 2, 2)  # the ring
        self.setAccessibleName(self.tr("Help"))
        self.document().setDocumentMargin(22)
        self.setFont(sized_font(self.font(), TypeSize.READING))
        features = QTextDocument.MarkdownFeature
        self.document().setMarkdown(text, features.MarkdownDialectGitHub | features.MarkdownNoHTML)
        self._set_lines_apart()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return None

    def _set_lines_apart(self) -> None:
        block = self.document().begin()
        while block.isValid():
            form = block.blockFormat()
            form.setLineHeight(LINE_PERCENT, LINE_HEIGHT.value)
            if form.headingLevel() > 1:
                form.setTopMargin(HEADING_ROOM)
            QTextCursor(block).setBlockFormat(form)
            block = block.next()


class HelpDialog(QDialog):
    """Help beside the window; closes with Esc."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Help"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._page = HelpPage(help_text(QLocale().name()))
        column = QVBoxLayout(self)
        column.addWidget(self._page, 1)
        column.addWidget(dialog_buttons(self, reject=self.tr("Close")))
        letter = self.fontMetrics().averageCharWidth()
        wished = QSize(letter * 100, letter * 104)
        self.resize(wished.boundedTo(self.screen().availableSize()))
        self._page.setFocus()

    def text(self) -> str:
        """Return what can be read."""
        return self._page.toPlainText()


def help_text(locale_name: str) -> str:
    """Return the page of a language as Markdown, the English one where there is no other."""
    folder = resources.files("resources") / "help"
    page = folder / f"help_{locale_name[:2]}.md"
    if not page.is_file():
        page = folder / f"help_{FALLBACK}.md"
    return page.read_text("utf-8")
