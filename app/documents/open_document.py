"""Reads odt, ods and odp files: the words that a reader sees, with changes accepted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from app.documents import markdown_text as markdown
from app.documents.archives import BoundedArchive, DocumentRefused
from app.documents.pdf_text import DocumentTrouble

MAX_ROWS = 100_000
MAX_CELLS = 1_000_000
_MAX_SPACES = 100  # of one element
_MAX_LABEL_DEPTH = 8
_CODE_STYLES = frozenset(("preformatted_20_text", "source_20_code", "source_20_text"))
# Not on the page: deleted text, names of fields, styles.
_UNSEEN = frozenset(
    (
        *("text:tracked-changes", "table:tracked-changes", "office:forms", "text:sequence-decls"),
        *(
            "text:variable-decls",
            "text:user-field-decls",
            "text:hidden-paragraph",
            "text:meta-field",
        ),
        *("text:index-title-template", "text:table-of-content-source", "svg:title", "svg:desc"),
        *("office:event-listeners", "table:named-expressions", "presentation:notes"),
        *("text:alphabetical-index-mark", "text:toc-mark", "text:dde-connection-decls"),
    )
)
_SHAPES = frozenset(
    (
        *("draw:frame", "draw:custom-shape", "draw:rect", "draw:ellipse", "draw:g", "draw:circle"),
        *("draw:line", "draw:polygon", "draw:polyline", "draw:path", "draw:connector"),
        *("draw:caption", "draw:measure", "draw:regular-polygon", "draw:text-box", "draw:a"),
    )
)


@dataclass(slots=True)
class _Styles:
    """The styles of a document, by name: those that hide text, and those that number lists."""

    parents: dict[str, str]
    hidden: frozenset[str]
    ordered: dict[tuple[str, int], str]  # the sign after the number of a level of a list

    def family(self, name: str) -> Iterator[str]:
        """Yield a style and those that it is based on, in lower case."""
        seen: set[str] = set()
        while name and name not in seen:
            seen.add(name)
            yield name.lower()
            name = self.parents.get(name, "")


def open_document_text(archive: BoundedArchive) -> Iterator[str]:
    """Yield the blocks of a text, the sheets of a book, or the slides of a presentation."""
    # Each member is encrypted separately there; the archive does not show it.
    if b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise DocumentRefused(DocumentTrouble.ENCRYPTED)
    content = archive.xml("content.xml")
    others = archive.part("styles.xml", "styles and page headers")
    reader = _Reader(archive, _styles([content, *([others] if others is not None else [])]))
    if others is not None:
        yield from reader.margins(others, "header", "Header")
    for body in content.iter("office:body"):
        for kind in body:
            if kind.tag == "office:spreadsheet":
                yield from reader.sheets(kind)
            elif kind.tag == "office:presentation":
                yield from reader.slides(kind)
            else:
                yield from reader.blocks(kind)
    yield from reader.notes
    if others is not None:
        yield from reader.margins(others, "footer", "Footer")


class _Reader:
    def __init__(self, archive: BoundedArchive, styles: _Styles) -> None:
        self._archive = archive
        self._styles = styles
        self.notes: list[str] = []
        self._rows_left, self._cells_left = MAX_ROWS, MAX_CELLS

    def blocks(self, parent: Iterable[Element]) -> Iterator[str]:
        """Yield the blocks in an element."""
        code: list[str] = []
        for child in parent:
            tag = child.tag
            is_text = tag in ("text:p", "text:h")
            if is_text and self._is_code(child):
                code.append(self._inline_with_boxes(child)[0])
                continue
            if code:
                yield markdown.code("\n".join(code))
                code = []
            if is_text:
                yield from self._paragraph(child)
            elif tag == "text:list":
                yield from self._list(child, 0, "")
            elif tag == "table:table":
                yield markdown.table(self._rows(child))
            elif tag not in _UNSEEN and not self._is_hidden(child):
                yield from self._other(child)
        if code:
            yield markdown.code("\n".join(code))

    def sheets(self, book: Element) -> Iterator[str]:
        """Yield the tables of a book under their names."""
        for sheet in book.iter("table:table"):
            if self._rows_left <= 0 or self._cells_left <= 0:
                return
            parts = [markdown.table(self._rows(sheet))]
            for shapes in sheet.findall("table:shapes"):
                parts += self.blocks(shapes)
            if self._rows_left <= 0 or self._cells_left <= 0:
                parts.append(f"[Only the first {MAX_ROWS:,} rows and {MAX_CELLS:,} cells.]")
            hidden = " (hidden)" if sheet.get("table:style-name", "") in self._styles.hidden else ""
            text = markdown.joined(parts)
            if text:
                yield markdown.heading(1, sheet.get("table:name", "") + hidden) + "\n\n" + text

    def slides(self, presentation: Element) -> Iterator[str]:
        """Yield the slides, each with its notes."""
        for number, page in enumerate(presentation.iter("draw:page"), 1):
            title, parts = "", []
            for shape in page:
                blocks = list(self._other(shape)) if shape.tag in _SHAPES else []
                if shape.get("presentation:class") == "title" and not title:
                    title = markdown.one_line(" ".join(blocks))
                elif shape.tag == "office:annotation":
                    parts.append(self._comment(shape))
                else:
                    parts += blocks
            for notes in page.findall("presentation:notes"):
                text = markdown.joined(self.blocks(notes))
                parts.append(f"[Notes: {text}]" if text else "")
            yield markdown.joined([markdown.slide(number, title), *parts])

    def margins(self, styles: Element, kind: str, title: str) -> Iterator[str]:
        """Yield each different page header or footer once."""
        seen = set()
        for master in styles.iter("style:master-page"):
            for each in master:
                if each.tag.startswith(f"style:{kind}") and each.get("style:display") != "false":
                    text = markdown.joined(self.blocks(each))
                    if text and not text.isdecimal() and text not in seen:
                        seen.add(text)
                        yield f"[{title}: {text}]"

    def _other(self, element: Element) -> Iterator[str]:
        if element.tag == "office:annotation":
            yield self._comment(element)
        elif element.tag == "draw:object":
            yield from self._object(element.get("href", ""))
        else:
            yield from self.blocks(element)

    def _paragraph(self, element: Element) -> Iterator[str]:
        if self._is_hidden(element):
            return
        text, boxes = self._inline_with_boxes(element)
        level = element.get("text:outline-level", "1") if element.tag == "text:h" else ""
        if element.tag == "text:p" and "title" in self._styles.family(_style_of(element)):
            level = "1"
        yield markdown.heading(int(level), text) if level.isdecimal() else text
        yield from boxes

    def _list(self, element: Element, depth: int, style: str) -> Iterator[str]:
        style = element.get("text:style-name", "") or style
        end = self._styles.ordered.get((style, depth + 1))
        number = 0
        for entry in element:
            if entry.tag not in ("text:list-item", "text:list-header"):
                continue
            start = entry.get("text:start-value", "")
            number = int(start) if start.isdecimal() else number + 1
            label = "" if end is None else f"{number}{end}"
            for child in entry:
                if child.tag == "text:list":
                    yield from self._list(child, min(depth + 1, _MAX_LABEL_DEPTH), style)
                    continue
                for block in self.blocks([child]):
                    if block.strip():
                        is_heading = child.tag == "text:h"
                        yield block if is_heading else markdown.item(depth, label, block)

    def _rows(self, parent: Element) -> Iterator[list[str]]:
        for child in parent:
            if child.tag == "table:table-row":
                cells = list(self._cells(child))
                is_empty = not any(cells)
                count = 1 if is_empty else _count(child, "table:number-rows-repeated")
                for _ in range(count):
                    self._rows_left -= 1
                    self._cells_left -= len(cells)
                    if self._rows_left < 0 or self._cells_left < 0:
                        return
                    yield cells
            elif child.tag in (
                "table:table-rows",
                "table:table-row-group",
                "table:table-header-rows",
            ):
                yield from self._rows(child)

    def _cells(self, row: Element) -> Iterator[str]:
        waiting = 0  # empty cells are only written if another one follows
        for child in row:
            if child.tag not in ("table:table-cell", "table:covered-table-cell"):
                continue
            text = "" if child.tag == "table:covered-table-cell" else self._cell(child)
            count = _count(child, "table:number-columns-repeated")
            if not text:
                waiting += count
                continue
            yield from ("" for _ in range(min(waiting, markdown.MAX_COLUMNS)))
            waiting = 0
            yield from (text for _ in range(min(count, markdown.MAX_COLUMNS)))

    def _cell(self, cell: Element) -> str:
        text = "\n".join(filter(str.strip, self.blocks(cell))).strip()
        return text or cell.get("office:value", "") or cell.get("office:string-value", "")

    def _inline_with_boxes(self, element: Element) -> tuple[str, list[str]]:
        boxes: list[str] = []
        return "".join(self._inline(element, boxes)), boxes

    def _inline(self, element: Element, boxes: list[str]) -> Iterator[str]:
        """Yield the text of a paragraph; spaces, tabs and breaks are separate elements."""
        yield element.text or ""
        for child in element:
            tag = child.tag
            if tag == "text:s":
                count = child.get("text:c", "1")
                yield " " * min(int(count) if count.isdecimal() else 1, _MAX_SPACES)
            elif tag == "text:tab":
                yield "\t"
            elif tag == "text:line-break":
                yield "\n"
            elif tag == "text:note":
                yield self._note(child)
            elif tag == "office:annotation":
                yield self._comment(child)
            elif tag == "text:ruby-text":
                yield f"({''.join(self._inline(child, boxes))})"
            elif tag in _SHAPES:
                boxes += self.blocks([child])
            elif (
                tag not in _UNSEEN and tag != "office:annotation-end" and not self._is_hidden(child)
            ):
                yield from self._inline(child, boxes)
            yield child.tail or ""

    def _note(self, note: Element) -> str:
        mark = note.findtext("text:note-citation") or "*"
        mark = f"e{mark}" if note.get("text:note-class") == "endnote" else mark
        text = markdown.joined(self.blocks(next(note.iter("text:note-body"), ())))
        self.notes.append(f"[^{mark}]: {text}")
        return f"[^{mark}]"

    def _comment(self, element: Element) -> str:
        texts = [each for each in element if each.tag in ("text:p", "text:list")]
        return markdown.comment(element.findtext("dc:creator") or "", self.blocks(texts))

    def _object(self, path: str) -> Iterator[str]:
        """Yield the text of a formula or the values of a chart."""
        name = path.removeprefix("./") + "/content.xml"
        root = self._archive.part(name, "an embedded object")
        if root is None:
            return
        if root.tag == "math:math":
            tokens = ("math:mi", "math:mn", "math:mo", "math:mtext")
            yield " ".join(each.text or "" for each in root.iter() if each.tag in tokens)
        else:
            yield from self.blocks(root.iter("office:chart"))

    def _is_code(self, element: Element) -> bool:
        return not _CODE_STYLES.isdisjoint(self._styles.family(_style_of(element)))

    def _is_hidden(self, element: Element) -> bool:
        return (
            element.get("text:display", "") == "none"
            or element.get("text:is-hidden", "") == "true"
            or _style_of(element) in self._styles.hidden
        )


def _style_of(element: Element) -> str:
    return element.get("text:style-name", "")


def _count(element: Element, name: str) -> int:
    text = element.get(name, "1")
    return int(text) if text.isdecimal() else 1


def _styles(roots: Iterable[Element]) -> _Styles:
    parents, hidden, ordered = {}, set(), {}
    for root in roots:
        for style in root.iter("style:style"):
            name = style.get("style:name", "")
            parents[name] = style.get("style:parent-style-name", "")
            for each in style:
                if each.get("text:display") == "none" or each.get("table:display") == "false":
                    hidden.add(name)
        for style in root.iter("text:list-style"):
            name = style.get("style:name", "")
            for level in style.iter("text:list-level-style-number"):
                depth = level.get("text:level", "1")
                if level.get("style:num-format") and depth.isdecimal():
                    ordered[name, int(depth)] = level.get("style:num-suffix", ".")
    return _Styles(parents, frozenset(hidden), ordered)
