"""All tabs at once, live in a grid: seen, written to, sent to together, by real keys."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.messages import MessageStatus
from app.widgets.grid.tab_grid import TabGrid
from app.widgets.transcript.transcript_renderer import FRAME_SECONDS
from tests.flows.driving import CONTROL, SHIFT, Person, flow, hubbub


def grid_of(person: Person) -> TabGrid:
    return person.rooms.window.grids.grids()[0]


@flow
async def test_asking_all_four_shows_them_side_by_side(qapp: QApplication, tmp_path: Path) -> None:
    async with hubbub(qapp, tmp_path) as person:
        button = person.view.empty_state.ask_all_button
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        await person.until(lambda: len(person.rooms.replies.running_ids) == 4)
        grid, tabs = grid_of(person), person.tab_ids
        assert grid.isVisible()
        assert grid.shown_ids() == tabs
        await person.until_idle(*tabs)
        for name in tabs:
            view = person.rooms.window.panes.view_of(name)
            assert view is not None
            _question, (text, status) = await person.stored(name)
            assert status is MessageStatus.COMPLETE
            assert text == view.transcript.last_reply_text()


@flow
async def test_a_tab_that_leaves_a_grid_for_another_window_is_whole_again(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        panes = person.rooms.window.panes
        left = await person.new_tab()
        await person.press(Qt.Key.Key_N, CONTROL | SHIFT)
        others = [left, await person.new_tab(), await person.new_tab()]
        (extra,) = person.rooms.window.pane_layout.extra_windows
        await person.press(Qt.Key.Key_G, CONTROL | SHIFT)
        extra.close()
        await person.until(lambda: person.view.composer.edit.hasFocus())
        for name in others:
            panes.activate(name)
            assert person.view.composer.isVisible()
            assert person.view.header.isVisible()
            assert person.view.transcript.renderer.frame_seconds == FRAME_SECONDS


@flow
async def test_a_tab_goes_from_grid_to_grid(qapp: QApplication, tmp_path: Path) -> None:
    async with hubbub(qapp, tmp_path) as person:
        moved = await person.new_tab()
        await person.press(Qt.Key.Key_G, CONTROL | SHIFT)
        await person.press(Qt.Key.Key_N, CONTROL | SHIFT)
        await person.new_tab()
        await person.press(Qt.Key.Key_G, CONTROL | SHIFT)
        person.rooms.window.pane_layout.bring_back(moved)
        grid = grid_of(person)
        cell = grid.cells.get(moved)
        assert cell is not None
        assert person.view.parentWidget() is cell
        assert not person.view.header.isVisible()
