"""Reads a document from stdin and writes its text to stdout: a process of its own, with bounds.

Which kind it is its content says. The exit status tells how it went: 0, or one of
``DocumentTrouble``.
"""

import sys
import zipfile
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import ParseError
from xml.parsers.expat import ExpatError

from defusedxml.common import DefusedXmlException

from app.documents.limits import MOST_LETTERS, DocumentRefused, DocumentTrouble
from app.documents.office import (
    BoundedArchive,
    open_document_text,
    sheet_text,
    slide_text,
    word_text,
)
from app.documents.pdf_text import TROUBLE, limit_reach
from app.documents.web import book_text, page_text

_ReadArchive = Callable[[BoundedArchive], Iterator[str]]

ZIP_MAGIC = b"PK\x03\x04"
_BY_MEMBER: dict[str, _ReadArchive] = {
    "word/document.xml": word_text,
    "xl/workbook.xml": sheet_text,
    "ppt/presentation.xml": slide_text,
}
_EPUB_TYPE, _OPEN_DOCUMENT_TYPE = b"application/epub+zip", b"application/vnd.oasis.opendocument."
_TROUBLE = (
    *(*TROUBLE, StopIteration, OSError, EOFError),
    *(zipfile.BadZipFile, ParseError, ExpatError, SyntaxError, RuntimeError),
)


def main() -> None:
    """Read, write, and end with the status."""
    limit_reach()
    content = sys.stdin.buffer.read()
    try:
        text = document_text(content)
    except DocumentRefused as refused:
        sys.exit(refused.trouble)
    except DefusedXmlException:
        sys.exit(DocumentTrouble.ENTITIES)
    except _TROUBLE:
        sys.exit(DocumentTrouble.BROKEN)
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()


def document_text(content: bytes) -> str:
    """Return the text of a document, up to a length. Raises DocumentRefused, and what trips."""
    parts: list[str] = []
    room = MOST_LETTERS
    for part in _parts(content):
        parts.append(part)
        room -= len(part)
        if room <= 0:
            break
    return "\n\n".join(part for part in parts if part.strip())[:MOST_LETTERS]


def _parts(content: bytes) -> Iterator[str]:
    if not content.startswith(ZIP_MAGIC):
        return page_text(content)
    # By what is in it: names lie, and are missing where a file came by mail.
    archive = BoundedArchive(content)
    for member, read in _BY_MEMBER.items():
        if member in archive.names:
            return read(archive)
    media_type = archive.read("mimetype").strip() if "mimetype" in archive.names else b""
    if media_type == _EPUB_TYPE:
        return book_text(archive)
    if media_type.startswith(_OPEN_DOCUMENT_TYPE):
        return open_document_text(archive)
    raise DocumentRefused(DocumentTrouble.UNKNOWN)


if __name__ == "__main__":
    main()
