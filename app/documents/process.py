"""A process that reads a document from stdin and writes its text to stdout, with limits.

The kind is detected from the content. The exit status is 0, or one of ``DocumentTrouble``.
"""

import email
import email.policy
import io
import itertools
import posixpath
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError
from xml.parsers import expat
from xml.parsers.expat import ExpatError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from app.documents.pdf_text import TROUBLE, DocumentTrouble, limit_reach

MAX_CHARS = 4_000_000
MAX_ENTRIES = 10_000
MAX_EXPANDED_BYTES = 256 << 20
MAX_ROWS = 100_000
MAX_CELLS = 1_000_000
_IS_ENCRYPTED = 0x1
_XML_SUFFIXES = (".xml", ".rels", ".opf", ".vml")
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_MAX_SPACES = 100  # maximum count of one element
_DEEPEST_HEADING = 6
_CONTAINER = "{urn:oasis:names:tc:opendocument:xmlns:container}"
_PACKAGE = "{http://www.idpf.org/2007/opf}"
_HIDDEN = frozenset(("script", "style", "template", "noscript", "svg", "head", "nav", "iframe"))
_BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "br", "dd", "details", "div", "dl"),
        *("dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "li", "main"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "pre", "section", "table", "tbody", "td"),
        *("th", "tr", "ul"),
    )
)
_ENDED_BY_THE_NEXT = frozenset(("td", "th", "tr", "li", "dt", "dd"))
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)
_CHARSET_WITHIN = 4096
ZIP_MAGIC = b"PK\x03\x04"
_EPUB_TYPE, _OPEN_DOCUMENT_TYPE = b"application/epub+zip", b"application/vnd.oasis.opendocument."
_TROUBLE = (
    *(*TROUBLE, StopIteration, OSError, EOFError),
    *(zipfile.BadZipFile, ParseError, ExpatError, SyntaxError, RuntimeError),
)


class DocumentRefused(Exception):
    """A document has no readable text."""

    def __init__(self, trouble: DocumentTrouble) -> None:
        super().__init__(trouble.name)
        self.trouble = trouble


class BoundedArchive:
    """The members of a ZIP by name. Raises DocumentRefused if it is too large or encrypted.

    A member can't exceed the size in the archive's directory: zipfile stops there.
    """

    def __init__(self, content: bytes) -> None:
        self.content = content
        self._file = zipfile.ZipFile(io.BytesIO(content))
        members = self._file.infolist()
        expanded = sum(each.file_size for each in members)
        # Before unpacking: a small file may expand to a hundred gigabytes.
        if len(members) > MAX_ENTRIES or expanded > MAX_EXPANDED_BYTES:
            raise DocumentRefused(DocumentTrouble.TOO_LARGE)
        if any(each.flag_bits & _IS_ENCRYPTED for each in members):
            raise DocumentRefused(DocumentTrouble.ENCRYPTED)
        self.names = frozenset(each.filename for each in members)

    def read(self, name: str) -> bytes:
        """Return a member. Raises KeyError."""
        return self._file.read(name)

    def xml(self, name: str) -> Element:
        """Return a member as XML. Raises DocumentRefused if it defines entities."""
        root: Element = fromstring(self.read(name), forbid_dtd=True)
        return root

    def numbered(self, folder: str, stem: str) -> Iterator[str]:
        """Yield the members ``stem1.xml``, ``stem2.xml`` ... of a folder, in this order."""
        begin = f"{folder}/{stem}"
        found = [each for each in self.names if each.startswith(begin) and each.endswith(".xml")]
        numbers = {each: each[len(begin) : -len(".xml")] for each in found}
        yield from sorted(
            (each for each in found if numbers[each].isdecimal()),
            key=lambda each: int(numbers[each]),
        )

    def refuse_entities(self) -> None:
        """Raise DocumentRefused if any XML member has a document type, which may define entities.

        Checked here because some libraries read the archive themselves.
        """
        for name in self.names:
            if name.lower().endswith(_XML_SUFFIXES):
                parser = expat.ParserCreate()
                parser.StartDoctypeDeclHandler = _refuse_document_type
                parser.Parse(self.read(name), True)


def _refuse_document_type(*_about: object) -> None:
    raise DocumentRefused(DocumentTrouble.ENTITIES)


