"""Reads a PDF from stdin and writes its text to stdout: a process of its own, with bounds.

What a PDF holds may have been written by anybody, to take all memory or never to end. So it is
read here, where the system ends it, and nothing of it but text comes back, or pages drawn as
pictures (``pdf_drawing.py``). The exit status says how it went: 0, or one of ``DocumentTrouble``.
"""

import io
import logging
import sys

import msgspec

from app.documents.limits import DocumentTrouble
from app.documents.pdf_drawing import MOST_DRAWING_SECONDS, PdfRefused, draw
from engine.ipc.limits import forbid_core_dump, limit_memory, limit_processor_time
from engine.sandbox.confinement import confine

PAGES_OPTION = "--pages="  # with the numbers of pages, which are drawn instead of read
MOST_LETTERS = 1_000_000
MOST_PAGES = 3_000
MOST_SECONDS = 20
MOST_MEMORY_BYTES = 2 << 30

# What libraries trip over in files that were made to trip them.
TROUBLE = (
    *(ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, MemoryError),
    *(NotImplementedError, ArithmeticError, AssertionError),
)


class PdfText(msgspec.Struct, frozen=True):
    """What a PDF says, how many pages it has, and the numbers of those that say nothing."""

    text: str
    page_count: int
    empty_pages: tuple[int, ...] = ()


def main() -> None:
    """Read or draw, write, and end with the status."""
    options = [each for each in sys.argv[1:] if each.startswith(PAGES_OPTION)]
    limit_reach(MOST_DRAWING_SECONDS if options else MOST_SECONDS)
    content = sys.stdin.buffer.read()
    if options:
        _draw(content, options[0].removeprefix(PAGES_OPTION))
        return
    try:
        text = _text(content)
    except _Encrypted:
        sys.exit(DocumentTrouble.ENCRYPTED)
    sys.stdout.buffer.write(msgspec.msgpack.encode(text))
    sys.stdout.buffer.flush()


def _draw(content: bytes, numbers: str) -> None:
    try:
        draw(content, map(int, numbers.split(",")), sys.stdout.buffer)
    except PdfRefused:
        sys.exit(DocumentTrouble.BROKEN)
    except BrokenPipeError:
        sys.exit(1)  # the other pages are not wanted


class _Encrypted(Exception):
    """A password is asked for."""


def limit_reach(seconds: int = MOST_SECONDS) -> None:
    """Limit time, memory and reach of this process; Windows has the caller's time limit only."""
    forbid_core_dump()
    limit_processor_time(seconds)
    limit_memory(MOST_MEMORY_BYTES)
    confine(())


def _text(content: bytes) -> PdfText:
    """Return the text of all pages, up to a length; pages that can't be read are left out."""
    # Late: the window imports this module for its limits, and never needs the library.
    from pypdf import PdfReader
    from pypdf.errors import FileNotDecryptedError, PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    known: tuple[type[Exception], ...] = (PyPdfError, *TROUBLE)
    try:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise _Encrypted
        page_count = min(len(reader.pages), MOST_PAGES)
    except FileNotDecryptedError as error:
        raise _Encrypted from error
    except known:
        sys.exit(DocumentTrouble.BROKEN)
    texts: list[str] = []
    empty_pages: list[int] = []
    letter_count = 0
    for number in range(page_count):
        try:
            text = reader.pages[number].extract_text().strip()
        except known:
            text = ""  # it may still be drawn
        if not text:
            empty_pages.append(number)
        texts.append(text)
        letter_count += len(text)
        if letter_count >= MOST_LETTERS:
            break
    joined = "\n\n".join(filter(None, texts))[:MOST_LETTERS].encode("utf-8", "replace")
    return PdfText(joined.decode(), page_count, tuple(empty_pages))


if __name__ == "__main__":
    main()
