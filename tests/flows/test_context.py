"""A conversation that outgrows its room: the line, its help, the pin, and the other policy."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.settings import Settings
from app.widgets.dialogs.context_dialog import ContextDialog
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


def _dialog(person: Person) -> ContextDialog | None:
    found = [each for each in person.rooms.window.findChildren(ContextDialog) if each.isVisible()]
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
            await person.until(lambda: _dialog(person) is not None)
            dialog = _dialog(person)
            assert dialog is not None
            assert "512 tokens for each chat" in dialog.text()
            assert "more memory" in dialog.text()
            assert dialog.text().count("tokens are read again") == 3, "each way says its cost"
            assert dialog.fork_button is not None
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
