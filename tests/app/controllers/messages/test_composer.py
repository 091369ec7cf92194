"""While a message is typed its files are read and its tokens counted."""

from pathlib import Path

import pytest

from app.chat.turns import Turns
from app.controllers.messages.composer import MAX_FILES, ComposerController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain import OutgoingMessage
from engine.client.queries import Queries
from engine.wire.events import TokensCounted
from tests.app.controllers.acting import banner_texts, until, view_of


class CountedWords(Queries):
    """Counts words as tokens, and says how many are held."""

    def __init__(self) -> None:
        super().__init__(lambda _command: False)
        self.held_tokens = 0

    async def count_tokens(self, _conversation_id: str, text: str) -> TokensCounted | None:
        return TokensCounted(1, len(text.split()), self.held_tokens, is_known=True)


@pytest.fixture
def counted(services: Services) -> CountedWords:
    counted = CountedWords()
    services.client.queries = counted
    return counted


@pytest.fixture
def composer(
    services: Services, turns: Turns, replies: Replies, counted: CountedWords
) -> ComposerController:
    replies.set_context_window(1000)
    return ComposerController(services, turns.requests, replies)


async def type_in(composer: ComposerController, services: Services, chat: str, text: str) -> str:
    """Put a draft into the box, and return what is said about its tokens."""
    box = view_of(services, chat).composer
    box.edit.setPlainText(text)
    box.flush_draft()
    await until(lambda: not composer.is_counting(chat))
    return box.token_label.text()


async def test_tokens_of_a_draft_are_shown(
    services: Services, composer: ComposerController, chat: str
) -> None:
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
    text = await type_in(composer, services, chat, "and now?")
    assert text.startswith("about 2 tokens · 4 of ")
    assert text.endswith("warm")


async def test_a_draft_that_fits_into_no_context_is_reported(
    services: Services, composer: ComposerController, replies: Replies, chat: str
) -> None:
    replies.set_context_window(3)
    text = await type_in(composer, services, chat, "one two three four")
    assert text == "about 4 tokens, but each chat may hold 3"


async def test_text_files_go_with_the_message_and_models_are_opened(
    services: Services, composer: ComposerController, chat: str, tmp_path: Path
) -> None:
    opened: list[str] = []
    services.window.requests.open_model_requested.connect(opened.append)
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
    view_of(services, chat).composer.files_offered.emit(missing)
    await services.tasks.finish()
    assert f"Only the first {MAX_FILES} files were taken" in banner_texts(services)[0]
    assert not view_of(services, chat).composer.chips.files()
