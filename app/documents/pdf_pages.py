"""Pages of a PDF as pictures, as the window asks for them: one file after the other."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from app.documents.pdf_drawing import MOST_DRAWING_SECONDS, PAGES
from app.documents.pdf_text import PAGES_OPTION
from app.errors import FileNotTaken, lazy
from engine.ipc.child import Child
from engine.ipc.entry_points import own_command
from engine.ipc.frames import BrokenFrame

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
            lazy("The pages of “{name}” can't be drawn: the file is damaged.", name=pages.name)
        ) from error
    finally:
        await child.end()
