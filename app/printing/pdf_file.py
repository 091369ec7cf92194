"""Conversations as a PDF: local paper size, page numbers, code and formulas."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import count

from PySide6.QtCore import QMarginsF, QRectF, QSize, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontDatabase,
    QFontInfo,
    QFontMetricsF,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextCharFormat,
    QTextDocument,
    QTransform,
)

from app.domain.conversations import ConversationTree
from app.domain.messages import Attachment, Message
from app.errors import PictureRefused
from app.media.decoder import PictureDecoder
from app.media.decoder_messages import BYTES_PER_PIXEL, Decoded, DecodeRequest, DrawingRequest
from app.media.drawings import DRAWING_SCALE, is_drawing
from app.printing.body_html import CODE_CLASSES, MessageHtml, as_text, code_html
from app.printing.messages import PageLabels
from app.transfer.exporting import shown_branch
from app.widgets.kit.theme import LIGHT
from app.widgets.markdown.formula_renderer import FormulaPicture, FormulaRequest, draw_now
from app.widgets.markdown.formula_writer import on_the_line
from app.widgets.markdown.renderer import MAX_CELLS
from app.widgets.markdown.safe_text import with_broken_lines
from app.widgets.markdown.text_style import ALERT_COLOURS

POINTS = 10.0  # font size of the text
_DOTS = 4.0  # of a formula's picture per dot of a screen
_MARGIN = 20.0  # millimetres
_FOOT = 0.05  # of the page's height, for the page number
_PART_CHARS, _PART_MESSAGES = 200_000, 200  # that are laid out together; then a new page begins
_PICTURE_CHARS = 10_000  # counted for each picture, which takes memory until its part is drawn
_PICTURE_SIZE = QSize(
    600, 700
)  # dots of a screen: the width of a page's text, and most of its height
_WRITTEN_SHARE = 0.5  # of the work, before any page is drawn
_MAX_SIDE = 1200  # pixels: finer than most printers draw in the width of a page


class _PageDocument(QTextDocument):
    """Loads no resources, because message text can name files."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return None


class _PaperDialect:
    """HTML for Qt; keeps the pictures of formulas for the document."""

    most_in_list = 200  # adding an item to a Qt list visits all others

    def __init__(self, font: QFont) -> None:
        self._font = font
        self._pictures: dict[FormulaRequest, FormulaPicture | None] = {}
        self._names: dict[str, FormulaRequest] = {}
        self._decoded = PaperPictures()
        self._images: dict[str, QImage] = {}

    def formula(self, tex: str, *, is_display: bool) -> str | None:
        size = float(QFontInfo(self._font).pixelSize())
        request = FormulaRequest(tex, size, LIGHT.text, is_display, _DOTS)
        if request not in self._pictures:
            self._pictures[request] = draw_now(request)
        picture = self._pictures[request]
        if picture is None:
            return None
        name = f"formula:{len(self._names)}"
        self._names[name] = request
        _image, height = on_the_line(picture, _DOTS, self._text())
        image = (
            f'<img src="{name}" width="{picture.width:.2f}" height="{height:.2f}" '
            'style="vertical-align: middle">'
        )
        return f'<p class="formula" align="center">{image}</p>' if is_display else image

    def code_block(self, code: str, language: str) -> str:
        image = self._decoded.drawing(code) if is_drawing(code, language) else None
        if image is not None:
            return self._shown(image, image.size() / DRAWING_SCALE)
        lines = code_html(with_broken_lines(code), language)
        cell = f'<td class="code"><pre>{lines}</pre></td>'
        return f'<table class="block" width="100%" cellpadding="8"><tr>{cell}</tr></table>'

    def heading(self, level: int, inside: str) -> str:
        # Style sheets can't change the sizes of Qt's headings.
        return f'<p class="h{level}">{inside}</p>'

    def section(self, kind: str, inside: str) -> str:
        if kind != "user":
            return f"{inside}\n"
        # In a cell, since the background of paragraphs leaves gaps between them.
        cell = f'<td class="user">{inside}</td>'
        return f'<table class="block" width="100%" cellpadding="10"><tr>{cell}</tr></table>\n'

    def quote(self, inside: str, kind: str = "") -> str:
        cell = f'<td class="{kind or "quote"}">{inside}</td>'
        return f'<table class="block" cellpadding="2"><tr>{cell}</tr></table>'

    def table(self, inside: str) -> str:
        # Laying out a larger table takes minutes, so the rows that are too many are paragraphs.
        rows = inside.replace("</tr>\n", "</tr>\0").split("\0")  # cells may have line ends
        count = MAX_CELLS // max(1, rows[0].count("<td") + rows[0].count("<th"))
        below = "\n".join(rows[count:]).replace("<tr>", "<p>").replace("</tr>", "</p>")
        if not count:
            return below
        table = "\n".join(rows[:count])
        return f'<table class="table" cellspacing="0" cellpadding="5">{table}</table>{below}'

    def picture(self, file: Attachment, content: bytes) -> str | None:
        image = self._decoded.image(file.name, content)
        return None if image is None else self._shown(image, image.size())

    def _shown(self, image: QImage, size: QSize) -> str:
        name = f"picture:{len(self._images)}"
        self._images[name] = image
        if size.width() > _PICTURE_SIZE.width() or size.height() > _PICTURE_SIZE.height():
            size = size.scaled(_PICTURE_SIZE, Qt.AspectRatioMode.KeepAspectRatio)
        sides = f'width="{max(1, size.width())}" height="{max(1, size.height())}"'
        return f'<p class="picture"><img src="{name}" {sides}></p>'

    def sound(self, file: Attachment, content: bytes) -> str | None:
        return None  # paper has no sound

    def close(self) -> None:
        """Close the picture decoder."""
        self._decoded.close()

    def fill(self, document: QTextDocument) -> None:
        """Add the named pictures to a document, and release them."""
        kind = QTextDocument.ResourceType.ImageResource.value
        for name, picture_image in self._images.items():
            document.addResource(kind, QUrl(name), picture_image)
        self._images = {}
        for name, request in self._names.items():
            picture = self._pictures[request]
            assert picture is not None, "only pictures have names"
            image, _height = on_the_line(picture, _DOTS, self._text())
            document.addResource(kind, QUrl(name), image)
        self._names, self._pictures = {}, {}

    def _text(self) -> QTextCharFormat:
        text = QTextCharFormat()
        text.setFont(self._font)
        return text


