"""What stands in documents: every word that a reader sees, in its place, none that is deleted."""

import io
import plistlib
import shutil
import subprocess
import zipfile

import msgspec
import pytest
from openpyxl import Workbook
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    TextStringObject,
)

from app.documents.pdf_text import PdfText
from app.documents.process import document_text
from app.documents.text_files import PDF_COMMAND
from app.documents.web_pages import html_text
from tests.app.documents import corpus
from tests.app.documents.files import (
    archive,
    docx_of,
    drawn,
    epub,
    ods,
    odt,
    pdf,
    pptx_of,
    relations,
    with_members,
    xlsx,
)


@pytest.mark.parametrize("made", list(corpus.made_here()), ids=lambda made: made.name)
def test_each_word_that_a_reader_sees_is_read_in_order(made: corpus.Made) -> None:
    found = corpus.score(made.words, document_text(made.content))
    assert found.seen >= 0.98, found.missing
    assert found.ordered >= 0.98
    assert found.gone_count == 0


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("soffice") is None, reason="needs LibreOffice")
def test_each_word_of_what_libreoffice_makes_is_read() -> None:
    made = list(corpus.converted("soffice"))
    scores = [corpus.score(each.words, read(each)) for each in made]
    assert sum(each.seen for each in scores) >= 0.98 * len(scores)
    assert sum(each.ordered for each in scores) >= 0.98 * len(scores)
    assert sum(each.gone_count for each in scores) == 0


def read(made: corpus.Made) -> str:
    if not made.name.endswith(".pdf"):
        return document_text(made.content)
    output = subprocess.run(PDF_COMMAND, input=made.content, capture_output=True, check=True)
    return msgspec.msgpack.decode(output.stdout, type=PdfText).text


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*inner: str) -> str:
    return f"<w:p>{''.join(inner)}</w:p>"


def control(inner: str) -> str:
    return f"<w:sdt><w:sdtPr/><w:sdtContent>{inner}</w:sdtContent></w:sdt>"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (control(paragraph(run("in a block"))), "in a block"),
        (paragraph(run("Name: "), control(run("in a line"))), "Name: in a line"),
        (
            f"<w:tbl><w:tr>{control('<w:tc>' + paragraph(run('a')) + '</w:tc>')}<w:tc>"
            f"{control(paragraph(run('b')))}</w:tc></w:tr></w:tbl>",
            "| a | b |\n| --- | --- |",
        ),
        (
            paragraph(
                run("The fee is "),
                "<w:del><w:r><w:delText>ten</w:delText></w:r></w:del>",
                f"<w:ins>{run('twenty')}</w:ins>",
            ),
            "The fee is twenty",
        ),
        (
            "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>one </w:t></w:r></w:p>"
            + paragraph(run("line")),
            "one line",
        ),
        ("<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc/></w:tr></w:tbl>" + paragraph(run("x")), "x"),
        (
            paragraph(
                "<w:r><w:fldChar w:fldCharType='begin'/></w:r>",
                "<w:r><w:instrText>PAGE x</w:instrText><w:t>no</w:t></w:r>",
                "<w:r><w:fldChar w:fldCharType='separate'/></w:r>",
                run("shown"),
                "<w:r><w:fldChar w:fldCharType='end'/></w:r>",
                run(" after"),
            ),
            "shown after",
        ),
        (
            paragraph(
                run("Text"),
                "<w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>",
                paragraph(run("in a box")),
                "</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>",
                paragraph(run("in a box")),
                "</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>",
            ),
            "Text\n\nin a box",
        ),
        (
            "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val='2'/></w:tcPr>"
            + paragraph(run("wide"))
            + f"</w:tc><w:tc>{paragraph(run('a | b'))}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/>"
            + f"</w:tcPr>{paragraph(run('under'))}</w:tc><w:tc>{paragraph(run('c'))}</w:tc><w:tc>"
            + f"{paragraph(run('d'))}{paragraph(run('e'))}</w:tc></w:tr></w:tbl>",
            "| wide |  | a \\| b |\n| --- | --- | --- |\n|  | c | d<br>e |",
        ),
        (
            paragraph(
                "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>",
                run("seen"),
                "<w:r><w:tab/><w:noBreakHyphen/><w:br/></w:r>",
                run("next"),
            ),
            "seen\t\u2011\nnext",
        ),
    ],
)
def test_word(body: str, text: str) -> None:
    assert document_text(docx_of(body)) == text


