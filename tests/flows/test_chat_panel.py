"""Ctrl+I: what is set beside the chat is in force for the next answer, and for no other chat."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.messages import MessageStatus
from app.widgets.chat_panel.changes import FormKind
from app.widgets.chat_panel.chat_panel import ChatPanel
from tests.flows.driving import CONTROL, SHIFT, Person, flow, hubbub

LEFT = Qt.MouseButton.LeftButton


async def opened(person: Person) -> ChatPanel:
    """Press Ctrl+I; return the panel once it shows the chat in front."""
    panel = person.rooms.window.chat_panel
    await person.press(Qt.Key.Key_I, CONTROL)
    await person.until(lambda: panel.editor.conversation_id == person.view.conversation_id)
    return panel


@flow
async def test_what_is_set_beside_a_chat_holds_for_its_next_answer(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        person.rooms.window.resize(1100, 720)
        name = await person.send("Count to 60")
        panel = await opened(person)
        assert QApplication.focusWidget() is panel.presets.box
        longest = panel.rows["max_tokens"].editor
        longest.setFocus()
        longest.selectAll()  # type: ignore[attr-defined]
        await person.type("7")
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: panel.presets.changed_label.text() == "1 changed in this chat")
        await person.until_idle(name)
        (_question, first) = await person.stored(name)
        assert first[0].rstrip().endswith("60."), "an answer that runs is left alone"

        await person.press(Qt.Key.Key_Escape)
        assert person.view.composer.edit.hasFocus()
        await person.until_idle(await person.send("Count to 60"))
        shorter = (await person.stored(name))[-1][0]
        assert len(shorter) < len(first[0])

        longest.setFocus()
        await person.press(Qt.Key.Key_Z, CONTROL)
        await person.press(Qt.Key.Key_L, CONTROL)
        await person.until_idle(await person.send("Count to 60"))
        assert (await person.stored(name))[-1] == (first[0], MessageStatus.COMPLETE)


@flow
async def test_an_answer_follows_a_grammar_that_the_engine_has_checked(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        person.rooms.window.resize(1100, 720)
        panel = await opened(person)
        form = panel.form
        form.kind_box.setFocus()
        for _ in range(2):
            await person.press(Qt.Key.Key_Down)
        assert form.kind_box.currentData() is FormKind.GRAMMAR
        form.box.setFocus()
        await person.type('root ::= "yes" | )')
        await person.until(lambda: bool(form.error_text()))
        assert form.error_text().startswith("Line 1, ")
        await person.press(Qt.Key.Key_Home, SHIFT)
        await person.type('root ::= "yes"')
        sampling = panel.editor
        await person.until(lambda: "grammar" in sampling.options.chat.sampling)
        assert form.error_text() == ""
        await person.press(Qt.Key.Key_Escape)
        name = await person.send("What can you do?")
        await person.until_idle(name)
        assert (await person.stored(name))[-1][0] == "yes"

        other = await person.new_tab()
        await person.until(lambda: panel.editor.conversation_id == other)
        assert form.kind_box.currentData() is FormKind.ANYTHING
        await person.until_idle(await person.send("What can you do?"))
        assert (await person.stored(other))[-1][0] != "yes"


@flow
async def test_a_broken_schema_stops_sending_until_the_user_decides(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        person.rooms.window.resize(1100, 720)
        panel = await opened(person)
        panel.form.kind_box.setFocus()
        await person.press(Qt.Key.Key_Down)
        panel.form.box.setFocus()
        await person.type('{"type": "object", "prop')
        await person.press(Qt.Key.Key_Escape)
        await person.press(Qt.Key.Key_I, CONTROL)
        await person.until(lambda: not panel.isVisible())
        person.view.focus_composer()
        await person.type("What can you do?")
        await person.press(Qt.Key.Key_Return)
        notice = person.view.composer.notice
        await person.until(lambda: "is not valid" in notice.text())
        name = person.view.conversation_id
        assert await person.stored(name) == []

        fix, without = notice.buttons
        QTest.mouseClick(fix, LEFT)
        await person.until(panel.form.box.hasFocus)
        assert panel.form.value().text == '{"type": "object", "prop'
        person.view.focus_composer()
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: len(notice.buttons) == 2 and notice.buttons[1] is not without)
        QTest.mouseClick(notice.buttons[1], LEFT)
        await person.until(lambda: name in person.rooms.replies.running_ids)
        await person.until_idle(name)
        assert (await person.stored(name))[0][0] == "What can you do?"
        before = await person.stored(name)
        await person.press(Qt.Key.Key_R, CONTROL)
        await person.until(lambda: "is not valid" in notice.text())
        assert name not in person.rooms.replies.running_ids
        assert await person.stored(name) == before
