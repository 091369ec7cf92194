"""Documents, as the window sees them: which files are some, how what reads them is asked."""

from collections.abc import Sequence
from pathlib import PurePath

from app.documents.limits import DocumentTrouble
from app.documents.pdf_text import MOST_SECONDS
from app.domain import TextFile
from app.errors import FileNotTaken, lazy
from engine.ipc.child import run
from engine.ipc.entry_points import own_command

DOCUMENT_COMMAND = tuple(own_command("app.documents.process"))
PAGE_SUFFIXES = frozenset((".html", ".htm", ".xhtml", ".mhtml", ".mht"))
_ARCHIVE_SUFFIXES = frozenset((".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".epub"))
_ZIP_MAGIC, _OLD_MAGIC = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


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
        ended = run(command, content, seconds=MOST_SECONDS)
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
