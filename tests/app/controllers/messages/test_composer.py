"""While a message is typed its files are read and its tokens counted."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QMenu

from app.chat.turns import Turns
from app.controllers.messages.composer_controller import ComposerController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.documents.controller import MAX_FILES
from app.domain.messages import OutgoingMessage, TextFile
from app.media.attached import Pictures
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.own_bubble import SentFiles
from engine.client.client import EnginePhase
from engine.client.queries import Queries
from engine.messages.config import EngineConfig
from engine.messages.events import TokensCounted
from engine.messages.media import Media
from tests.app.controllers.acting import stored, toast_texts, until, view_of


class CountedWords(Queries):
    """Counts words as tokens, and says how many are held."""

    def __init__(self) -> None:
        super().__init__(lambda _command: False)
        self.held_tokens = 0
        self.is_loaded = True
        self.media: tuple[Media, ...] = ()

    async def count_tokens(
        self, _conversation_id: str, text: str, media: tuple[Media, ...] = ()
    ) -> TokensCounted | None:
        self.media = media or self.media
        if not self.is_loaded:
            return None
        return TokensCounted(1, len(text.split()), self.held_tokens, is_known=True)


@pytest.fixture
def counted(services: Services) -> CountedWords:
    counted = CountedWords()
    services.client.queries = counted
    return counted


@pytest.fixture
def composer(
    services: Services, turns: Turns, replies: Replies, counted: CountedWords, pictures: Pictures
) -> ComposerController:
    replies.set_context_window(1000)
    return ComposerController(services, turns.requests, replies, pictures)


async def type_in(composer: ComposerController, services: Services, chat: str, text: str) -> str:
    """Put a draft into the box, and return what is said about its tokens."""
    box = view_of(services, chat).composer
    box.edit.setPlainText(text)
    box.flush_draft()
    await until(lambda: not composer.is_counting(chat))
    return box.token_label.text()


async def test_tokens_of_a_draft_are_shown_where_room_gets_tight(
    services: Services, composer: ComposerController, replies: Replies, chat: str
) -> None:
    assert await type_in(composer, services, chat, "two words") == ""
    replies.set_context_window(16)
    assert await type_in(composer, services, chat, "two words") == "about 2 tokens"
    assert await type_in(composer, services, chat, "one") == "about one token"
    assert await type_in(composer, services, chat, "") == ""
    assert not composer.is_counting(chat)


async def test_the_conversation_before_it_is_counted_too(
    services: Services,
    composer: ComposerController,
    counted: CountedWords,
    replies: Replies,
    chat: str,
) -> None:
    replies.send(chat, OutgoingMessage("say 3"))
    await services.tasks.finish()
    counted.held_tokens = 4
    replies.set_context_window(20)
    text = await type_in(composer, services, chat, "and now?")
    assert text.startswith("about 2 tokens · 4 of ")
    assert text.endswith("cached")


async def test_a_draft_that_fits_into_no_context_is_reported(
    services: Services, composer: ComposerController, replies: Replies, chat: str
) -> None:
    replies.set_context_window(3)
    text = await type_in(composer, services, chat, "one two three four")
    assert text == "About 4 tokens, over the limit of 3"
    assert view_of(services, chat).composer.button.toolTip().endswith(text)


async def test_what_was_sent_while_it_was_counted_is_not_spoken_of_any_more(
    services: Services, composer: ComposerController, replies: Replies, chat: str
) -> None:
    replies.set_context_window(3)
    held = asyncio.Event()
    inner = services.client.queries.count_tokens

    async def held_back(
        conversation_id: str, text: str, media: tuple[Media, ...] = ()
    ) -> TokensCounted | None:
        if "one" not in text:  # what stands before the message: counted last
            await held.wait()
        return await inner(conversation_id, text, media)

    services.client.queries.count_tokens = held_back  # type: ignore[method-assign]
    box = view_of(services, chat).composer
    box.edit.setPlainText("one two three four")
    box.flush_draft()
    for _ in range(20):
        await asyncio.sleep(0)
    box.clear()
    held.set()
    await until(lambda: not composer.is_counting(chat))
    assert box.token_label.text() == ""
    assert box.button.accessibleDescription() == "Write a message first"


async def test_send_says_that_there_is_no_model(
    services: Services, composer: ComposerController, counted: CountedWords, chat: str
) -> None:
    counted.is_loaded = False
    services.client.leave_unloaded("/models/gone.gguf", "It is gone.")
    await until(lambda: services.client.state.phase is EnginePhase.EMPTY)
    text = await type_in(composer, services, chat, "hello")
    assert text == "No model is loaded. Open one first."
    counted.is_loaded = True
    services.client.load("/models/good.gguf", EngineConfig())
    await until(lambda: services.client.state.phase is EnginePhase.READY)
    await until(lambda: not composer.is_counting(chat))
    assert view_of(services, chat).composer.token_label.text() == ""


async def test_of_a_file_that_is_too_long_the_beginning_is_offered(
    services: Services, composer: ComposerController, chat: str, tmp_path: Path
) -> None:
    assert composer
    (tmp_path / "long.txt").write_text("word " * 3000)
    box = view_of(services, chat).composer
    box.files_offered.emit((str(tmp_path / "long.txt"),))
    await until(lambda: bool(box.notice.buttons))
    assert box.notice.text() == "“long.txt” is too long for this chat."
    first, cancel = box.notice.buttons
    # Of 1,000 tokens a quarter is the answer's, and some surround the message.
    assert (first.text(), cancel.text()) == ("Attach the first 734 tokens", "Cancel")
    first.click()
    await until(lambda: bool(box.chips.files()))
    (file,) = box.chips.files()
    assert file.name == "long.txt (first 734 tokens)"
    assert file.text == " ".join(["word"] * 734)
    box.flush_draft()
    await until(lambda: not composer.is_counting(chat))
    assert box.button.accessibleDescription() == ""


async def test_the_encoding_of_a_file_can_be_changed_on_its_chip(
    services: Services, composer: ComposerController, chat: str, tmp_path: Path
) -> None:
    assert composer
    path = tmp_path / "notes.txt"
    path.write_bytes("Größe: 12 m, Maß geprüft".encode("cp1252"))
    box = view_of(services, chat).composer
    box.files_offered.emit((str(path),))
    await until(lambda: bool(box.notice.text()))
    assert box.notice.text().startswith("“notes.txt” does not name its encoding; it was read as")
    (chip,) = box.chips.chips
    assert chip.encoding_button is not None
    assert chip.encoding_button.text() == "Windows-1252?"
    menus = chip.encoding_button.menu_of_encodings.findChildren(QMenu)
    actions = {each.text(): each for menu in menus for each in menu.actions()}
    assert actions["Windows-1252"].isChecked()
    actions["KOI8-R"].trigger()
    await until(lambda: [it.text for it in box.chips.files()] == [path.read_text("koi8-r")])
    (chip,) = box.chips.chips
    assert chip.encoding_button is not None
    assert chip.encoding_button.text() == "KOI8-R"


async def test_what_names_its_encoding_is_not_asked_about(
    services: Services, composer: ComposerController, chat: str, tmp_path: Path
) -> None:
    assert composer
    (tmp_path / "notes.txt").write_text("zwölf", "utf-8")
    box = view_of(services, chat).composer
    box.files_offered.emit((str(tmp_path / "notes.txt"),))
    await until(lambda: bool(box.chips.files()))
    assert box.chips.chips[0].encoding_button is None
    assert box.notice.text() == ""


@pytest.mark.parametrize("number", [1, None])
async def test_who_does_not_want_the_beginning_attaches_nothing(
    services: Services,
    composer: ComposerController,
    chat: str,
    tmp_path: Path,
    number: int | None,
) -> None:
    assert composer
    (tmp_path / "long.txt").write_text("word " * 3000)
    (tmp_path / "short.txt").write_text("words")
    box = view_of(services, chat).composer
    box.files_offered.emit((str(tmp_path / "long.txt"), str(tmp_path / "short.txt")))
    await until(lambda: bool(box.notice.buttons))
    button = box.notice.close_button if number is None else box.notice.buttons[number]
    button.click()
    await until(lambda: bool(box.chips.files()))
    assert [file.name for file in box.chips.files()] == ["short.txt"]
    box.flush_draft()
    await until(lambda: not composer.is_counting(chat))


async def test_a_message_with_a_long_paste_can_be_shortened_to_what_fits(
    services: Services, composer: ComposerController, chat: str
) -> None:
    box = view_of(services, chat).composer
    box.files.add_pasted("word " * 3000)
    text = await type_in(composer, services, chat, "sum it up")
    assert "over the limit of 1,000" in text
    (first,) = box.notice.buttons
    first.click()
    box.flush_draft()
    await until(lambda: not composer.is_counting(chat))
    (file,) = box.chips.files()
    assert file.name.startswith("Pasted text 1 (first 7")
    assert box.button.accessibleDescription() == ""
    assert box.notice.text() == ""


async def test_text_files_go_with_the_message_and_models_are_opened(
    services: Services, composer: ComposerController, chat: str, tmp_path: Path
) -> None:
    opened: list[str] = []
    services.window.requests.chat_model_requested.connect(opened.append)
    notes = tmp_path / "notes.txt"
    notes.write_text("a note")
    box = view_of(services, chat).composer
    box.files_offered.emit((str(notes), str(tmp_path / "model.gguf")))
    await until(lambda: bool(box.chips.files()))
    assert [(each.name, each.text) for each in box.chips.files()] == [("notes.txt", "a note")]
    assert opened == [str(tmp_path / "model.gguf")]
    box.flush_draft()  # so that its timer ends with the test
    await until(lambda: not composer.is_counting(chat))


async def test_files_that_are_not_taken_are_explained(
    services: Services, composer: ComposerController, chat: str, tmp_path: Path
) -> None:
    assert composer
    missing = tuple(str(tmp_path / f"{number}.txt") for number in range(MAX_FILES + 1))
    box = view_of(services, chat).composer
    box.files_offered.emit(missing)
    await until(lambda: bool(box.notice.text()))
    said = box.notice.text().splitlines()
    assert f"Only the first {MAX_FILES} files were attached" in said[0]
    assert "“0.txt” can't be read" in said[1]
    assert said[-1] == f"… and {MAX_FILES - 2} more"
    assert not box.chips.files()
    assert toast_texts(services) == []


async def test_each_of_several_folders_can_be_asked_about(
    services: Services, composer: ComposerController, chat: str, tmp_path: Path
) -> None:
    assert composer
    folders = [tmp_path / name for name in ("notes", "poems", "old/notes")]
    for folder in folders:
        folder.mkdir(parents=True)
    asked = QSignalSpy(services.window.requests.folder_question_requested)
    box = view_of(services, chat).composer
    paths = tuple(map(str, folders))
    box.files_offered.emit(paths)
    await until(lambda: len(box.notice.buttons) == 3)
    assert [each.text() for each in box.notice.buttons] == [
        f"Ask about “{tmp_path.name}/notes”…",
        "Ask about “poems”…",
        "Ask about “old/notes”…",
    ]
    box.notice.buttons[2].click()
    assert [asked.at(each) for each in range(asked.count())] == [[chat, paths[2]]]


async def test_a_file_says_its_words_and_its_share_of_the_context(
    services: Services, composer: ComposerController, replies: Replies, chat: str
) -> None:
    chips = view_of(services, chat).composer.chips
    chips.add(TextFile("notes.txt", "word " * 240))
    (chip,) = chips.chips
    assert chip.name_button.text() == "notes.txt  ·  about 240 words"
    replies.set_context_window(1000)
    await type_in(composer, services, chat, "Sum it up")
    assert chip.name_button.text() == "notes.txt  ·  about 240 words  ·  fits: 24% of the context"
    replies.set_context_window(200)
    await type_in(composer, services, chat, "Sum it up again")
    assert chip.name_button.text().endswith("too long: 122% of the context")


async def test_the_pages_of_a_pdf_are_shown_and_stored_with_its_message(
    services: Services, replies: Replies, chat: str
) -> None:
    file = TextFile("lease.pdf", "The rent is due.", "application/pdf", page_count=2)
    view_of(services, chat).composer.chips.add(file)
    (chip,) = view_of(services, chat).composer.chips.chips
    assert chip.name_button.text() == "lease.pdf  ·  2 pages"
    replies.send(chat, OutgoingMessage("say 1", (file, TextFile("a.txt", "one two three"))))
    await services.tasks.finish()
    files = (await stored(services, chat)).messages[0].attachments
    pdf, text = files
    assert (pdf.page_count, text.page_count, text.word_count) == (2, 0, 3)
    bubble = SentFiles(MessageRequests(), view_of(services, chat))
    bubble.show_files(files)
    assert [button.text() for button in bubble.buttons] == [
        "lease.pdf  ·  2 pages",
        "a.txt  ·  3 words",
    ]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("one", 1),
        ("one two\nthree", 3),
        ("你好吗", 3),
        ("word " * 10_000, 10_000),
        ("QUJD" * 1_000, 0),
        ("", 0),
    ],
)
def test_words_of_a_text_are_counted(text: str, count: int) -> None:
    assert TextFile("a", text).word_count == count