def word_text(archive: BoundedArchive) -> Iterator[str]:
    """Yield the paragraphs and tables of a docx file."""
    # Imported late: each of these libraries is needed for one kind of file.
    from docx import Document
    from docx.table import Table

    archive.refuse_entities()
    for block in Document(io.BytesIO(archive.content)).iter_inner_content():
        if isinstance(block, Table):
            rows = itertools.islice(block.rows, MAX_ROWS)
            yield "\n".join("\t".join(_one_line(cell.text) for cell in row.cells) for row in rows)
            continue
        style = (block.style.name or "") if block.style is not None else ""
        yield _heading(style.removeprefix("Heading "), style) + block.text


def sheet_text(archive: BoundedArchive) -> Iterator[str]:
    """Yield the sheets of an xlsx file, with the values that formulas had when it was saved."""
    from openpyxl import load_workbook

    archive.refuse_entities()
    book = load_workbook(
        io.BytesIO(archive.content), read_only=True, data_only=True, keep_links=False
    )
    rows_left, cells_left = MAX_ROWS, MAX_CELLS
    for sheet in book.worksheets:
        sheet.reset_dimensions()  # the declared size may be a million rows
        lines: list[str] = []
        # Row by row: a sheet is never in memory as a whole.
        for row in sheet.iter_rows(values_only=True):
            rows_left, cells_left = rows_left - 1, cells_left - len(row)
            if rows_left < 0 or cells_left < 0:
                lines.append(f"[Only the first {MAX_ROWS:,} rows and {MAX_CELLS:,} cells.]")
                break
            cells = ["" if value is None else _one_line(str(value)) for value in row]
            line = "\t".join(cells).rstrip("\t")
            if line:
                lines.append(line)
        yield f"# {sheet.title}\n" + "\n".join(lines)
        if rows_left < 0 or cells_left < 0:
            return


def slide_text(archive: BoundedArchive) -> Iterator[str]:
    """Yield the slides of a pptx file, each with its notes."""
    notes = set(archive.numbered("ppt/notesSlides", "notesSlide"))
    for number, name in enumerate(archive.numbered("ppt/slides", "slide"), 1):
        paragraphs = list(_drawn(archive.xml(name)))
        note = f"ppt/notesSlides/notesSlide{number}.xml"
        if note in notes:
            paragraphs += _drawn(archive.xml(note))
        yield f"# {number}\n" + "\n".join(paragraphs)


def open_document_text(archive: BoundedArchive) -> Iterator[str]:
    """Yield the paragraphs and rows of an odt, ods or odp file."""
    # Each member is encrypted separately there; the archive does not show it.
    if b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise DocumentRefused(DocumentTrouble.ENCRYPTED)
    yield from itertools.islice(_blocks(archive.xml("content.xml")), MAX_ROWS)


def _drawn(slide: Element) -> Iterator[str]:
    for paragraph in slide.iter(f"{_DRAWING}p"):
        text = "".join(each.text or "" for each in paragraph.iter(f"{_DRAWING}t"))
        if text.strip():
            yield text


def _blocks(element: Element) -> Iterator[str]:
    for child in element:
        if child.tag == f"{_TEXT}h":
            yield _heading(child.get(f"{_TEXT}outline-level", "1")) + _written(child)
        elif child.tag == f"{_TEXT}p":
            yield _written(child)
        elif child.tag == f"{_TABLE}table-row":
            cells = (each for each in child if each.tag == f"{_TABLE}table-cell")
            line = "\t".join(_one_line("\n".join(_blocks(cell))) for cell in cells)
            if line.strip():
                yield line
        else:
            yield from _blocks(child)


def _written(element: Element) -> str:
    """Return the text of a paragraph; spaces, tabs and breaks are separate elements."""
    parts = [element.text or ""]
    for child in element:
        if child.tag == f"{_TEXT}s":
            count = child.get(f"{_TEXT}c", "1")
            parts.append(" " * min(int(count) if count.isdecimal() else 1, _MAX_SPACES))
        elif child.tag == f"{_TEXT}tab":
            parts.append("\t")
        elif child.tag == f"{_TEXT}line-break":
            parts.append("\n")
        else:
            parts.append(_written(child))
        parts.append(child.tail or "")
    return "".join(parts)


def _heading(level: str, style: str = "") -> str:
    if style == "Title":
        return "# "
    is_level = level.isdecimal() and level.isascii() and 0 < int(level) <= _DEEPEST_HEADING
    return "#" * int(level) + " " if is_level else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


