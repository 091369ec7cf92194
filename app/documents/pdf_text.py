"""A process that reads a PDF from stdin and writes its text to stdout, with limits.

A hostile PDF may use all memory or never end. The system ends this process then, and only text or
pictures of pages leave it. The exit status is 0, or one of ``DocumentTrouble``.
"""

import contextlib
import enum
import io
import math
import re
import struct
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from app.media.pictures import MAX_PICTURE_SIDE
from engine.ipc.frames import Frames
from engine.ipc.limits import (
    end_with_parent,
    forbid_core_dump,
    limit_memory,
    limit_processor_time,
)
from engine.sandbox.confinement import confine

if TYPE_CHECKING:
    from pypdfium2 import PdfBitmap, PdfPage, PdfTextPage

MAX_DRAWING_SECONDS = 60
_HEADER = struct.Struct("<2sIII IiiHHIIiiII")
_BITS = 24
MAX_PAGE_BYTES = _HEADER.size + MAX_PICTURE_SIDE * MAX_PICTURE_SIDE * _BITS // 8
_MAX_SCALE = 300 / 72  # limits the scale of small pages to that of a good scanner
PAGES_OPTION = "--pages="  # followed by page numbers; draws these pages instead of reading
MAX_CHARS = 1_000_000
MAX_PAGES = 3_000
MAX_SECONDS = 20
_PASSWORD_ERROR = 4
_MAX_NOTES = 10_000  # of a page
_MAX_NOTE_BYTES = 1 << 20
_LINE_HYPHEN = re.compile("[\ufffe\x02]\r?\n?")  # at the end of a line, in a word
MAX_MEMORY_BYTES = 2 << 30
# Exceptions that libraries raise for broken or hostile files.
TROUBLE = (
    *(ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, MemoryError),
    *(NotImplementedError, ArithmeticError, AssertionError),
)


class DocumentTrouble(enum.IntEnum):
    """Why a document has no text; the exit status of the process."""

    BROKEN = 10
    ENCRYPTED = 11
    TOO_LARGE = 12
    UNKNOWN = 13
    ENTITIES = 14
    OLD_FORMAT = 15


class DrawnPage(msgspec.Struct, frozen=True, tag=True):
    """A page as a BMP file; empty for a blank page."""

    file: bytes


PAGES = Frames[DrawnPage](DrawnPage, MAX_PAGE_BYTES + (1 << 10))


class PdfRefused(Exception):
    """The pages can't be drawn."""


def draw(content: bytes, numbers: Iterable[int], target: BinaryIO) -> None:
    """Write each of these pages as a BMP; a blank page has no bytes. Raises PdfRefused."""
    # Imported late: the window imports this module for its limits, without the library.
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        document = PdfDocument(io.BytesIO(content))
        page_count = len(document)
    except PdfiumError as error:
        raise PdfRefused from error
    for number in numbers:
        file = b""
        if number < page_count:
            try:
                file = _drawn(document[number])
            except (PdfiumError, ValueError, MemoryError):
                file = b""  # the other pages may be intact
        target.write(PAGES.encode(DrawnPage(file)))
        target.flush()


def _drawn(page: "PdfPage") -> bytes:
    width, height = page.get_size()
    longest = max(width, height)
    if not (math.isfinite(longest) and min(width, height) > 0):
        return b""
    # Sides are rounded up to whole pixels; a slightly larger one would be scaled again.
    scale = min((MAX_PICTURE_SIDE - 0.01) / longest, _MAX_SCALE)
    bitmap = page.render(scale=scale)
    return b"" if _is_white(bitmap) else _bmp(bitmap)


