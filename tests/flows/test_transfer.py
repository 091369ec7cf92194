"""Conversations leave as files and come back whole; what can't be read is told."""

import json
import zipfile
from functools import partial
from pathlib import Path

import qasync
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

from app.storage.history import History
from app.widgets.dialogs.import_report import ImportReportDialog
from tests.app.transfer.exports import CHATGPT
from tests.flows.driving import CONTROL, SHIFT, Person, hubbub
from tests.flows.seeding import seed, tree


def toast_text(person: Person) -> str:
    return "\n".join(person.rooms.toasts.shown)


def is_told(person: Person, text: str) -> bool:
    return text in toast_text(person)


async def texts(history: History) -> dict[str, list[str]]:
    return {
        each.id: [message.text for message in each.messages]
        async for each in history.archive.trees()
    }


def test_all_conversations_go_out_and_into_another_home(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
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

    qt_loop.run_until_complete(back(qt_loop.run_until_complete(out())))


def test_conversations_go_out_to_be_read(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def story() -> None:
        same = [tree("c1", ["What is tea?", "Leaves."]), tree("c2", ["And coffee?", "Beans."])]
        await seed(tmp_path / "a", same)
        async with hubbub(qapp, tmp_path / "a") as person:
            transfer = person.rooms.transfer
            await person.rooms.history.conversations.rename("c2", "Title c1")
            transfer.export(("c1",), tmp_path / "one.md")
            await person.until(lambda: "One conversation was exported" in toast_text(person))
            assert "Leaves." in (tmp_path / "one.md").read_text("utf-8")
            transfer.export(("c1", "c2"), tmp_path / "both.zip")
            await person.until(lambda: "2 conversations were exported" in toast_text(person))
            with zipfile.ZipFile(tmp_path / "both.zip") as archive:
                assert sorted(archive.namelist()) == ["Title c1 2.md", "Title c1.md"]
                assert b"Beans." in b"".join(map(archive.read, archive.namelist()))
            transfer.export(("c1",), tmp_path / "nowhere" / "one.md")
            await person.until(lambda: "could not be written" in toast_text(person))
            transfer.export(("c1",), tmp_path / "one.doc")
            await person.until(lambda: "“one.doc” does not" in toast_text(person))

    qt_loop.run_until_complete(story())


def test_a_name_that_is_too_long_for_a_file_is_told(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def story() -> None:
        async with hubbub(qapp, tmp_path / "a") as person:
            person.rooms.transfer.export((), tmp_path / f"{'long' * 100}.md")
            await person.until(lambda: "could not be written" in toast_text(person))
        assert not list(tmp_path.glob("long*"))

    qt_loop.run_until_complete(story())


def test_of_a_broken_file_what_can_be_read_comes_in_and_the_rest_is_told(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    chats, broken, nothing = (tmp_path / name for name in ("c.json", "broken.json", "n.txt"))
    chats.write_text(json.dumps(CHATGPT), "utf-8")
    other = json.dumps(CHATGPT[:1]).replace("c-1", "other")
    broken.write_text(other[:-1] + ', {"a', "utf-8")
    nothing.write_text("no conversation", "utf-8")

    async def story() -> None:
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

    qt_loop.run_until_complete(story())


def test_a_cancelled_export_leaves_nothing(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def story() -> None:
        await seed(tmp_path / "a", [tree(f"c{number}", ["ask", "ans"]) for number in range(300)])
        async with hubbub(qapp, tmp_path / "a") as person:
            (tmp_path / "out").mkdir()
            task = person.rooms.transfer.export((), tmp_path / "out" / "all.json")
            await person.until(lambda: any((tmp_path / "out").iterdir()) or task.done())
            task.cancel()
            await person.until(task.done)
            assert list((tmp_path / "out").iterdir()) == []
            assert "exported" not in toast_text(person)

    qt_loop.run_until_complete(story())


def test_a_chat_is_exported_as_pages_with_keys(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def story() -> None:
        texts = ["What is tea?", "Dried **leaves**:\n\n```python\npour(1)\n```\n\n$$x^2$$"]
        await seed(tmp_path / "a", [tree("c1", texts)])
        async with hubbub(qapp, tmp_path / "a") as person:
            person.rooms.tabs.open_tab("c1")
            await person.until(lambda: person.view.conversation_id == "c1")
            for name, beginning in (("tea.html", b"<!DOCTYPE html>"), ("tea.pdf", b"%PDF-")):
                await person.press(Qt.Key.Key_E, CONTROL | SHIFT)
                (dialog,) = person.rooms.window.findChildren(QFileDialog)
                assert any(f"*{Path(name).suffix}" in each for each in dialog.nameFilters())
                path = tmp_path / name
                (edit,) = (each for each in dialog.findChildren(QLineEdit) if each.isVisible())
                edit.setText(str(path))
                QTest.keyClick(edit, Qt.Key.Key_Return)
                await person.until(partial(is_told, person, f"exported to {path}"))
                assert path.read_bytes().startswith(beginning)
                await person.until(lambda: not person.rooms.window.findChildren(QFileDialog))
                person.rooms.window.activateWindow()
                await person.until(lambda: QApplication.focusWidget() is not None)

    qt_loop.run_until_complete(story())
