"""An import can be cancelled, kept and undone; what was written since stays."""

import asyncio
import json
import sys
import zipfile
from pathlib import Path

import pytest

from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.export_controller import TransferController
from app.controllers.conversations.import_controller import ImportController
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.conversations.trash_controller import DeletionController
from app.controllers.services import Services
from app.domain.messages import Message
from app.media.attached import Pictures
from app.widgets.dialogs.import_report import ImportReport
from app.widgets.dialogs.progress_box import ProgressBox
from app.widgets.kit.controls import PillButton
from app.widgets.kit.small_dialogs import QuestionBox
from tests.app.controllers.acting import press_toast, store, toast_texts, until
from tests.app.transfer.exports import chatgpt_export
from tests.app.transfer.test_import_pictures import BUOY, JPEG_ID, NEW_ID, PIER, chatgpt
from tests.app.transfer.test_inputs import INPUTS

# Says what a file holds and then goes on for ever, as one that is very long.
ENDLESS = (
    "import sys, time; from pathlib import Path; from app.transfer import import_process as p\n"
    "w = p.Worker()\n"
    "for frame in list(p._frames(Path(sys.argv[1])))[:-1]: w.write(p.FRAMES, frame)\n"
    "time.sleep(600)"
)


@pytest.fixture
def imports(
    services: Services,
    conversations: ConversationsController,
    deletion: DeletionController,
    tabs: TabsController,
    pictures: Pictures,
) -> ImportController:
    """Who imports."""
    return ImportController(services, conversations, deletion, tabs, pictures)


def write(path: Path, count: int) -> tuple[str, ...]:
    """Write an export of so many conversations, and return what is chosen in the dialog."""
    path.write_text(json.dumps(chatgpt_export(count)), "utf-8")
    return (str(path),)


async def titles(services: Services) -> set[str]:
    """Return the titles on disk, which are those that the sidebar shows."""
    stored = {each.title for each in await services.history.conversations.summaries()}
    shown = services.window.sidebar.conversations.listed.summaries()
    assert {each.title for each in shown} == stored
    return stored


async def test_what_was_exported_comes_back_once(
    services: Services, imports: ImportController, tmp_path: Path
) -> None:
    for name in ("a", "b"):
        await store(services, name, "Hi", "Hello")
    path = tmp_path / "all.json"
    TransferController(services).export((), path)
    await services.tasks.finish()
    await services.history.conversations.delete("a")
    await services.history.trash.empty()
    imports.import_files((str(path),))
    await services.tasks.finish()
    assert await titles(services) == {"Title a", "Title b"}
    assert toast_texts(services)[-1] == ("One chat was imported. One already existed.")


