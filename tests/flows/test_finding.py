"""Search and jump: a few letters lead to one message of many conversations."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.widgets.commands.palette import Palette
from tests.flows.driving import CONTROL, Person, flow, hubbub
from tests.flows.seeding import seed, tree


async def fill(folder: Path) -> None:
    """Store thirty conversations; one message of one of them has the word that is looked for."""
    for number in range(30):
        texts = [f"Question or answer {number}.{place} about nothing at all" for place in range(40)]
        if number == 17:
            texts[6] = "The heron stood still while the tide went out"
        await seed(folder, [tree(f"c{number}", texts)])


def palette_of(person: Person) -> Palette:
    palettes = person.rooms.window.findChildren(Palette)
    (palette,) = (each for each in palettes if each.isVisible())
    return palette


def is_in_view(person: Person, text: str) -> bool:
    transcript = person.view.transcript
    for message in transcript.messages():
        view = transcript.view_of(message.id)
        if text in message.text and view is not None and view.isVisible():
            top = view.mapTo(transcript.viewport(), view.rect().topLeft()).y()
            return -view.height() < top < transcript.viewport().height()
    return False


@flow
async def test_ctrl_k_leads_to_a_message_in_the_middle_of_an_old_conversation(
    qapp: QApplication, tmp_path: Path
) -> None:
    await fill(tmp_path)
    async with hubbub(qapp, tmp_path) as person:
        await person.press(Qt.Key.Key_K, CONTROL)
        palette = palette_of(person)
        await person.type("heron tide")
        await person.until(lambda: [each.text for each in palette.items.items()] != [])
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: person.view.conversation_id == "c17")
        await person.until(lambda: is_in_view(person, "heron"))
        assert not is_in_view(person, "17.39"), "the end is not what was looked for"
