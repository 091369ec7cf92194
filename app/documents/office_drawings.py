"""The text of drawings in office files: text boxes, tables, diagrams and charts."""

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from app.documents import markdown_text as markdown
from app.documents.archives import BoundedArchive, Relation

_MAX_POINTS = 1000


def chosen(element: Element) -> Iterable[Element]:
    """Return the children of one of the alternatives that a file offers for an element."""
    alternatives = [*element.findall("mc:Choice"), *element.findall("mc:Fallback")]
    return next(iter(alternatives), ())


def paragraphs(body: Element) -> Iterator[str]:
    """Yield the paragraphs of a text body; lists keep their depth."""
    for paragraph in body.iter("a:p"):
        text = paragraph_text(paragraph)
        if not text.strip():
            continue
        properties = paragraph.find("a:pPr")
        depth = properties.get("lvl", "0") if properties is not None else "0"
        is_bullet = properties is not None and (
            properties.find("a:buChar") is not None or properties.find("a:buAutoNum") is not None
        )
        if is_bullet or depth not in ("", "0"):
            yield markdown.item(int(depth) if depth.isdecimal() else 0, "", text)
        else:
            yield text


def paragraph_text(paragraph: Element) -> str:
    """Return the text of a paragraph, with its line breaks and fields."""
    parts: list[str] = []
    for child in paragraph:
        if child.tag in ("a:r", "a:fld"):
            parts.append(child.findtext("a:t") or "")
        elif child.tag == "a:br":
            parts.append("\n")
        elif child.tag == "mc:AlternateContent":
            parts += ["".join(each.text or "" for each in it.iter("m:t")) for it in chosen(child)]
    return "".join(parts)


def table(element: Element) -> str:
    """Return a table of a slide; merged cells keep their columns."""
    return markdown.table(
        [_cell(cell) for cell in row.iter("a:tc")] for row in element.iter("a:tr")
    )


def _cell(cell: Element) -> str:
    if "1" in (cell.get("hMerge"), cell.get("vMerge")):
        return ""
    return "\n".join(paragraph_text(each) for each in cell.iter("a:p"))


def graphic(
    archive: BoundedArchive, element: Element, relations: dict[str, Relation]
) -> Iterator[str]:
    """Yield the text of charts and diagrams that a drawing refers to."""
    for reference in element.iter("c:chart"):
        relation = relations.get(reference.get("r:id", ""))
        root = archive.part(relation.target, "a chart") if relation is not None else None
        if root is not None:
            yield from _chart(root)
    for reference in element.iter("dgm:relIds"):
        relation = relations.get(reference.get("r:dm", ""))
        root = archive.part(relation.target, "a diagram") if relation is not None else None
        if root is not None:
            points = (each for each in root.iter("dgm:t"))
            yield from (markdown.item(0, "", text) for it in points for text in paragraphs(it))


def _chart(root: Element) -> Iterator[str]:
    titles = ["".join(each.text or "" for each in it.iter("a:t")) for it in root.iter("c:title")]
    yield from filter(None, titles)
    series = list(root.iter("c:ser"))
    columns = [["", *_points(series[0].find("c:cat"))]] if series else []
    for each in series:
        name = "".join(text.text or "" for it in each.findall("c:tx") for text in it.iter("c:v"))
        columns.append([name, *_points(each.find("c:val"))])
    height = max(map(len, columns), default=0)
    yield markdown.table(
        [column[row] if row < len(column) else "" for column in columns] for row in range(height)
    )


def _points(element: Element | None) -> list[str]:
    if element is None:
        return []
    return [each.text or "" for each in element.iter("c:v")][:_MAX_POINTS]
