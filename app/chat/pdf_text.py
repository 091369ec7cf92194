"""Reads a PDF from stdin and writes its text to stdout: a process of its own, with bounds.

What a PDF holds may have been written by anybody, to take all memory or never to end. So it is
read here, where the system ends it, and nothing of it but text comes back. The exit status says
how it went: 0, or one of ``PdfTrouble``.
"""

import enum
import io
import logging
import sys

from engine.sandbox.confinement import confine

MOST_LETTERS = 1_000_000
MOST_PAGES = 3_000
MOST_SECONDS = 20
MOST_MEMORY_BYTES = 2 << 30


# What a library trips over in files that were made to trip it.
_TROUBLE = (
    *(ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, MemoryError),
    *(NotImplementedError, ArithmeticError, AssertionError),
)


class PdfTrouble(enum.IntEnum):
    """Why there is no text."""

    BROKEN = 10
    ENCRYPTED = 11


def main() -> None:
    """Read, write, and end with the status."""
    bound_this_process()
    content = sys.stdin.buffer.read()
    try:
        text = _text(content)
    except _Encrypted:
        sys.exit(PdfTrouble.ENCRYPTED)
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()


class _Encrypted(Exception):
    """A password is asked for."""


def bound_this_process() -> None:
    """Limit time, memory and reach of this process; Windows has the caller's time limit only."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        if sys.platform == "linux":
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))
            confine(())


def _text(content: bytes) -> str:
    """Return the text of all pages, up to a length; pages that can't be read are left out."""
    # Late: the window imports this module for its limits, and never needs the library.
    from pypdf import PdfReader
    from pypdf.errors import FileNotDecryptedError, PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    known: tuple[type[Exception], ...] = (PyPdfError, *_TROUBLE)
    try:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise _Encrypted
        page_count = min(len(reader.pages), MOST_PAGES)
    except FileNotDecryptedError as error:
        raise _Encrypted from error
    except known:
        sys.exit(PdfTrouble.BROKEN)
    texts: list[str] = []
    letter_count = 0
    for number in range(page_count):
        try:
            text = reader.pages[number].extract_text().strip()
        except known:
            continue
        texts.append(text)
        letter_count += len(text)
        if letter_count >= MOST_LETTERS:
            break
    return "\n\n".join(filter(None, texts))[:MOST_LETTERS]


if __name__ == "__main__":
    main()
