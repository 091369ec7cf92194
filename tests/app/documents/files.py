"""Documents of each kind, built here, small and as hostile as a test wants them."""

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from docx import Document
from openpyxl import Workbook
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_COMPATIBLE = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
SCAN = "0.8 0.1 0.1 rg 0 0 300 100 re f"  # the lower half of a page, in red
BLANK = ""


def archive(members: Mapping[str, str | bytes]) -> bytes:
    """Return a ZIP with these members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in members.items():
            target.writestr(name, content)
    return file.getvalue()


def with_members(content: bytes, changed: Mapping[str, str | bytes]) -> bytes:
    """Return a ZIP in which some members are others, or new."""
    with zipfile.ZipFile(io.BytesIO(content)) as source:
        return archive({each: source.read(each) for each in source.namelist()} | dict(changed))


def docx(heading: str = "Whales", text: str = "They sing.") -> bytes:
    """Return a document with a heading, a paragraph and a table."""
    document = Document()
    document.add_heading(heading, 1)
    document.add_paragraph(text)
    table = document.add_table(1, 2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "length", "30 m"
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def xlsx(rows: int = 2) -> bytes:
    """Return a book with a sheet of so many rows."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Ships")
    for number in range(rows):
        sheet.append([f"ship {number}", number])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def pptx(*slides: str) -> bytes:
    """Return slides with a line on each."""
    return pptx_of([f"<p:sp><p:txBody>{drawn(line)}</p:txBody></p:sp>" for line in slides])


def pptx_of(slides: Sequence[str], order: Sequence[int] = ()) -> bytes:
    """Return slides with these shapes; ``order`` has the numbers of the list of slides."""
    spaces = f'xmlns:p="{_SLIDES}" xmlns:a="{_DRAWING}" xmlns:r="{_RELATIONS}"'
    numbers = range(1, len(slides) + 1)
    listed = "".join(f'<p:sldId r:id="r{number}"/>' for number in order or numbers)
    members = {
        "ppt/presentation.xml": f"<p:presentation {spaces}><p:sldIdLst>{listed}</p:sldIdLst>"
        "</p:presentation>",
        "ppt/_rels/presentation.xml.rels": relations(
            {f"r{number}": ("slide", f"slides/slide{number}.xml") for number in numbers}
        ),
    }
    for number, shapes in zip(numbers, slides, strict=True):
        members[f"ppt/slides/slide{number}.xml"] = (
            f"<p:sld {spaces}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"
        )
    return archive(members)


def drawn(text: str) -> str:
    """Return a paragraph of a slide."""
    return f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>"


def relations(targets: Mapping[str, tuple[str, str]]) -> str:
    """Return what a member refers to: by id, the kind and the member."""
    listed = "".join(
        f'<Relationship Id="{key}" Type="{_RELATIONS}/{kind}" Target="{target}"/>'
        for key, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


def docx_of(body: str, members: Mapping[str, str] = MappingProxyType({})) -> bytes:
    """Return a docx file with these elements in its body, and further members."""
    spaces = f'xmlns:w="{_WORD}" xmlns:mc="{_COMPATIBLE}" xmlns:a="{_DRAWING}"'
    main = f"<w:document {spaces}><w:body>{body}</w:body></w:document>"
    about = {each: content.replace("<w:x>", f"<w:x {spaces}>") for each, content in members.items()}
    return archive({"word/document.xml": main, **about})


def odt(*blocks: str, manifest: str = "<manifest/>") -> bytes:
    """Return a text of the OpenDocument kind with a heading and paragraphs."""
    paragraphs = "".join(f"<t:p>{each}</t:p>" for each in blocks)
    return archive(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "META-INF/manifest.xml": manifest,
            "content.xml": open_content(
                f'<o:text><t:h t:outline-level="2">Head</t:h>{paragraphs}</o:text>'
            ),
        }
    )


def ods(rows: str) -> bytes:
    """Return a sheet of the OpenDocument kind with these rows."""
    return archive(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": "<manifest/>",
            "content.xml": open_content(
                f'<o:spreadsheet><b:table b:name="Fees">{rows}</b:table></o:spreadsheet>'
            ),
        }
    )


def open_content(body: str) -> str:
    """Return the main member of a file of the OpenDocument kind."""
    spaces = "".join(
        f' xmlns:{short}="{_OFFICE}:{name}:1.0"'
        for short, name in (("o", "office"), ("t", "text"), ("b", "table"), ("d", "drawing"))
    )
    return f"<o:document-content{spaces}><o:body>{body}</o:body></o:document-content>"


def epub(*chapters: str, locked: str = "") -> bytes:
    """Return a book; ``locked`` is what its list of encrypted members says."""
    items = "".join(f'<item id="c{n}" href="c{n}.html"/>' for n in range(len(chapters)))
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    members = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": f'<c xmlns="{_OFFICE}:container"><rootfile '
        'full-path="book/all.opf"/></c>',
        "book/all.opf": f'<package xmlns="http://www.idpf.org/2007/opf">{items}{spine}</package>',
    }
    if locked:
        members["META-INF/encryption.xml"] = locked
    for number, chapter in enumerate(chapters):
        members[f"book/c{number}.html"] = chapter
    return archive(members)


def pdf(*pages: str, password: str = "") -> bytes:
    """Return a PDF with a line on each page."""
    return pdf_of((text_stream(line) for line in pages), password=password)


def text_stream(line: str) -> str:
    """Return what draws a line of text."""
    return f"BT /F1 12 Tf 20 100 Td ({line}) Tj ET"


def pdf_of(
    streams: Iterable[str], *, size: tuple[float, float] = (300, 200), password: str = ""
) -> bytes:
    """Return a PDF whose pages are drawn by these."""
    writer = PdfWriter()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    for each in streams:
        page = writer.add_blank_page(*size)
        stream = DecodedStreamObject()
        stream.set_data(each.encode("latin-1"))
        page[NameObject("/Contents")] = writer._add_object(stream)  # noqa: SLF001  there is no public way
        fonts = DictionaryObject({NameObject("/F1"): font})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    if password:
        writer.encrypt(password)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()
