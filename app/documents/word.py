"""Reads docx files: every word that a reader of the document sees, with changes accepted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from app.documents import markdown_text as markdown
from app.documents import office_drawings as drawings
from app.documents.archives import BoundedArchive

MAX_TABLE_ROWS = 100_000
_MAX_SPAN = 1000
_MAX_DEPTH = 100  # of tables and text boxes in each other
# Elements that only hold others: controls, links, accepted changes.
_HOLDERS = frozenset(
    (
        *("w:sdt", "w:sdtContent", "w:ins", "w:moveTo", "w:customXml", "w:smartTag", "w:hyperlink"),
        *("w:fldSimple", "w:dir", "w:bdo", "w:ruby", "w:rubyBase", "w:subDoc"),
    )
)
_PLAIN = {
    "w:tab": "\t",
    "w:ptab": "\t",
    "w:cr": "\n",
    "w:noBreakHyphen": "\u2011",
    "w:softHyphen": "",
}
CODE_STYLES = frozenset(
    ("html preformatted", "preformatted text", "source code", "code", "macro text", "plain text")
)
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
          (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_MAX_ROMAN = 5000


@dataclass(slots=True)
class _Style:
    """The heading level, list and kind that a style gives a paragraph."""

    based_on: str = ""
    level: int | None = None
    number_id: str = ""
    list_level: int | None = None
    is_code: bool = False


@dataclass(slots=True)
class _Level:
    """One level of a list."""

    start: int = 1
    number_format: str = "decimal"
    label: str = ""


@dataclass(slots=True)
class _Paragraph:
    """A paragraph that was read: its block, and what stands in its text boxes."""

    text: str
    boxes: list[str] = field(default_factory=list)


def word_text(archive: BoundedArchive) -> Iterator[str]:
    """Yield the blocks of a docx file: the text, then notes, comments and page headers."""
    main = next(iter(archive.related("", "officeDocument")), "word/document.xml")
    root = archive.xml(main if main in archive.names else "word/document.xml")
    reader = _Reader(archive, main)
    headers = list(reader.margins("header", "Header"))
    yield from headers
    yield from reader.blocks(root.iter("w:body"))
    yield from reader.notes("footnotes", "w:footnote", "")
    yield from reader.notes("endnotes", "w:endnote", "e")
    yield from reader.margins("footer", "Footer")


class _Reader:
    def __init__(self, archive: BoundedArchive, main: str) -> None:
        self._archive = archive
        self._main = main
        self._relations = dict(archive.relations(main))
        self._styles = _styles(self._part("styles", "styles"))
        self._lists = _lists(self._part("numbering", "list numbers"))
        self._counts: dict[tuple[str, int], int] = {}
        self._fields: list[bool] = []  # of each open field: whether its result has begun
        self._depth = 0
        self._comments: dict[str, str] = {}
        self._comments = self._read_comments()

    def blocks(self, parents: Iterable[Element]) -> Iterator[str]:
        """Yield the paragraphs and tables of elements."""
        code: list[str] = []
        joined = ""  # the text of paragraphs whose end is deleted
        for element in _flat(parents):
            if element.tag == "w:tbl":
                yield from _block_of(code)
                yield self._table(element)
                continue
            properties = element.find("w:pPr")
            style = self._style(properties)
            read = self._paragraph(element)
            text, joined = joined + read.text, ""
            if _is_removed(properties):
                joined = text
            elif style.is_code:
                code.append(text)
            else:
                yield from _block_of(code)
                yield self._shown(text, properties, style)
            yield from read.boxes
        yield from _block_of(code)
        yield joined

    def notes(self, kind: str, tag: str, prefix: str) -> Iterator[str]:
        """Yield footnotes or endnotes, each under the mark that the text has."""
        root = self._part(kind, kind)
        for note in root.iter(tag) if root is not None else ():
            text = "\n".join(filter(str.strip, self.blocks([note])))
            if note.get("w:type", "normal") == "normal" and text.strip():
                yield f"[^{prefix}{note.get('w:id', '')}]: {text.strip()}"

    def margins(self, kind: str, title: str) -> Iterator[str]:
        """Yield each different page header or footer once."""
        seen = set()
        for relation in list(self._relations.values()):
            root = None
            if relation.kind == kind:
                root = self._archive.part(relation.target, f"a page {kind}")
            text = "\n".join(filter(str.strip, self.blocks([root]))) if root is not None else ""
            # A field of a page number alone says nothing.
            if text.strip() and not text.strip().isdecimal() and text not in seen:
                seen.add(text)
                yield f"[{title}: {text.strip()}]"

    def _part(self, kind: str, title: str) -> Element | None:
        found = next((it for it in self._relations.values() if it.kind == kind), None)
        name = found.target if found is not None else f"word/{kind}.xml"
        return self._archive.part(name, title)

    def _read_comments(self) -> dict[str, str]:
        root = self._part("comments", "comments")
        return {
            each.get("w:id", ""): markdown.comment(each.get("w:author", ""), self.blocks([each]))
            for each in (root.iter("w:comment") if root is not None else ())
        }

    def _style(self, properties: Element | None) -> _Style:
        style_id = _value(properties, "w:pStyle")
        found = _Style()
        seen: set[str] = set()
        # A missing property comes from the style that this one is based on.
        while style_id in self._styles and style_id not in seen:
            seen.add(style_id)
            style = self._styles[style_id]
            found.level = style.level if found.level is None else found.level
            found.number_id = found.number_id or style.number_id
            if found.list_level is None:
                found.list_level = style.list_level
            found.is_code |= style.is_code
            style_id = style.based_on
        own = _value(properties, "w:outlineLvl")
        if own.isdecimal():
            found.level = int(own) + 1
        return found

    def _shown(self, text: str, properties: Element | None, style: _Style) -> str:
        if not text.strip():
            return ""
        number = properties.find("w:numPr") if properties is not None else None
        number_id = _value(number, "w:numId") or style.number_id
        depth = _value(number, "w:ilvl") or str(style.list_level or 0)
        label = self._label(number_id, int(depth) if depth.isdecimal() else 0)
        if style.level is not None and 0 < style.level < 10:
            return markdown.heading(style.level, f"{label or ''} {text}")
        if label is None:
            return text
        return markdown.item(min(int(depth), 8) if depth.isdecimal() else 0, label, text)

    def _label(self, number_id: str, depth: int) -> str | None:
        """Return the number of an item of a list; "" for a bullet, None outside lists."""
        levels = self._lists.get(number_id)
        if levels is None or depth not in levels:
            return None if number_id in ("", "0") else ""
        level = levels[depth]
        if level.number_format in ("bullet", "none"):
            return ""
        count = self._counts.get((number_id, depth), level.start - 1) + 1
        self._counts[number_id, depth] = count
        for deeper in [key for key in self._counts if key[0] == number_id and key[1] > depth]:
            del self._counts[deeper]
        label = level.label
        for each in range(depth + 1):
            at = levels.get(each, _Level())
            number = self._counts.get((number_id, each), at.start)
            label = label.replace(f"%{each + 1}", _numeral(number, at.number_format))
        return label.strip()

    def _paragraph(self, element: Element) -> _Paragraph:
        read = _Paragraph("")
        read.text = "".join(self._inline(element, read.boxes))
        return read

    def _inline(self, parent: Element, boxes: list[str]) -> Iterator[str]:
        for element in parent:
            if element.tag == "w:r":
                if not _is_hidden(element):
                    yield from self._run(element, boxes)
            elif element.tag in _HOLDERS:
                yield from self._inline(element, boxes)
            elif element.tag == "w:rt":
                reading = "".join(self._inline(element, boxes))
                yield f"({reading})" if reading else ""
            elif element.tag == "mc:AlternateContent":
                yield from self._inline(_holder(drawings.chosen(element)), boxes)
            elif element.tag in ("m:oMath", "m:oMathPara"):
                yield "".join(each.text or "" for each in element.iter("m:t"))

    def _run(self, run: Iterable[Element], boxes: list[str]) -> Iterator[str]:
        for element in run:
            tag = element.tag
            if tag == "w:fldChar":
                self._on_field(element.get("w:fldCharType", ""))
            elif self._fields and not all(self._fields):
                continue  # the instruction of a field
            elif tag == "w:t":
                yield element.text or ""
            elif tag == "w:br":
                yield "\n"
            elif tag in _PLAIN:
                yield _PLAIN[tag]
            elif tag == "w:sym":
                yield _symbol(element)
            elif tag == "w:footnoteReference":
                yield f"[^{element.get('w:id', '')}]"
            elif tag == "w:endnoteReference":
                yield f"[^e{element.get('w:id', '')}]"
            elif tag == "w:commentReference":
                yield self._comments.get(element.get("w:id", ""), "")
            elif tag == "w:ruby":
                yield from self._inline(element, boxes)
            elif tag == "mc:AlternateContent":
                yield from self._run(drawings.chosen(element), boxes)
            elif tag in ("w:drawing", "w:pict", "w:object"):
                boxes += self._drawing(element)

    def _drawing(self, element: Element) -> Iterator[str]:
        if self._depth > _MAX_DEPTH:
            return
        self._depth += 1
        outer, self._fields = self._fields, []
        for box in _outermost(element, "w:txbxContent"):
            yield from self.blocks([box])
        for path in element.iter("v:textpath"):
            yield path.get("string", "")
        yield from drawings.graphic(self._archive, element, self._relations)
        self._fields = outer
        self._depth -= 1

    def _on_field(self, kind: str) -> None:
        if kind == "begin":
            self._fields.append(False)
        elif kind == "separate" and self._fields:
            self._fields[-1] = True
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _table(self, element: Element) -> str:
        if self._depth > _MAX_DEPTH:
            return ""
        self._depth += 1
        rows = [self._row(row) for row in _rows(element)]
        self._depth -= 1
        return markdown.table(rows)

    def _row(self, row: Element) -> list[str]:
        properties = row.find("w:trPr")
        cells = [""] * _number(_value(properties, "w:gridBefore"))
        for cell in _cells(row):
            properties = cell.find("w:tcPr")
            span = max(1, _number(_value(properties, "w:gridSpan")))
            merge = properties.find("w:vMerge") if properties is not None else None
            is_covered = merge is not None and merge.get("w:val", "continue") == "continue"
            text = "" if is_covered else "\n".join(filter(str.strip, self.blocks([cell])))
            cells += [text, *[""] * (span - 1)]
        return cells


def _flat(parents: Iterable[Element]) -> Iterator[Element]:
    """Yield the paragraphs and tables in elements, also those in controls and insertions."""
    for parent in parents:
        for child in parent:
            if child.tag in ("w:p", "w:tbl"):
                yield child
            elif child.tag in _HOLDERS:
                yield from _flat([child])
            elif child.tag == "mc:AlternateContent":
                yield from _flat([_holder(drawings.chosen(child))])


def _rows(parent: Element) -> Iterator[Element]:
    for child in parent:
        if child.tag == "w:tr":
            properties = child.find("w:trPr")
            if properties is None or properties.find("w:del") is None:
                yield child
        elif child.tag in _HOLDERS:
            yield from _rows(child)


def _cells(parent: Element) -> Iterator[Element]:
    for child in parent:
        if child.tag == "w:tc":
            yield child
        elif child.tag in _HOLDERS:
            yield from _cells(child)


def _outermost(element: Element, tag: str) -> Iterator[Element]:
    """Yield elements of a tag that are not in another one of it; of alternatives only one."""
    for child in drawings.chosen(element) if element.tag == "mc:AlternateContent" else element:
        if child.tag == tag:
            yield child
        else:
            yield from _outermost(child, tag)


def _holder(children: Iterable[Element]) -> Element:
    holder = Element("w:sdtContent")
    holder.extend(list(children))
    return holder


def _block_of(code: list[str]) -> Iterator[str]:
    if code:
        yield markdown.code("\n".join(code))
        code.clear()


def _is_hidden(run: Element) -> bool:
    properties = run.find("w:rPr")
    hidden = properties.find("w:vanish") if properties is not None else None
    return hidden is not None and hidden.get("w:val", "1") not in ("0", "false", "off")


def _is_removed(properties: Element | None) -> bool:
    """Return whether the end of a paragraph is deleted: the next one continues it."""
    mark = properties.find("w:rPr") if properties is not None else None
    return mark is not None and (
        mark.find("w:del") is not None or mark.find("w:moveFrom") is not None
    )


def _value(parent: Element | None, tag: str) -> str:
    found = parent.find(tag) if parent is not None else None
    return found.get("w:val", "") if found is not None else ""


def _number(text: str) -> int:
    return min(int(text), _MAX_SPAN) if text.isdecimal() else 0


def _symbol(element: Element) -> str:
    code = element.get("w:char", "")
    try:
        number = int(code, 16)
    except ValueError:
        return ""
    # Symbol fonts use this private area for their own signs: bullets and arrows.
    return "•" if 0xF000 <= number <= 0xF0FF or not 0 < number < 0x110000 else chr(number)


def _styles(root: Element | None) -> dict[str, _Style]:
    found = {}
    for each in root.iter("w:style") if root is not None else ():
        if each.get("w:type", "paragraph") != "paragraph":
            continue
        name = _value(each, "w:name").lower()
        properties = each.find("w:pPr")
        level = _value(properties, "w:outlineLvl")
        number = properties.find("w:numPr") if properties is not None else None
        depth = _value(number, "w:ilvl")
        style = _Style(
            based_on=_value(each, "w:basedOn"),
            level=int(level) + 1 if level.isdecimal() else heading_level(name),
            number_id=_value(number, "w:numId"),
            list_level=int(depth) if depth.isdecimal() else None,
            is_code=name in CODE_STYLES,
        )
        found[each.get("w:styleId", "")] = style
    return found


def heading_level(name: str) -> int | None:
    """Return the level of a heading by the lower-case name of its style; None for other styles."""
    if name == "title":
        return 1
    level = name.removeprefix("heading ")
    return int(level) if level != name and level.isdecimal() else None


def _lists(root: Element | None) -> dict[str, dict[int, _Level]]:
    if root is None:
        return {}
    abstract = {
        each.get("w:abstractNumId", ""): _levels(each) for each in root.iter("w:abstractNum")
    }
    found = {}
    for each in root.iter("w:num"):
        levels = dict(abstract.get(_value(each, "w:abstractNumId"), {}))
        for override in each.iter("w:lvlOverride"):
            levels |= _levels(override)
        found[each.get("w:numId", "")] = levels
    return found


def _levels(element: Element) -> dict[int, _Level]:
    return {
        _number(each.get("w:ilvl", "")): _Level(
            start=_number(_value(each, "w:start")) if each.find("w:start") is not None else 1,
            number_format=_value(each, "w:numFmt") or "decimal",
            label=_value(each, "w:lvlText"),
        )
        for each in element.iter("w:lvl")
    }


def _numeral(number: int, number_format: str) -> str:
    if number_format in ("lowerLetter", "upperLetter") and number > 0:
        text = chr(ord("a") + (number - 1) % 26) * min((number - 1) // 26 + 1, 10)
        return text.upper() if number_format == "upperLetter" else text
    if number_format in ("lowerRoman", "upperRoman") and 0 < number < _MAX_ROMAN:
        text = ""
        for value, sign in _ROMAN:
            text += sign * (number // value)
            number %= value
        return text.upper() if number_format == "upperRoman" else text
    return f"{number:02}" if number_format == "decimalZero" else str(number)
