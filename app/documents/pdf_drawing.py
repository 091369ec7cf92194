"""Draws pages of a PDF, in the process that reads them: see ``pdf_text.py``.

Each page leaves it as a file without any packing: what decodes the pictures of others decodes that
one, too.
"""

import io
import math
import struct
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from app.domain import MOST_PICTURE_SIDE
from engine.ipc.frames import Frames

if TYPE_CHECKING:
    from pypdfium2 import PdfBitmap, PdfPage

MOST_DRAWING_SECONDS = 60
_HEADER = struct.Struct("<2sIII IiiHHIIiiII")
_BITS = 24
MOST_PAGE_BYTES = _HEADER.size + MOST_PICTURE_SIDE * MOST_PICTURE_SIDE * _BITS // 8
_MOST_SCALE = 300 / 72  # small pages are drawn as a good scanner would read them


class DrawnPage(msgspec.Struct, frozen=True, tag=True):
    """A page as a BMP file; empty for one without a mark."""

    file: bytes


PAGES = Frames[DrawnPage](DrawnPage, MOST_PAGE_BYTES + (1 << 10))


class PdfRefused(Exception):
    """There is no page that could be drawn."""


def draw(content: bytes, numbers: Iterable[int], target: BinaryIO) -> None:
    """Write these pages, each as a BMP; one without a mark has no bytes. Raises PdfRefused."""
    # Late: the window imports this module for its limits, and never needs the library.
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
                file = b""  # the other pages may be better
        target.write(PAGES.encode(DrawnPage(file)))
        target.flush()


def _drawn(page: "PdfPage") -> bytes:
    width, height = page.get_size()
    longest = max(width, height)
    if not (math.isfinite(longest) and min(width, height) > 0):
        return b""
    # Sides are rounded up to whole pixels, and what is a hair too long would be scaled again.
    scale = min((MOST_PICTURE_SIDE - 0.01) / longest, _MOST_SCALE)
    bitmap = page.render(scale=scale)
    return b"" if _is_white(bitmap) else _bmp(bitmap)


def _is_white(bitmap: "PdfBitmap") -> bool:
    white = b"\xff" * (bitmap.width * _BITS // 8)
    return all(row[: len(white)] == white for row in _rows(bitmap))


def _rows(bitmap: "PdfBitmap") -> Iterator[bytes]:
    content, step = memoryview(bitmap.buffer).cast("B"), bitmap.stride
    return (bytes(content[at : at + step]) for at in range(0, bitmap.height * step, step))


def _bmp(bitmap: "PdfBitmap") -> bytes:
    """Return the pixels as they are, blue first, behind a header that says so."""
    padded = (bitmap.width * _BITS + 31) // 32 * 4
    rows = [row[:padded].ljust(padded, b"\xff") for row in _rows(bitmap)]
    content = b"".join(reversed(rows))  # the lowest row comes first
    size = (bitmap.width, bitmap.height, 1, _BITS, 0, len(content))
    head = (b"BM", _HEADER.size + len(content), 0, _HEADER.size, 40)
    return _HEADER.pack(*head, *size, 0, 0, 0, 0) + content
