"""Four tabs answered at once, stopped, killed and restarted, by real keys on the real model."""

import os
import signal
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.domain.messages import MessageStatus
from app.settings import CloseAction
from app.widgets.sidebar.row_data import IS_RUNNING_ROLE
from app.widgets.transcript.message_footer import MessageNote
from engine.client.client import EnginePhase
from tests.flows.driving import CONTROL, SHIFT, Person, flow, hubbub

QUESTION = "Tell me a story about tabs"
NUMBER_KEYS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4)


async def _ask_in_four_tabs(person: Person) -> list[str]:
    """Type into four tabs first, then press Enter in one after the other."""
    for index in range(4):
        if index:
            await person.new_tab()
        await person.type(QUESTION)
    for key in NUMBER_KEYS:
        await person.press(key, CONTROL)
        await person.press(Qt.Key.Key_Return)
    conversations = list(person.tab_ids)
    await person.until(lambda: bool(person.rooms.replies.running_ids))
    return conversations


@flow
async def test_four_tabs_are_answered_by_the_same_decode_calls(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        conversations = await _ask_in_four_tabs(person)
        await person.until_idle(*conversations)
        together = [step for step in person.steps if len(step.decode_slots) == 4]
        assert len(together) >= 10, "single decode calls carried tokens of four sequences"
        for conversation in conversations:
            _, (reply, status) = await person.stored(conversation)
            assert status is MessageStatus.COMPLETE
            assert len(reply) > 100


@flow
async def test_quitting_in_mid_reply_and_starting_again_shows_everything(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def first() -> tuple[list[str], str]:
        async with hubbub(qapp, tmp_path) as person:
            conversations = await _ask_in_four_tabs(person)
            await person.until(lambda: bool(person.view.transcript.last_reply_text()))
            await person.press(Qt.Key.Key_T, CONTROL)
            await person.until(lambda: len(person.tab_ids) == 5)
            await person.type("not sent yet")
            person.rooms.settings.change(leaving=CloseAction.QUIT)  # it is not asked about here
            await person.press(Qt.Key.Key_Q, CONTROL)
            await person.rooms.wait_for_quit()
            return list(person.tab_ids), conversations[-1]

    async def second(tab_ids: list[str], running: str) -> None:
        async with hubbub(qapp, tmp_path) as person:
            assert list(person.tab_ids) == tab_ids
            assert person.view.conversation_id == tab_ids[-1]
            assert person.view.composer.edit.toPlainText() == "not sent yet"
            question, (reply, status) = await person.stored(running)
            assert question[0] == QUESTION
            assert status is MessageStatus.INTERRUPTED
            assert reply
            await person.press(Qt.Key.Key_4, CONTROL)
            assert person.view.transcript.last_reply_text() == reply

    tab_ids, running = await first()
    await second(tab_ids, running)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@flow
async def test_a_killed_engine_interrupts_the_replies_and_comes_back(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        conversations = await _ask_in_four_tabs(person)
        await person.until(lambda: bool(person.view.transcript.last_reply_text()))
        process_id = person.rooms.client.process_id
        assert process_id is not None
        os.kill(process_id, signal.SIGKILL)
        await person.until_idle(*conversations)
        _, (reply, status) = await person.stored(conversations[-1])
        assert status is MessageStatus.INTERRUPTED
        assert reply
        notes = [each.text() for each in person.view.transcript.findChildren(MessageNote)]
        assert notes[-1] == "Interrupted. The engine stopped unexpectedly (SIGKILL)."
        await person.until(lambda: person.rooms.client.state.phase is EnginePhase.READY)
        again = await person.send("What can Hubbub do?")
        await person.until_idle(again)
        assert (await person.stored(again))[-1][1] is MessageStatus.COMPLETE


@flow
async def test_a_closed_tab_goes_on_being_answered_and_can_be_reopened(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        first = await person.send(QUESTION)
        await person.new_tab()
        await person.press(Qt.Key.Key_1, CONTROL)
        await person.press(Qt.Key.Key_W, CONTROL)
        assert first not in person.tab_ids
        assert first in person.rooms.replies.running_ids
        sidebar = person.rooms.window.sidebar
        await person.until(
            lambda: sidebar.conversations.index_of(first).data(IS_RUNNING_ROLE) is True
        )
        assert sidebar.conversations.index_of(first).row() == 1, "below its heading"
        await person.press(Qt.Key.Key_T, CONTROL | SHIFT)
        await person.until(lambda: first in person.tab_ids)
        await person.until_idle(first)
        assert person.view.conversation_id == first
        _, (reply, status) = await person.stored(first)
        assert status is MessageStatus.COMPLETE
        assert person.view.transcript.last_reply_text() == reply
