"""Saved prompts: offered in every box, written from the box, carried in files."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.prompts.controller import SavedPromptsController
from app.prompts.model import SavedPrompt
from app.prompts.prompt_files import read_prompts, write_prompts
from app.widgets.kit.small_dialogs import NameDialog
from tests.app.controllers.acting import toast_texts, until, view_of

PROMPT = SavedPrompt("Translate", "Translate into {{language}}.")


@pytest.fixture
async def prompts(services: Services, replies: Replies) -> SavedPromptsController:
    await services.history.saved_prompts.save(PROMPT)
    controller = SavedPromptsController(services, replies)
    await controller.load()
    return controller


def offered(qtbot: QtBot, services: Services, conversation_id: str) -> list[str]:
    box = view_of(services, conversation_id).composer
    services.window.show()
    services.window.activateWindow()
    box.edit.setFocus()
    qtbot.waitUntil(box.edit.hasFocus)
    box.edit.replace_text("")
    box.edit.replace_text("/")
    return [row.text for row in box.prompts.rows.rows if not row.text.endswith("…")]


async def test_every_box_offers_them(
    qtbot: QtBot, services: Services, prompts: SavedPromptsController, tabs: TabsController
) -> None:
    first = await tabs.new_tab()
    assert offered(qtbot, services, first) == ["Translate"]
    prompts.show()
    assert prompts.page is not None
    prompts.page.add()
    prompts.page.text_box.setPlainText("Dear all,")
    prompts.page.reject()
    await services.tasks.finish()
    assert offered(qtbot, services, first) == ["New prompt", "Translate"]
    view_of(services, first).composer.clear()
    await services.tasks.finish()


async def test_what_stands_in_the_box_is_saved_under_a_name(
    services: Services, prompts: SavedPromptsController, chat: str
) -> None:
    assert prompts
    box = view_of(services, chat).composer
    services.window.requests.save_prompt_requested.emit(chat)
    assert toast_texts(services) == ["Write the prompt into the message box first."]
    box.edit.setPlainText("Dear {{name}},\nhello")
    services.window.requests.save_prompt_requested.emit(chat)
    (dialog,) = services.window.findChildren(NameDialog)
    assert dialog.name_box.text() == "Dear {{name}}, hello"
    dialog.name_box.setText("Translate")
    dialog.accept()
    box.flush_draft()
    await until(lambda: any("“Translate 2”" in text for text in toast_texts(services)))
    stored = await services.history.saved_prompts.all()
    assert stored == (PROMPT, SavedPrompt("Translate 2", "Dear {{name}},\nhello"))
    box.clear()


async def test_they_go_to_a_file_and_come_back(
    services: Services, prompts: SavedPromptsController, tmp_path: Path
) -> None:
    prompts.show()
    assert prompts.page is not None
    prompts.page.export_button.click()
    (choice,) = services.window.findChildren(QFileDialog)
    assert choice.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    choice.filesSelected.emit([str(tmp_path / "out.json")])
    await until(lambda: any("Exported one" in text for text in toast_texts(services)))
    assert read_prompts(tmp_path / "out.json") == (PROMPT,)
    choice.reject()

    write_prompts(tmp_path / "in.json", (PROMPT, SavedPrompt("More", "text")))
    prompts.page.import_button.click()
    choice = services.window.findChildren(QFileDialog)[-1]
    choice.filesSelected.emit([str(tmp_path / "in.json")])
    await until(lambda: "Imported one prompt." in toast_texts(services))
    assert [prompts.page.list.item(row).text() for row in range(2)] == ["More", "Translate"]
    choice.reject()
    prompts.page.reject()
