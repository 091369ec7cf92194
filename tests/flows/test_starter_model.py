"""The window as it is after set-up: the starter model answers with its own prompt."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

import resources.models
from app.controllers.conversations.suggestions import first_words
from app.domain.messages import MessageStatus, Rewrite, RewriteKind, Role
from app.models.view.first_model import FirstModelCard
from app.settings import Settings
from app.tools.view.tool_picker import ToolPicker
from app.widgets.transcript.message_menu import RegenerateMenu
from engine.client.client import EngineState
from tests.flows.driving import CONTROL, Person, flow, hubbub
from tests.flows.test_branches import newest
from tests.models.real import gemma, starter
from tests.models.talker import STARTER_MODEL


@pytest.mark.skipif(not STARTER_MODEL.is_file(), reason="set-up could not fetch the starter model")
@flow
async def test_a_plain_question_gets_the_right_answer(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources.models, "path", lambda: STARTER_MODEL)
    # Drawn with the default temperature, one answer in fifty begins in French.
    async with hubbub(qapp, tmp_path, settings=Settings(temperature=0.0)) as person:
        assert first_card(person).notice.text().startswith("Starter model: small")
        conversation = await person.send("What is the capital of France?")
        await person.until_idle(conversation)
        _question, (text, status) = await person.stored(conversation)
        assert status is MessageStatus.COMPLETE
        assert "Paris" in text


@pytest.mark.skipif(not STARTER_MODEL.is_file(), reason="set-up could not fetch the starter model")
@flow
async def test_a_shorter_version_is_written_by_the_starter_model(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources.models, "path", lambda: STARTER_MODEL)
    async with hubbub(qapp, tmp_path, settings=Settings(temperature=0.0)) as person:
        conversation = await person.send("Why is the sky blue?")
        await person.until_idle(conversation)
        before = newest(person, Role.ASSISTANT).message
        person.view.requests.regenerate_with_requested.emit(before.id)
        await person.until(lambda: bool(person.view.findChildren(RegenerateMenu)))
        (menu,) = person.view.findChildren(RegenerateMenu)
        next(each for each in menu.actions() if each.text() == "Shorter").trigger()
        menu.close()
        await person.until(lambda: newest(person, Role.ASSISTANT).message.sibling_count == 2)
        await person.until_idle(conversation)
        shorter = newest(person, Role.ASSISTANT).message
        assert shorter.rewrite == Rewrite(RewriteKind.SHORTER, before.id)
        assert 0 < len(shorter.text.split()) < len(before.text.split())
        assert len(await person.stored(conversation)) == 2, "the request is not a message"
        person.view.focus_composer()
        await person.press(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        await person.until(lambda: person.view.transcript.last_reply_text() == before.text)


@flow
async def test_the_tools_of_the_starter_model_come_with_a_warning(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources.models, "path", starter)
    async with hubbub(qapp, tmp_path) as person:
        await person.until(lambda: shown_state(person).model is not None)
        person.view.composer.tools_button.click()
        picker = person.rooms.window.findChild(ToolPicker)
        assert isinstance(picker, ToolPicker)
        await person.until(picker.note.isVisible)
        assert picker.note.text().startswith("This model's chat template does not support tools")
        picker.leave()


@flow
async def test_a_base_model_is_chosen_by_keys_and_continues_a_text(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources.models, "path", starter)
    # A base model ends no text by itself.
    settings = Settings(temperature=0.0, max_reply_tokens=40, recent_models=(str(gemma()),))
    async with hubbub(qapp, tmp_path, settings=settings) as person:
        assert person.view.empty_state.title.startswith("Ask anything")
        await person.press(Qt.Key.Key_M, CONTROL)
        await person.type("gemma")
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: is_gemma(shown_state(person)))
        model = shown_state(person).model
        assert model is not None
        empty_state = person.view.empty_state
        await person.until(lambda: not first_card(person).isVisible())
        assert not person.view.composer.thinking_button.isVisible()
        assert empty_state.title == "Begin a text, and the model continues it"
        assert {each.text() for each in empty_state.suggestion_buttons} <= set(first_words())
        button = person.view.header.model_button
        assert button.label == model.name
        assert "A base model: it continues text" in button.toolTip()
        conversation = await person.send("The capital of France is")
        await person.until_idle(conversation)
        stored = await person.rooms.history.conversations.get(conversation)
        assert stored is not None
        _beginning, continued = stored.messages
        assert continued.status is MessageStatus.COMPLETE
        assert "France" in continued.text
        assert "<|im_end|>" not in continued.text


def first_card(person: Person) -> FirstModelCard:
    found = person.view.empty_state.findChild(FirstModelCard)
    assert isinstance(found, FirstModelCard)
    return found


def shown_state(person: Person) -> EngineState:
    return person.rooms.models.state_of_chat(person.view.conversation_id)


def is_gemma(state: EngineState) -> bool:
    return state.model is not None and state.model.name.startswith("Gemma 3 270M")