async def test_a_file_that_is_none_is_shown_in_a_report(
    services: Services,
    imports: ImportController,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reports: list[ImportReport] = []
    monkeypatch.setattr(services.window.dialogs, "show_import_report", reports.append)
    path = tmp_path / "recipe.json"
    path.write_text(json.dumps({"flour": 500}), "utf-8")
    imports.import_files((str(path),))
    await services.tasks.finish()
    assert len(reports) == 1
    assert toast_texts(services) == []


async def test_the_report_stays_until_the_next_import(
    services: Services,
    imports: ImportController,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reports: list[ImportReport] = []
    monkeypatch.setattr(services.window.dialogs, "show_import_report", reports.append)
    path = tmp_path / "export.json"
    path.write_text(json.dumps([*chatgpt_export(2), {"mapping": {}, "title": 7}, {}]), "utf-8")
    imports.import_files((str(path),))
    await services.tasks.finish()
    assert reports == [], "the notice offers it"
    press_toast(services, "Show report")
    services.window.requests.import_report_requested.emit()
    assert len(reports) == 2
    assert reports[0].problems == ("export.json: One chat could not be understood.",)
    imports.import_files(write(tmp_path / "whole.json", 4))
    await services.tasks.finish()
    services.window.requests.import_report_requested.emit()
    assert reports[-1].problems == ()


async def test_an_import_is_undone_as_one_and_can_come_again(
    services: Services, imports: ImportController, tabs: TabsController, tmp_path: Path
) -> None:
    await store(services, "mine", "Hi", "Hello")
    paths = write(tmp_path / "export.json", 30)
    for _ in range(2):
        imports.import_files(paths)
        await services.tasks.finish()
        assert len(await titles(services)) == 31
        some = next(
            each.id
            for each in services.window.sidebar.conversations.listed.summaries()
            if each.title == "Chat 7"
        )
        tabs.open_tab(some)
        await services.tasks.finish()
        press_toast(services, "Undo import")
        await services.tasks.finish()
        assert await titles(services) == {"Title mine"}
        assert some not in services.window.panes.ids()
        assert await services.history.trash.conversations() == ()
        assert toast_texts(services)[-1] == "30 imported chats were removed again."


async def test_a_conversation_that_was_used_since_is_not_undone(
    services: Services, imports: ImportController, tmp_path: Path
) -> None:
    imports.import_files(write(tmp_path / "export.json", 3))
    await services.tasks.finish()
    used, *_ = await services.history.conversations.summaries()
    await services.history.turns.start(used.id, "and now?")
    press_toast(services, "Undo import")
    await services.tasks.finish()
    assert await titles(services) == {used.title}
    assert "One was kept" in toast_texts(services)[-1]


@pytest.mark.parametrize("is_kept", [True, False])
async def test_a_cancelled_import_is_kept_or_undone(
    services: Services, imports: ImportController, tmp_path: Path, *, is_kept: bool
) -> None:
    imports.command = (sys.executable, "-c", ENDLESS)
    imports.import_files(write(tmp_path / "export.json", 20))
    box = await _progress_of(services, 20)
    box.reject()
    await services.tasks.finish()
    (question,) = services.window.findChildren(QuestionBox)
    assert len(await titles(services)) == 20
    keep, undo = (_button(question, text) for text in ("Keep", "Undo import"))
    assert keep.isDefault(), "Enter loses nothing"
    (keep if is_kept else undo).click()
    await services.tasks.finish()
    assert len(await titles(services)) == (20 if is_kept else 0)


async def test_a_window_that_closes_waits_for_no_import(
    services: Services, imports: ImportController, tmp_path: Path
) -> None:
    imports.command = (sys.executable, "-c", ENDLESS)
    imports.import_files(write(tmp_path / "export.json", 20))
    await _progress_of(services, 20)
    imports.close()
    async with asyncio.timeout(60):  # the process itself would be waited for twice as long
        await services.tasks.finish()
    assert len(await titles(services)) == 20
    assert services.window.findChildren(QuestionBox) == []


def _button(question: QuestionBox, text: str) -> PillButton:
    return next(each for each in question.findChildren(PillButton) if each.text() == text)


async def _progress_of(services: Services, count: int) -> ProgressBox:
    (box,) = services.window.findChildren(ProgressBox)
    await until(lambda: box.count_label.text().startswith(f"{count} chats"))
    return box


async def test_attached_texts_come_with_their_messages(
    services: Services, imports: ImportController
) -> None:
    imports.import_files((str(INPUTS / "llama-2025.json"),))
    await services.tasks.finish()
    (file, *_others) = (await first_message(services)).attachments
    assert file.name == "buoys.md"
    text = await services.history.attachments.text(file.name, file.digest)
    assert text == "# Buoys\nred, green"


async def test_pictures_of_an_archive_are_attached_and_others_named(
    services: Services,
    imports: ImportController,
    pictures: Pictures,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps(chatgpt()))
        archive.writestr(f"{JPEG_ID}.png", PIER)
        archive.writestr(f"{NEW_ID}.png", BUOY[:40])
    imports.import_files((str(path),))
    await services.tasks.finish()
    message = await first_message(services)
    assert message.text == "📎 buoy.png\n\n📎 gone.png\n\nWhat is this?"
    picture = message.attachments[0].picture
    assert picture is not None
    assert (picture.name, picture.width, picture.height) == ("pier.png", 30, 20)
    decoded = await pictures.decode(picture, 10)
    assert (decoded.width, decoded.height) == (10, 7)
    reports: list[ImportReport] = []
    monkeypatch.setattr(services.window.dialogs, "show_import_report", reports.append)
    services.window.requests.import_report_requested.emit()
    assert reports[0].problems == (
        "export.zip: Only the name of one attached file was imported.",
        "export.zip: “Pier”: A picture in an answer was left out.",
        "export.zip: “buoy.png” is damaged or not an image. Only its name was imported.",
    )


async def first_message(services: Services) -> Message:
    """Return the first message of the only conversation."""
    (summary,) = await services.history.conversations.summaries()
    conversation = await services.history.conversations.get(summary.id)
    assert conversation is not None
    return conversation.messages[0]
