"""Wishes that come before the last one is carried out: the newest holds, none runs on alone."""

import asyncio
import shutil
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.conversations import Conversation
from app.domain.messages import MessageStatus, OutgoingMessage
from app.errors import StorageError, lazy
from app.models.controllers import loading as model
from app.models.library.models import builtin_model, describe
from engine.client.client import EnginePhase
from engine.gguf.model_file import ModelFile
from tests.flows.driving import CONTROL, SHIFT, flow, hubbub


@flow
async def test_escape_right_after_enter_stops_the_answer(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        chat = person.view.conversation_id
        await person.type("Tell me a story about tabs")
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
            focused = QApplication.focusWidget()
            assert focused is not None
            QTest.keyClick(focused, key)
        await person.until_idle(chat)
        assert (await person.stored(chat))[1][1] is MessageStatus.CANCELLED


@flow
async def test_what_is_typed_before_a_new_tab_is_stored_goes_into_the_new_tab(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        create = person.rooms.history.conversations.create
        disk_answers = asyncio.Event()

        async def slowly(title: str = "") -> Conversation:
            await disk_answers.wait()
            return await create(title)

        monkeypatch.setattr(person.rooms.history.conversations, "create", slowly)
        old = person.view
        await person.type("for the old")
        await person.press(Qt.Key.Key_T, CONTROL)
        await person.type("Count to 3")
        await person.press(Qt.Key.Key_Backspace)
        await person.type("4")
        assert len(person.tab_ids) == 1
        disk_answers.set()
        await person.until(lambda: len(person.tab_ids) == 2)
        assert old.composer.edit.toPlainText() == "for the old"
        await person.until(lambda: person.view.composer.edit.toPlainText() == "Count to 4")
        await person.type("0")
        assert person.view.composer.edit.toPlainText() == "Count to 40"


@flow
async def test_what_is_typed_for_a_new_tab_that_fails_is_not_sent_in_the_old_one(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        disk_answers = asyncio.Event()

        async def fail(title: str = "") -> Conversation:
            await disk_answers.wait()
            raise StorageError(lazy("The disk is full."))

        monkeypatch.setattr(person.rooms.history.conversations, "create", fail)
        chat = person.view.conversation_id
        await person.press(Qt.Key.Key_T, CONTROL)
        await person.type("for the new")
        await person.press(Qt.Key.Key_Return)
        disk_answers.set()
        await person.until(lambda: person.view.composer.edit.toPlainText() == "for the new")
        assert chat not in person.rooms.replies.running_ids
        assert await person.stored(chat) == []


@flow
async def test_a_message_that_is_stored_with_another_letter_leaves_the_box(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        chat = person.view.conversation_id
        person.view.composer.set_draft(OutgoingMessage("Count\0to 3"))
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: person.view.composer.edit.toPlainText() == "")
        assert (await person.stored(chat))[0][0] == "Count\ufffdto 3"


@flow
async def test_what_was_typed_right_before_its_tab_was_closed_is_there_again(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        chat = await person.new_tab()
        await person.type("not yet sent")
        await person.press(Qt.Key.Key_W, CONTROL)
        await person.until(lambda: chat not in person.tab_ids)
        await person.press(Qt.Key.Key_T, CONTROL | SHIFT)
        await person.until(lambda: chat in person.tab_ids)
        assert person.view.composer.draft().text == "not yet sent"


@flow
async def test_a_message_on_its_way_to_the_disk_is_no_draft_any_more(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        chat, view = person.view.conversation_id, person.view
        await person.type("Count to 3")
        await person.press(Qt.Key.Key_Return)
        view.composer.flush_draft()  # as the pause in typing does, if it ends just now
        await person.until(lambda: view.composer.draft().text == "")
        await person.until_idle(chat)
        conversation = await person.rooms.history.conversations.get(chat)
        assert conversation is not None
        assert conversation.draft.text == ""


@pytest.mark.parametrize("closes_tab", [True, pytest.param(False, marks=pytest.mark.nightly)])
@flow
async def test_what_is_sent_right_before_the_end_is_a_message_or_a_draft_and_never_both(
    qapp: QApplication, tmp_path: Path, *, closes_tab: bool
) -> None:
    async def first() -> str:
        async with hubbub(qapp, tmp_path) as person:
            chat = person.view.conversation_id
            await person.type("Count to 3")
            await person.press(Qt.Key.Key_Return)
            if closes_tab:
                await person.press(Qt.Key.Key_W, CONTROL)
                await person.until_idle(chat)
            return chat

    async def second(chat: str) -> None:
        async with hubbub(qapp, tmp_path) as person:
            conversation = await person.rooms.history.conversations.get(chat)
            assert conversation is not None
            sent = [message.text for message in conversation.messages]
            assert ("Count to 3" in sent) != (conversation.draft.text == "Count to 3")

    await second(await first())


@flow
async def test_of_two_models_opened_in_haste_the_second_is_loaded(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = tmp_path / "first.gguf", tmp_path / "second.gguf"
    should_continue, has_looked = threading.Event(), threading.Event()

    def slow_for_the_first(path: Path) -> ModelFile:
        if path == first:
            should_continue.wait(10)
            has_looked.set()
        return describe(path)

    async def story() -> None:
        async with hubbub(qapp, tmp_path) as person:
            monkeypatch.setattr(model, "describe", slow_for_the_first)
            client = person.rooms.client
            person.rooms.model.open(str(first))
            person.rooms.model.open(str(second))
            await person.until(
                lambda: client.state.model is not None and client.state.model.path == str(second)
            )
            should_continue.set()
            await asyncio.to_thread(has_looked.wait, 10)
            await asyncio.sleep(0.05)  # what would follow had its turn
            assert client.state.phase is EnginePhase.READY
            assert person.rooms.settings.current.model_path == str(second)

    for path in (first, second):
        shutil.copy(builtin_model(), path)
    try:
        await story()
    finally:
        should_continue.set()
