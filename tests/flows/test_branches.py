"""Branches by real keys and the mouse: edited, answered again and forked while others stream."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.messages import MessageStatus, Role
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.message_actions import MessageAction
from tests.flows.driving import CONTROL, Person, flow, hubbub

ALT = Qt.KeyboardModifier.AltModifier
LONG = "Tell me a story about tabs"
SHORT = "How do I close a tab?"
OTHER = "How do I open a new tab?"


def newest(person: Person, role: Role) -> MessageView:
    """Return the last message of one side in the tab in front."""
    messages = person.view.transcript.messages()
    message = next(each for each in reversed(messages) if each.role is role)
    view = person.view.transcript.view_of(message.id)
    assert view is not None
    return view


async def click(person: Person, view: MessageView, action: MessageAction) -> None:
    """Press the button of a message with the mouse."""
    await person.until(lambda: view.footer.actions.is_possible(action))
    button = view.footer.actions.button(action)
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


async def _three_others_stream(person: Person) -> list[str]:
    others = []
    for _ in range(3):
        await person.new_tab()
        others.append(await person.send(LONG))
    await person.press(Qt.Key.Key_1, CONTROL)
    return others


@flow
async def test_a_message_is_edited_and_answered_again_while_three_others_stream(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        name = await person.send(SHORT)
        await person.until_idle(name)
        first = person.view.transcript.last_reply_text()
        others = await _three_others_stream(person)
        await click(person, newest(person, Role.USER), MessageAction.EDIT)
        await person.press(Qt.Key.Key_A, CONTROL)
        await person.type(OTHER)
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: name in person.rooms.replies.running_ids)
        assert set(others) <= person.rooms.replies.running_ids, "they go on meanwhile"
        await person.until_idle(name)
        question = newest(person, Role.USER)
        assert question.message.text == OTHER
        assert question.footer.actions.version_text == "2 / 2"
        await click(person, newest(person, Role.ASSISTANT), MessageAction.REGENERATE)
        await person.until(lambda: name in person.rooms.replies.running_ids)
        await person.until_idle(name)
        assert newest(person, Role.ASSISTANT).footer.actions.version_text == "2 / 2"
        person.view.focus_composer()
        await person.press(Qt.Key.Key_Left, ALT)
        await person.until(
            lambda: newest(person, Role.ASSISTANT).footer.actions.version_text == "1 / 2"
        )
        await click(person, newest(person, Role.USER), MessageAction.EARLIER_SIBLING)
        await person.until(lambda: person.view.transcript.last_reply_text() == first)
        assert newest(person, Role.USER).message.text == SHORT
        await person.until_idle(*others)
        for other in others:
            assert (await person.stored(other))[1][1] is MessageStatus.COMPLETE
        assert [text for text, _ in await person.stored(name)] == [SHORT, first]


@flow
async def test_a_stopped_answer_goes_on_from_where_it_was(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        name = await person.send(LONG)
        await person.until(lambda: len(person.view.transcript.last_reply_text() or "") > 40)
        await person.press(Qt.Key.Key_Escape)
        await person.until_idle(name)
        cut = person.view.transcript.last_reply_text() or ""
        assert newest(person, Role.ASSISTANT).footer.actions.is_possible(MessageAction.CONTINUE)
        await person.press(Qt.Key.Key_Return, ALT)
        await person.until(lambda: name in person.rooms.replies.running_ids)
        await person.until_idle(name)
        whole, status = (await person.stored(name))[1]
        assert status is MessageStatus.COMPLETE
        assert whole.startswith(cut)
        assert len(whole) > len(cut)
        again = await person.new_tab()
        assert await person.send(LONG) == again
        await person.until_idle(again)
        assert (await person.stored(again))[1][0] == whole, "as if it had never been stopped"
