"""Files that go with a message: what is taken, and the sentence for what is not."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter
from PySide6.QtGui import QColor, QImage

from app.documents import archives
from app.documents.pdf_text import MAX_PAGE_BYTES, DocumentTrouble
from app.documents.process import document_text
from app.documents.text_files import (
    DOCUMENT_COMMAND,
    DRAWING_COMMAND,
    MAX_BYTES,
    PdfPages,
    drawn_pages,
    file_content,
    read_file,
)
from app.errors import FileNotTaken
from app.media.decoder import PictureDecoder
from app.media.decoder_messages import DecodeRequest
from app.media.pictures import MAX_PICTURE_SIDE
from tests.app.documents.files import (
    BLANK,
    SCAN,
    archive,
    docx,
    epub,
    odt,
    pdf,
    pdf_of,
    pptx,
    text_stream,
    with_members,
    xlsx,
)
from tests.app.documents.test_documents import filled_form

ENTITIES = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><x>&b;</x>'
PAGE = (
    "<html><head><title>no</title><style>p {}</style></head><body><h2>Tides</h2><p>High &amp; "
    "low.<script>alert('no')</script><ul><li>one</li><li>two</li></ul></body></html>"
)
MAIL = (
    "From: <Saved by a browser>\nMIME-Version: 1.0\nContent-Type: multipart/related; "
    'boundary="b"\n\n--b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: '
    "quoted-printable\n\n<p>The sea =3D the sea</p>\n--b--\n"
)


async def taken(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return (await read_file(path)).file.text


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"plain", "plain"),
        ("zwölf ☃".encode(), "zwölf ☃"),
        ("\ufeffzwölf".encode(), "zwölf"),
        ("zwölf".encode("utf-16"), "zwölf"),
        ("zwölf “x”".encode("cp1252"), "zwölf “x”"),
        (b"one\r\ntwo\r\n", "one\ntwo\n"),
        (b"\x1b[1mcolours\x1b[0m of a log\n", "\x1b[1mcolours\x1b[0m of a log\n"),
    ],
)
async def test_text_is_taken_in_any_usual_encoding(
    tmp_path: Path, content: bytes, text: str
) -> None:
    assert await taken(tmp_path / "notes.md", content) == text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
async def test_a_file_that_is_cut_in_the_middle_of_a_letter_keeps_its_encoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    monkeypatch.setattr(file_content, "__defaults__", (101,))
    text = "zwölf Bären, " * 20
    for shift in range(len("zwölf Bären, ")):
        content = text[shift:].encode(encoding)
        read = await taken(tmp_path / "notes.md", content)
        assert len(read) >= 45
        assert content.decode(encoding).startswith(read)


async def test_a_file_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.CSV").write_text("a,b")
    file = (await read_file(tmp_path / "a.CSV")).file
    assert (file.name, file.media_type) == ("a.CSV", "text/csv")


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("sales.xls", PAGE.encode(), "## Tides\n\nHigh & low.\n\n- one\n- two"),
        ("letter.doc", MAIL.partition("\n")[2].encode(), "The sea = the sea"),
        ("sales.xls", b"berth\t20\n", "berth\t20\n"),
        ("page.php", PAGE.encode(), PAGE),
    ],
)
async def test_a_web_page_under_the_suffix_of_an_office_file_is_a_page(
    tmp_path: Path, name: str, content: bytes, text: str
) -> None:
    assert await taken(tmp_path / name, content) == text


async def test_a_pdf_is_its_text(tmp_path: Path) -> None:
    text = await taken(tmp_path / "letter.pdf", pdf("Dear tab", "Yours truly"))
    assert text == "Dear tab\n\nYours truly"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.exe", b"MZ\x00\x01\x02", "has no text"),
        ("a.txt", b"", "is empty"),
        ("a.txt", b" \n ", "is empty"),
        ("a.pdf", b"%PDF-1.7\nnothing of the kind", "is damaged"),
        ("secret.pdf", pdf("a secret", password="x"), "protected by a password"),
    ],
)
async def test_what_can_not_be_taken_is_said_in_a_sentence(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    with pytest.raises(FileNotTaken, match=message):
        await taken(tmp_path / name, content)


async def test_a_pdf_that_only_forbids_printing_is_read(tmp_path: Path) -> None:
    writer = PdfWriter(PdfReader(io.BytesIO(pdf("open"))))
    writer.encrypt("", "owner")
    file = io.BytesIO()
    writer.write(file)
    assert await taken(tmp_path / "open.pdf", file.getvalue()) == "open"


async def test_what_was_filled_into_a_form_is_read(tmp_path: Path) -> None:
    text = await taken(tmp_path / "form.pdf", filled_form())
    assert text == "Your name:\n\nname: Ann Ö\n\n[x] agreed\n\n[Comment by bo: Why?]"


async def test_a_letter_that_a_pdf_maps_to_nothing_is_shown_as_such(tmp_path: Path) -> None:
    content = pdf(r"Quay A\0001, fee 20\00030")
    assert await taken(tmp_path / "a.pdf", content) == "Quay A\ufffd1, fee 20\ufffd30"


async def test_pages_without_text_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf_of([text_stream("a line"), SCAN, BLANK]))
    read = await read_file(tmp_path / "a.pdf")
    assert read.file.text == "a line"
    assert read.pages
    assert (read.pages.numbers, read.pages.page_count) == ((1, 2), 3)
    assert not read.is_scan
    (tmp_path / "b.pdf").write_bytes(pdf_of([SCAN]))
    assert (await read_file(tmp_path / "b.pdf")).is_scan


async def test_folders_pipes_and_what_is_not_there_are_refused_at_once(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path, "is a folder"),
        (tmp_path / "nowhere.txt", "can't be read"),
        (Path("\0"), "can't be read"),
    ):
        with pytest.raises(FileNotTaken, match=message):
            await read_file(path)
    if sys.platform != "win32":
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(FileNotTaken, match="is a device"):
            await read_file(tmp_path / "pipe")


async def test_of_a_large_file_the_beginning_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_bytes(b"x" * MAX_BYTES)
    with path.open("ab") as file:
        file.write(b"and more")
    read = await read_file(path)
    assert read.file.text == "x" * MAX_BYTES


async def test_a_large_pdf_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "large.pdf").open("wb") as file:
        file.write(b"%PDF-1.7\n")
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(FileNotTaken, match=r"the limit for PDFs and documents is 20\.0 MB"):
        await read_file(tmp_path / "large.pdf")


async def test_what_reads_a_pdf_knows_no_keys_and_imports_nothing_from_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    (tmp_path / "pypdf.py").write_text("raise ValueError")
    assert await taken(tmp_path / "a.pdf", pdf("x")) == "x"
    curious = "import os, sys; sys.exit(11 if 'HF_TOKEN' in os.environ else 10)"
    with pytest.raises(FileNotTaken, match="is damaged"):
        await read_file(tmp_path / "a.pdf", (sys.executable, "-c", curious))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is the time limit only")
async def test_a_pdf_that_takes_all_memory_is_ended(tmp_path: Path) -> None:
    hungry = (
        sys.executable,
        "-c",
        "from app.documents import pdf_text; pdf_text.limit_reach(); x = bytearray(4 << 30)",
    )
    (tmp_path / "hungry.pdf").write_bytes(pdf("x"))
    with pytest.raises(FileNotTaken, match="too large"):
        await read_file(tmp_path / "hungry.pdf", hungry)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a sandbox for it")
@pytest.mark.parametrize(
    "attempt",
    ["subprocess.run(['true'])", "socket.socket()", "open(sys.argv[1], 'w')"],
)
def test_what_reads_a_pdf_can_start_nothing_reach_nobody_and_write_nowhere(
    tmp_path: Path, attempt: str
) -> None:
    code = (
        "import socket, subprocess, sys; from app.documents import pdf_text; "
        f"pdf_text.limit_reach(); {attempt}"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "new")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert "PermissionError" in ended.stderr


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("a.docx", docx(), "# Whales\n\nThey sing.\n\n| length | 30 m |\n| --- | --- |"),
        ("a.xlsx", xlsx(), "# Ships\n\n| ship 0 | 0 |\n| --- | --- |\n| ship 1 | 1 |"),
        ("a.pptx", pptx("Ebb", "Flow"), "# Slide 1\n\nEbb\n\n# Slide 2\n\nFlow"),
        ("a.odt", odt("one<t:tab/>two", "three"), "## Head\n\none\ttwo\n\nthree"),
        ("a.epub", epub("<h1>I</h1>Call me", "<p>Some years"), "# I\n\nCall me\n\nSome years"),
        ("a.html", PAGE.encode(), "## Tides\n\nHigh & low.\n\n- one\n- two"),
        ("a.htm", '<meta charset="cp1252"><p>Flöße'.encode("cp1252"), "Flöße"),
        ("a.mhtml", MAIL.encode(), "The sea = the sea"),
    ],
)
async def test_a_document_is_its_text(tmp_path: Path, name: str, content: bytes, text: str) -> None:
    assert await taken(tmp_path / name, content) == text


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.docx", b"", "is empty"),
        ("a.docx", b"PK\x03\x04 and no more", "is damaged"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "protected by a password, or"),
        ("a.zip", archive({"photo.jpg": b"\xff\xd8"}), "has no text"),
        ("a.docx", with_members(docx(), {"word/document.xml": ENTITIES}), "defines XML entities"),
        ("a.xlsx", with_members(xlsx(), {"xl/workbook.xml": ENTITIES}), "defines XML entities"),
        (
            "a.pptx",
            with_members(pptx("x"), {"ppt/slides/slide1.xml": ENTITIES}),
            "defines XML entities",
        ),
        ("a.odt", odt("x", manifest="<encryption-data/>"), "protected by a password"),
        ("a.epub", epub("<p>x", locked="<c>book/c0.html</c>"), "protected by a password"),
        ("a.epub", epub("<img src='scan.png'>"), "has no text in it"),
        ("a.html", b"<html><body></body></html>", "has no text in it"),
    ],
)
async def test_what_is_no_document_is_said_in_a_sentence(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    with pytest.raises(FileNotTaken, match=message):
        await taken(tmp_path / name, content)


async def test_a_bomb_is_left_before_it_is_unpacked(tmp_path: Path) -> None:
    bomb = archive({"word/document.xml": bytes(archives.MAX_EXPANDED_BYTES + 1)})
    assert len(bomb) < 1 << 20
    with pytest.raises(FileNotTaken, match="far too large"):
        await taken(tmp_path / "bomb.docx", bomb)


async def test_a_bomb_that_lies_about_its_size_is_no_larger_than_it_says(tmp_path: Path) -> None:
    bomb = archive({"word/document.xml": bytes(8 << 20)})
    honest = (8 << 20).to_bytes(4, "little")
    lying = bomb.replace(honest, (1000).to_bytes(4, "little"))
    assert lying != bomb
    with pytest.raises(FileNotTaken, match="is damaged"):
        await taken(tmp_path / "bomb.docx", lying)


async def test_an_archive_of_too_many_entries_is_left(tmp_path: Path) -> None:
    many = archive({f"{number}": b"" for number in range(archives.MAX_ENTRIES + 1)})
    with pytest.raises(FileNotTaken, match="far too large"):
        await taken(tmp_path / "many.docx", many)


async def test_a_locked_archive_is_named_so(tmp_path: Path) -> None:
    locked = bytearray(docx())
    start = locked.index(b"PK\x01\x02")
    locked[start + 8] |= 1
    with pytest.raises(FileNotTaken, match="protected by a password"):
        await taken(tmp_path / "locked.docx", bytes(locked))


def test_a_sheet_ends_at_the_most_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.documents.sheets.MAX_ROWS", 3)
    text = document_text(xlsx(10))
    assert "ship 2" in text
    assert "ship 3" not in text
    assert text.endswith("[Only the first 3 rows and 1,000,000 cells.]")


async def test_a_large_document_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.docx"
    with path.open("wb") as file:
        file.write(b"PK\x03\x04")
        file.truncate(21 * 1024 * 1024)
    with pytest.raises(FileNotTaken, match=r"the limit for PDFs and documents is 20\.0 MB"):
        await read_file(path)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a sandbox for it")
def test_what_reads_documents_has_no_reach() -> None:
    code = (
        "from app.documents import process; import socket; "
        "process.document_text = lambda content: socket.socket(); process.main()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], input=b"x", capture_output=True, check=False, timeout=60
    )
    # Nothing of the kind is a text: a socket that was granted would end it otherwise.
    assert ended.returncode == DocumentTrouble.BROKEN


def test_the_process_says_nothing_but_text() -> None:
    ended = subprocess.run(
        DOCUMENT_COMMAND, input=odt("x"), capture_output=True, check=False, timeout=60
    )
    assert (ended.stdout, ended.stderr, ended.returncode) == (b"## Head\n\nx", b"", 0)


def pages_of(content: bytes, *numbers: int) -> PdfPages:
    return PdfPages("scan.pdf", content, numbers, len(numbers))


async def drawn(
    pages: PdfPages, command: Sequence[str] = DRAWING_COMMAND, patience: float = 60
) -> dict[int, bytes]:
    return {number: file async for number, file in drawn_pages(pages, command, patience)}


def shown(file: bytes) -> QImage:
    image = QImage.fromData(file)
    assert not image.isNull()
    return image


async def test_a_page_is_drawn_as_it_would_be_printed() -> None:
    files = await drawn(pages_of(pdf_of([SCAN, SCAN], size=(300, 200)), 1))
    image = shown(files[1])
    assert (image.width(), image.height()) == (1250, 834)  # 300 pixels an inch
    upper, lower = image.pixelColor(600, 200), image.pixelColor(600, 700)
    assert upper == QColor("white")
    assert (lower.red(), lower.green()) == (204, 26)


async def test_pages_without_a_mark_are_left_out() -> None:
    assert list(await drawn(pages_of(pdf_of([BLANK, SCAN, BLANK]), 0, 1, 2, 99))) == [1]
    assert await drawn(pages_of(b"", *())) == {}


@pytest.mark.parametrize("size", [(1, 1), (3, 14_000), (14_000, 14_000), (1e9, 1e9)])
async def test_no_page_is_larger_than_a_picture_may_be(size: tuple[float, float]) -> None:
    decoder = PictureDecoder()
    for file in (await drawn(pages_of(pdf_of(["0 g 0 0 9e9 9e9 re f"], size=size), 0))).values():
        assert len(file) <= MAX_PAGE_BYTES
        image = shown(file)
        assert 0 < max(image.width(), image.height()) <= MAX_PICTURE_SIDE
        decoded = await decoder.decode("page", DecodeRequest(file))
        assert (decoded.width, decoded.height) == (image.width(), image.height())
    await decoder.close()


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7\nx", pdf("a secret", password="x")])
async def test_what_is_no_pdf_is_said_in_a_sentence(content: bytes) -> None:
    with pytest.raises(FileNotTaken, match=r"“scan.pdf” can't be drawn"):
        await drawn(pages_of(content, 0))


async def test_who_has_enough_ends_the_process() -> None:
    async with aclosing(drawn_pages(pages_of(pdf_of([SCAN] * 9), *range(9)))) as files:
        async for number, _file in files:
            assert number == 0
            break


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a sandbox for it")
def test_what_draws_can_write_nowhere(tmp_path: Path) -> None:
    new = tmp_path / "new"
    code = (
        "import sys; from app.documents import pdf_text; sys.argv[1:] = ['--pages=0'];"
        f"pdf_text.draw = lambda *_: open({str(new)!r}, 'w'); pdf_text.main()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], input=b"", capture_output=True, check=False, timeout=60
    )
    assert b"PermissionError" in ended.stderr
    assert not new.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="Windows has a job object for it")
def test_what_reads_a_pdf_ends_with_the_window_also_while_it_is_stopped() -> None:
    code = (
        "import ctypes; from app.documents import pdf_text; pdf_text.limit_reach(); "
        "number = ctypes.c_int(); ctypes.CDLL(None).prctl(2, ctypes.byref(number)); "
        "print(number.value)"
    )
    ended = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, timeout=60)
    assert int(ended.stdout) == signal.SIGKILL
