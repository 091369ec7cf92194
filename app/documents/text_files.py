"""Files and documents that go with a message: read as the text, or the pages, for the model."""

import asyncio
import codecs
import stat
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

import msgspec

from app.documents.pdf_text import (
    MAX_DRAWING_SECONDS,
    MAX_SECONDS,
    PAGES,
    PAGES_OPTION,
    DocumentTrouble,
    PdfText,
)
from app.domain.messages import TextFile
from app.errors import FileNotTaken, lazy
from engine.ipc.child import Child, run
from engine.ipc.entry_points import own_command
from engine.ipc.frames import BrokenFrame

DOCUMENT_COMMAND = tuple(own_command("app.documents.process"))
PAGE_SUFFIXES = frozenset((".html", ".htm", ".xhtml", ".mhtml", ".mht"))
_ARCHIVE_SUFFIXES = frozenset((".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".epub"))
_ZIP_MAGIC, _OLD_MAGIC = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
DRAWING_COMMAND = tuple(own_command("app.documents.pdf_text"))
MAX_BYTES = 20 * 1024 * 1024
PDF_COMMAND = tuple(own_command("app.documents.pdf_text"))
_LOOKED_AT_BYTES = 8192
_MAX_CONTROL_SHARE = 0.05
# Programs that read PDFs put up with other bytes before the mark, but only so many.
_PDF_MAGIC_WITHIN = 1024
_TEXT_CONTROLS = frozenset(b"\t\n\r\f\x1b\b")
_MEDIA_TYPES = {
    ".md": "text/markdown",
    ".csv": "text/csv",
    ".json": "application/json",
}
# UTF-32 comes first: its little-endian mark begins with the one of UTF-16.
_BYTE_ORDER_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


def is_document(name: str, content: bytes) -> bool:
    """Return whether a file is read by the process of documents; a ZIP of any name is."""
    suffix = PurePath(name).suffix.lower()
    is_archive = suffix in _ARCHIVE_SUFFIXES or content.startswith((_ZIP_MAGIC, _OLD_MAGIC))
    return bool(content) and (is_archive or suffix in PAGE_SUFFIXES)


def document_of(name: str, content: bytes) -> TextFile:
    """Return a document's text. Raises FileNotTaken; takes some seconds at most."""
    # Office locks its new files by wrapping them into the container of the old ones.
    if content.startswith(_OLD_MAGIC):
        raise FileNotTaken(
            lazy(
                "“{name}” is protected by a password, or in a format of before 2007. Save it "
                "without a password, or as docx, xlsx or pptx.",
                name=name,
            )
        )
    text = output_of(DOCUMENT_COMMAND, name, content).decode("utf-8", "replace")
    if not text.strip():
        raise FileNotTaken(lazy("“{name}” has no text in it, only pictures at most.", name=name))
    media_type = "text/html" if PurePath(name).suffix.lower() in PAGE_SUFFIXES else "text/plain"
    return TextFile(name, text, media_type)


def output_of(command: Sequence[str], name: str, content: bytes) -> bytes:
    """Return what a process writes that reads this file from stdin. Raises FileNotTaken.

    It is ended after some seconds, and tells by its exit status why there is no text.
    """
    try:
        ended = run(command, content, seconds=MAX_SECONDS)
    except TimeoutError as error:
        raise FileNotTaken(
            lazy(
                "“{name}” took too long to read, and was left. Copy the text out of it instead.",
                name=name,
            )
        ) from error
    except OSError as error:
        raise FileNotTaken(
            lazy("“{name}” can't be read: {reason}.", name=name, reason=error)
        ) from error
    if ended.exit_code != 0:
        raise refusal(name, ended.exit_code)
    return ended.output


def refusal(name: str, status: int) -> FileNotTaken:
    """Return why there is no text, as the exit status tells."""
    match status:
        case DocumentTrouble.ENCRYPTED:
            text = lazy(
                "“{name}” is protected by a password. Save a copy without one first.", name=name
            )
        case DocumentTrouble.TOO_LARGE:
            text = lazy(
                "“{name}” becomes far too large when it is unpacked, and was left.", name=name
            )
        case DocumentTrouble.ENTITIES:
            text = lazy(
                "“{name}” defines entities, as files do that are made to do harm, and was left.",
                name=name,
            )
        case DocumentTrouble.UNKNOWN:
            text = lazy(
                "“{name}” has no text. You can attach text, code, PDF, office files, books "
                "(EPUB) and saved web pages.",
                name=name,
            )
        case _:
            text = lazy(
                "“{name}” is damaged, or too large to be read. Copy the text out of it instead.",
                name=name,
            )
    return FileNotTaken(text)


@dataclass(frozen=True, slots=True)
class PdfPages:
    """Pages of a PDF that have no text.

    Attributes:
        numbers: of these pages; the first page is 0.
        page_count: of the whole file.
    """

    name: str
    content: bytes
    numbers: tuple[int, ...]
    page_count: int


async def drawn_pages(
    pages: PdfPages,
    command: Sequence[str] = DRAWING_COMMAND,
    patience_seconds: float = MAX_DRAWING_SECONDS,
) -> AsyncGenerator[tuple[int, bytes], None]:
    """Yield the number of each page and a picture file of it; pages without a mark are left out.

    Raises FileNotTaken, with a sentence for the user. Leaving early ends the process.
    """
    if not pages.numbers:
        return
    numbers = ",".join(map(str, pages.numbers))
    try:
        child = await Child.start((*command, f"{PAGES_OPTION}{numbers}"))
    except OSError as error:
        raise FileNotTaken(lazy("PDFs can't be read now: {reason}.", reason=error)) from error
    try:
        async with asyncio.timeout(patience_seconds):
            await child.send(pages.content)
        child.close_input()
        for number in pages.numbers:
            page = await child.receive(PAGES, patience_seconds)
            if page.file:
                yield number, page.file
    except TimeoutError as error:
        raise FileNotTaken(
            lazy("The pages of “{name}” took too long to draw, and were left.", name=pages.name)
        ) from error
    except (EOFError, BrokenFrame) as error:
        raise FileNotTaken(
            lazy(
                "The pages of “{name}” can't be drawn: the file is damaged, or too large.",
                name=pages.name,
            )
        ) from error
    finally:
        await child.end()


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file's text, and the pages of a PDF that have none; a scan has no text at all."""

    file: TextFile
    pages: PdfPages | None = None

    @property
    def is_scan(self) -> bool:
        """Return whether there is nothing to read, but pages to be seen."""
        return not self.file.text


async def read_file(path: Path, pdf_command: Sequence[str] = PDF_COMMAND) -> ReadFile:
    """Return a file's text: of plain text in any usual encoding, a PDF, a document or a web page.

    Of a very large text file it is the beginning, still longer than any message may be. Never waits
    long: what is not plain text is read by a process that is ended after some seconds. Raises
    FileNotTaken with a sentence for the user.
    """
    return await asyncio.to_thread(read_now, path, pdf_command)


def read_now(path: Path, pdf_command: Sequence[str] = PDF_COMMAND) -> ReadFile:
    """Do the same on this thread."""
    content, size = file_content(path)
    name = path.name
    is_pdf = b"%PDF-" in content[:_PDF_MAGIC_WITHIN]
    # Before plain text: a page is text as well, and its tags are not what it says.
    if not (is_pdf or is_document(name, content)):
        media_type = _MEDIA_TYPES.get(path.suffix.lower(), "text/plain")
        text = plain_text(name, content, is_cut=size > len(content))
        return ReadFile(_checked(TextFile(name, text, media_type)))
    if size > MAX_BYTES:
        raise FileNotTaken(
            lazy(
                "“{name}” is too large ({size:,.0f} MB; the limit for PDFs and documents is "
                "{most:,.0f} MB).",
                name=name,
                size=size / 1e6,
                most=MAX_BYTES / 1e6,
            )
        )
    if is_pdf:
        return _pdf(name, content, pdf_command)
    return ReadFile(_checked(document_of(name, content)))


def scan_refusal(name: str) -> FileNotTaken:
    """Return why a PDF without text can't go to a model that does not see."""
    return FileNotTaken(
        lazy(
            "“{name}” is a scan without text. Run text recognition (OCR) on it first, or load a "
            "model that sees pictures: it can look at the pages.",
            name=name,
        )
    )


def file_content(path: Path, most_bytes: int = MAX_BYTES) -> tuple[bytes, int]:
    """Return a file's beginning, and how many bytes it has. Raises FileNotTaken."""
    try:
        # Looked at before it is opened: the opening of a pipe waits until somebody writes to it.
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise FileNotTaken(
                lazy("“{name}” is a folder. Only files can go with a message.", name=path.name)
            )
        if not stat.S_ISREG(status.st_mode):
            raise FileNotTaken(lazy("“{name}” is a device, not a file.", name=path.name))
        with path.open("rb") as file:
            # The file may have grown since it was asked for its size.
            return file.read(most_bytes), status.st_size
    except (OSError, ValueError) as error:
        raise FileNotTaken(
            lazy("“{name}” can't be read: {reason}.", name=path.name, reason=error)
        ) from error


def plain_text(name: str, content: bytes, *, is_cut: bool = False) -> str:
    """Return bytes as text, in any usual encoding. Raises FileNotTaken.

    Of what ``is_cut`` the last letter may lack bytes, which makes it no other encoding.
    """
    encoding = next((each for mark, each in _BYTE_ORDER_MARKS if content.startswith(mark)), None)
    if encoding is None:
        beginning = content[:_LOOKED_AT_BYTES]
        strange = sum(byte < 32 and byte not in _TEXT_CONTROLS for byte in beginning)
        if 0 in beginning or strange > _MAX_CONTROL_SHARE * len(beginning):
            raise refusal(name, DocumentTrouble.UNKNOWN)
    try:
        decoder = codecs.getincrementaldecoder(encoding or "utf-8-sig")()
        return decoder.decode(content, final=not is_cut)
    except UnicodeDecodeError:
        # Not every byte is a letter in cp1252, and UTF-16 may be cut off in the middle of one.
        return content.decode(encoding or "cp1252", "replace")


def _pdf(name: str, content: bytes, command: Sequence[str]) -> ReadFile:
    output = output_of(command, name, content)
    try:
        read = msgspec.msgpack.decode(output, type=PdfText)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise refusal(name, DocumentTrouble.BROKEN) from error
    pages = PdfPages(name, content, read.empty_pages, read.page_count) if read.empty_pages else None
    file = TextFile(name, read.text, "application/pdf")
    if pages is not None and not read.text.strip():
        return ReadFile(TextFile(name, "", file.media_type), pages)
    return ReadFile(_checked(file), pages)


def _checked(file: TextFile) -> TextFile:
    if not file.text.strip():
        raise FileNotTaken(lazy("“{name}” is empty.", name=file.name))
    return TextFile(file.name, file.text.replace("\r\n", "\n"), file.media_type)
