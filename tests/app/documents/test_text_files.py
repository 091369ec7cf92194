"""Files that go with a message: what is taken, and the sentence for what is not."""

import io
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

from app.documents.text_files import MOST_BYTES, file_content, read_file
from app.errors import FileNotTaken
from tests.app.documents.pdf_making import BLANK, SCAN, pdf, pdf_of, text_stream


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


async def test_pages_without_text_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf_of([text_stream("a line"), SCAN, BLANK]))
    read = await read_file(tmp_path / "a.pdf")
    assert read.file.text == "a line"
    assert read.pages
    assert (read.pages.numbers, read.pages.page_count) == ((1, 2), 3)
    assert not read.is_scan
    (tmp_path / "b.pdf").write_bytes(pdf_of([SCAN]))
    assert (await read_file(tmp_path / "b.pdf")).is_scan


async def test_what_says_something_else_than_text_is_not_believed(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf("x"))
    for answer in (b"", b"{}", b"\xc1", b"\x93\xa1a\x01\x01"):
        lying = (sys.executable, "-c", f"import sys; sys.stdout.buffer.write({answer!r})")
        with pytest.raises(FileNotTaken, match="is damaged"):
            await read_file(tmp_path / "a.pdf", lying)


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
    path.write_bytes(b"x" * MOST_BYTES)
    with path.open("ab") as file:
        file.write(b"and more")
    read = await read_file(path)
    assert read.file.text == "x" * MOST_BYTES


async def test_a_large_pdf_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "large.pdf").open("wb") as file:
        file.write(b"%PDF-1.7\n")
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(FileNotTaken, match="the limit for PDFs and documents is 21 MB"):
        await read_file(tmp_path / "large.pdf")


async def test_a_pdf_that_takes_too_long_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.documents.text_files.MOST_SECONDS", 0.5)
    (tmp_path / "endless.pdf").write_bytes(pdf("x"))
    endless = (sys.executable, "-c", "import time; time.sleep(60)")
    began = time.monotonic()
    with pytest.raises(FileNotTaken, match="took too long"):
        await read_file(tmp_path / "endless.pdf", endless)
    assert time.monotonic() - began < 20


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