class PdfFile:
    """Draws pages into a file."""

    def __init__(self, path: str, labels: PageLabels, *, is_letter: bool) -> None:
        self._labels = labels
        self._path = path
        self._writer = QPdfWriter(path)
        size = QPageSize.PageSizeId.Letter if is_letter else QPageSize.PageSizeId.A4
        self._writer.setPageSize(QPageSize(size))
        margins = QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN * 0.8)
        self._writer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
        self._writer.setCreator("Hubbub")
        self._writer.setTitle(labels.title)
        self._font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        self._font.setPointSizeF(POINTS)
        self._dialect = _PaperDialect(self._font)
        self._messages = MessageHtml(self._dialect, labels, is_folded=False)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self._style = _style(fixed.family())
        self._painter: QPainter | None = None
        self._numbers = count(1)

    def add(self, tree: ConversationTree, on_progress: Callable[[float], None]) -> None:
        """Draw a conversation, starting on a new page. Raises OSError."""
        title = tree.title or self._labels.untitled
        if self._painter is None:
            self._writer.setTitle(title)  # a single conversation gives the file its title
        self._messages.contents = tree.contents
        messages = shown_branch(tree)
        heading, done = self._messages.heading(tree), 0
        for part in _parts(messages) or [()]:
            html = [heading]
            for message in part:
                html.append(self._messages.message(message))
                on_progress((done + _WRITTEN_SHARE * len(html) / (len(part) + 1)) / _all(messages))
            share = len(part) / _all(messages)
            before = done / _all(messages)

            def on_pages(pages: float, before: float = before, share: float = share) -> None:
                on_progress(before + share * (_WRITTEN_SHARE + (1 - _WRITTEN_SHARE) * pages))

            self._draw("\n".join(html), on_pages)
            heading, done = "", done + len(part)

    def close(self) -> None:
        """Write the end of the file."""
        if self._painter is None:
            self._begin()
        assert self._painter is not None
        self._painter.end()
        self._dialect.close()

    def _begin(self) -> None:
        self._painter = QPainter()
        if not self._painter.begin(self._writer):
            raise OSError(f"nothing can be written to {self._path}")

    def _draw(self, html: str, on_progress: Callable[[float], None]) -> None:
        document = self._laid_out(html)
        pages = document.pageCount()
        for page in range(pages):
            if self._painter is None:
                self._begin()
            else:
                self._writer.newPage()
            self._draw_page(document, page)
            on_progress((page + 1) / pages)

    def _laid_out(self, html: str) -> QTextDocument:
        document = _PageDocument()
        document.setUndoRedoEnabled(False)
        document.documentLayout().setPaintDevice(self._writer)
        document.setDefaultFont(self._font)
        document.setDocumentMargin(0)
        document.setDefaultStyleSheet(self._style)
        self._dialect.fill(document)
        document.setPageSize(self._text_size())
        document.setHtml(html)
        return document

    def _text_size(self) -> QSizeF:
        return QSizeF(self._writer.width(), round(self._writer.height() * (1 - _FOOT)))

    def _draw_page(self, document: QTextDocument, page: int) -> None:
        painter, size = self._painter, self._text_size()
        assert painter is not None
        painter.save()
        painter.setTransform(QTransform.fromTranslate(0, -page * size.height()))
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = QRectF(0, page * size.height(), size.width(), size.height())
        painter.setClipRect(context.clip)
        context.palette.setColor(QPalette.ColorRole.Text, QColor(LIGHT.text))
        document.documentLayout().draw(painter, context)
        painter.restore()
        self._draw_number(painter)

    def _draw_number(self, painter: QPainter) -> None:
        font = QFont(self._font)
        font.setPointSizeF(POINTS * 0.8)
        painter.setFont(font)
        painter.setPen(QColor(LIGHT.muted))
        height = QFontMetricsF(font, self._writer).height()
        foot = QRectF(0, self._writer.height() - height, self._writer.width(), height)
        text = f"{self._labels.page}{next(self._numbers)}"
        painter.drawText(foot, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, text)


