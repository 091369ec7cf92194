"""Ctrl+, changes the real application at once, and loads the model again where that is needed."""

from pathlib import Path

import qasync
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSpinBox

from app.domain import OutgoingMessage
from app.settings import KvType, SettingsFile, Theme
from app.widgets.settings.dialog import SettingsDialog
from app.widgets.settings.rows import NumberRow
from tests.flows.driving import CONTROL, Person, hubbub


async def opened(person: Person) -> SettingsDialog:
    await person.press(Qt.Key.Key_Comma, CONTROL)
    dialog = person.rooms.settings_dialog.dialog
    assert dialog is not None
    await person.until(dialog.isActiveWindow)  # the keys go where the focus is
    return dialog


def test_settings_are_in_force_and_on_disk_at_once(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def flow() -> None:
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

    qt_loop.run_until_complete(flow())


def test_threads_and_guesses_are_set_with_keys_and_followed(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def flow() -> None:
        async with hubbub(qapp, tmp_path) as person:
            client, panel = person.rooms.client, person.rooms.engine_panel.dock.panel
            await person.press(Qt.Key.Key_F12)
            await person.until_idle(await person.send("What can you do?"))
            await person.until(lambda: bool(panel.threads.lines()))
            dialog = await opened(person)
            threads = dialog.rows["thread_count"].editor
            assert isinstance(threads, QSpinBox)
            ((_name, measured),) = panel.threads.lines()
            assert measured.startswith(f"{threads.text().removeprefix('Automatic: ')} of ")

            QTest.keyClick(threads, Qt.Key.Key_Up)
            QTest.keyClick(dialog.rows["guesses_ahead"].editor, Qt.Key.Key_Space)
            QTest.keyClick(dialog.reload_strip.button, Qt.Key.Key_Space)
            await person.until(lambda: client.state.model is None)
            await person.until(lambda: client.state.model is not None)
            config = client.state.config
            assert config is not None
            assert (config.thread_count, config.guesses_ahead) == (1, False)
            person.rooms.replies.send(
                person.view.conversation_id, OutgoingMessage("And what else?")
            )
            await person.until(lambda: panel.threads.lines()[0][1] == "1, fixed")

    qt_loop.run_until_complete(flow())


def test_a_kv_type_is_set_with_keys_and_what_it_takes_is_said_before(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def flow() -> None:
        async with hubbub(qapp, tmp_path) as person:
            client = person.rooms.client
            first = client.state.model
            dialog = await opened(person)
            strip = dialog.reload_strip
            await person.until(lambda: "It fits: 4 chats of 2,048" in strip.label.text())
            context = dialog.rows["context_window"].editor
            assert isinstance(context, QSpinBox)
            assert context.text() == "Automatic: 2,048"

            QTest.keyClick(dialog.rows["kv_type"].editor, Qt.Key.Key_Down)
            QTest.keyClick(strip.button, Qt.Key.Key_Space)
            await person.until(lambda: client.state.model is None)
            await person.until(lambda: client.state.model is not None)
            assert first is not None
            assert client.state.model is not None
            assert client.state.model.kv_type is KvType.Q8_0
            assert client.state.model.kv_bytes < 0.8 * first.kv_bytes
            conversation = person.view.conversation_id
            person.rooms.replies.send(conversation, OutgoingMessage("What can you do?"))
            await person.until_idle(conversation)

    qt_loop.run_until_complete(flow())


def test_what_is_kept_of_chats_is_shown_and_forgotten(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def flow() -> None:
        async with hubbub(qapp, tmp_path) as person:
            for number in range(5):  # one more than there are slots
                if number:
                    await person.new_tab()
                await person.until_idle(await person.send("Count to 60"))
            dialog = await opened(person)
            await person.until(lambda: bool(dialog.cache.lines()))
            assert dialog.cache.lines()[0][0] == "Count to 60"

            QTest.mouseClick(dialog.cache.clear_button, Qt.MouseButton.LeftButton)
            await person.until(lambda: not dialog.cache.lines())
            await person.press(Qt.Key.Key_Escape)
            assert person.rooms.settings_dialog.dialog is None

    qt_loop.run_until_complete(flow())


def test_the_number_set_is_the_number_had(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def flow() -> None:
        async with hubbub(qapp, tmp_path) as person:
            settings = person.rooms.settings
            settings.change(context_window=1000)
            await person.until(lambda: person.view.state.context_window == 1000)
            gauge = person.view.header.ring
            assert gauge.accessibleName() == "Context used: 0 / 1,000 tokens (0 %)"

            await person.until_idle(await person.send("What can you do?"))
            state = person.view.state
            assert 0 < state.usage.context_tokens < state.context_window == 1000

    qt_loop.run_until_complete(flow())


def test_a_pack_that_is_none_is_refused_where_it_was_added(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def flow() -> None:
        async with hubbub(qapp, tmp_path) as person:
            dialog = await opened(person)
            folder = person.rooms.paths.gpu_packs
            file = tmp_path / "libggml-vulkan.so"
            file.write_bytes(b"no library")
            person.rooms.settings_dialog.gpu_backends.add(file)
            assert dialog.gpu_backends.outcome_label.text() == "The pack is being tested …"
            await person.until(dialog.gpu_backends.add_button.isEnabled)
            assert "can't be used here" in dialog.gpu_backends.outcome_label.text()
            assert dialog.gpu_backends.restart_button.isHidden()
            assert not folder.exists()

    qt_loop.run_until_complete(flow())


def test_working_offline_is_one_key_away_and_kept(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def flow() -> None:
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

    qt_loop.run_until_complete(flow())
