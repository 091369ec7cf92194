"""The first minute: three hints that never block, and a help page under F1."""

from pathlib import Path

import qasync
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain import MessageStatus
from tests.flows.driving import Person, hubbub


def hints(person: Person) -> list[str]:
    return [toast.content.text for toast in person.rooms.window.toasts.shown]


def press_action(person: Person) -> None:
    (toast,) = person.rooms.window.toasts.shown
    toast.action_button.setFocus()
    QTest.keyClick(toast.action_button, Qt.Key.Key_Space)


def test_hints_come_one_by_one_and_only_once(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def flow() -> None:
        async with hubbub(qapp, tmp_path) as person:
            onboarding = person.rooms.onboarding
            onboarding.offer_tour()
            assert [hint[:10] for hint in hints(person)] == ["Tip 1 of 3"]
            await person.until_idle(await person.send("What can you do?"))

            press_action(person)
            assert [hint[:10] for hint in hints(person)] == ["Tip 2 of 3"]
            press_action(person)
            press_action(person)
            assert hints(person) == []
            assert onboarding.help is not None
            onboarding.offer_tour()
            assert hints(person) == []

    qt_loop.run_until_complete(flow())


def test_f1_tells_how_it_works(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def flow() -> None:
        async with hubbub(qapp, tmp_path) as person:
            await person.press(Qt.Key.Key_F1)
            page = person.rooms.onboarding.help
            assert page is not None
            assert "F12 opens a panel" in page.text()
            await person.until(page.isActiveWindow)
            await person.press(Qt.Key.Key_Escape)
            await person.until(lambda: person.rooms.onboarding.help is None)

    qt_loop.run_until_complete(flow())


def test_one_click_asks_all_four_questions_in_four_tabs(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def flow() -> None:
        async with hubbub(qapp, tmp_path) as person:
            button = person.view.empty_state.ask_all_button
            assert button.text() == "Ask all four in four tabs"
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            await person.until(lambda: len(person.rooms.replies.running_ids) == 4)
            tabs = person.tab_ids
            await person.until_idle(*tabs)

            assert any(len(step.decode_slots) == 4 for step in person.steps)
            for conversation_id in tabs:
                _question, (answer, status) = await person.stored(conversation_id)
                assert status is MessageStatus.COMPLETE
                assert len(answer) > 100

    qt_loop.run_until_complete(flow())
