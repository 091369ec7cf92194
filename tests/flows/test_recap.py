"""What a chat has outgrown: pale, folded away, and summed up by the model beside other work."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.chat.request_builder import RECAP_REQUEST
from app.domain.conversations import Conversation
from app.domain.messages import MessageStatus
from app.settings import Settings
from app.widgets.dialogs.context_dialog import ContextDialog
from app.widgets.transcript.message_actions import MessageAction
from tests.flows.driving import CONTROL, Person, flow, hubbub
from tests.flows.test_answers import choose
from tests.flows.test_branches import click

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # menus, of a display

SMALL = Settings(temperature=0.0, context_window=512, slot_count=2)
LARGER = Settings(
    temperature=0.0, context_window=768, slot_count=2
)  # after a slide there is room for one more turn
AMPLE = Settings(temperature=0.0, context_window=1536, slot_count=2)
STORY = "Tell me a story about tabs"
LEFT = Qt.MouseButton.LeftButton


async def outgrow(person: Person) -> str:
    """Converse until the line is there."""
    line = person.view.transcript.context_boundary
    name = ""
    while not line.isVisible():
        name = await person.send(STORY)
        await person.until_idle(name)
        await person.until(lambda: person.view.composer.edit.toPlainText() == "")
    return name


async def conversation(person: Person, name: str) -> Conversation:
    found = await person.rooms.history.conversations.get(name)
    assert found is not None
    return found


async def prompt_texts(person: Person, name: str) -> list[str]:
    """Return what the model is told next."""
    request = await person.rooms.turns.requests.build(await conversation(person, name))
    return [each.content for each in request.prompt.messages]


@flow
async def test_what_was_forgotten_is_summed_up_at_the_line_and_told(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path, settings=SMALL) as person:
        name = await outgrow(person)
        transcript = person.view.transcript
        line, note = transcript.context_boundary, transcript.recap_note
        first = transcript.messages()[0]
        QTest.mouseClick(line.fold_button, LEFT)
        await person.until(lambda: transcript.view_of(first.id) is None)
        QTest.mouseClick(line.recap_button, LEFT)
        await person.until(lambda: bool(note.text.text()))
        starts_at = (await conversation(person, name)).context_starts_at
        texts = await prompt_texts(person, name)
        assert texts[texts.index(RECAP_REQUEST) + 1] == note.text.text()

        person.view.focus_composer()
        await person.press(Qt.Key.Key_Z, CONTROL)
        await person.until(lambda: not note.isVisible())
        assert RECAP_REQUEST not in await prompt_texts(person, name)

        QTest.mouseClick(line.recap_button, LEFT)
        await person.until(lambda: note.isVisible() and bool(note.text.text()))
        QTest.mouseClick(note.edit_button, LEFT)
        await person.press(Qt.Key.Key_A, CONTROL)
        await person.type("We like tabs.")
        await person.press(Qt.Key.Key_Return, CONTROL)
        await person.until(lambda: note.text.text() == "We like tabs.")
        assert "We like tabs." in await prompt_texts(person, name)

        person.view.focus_composer()
        await person.send("How do I close a tab?")
        await person.until_idle(name)
        after = await conversation(person, name)
        assert after.messages[-1].status is MessageStatus.COMPLETE
        assert after.context_starts_at is not None
        assert after.context_starts_at >= (starts_at or 0), "nothing came back into the context"
        usage = after.messages[-1].usage
        assert usage is not None
        assert usage.prompt_tokens < 512
        await outgrow_more(person, name, after.context_starts_at)
        assert "We like tabs." in await prompt_texts(person, name), (
            "it stays when others are dropped"
        )


async def back_at_the_message_box(person: Person) -> None:
    """Return to the window after a dialog."""
    person.rooms.window.activateWindow()  # no window manager does it here
    person.view.focus_composer()
    await person.until(person.view.composer.edit.hasFocus)


async def outgrow_more(person: Person, name: str, starts_at: int) -> None:
    """Converse until more is dropped."""
    while True:
        await person.send(STORY)
        await person.until_idle(name)
        await person.until(lambda: person.view.composer.edit.toPlainText() == "")
        now = (await conversation(person, name)).context_starts_at
        if now is not None and now > starts_at:
            return


@flow
async def test_a_message_above_the_line_is_deleted_and_the_line_stays(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path, settings=LARGER) as person:
        name = await outgrow(person)
        before = await conversation(person, name)
        last = before.messages[-1].usage
        assert last is not None
        first = person.view.transcript.show_message(before.messages[0].id)
        assert first is not None
        await click(person, first, MessageAction.MORE)
        await choose(person, "Delete message")
        await person.until(
            lambda: len(person.view.transcript.messages()) == len(before.messages) - 1
        )
        person.view.focus_composer()
        await person.send("How do I close a tab?")
        await person.until_idle(name)
        after = await conversation(person, name)
        assert after.context_starts_at == before.context_starts_at
        usage = after.messages[-1].usage
        assert usage is not None
        assert usage.reused_tokens >= last.context_tokens - 4, (usage, last)


@flow
async def test_before_anything_is_dropped_the_older_half_is_summed_up_from_the_ring(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path, settings=AMPLE) as person:
        line = person.view.context_line
        name = ""
        while not line.isVisible():  # until the context fills up
            name = await person.send(STORY)
            await person.until_idle(name)
            await person.until(lambda: person.view.composer.edit.toPlainText() == "")
        before = await conversation(person, name)
        assert before.context_starts_at is None, "nothing was dropped"
        before_tokens = person.view.state.usage.context_tokens
        first = before.messages[0]
        transcript = person.view.transcript

        QTest.mouseClick(person.view.header.ring, LEFT)
        await person.until(lambda: bool(person.rooms.window.findChildren(ContextDialog)))
        (dialog,) = person.rooms.window.findChildren(ContextDialog)
        QTest.mouseClick(dialog.recap_button, LEFT)
        await person.until(lambda: bool(transcript.recap_note.text.text()))
        after = await conversation(person, name)
        assert after.context_starts_at is not None
        assert after.context_starts_at > first.id
        assert transcript.message_list.boundary_id == after.context_starts_at
        await person.until(lambda: not line.isVisible())
        assert 0 < person.view.state.usage.context_tokens < before_tokens
        texts = await prompt_texts(person, name)
        assert texts[texts.index(RECAP_REQUEST) + 1] == transcript.recap_note.text.text()
        assert first.text not in texts[: texts.index(RECAP_REQUEST)]
        assert len(texts) < len(before.messages) + 2

        await back_at_the_message_box(person)
        await person.press(Qt.Key.Key_Z, CONTROL)
        await person.until(lambda: transcript.message_list.boundary_id is None)
        assert await conversation(person, name) == before

        await person.until(line.isVisible)
        QTest.mouseClick(line.button, LEFT)
        await person.until(lambda: bool(person.rooms.window.findChildren(ContextDialog)))
        (dialog,) = person.rooms.window.findChildren(ContextDialog)
        QTest.mouseClick(dialog.recap_button, LEFT)
        await person.until(lambda: bool(transcript.recap_note.text.text()))
        await back_at_the_message_box(person)
        await person.send("How do I close a tab?")
        await person.until_idle(name)
        answered = await conversation(person, name)
        assert answered.messages[-1].status is MessageStatus.COMPLETE
        assert answered.context_starts_at == after.context_starts_at, "the line keeps its place"
        usage, former = answered.messages[-1].usage, before.messages[-1].usage
        assert usage is not None
        assert former is not None
        assert usage.prompt_tokens < former.context_tokens, "there is room again"
        assert not line.isVisible()