def page_text(content: bytes) -> Iterator[str]:
    """Yield the text of a web page that was saved as HTML or as MHTML."""
    if b"<" not in content[:1] and re.match(rb"[\w-]+:", content) is not None:
        content, charset = _page_in_mail(content)
        yield html_text(content, charset)
        return
    yield html_text(content)


def book_text(archive: BoundedArchive) -> Iterator[str]:
    """Yield the chapters of an epub file, in their order."""
    container = archive.xml("META-INF/container.xml")
    root = next(container.iter(f"{_CONTAINER}rootfile")).get("full-path", "")
    package = archive.xml(root)
    items = {each.get("id"): each.get("href", "") for each in package.iter(f"{_PACKAGE}item")}
    locked = archive.read("META-INF/encryption.xml") if _has_locks(archive) else b""
    for reference in package.iter(f"{_PACKAGE}itemref"):
        path = posixpath.join(posixpath.dirname(root), unquote(items[reference.get("idref")]))
        name = posixpath.normpath(path)
        # Fonts are often encrypted as well, which does not prevent reading.
        if name.encode() in locked:
            raise DocumentRefused(DocumentTrouble.ENCRYPTED)
        yield html_text(archive.read(name))


def html_text(content: bytes, charset: str = "") -> str:
    """Return the visible text of a page, one line per block."""
    found = _CHARSET.search(content[:_CHARSET_WITHIN])
    reader = _PageReader()
    reader.feed(_decoded(content, charset or (found[1].decode() if found else "utf-8")))
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.parts).splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


class _PageReader(HTMLParser):
    """Collects the visible text of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden = ""
        self._depth = 0
        self._room = MAX_CHARS

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a new line with a block."""
        del attrs
        # Browsers close the head implicitly, so pages may leave it open.
        if self._hidden == "head" and tag == "body":
            self._hidden = ""
        if self._hidden:
            self._depth += tag == self._hidden
        elif tag in _HIDDEN:
            self._hidden, self._depth = tag, 1
        elif tag in ("td", "th"):
            self.parts.append(" | ")
        elif tag in _BLOCKS:
            self.parts.append("\n" + _HEADINGS.get(tag, ""))

    def handle_endtag(self, tag: str) -> None:
        """End a line with a block."""
        if self._hidden:
            self._depth -= tag == self._hidden
            if self._depth <= 0:
                self._hidden = ""
        elif tag in _HEADINGS or tag in ("p", "table", "ul", "ol"):
            self.parts.append("\n\n")
        elif tag in _BLOCKS and tag not in _ENDED_BY_THE_NEXT:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        """Collect visible text."""
        if not self._hidden and self._room > 0:
            self.parts.append(data)
            self._room -= len(data)


def _page_in_mail(content: bytes) -> tuple[bytes, str]:
    message = email.message_from_bytes(content, policy=email.policy.default)
    for part in message.walk():
        if part.get_content_type() == "text/html":
            payload = part.get_payload(decode=True)
            if isinstance(payload, bytes):
                return payload, part.get_content_charset() or ""
    raise DocumentRefused(DocumentTrouble.UNKNOWN)


def _decoded(content: bytes, charset: str) -> str:
    # A byte order mark overrides the encoding declared in the page.
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        charset = "utf-16"
    try:
        return content.decode(charset, "replace").removeprefix("\ufeff")
    except LookupError:  # an unknown encoding
        return content.decode("utf-8", "replace")


def _has_locks(archive: BoundedArchive) -> bool:
    return "META-INF/encryption.xml" in archive.names


_ReadArchive = Callable[[BoundedArchive], Iterator[str]]
_BY_MEMBER: dict[str, _ReadArchive] = {
    "word/document.xml": word_text,
    "xl/workbook.xml": sheet_text,
    "ppt/presentation.xml": slide_text,
}


def main() -> None:
    """Read, write the text, and exit with the status."""
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
    """Return the text of a document, up to a length. Raises DocumentRefused or a library error."""
    parts: list[str] = []
    room = MAX_CHARS
    for part in _parts(content):
        parts.append(part)
        room -= len(part)
        if room <= 0:
            break
    return "\n\n".join(part for part in parts if part.strip())[:MAX_CHARS]


def _parts(content: bytes) -> Iterator[str]:
    if not content.startswith(ZIP_MAGIC):
        return page_text(content)
    # By content: names may be wrong or missing.
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
