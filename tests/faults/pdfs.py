"""Reads and draws hostile PDFs.

Each is a PDF with text, drawings and a picture that a seeded generator has damaged. Its pages go
through the process that reads and draws for the window; all ends as pictures, text or a sentence.
"""

import random
from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from app.documents.text_files import PdfPages, drawn_pages, read_file
from app.errors import FileNotTaken
from app.media.decoder import PictureDecoder
from app.media.decoder_messages import DecodeRequest
from tests.app.documents.files import SCAN, pdf_of, text_stream
from tests.faults.pictures import WAYS

CI_COUNT = 7
_PAGES = (0, 1, 2)


@dataclass(frozen=True, slots=True)
class End:
    """What became of a hostile PDF: how many pages were drawn, or why none; and of its text."""

    number: int
    way: str
    page_count: int
    drawing: str
    reading: str


def mutant(number: int) -> tuple[str, bytes]:
    """Return what was done to a PDF, and the file; the same number makes the same one."""
    chance = random.Random(number)
    way = tuple(WAYS)[number % len(WAYS)]
    many = f"q 9 0 0 9 0 0 cm {SCAN} Q " * chance.randint(1, 40)
    content = bytearray(pdf_of([text_stream("a line"), SCAN, many]))
    WAYS[way](chance, content)
    return way, bytes(content)


async def ends(numbers: Iterable[int], decoder: PictureDecoder, folder: Path) -> AsyncIterator[End]:
    """Yield what becomes of hostile PDFs. Raises what is no end at all."""
    for number in numbers:
        way, content = mutant(number)
        drawing, page_count = "drawn", 0
        try:
            async with aclosing(drawn_pages(PdfPages("it", content, _PAGES, 3))) as files:
                async for page, file in files:
                    assert page in _PAGES
                    await decoder.decode("it", DecodeRequest(file, wants_file=True))
                    page_count += 1
        except FileNotTaken as error:
            drawing = str(error)
        path = folder / "it"
        path.write_bytes(content)
        try:
            await read_file(path)
            reading = "read"
        except FileNotTaken as error:
            reading = str(error)
        yield End(number, way, page_count, drawing, reading)
