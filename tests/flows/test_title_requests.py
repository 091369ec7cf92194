"""A title that the user asks the model for."""

from collections.abc import Coroutine
from pathlib import Path

import pytest
import qasync
from PySide6.QtWidgets import QApplication

from app.domain import TitleOrigin, ToastContent
from tests.fakes.engine_process import SLOT_COUNT
from tests.flows.driving import Person, hubbub

pytestmark = pytest.mark.usefixtures("scripted_engine")

PROPOSED = "A talk of tests"


def _run(loop: qasync.QEventLoop, story: Coroutine[None, None, None]) -> None:
    loop.run_until_complete(story)


async def named(person: Person, title: str) -> str:
    """Return a conversation that the user has given a title."""
    conversation_id = await person.send("say 3")
    await person.until_idle(conversation_id)
    person.rooms.window.requests.rename_requested.emit(conversation_id, title)
    await person.until(lambda: person.rooms.window.panes.items.title(conversation_id) == title)
    return conversation_id


async def fill_the_slots(person: Person) -> list[str]:
    """Let every slot answer a conversation of its own, and return these."""
    busy = []
    for _ in range(SLOT_COUNT):
        await person.new_tab()
        busy.append(await person.send("on and on"))
    return busy


def request(person: Person, conversation_id: str) -> None:
    """Choose the entry of the tab's menu."""
    menu = person.rooms.window.pane_layout.tab_menu(conversation_id)
    (entry,) = (each for each in menu.actions() if each.text() == "Suggest a title")
    entry.trigger()
    menu.close()


def toasts(person: Person, action: str) -> list[ToastContent]:
    """Return what the window says with such a button."""
    toasts = person.rooms.window.toasts.shown
    return [each.content for each in toasts if each.content.action == action]


async def press_button(person: Person, action: str) -> None:
    """Wait for a sentence with such a button, and press that."""
    await person.until(lambda: bool(toasts(person, action)))
    content = toasts(person, action)[0]
    person.rooms.window.requests.toast_action_requested.emit(content, action)


def test_a_wished_title_replaces_the_users_own_and_can_be_taken_back(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def story() -> None:
        async with hubbub(qapp, tmp_path) as person:
            name = await named(person, "Mine")
            request(person, name)
            await person.until(lambda: person.rooms.window.panes.items.title(name) == PROPOSED)
            assert await person.title(name) == (PROPOSED, TitleOrigin.MODEL)
            await press_button(person, "Undo")
            await person.until(lambda: person.rooms.window.panes.items.title(name) == "Mine")
            assert await person.title(name) == ("Mine", TitleOrigin.USER)

    _run(qt_loop, story())


def test_a_wish_waits_for_a_free_slot_and_can_be_given_up(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def story() -> None:
        async with hubbub(qapp, tmp_path) as person:
            name = await named(person, "Mine")
            busy = await fill_the_slots(person)
            request(person, name)
            await press_button(person, "Cancel")
            await person.until(lambda: not toasts(person, "Cancel"))
            request(person, name)
            await person.until(lambda: bool(toasts(person, "Cancel")))
            assert await person.title(name) == ("Mine", TitleOrigin.USER)
            for each in busy:
                person.rooms.window.requests.stop_requested.emit(each)
            await person.until(lambda: person.rooms.window.panes.items.title(name) == PROPOSED)

    _run(qt_loop, story())


def test_who_names_the_chat_meanwhile_keeps_the_own_title(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def story() -> None:
        async with hubbub(qapp, tmp_path) as person:
            name = await named(person, "Mine")
            await fill_the_slots(person)
            request(person, name)
            await person.until(lambda: bool(toasts(person, "Cancel")))
            person.rooms.window.requests.rename_requested.emit(name, "Mine again")
            await person.until(lambda: not toasts(person, "Cancel"))
            assert await person.title(name) == ("Mine again", TitleOrigin.USER)

    _run(qt_loop, story())


def test_a_chat_without_a_message_gets_no_title(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def story() -> None:
        async with hubbub(qapp, tmp_path) as person:
            request(person, person.view.conversation_id)
            await person.until(
                lambda: any("No title" in each for each in person.rooms.toasts.shown)
            )

    _run(qt_loop, story())
