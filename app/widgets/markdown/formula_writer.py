"""Inserts formulas into a text document, as pictures or, until those are drawn, as source."""

from collections.abc import Iterator

from PySide6.QtCore import QUrl
from PySide6.QtGui import (
    QFontInfo,
    QFontMetrics,
    QGuiApplication,
    QImage,
    QPainter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
    QTextImageFormat,
)

from app.widgets.markdown.formula_renderer import FormulaPicture, FormulaRequest, formula_renderer
from app.widgets.markdown.safe_text import LINE_BREAK, with_display_breaks, with_hidden_shown
from app.widgets.markdown.text_style import COPIED_TEXT, TextStyle

_FIRST = QTextFormat.Property.UserProperty.value
FORMULA_KEY = _FIRST + 20
NATURAL_WIDTH = _FIRST + 21
NATURAL_HEIGHT = _FIRST + 22
IMAGE = "\ufffc"


class FormulaWriter:
    """Writes the formulas of one document, and records which pictures are missing."""

    def __init__(self, document: QTextDocument, style: TextStyle) -> None:
        self._document = document
        self._style = style
        self._has_pictures = False
        self._missing: dict[FormulaRequest, None] = {}

    @property
    def is_waiting(self) -> bool:
        """Return whether a formula is still shown as its source."""
        return bool(self._missing)

    def insert(
        self, cursor: QTextCursor, tex: str, source: str, text: QTextCharFormat, *, is_display: bool
    ) -> None:
        """Write a formula at the cursor; copying yields ``source``."""
        request = FormulaRequest(
            tex,
            size=float(QFontInfo(text.font()).pixelSize()),
            colour=text.foreground().color().name(),
            is_display=is_display,
            device_ratio=_device_ratio(),
        )
        desk = formula_renderer()
        is_known = desk.is_known(request)
        picture = desk.picture(request) if is_known else None
        marked = QTextCharFormat(text)
        marked.setProperty(COPIED_TEXT, source)
        if picture is not None:
            self._insert_picture(cursor, request, picture, marked)
            return
        if not is_known:
            marked.setProperty(FORMULA_KEY, repr(request))
            self._missing[request] = None
        code = self._style.code(marked)
        shown = with_display_breaks(with_hidden_shown(source)).replace("\n", LINE_BREAK)
        cursor.insertText(shown, code)  # a line end would begin a paragraph

    def draw_ready(self, requests: frozenset[FormulaRequest]) -> bool:
        """Replace sources by pictures that are now drawn; return whether there were any."""
        ready = {repr(each): each for each in requests & self._missing.keys()}
        if not ready:
            return False
        for request in ready.values():
            del self._missing[request]
        waiting = [each for each in fragments(self._document) if _key_of(each) in ready]
        drawn = [self._draw_in_place(each, ready[_key_of(each)]) for each in reversed(waiting)]
        return any(drawn)

    def _draw_in_place(self, source: QTextFragment, request: FormulaRequest) -> bool:
        picture = formula_renderer().picture(request)
        if picture is None:
            return False
        text = self._style.body()
        text.setProperty(COPIED_TEXT, source.charFormat().stringProperty(COPIED_TEXT))
        end = source.position() + source.length()
        cursor = QTextCursor(self._document)
        cursor.setPosition(source.position())
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        self._insert_picture(cursor, request, picture, text)
        return True

    def discard_missing(self) -> None:
        """Discard the missing pictures, because the document is emptied."""
        self._missing = {}
        self._has_pictures = False

    def fit(self, width: int) -> None:
        """Shrink pictures that are wider than the text, and restore those that fit."""
        if not self._has_pictures:
            return
        for fragment in list(fragments(self._document)):
            shape = fragment.charFormat().toImageFormat()
            natural = shape.doubleProperty(NATURAL_WIDTH)
            if not shape.isValid() or not natural:
                continue
            scale = min(1.0, width / natural)
            if abs(shape.width() - natural * scale) > 0.5:
                shape.setWidth(natural * scale)
                shape.setHeight(shape.doubleProperty(NATURAL_HEIGHT) * scale)
                cursor = QTextCursor(self._document)
                cursor.setPosition(fragment.position())
                cursor.setPosition(fragment.position() + 1, QTextCursor.MoveMode.KeepAnchor)
                cursor.setCharFormat(shape)

    def _insert_picture(
        self,
        cursor: QTextCursor,
        request: FormulaRequest,
        picture: FormulaPicture,
        text: QTextCharFormat,
    ) -> None:
        image, height = on_the_line(picture, request.device_ratio, text)
        name = f"formula:{hash(request)}"
        kind = QTextDocument.ResourceType.ImageResource.value
        self._document.addResource(kind, QUrl(name), image)
        shape = QTextImageFormat()
        shape.setName(name)
        shape.setFont(text.font())
        shape.setForeground(text.foreground())
        shape.setWidth(picture.width)
        shape.setHeight(height)
        shape.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        shape.setProperty(COPIED_TEXT, text.stringProperty(COPIED_TEXT))
        shape.setProperty(NATURAL_WIDTH, picture.width)
        shape.setProperty(NATURAL_HEIGHT, height)
        cursor.insertText(IMAGE, shape)
        self._has_pictures = True


def on_the_line(
    picture: FormulaPicture, device_ratio: float, text: QTextCharFormat
) -> tuple[QImage, float]:
    """Return a picture with room above or below it, so that it is on the baseline of the text.

    Qt can only put the middle of a picture a quarter of an x above the baseline.
    """
    lift = QFontMetrics(text.font()).xHeight() / 2
    above = max(0.0, picture.descent + lift - picture.ascent)
    below = max(0.0, picture.ascent - lift - picture.descent)
    height = picture.ascent + picture.descent + above + below
    image = QImage(picture.image.width(), round(height * device_ratio) + 1, picture.image.format())
    image.fill(0)
    image.setDevicePixelRatio(device_ratio)
    painter = QPainter(image)
    painter.drawImage(0, round(above), picture.image)
    painter.end()
    return image, height


def fragments(document: QTextDocument) -> Iterator[QTextFragment]:
    """Return the parts of a document that have one format each."""
    block = document.begin()
    while block.isValid():
        place = block.begin()
        while not place.atEnd():
            yield place.fragment()
            place += 1
        block = block.next()


def _key_of(fragment: QTextFragment) -> str:
    return str(fragment.charFormat().stringProperty(FORMULA_KEY))


def _device_ratio() -> float:
    application = QGuiApplication.instance()
    return application.devicePixelRatio() if isinstance(application, QGuiApplication) else 1.0