def test_notes_comments_and_margins_of_word_are_marked() -> None:
    body = paragraph(
        run("Text"),
        "<w:r><w:footnoteReference w:id='2'/></w:r><w:r><w:commentReference w:id='1'/></w:r>",
    )
    members = {
        "word/_rels/document.xml.rels": relations(
            {
                "a": ("header", "header1.xml"),
                "b": ("footnotes", "footnotes.xml"),
                "c": ("comments", "comments.xml"),
            }
        ),
        "word/header1.xml": f"<w:x>{paragraph(run('Head'))}</w:x>",
        "word/footnotes.xml": "<w:x><w:footnote w:id='2'>"
        f"{paragraph(run('Foot'))}</w:footnote></w:x>",
        "word/comments.xml": "<w:x><w:comment w:id='1' w:author='ann'>"
        f"{paragraph(run('Why?'))}</w:comment></w:x>",
    }
    assert document_text(docx_of(body, members)) == (
        "[Header: Head]\n\nText[^2] [Comment by ann: Why?]\n\n[^2]: Foot"
    )


def test_lists_of_word_have_their_numbers() -> None:
    def item(text: str, depth: int, number: int) -> str:
        properties = f"<w:ilvl w:val='{depth}'/><w:numId w:val='{number}'/>"
        return f"<w:p><w:pPr><w:numPr>{properties}</w:numPr></w:pPr>{run(text)}</w:p>"

    def level(depth: int, kind: str, label: str) -> str:
        return (
            f"<w:lvl w:ilvl='{depth}'><w:start w:val='1'/><w:numFmt w:val='{kind}'/>"
            f"<w:lvlText w:val='{label}'/></w:lvl>"
        )

    numbering = (
        f"<w:x><w:abstractNum w:abstractNumId='0'>{level(0, 'decimal', '%1.')}"
        f"{level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum><w:abstractNum w:abstractNumId='1'>"
        f"{level(0, 'bullet', '*')}</w:abstractNum><w:num w:numId='5'><w:abstractNumId w:val='0'/>"
        "</w:num><w:num w:numId='6'><w:abstractNumId w:val='1'/></w:num></w:x>"
    )
    body = item("a", 0, 5) + item("b", 1, 5) + item("c", 1, 5) + item("d", 0, 5) + item("e", 0, 6)
    read = document_text(docx_of(body, {"word/numbering.xml": numbering}))
    assert read == "1. a\n\n  1.a) b\n\n  1.b) c\n\n2. d\n- e"


def test_a_damaged_part_costs_that_part_and_is_named() -> None:
    body = paragraph(run("Text"), "<w:r><w:footnoteReference w:id='2'/></w:r>")
    read = document_text(docx_of(body, {"word/footnotes.xml": "<w:x><not closed"}))
    assert read == "Text[^2]\n\n[Damaged, not read: footnotes.]"
    slides = [f"<p:sp><p:txBody>{drawn(text)}</p:txBody></p:sp>" for text in ("a", "b", "c")]
    broken = with_members(pptx_of(slides), {"ppt/slides/slide2.xml": "<p:sld"})
    assert document_text(broken) == (
        "# Slide 1\n\na\n\n# Slide 3\n\nc\n\n[Damaged, not read: slide 2.]"
    )


def test_a_sheet_with_damaged_bytes_costs_no_other_sheet() -> None:
    book = Workbook()
    book.active.title = "whole"
    book.active["A1"] = "berth 20"
    book.create_sheet("torn")["A1"] = "berth 21"
    file = io.BytesIO()
    book.save(file)
    with zipfile.ZipFile(file) as members:
        torn = members.getinfo("xl/worksheets/sheet2.xml")
    content = bytearray(file.getvalue())
    start = torn.header_offset + 30 + len(torn.filename)
    content[start : start + torn.compress_size] = bytes(torn.compress_size)
    assert document_text(bytes(content)) == (
        "# whole\n\nberth 20\n\n[Damaged, not read: sheet torn.]"
    )


