"""Documents with known words in known places, made by the libraries that others make them with."""

import email.mime.multipart
import email.mime.text
import io
import itertools
import random
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from xml.sax.saxutils import escape

from docx import Document
from docx.oxml import parse_xml
from odf import dc, draw, office, style, table, text
from odf.element import Element
from odf.namespaces import TEXTNS
from odf.opendocument import (
    OpenDocumentPresentation,
    OpenDocumentSpreadsheet,
    OpenDocumentText,
)
from openpyxl import Workbook
from openpyxl.comments import Comment

from tests.app.documents.files import archive, with_members

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_SHAPE = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
_COMPATIBLE = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_NAMESPACES = (
    f'xmlns:w="{_WORD}" xmlns:a="{_DRAWING}" xmlns:wps="{_SHAPE}" xmlns:mc="{_COMPATIBLE}" '
    'xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
)
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]


@dataclass(slots=True)
class Words:
    """Makes words that occur once, and keeps where they stand.

    Attributes:
        seen: words that a reader sees, in the order of the text.
        aside: words that a reader sees at some other place: notes, margins, boxes, comments.
        gone: words that a reader does not see: deleted ones and hidden ones.
    """

    seed: int
    seen: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    _count: int = 0

    def see(self, count: int = 4) -> str:
        return self._more(self.seen, count)

    def put_aside(self, count: int = 4) -> str:
        return self._more(self.aside, count)

    def remove(self, count: int = 3) -> str:
        return self._more(self.gone, count)

    def _more(self, target: list[str], count: int) -> str:
        words = []
        for _ in range(count):
            self._count += 1
            number = self._count * 7919 + self.seed * 104729
            parts = []
            for _ in range(4):
                number, place = divmod(number, len(_SYLLABLES))
                parts.append(_SYLLABLES[place])
            words.append("".join(parts))
        target += words
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Made:
    """A file, and the words in it."""

    name: str
    content: bytes
    words: Words


def _xml(element: str) -> object:
    return parse_xml(element.replace(">", f" {_NAMESPACES}>", 1))


