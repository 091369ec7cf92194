"""Ctrl+K with real keys: a message of many chats, two chats side by side, commands by their use."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.prompts.model import SavedPrompt
from app.settings import SettingsFile
from app.widgets.commands.palette import Palette
from app.widgets.commands.palette_items import PaletteItemKind
from tests.flows.driving import CONTROL, Person, flow, hubbub
from tests.flows.seeding import seed, tree


async def opened(person: Person) -> Palette:
    await person.press(Qt.Key.Key_K, CONTROL)
    palette = person.rooms.window.commands.palette.shown()
    assert palette is not None
    return palette


@flow
async def test_a_chat_is_looked_into_and_opened_beside_the_one_in_front(
    qapp: QApplication, tmp_path: Path
) -> None:
    await seed(tmp_path, [tree("tea", ["What is tea?", "Dried **leaves** in hot water."])])
    async with hubbub(qapp, tmp_path) as person:
        person.rooms.window.resize(1100, 700)
        first = person.view.conversation_id
        palette = await opened(person)
        text = palette.preview.text
        await person.until(lambda: text.toPlainText() == "Dried leaves in hot water.")
        await person.press(Qt.Key.Key_Return, CONTROL)
        await person.until(lambda: "tea" in person.tab_ids)
        panes = person.rooms.window.panes
        assert panes.is_on_show(first)
        assert panes.is_on_show("tea")
        assert panes.pane_of("tea") is not panes.pane_of(first)

        palette = await opened(person)
        await person.type("hot water")
        await person.until(lambda: len(palette.items.items()) == 1)
        (item,) = palette.items.items()
        assert (item.kind, item.text) == (
            PaletteItemKind.MESSAGE,
            "Dried leaves in hot water.",
        ), "without the marks of Markdown"
        await person.press(Qt.Key.Key_Escape)
        assert person.rooms.window.commands.palette.shown() is None or palette.isHidden()


@flow
async def test_commands_prompts_and_settings_are_chosen_with_keys_and_remembered(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await person.rooms.history.saved_prompts.save(SavedPrompt("Haiku", "A haiku, please"))
        await person.rooms.saved_prompts.load()
        await opened(person)
        await person.type(">vertical")
        await person.press(Qt.Key.Key_Return)
        assert person.rooms.settings.current.has_vertical_tabs
        file = SettingsFile(person.rooms.paths.settings_file)
        await person.until(lambda: file.load()[0].command_uses == {"vertical_tabs": 1})

        palette = await opened(person)
        commands = [
            each.text for each in palette.items.items() if each.kind is PaletteItemKind.COMMAND
        ]
        assert commands == ["Vertical tabs"]
        await person.type("haiku")
        await person.press(Qt.Key.Key_Return)
        assert person.view.composer.edit.toPlainText() == "A haiku, please"
        assert person.view.composer.edit.hasFocus()

        await opened(person)
        await person.type("context length")
        await person.press(Qt.Key.Key_Return)
        dialog = person.rooms.settings_page.page
        assert dialog is not None
        assert dialog.rows["context_window"].editor.hasFocus()
        dialog.close()
