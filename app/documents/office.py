"""What is written in office files of Microsoft and OpenDocument: ZIPs, read within bounds."""

import io
import itertools
import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element
from xml.parsers import expat

from defusedxml.ElementTree import fromstring

from app.documents.limits import (
    MOST_CELLS,
    MOST_ENTRIES,
    MOST_EXPANDED_BYTES,
    MOST_ROWS,
    DocumentRefused,
    DocumentTrouble,
)

_IS_ENCRYPTED = 0x1
_XML_SUFFIXES = (".xml", ".rels", ".opf", ".vml")
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_MOST_SPACES = 100  # that one element may stand for
_DEEPEST_HEADING = 6


class BoundedArchive:
    """The members of a ZIP by name. Raises DocumentRefused for one that is too large or locked.

    A member can't grow past the size in the archive's list: zipfile reads no further.
    """

    def __init__(self, content: bytes) -> None:
        self.content = content
        self._file = zipfile.ZipFile(io.BytesIO(content))
        members = self._file.infolist()
        expanded = sum(each.file_size for each in members)
        # Before anything is unpacked: a small file may claim, or hold, a hundred gigabytes.
        if len(members) > MOST_ENTRIES or expanded > MOST_EXPANDED_BYTES:
            raise DocumentRefused(DocumentTrouble.TOO_LARGE)
        if any(each.flag_bits & _IS_ENCRYPTED for each in members):
            raise DocumentRefused(DocumentTrouble.ENCRYPTED)
        self.names = frozenset(each.filename for each in members)

    def read(self, name: str) -> bytes:
        """Return a member. Raises KeyError."""
        return self._file.read(name)

    def xml(self, name: str) -> Element:
        """Return a member as XML. Raises DocumentRefused for one that defines entities."""
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
        """Raise DocumentRefused where any XML in it has a document type, which defines entities.

        The libraries that read the archive themselves need not be trusted with that.
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
    # Late: each of these libraries is needed for one kind of file.
    from docx import Document
    from docx.table import Table

    archive.refuse_entities()
    for block in Document(io.BytesIO(archive.content)).iter_inner_content():
        if isinstance(block, Table):
            rows = itertools.islice(block.rows, MOST_ROWS)
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
    rows_left, cells_left = MOST_ROWS, MOST_CELLS
    for sheet in book.worksheets:
        sheet.reset_dimensions()  # what a file says of its size may be a million rows
        lines: list[str] = []
        # Row by row: a sheet never stands in memory whole.
        for row in sheet.iter_rows(values_only=True):
            rows_left, cells_left = rows_left - 1, cells_left - len(row)
            if rows_left < 0 or cells_left < 0:
                lines.append(f"[Only the first {MOST_ROWS:,} rows and {MOST_CELLS:,} cells.]")
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
    # Each member is locked by itself there; the archive does not know of it.
    if b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise DocumentRefused(DocumentTrouble.ENCRYPTED)
    yield from itertools.islice(_blocks(archive.xml("content.xml")), MOST_ROWS)


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
    """Return the text of a paragraph; spaces, tabs and breaks are elements of their own."""
    parts = [element.text or ""]
    for child in element:
        if child.tag == f"{_TEXT}s":
            count = child.get(f"{_TEXT}c", "1")
            parts.append(" " * min(int(count) if count.isdecimal() else 1, _MOST_SPACES))
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