def _is_white(bitmap: "PdfBitmap") -> bool:
    white = b"\xff" * (bitmap.width * _BITS // 8)
    return all(row[: len(white)] == white for row in _rows(bitmap))


def _rows(bitmap: "PdfBitmap") -> Iterator[bytes]:
    content, step = memoryview(bitmap.buffer).cast("B"), bitmap.stride
    return (bytes(content[at : at + step]) for at in range(0, bitmap.height * step, step))


def _bmp(bitmap: "PdfBitmap") -> bytes:
    """Return a BMP file of the pixels, in BGR order."""
    padded = (bitmap.width * _BITS + 31) // 32 * 4
    rows = [row[:padded].ljust(padded, b"\xff") for row in _rows(bitmap)]
    content = b"".join(reversed(rows))  # the lowest row comes first
    size = (bitmap.width, bitmap.height, 1, _BITS, 0, len(content))
    head = (b"BM", _HEADER.size + len(content), 0, _HEADER.size, 40)
    return _HEADER.pack(*head, *size, 0, 0, 0, 0) + content


class PdfText(msgspec.Struct, frozen=True):
    """The text of a PDF, its page count, and the numbers of pages without text."""

    text: str
    page_count: int
    empty_pages: tuple[int, ...] = ()


def main() -> None:
    """Read or draw, write the result, and exit with the status."""
    options = [each for each in sys.argv[1:] if each.startswith(PAGES_OPTION)]
    limit_reach(MAX_DRAWING_SECONDS if options else MAX_SECONDS)
    content = sys.stdin.buffer.read()
    if options:
        _draw(content, options[0].removeprefix(PAGES_OPTION))
        return
    try:
        text = _text(content)
    except _Encrypted:
        sys.exit(DocumentTrouble.ENCRYPTED)
    sys.stdout.buffer.write(msgspec.msgpack.encode(text))
    sys.stdout.buffer.flush()


def _draw(content: bytes, numbers: str) -> None:
    try:
        draw(content, map(int, numbers.split(",")), sys.stdout.buffer)
    except PdfRefused:
        sys.exit(DocumentTrouble.BROKEN)
    except BrokenPipeError:
        sys.exit(1)  # the reader has closed the pipe


class _Encrypted(Exception):
    """The PDF needs a password."""


def limit_reach(seconds: int = MAX_SECONDS) -> None:
    """Limit time, memory and access of this process; on Windows, only the caller limits time."""
    forbid_core_dump()
    end_with_parent()
    limit_processor_time(seconds)
    limit_memory(MAX_MEMORY_BYTES)
    confine(())


def _text(content: bytes) -> PdfText:
    """Return the text of all pages, up to a length; unreadable pages are skipped."""
    # Imported late: the window imports this module for its limits, without the library.
    from pypdfium2 import PdfDocument, PdfiumError

    known: tuple[type[Exception], ...] = (PdfiumError, *TROUBLE)
    try:
        document = PdfDocument(io.BytesIO(content))
        page_count = min(len(document), MAX_PAGES)
    except PdfiumError as error:
        if getattr(error, "err_code", 0) == _PASSWORD_ERROR:
            raise _Encrypted from error
        sys.exit(DocumentTrouble.BROKEN)
    except known:
        sys.exit(DocumentTrouble.BROKEN)
    if not page_count:
        sys.exit(DocumentTrouble.BROKEN)
    with contextlib.suppress(*known):  # without it, its fields are not read
        document.init_forms()
    texts: list[str] = []
    empty_pages: list[int] = []
    letter_count = 0
    for number in range(page_count):
        try:
            page = document[number]
            text = "\n\n".join(filter(None, (_page_text(page), *_page_notes(page))))
            page.close()
        except known:
            text = ""  # the page may still be drawn
        if not text:
            empty_pages.append(number)
        texts.append(text)
        letter_count += len(text)
        if letter_count >= MAX_CHARS:
            break
    joined = "\n\n".join(filter(None, texts))[:MAX_CHARS].encode("utf-8", "replace")
    return PdfText(joined.decode(), page_count, tuple(empty_pages))


def _page_text(page: "PdfPage") -> str:
    text_page = page.get_textpage()
    text: str = text_page.get_text_range()
    if len(text) < text_page.count_chars():
        text = _with_unmapped(text_page)
    text_page.close()
    text = _LINE_HYPHEN.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    return "\n".join(line.strip() for line in text.split("\n")).strip()


def _with_unmapped(text_page: "PdfTextPage") -> str:
    """Return the text of a page; glyphs that the file maps to no character are U+FFFD."""
    from pypdfium2.raw import FPDFText_GetUnicode

    codes = (FPDFText_GetUnicode(text_page, at) for at in range(text_page.count_chars()))
    # Of a character above U+FFFF there are two halves.
    units = b"".join(chr(each or 0xFFFD).encode("utf-16-le", "surrogatepass") for each in codes)
    return units.decode("utf-16-le", "replace")


def _page_notes(page: "PdfPage") -> Iterator[str]:
    """Yield what was filled in, and the comments on a page."""
    from pypdfium2 import raw

    form = page.formenv
    for place in range(min(raw.FPDFPage_GetAnnotCount(page), _MAX_NOTES)):
        note = raw.FPDFPage_GetAnnot(page, place)
        if not note:
            continue
        kind = raw.FPDFAnnot_GetSubtype(note)
        if kind == raw.FPDF_ANNOT_WIDGET and form is not None:
            yield _field(form, note)
        elif kind == raw.FPDF_ANNOT_FREETEXT:
            yield _said(note, "Contents")
        elif kind in (raw.FPDF_ANNOT_TEXT, raw.FPDF_ANNOT_HIGHLIGHT, raw.FPDF_ANNOT_UNDERLINE):
            by, text = _said(note, "T"), _said(note, "Contents")
            yield f"[Comment{f' by {by}' if by else ''}: {text}]" if text else ""
        raw.FPDFPage_CloseAnnot(note)


def _field(form: object, note: object) -> str:
    from pypdfium2 import raw

    def said(read: Callable[..., int]) -> str:
        return _buffered(lambda *buffer: read(form, note, *buffer))

    kind = raw.FPDFAnnot_GetFormFieldType(form, note)
    name = said(raw.FPDFAnnot_GetFormFieldAlternateName) or said(raw.FPDFAnnot_GetFormFieldName)
    if kind in (raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON):
        value = said(raw.FPDFAnnot_GetFormFieldExportValue)
        is_set = raw.FPDFAnnot_IsChecked(form, note)
        return (
            f"[x] {name}{f': {value}' if value not in ('', 'Yes', 'On') else ''}" if is_set else ""
        )
    if kind in (raw.FPDF_FORMFIELD_TEXTFIELD, raw.FPDF_FORMFIELD_COMBOBOX,
                raw.FPDF_FORMFIELD_LISTBOX):  # fmt: skip
        value = said(raw.FPDFAnnot_GetFormFieldValue)
        return f"{name}: {value}" if value else ""
    return ""


def _said(note: object, key: str) -> str:
    from pypdfium2.raw import FPDFAnnot_GetStringValue

    return _buffered(lambda *buffer: FPDFAnnot_GetStringValue(note, key.encode(), *buffer))


def _buffered(read: Callable[..., int]) -> str:
    """Return a text that a function writes as UTF-16 into a buffer of the size that it returns."""
    from pypdfium2.raw import FPDF_WCHAR

    size = read(None, 0)
    if not 2 < size < _MAX_NOTE_BYTES:
        return ""
    buffer = (FPDF_WCHAR * ((size + 1) // 2))()
    read(buffer, size)
    text = bytes(buffer)[:size].decode("utf-16-le", "replace").partition("\0")[0]
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


if __name__ == "__main__":
    main()