def _run(words: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{words}</w:t></w:r>'


def _paragraph(inner: str) -> str:
    return f"<w:p>{inner}</w:p>"


def _word_blocks(words: Words, *, is_plain: bool) -> Iterator[str]:
    """Yield elements of the body of a docx file, each with what readers often leave out."""
    if not is_plain:
        yield from _changed_blocks(words)
    yield (f"<w:sdt><w:sdtPr/><w:sdtContent>{_paragraph(_run(words.see()))}</w:sdtContent></w:sdt>")
    yield _paragraph(
        f"{_run(words.see(2) + ' ')}<w:sdt><w:sdtPr/><w:sdtContent>{_run(words.see())}"
        "</w:sdtContent></w:sdt>"
    )
    yield _paragraph(
        f"{_simple_field(words.see(2), is_plain=is_plain)}<w:r><w:fldChar w:fldCharType='begin'/>"
        f"</w:r><w:r><w:instrText> REF {words.remove(1)} </w:instrText>"
        f"</w:r><w:r><w:fldChar w:fldCharType='separate'/></w:r>{_run(' ' + words.see(2))}<w:r>"
        "<w:fldChar w:fldCharType='end'/></w:r>"
    )
    inner = _paragraph(_run(words.see(2)))
    nested = (
        f"<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc>"
        f"{_paragraph(_run(words.see(2)))}</w:tc></w:tr></w:tbl>"
    )
    yield (
        f"<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr><w:tc>{inner}"
        f"{nested}<w:p/></w:tc><w:tc>{_paragraph(_run(words.see(2)))}</w:tc></w:tr></w:tbl>"
    )
    box = f"<w:txbxContent>{_paragraph(_run(words.put_aside()))}</w:txbxContent>"
    yield _paragraph(
        f"{_run(words.see())}<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing>"
        "<wp:inline><wp:extent cx='5000000' cy='900000'/><wp:docPr id='7' name='box'/><a:graphic>"
        f"<a:graphicData uri='{_SHAPE}'><wps:wsp><wps:cNvSpPr txBox='1'/><wps:spPr><a:xfrm><a:off "
        "x='0' y='0'/><a:ext cx='5000000' cy='900000'/></a:xfrm><a:prstGeom prst='rect'/>"
        f"</wps:spPr><wps:txbx>{box}</wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic>"
        "</wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:rect "
        f"style='width:100pt;height:50pt'><v:textbox>{box}</v:textbox></v:rect></w:pict>"
        "</mc:Fallback></mc:AlternateContent></w:r>"
    )
    yield _paragraph(
        f"<w:r><w:rPr><w:vanish/></w:rPr><w:t>{words.remove()}</w:t></w:r>{_run(words.see())}"
    )
    yield _paragraph(
        f"<w:hyperlink w:anchor='x'>{_run(words.see(2))}</w:hyperlink><w:smartTag>"
        f"{_run(' ' + words.see(2))}</w:smartTag><w:r><w:br/></w:r>{_run(words.see(2))}"
    )


def _simple_field(words: str, *, is_plain: bool) -> str:
    # LibreOffice prints the name of such a field.
    return _run(words) if is_plain else f"<w:fldSimple w:instr='AUTHOR'>{_run(words)}</w:fldSimple>"


def _changed_blocks(words: Words) -> Iterator[str]:
    yield _paragraph(
        f"{_run(words.see())}<w:del w:id='1' w:author='a'><w:r><w:delText>{words.remove()}"
        f"</w:delText></w:r></w:del><w:ins w:id='2' w:author='a'>{_run(' ' + words.see())}</w:ins>"
    )
    yield (
        "<w:p><w:pPr><w:rPr><w:del w:id='5' w:author='a'/></w:rPr></w:pPr>"
        f"{_run(words.see(2) + ' ')}</w:p>"
    )
    yield _paragraph(
        f"<w:moveFrom w:id='6' w:author='a'>{_run(words.remove())}</w:moveFrom>"
        f"<w:moveTo w:id='7' w:author='a'>{_run(words.see())}</w:moveTo>"
    )


def docx(seed: int, *, is_plain: bool = False) -> Made:
    """Return a docx file with headings, lists, tables, notes, margins, changes and controls.

    A plain one has nothing that LibreOffice prints in another way: changes, comments.
    """
    words, chance = Words(seed), random.Random(seed)
    document = Document()
    section = document.sections[0]
    section.header.paragraphs[0].text = words.put_aside()
    section.footer.paragraphs[0].text = words.put_aside()
    document.add_heading(words.see(3), 0)
    for level in range(1, chance.randrange(2, 4)):
        document.add_heading(words.see(3), level)
        document.add_paragraph(words.see(chance.randrange(5, 40)))
        for kind in ("List Bullet", "List Number"):
            for _ in range(chance.randrange(1, 4)):
                document.add_paragraph(words.see(3), style=kind)
    rows, columns = chance.randrange(2, 5), chance.randrange(2, 4)
    grid = document.add_table(rows, columns)
    for row in range(rows):
        first = 0
        if row == 1:
            merged = grid.cell(row, 0).merge(grid.cell(row, 1))
            merged.text = words.see(2)
            first = 2
        for column in range(first, columns):
            grid.cell(row, column).text = words.see(2)
    noted = document.add_paragraph(words.see())
    if not is_plain:
        document.add_comment(noted.runs, text=words.put_aside(), author="ann", initials="a")
    body = document.element.body
    for each in _word_blocks(words, is_plain=is_plain):
        body.insert(len(body) - 1, _xml(each))  # the last element is the page
    document.add_paragraph(words.see())
    file = io.BytesIO()
    document.save(file)
    return Made(f"word-{seed}.docx", _with_notes(file.getvalue(), words), words)


def _with_notes(content: bytes, words: Words) -> bytes:
    """Return a docx file with a footnote and an endnote at its last paragraph."""
    read = _members(content)
    main = read["word/document.xml"].decode()
    place = main.rindex("</w:p>")
    marks = '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r>'
    changed = {"word/document.xml": main[:place] + marks + main[place:]}
    relations = read["word/_rels/document.xml.rels"].decode()
    types = read["[Content_Types].xml"].decode()
    for kind in ("footnote", "endnote"):
        changed[f"word/{kind}s.xml"] = (
            f'<w:{kind}s xmlns:w="{_WORD}"><w:{kind} w:id="2">'
            f"{_paragraph(_run(words.put_aside()))}</w:{kind}></w:{kind}s>"
        )
        relation = f'<Relationship Id="n{kind}" Type="{_RELATIONS}/{kind}s" Target="{kind}s.xml"/>'
        relations = relations.replace("</Relationships>", f"{relation}</Relationships>")
        media = "application/vnd.openxmlformats-officedocument.wordprocessingml"
        override = f'<Override PartName="/word/{kind}s.xml" ContentType="{media}.{kind}s+xml"/>'
        types = types.replace("</Types>", f"{override}</Types>")
    changed["word/_rels/document.xml.rels"] = relations
    changed["[Content_Types].xml"] = types
    return with_members(content, changed)


def _members(content: bytes) -> dict[str, bytes]:
    import zipfile

    with zipfile.ZipFile(io.BytesIO(content)) as source:
        return {each: source.read(each) for each in source.namelist()}


def _bytes(document: object) -> bytes:
    file = io.BytesIO()
    document.write(file)  # type: ignore[attr-defined]
    return file.getvalue()


def odt(seed: int, *, is_plain: bool = False) -> Made:
    """Return an odt file with notes, annotations, boxes, lists, tables and tracked changes."""
    words, chance = Words(seed + 1000), random.Random(seed)
    document = OpenDocumentText()
    page = style.PageLayout(name="page")
    document.automaticstyles.addElement(page)
    master = style.MasterPage(name="Standard", pagelayoutname=page)
    for margin in () if is_plain else (style.Header(), style.Footer()):
        margin.addElement(text.P(text=words.put_aside()))
        master.addElement(margin)
    document.masterstyles.addElement(master)
    body = document.text
    changes = text.TrackedChanges()
    region = Element(qname=(TEXTNS, "changed-region"), check_grammar=False)
    region.setAttrNS(TEXTNS, "id", "ct1")
    deletion = text.Deletion()
    info = office.ChangeInfo()
    info.addElement(dc.Creator(text="ann"))
    info.addElement(dc.Date(text="2026-01-01T00:00:00"))
    deletion.addElement(info)
    deletion.addElement(text.P(text="" if is_plain else words.remove()))
    region.addElement(deletion)
    changes.addElement(region)
    if not is_plain:
        body.addElement(changes)
    body.addElement(text.H(outlinelevel=1, text=words.see(3)))
    for _ in range(chance.randrange(1, 4)):
        body.addElement(text.P(text=words.see(chance.randrange(5, 40))))
    paragraph = text.P(text=words.see(2))
    if not is_plain:
        paragraph.addElement(text.Change(changeid="ct1"))
    paragraph.addElement(text.S(c=2))
    paragraph.addElement(text.Span(text=words.see(2)))
    paragraph.addElement(text.LineBreak())
    paragraph.addText(words.see(2))
    note = text.Note(noteclass="footnote")
    note.addElement(text.NoteCitation(text="1"))
    note_body = text.NoteBody()
    note_body.addElement(text.P(text=words.put_aside()))
    note.addElement(note_body)
    paragraph.addElement(note)
    if not is_plain:
        remark = office.Annotation()
        remark.addElement(dc.Creator(text="ann"))
        remark.addElement(text.P(text=words.put_aside()))
        paragraph.addElement(remark)
    body.addElement(paragraph)
    items = text.List()
    for _ in range(chance.randrange(1, 4)):
        entry = text.ListItem()
        entry.addElement(text.P(text=words.see(3)))
        inner = text.List()
        inner_entry = text.ListItem()
        inner_entry.addElement(text.P(text=words.see(2)))
        inner.addElement(inner_entry)
        entry.addElement(inner)
        items.addElement(entry)
    body.addElement(items)
    body.addElement(_odf_table(words, chance, text.P))
    framed = text.P(text=words.see())
    frame = draw.Frame(width="5cm", height="2cm", anchortype="paragraph")
    box = draw.TextBox()
    box.addElement(text.P(text=words.put_aside()))
    frame.addElement(box)
    framed.addElement(frame)
    body.addElement(framed)
    section = text.Section(name="part")
    section.addElement(text.P(text=words.see()))
    body.addElement(section)
    return Made(f"text-{seed}.odt", _bytes(document), words)


def _odf_table(words: Words, chance: random.Random, kind: Callable[..., object]) -> object:
    grid = table.Table(name="grid")
    width = chance.randrange(3, 5)
    grid.addElement(table.TableColumn(numbercolumnsrepeated=width))
    for row in range(chance.randrange(2, 5)):
        line = table.TableRow()
        for column in range(width):
            if row == 1 and column == 1:
                line.addElement(table.CoveredTableCell())
                continue
            span = {"numbercolumnsspanned": 2} if row == 1 and column == 0 else {}
            entry = table.TableCell(valuetype="string", **span)
            entry.addElement(kind(text=words.see(2)))
            line.addElement(entry)
        grid.addElement(line)
    return grid


def ods(seed: int, *, is_plain: bool = False) -> Made:
    """Return an ods file with repeated and merged cells, comments and a far cell."""
    words, chance = Words(seed + 2000), random.Random(seed)
    document = OpenDocumentSpreadsheet()
    for number in range(chance.randrange(1, 4)):
        sheet = table.Table(name=f"sheet {number}")
        sheet.addElement(table.TableColumn(numbercolumnsrepeated=5))
        for row in range(chance.randrange(2, 12)):
            line = table.TableRow()
            entry = table.TableCell(valuetype="string")
            if row == 0 and not is_plain:
                remark = office.Annotation()
                remark.addElement(text.P(text=words.put_aside()))
                entry.addElement(remark)
            entry.addElement(text.P(text=words.see(2)))
            line.addElement(entry)
            line.addElement(table.TableCell(numbercolumnsrepeated=chance.randrange(1, 4)))
            last = table.TableCell(valuetype="string", numbercolumnsspanned=2)
            last.addElement(text.P(text=words.see(2)))
            line.addElement(last)
            line.addElement(table.CoveredTableCell())
            sheet.addElement(line)
        sheet.addElement(table.TableRow(numberrowsrepeated=1000))
        document.spreadsheet.addElement(sheet)
    return Made(f"book-{seed}.ods", _bytes(document), words)


def xlsx(seed: int, *, is_plain: bool = False) -> Made:
    """Return an xlsx file with merged cells, comments and several sheets."""
    words, chance = Words(seed + 3000), random.Random(seed)
    book = Workbook()
    book.remove(book.active)
    for number in range(chance.randrange(1, 4)):
        sheet = book.create_sheet(f"sheet {number}")
        for row in range(1, chance.randrange(3, 15)):
            for column in range(1, chance.randrange(2, 6)):
                sheet.cell(row, column, words.see(2))
        if not is_plain:
            sheet.cell(1, 1).comment = Comment(words.put_aside(), "ann")
        far = sheet.max_row + 2
        sheet.merge_cells(start_row=far, end_row=far, start_column=1, end_column=3)
        sheet.cell(far, 1, words.see(2))
        sheet.cell(far, 4, words.see(1))
    file = io.BytesIO()
    book.save(file)
    return Made(f"book-{seed}.xlsx", file.getvalue(), words)


def odp(seed: int) -> Made:
    """Return an odp file with text boxes, lists and notes."""
    words, chance = Words(seed + 4000), random.Random(seed)
    document = OpenDocumentPresentation()
    page = style.PageLayout(name="page")
    document.automaticstyles.addElement(page)
    master = style.MasterPage(name="plain", pagelayoutname=page)
    document.masterstyles.addElement(master)
    for _ in range(chance.randrange(2, 6)):
        slide = draw.Page(masterpagename=master)
        for height in range(chance.randrange(1, 4)):
            frame = draw.Frame(width="20cm", height="3cm", x="1cm", y=f"{1 + 4 * height}cm")
            box = draw.TextBox()
            box.addElement(text.P(text=words.see(3)))
            box.addElement(text.P(text=words.see(3)))
            frame.addElement(box)
            slide.addElement(frame)
        document.presentation.addElement(slide)
    return Made(f"talk-{seed}.odp", _bytes(document), words)


def pptx(seed: int) -> Made:
    """Return a pptx file whose list has another order than its files, with a removed slide."""
    words, chance = Words(seed + 5000), random.Random(seed)
    count = chance.randrange(3, 7)
    order = chance.sample(range(1, count + 1), count - 1)
    members: dict[str, str | bytes] = {}
    listed = "".join(f'<p:sldId id="{255 + it}" r:id="rId{it}"/>' for it in order)
    presentation = "http://schemas.openxmlformats.org/presentationml/2006/main"
    names = f'xmlns:p="{presentation}" xmlns:a="{_DRAWING}" xmlns:r="{_RELATIONS}"'
    members["ppt/presentation.xml"] = (
        f"<p:presentation {names}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>"
    )
    members["_rels/.rels"] = _relations([("officeDocument", "ppt/presentation.xml")])
    members["ppt/_rels/presentation.xml.rels"] = _relations(
        [("slide", f"slides/slide{it}.xml") for it in range(1, count + 1)]
    )
    removed = next(it for it in range(1, count + 1) if it not in order)
    for number in [*order, removed]:
        say = words.remove if number == removed else words.see
        members[f"ppt/slides/slide{number}.xml"] = (
            f"<p:sld {names}><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type='title'/>"
            f"</p:nvPr></p:nvSpPr><p:txBody>{_drawn(say(3))}</p:txBody></p:sp><p:grpSp><p:sp><p:txBody>"
            f"<a:p><a:r><a:t>{say(2)}</a:t></a:r><a:br/><a:fld><a:t>{say(1)}</a:t></a:fld></a:p>"
            f"</p:txBody></p:sp></p:grpSp><p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>"
            f"<a:tc gridSpan='2'><a:txBody>{_drawn(say(2))}</a:txBody></a:tc><a:tc hMerge='1'>"
            f"<a:txBody><a:p/></a:txBody></a:tc><a:tc><a:txBody>{_drawn(say(2))}</a:txBody></a:tc>"
            "</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:cSld></p:sld>"
        )
        note = f"notesSlide{count + 1 - number}.xml"
        members[f"ppt/slides/_rels/slide{number}.xml.rels"] = _relations(
            [("notesSlide", f"../notesSlides/{note}")]
        )
        members[f"ppt/notesSlides/{note}"] = (
            f"<p:notes {names}><p:cSld><p:spTree><p:sp><p:txBody>{_drawn(say(3))}</p:txBody></p:sp>"
            "</p:spTree></p:cSld></p:notes>"
        )
    return Made(f"talk-{seed}.pptx", archive(members), words)


def _drawn(words: str) -> str:
    return f"<a:p><a:r><a:t>{words}</a:t></a:r></a:p>"


def _relations(targets: Iterable[tuple[str, str]]) -> str:
    listed = "".join(
        f'<Relationship Id="rId{number}" Type="{_RELATIONS}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


def page(words: Words, chance: random.Random) -> str:
    """Return a web page with what a browser shows and what it does not."""
    parts = [f"<h1>{words.see(3)}</h1><nav><ul><li><a href='/'>{words.see(1)}</a></ul></nav>"]
    for _ in range(chance.randrange(2, 5)):
        parts += _page_part(words)
    return "".join(parts)


def _page_part(words: Words) -> Iterator[str]:
    yield f"<h2>{words.see(2)}</h2><p>{words.see(12)} <b>{words.see(1)}</b><br>{words.see(2)}"
    yield f"<div style='display: none'>{words.remove()}</div>"
    yield f"<ol><li>{words.see(2)}<ul><li>{words.see(1)}</ul><li>{words.see(2)}</ol>"
    yield f"<table><caption>{words.see(2)}</caption><tr><th>{words.see(1)}<th>{words.see(1)}</tr>"
    yield f"<tr><td>{words.see(1)}<td colspan=2>{words.see(2)}</tr></table>"
    yield f"<pre><code>def {words.see(1)}():\n    return {words.see(1)}\n</code></pre>"
    yield f"<p hidden>{words.remove()}</p><script>{words.remove()}</script>"
    yield f"<blockquote><p>{words.see(5)}</blockquote><input value='{words.see(1)}'>"
    yield f"<select><option>{words.remove(1)}<option selected>{words.see(1)}</select>"
    yield f"<details open><summary>{words.see(2)}</summary>{words.see(3)}</details>"


def html(seed: int) -> Made:
    """Return a web page; some declare another charset than UTF-8, or leave tags open."""
    words, chance = Words(seed + 6000), random.Random(seed)
    content = page(words, chance)
    start = (
        "<!DOCTYPE html><meta charset=utf-8><title>x</title>",
        "<html><head><meta http-equiv='Content-Type' content='text/html; charset=windows-1251'>"
        "<style>p {color: red}</style></head><body>",
        "<!DOCTYPE html><head><title>x</title>",
    )[seed % 3]
    return Made(f"page-{seed}.html", (start + content).encode(), words)


def mhtml(seed: int) -> Made:
    """Return a page as Chrome saves it: a mail with its parts."""
    words, chance = Words(seed + 7000), random.Random(seed)
    mail = email.mime.multipart.MIMEMultipart("related")
    mail["From"] = "<Saved by Blink>"
    mail.attach(email.mime.text.MIMEText(f"<html><body>{page(words, chance)}", "html", "utf-8"))
    mail.attach(email.mime.text.MIMEText("p { color: red }", "css", "utf-8"))
    return Made(f"page-{seed}.mhtml", mail.as_bytes(), words)


def epub(seed: int) -> Made:
    """Return a book, one of whose listed chapters is missing."""
    words, chance = Words(seed + 8000), random.Random(seed)
    count = chance.randrange(2, 5)
    items = "".join(f'<item id="c{n}" href="c{n}.xhtml"/>' for n in range(count + 1))
    spine = "".join(f'<itemref idref="c{n}"/>' for n in (0, count, *range(1, count)))
    members: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<c xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<rootfile full-path="book/all.opf"/></c>',
        "book/all.opf": '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
        f"{items}</manifest><spine>{spine}</spine></package>",
    }
    for number in range(count):
        members[f"book/c{number}.xhtml"] = (
            '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml">'
            f"<head><title/><script/></head><body><a id='x'/><h1>{escape(words.see(2))}</h1>"
            f"<p>{words.see(20)}<img src='no.png'/></p></body></html>"
        )
    return Made(f"book-{seed}.epub", archive(members), words)


MADE_HERE: dict[str, tuple[Callable[..., Made], int]] = {
    "docx": (docx, 16),
    "odt": (odt, 16),
    "xlsx": (xlsx, 8),
    "ods": (ods, 8),
    "pptx": (pptx, 8),
    "odp": (odp, 4),
    "html": (html, 9),
    "mhtml": (mhtml, 3),
    "epub": (epub, 4),
}
# What LibreOffice makes of them: from, to, how many.
CONVERTED = (
    ("docx", "odt", 6),
    ("docx", "pdf", 4),
    ("docx", "html", 4),
    ("odt", "docx", 6),
    ("odt", "pdf", 4),
    ("odt", "epub", 3),
    ("xlsx", "ods", 4),
    ("xlsx", "xls", 4),
    ("ods", "xlsx", 4),
    ("ods", "xls", 4),
    ("odp", "pptx", 4),
    ("odp", "pdf", 3),
    ("docx", "rtf", 6),
    ("odt", "rtf", 4),
)


# Here LibreOffice leaves out margins, shows changes, or deletes what stands around them (rtf);
# calamine has no comments of xls.
_PRINTED = ("pdf", "html", "epub", "xls", "rtf")


def made_here() -> Iterator[Made]:
    """Yield the files that libraries make."""
    for make, count in MADE_HERE.values():
        yield from map(make, range(count))


def converted(program: str) -> Iterator[Made]:
    """Yield what LibreOffice makes of some of these files."""
    for source, target, count in CONVERTED:
        make = MADE_HERE[source][0]
        if target in _PRINTED and source != "odp":
            make = partial(make, is_plain=True)
        files = [make(seed) for seed in range(count)]
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / each.name for each in files]
            for path, each in zip(paths, files, strict=True):
                path.write_bytes(each.content)
            command = [program, f"-env:UserInstallation=file://{folder}/home", "--headless"]
            command += ["--convert-to", target, "--outdir", f"{folder}/out", *map(str, paths)]
            subprocess.run(command, check=True, capture_output=True, timeout=300)
            for path, each in zip(paths, files, strict=True):
                new = Path(folder) / "out" / path.with_suffix(f".{target}").name
                name = f"{path.stem}-of-{source}.{target}"
                yield Made(name, new.read_bytes(), each.words)


