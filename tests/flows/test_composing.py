"""Saved prompts by keys alone, and large files cut to what a chat can hold."""

from pathlib import Path

import qasync
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain import MessageStatus
from app.widgets.kit.name_dialog import NameDialog
from tests.flows.driving import hubbub


def test_a_prompt_is_saved_from_the_box_and_used_in_the_next_run(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def first() -> None:
        async with hubbub(qapp, tmp_path) as person:
            await person.type("Tell me about {{topic}} and {{other}}, {{topic}} first")
            person.rooms.window.actions_by_name.save_prompt.trigger()
            (dialog,) = person.rooms.window.findChildren(NameDialog)
            QTest.keyClicks(dialog.name_box, "Story")
            QTest.keyClick(dialog.name_box, Qt.Key.Key_Return)
            shown = person.rooms.toasts.shown
            await person.until(lambda: any("“Story”" in each for each in shown))

    async def second() -> None:
        async with hubbub(qapp, tmp_path) as person:
            person.view.composer.edit.selectAll()
            await person.press(Qt.Key.Key_Delete)
            await person.type("/st")
            await person.until(lambda: person.view.composer.prompts.card.isVisible())
            await person.press(Qt.Key.Key_Return)
            await person.type("tabs")
            await person.press(Qt.Key.Key_Tab)
            await person.type("keys")
            name = await person.send("")
            await person.until_idle(name)
            (question, _answer) = await person.stored(name)
            assert question[0] == "Tell me about tabs and keys, tabs first"

    qt_loop.run_until_complete(first())
    qt_loop.run_until_complete(second())


def test_of_a_large_file_the_first_tokens_go_along_and_the_chat_can_hold_them(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    path = tmp_path / "big.txt"
    path.write_text("A story about tabs, line after line.\n" * 60_000)

    async def story() -> None:
        async with hubbub(qapp, tmp_path / "data") as person:
            composer = person.view.composer
            dropped = QMimeData()
            dropped.setUrls([QUrl.fromLocalFile(str(path))])
            composer.edit.insertFromMimeData(dropped)
            await person.until(lambda: bool(composer.notice.buttons))
            assert composer.notice.isVisible()
            words = composer.notice.buttons[0].text()
            QTest.mouseClick(composer.notice.buttons[0], Qt.MouseButton.LeftButton)
            await person.until(lambda: bool(composer.chips.files()))
            person.view.focus_composer()
            name = await person.send("Sum it up")
            await person.until_idle(name)
            _question, (_text, status) = await person.stored(name)
            assert status is MessageStatus.COMPLETE
            conversation = await person.rooms.history.conversations.get(name)
            assert conversation is not None
            usage = conversation.messages[-1].usage
            assert usage is not None
            count = int("".join(letter for letter in words if letter.isdigit()))
            assert count < usage.prompt_tokens < count + 60, "the engine's count is what it costs"

    qt_loop.run_until_complete(story())
