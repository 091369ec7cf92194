"""By real keys: the settings of one model are set, hold for it alone, and outlive a restart."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from app.models.view.model_settings_page import ModelSettingsPage
from app.settings import Settings
from app.widgets.kit.form_rows import NumberRow
from app.widgets.kit.small_dialogs import QuestionBox
from engine.messages.metrics import ModelInfo
from tests.flows.driving import CONTROL, Person, flow, hubbub
from tests.models.tiny import write_advising

ONLY_LAST = "{{ messages[-1]['content'] }}"


async def _dialog(person: Person) -> ModelSettingsPage:
    """Open the settings of the model in use from the picker, by keys alone."""
    await person.press(Qt.Key.Key_M, CONTROL)
    picker = person.rooms.model_picker.picker
    assert picker is not None
    await person.press(Qt.Key.Key_Tab)
    assert picker.settings_button.hasFocus()
    await person.press(Qt.Key.Key_Return)
    settings = person.rooms.model_settings
    await person.until(lambda: settings.page is not None)
    assert settings.page is not None
    return settings.page


async def _return_focus(person: Person) -> None:
    """Wait until the page is left, which gives the keyboard to the message box."""
    await person.until(lambda: person.rooms.model_settings.page is None)
    await person.until(person.view.composer.edit.hasFocus)


def _model(person: Person) -> ModelInfo | None:
    return person.rooms.client.state.model


@flow
async def test_a_broken_template_is_refused_in_words_and_a_good_one_is_used(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        dialog = await _dialog(person)
        row = dialog.rows["chat_template"]
        assert isinstance(row.editor, QPlainTextEdit)
        QTest.keyClicks(row.editor, "{% for x in y %}")
        QTest.keyClick(dialog.rows["slot_count"].editor, Qt.Key.Key_Return)
        await person.until(lambda: "template is broken" in row.error_text())
        assert dialog.isVisible()
        QTest.keyClick(row.editor, Qt.Key.Key_A, CONTROL)
        QTest.keyClicks(row.editor, ONLY_LAST)
        QTest.keyClick(dialog.rows["slot_count"].editor, Qt.Key.Key_Return)
        await person.until(lambda: _model(person) is None)
        await person.until(lambda: _model(person) is not None)
        config = person.rooms.client.state.config
        assert config is not None
        assert config.chat_template == ONLY_LAST
        await _return_focus(person)
        conversation = await person.send("What can you do?")
        await person.until_idle(conversation)
        stored = await person.rooms.history.conversations.get(conversation)
        assert stored is not None
        usage = stored.messages[-1].usage
        assert usage is not None
        assert usage.prompt_tokens < 12, "nothing but the question"


@flow
async def test_escape_asks_before_it_loses_what_was_typed(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        dialog = await _dialog(person)
        pages = person.rooms.window.pages
        await person.until(lambda: pages.current is dialog)
        await person.press(Qt.Key.Key_Tab)
        await person.press(Qt.Key.Key_Tab)
        await person.type("Answer in rhymes.")
        assert dialog.rows["system_prompt"].value() == "Answer in rhymes."
        await person.press(Qt.Key.Key_Escape)
        await person.until(lambda: isinstance(QApplication.activeWindow(), QuestionBox))
        await person.press(Qt.Key.Key_Return)  # keeps editing
        await person.until(lambda: not dialog.findChildren(QuestionBox))
        person.rooms.window.activateWindow()
        await person.until(person.rooms.window.isActiveWindow)
        assert pages.current is dialog
        await person.press(Qt.Key.Key_Escape)
        await person.until(lambda: isinstance(QApplication.activeWindow(), QuestionBox))
        await person.press(Qt.Key.Key_Tab)
        await person.press(Qt.Key.Key_Space)
        person.rooms.window.activateWindow()
        await _return_focus(person)
        again = await _dialog(person)
        assert again.rows["system_prompt"].value() is None


@flow
async def test_the_temperature_of_a_model_is_set_and_answers_with_it(
    qapp: QApplication, tmp_path: Path
) -> None:
    file = tmp_path / "advising.gguf"
    write_advising(file)
    async with hubbub(qapp, tmp_path / "home", str(file), settings=Settings()) as person:
        dialog = await _dialog(person)
        row = dialog.sampling.rows["temperature"]
        assert isinstance(row, NumberRow)
        assert (row.box.text(), row.note()) == ("0.60", "Recommended in the model's file.")
        row.box.setFocus()
        await person.press(Qt.Key.Key_Up)
        QTest.keyClick(dialog.rows["slot_count"].editor, Qt.Key.Key_Return)
        await _return_focus(person)
        requests = person.rooms.turns.requests
        await person.until(lambda: requests.settings.sampling.temperature == 0.65)
        again = await _dialog(person)
        row = again.sampling.rows["temperature"]
        assert (row.value(), row.note()) == (0.65, "Recommended: 0.60")