def _all(messages: tuple[Message, ...]) -> int:
    return max(1, len(messages))


def _parts(messages: tuple[Message, ...]) -> list[tuple[Message, ...]]:
    """Return the messages in parts that are laid out together."""
    return list(_split(messages))


def _split(messages: tuple[Message, ...]) -> Iterator[tuple[Message, ...]]:
    part: list[Message] = []
    chars = 0
    for message in messages:
        size = len(message.text) + len(message.reasoning)
        size += _PICTURE_CHARS * sum(each.picture is not None for each in message.attachments)
        if part and (chars + size > _PART_CHARS or len(part) == _PART_MESSAGES):
            yield tuple(part)
            part, chars = [], 0
        part.append(message)
        chars += size
    if part:
        yield tuple(part)


def _style(code_family: str) -> str:
    colours = LIGHT
    code_colours = "".join(
        f".{each} {{ color: {getattr(colours, name)}; }}\n" for name, each in CODE_CLASSES.items()
    )
    alerts = "".join(
        f"td.{kind.lower()} {{ border-left: 3px solid {getattr(colours, name)}; "
        f"padding-left: 12px; }}\np.{kind.lower()} {{ color: {getattr(colours, name)}; }}\n"
        for kind, name in ALERT_COLOURS.items()
    )
    code = as_text(code_family).replace("'", "")
    return f"""
p {{ margin: 0 0 8px 0; line-height: 135%; }}
p.h1 {{ font-size: 18pt; font-weight: bold; margin: 0 0 2px 0; line-height: 120%; }}
p.h2 {{ font-size: 8pt; font-weight: bold; color: {colours.muted}; margin: 16px 0 4px 0; }}
p.h3 {{ font-size: 14pt; font-weight: bold; margin: 12px 0 6px 0; }}
p.h4 {{ font-size: 12pt; font-weight: bold; margin: 10px 0 5px 0; }}
p.h5, p.h6 {{ font-size: 10pt; font-weight: bold; margin: 8px 0 4px 0; }}
p.picture {{ line-height: 100%; margin: 2px 0 8px 0; }}
p.formula {{ line-height: 100%; margin: 4px 0 10px 0; }}
ul, ol {{ margin: 0 0 6px 0; }}
ul.tasks {{ list-style-type: none; }}
li {{ line-height: 130%; }}
dd p {{ margin: 0 0 4px 260px; }}
a {{ color: {colours.accent}; }}
.meta {{ color: {colours.muted}; font-size: 8pt; }}
.reasoning {{ color: {colours.muted}; }}
code {{ font-family: '{code}'; font-size: 9pt; background-color: {colours.code}; }}
pre {{ font-family: '{code}'; font-size: 8pt; white-space: pre-wrap; margin: 0; }}
.block {{ margin: 4px 0 10px 0; }}
td.code {{ background-color: {colours.code}; }}
td.quote {{ border-left: 3px solid {colours.border}; padding-left: 12px; color: {colours.muted}; }}
.table {{ border-collapse: collapse; margin: 4px 0 10px 0; }}
.table td, .table th {{ border: 1px solid {colours.border}; }}
td.user {{ background-color: {colours.bubble}; }}
td.user p.h2 {{ margin: 0 0 2px 0; }}
{code_colours}{alerts}"""


class PaperPictures:
    """Decodes pictures in another process, since imported files are untrusted."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._decoder = PictureDecoder()

    def image(self, name: str, content: bytes) -> QImage | None:
        """Return the image of a file; None if it can't be read."""
        request = DecodeRequest(content, _MAX_SIDE)
        try:
            return _image_of(self._runner.run(self._decoder.decode(name, request)))
        except PictureRefused:
            return None

    def drawing(self, source: str) -> QImage | None:
        """Return the image of an SVG; None if it can't be drawn."""
        decoded = self._runner.run(self._decoder.draw(DrawingRequest(source)))
        return None if decoded is None else _image_of(decoded)

    def close(self) -> None:
        """Close the decoder."""
        self._runner.run(self._decoder.close())
        self._runner.close()


def _image_of(decoded: Decoded) -> QImage:
    size = (decoded.width, decoded.height, decoded.width * BYTES_PER_PIXEL)
    return QImage(decoded.pixels, *size, QImage.Format.Format_RGB888).copy()
