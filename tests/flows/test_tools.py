"""Tools in a chat by real keys: switched on, asked about, allowed, refused and continued."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.domain.messages import Message, MessageStatus, Role
from app.tools.model import Decision, Permission
from app.tools.view.tool_picker import ToolPicker
from app.widgets.transcript import tool_card
from app.widgets.transcript.tool_card import ToolQuestion
from tests.flows.driving import Person, flow, hubbub

TIME = "hubbub/current_time"
CALL = 'call current_time {"time_zone": "UTC"}'

pytestmark = pytest.mark.usefixtures("scripted_engine")


@pytest.fixture(autouse=True)
def _no_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool_card, "GUARD_SECONDS", 0.0)


async def switch_on(person: Person, name: str) -> None:
    """Switch a tool on at the message box: find it by its name, and press Enter."""
    button, before = person.view.composer.tools_button, person.view.composer.tools_button.count
    button.setFocus()
    await person.press(Qt.Key.Key_Return)
    await person.type(name)
    await person.press(Qt.Key.Key_Return)
    await person.until(lambda: button.count == before + 1)
    await person.press(Qt.Key.Key_Escape)
    window = person.view.window()
    await person.until(lambda: not window.findChildren(ToolPicker))
    person.view.focus_composer()


async def question(person: Person) -> ToolQuestion:
    """Wait for a card that asks, and return its question."""
    transcript = person.view.transcript
    await person.until(lambda: bool(transcript.asking_ids()))
    view = transcript.view_of(transcript.asking_ids()[0])
    assert view is not None
    assert view.card is not None
    assert view.card.question is not None
    return view.card.question


async def messages(person: Person) -> list[Message]:
    """Return the shown branch as it is on disk."""
    conversation = await person.rooms.history.conversations.get(person.view.conversation_id)
    assert conversation is not None
    return list(conversation.messages)


@flow
async def test_a_tool_is_switched_on_asked_about_allowed_and_its_result_answered(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        name = await person.send(CALL)
        asked = await question(person)
        await person.until(lambda: QApplication.focusWidget() is asked.allow_button)
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)

        _question, step, result, answer = await messages(person)
        assert [each.name for each in step.tool_calls] == ["current_time"]
        assert result.role is Role.TOOL
        assert result.tool_use is not None
        assert result.tool_use.decision is Decision.ONCE
        assert "UTC" in result.text
        assert "UTC" in answer.text
        assert person.view.composer.edit.hasFocus()
        assert len(person.view.transcript.message_list.row_keys()) == 3  # question, steps, answer


@flow
async def test_a_call_is_refused_with_a_reason_for_the_model(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        name = await person.send(CALL)
        asked = await question(person)
        asked.reason.setFocus()
        await person.type("It is late anyway")
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)

        _question, _step, refused, answer = await messages(person)
        assert refused.tool_use is not None
        assert refused.tool_use.decision is Decision.REFUSED
        assert refused.tool_use.started_at is None
        assert "It is late anyway" in answer.text


@flow
async def test_two_calls_at_once_are_answered_one_after_the_other(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        person.view.composer.set_text(f'{CALL} & current_time {{"time_zone": "Asia/Tokyo"}}')
        person.view.composer.edit.setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: len(person.view.transcript.asking_ids()) == 2)
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: len(person.view.transcript.asking_ids()) == 1)
        await person.press(Qt.Key.Key_Escape)
        await person.until_idle(person.view.conversation_id)

        _question, _step, first, second, _answer = await messages(person)
        assert first.tool_use is not None
        assert second.tool_use is not None
        assert first.tool_use.decision is Decision.ONCE
        assert second.tool_use.decision is Decision.REFUSED


@flow
async def test_always_is_a_setting_and_asks_no_more(qapp: QApplication, tmp_path: Path) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        name = await person.send(CALL)
        asked = await question(person)
        asked.always_button.setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)
        assert person.rooms.settings.current.tool_permissions == {TIME: Permission.ALWAYS}

        await person.send(CALL)
        await person.until_idle(name)
        uses = [each.tool_use for each in await messages(person) if each.role is Role.TOOL]
        assert [use and use.decision for use in uses] == [Decision.ALWAYS] * 2


@flow
async def test_a_waiting_call_survives_quitting_and_is_continued(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        await person.send(CALL)
        await question(person)

    async with hubbub(qapp, tmp_path) as person:
        await person.until(lambda: bool(person.view.transcript.messages()))
        call = person.view.transcript.messages()[-1]
        assert (call.role, call.status) == (Role.TOOL, MessageStatus.INTERRUPTED)
        view = person.view.transcript.view_of(call.id)
        assert view is not None
        view.footer.offers.continue_button.click()
        await question(person)
        person.view.composer.edit.setFocus()
        asked = await question(person)
        asked.allow_button.setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(person.view.conversation_id)
        ended = await messages(person)
        assert [each.status for each in ended] == [MessageStatus.COMPLETE] * 4
