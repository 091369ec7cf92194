"""Answers by real keys and the mouse: edited, quoted, deleted and brought back, written again."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.domain.conversations import Preset
from app.domain.messages import Message, MessageStatus, Role
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.message_actions import MessageAction
from app.widgets.transcript.prose_view import ProseView
from tests.flows.driving import CONTROL, Person, flow, hubbub, move_mouse
from tests.flows.test_branches import SHORT, click, newest

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # menus, of a display

LONG = "Tell me a story about tabs"
MENU_MOVES = 7


async def open_menu(person: Person) -> QMenu:
    """Wait for a menu that has just been asked for."""
    await person.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


async def choose(person: Person, text: str) -> None:
    """Press a line of the menu on show."""
    menu = await open_menu(person)
    line = next(each for each in menu.actions() if each.text() == text)
    point = menu.actionGeometry(line).center()
    # A test before this one may have left the pointer at this place. A click where the pointer was
    # when the menu opened belongs, to Qt, to what opened it, unless there were seven moves since.
    for distance in range(MENU_MOVES, 0, -1):
        await move_mouse(menu, point + QPoint(distance, 0))
    await move_mouse(menu, point)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=point)
    await person.until(lambda: QApplication.activePopupWidget() is not menu)


def last_reply(person: Person) -> Message:
    return newest(person, Role.ASSISTANT).message


@flow
async def test_an_edited_answer_goes_on_and_nothing_before_the_change_is_read_again(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        name = await person.send(LONG)
        await person.until_idle(name)
        first = last_reply(person)
        assert first.usage is not None
        kept = first.text[: len(first.text) * 2 // 3].rpartition(" ")[0]
        await click(person, newest(person, Role.ASSISTANT), MessageAction.EDIT)
        editor = newest(person, Role.ASSISTANT).editor
        assert editor is not None
        await person.press(Qt.Key.Key_End, CONTROL)
        for _ in range(len(first.text) - len(kept)):
            await person.press(Qt.Key.Key_Backspace)
        await person.type(" and a cat")
        QTest.mouseClick(editor.continue_button, Qt.MouseButton.LeftButton)
        await person.until(lambda: name in person.rooms.replies.running_ids)
        await person.until_idle(name)
        edited = last_reply(person)
        assert edited.text.startswith(f"{kept} and a cat")
        assert len(edited.text) > len(f"{kept} and a cat"), "it was gone on with"
        assert edited.usage is not None
        counted = await person.rooms.client.queries.count_tokens(name, kept)
        assert counted is not None
        assert edited.usage.reused_tokens >= first.usage.prompt_tokens + counted.token_count - 1
        assert newest(person, Role.ASSISTANT).footer.actions.version_text == "2 / 2"
        await click(person, newest(person, Role.ASSISTANT), MessageAction.EARLIER_SIBLING)
        await person.until(lambda: last_reply(person).text == first.text)


@flow
async def test_a_message_is_deleted_and_the_key_brings_it_back(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        for text in (SHORT, LONG):
            name = await person.send(text)
            await person.until_idle(name)
        before = person.view.transcript.messages()
        first = _view(person, before[1])
        await click(person, first, MessageAction.MORE)
        await choose(person, "Delete message")
        await person.until(lambda: len(person.view.transcript.messages()) == 3)
        left = [before[0].text, before[2].text, before[3].text]
        assert [text for text, _ in await person.stored(name)] == left
        await person.send(SHORT)
        await person.until_idle(name)
        assert (await person.stored(name))[-1][1] is MessageStatus.COMPLETE
        person.view.focus_composer()
        await person.press(Qt.Key.Key_Z, CONTROL)
        await person.until(lambda: len(person.view.transcript.messages()) == 6)
        assert [each.id for each in person.view.transcript.messages()][:4] == [
            each.id for each in before
        ]


def _view(person: Person, message: Message) -> MessageView:
    view = person.view.transcript.show_message(message.id)
    assert view is not None
    return view


@flow
async def test_a_selection_is_quoted_and_an_answer_is_written_again_with_a_preset(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await person.rooms.history.presets.save(Preset("Short", {"max_tokens": 3}))
        name = await person.send(LONG)
        await person.until_idle(name)
        view = newest(person, Role.ASSISTANT)
        prose = view.body.block_views[0]
        assert isinstance(prose, ProseView)
        QTest.mouseDClick(prose.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(12, 10))
        word = view.selected_text()
        assert word
        view.build_menu().popup(view.mapToGlobal(QPoint(5, 5)))
        await choose(person, "Quote selection")
        assert person.view.composer.edit.toPlainText() == f"> {word}\n\n"

        await click(person, view, MessageAction.MORE)
        await choose(person, "Regenerate with…")
        await choose(person, "Preset “Short”")
        await person.until(lambda: name in person.rooms.replies.running_ids)
        await person.until_idle(name)
        again = last_reply(person)
        assert again.usage is not None
        assert again.usage.reply_tokens == 3
        assert again.sibling_count == 2
        stored = await person.rooms.history.conversations.get(name)
        assert stored is not None
        assert stored.options.preset_name is None, "for this answer only"
