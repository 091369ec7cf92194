"""Files that go with a message: read from disk as the text that the model will read."""

import asyncio
import codecs
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.documents.asking import document_of, is_document, output_of, refusal
from app.documents.limits import DocumentTrouble
from app.documents.pdf_pages import PdfPages
from app.documents.pdf_text import PdfText
from app.domain import TextFile
from app.errors import FileNotTaken, lazy
from engine.ipc.entry_points import own_command

MOST_BYTES = 20 * 1024 * 1024
PDF_COMMAND = tuple(own_command("app.documents.pdf_text"))
_LOOKED_AT_BYTES = 8192
_MOST_CONTROL_SHARE = 0.05
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
    if size > MOST_BYTES:
        raise FileNotTaken(
            lazy(
                "“{name}” is too large ({size:,.0f} MB; the limit for PDFs and documents is "
                "{most:,.0f} MB).",
                name=name,
                size=size / 1e6,
                most=MOST_BYTES / 1e6,
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


def file_content(path: Path, most_bytes: int = MOST_BYTES) -> tuple[bytes, int]:
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
        if 0 in beginning or strange > _MOST_CONTROL_SHARE * len(beginning):
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
