"""Reads pptx files: the slides in the order of the presentation, each with its notes."""

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from app.documents import markdown_text as markdown
from app.documents import office_drawings as drawings
from app.documents.archives import UNREADABLE, BoundedArchive, Relation

_TITLES = ("title", "ctrTitle")
_MARGINS = ("sldNum", "hdr", "ftr", "dt")  # of notes: not written by the author


def slide_text(archive: BoundedArchive) -> Iterator[str]:
    """Yield the slides of a pptx file; a damaged one is named, the others are read."""
    main = next(iter(archive.related("", "officeDocument")), "ppt/presentation.xml")
    relations = archive.relations(main)
    references = [each.get("r:id", "") for each in archive.xml(main).iter("p:sldId")]
    for number, reference in enumerate(references, 1):
        relation = relations.get(reference)
        try:
            if relation is None:
                raise KeyError(reference)
            yield _slide(archive, number, relation.target)
        except UNREADABLE:
            archive.unread.append(f"slide {number}")


def _slide(archive: BoundedArchive, number: int, name: str) -> str:
    root = archive.xml(name)
    relations = dict(archive.relations(name))
    title, parts = "", []
    for tree in root.iter("p:spTree"):
        for shape in _shapes(tree):
            blocks = list(_blocks(archive, shape, relations))
            if _placeholder(shape) in _TITLES and not title:
                title = markdown.one_line(" ".join(blocks))
            else:
                parts += blocks
    title += " (hidden)" if root.get("show", "1") in ("0", "false") else ""
    for notes in archive.related(name, "notesSlide"):
        text = _notes(archive.part(notes, f"notes of slide {number}"))
        parts.append(f"[Notes: {text}]" if text else "")
    for comments in archive.related(name, "comments"):
        parts += _comments(archive.part(comments, f"comments of slide {number}"))
    return markdown.joined([markdown.slide(number, title), *parts])


def _shapes(tree: Iterable[Element]) -> Iterator[Element]:
    """Yield the shapes of a slide, also those in groups; of alternatives only one."""
    for child in tree:
        if child.tag == "p:grpSp":
            yield from _shapes(child)
        elif child.tag == "mc:AlternateContent":
            yield from _shapes(drawings.chosen(child))
        elif child.tag in ("p:sp", "p:graphicFrame", "p:cxnSp"):
            yield child


def _blocks(
    archive: BoundedArchive, shape: Element, relations: dict[str, Relation]
) -> Iterator[str]:
    for body in shape.findall("p:txBody"):
        yield from drawings.paragraphs(body)
    if shape.tag == "p:graphicFrame":
        for table in shape.iter("a:tbl"):
            yield drawings.table(table)
        yield from drawings.graphic(archive, shape, relations)


def _placeholder(shape: Element) -> str:
    found = next(shape.iter("p:ph"), None)
    return found.get("type", "body") if found is not None else ""


def _notes(root: Element | None) -> str:
    if root is None:
        return ""
    shapes = [each for tree in root.iter("p:spTree") for each in _shapes(tree)]
    bodies = [body for each in shapes if _placeholder(each) not in _MARGINS
              for body in each.findall("p:txBody")]  # fmt: skip
    return "\n".join(text for body in bodies for text in drawings.paragraphs(body))


def _comments(root: Element | None) -> Iterator[str]:
    for each in root.iter("p:cm") if root is not None else ():
        yield markdown.comment("", [each.findtext("p:text") or ""]).strip()
