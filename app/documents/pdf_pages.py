"""Pages of a PDF as pictures, as the window asks for them: one file after the other."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from app.documents.pdf_drawing import LENGTH_BYTES, MOST_DRAWING_SECONDS, MOST_PAGE_BYTES
from app.documents.pdf_text import PAGES_OPTION
from app.errors import FileNotTaken, lazy
from engine.ipc.child import kill_child, start_child
from engine.ipc.entry_points import own_command

DRAWING_COMMAND = tuple(own_command("app.documents.pdf_text"))


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
    patience_seconds: float = MOST_DRAWING_SECONDS,
) -> AsyncGenerator[tuple[int, bytes], None]:
    """Yield the number of each page and a picture file of it; pages without a mark are left out.

    Raises FileNotTaken, with a sentence for the user. Leaving early ends the process.
    """
    if not pages.numbers:
        return
    numbers = ",".join(map(str, pages.numbers))
    try:
        process = await start_child((*command, f"{PAGES_OPTION}{numbers}"))
    except OSError as error:
        raise FileNotTaken(lazy("PDFs can't be read now: {reason}.", reason=error)) from error
    assert process.stdin
    assert process.stdout
    try:
        async with asyncio.timeout(patience_seconds):
            await _write(process.stdin, pages.content)
        for number in pages.numbers:
            async with asyncio.timeout(patience_seconds):
                file = await _read(process.stdout)
            if file:
                yield number, file
    except TimeoutError as error:
        raise FileNotTaken(
            lazy("The pages of “{name}” took too long to draw, and were left.", name=pages.name)
        ) from error
    except (asyncio.IncompleteReadError, ConnectionError) as error:
        raise FileNotTaken(
            lazy("The pages of “{name}” can't be drawn: the file is damaged.", name=pages.name)
        ) from error
    finally:
        await kill_child(process)


async def _write(pipe: asyncio.StreamWriter, content: bytes) -> None:
    pipe.write(content)
    with contextlib.suppress(ConnectionError):  # what is missing is noticed where pages are read
        await pipe.drain()
    pipe.close()


async def _read(pipe: asyncio.StreamReader) -> bytes:
    length = int.from_bytes(await pipe.readexactly(LENGTH_BYTES), "little")
    if length > MOST_PAGE_BYTES:
        raise ConnectionError(f"a page of {length:,} bytes")
    return await pipe.readexactly(length)
