"""Reads xlsx, xlsb and xls files: each sheet as a table under its name."""

import datetime
import io
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from xml.etree.ElementTree import Element

from app.documents import markdown_text as markdown
from app.documents import office_drawings as drawings
from app.documents.archives import UNREADABLE, BoundedArchive, DocumentRefused
from app.documents.pdf_text import DocumentTrouble

MAX_ROWS = 100_000
MAX_CELLS = 1_000_000
_MAX_AREA = 20_000_000  # cells of a sheet in memory: calamine keeps also the empty ones
_PLACE = re.compile(rb'<(?:\w+:)?c\b[^>]{0,200}?\br="([A-Z]{1,3})(\d{1,7})"')


def sheet_text(content: bytes, archive: BoundedArchive | None = None) -> Iterator[str]:
    """Yield the sheets of a book, with the values that formulas had when it was saved."""
    from python_calamine import CalamineError, PasswordError, SheetVisibleEnum, load_workbook

    # First, as this refuses entities.
    notes = _notes(archive) if archive is not None else {}
    too_wide = _too_wide(archive) if archive is not None else frozenset()
    try:
        book = load_workbook(io.BytesIO(content))
    except PasswordError as error:
        raise DocumentRefused(DocumentTrouble.ENCRYPTED) from error
    except CalamineError as error:
        raise DocumentRefused(DocumentTrouble.BROKEN) from error
    rows_left, cells_left = MAX_ROWS, MAX_CELLS
    for about in book.sheets_metadata:
        rows: list[list[str]] = []
        is_cut = False
        try:
            if about.name in too_wide:
                raise ValueError(about.name)
            sheet = book.get_sheet_by_name(about.name)
            for values in sheet.iter_rows() if sheet.height else ():
                rows_left, cells_left = rows_left - 1, cells_left - len(values)
                if rows_left < 0 or cells_left < 0:
                    is_cut = True
                    break
                before = [""] * (sheet.start[1] if sheet.start else 0)
                rows.append([*before, *map(_shown, values)])
        except (CalamineError, ValueError):
            if archive is not None:
                archive.unread.append(f"sheet {about.name}")
        hidden = "" if about.visible is SheetVisibleEnum.Visible else " (hidden)"
        parts = [markdown.table(rows), *notes.get(about.name, ())]
        if is_cut:
            parts.append(f"[Only the first {MAX_ROWS:,} rows and {MAX_CELLS:,} cells.]")
        text = markdown.joined(parts)
        if text:
            yield f"{markdown.heading(1, about.name + hidden)}\n\n{text}"
        if is_cut:
            return


def _shown(value: object) -> str:
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        case datetime.datetime():
            is_day = value.time() == datetime.time()
            return str(value.date()) if is_day else value.isoformat(" ")
        case _:
            return str(value)


def _parts_of(archive: BoundedArchive) -> Iterator[tuple[str, str]]:
    """Yield the name and the member of each sheet."""
    main = next(iter(archive.related("", "officeDocument")), "xl/workbook.xml")
    book = archive.part(main, "the list of sheets") if main.endswith(".xml") else None
    relations = archive.relations(main)
    for each in book.iter("x:sheet") if book is not None else ():
        relation = relations.get(each.get("r:id", ""))
        if relation is not None and relation.target in archive.names:
            yield each.get("name", ""), relation.target


def _too_wide(archive: BoundedArchive) -> frozenset[str]:
    """Return the sheets with cells so far apart that the area between them fills the memory."""
    found = set()
    for name, member in _parts_of(archive):
        columns, last_row = set(), 0
        try:
            content = archive.read(member)
        except UNREADABLE:
            continue  # reading the sheet fails as well, which names it
        for match in _PLACE.finditer(content):
            columns.add(match[1])
            last_row = max(last_row, int(match[2]))
        width = max(map(_column, columns), default=0)
        if width * last_row > _MAX_AREA:
            found.add(name)
    return frozenset(found)


def _column(name: bytes) -> int:
    number = 0
    for each in name:
        number = number * 26 + each - ord("A") + 1
    return number


def _notes(archive: BoundedArchive) -> dict[str, list[str]]:
    """Return the comments, text boxes and charts of each sheet, which calamine leaves out."""
    found: dict[str, list[str]] = {}
    for name, member in _parts_of(archive):
        lines: list[str] = []
        for part in archive.related(member, "comments"):
            lines += _comments(archive.part(part, f"comments of sheet {name}"))
        for part in archive.related(member, "drawing"):
            root = archive.part(part, f"drawings of sheet {name}")
            if root is not None:
                relations = dict(archive.relations(part))
                for body in root.iter():
                    if body.tag.rpartition(":")[2] == "txBody":
                        lines += drawings.paragraphs(body)
                lines += drawings.graphic(archive, root, relations)
        found[name] = list(islice(lines, MAX_ROWS))
    return found


def _comments(root: Element | None) -> Iterable[str]:
    if root is None:
        return
    authors = [each.text or "" for each in root.iter("x:author")]
    for each in root.iter("x:comment"):
        place = each.get("authorId", "")
        number = int(place) if place.isdecimal() else len(authors)
        author = authors[number] if number < len(authors) else ""
        text = "".join(it.text or "" for it in each.iter("x:t"))
        comment = markdown.comment(author, [text]).strip()
        if comment:
            yield f"{each.get('ref', '')} {comment}".strip()