def test_slides_have_the_order_of_the_presentation() -> None:
    shown = (
        "<p:sp><p:txBody><a:p><a:r><a:t>the</a:t></a:r><a:br/><a:r><a:t>first</a:t></a:r></a:p>"
        "</p:txBody></p:sp>"
    )
    title = (
        "<p:sp><p:nvSpPr><p:nvPr><p:ph type='title'/></p:nvPr></p:nvSpPr><p:txBody>"
        f"{drawn('Tides')}</p:txBody></p:sp><p:graphicFrame><a:tbl><a:tr><a:tc gridSpan='2'>"
        f"{drawn('wide')}</a:tc><a:tc hMerge='1'/><a:tc>{drawn('x')}</a:tc></a:tr></a:tbl>"
        "</p:graphicFrame>"
    )
    removed = f"<p:sp><p:txBody>{drawn('removed')}</p:txBody></p:sp>"
    content = pptx_of([title, removed, shown], order=(3, 1))
    note = f'<p:notes xmlns:p="p" xmlns:a="a"><x>{drawn("no")}</x></p:notes>'
    content = with_members(content, {"ppt/notesSlides/notesSlide1.xml": note})
    assert document_text(content) == (
        "# Slide 1\n\nthe\nfirst\n\n# Slide 2: Tides\n\n| wide |  | x |\n| --- | --- | --- |"
    )


def test_a_sheet_is_read_whatever_its_styles_are() -> None:
    empty_fill = (
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        "<fills><fill/></fills><cellXfs><xf/></cellXfs></styleSheet>"
    )
    content = with_members(xlsx(1), {"xl/styles.xml": empty_fill})
    assert document_text(content) == "# Ships\n\n| ship 0 | 0 |\n| --- | --- |"


def test_a_cell_at_the_end_of_a_sheet_costs_no_other_sheet() -> None:
    book = Workbook()
    book.active.title = "near"
    book.active["A1"] = "seen"
    far = book.create_sheet("far")
    far["A1"] = "a"
    far["XFD1048576"] = "b"
    file = io.BytesIO()
    book.save(file)
    assert document_text(file.getvalue()) == "# near\n\nseen\n\n[Damaged, not read: sheet far.]"


def test_repeated_and_merged_cells_keep_their_columns() -> None:
    def cell(text: str, about: str = "") -> str:
        return f"<b:table-cell {about}><t:p>{text}</t:p></b:table-cell>"

    rows = (
        f"<b:table-row>{cell('a')}<b:table-cell b:number-columns-repeated='2'/>{cell('d')}"
        f"</b:table-row><b:table-row b:number-rows-repeated='2'>{cell('wide')}"
        f"<b:covered-table-cell b:number-columns-repeated='2'/>{cell('x')}</b:table-row>"
        "<b:table-row b:number-rows-repeated='1048573'><b:table-cell "
        "b:number-columns-repeated='16384'/></b:table-row>"
    )
    assert document_text(ods(rows)) == (
        "# Fees\n\n| a |  |  | d |\n| --- | --- | --- | --- |\n"
        "| wide |  |  | x |\n| wide |  |  | x |"
    )


def test_deleted_text_of_an_open_document_is_not_read() -> None:
    content = odt("seen<t:note><t:note-citation>1</t:note-citation><t:note-body><t:p>low</t:p>"
                  "</t:note-body></t:note>")  # fmt: skip
    read = document_text(content)
    assert read == "## Head\n\nseen[^1]\n\n[^1]: low"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<pre>def a():\n    return 1\n</pre>", "```\ndef a():\n    return 1\n```"),
        ("<!DOCTYPE html><head><title>x</title>\n<p>No body.\n<p>Two.", "No body.\n\nTwo."),
        ("<p>a<br>b <code>c  d</code> <s>e</s>", "a\nb `c d` ~~e~~"),
        ("<ol start=3><li>a<ul><li>b</ul><li>c</ol>", "3. a\n  - b\n4. c"),
        (
            "<table><tr><th rowspan=2>a<th>b<tr><td>c<tr><td colspan=2>d</table>",
            "| a | b |\n| --- | --- |\n|  | c |\n| d |  |",
        ),
        ("<table><tr><td><h1>a</h1><td>b</table>", "# a\n\nb"),
        ("<p>a<p hidden>b<p style='display:none'>c<template>d</template><noscript>e", "a"),
        ("<input value=a><input type=checkbox checked>b<select><option>c</select>", "a[x] bc"),
        ("<ruby>漢<rp>(</rp><rt>かん</rt></ruby>", "漢(かん)"),
        ("<blockquote>a<p>b</blockquote>", "> a\n>\n> b"),
    ],
)
def test_a_page_is_what_a_browser_shows(page: str, text: str) -> None:
    assert html_text(page.encode()) == text


