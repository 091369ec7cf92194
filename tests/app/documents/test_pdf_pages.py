"""Pages of PDFs are drawn by a process with bounds: what comes of them, and what never does."""

import subprocess
import sys
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from app.documents.pdf_text import MOST_PAGE_BYTES
from app.documents.text_files import DRAWING_COMMAND, PdfPages, drawn_pages
from app.domain import MOST_PICTURE_SIDE
from app.errors import FileNotTaken
from app.media.decoder import PictureDecoder
from app.media.messages import DecodeRequest
from tests.app.documents.pdf_making import BLANK, SCAN, pdf, pdf_of


def pages_of(content: bytes, *numbers: int) -> PdfPages:
    return PdfPages("scan.pdf", content, numbers, len(numbers))


async def drawn(
    pages: PdfPages, command: Sequence[str] = DRAWING_COMMAND, patience: float = 60
) -> dict[int, bytes]:
    return {number: file async for number, file in drawn_pages(pages, command, patience)}


def shown(file: bytes) -> QImage:
    image = QImage.fromData(file)
    assert not image.isNull()
    return image


async def test_a_page_is_drawn_as_it_would_be_printed() -> None:
    files = await drawn(pages_of(pdf_of([SCAN, SCAN], size=(300, 200)), 1))
    image = shown(files[1])
    assert (image.width(), image.height()) == (1250, 834)  # 300 pixels an inch
    upper, lower = image.pixelColor(600, 200), image.pixelColor(600, 700)
    assert upper == QColor("white")
    assert (lower.red(), lower.green()) == (204, 26)


async def test_pages_without_a_mark_are_left_out() -> None:
    assert list(await drawn(pages_of(pdf_of([BLANK, SCAN, BLANK]), 0, 1, 2, 99))) == [1]
    assert await drawn(pages_of(b"", *())) == {}


@pytest.mark.parametrize("size", [(1, 1), (3, 14_000), (14_000, 14_000), (1e9, 1e9)])
async def test_no_page_is_larger_than_a_picture_may_be(size: tuple[float, float]) -> None:
    decoder = PictureDecoder()
    for file in (await drawn(pages_of(pdf_of(["0 g 0 0 9e9 9e9 re f"], size=size), 0))).values():
        assert len(file) <= MOST_PAGE_BYTES
        image = shown(file)
        assert 0 < max(image.width(), image.height()) <= MOST_PICTURE_SIDE
        decoded = await decoder.decode("page", DecodeRequest(file))
        assert (decoded.width, decoded.height) == (image.width(), image.height())
    await decoder.close()


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7\nx", pdf("a secret", password="x")])
async def test_what_is_no_pdf_is_said_in_a_sentence(content: bytes) -> None:
    with pytest.raises(FileNotTaken, match=r"“scan.pdf” can't be drawn"):
        await drawn(pages_of(content, 0))


@pytest.mark.parametrize(
    "written", ["b'BM'", "(2**31).to_bytes(4, 'little')", "(9).to_bytes(4, 'little') + b'BM'"]
)
async def test_what_lies_about_a_page_is_not_believed(written: str) -> None:
    code = f"import sys; sys.stdin.buffer.read(); sys.stdout.buffer.write({written})"
    with pytest.raises(FileNotTaken, match="is damaged"):
        await drawn(pages_of(pdf_of([SCAN]), 0), (sys.executable, "-c", code))


async def test_what_never_ends_is_left() -> None:
    endless = (sys.executable, "-c", "import time; time.sleep(600)")
    with pytest.raises(FileNotTaken, match="took too long"):
        await drawn(pages_of(pdf_of([SCAN]), 0), endless, 0.2)


async def test_who_has_enough_ends_the_process() -> None:
    async with aclosing(drawn_pages(pages_of(pdf_of([SCAN] * 9), *range(9)))) as files:
        async for number, _file in files:
            assert number == 0
            break


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a sandbox for it")
def test_what_draws_can_write_nowhere(tmp_path: Path) -> None:
    new = tmp_path / "new"
    code = (
        "import sys; from app.documents import pdf_text; sys.argv[1:] = ['--pages=0'];"
        f"pdf_text.draw = lambda *_: open({str(new)!r}, 'w'); pdf_text.main()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], input=b"", capture_output=True, check=False, timeout=60
    )
    assert b"PermissionError" in ended.stderr
    assert not new.exists()
