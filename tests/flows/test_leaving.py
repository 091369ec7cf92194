"""Leaving in the middle of answers, and coming back to them: with real keys and a real engine."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from app.data_folders import Paths
from app.domain.messages import MessageStatus
from app.settings import Settings, SettingsFile
from tests.flows.driving import CONTROL, Person, flow, hubbub

pytestmark = pytest.mark.usefixtures("scripted_engine")
COUNT = 4


def stored_settings(folder: Path) -> Settings:
    return SettingsFile(Paths.under(folder).settings_file).load()[0]


def press_button(widget: QWidget, text: str) -> None:
    buttons = (each for each in widget.findChildren(QPushButton) if each.isVisible())
    QTest.mouseClick(next(e for e in buttons if e.text() == text), Qt.MouseButton.LeftButton)


def toasts(person: Person) -> list[str]:
    return [each.content.text for each in person.rooms.window.toasts.shown]


async def write_for_ever(person: Person, count: int) -> list[str]:
    """Ask in so many tabs what never ends, until each has some words."""
    ids: list[str] = []
    for _ in range(count):
        if ids:
            await person.new_tab()
        ids.append(await person.send("on and on"))
    await person.until(lambda: all(_has_words(person, each) for each in ids))
    return ids


def _has_words(person: Person, conversation_id: str) -> bool:
    view = person.rooms.window.panes.view_of(conversation_id)
    return view is not None and bool(view.transcript.last_reply_text())


@flow
async def test_four_answers_that_quitting_cut_go_on_together(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def first() -> list[str]:
        async with hubbub(qapp, tmp_path) as person:
            ids = await write_for_ever(person, COUNT)
            await person.press(Qt.Key.Key_Q, CONTROL)
            question = person.rooms.leaving.question
            assert question is not None
            assert question.text == "4 answers are still being written."
            QTest.keyClick(question, Qt.Key.Key_Escape)
            assert len(person.rooms.replies.running_ids) == COUNT, "cancelled, all go on"
            person.rooms.window.activateWindow()  # no window manager does it here
            person.view.focus_composer()
            await person.until(person.view.composer.edit.hasFocus)
            await person.press(Qt.Key.Key_Q, CONTROL)
            question = person.rooms.leaving.question
            assert question is not None
            press_button(question, "Quit anyway")
            await person.rooms.wait_for_quit()
        return ids

    async def second(ids: tuple[str, ...]) -> None:
        async with hubbub(qapp, tmp_path, settings=stored_settings(tmp_path)) as person:
            before = {each: (await person.stored(each))[-1] for each in ids}
            assert {status for _text, status in before.values()} == {MessageStatus.INTERRUPTED}
            await person.until(lambda: toasts(person) == ["4 answers were interrupted."])
            front = person.view.conversation_id
            (toast,) = person.rooms.window.toasts.shown
            press_button(toast, "Continue all")
            await person.until(lambda: not person.rooms.settings.current.interrupted_ids)
            await person.until_idle(*ids)
            assert toasts(person) == []
            assert person.view.conversation_id == front
            for each in ids:
                text, status = (await person.stored(each))[-1]
                assert status is MessageStatus.COMPLETE
                assert text.startswith(before[each][0])
                assert len(text) > len(before[each][0])
            assert stored_settings(tmp_path).interrupted_ids == ()

    ids = await first()
    await second(tuple(ids))
