"""Reads files and documents as text, or as page pictures, for a message."""

import asyncio
import re
import stat
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace  # noqa: TID251  # of a TextFile
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
from app.documents.text_decoding import (
    Certainty,
    DecodedText,
    NotText,
    decoded_as,
    decoded_text,
)
from app.domain.messages import TextEncoding, TextFile
from app.errors import FileNotTaken, lazy, lazy_bytes
from engine.ipc.child import Child, run
from engine.ipc.entry_points import own_command
from engine.ipc.frames import BrokenFrame

DOCUMENT_COMMAND = tuple(own_command("app.documents.process"))
PAGE_SUFFIXES = frozenset((".html", ".htm", ".xhtml", ".mhtml", ".mht", ".webarchive"))
_ARCHIVE_SUFFIXES = frozenset((".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".epub"))
DOCUMENT_SUFFIXES = _ARCHIVE_SUFFIXES | {".pdf", ".rtf"}
# Programs on the web give their tables and documents these suffixes, but write HTML.
_OFFICE_SUFFIXES = frozenset((".doc", ".xls", ".ppt", ".rtf"))
_PAGE = re.compile(
    rb"(\xef\xbb\xbf)?\s*(<(!doctype html|html|head|meta|table)\b|MIME-Version:)", re.IGNORECASE
)
_ZIP_MAGIC, _OLD_MAGIC = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_RTF_MAGIC = b"{\\rtf"
DRAWING_COMMAND = tuple(own_command("app.documents.pdf_text"))
MAX_BYTES = 20 * 1024 * 1024
PDF_COMMAND = tuple(own_command("app.documents.pdf_text"))
# PDF readers accept other bytes before the signature, up to this offset.
_PDF_MAGIC_WITHIN = 1024
_MEDIA_TYPES = {
    ".md": "text/markdown",
    ".csv": "text/csv",
    ".json": "application/json",
}


def is_document(name: str, content: bytes) -> bool:
    """Return whether a file is read as a document; every ZIP is."""
    suffix = PurePath(name).suffix.lower()
    is_archive = suffix in _ARCHIVE_SUFFIXES or content.startswith(
        (_ZIP_MAGIC, _OLD_MAGIC, _RTF_MAGIC)
    )
    is_page = suffix in PAGE_SUFFIXES or (
        suffix in _OFFICE_SUFFIXES and _PAGE.match(content) is not None
    )
    return bool(content) and (is_archive or is_page)


def document_of(name: str, content: bytes) -> TextFile:
    """Return a document's text, within some seconds. Raises FileNotTaken."""
    text = output_of(DOCUMENT_COMMAND, name, content).decode("utf-8", "replace")
    if not text.strip():
        raise FileNotTaken(lazy("“{name}” has no text in it, only pictures at most.", name=name))
    media_type = "text/html" if PurePath(name).suffix.lower() in PAGE_SUFFIXES else "text/plain"
    return TextFile(name, text, media_type)


def output_of(command: Sequence[str], name: str, content: bytes) -> bytes:
    """Return the output of a process that reads this file from stdin. Raises FileNotTaken.

    The process is killed after some seconds. Its exit status is the reason for a failure.
    """
    try:
        ended = run(command, content, seconds=MAX_SECONDS)
    except TimeoutError as error:
        raise FileNotTaken(
            lazy(
                "“{name}” took too long to read and was skipped. Copy the text out of it instead.",
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
    """Return the message for an exit status."""
    match status:
        case DocumentTrouble.ENCRYPTED:
            text = lazy(
                "“{name}” is protected by a password. Save a copy without one first.", name=name
            )
        case DocumentTrouble.TOO_LARGE:
            text = lazy(
                "“{name}” is far too large when it is unpacked, and was skipped.", name=name
            )
        case DocumentTrouble.ENTITIES:
            text = lazy(
                "“{name}” defines XML entities, which can be harmful, and was skipped.",
                name=name,
            )
        case DocumentTrouble.OLD_FORMAT:
            text = lazy(
                "“{name}” is protected by a password, or in a format from before 2007. Save it "
                "without a password, or as docx or pptx.",
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


class PdfPages(msgspec.Struct, frozen=True):
    """PDF pages without text.

    Attributes:
        numbers: numbers of these pages; the first page is 0.
        page_count: number of pages of the file.
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
    """Yield the number and a picture file of each page; blank pages are skipped.

    Raises FileNotTaken. Closing the generator ends the process.
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
            lazy("The pages of “{name}” took too long to draw and were skipped.", name=pages.name)
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


class ReadFile(msgspec.Struct, frozen=True):
    """The text of a file, and the pages of a PDF without text."""

    file: TextFile
    pages: PdfPages | None = None

    @property
    def is_scan(self) -> bool:
        """Return whether the file has pages to draw, but no text."""
        return not self.file.text


async def read_file(
    path: Path, pdf_command: Sequence[str] = PDF_COMMAND, *, encoding: str = ""
) -> ReadFile:
    """Return the text of a plain text file in any encoding, a PDF, a document or a web page.

    ``encoding`` is the one that the user has chosen for a plain text; empty to find it.
    For a very large text file, returns the beginning, which is longer than any message may be.
    Other files are read by a process that is killed after some seconds. Raises FileNotTaken.
    """
    return await asyncio.to_thread(read_now, path, pdf_command, encoding)


def read_now(path: Path, pdf_command: Sequence[str] = PDF_COMMAND, encoding: str = "") -> ReadFile:
    """Do the same, blocking this thread."""
    content, size = file_content(path)
    name = path.name
    is_pdf = b"%PDF-" in content[:_PDF_MAGIC_WITHIN]
    # Before plain text: a web page is text as well, but its tags must be removed.
    if not (is_pdf or is_document(name, content)):
        return ReadFile(_text_file(path, content, encoding, is_cut=size > len(content)))
    if size > MAX_BYTES:
        raise FileNotTaken(
            lazy(
                "“{name}” is too large ({size}; the limit for PDFs and documents is {most}).",
                name=name,
                size=lazy_bytes(size),
                most=lazy_bytes(MAX_BYTES),
            )
        )
    if is_pdf:
        return _pdf(name, content, pdf_command)
    return ReadFile(_checked(document_of(name, content)))


def scan_refusal(name: str) -> FileNotTaken:
    """Return the message for a PDF without text and a model without vision."""
    return FileNotTaken(
        lazy(
            "“{name}” is a scan without text. Run text recognition (OCR) on it first, or load a "
            "model that sees pictures: it can look at the pages.",
            name=name,
        )
    )


def file_content(path: Path, most_bytes: int = MAX_BYTES) -> tuple[bytes, int]:
    """Return a file's beginning, and its size in bytes. Raises FileNotTaken."""
    try:
        # Checked before opening: opening a pipe blocks until a writer opens it.
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise FileNotTaken(
                lazy("“{name}” is a folder. Only files can go with a message.", name=path.name)
            )
        if not stat.S_ISREG(status.st_mode):
            raise FileNotTaken(lazy("“{name}” is a device, not a file.", name=path.name))
        with path.open("rb") as file:
            # The file may have grown since its size was read.
            return file.read(most_bytes), status.st_size
    except (OSError, ValueError) as error:
        raise FileNotTaken(
            lazy("“{name}” can't be read: {reason}.", name=path.name, reason=error)
        ) from error


def plain_text(name: str, content: bytes, *, is_cut: bool = False) -> DecodedText:
    """Return bytes as text, in any usual encoding. Raises FileNotTaken.

    If ``is_cut``, the last character may be incomplete, which does not change the encoding.
    """
    try:
        return decoded_text(content, is_cut=is_cut)
    except NotText as error:
        raise refusal(name, DocumentTrouble.UNKNOWN) from error


def _text_file(path: Path, content: bytes, encoding: str, *, is_cut: bool) -> TextFile:
    if encoding:
        text = decoded_as(content, encoding, is_cut=is_cut)
        decoded = DecodedText(text, encoding, Certainty.GUESSED)  # another one can be chosen
    else:
        decoded = plain_text(path.name, content, is_cut=is_cut)
    media_type = _MEDIA_TYPES.get(path.suffix.lower(), "text/plain")
    about = TextEncoding(
        str(path),
        decoded.encoding,
        is_guessed=decoded.certainty is not Certainty.KNOWN,
        is_unsure=decoded.certainty is Certainty.UNSURE,
    )
    return _checked(TextFile(path.name, decoded.text, media_type, about))


def _pdf(name: str, content: bytes, command: Sequence[str]) -> ReadFile:
    output = output_of(command, name, content)
    try:
        read = msgspec.msgpack.decode(output, type=PdfText)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise refusal(name, DocumentTrouble.BROKEN) from error
    pages = PdfPages(name, content, read.empty_pages, read.page_count) if read.empty_pages else None
    file = TextFile(name, read.text, "application/pdf", page_count=read.page_count)
    if pages is not None and not read.text.strip():
        return ReadFile(TextFile(name, "", file.media_type), pages)
    return ReadFile(_checked(file), pages)


def _checked(file: TextFile) -> TextFile:
    if not file.text.strip():
        raise FileNotTaken(lazy("“{name}” is empty.", name=file.name))
    return replace(file, text=file.text.replace("\r\n", "\n"))
