"""Tabs by keys and mouse: in sight after a restart, listed, told apart, in a column, in order."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.data_folders import Paths
from app.domain.tabs import OpenTabs
from app.storage.history import History
from app.widgets.tabs.row import TabRow
from tests.flows.driving import CONTROL, SHIFT, flow, hubbub
from tests.flows.seeding import seed, tree

NAMES = tuple(f"c{number}" for number in range(9))


async def fill_tabs(folder: Path, names: tuple[str, ...] = NAMES) -> None:
    """Leave these conversations in tabs, the last one in front."""
    await seed(folder, [tree(name, ["ask", "answer"]) for name in names])
    history = await History.open(Paths.under(folder).database)
    await history.tabs.save(OpenTabs(names, names[-1]))
    await history.close()


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def in_sight(row: TabRow) -> tuple[str, ...]:
    seen = row.visibleRegion().boundingRect()
    return tuple(id_ for index, id_ in enumerate(row.ids()) if seen.contains(row.tabRect(index)))


@flow
async def test_after_a_restart_the_tabs_are_in_sight_and_the_list_leads_to_each(
    qapp: QApplication, tmp_path: Path
) -> None:
    await fill_tabs(tmp_path)
    async with hubbub(qapp, tmp_path) as person:
        person.rooms.window.resize(2200, 800)
        await person.until(lambda: person.tab_ids == NAMES)
        pane = person.rooms.window.panes.in_use
        await person.until(lambda: in_sight(pane.bar.row_of(NAMES[-1])) == NAMES)
        await person.press(Qt.Key.Key_A, CONTROL | SHIFT)
        await person.type("c")
        popup = pane.tab_list
        assert popup is not None
        assert popup.model.rowCount() == len(NAMES), "all begin alike"
        await person.press(Qt.Key.Key_Down)
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: person.view.conversation_id == NAMES[1])
        assert person.view.composer.edit.hasFocus(), focused()
        await person.type("a draft")
        await person.press(Qt.Key.Key_A, CONTROL | SHIFT)
        await person.press(Qt.Key.Key_Delete)
        await person.until(lambda: NAMES[1] not in person.tab_ids)
        await person.press(Qt.Key.Key_Tab)
        await person.press(Qt.Key.Key_Space)
        await person.until(lambda: len(person.tab_ids) == 1)
        await person.press(Qt.Key.Key_Escape)
        await person.press(Qt.Key.Key_T, CONTROL | SHIFT)
        await person.until(lambda: len(person.tab_ids) == 2)


@flow
async def test_tabs_stand_in_a_column_and_ctrl_tab_follows_their_use(
    qapp: QApplication, tmp_path: Path
) -> None:
    await fill_tabs(tmp_path)
    async with hubbub(qapp, tmp_path) as person:
        window = person.rooms.window
        person.rooms.settings.change(has_vertical_tabs=True, switches_by_use=True)
        row = window.panes.in_use.bar.row_of(NAMES[0])
        await person.until(lambda: row.tabRect(1).top() > row.tabRect(0).top())
        await person.until(lambda: in_sight(row) == NAMES)
        first = row.tabRect(0).center()
        QTest.mouseClick(row, Qt.MouseButton.LeftButton, pos=first)
        assert person.view.conversation_id == NAMES[0]
        await person.press(Qt.Key.Key_4, CONTROL)
        for names in ((NAMES[0],), (NAMES[3],), (NAMES[0], NAMES[8])):
            for name in names:
                # Not a click, which would let go of Ctrl as well.
                QTest.keyPress(focused(), Qt.Key.Key_Tab, CONTROL)
                assert person.view.conversation_id == name
            QTest.keyRelease(focused(), Qt.Key.Key_Control)
        window.actions_by_name.vertical_tabs.trigger()
        assert not person.rooms.settings.current.has_vertical_tabs
        await person.until(lambda: row.tabRect(1).top() == row.tabRect(0).top())
