"""Conversations leave as files and come back whole; what can't be read is told."""

import json
from pathlib import Path

from PySide6.QtWidgets import QApplication

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
            await person.until(lambda: "20 conversations were exported" in toast_text(person))
            assert sorted(path.parent.iterdir()) == [path], "nothing half-written is left"
            return await texts(person.rooms.history)

    async def back(expected: dict[str, list[str]]) -> None:
        async with hubbub(qapp, tmp_path / "b") as person:
            person.rooms.imports.import_files((str(path),))
            await person.until(lambda: "20 conversations were imported." in toast_text(person))
            assert await texts(person.rooms.history) == expected
            assert len(person.rooms.window.sidebar.conversations.listed.summaries()) == 20
            person.rooms.imports.import_files((str(path),))
            await person.until(lambda: "20 already existed." in toast_text(person))

    await back(await out())


@flow
async def test_of_a_broken_file_what_can_be_read_comes_in_and_the_rest_is_told(
    qapp: QApplication, tmp_path: Path
) -> None:
    chats, broken, nothing = (tmp_path / name for name in ("c.json", "broken.json", "n.txt"))
    chats.write_text(json.dumps(CHATGPT), "utf-8")
    other = json.dumps(CHATGPT[:1]).replace("c-1", "other")
    broken.write_text(other[:-1] + ', {"a', "utf-8")
    nothing.write_text("no conversation", "utf-8")

    async with hubbub(qapp, tmp_path / "a") as person:
        window = person.rooms.window
        paths = (chats, broken, nothing, tmp_path / "absent.json")
        person.rooms.imports.import_files(tuple(map(str, paths)))
        await person.until(lambda: bool(window.findChildren(ImportReportDialog)))
        (dialog,) = window.findChildren(ImportReportDialog)
        lines = dialog.problems_box.toPlainText().splitlines()
        named = dict.fromkeys(line.split(":")[0] for line in lines)
        assert list(named) == [path.name for path in paths]
        titles = [summary.title for summary in window.sidebar.conversations.listed.summaries()]
        assert titles.count("Tea") == 2, "one of each file"
        dialog.reject()


@flow
async def test_a_cancelled_export_leaves_nothing(qapp: QApplication, tmp_path: Path) -> None:
    await seed(tmp_path / "a", [tree(f"c{number}", ["ask", "ans"]) for number in range(300)])
    async with hubbub(qapp, tmp_path / "a") as person:
        (tmp_path / "out").mkdir()
        task = person.rooms.transfer.export((), tmp_path / "out" / "all.json")
        await person.until(lambda: any((tmp_path / "out").iterdir()) or task.done())
        task.cancel()
        await person.until(task.done)
        assert list((tmp_path / "out").iterdir()) == []
        assert "exported" not in toast_text(person)
