"""Conversations leave as files and come back whole; what can't be read is told."""

import json
from pathlib import Path

from PySide6.QtWidgets import QApplication, QPushButton

from app.storage.history import History
from app.widgets.dialogs.import_report import ImportReportDialog
from tests.app.transfer.exports import CHATGPT
from tests.flows.driving import Person, flow, hubbub
from tests.flows.seeding import seed, tree


def toast_text(person: Person) -> str:
    return "\n".join(person.rooms.toasts.shown)


async def texts(history: History) -> dict[str, list[str]]:
    return {
        each.id: [message.text for message in each.messages]
        async for each in history.archive.trees()
    }


@flow
async def test_all_conversations_go_out_and_into_another_home(
    qapp: QApplication, tmp_path: Path
) -> None:
    path = tmp_path / "out" / "all.json"
    path.parent.mkdir()

    async def out() -> dict[str, list[str]]:
        await seed(tmp_path / "a", [tree(f"c{number}", ["ask", "ans"]) for number in range(20)])
        async with hubbub(qapp, tmp_path / "a") as person:
            person.rooms.transfer.export((), path)
            await person.until(lambda: "20 chats were exported" in toast_text(person))
            assert sorted(path.parent.iterdir()) == [path], "nothing half-written is left"
            return await texts(person.rooms.history)

    async def back(expected: dict[str, list[str]]) -> None:
        async with hubbub(qapp, tmp_path / "b") as person:
            person.rooms.imports.import_files((str(path),))
            await person.until(lambda: "20 chats were imported." in toast_text(person))
            assert await texts(person.rooms.history) == expected
            assert len(person.rooms.window.sidebar.conversations.listed.summaries()) == 20
            person.rooms.imports.import_files((str(path),))
            await person.until(lambda: "20 already existed." in toast_text(person))

    await back(await out())


def report_shown(person: Person) -> str:
    """Return the text of the report on show, and close it."""
    (dialog,) = person.rooms.window.findChildren(ImportReportDialog)
    text = dialog.problems_box.toPlainText()
    dialog.reject()
    return text


async def press_toast(person: Person, text: str) -> None:
    """Press a button of the newest notice."""
    toast = person.rooms.window.toasts.shown[-1]
    (button,) = (each for each in toast.findChildren(QPushButton) if each.text() == text)
    button.click()
    await person.until(lambda: bool(person.rooms.window.findChildren(ImportReportDialog)))


@flow
async def test_what_an_import_left_out_is_read_from_its_notice_and_later(
    qapp: QApplication, tmp_path: Path
) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    (folder / "chats.json").write_text(json.dumps(CHATGPT), "utf-8")
    (folder / "cut.json").write_text(json.dumps(CHATGPT)[:200], "utf-8")
    expected = [
        "• exports: chats.json: One chat could not be understood.",
        "• exports: cut.json: The file is damaged; what could not be read was left out.",
    ]
    async with hubbub(qapp, tmp_path / "home") as person:
        command = person.rooms.window.actions_by_name.import_report
        assert not command.isEnabled(), "there was no import"
        person.rooms.imports.import_files((str(folder),))
        await person.until(lambda: "chat was imported." in toast_text(person))
        assert toast_text(person).endswith("Some parts were left out.")
        await press_toast(person, "Show report")
        assert report_shown(person).split("\n") == expected
        window = person.rooms.window
        await person.until(lambda: not window.findChildren(ImportReportDialog))
        command.trigger()
        assert report_shown(person).split("\n") == expected