@dataclass(frozen=True, slots=True)
class Score:
    """How much of a file was read.

    Attributes:
        seen: share of the words that a reader sees.
        ordered: share of the words of the text that stand in its order.
        gone_count: number of words that a reader does not see.
    """

    seen: float
    ordered: float
    gone_count: int
    missing: tuple[str, ...] = ()


def score(words: Words, read: str) -> Score:
    """Return how much of the words of a file a text has."""
    found = re.findall(r"[a-z]{8}", read)
    places: dict[str, int] = {}
    for place, word in enumerate(found):
        places.setdefault(word, place)
    wanted = words.seen + words.aside
    missing = tuple(word for word in wanted if word not in places)
    order = [places[word] for word in words.seen if word in places]
    return Score(
        seen=1 - len(missing) / len(wanted),
        ordered=_longest_rise(order) / max(1, len(words.seen)),
        gone_count=sum(word in places for word in words.gone),
        missing=missing,
    )


def _longest_rise(numbers: Iterable[int]) -> int:
    import bisect

    ends: list[int] = []
    for number in numbers:
        place = bisect.bisect_left(ends, number)
        ends[place : place + 1] = [number]
    return len(ends)


def grouped(files: Iterable[Made]) -> Iterator[tuple[str, list[Made]]]:
    """Yield files by their format."""

    def suffix(each: Made) -> str:
        return Path(each.name).suffix[1:]

    yield from (
        (key, list(all_)) for key, all_ in itertools.groupby(sorted(files, key=suffix), suffix)
    )
