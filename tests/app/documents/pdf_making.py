"""PDFs made by tests: lines of text, scans, and pages without a mark."""

import io
from collections.abc import Iterable

from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

SCAN = "0.8 0.1 0.1 rg 0 0 300 100 re f"  # the lower half of a page, in red
BLANK = ""


def pdf(*pages: str, password: str = "") -> bytes:
    """Return a PDF with a line on each page."""
    return pdf_of((text_stream(line) for line in pages), password=password)


def text_stream(line: str) -> str:
    """Return what draws a line of text."""
    return f"BT /F1 12 Tf 20 100 Td ({line}) Tj ET"


def pdf_of(
    streams: Iterable[str], *, size: tuple[float, float] = (300, 200), password: str = ""
) -> bytes:
    """Return a PDF whose pages are drawn by these."""
    writer = PdfWriter()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    for each in streams:
        page = writer.add_blank_page(*size)
        stream = DecodedStreamObject()
        stream.set_data(each.encode("latin-1"))
        page[NameObject("/Contents")] = writer._add_object(stream)  # noqa: SLF001  there is no public way
        fonts = DictionaryObject({NameObject("/F1"): font})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    if password:
        writer.encrypt(password)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()
