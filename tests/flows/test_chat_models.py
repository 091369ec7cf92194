"""Each chat keeps its model, by real keys and with two models."""

import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.models.host.table import Phase
from app.models.library.models import builtin_model
from app.single_instance import LaunchRequest
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.kit.toast import Toast
from app.widgets.transcript.model_line import MODEL_ROW
from tests.flows.driving import CONTROL, Person, flow, hubbub
from tests.models.real import gemma


def _offers_new_chats(toast: Toast) -> bool:
    return toast.content.actions == ("Use for new chats",)


def _loaded(person: Person) -> set[str]:
    entries = person.rooms.models.host.entries
    return {each.path for each in entries if each.phase is Phase.READY}


@flow
async def test_a_chat_gets_another_model_and_new_chats_keep_theirs(
    qapp: QApplication, tmp_path: Path
) -> None:
    other = tmp_path / "gemma-3-270m-Q4_K_M.gguf"
    shutil.copyfile(gemma(), other)
    async with hubbub(qapp, tmp_path / "data") as person:
        settings, models = person.rooms.settings, person.rooms.chat_models
        settings.change(recent_models=(str(other),), max_reply_tokens=12)
        await person.until(lambda: str(builtin_model()) in _loaded(person))
        name = await person.send("Say yes.")
        await person.until_idle(name)
        first = models.default.name
        await person.press(Qt.Key.Key_M, CONTROL)
        await person.type("gemma")
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: str(other) in _loaded(person))
        transcript = person.view.transcript
        await person.until(lambda: list(transcript.message_list.models) == [MODEL_ROW])
        await person.send("Say no.")
        await person.until_idle(name)
        question = transcript.messages()[-2]
        assert list(transcript.message_list.models) == [MODEL_ROW - question.id]
        assert settings.current.model_path is None
        fresh = await person.new_tab()
        assert models.model_of(fresh).name == first
        assert models.model_of(name).name == "Gemma 3 270M · Q4_K_M"


@flow
async def test_a_file_that_is_opened_from_outside_asks_for_which_chats(
    qapp: QApplication, tmp_path: Path
) -> None:
    other = tmp_path / "gemma-3-270m-Q4_K_M.gguf"
    shutil.copyfile(gemma(), other)
    async with hubbub(qapp, tmp_path / "data") as person:
        window, models = person.rooms.window, person.rooms.chat_models
        await person.until(lambda: str(builtin_model()) in _loaded(person))
        person.rooms.show_again(LaunchRequest(file=str(other)))
        await person.until(lambda: isinstance(QApplication.activeModalWidget(), QuestionBox))
        await person.press(Qt.Key.Key_Return)
        name = person.view.conversation_id
        await person.until(lambda: models.model_of(name).name == "Gemma 3 270M · Q4_K_M")
        assert person.rooms.settings.current.model_path is None
        await person.until(lambda: any(_offers_new_chats(each) for each in window.toasts.shown))