@pytest.mark.parametrize("depth", [1_000, 20_000])
def test_a_deep_page_is_read(depth: int) -> None:
    assert "deep" in html_text(b"<div>" * depth + b"deep")
    assert "deep" in html_text(b"<table><tr><td>" * depth + b"deep")


def test_a_page_without_a_declared_charset_is_guessed() -> None:
    page = "<p>Глубина гавани три метра."
    assert html_text(page.encode("cp1251")) == page.removeprefix("<p>")


def test_a_page_in_an_uncertain_encoding_says_so() -> None:
    read = html_text("<p>Größe: 12 m, Maß geprüft".encode("cp1252"))
    assert read == (
        "Größe: 12 m, Maß geprüft\n\n"
        "[The encoding is not named; the page was read as Windows-1252.]"
    )


def test_a_page_of_safari_is_read() -> None:
    main = {"WebResourceData": b"<p>a page", "WebResourceTextEncodingName": "UTF-8"}
    content = plistlib.dumps({"WebMainResource": main}, fmt=plistlib.FMT_BINARY)
    assert document_text(content) == "a page"


def test_a_missing_chapter_is_named() -> None:
    book = epub("<p>one", "<p>two")
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><item id="c0" href="c0.html"/>'
        '<item id="gone" href="gone.html"/><item id="c1" href="c1.html"/><itemref idref="c0"/>'
        '<itemref idref="gone"/><itemref idref="nowhere"/><itemref idref="c1"/></package>'
    )
    read = document_text(with_members(book, {"book/all.opf": package}))
    assert read == "one\n\ntwo\n\n[Damaged, not read: chapter 2, chapter 3.]"


def test_a_tag_that_ends_itself_hides_no_chapter() -> None:
    chapter = '<?xml version="1.0"?><html><head><title/><script/></head><body><a id="x"/><p>seen'
    assert document_text(epub(chapter)) == "seen"


def test_an_archive_of_something_else_is_no_document() -> None:
    with pytest.raises(Exception, match="UNKNOWN"):
        document_text(archive({"a.txt": "text"}))


def filled_form() -> bytes:
    """Return a PDF with fields that were filled in, and a comment."""
    writer = PdfWriter(PdfReader(io.BytesIO(pdf("Your name:"))))

    def note(kind: str, **entries: object) -> object:
        found = DictionaryObject({NameObject("/Subtype"): NameObject(kind)})
        found[NameObject("/Rect")] = ArrayObject(map(FloatObject, (10, 10, 100, 30)))
        for key, value in entries.items():
            found[NameObject(f"/{key}")] = value
        return writer._add_object(found)  # noqa: SLF001  there is no public way

    fields = [
        note("/Widget", FT=NameObject("/Tx"), T=TextStringObject("name"),
             V=TextStringObject("Ann Ö")),
        note("/Widget", FT=NameObject("/Btn"), T=TextStringObject("agreed"),
             V=NameObject("/Yes"), AS=NameObject("/Yes")),
        note("/Widget", FT=NameObject("/Tx"), T=TextStringObject("left out")),
    ]  # fmt: skip
    comment = note("/Text", T=TextStringObject("bo"), Contents=TextStringObject("Why?"))
    writer.pages[0][NameObject("/Annots")] = ArrayObject([*fields, comment])
    form = DictionaryObject({NameObject("/Fields"): ArrayObject(fields)})
    writer._root_object[NameObject("/AcroForm")] = form  # noqa: SLF001
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()
