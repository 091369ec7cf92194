"""A conversation that outgrows its room: the line, its help, the pin, and the other policy."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain import MessageStatus
from app.settings import Settings
from app.widgets.dialogs.context import ContextDialog
from app.widgets.transcript.actions import MessageAction
from tests.flows.driving import CONTROL, Person, flow, hubbub

SMALL = Settings(temperature=0.0, context_window=256, slot_count=2)
STORY = "Tell me a story about tabs"
LEFT = Qt.MouseButton.LeftButton


async def _converse(person: Person, count: int) -> str:
    name = ""
    for _ in range(count):
        name = await person.send(STORY)
        await person.until_idle(name)
        await person.until(lambda: person.view.composer.edit.toPlainText() == "")
    return name


def _dialog(person: Person, kind: type[ContextDialog]) -> ContextDialog | None:
    found = [each for each in person.rooms.window.findChildren(kind) if each.isVisible()]
    return found[-1] if found else None


@flow
async def test_a_full_context_shows_where_memory_begins_and_what_can_be_done(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def first() -> tuple[str, int]:
        async with hubbub(qapp, tmp_path, settings=SMALL) as person:
            name = await _converse(person, 4)
            line = person.view.transcript.context_boundary
            await person.until(line.isVisible)
            assert "can't see anything above" in line.label.text()
            assert "256 tokens" in line.label.text()
            conversation = await person.rooms.history.conversations.get(name)
            assert conversation is not None
            assert conversation.context_starts_at is not None
            assert conversation.context_starts_at > conversation.messages[0].id
            QTest.mouseClick(line.help_button, LEFT)
            await person.until(lambda: _dialog(person, ContextDialog) is not None)
            dialog = _dialog(person, ContextDialog)
            assert dialog is not None
            assert "512 tokens for each chat" in dialog.text()
            assert "more memory" in dialog.text()
            assert dialog.text().count("tokens are read again") == 3, "each way says its cost"
            QTest.mouseClick(dialog.fork_button, LEFT)
            await person.until(lambda: len(person.tab_ids) == 2)
            forgotten = await person.stored(person.view.conversation_id)
            place = [each.id for each in conversation.messages].index(
                conversation.context_starts_at
            )
            assert len(forgotten) == place
            return name, conversation.context_starts_at

    async def second(name: str, begins: int) -> None:
        async with hubbub(qapp, tmp_path, settings=SMALL) as person:
            await person.press(Qt.Key.Key_1, CONTROL)
            await person.until(lambda: person.view.conversation_id == name)
            await person.until(person.view.transcript.context_boundary.isVisible)
            conversation = await person.rooms.history.conversations.get(name)
            assert conversation is not None
            assert conversation.context_starts_at == begins, "the line is where it was"

    await second(*await first())


@flow
async def test_a_pinned_message_stays_in_memory(qapp: QApplication, tmp_path: Path) -> None:
    async with hubbub(qapp, tmp_path, settings=SMALL) as person:
        name = await person.send("What can you do?")
        await person.until_idle(name)
        first = person.view.transcript.messages()[0]
        view = person.view.transcript.view_of(first.id)
        assert view is not None
        await person.until(lambda: view.footer.actions.is_possible(MessageAction.PIN))
        pin = view.footer.actions.button(MessageAction.PIN)
        assert pin is not None
        QTest.mouseClick(pin, LEFT)
        await person.until(lambda: view.footer.actions.is_possible(MessageAction.UNPIN))
        await _converse(person, 4)
        conversation = await person.rooms.history.conversations.get(name)
        assert conversation is not None
        assert conversation.context_starts_at is not None
        assert "what is pinned" in person.view.transcript.context_boundary.label.text()
        reply = conversation.messages[-1]
        assert reply.status is MessageStatus.COMPLETE
        held = await person.rooms.client.queries.count_tokens(name, "")
        assert held is not None
        assert 0 < held.held_tokens <= 256


@flow
async def test_a_chat_that_must_not_forget_stops_when_it_is_full(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path, settings=SMALL) as person:
        await person.press(Qt.Key.Key_I, CONTROL)
        panel = person.rooms.window.chat_panel
        await person.until(lambda: panel.editor.conversation_id == person.view.conversation_id)
        panel.rows["overflow_policy"].editor.setFocus()
        await person.press(Qt.Key.Key_Down)
        panel.rows["system_prompt"].editor.setFocus()
        await person.type("Be kind.")
        await person.press(Qt.Key.Key_I, CONTROL)
        assert panel.isHidden()
        name = await _converse(person, 4)
        conversation = await person.rooms.history.conversations.get(name)
        assert conversation is not None
        assert conversation.options.system_prompt == "Be kind."
        assert conversation.context_starts_at is None
        assert not person.view.transcript.context_boundary.isVisible()
        notes = " ".join(each.note for each in conversation.messages)
        assert "full" in notes or "can hold 256" in notes, "it said why it stopped"
