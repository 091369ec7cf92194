"""Pages are written by a process of their own: whole, or not at all."""

import io
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from app.documents.text_files import read_file
from app.printing.messages import JOBS, PROGRESS, AllSent, PageJob, PageKind, page_content
from tests.app.media.making import saved, two_halves
from tests.app.printing.pages import LABELS, run, stdin_of, with_pictures, with_sound, written
from tests.app.widgets.samples import MARKDOWN
from tests.flows.seeding import tree

RUBBISH = b"\xff\xff\xff\x7fnonsense"
LONG = "A line of words that goes on. " * 20


def texts_of(path: Path) -> list[str]:
    """Return the letters of each page; readers do not agree about the blanks between them."""
    return ["".join(page.extract_text().split()) for page in PdfReader(path).pages]


def test_a_pdf_has_pages_with_numbers_text_code_and_formulas(tmp_path: Path) -> None:
    texts = ["What **is** it?", MARKDOWN + r"$$\frac{a}{b}$$", *[LONG] * 12]
    path = written(PageKind.PDF, tmp_path / "a.pdf", tree("a", texts))
    pages = texts_of(path)
    assert len(pages) > 2
    assert all(f"Page{number}" in text for number, text in enumerate(pages, start=1))
    everything = "\n".join(pages)
    for words in ("Title a", "You", "What is it?", "def answer() -> int:", "☑ done"):
        assert words.replace(" ", "") in everything, words
    reader = PdfReader(path)
    assert sum(len(page.images) for page in reader.pages) == 1, "the formula"
    assert reader.metadata is not None
    assert reader.metadata.title == "Title a"


async def test_a_pdf_is_read_with_single_spaces_between_its_words(tmp_path: Path) -> None:
    path = written(PageKind.PDF, tmp_path / "a.pdf", tree("a", ["The lease agreement for rooms"]))
    text = (await read_file(path)).file.text
    assert "The lease agreement for rooms" in text
    assert "\t" not in text


@pytest.mark.parametrize(("is_letter", "size"), [(False, (595, 842)), (True, (612, 792))])
def test_paper_has_the_size_of_the_country(
    tmp_path: Path, is_letter: bool, size: tuple[int, int]
) -> None:
    path = written(PageKind.PDF, tmp_path / "a.pdf", tree("a", ["ask"]), is_letter=is_letter)
    box = PdfReader(path).pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


def test_each_conversation_begins_on_a_page_of_its_own(tmp_path: Path) -> None:
    path = written(PageKind.PDF, tmp_path / "a.pdf", tree("a", ["ask"]), tree("b", ["ask"]))
    first, second = texts_of(path)
    assert ("Titlea" in first, "Titleb" in second) == (True, True)


def test_pictures_stand_on_the_pages_and_what_is_broken_by_its_name(tmp_path: Path) -> None:
    good = [saved(two_halves(1500, 40), "PNG"), saved(two_halves(40, 1500), "JPEG")]
    chat = with_pictures(tree("a", ["look", "seen"]), *good, b"\x89PNG\r\n\x1a\nx", b"<svg/>")
    path = written(PageKind.PDF, tmp_path / "a.pdf", chat)
    reader = PdfReader(path)
    everything = "".join(texts_of(path))
    assert sum(len(page.images.keys()) for page in reader.pages) == 2
    assert [f"File:picture{number}.png" in everything for number in range(4)] == [
        *(False, False),
        *(True, True),
    ]


def test_on_paper_a_sound_is_named(tmp_path: Path) -> None:
    chat = with_sound(tree("a", ["listen"]), "talk.wav", b"RIFF\0\0\0\0WAVE")
    path = written(PageKind.PDF, tmp_path / "a.pdf", chat)
    assert "File:talk.wav" in "".join(texts_of(path))


def test_a_pdf_of_nothing_is_one_empty_page(tmp_path: Path) -> None:
    assert len(texts_of(written(PageKind.PDF, tmp_path / "a.pdf"))) == 1


def test_what_somebody_wrote_opens_no_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret words", "utf-8")
    text = f'![a]({secret}) <img src="{secret}"> <link href="{secret}"> <object data="{secret}">'
    path = written(PageKind.PDF, tmp_path / "a.pdf", tree("a", [text, text]))
    assert "thesecretwords" not in "".join(texts_of(path))
    assert not [image for page in PdfReader(path).pages for image in page.images]


def test_progress_grows_to_the_number_of_conversations(tmp_path: Path) -> None:
    trees = [tree(name, ["ask", LONG]) for name in "abc"]
    ended = run(stdin_of(PageJob(PageKind.PDF, str(tmp_path / "a.pdf"), LABELS), trees))
    output = io.BytesIO(ended.stdout)
    shares = [each.count for each in iter(lambda: PROGRESS.read(output), None)]
    assert shares
    assert shares == sorted(shares)
    assert 0 < shares[0] <= shares[-1] <= len(trees)


def test_half_of_what_was_to_come_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "half"
    trees = [tree("a", ["ask"]), tree("b", ["ask"])]
    html, pdf = (stdin_of(PageJob(kind, str(path), LABELS), trees) for kind in PageKind)
    for content in (
        pdf.removesuffix(JOBS.encode(AllSent())),
        pdf[:-200],
        html.removesuffix(JOBS.encode(AllSent())),
        html[:-200],
        b"",
        RUBBISH,
    ):
        assert run(content).returncode != 0
        assert not path.exists()


def test_a_circle_of_parents_ends(tmp_path: Path) -> None:
    odd = tree("a", ["one", "two"])
    first, second = odd.messages
    circle = replace(odd, messages=(replace(first, parent_id=second.id), second))
    assert "two" in written(PageKind.HTML, tmp_path / "a.html", circle).read_text("utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_the_death_of_the_window_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "half.html"
    begun = JOBS.encode(PageJob(PageKind.HTML, str(path), LABELS))
    begun += JOBS.encode(page_content(tree("a", ["ask"])))
    program = (
        "import subprocess, sys, time\n"
        "pages = subprocess.Popen([sys.executable, '-m', 'app.printing.process'],"
        " stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        f"pages.stdin.write({begun!r}); pages.stdin.flush()\n"
        "pages.stdout.read(4); print(pages.pid, flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as window:
        assert window.stdout is not None
        pages = psutil.Process(int(window.stdout.readline()))
        assert path.exists()
        window.kill()
        psutil.wait_procs([pages], timeout=60)
    assert not pages.is_running()
    assert not path.exists()
