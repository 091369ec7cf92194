"""The sidebar by real keys and the mouse: new chats, names, tags, the archive, who waits."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.conversations import ConversationSummary
from app.domain.tabs import TabActivity
from app.widgets.sidebar.now_rows import NowRow
from app.widgets.sidebar.sidebar import Sidebar
from tests.fakes.engine_process import SLOT_COUNT
from tests.flows.driving import CONTROL, SHIFT, Person, flow, hubbub
from tests.flows.seeding import seed, tree

pytestmark = pytest.mark.usefixtures("scripted_engine")

LEFT = Qt.MouseButton.LeftButton


def sidebar_of(person: Person) -> Sidebar:
    return person.rooms.window.sidebar


def known(person: Person, name: str) -> ConversationSummary:
    (summary,) = sidebar_of(person).conversations.listed.known((name,))
    return summary


def rows(person: Person) -> list[str]:
    model = sidebar_of(person).view.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


@flow
async def test_chats_begin_in_the_list_or_in_a_folder_and_are_named_where_they_stand(
    qapp: QApplication, tmp_path: Path
) -> None:
    await seed(tmp_path, [tree(name, ["hello", "yes?"]) for name in ("c0", "c1")])
    async with hubbub(qapp, tmp_path) as person:
        sidebar = sidebar_of(person)
        before = person.tab_ids
        QTest.mouseClick(sidebar.new_chat_button, LEFT)
        await person.until(lambda: len(person.tab_ids) == len(before) + 1)
        person.rooms.window.requests.folder_requested.emit(("c0",), "work")
        await person.until(lambda: "work (1)" in rows(person))
        folder = sidebar.view.visualRect(sidebar.conversations.index_of_folder("work"))
        QTest.mouseClick(sidebar.view.viewport(), LEFT, pos=folder.topRight() + QPoint(-14, 14))
        await person.until(lambda: len(person.tab_ids) == len(before) + 2)
        person.view.focus_composer()
        begun = await person.send("say 1")
        await person.until_idle(begun)
        await person.until(lambda: known(person, begun).folder == "work")
        await person.press(Qt.Key.Key_O, CONTROL | SHIFT)
        await person.until(lambda: len(person.tab_ids) == len(before) + 3)
        again = await person.send("say 2")
        await person.until_idle(again)
        assert known(person, again).folder == "work", "that of the chat in front"

        sidebar.view.setFocus()
        sidebar.view.setCurrentIndex(sidebar.conversations.index_of("c1"))
        await person.press(Qt.Key.Key_F2)
        await person.type("Never")
        await person.press(Qt.Key.Key_Escape)
        await person.press(Qt.Key.Key_F2)
        await person.type("Tea")
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: known(person, "c1").title == "Tea")


@flow
async def test_now_shows_who_is_answered_and_stops_them_by_key(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        now = sidebar_of(person).now
        assert not now.isVisible()
        busy = [await person.send("on and on")]
        for _ in range(SLOT_COUNT):
            await person.new_tab()
            busy.append(await person.send("on and on"))

        def row(place: int) -> NowRow:
            found = now.rows.row(now.rows.index(place))
            assert found is not None
            return found

        await person.until(lambda: now.rows.rowCount() == len(busy))
        await person.until(lambda: row(0).state.activity is TabActivity.WRITING)
        await person.until(lambda: "on" in now.rows.tail(row(0)))
        assert row(SLOT_COUNT).conversation_id == busy[-1], "who waits comes last"
        now.view.setFocus(Qt.FocusReason.TabFocusReason)
        first = row(0).conversation_id
        await person.press(Qt.Key.Key_Escape)
        await person.until_idle(first)
        await person.until(lambda: now.rows.rowCount() == SLOT_COUNT)
        await person.press(Qt.Key.Key_Return)
        chosen = now.view.currentIndex()
        await person.until(lambda: person.view.conversation_id == busy[1])
        assert chosen.isValid()
        for name in busy:
            person.rooms.window.requests.stop_requested.emit(name)
        await person.until_idle(*busy)
        await person.until(lambda: not now.isVisible())


@flow
async def test_who_waits_has_a_place_and_who_is_written_a_pencil(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:

        def heard(name: str) -> str:
            index = sidebar_of(person).conversations.index_of(name)
            return str(index.data(Qt.ItemDataRole.AccessibleTextRole))

        busy = [await person.send("on and on")]
        for _ in range(SLOT_COUNT):
            await person.new_tab()
            busy.append(await person.send("on and on"))
        await person.until(lambda: "waiting, position 1" in heard(busy[-1]))
        await person.until(lambda: "being answered" in heard(busy[0]))
        for name in busy:
            person.rooms.window.requests.stop_requested.emit(name)
        await person.until_idle(*busy)
        await person.until(lambda: "waiting" not in heard(busy[-1]))
