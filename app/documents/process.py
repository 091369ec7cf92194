"""A process that reads a document from stdin and writes its text to stdout, with limits.

The kind is detected from the content. With ``PAGE_OPTION`` it reads a web page, and writes a
``ReadablePage``. The exit status is 0, or one of ``DocumentTrouble``.
"""

import plistlib
import sys
from collections.abc import Iterator

import msgspec

from app.documents import markdown_text as markdown
from app.documents.archives import UNREADABLE, BoundedArchive, DocumentRefused
from app.documents.pdf_text import TROUBLE, DocumentTrouble, limit_reach

MAX_CHARS = 4_000_000
PAGE_OPTION = "--page="  # followed by the charset that the server named, which may be empty
ZIP_MAGIC, OLD_MAGIC = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
RTF_MAGIC = b"{\\rtf"
_EPUB_TYPE, _OPEN_DOCUMENT_TYPE = b"application/epub+zip", b"application/vnd.oasis.opendocument."
_OLD_PASSWORD = "EncryptedPackage".encode("utf-16-le")
_TROUBLE = (*TROUBLE, *UNREADABLE, StopIteration, OSError, plistlib.InvalidFileException)


def main() -> None:
    """Read, write the text, and exit with the status."""
    limit_reach()
    content = sys.stdin.buffer.read()
    charsets = [each for each in sys.argv[1:] if each.startswith(PAGE_OPTION)]
    try:
        output = _page(content, charsets[0]) if charsets else _document(content)
    except DocumentRefused as refused:
        sys.exit(refused.trouble)
    except _TROUBLE:
        sys.exit(DocumentTrouble.BROKEN)
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()


def _document(content: bytes) -> bytes:
    return document_text(content).encode("utf-8", "replace")


def _page(content: bytes, option: str) -> bytes:
    from app.documents.readable_page import readable_page

    return msgspec.msgpack.encode(readable_page(content, option.removeprefix(PAGE_OPTION)))


def document_text(content: bytes) -> str:
    """Return the text of a document, up to a length. Raises DocumentRefused or a library error.

    Unreadable parts are named at the end.
    """
    archive = BoundedArchive(content) if content.startswith(ZIP_MAGIC) else None
    parts: list[str] = []
    room = MAX_CHARS
    for part in _parts(content, archive):
        parts.append(part)
        room -= len(part)
        if room <= 0:
            break
    text = markdown.joined(parts)[:MAX_CHARS]
    if archive is not None and archive.unread:
        if not text.strip():
            raise DocumentRefused(DocumentTrouble.BROKEN)
        text += f"\n\n[Damaged, not read: {', '.join(dict.fromkeys(archive.unread))}.]"
    return text


def _parts(content: bytes, archive: BoundedArchive | None) -> Iterator[str]:
    # Imported late: each of these libraries is needed for one kind of file.
    if archive is None:
        return _without_archive(content)
    if "EncryptedPackage" in archive.names:
        raise DocumentRefused(DocumentTrouble.ENCRYPTED)
    # By content: names may be wrong or missing.
    main = next(iter(archive.related("", "officeDocument")), "")
    folder = next(
        (it for it in ("word/", "xl/", "ppt/") if main.startswith(it) or _has(archive, it)), ""
    )
    match folder:
        case "word/":
            from app.documents.word import word_text

            return word_text(archive)
        case "xl/":
            from app.documents.sheets import sheet_text

            return sheet_text(content, archive)
        case "ppt/":
            from app.documents.slides import slide_text

            return slide_text(archive)
    media_type = archive.read("mimetype").strip() if "mimetype" in archive.names else b""
    if media_type == _EPUB_TYPE:
        from app.documents.web_pages import book_text

        return book_text(archive)
    if media_type.startswith(_OPEN_DOCUMENT_TYPE):
        from app.documents.open_document import open_document_text

        return open_document_text(archive)
    raise DocumentRefused(DocumentTrouble.UNKNOWN)


def _has(archive: BoundedArchive, folder: str) -> bool:
    """Return whether an archive has the main member that most office files have."""
    mains = ("word/document.xml", "xl/workbook.xml", "ppt/presentation.xml")
    return any(each.startswith(folder) and each in archive.names for each in mains)


def _without_archive(content: bytes) -> Iterator[str]:
    if content.startswith(RTF_MAGIC):
        from app.documents.rich_text import rich_text

        return rich_text(content)
    if not content.startswith(OLD_MAGIC):
        from app.documents.web_pages import page_text

        return page_text(content)
    if _OLD_PASSWORD in content:
        raise DocumentRefused(DocumentTrouble.ENCRYPTED)
    if not any(name.encode("utf-16-le") in content for name in ("Workbook", "Book")):
        raise DocumentRefused(DocumentTrouble.OLD_FORMAT)
    from app.documents.sheets import sheet_text

    return sheet_text(content)


if __name__ == "__main__":
    main()
