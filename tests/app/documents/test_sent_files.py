"""A file that went with a message is shown from the history, and saved where the user says."""

from pathlib import Path

import pytest

from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.documents.controller import SentFilesController
from app.domain.messages import Attachment, OutgoingMessage, TextFile
from app.widgets.composer.message_files import FilePreview
from tests.app.controllers.acting import stored, toast_texts, view_of

NOTES = TextFile("notes.txt", "a note")


@pytest.fixture
def files(services: Services, replies: Replies) -> SentFilesController:
    return SentFilesController(services.window, services.history, replies, services.tasks)


@pytest.fixture
async def attachment(
    services: Services, files: SentFilesController, replies: Replies, chat: str
) -> Attachment:
    """A file that went with a message."""
    assert files
    replies.send(chat, OutgoingMessage("say 1", (NOTES,)))
    await services.tasks.finish()
    (attachment,) = (await stored(services, chat)).messages[0].attachments
    return attachment


async def test_a_file_is_shown_as_it_was_sent(
    services: Services, attachment: Attachment, chat: str
) -> None:
    view_of(services, chat).requests.file_requested.emit(attachment)
    await services.tasks.finish()
    (preview,) = services.window.findChildren(FilePreview)
    assert preview.windowTitle() == NOTES.name
    preview.close()


async def test_a_file_is_saved_where_the_user_says(
    services: Services, files: SentFilesController, tmp_path: Path
) -> None:
    files.save(NOTES, tmp_path / "here.txt")
    await services.tasks.finish()
    assert (tmp_path / "here.txt").read_text() == NOTES.text
    files.save(NOTES, tmp_path / "nowhere" / "here.txt")
    await services.tasks.finish()
    assert "could not be written" in toast_texts(services)[0]


async def test_a_file_that_is_damaged_is_told_in_words(
    services: Services, attachment: Attachment, chat: str, tmp_path: Path
) -> None:
    for content in tmp_path.glob("**/attachments/??/*"):
        content.write_bytes(b"something else")
    view_of(services, chat).requests.file_requested.emit(attachment)
    await services.tasks.finish()
    assert "damaged" in toast_texts(services)[-1]
    assert not services.window.findChildren(FilePreview)
