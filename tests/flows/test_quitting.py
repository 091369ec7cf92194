"""Quitting waits for what changes something, and for nothing else."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.widgets.chat_panel.changes import AnswerForm, FormKind
from tests.flows.driving import CONTROL, PATIENCE_SECONDS, flow, hubbub

pytestmark = pytest.mark.usefixtures("scripted_engine")


@flow
async def test_an_engine_that_never_counts_does_not_hold_the_end_up(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        async with hubbub(qapp, tmp_path) as person:
            typing = person.rooms.composer
            await person.type("half a question")
            await person.until(lambda: typing.is_counting(person.view.conversation_id))
        async with hubbub(qapp, tmp_path) as person:
            assert person.view.composer.draft().text == "half a question"


@flow
async def test_an_engine_that_never_answers_does_not_hold_the_end_up(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        async with hubbub(qapp, tmp_path) as person:
            chat = await person.send("say 2")
            await person.until_idle(chat)
            person.rooms.window.requests.points_requested.emit(chat)
            person.view.composer.thinking_button.opened.emit()
            panel = person.rooms.window.chat_panel
            await person.press(Qt.Key.Key_I, CONTROL)
            await person.until(lambda: panel.editor.conversation_id == chat)
            panel.form.continue_with(AnswerForm(FormKind.GRAMMAR, 'root ::= "yes"'))
            person.view.focus_composer()
            await person.type("another")
            await person.press(Qt.Key.Key_Return)
            await asyncio.sleep(0.1)  # until all of them have asked the engine
        async with hubbub(qapp, tmp_path) as person:
            assert person.view.composer.draft().text == "another"
            assert len(await person.stored(chat)) == 2


@flow
async def test_no_window_stays_on_the_screen_when_the_program_ends(
    qapp: QApplication, tmp_path: Path
) -> None:
    def visible() -> list[QWidget]:
        return [each for each in qapp.topLevelWidgets() if each.isVisible()]

    async with asyncio.timeout(PATIENCE_SECONDS), hubbub(qapp, tmp_path) as person:
        await person.rooms.comparisons.show()
        sources = person.rooms.sources
        sources.open()
        await person.until(lambda: sources.page is not None and sources.page.isVisible())
        sources.editing.open()
        assert visible()
    assert visible() == []
