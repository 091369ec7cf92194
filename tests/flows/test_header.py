"""By real keys: a chat is renamed in its header, and another model chosen from there."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.domain import MessageStatus
from app.library.models import builtin_model
from app.widgets.kit.question_box import QuestionBox
from tests.flows.driving import CONTROL, Person, flow, hubbub

LONG = "Tell me a story about tabs"


def _loaded(person: Person) -> str:
    model = person.rooms.client.state.model
    return "" if model is None else model.path


@flow
async def test_another_model_is_chosen_by_keys_and_running_text_is_kept(
    qapp: QApplication, tmp_path: Path
) -> None:
    other = tmp_path / "Other.gguf"
    other.write_bytes(builtin_model().read_bytes())

    async with hubbub(qapp, tmp_path / "data", str(other)) as person:
        window = person.rooms.window
        await person.until(lambda: _loaded(person) == str(other))
        name = await person.send(LONG)
        await person.until(lambda: len(person.view.transcript.last_reply_text() or "") > 9)
        await person.press(Qt.Key.Key_M, CONTROL)
        picker = person.rooms.model_picker.picker
        assert picker is not None
        assert "asked before" in picker.effect_label.text()
        await person.press(Qt.Key.Key_Down)
        await person.press(Qt.Key.Key_Return)
        (question,) = window.findChildren(QuestionBox)
        assert _loaded(person) == str(other)
        question.accept()
        await person.until(lambda: _loaded(person) == str(builtin_model()))
        await person.until_idle(name)
        ((_, _), (text, status)) = await person.stored(name)
        assert len(text) > 9
        assert status is not MessageStatus.FAILED
        window.activateWindow()
        await person.until(window.isActiveWindow)
        person.view.focus_composer()
        # The file is remembered, and can be chosen when it is needed again.
        await person.press(Qt.Key.Key_M, CONTROL)
        await person.type("other")
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: _loaded(person) == str(other))
