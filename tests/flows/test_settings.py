"""Ctrl+, changes the real application at once, and loads the model again where that is needed."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.settings import SettingsFile, Theme
from app.widgets.kit.form_rows import NumberRow
from app.widgets.settings.settings_page import SettingsPage
from tests.flows.driving import CONTROL, Person, flow, hubbub


async def opened(person: Person) -> SettingsPage:
    await person.press(Qt.Key.Key_Comma, CONTROL)
    dialog = person.rooms.settings_page.page
    assert dialog is not None
    await person.until(dialog.isActiveWindow)  # the keys go where the focus is
    return dialog


@flow
async def test_settings_are_in_force_and_on_disk_at_once(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        dialog = await opened(person)
        dialog.rows["theme"].set_value(Theme.DARK)
        dialog.rows["theme"].value_changed.emit("theme", Theme.DARK)
        assert qapp.palette().window().color().lightness() < 128
        file = SettingsFile(person.rooms.paths.settings_file)
        await person.until(lambda: file.load()[0].theme is Theme.DARK)

        slots = dialog.rows["slot_count"]
        assert isinstance(slots, NumberRow)
        slots.box.setValue(2)
        QTest.mouseClick(dialog.reload_strip.button, Qt.MouseButton.LeftButton)
        state = person.rooms.client
        await person.until(lambda: state.state.model is None)
        await person.until(lambda: state.state.model is not None)
        assert state.state.model is not None
        assert state.state.model.slot_count == 2
        assert "is loaded" in dialog.model_label.text()


@flow
async def test_working_offline_is_one_key_away_and_kept(qapp: QApplication, tmp_path: Path) -> None:
    async with hubbub(qapp, tmp_path) as person:
        net, file = person.rooms.net, SettingsFile(person.rooms.paths.settings_file)
        dialog = await opened(person)
        await person.type("offline")
        await person.press(Qt.Key.Key_Return)
        assert dialog.rows["is_offline"].editor.hasFocus()
        await person.press(Qt.Key.Key_Space)
        await person.until(lambda: file.load()[0].is_offline)
        assert net.is_offline
        await person.press(Qt.Key.Key_Space)
        await person.until(lambda: not file.load()[0].is_offline)
        assert not net.is_offline
        assert net.process_id is None, "nobody has asked for anything"
