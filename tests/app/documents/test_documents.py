"""Office files, books and web pages: what of them is text, and the sentence for what is not."""

import subprocess
import sys
from pathlib import Path

import pytest

from app.documents import limits
from app.documents.process import document_text
from app.documents.text_files import DOCUMENT_COMMAND, read_file
from app.errors import FileNotTaken
from tests.app.documents.files import archive, docx, epub, odt, pptx, with_members, xlsx

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
    ("name", "content", "text"),
    [
        ("a.docx", docx(), "# Whales\n\nThey sing.\n\nlength\t30 m"),
        ("a.xlsx", xlsx(), "# Ships\nship 0\t0\nship 1\t1"),
        ("a.pptx", pptx("Ebb", "Flow"), "# 1\nEbb\n\n# 2\nFlow"),
        ("a.odt", odt("one<t:tab/>two", "three"), "## Head\n\none\ttwo\n\nthree"),
        ("a.epub", epub("<h1>I</h1>Call me", "<p>Some years"), "# I\n\nCall me\n\nSome years"),
        ("a.html", PAGE.encode(), "## Tides\n\nHigh & low.\n\none\ntwo"),
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
        ("a.docx", with_members(docx(), {"word/document.xml": ENTITIES}), "defines entities"),
        ("a.xlsx", with_members(xlsx(), {"xl/workbook.xml": ENTITIES}), "defines entities"),
        ("a.pptx", with_members(pptx("x"), {"ppt/slides/slide1.xml": ENTITIES}), "defines entit"),
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
    bomb = archive({"word/document.xml": bytes(limits.MOST_EXPANDED_BYTES + 1)})
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
    many = archive({f"{number}": b"" for number in range(limits.MOST_ENTRIES + 1)})
    with pytest.raises(FileNotTaken, match="far too large"):
        await taken(tmp_path / "many.docx", many)


async def test_a_locked_archive_is_named_so(tmp_path: Path) -> None:
    locked = bytearray(docx())
    start = locked.index(b"PK\x01\x02")
    locked[start + 8] |= 1
    with pytest.raises(FileNotTaken, match="protected by a password"):
        await taken(tmp_path / "locked.docx", bytes(locked))


def test_a_sheet_ends_at_the_most_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.documents.office.MOST_ROWS", 3)
    text = document_text(xlsx(10))
    assert "ship 2" in text
    assert "ship 3" not in text
    assert text.endswith("[Only the first 3 rows and 1,000,000 cells.]")


async def test_a_large_document_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.docx"
    with path.open("wb") as file:
        file.write(b"PK\x03\x04")
        file.truncate(21 * 1024 * 1024)
    with pytest.raises(FileNotTaken, match="the limit for PDFs and documents is 21 MB"):
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
    assert ended.returncode == limits.DocumentTrouble.BROKEN


def test_the_process_says_nothing_but_text() -> None:
    ended = subprocess.run(
        DOCUMENT_COMMAND, input=odt("x"), capture_output=True, check=False, timeout=60
    )
    assert (ended.stdout, ended.stderr, ended.returncode) == (b"## Head\n\nx", b"", 0)
