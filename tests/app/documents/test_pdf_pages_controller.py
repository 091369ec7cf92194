"""A PDF whose pages have no text is offered as pictures, to who sees."""

import asyncio
from pathlib import Path

import pytest

from app.chat.request_builder import AnsweringModel, ChatSettings, RequestBuilder
from app.controllers.messages.composer_controller import ComposerController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.media.attached import Pictures
from app.widgets.composer.composer import Composer
from engine.messages.events import TokensCounted
from engine.messages.media import Media
from tests.app.controllers.acting import until, view_of
from tests.app.controllers.messages.test_composer import CountedWords
from tests.app.documents.files import BLANK, SCAN, pdf_of, text_stream

TOKENS_OF_A_PAGE = 100


class CountedPages(CountedWords):
    """Each picture has as many tokens."""

    async def count_tokens(
        self, conversation_id: str, text: str, media: tuple[Media, ...] = ()
    ) -> TokensCounted | None:
        counted = await super().count_tokens(conversation_id, text, media)
        if counted is None:
            return None
        count = counted.token_count + TOKENS_OF_A_PAGE * len(media)
        return TokensCounted(1, count, counted.held_tokens, is_known=True)


@pytest.fixture(autouse=True)
def _no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, nothing is said of it, unless a test asks for that."""
    monkeypatch.setattr("app.documents.pdf_pages_controller.PROGRESS_SECONDS", 60.0)


@pytest.fixture
def sees() -> list[bool]:
    """Whether the model sees pictures now, as its only entry."""
    return [True]


@pytest.fixture
def composer(
    services: Services, replies: Replies, pictures: Pictures, sees: list[bool]
) -> ComposerController:
    """Message boxes of chats with room for two pages."""
    services.client.queries = CountedPages()
    replies.set_context_window(400)
    requests = RequestBuilder(
        services.history, ChatSettings(), lambda _: AnsweringModel(sees=sees[0])
    )
    return ComposerController(services, requests, replies, pictures)


@pytest.fixture
async def box(services: Services, composer: ComposerController, chat: str) -> Composer:
    """The message box of the tab."""
    assert composer
    return view_of(services, chat).composer


async def offered(box: Composer, path: Path, *streams: str) -> list[str]:
    """Offer a PDF; return what the notice says and asks then, or the files that were added."""
    path.write_bytes(pdf_of(streams))
    box.chips.set_files(())
    box.files_offered.emit((str(path),))
    await until(lambda: bool(box.notice.text() or box.chips.files()))
    return [box.notice.text(), *(button.text() for button in box.notice.buttons)]


async def test_a_scan_is_offered_with_its_tokens(box: Composer, tmp_path: Path) -> None:
    assert await offered(box, tmp_path / "scan.pdf", SCAN, BLANK, SCAN) == [
        "“scan.pdf” has no text.",
        "Attach 2 pages as pictures · about 200 tokens",
        "Cancel",
    ]
    box.notice.buttons[0].click()
    await until(lambda: len(box.chips.pictures()) == 2)
    names = [each.name for each in box.chips.pictures()]
    assert names == ["scan.pdf, page 1", "scan.pdf, page 3"]
    assert box.chips.files() == ()
    box.flush_draft()
    await until(lambda: box.token_label.text() == "about 200 tokens")
    shown = [each.token_label for each in box.chips.picture_chips]
    assert all(each.text().endswith("  ·  100 tokens") for each in shown)
    assert len(shown) == 2


async def test_what_takes_long_says_how_far_it_is_and_can_be_cancelled(
    box: Composer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.documents.pdf_pages_controller.PROGRESS_SECONDS", 0.001)
    said: list[str] = []
    path = tmp_path / "scan.pdf"
    path.write_bytes(pdf_of([SCAN] * 4))
    before = asyncio.all_tasks()
    box.files_offered.emit((str(path),))

    def is_at_the_third() -> bool:
        if box.notice.text() not in ("", *said):
            said.append(box.notice.text())
        return len(said) == 3

    await until(is_at_the_third)
    assert said == [
        f"Turning page {number} of 4 of “scan.pdf” into a picture…" for number in (1, 2, 3)
    ]
    (cancel,) = box.notice.buttons
    cancel.click()
    await until(lambda: asyncio.all_tasks() <= before)
    assert box.notice.text() == "", "nothing is said of a file that the user gave up"
    assert box.draft().is_empty


@pytest.mark.parametrize(("answer", "page_count"), [(0, 1), (1, 0)])
async def test_with_a_text_there_is_a_choice(
    box: Composer, tmp_path: Path, answer: int, page_count: int
) -> None:
    assert await offered(box, tmp_path / "a.pdf", text_stream("a line"), SCAN) == [
        "Some pages of “a.pdf” have no text.",
        "Attach the text and one page as a picture · about 100 tokens",
        "Attach the text only",
    ]
    box.notice.buttons[answer].click()
    await until(lambda: bool(box.chips.files()))
    assert [each.text for each in box.chips.files()] == ["a line"]
    assert len(box.chips.pictures()) == page_count


async def test_pages_without_a_mark_raise_no_question(box: Composer, tmp_path: Path) -> None:
    assert await offered(box, tmp_path / "a.pdf", text_stream("a line"), BLANK) == [""]
    assert [each.text for each in box.chips.files()] == ["a line"]
    said, *_ = await offered(box, tmp_path / "blank.pdf", BLANK)
    assert said == "“blank.pdf” has no text, and nothing to be seen on its pages."


async def test_no_more_pages_are_offered_than_fit(box: Composer, tmp_path: Path) -> None:
    _said, label, _cancel = await offered(box, tmp_path / "scan.pdf", *[SCAN] * 4)
    assert label == "Attach 2 of 4 pages as pictures · about 200 tokens"
    box.notice.close_button.click()


async def test_a_model_that_does_not_see_gets_the_text(
    box: Composer, sees: list[bool], tmp_path: Path
) -> None:
    sees[0] = False
    assert await offered(box, tmp_path / "a.pdf", text_stream("a line"), SCAN) == [""]
    (said,) = await offered(box, tmp_path / "scan.pdf", SCAN)
    assert said == (
        "“scan.pdf” is a scan without text. Run text recognition (OCR) on it first, or load a "
        "model that sees pictures: it can look at the pages."
    )
