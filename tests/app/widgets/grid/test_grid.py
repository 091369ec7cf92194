"""The grid: borrowed pages of tabs side by side, and navigation by keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.messages import OutgoingMessage
from app.domain.tabs import TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.widgets.conversation.view import ConversationView
from app.widgets.grid.board import GridShape, best_shape
from app.widgets.grid.cell import GridCell
from app.widgets.grid.tab_grid import TabGrid
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.transcript.message_actions import MessageAction
from app.widgets.transcript.prose_view import ProseView
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import grow_reply, growing, question, reply
from tests.app.widgets.windows import page_of, press, shown_message, tabbed_window

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


def add_tab(window: MainWindow, name: str) -> None:
    view = ConversationView(name)
    view.transcript.set_messages((question(), reply()))
    window.panes.add(name, f"Title {name}", view, is_activated=False)


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """A window with five tabs, the first of them active."""
    window = tabbed_window(qtbot, "abcde")
    for name in "abcde":
        page_of(window, name).transcript.set_messages((question(), reply()))
    window.resize(1320, 800)
    return window


@pytest.fixture
def grid(window: MainWindow) -> TabGrid:
    """The grid of the window, opened with its shortcut."""
    press(Key.Key_G, CTRL | SHIFT)
    (grid,) = window.grids.grids()
    assert grid.isVisible()
    return grid


def cell(grid: TabGrid, name: str) -> GridCell:
    found = grid.cells.get(name)
    assert found is not None
    return found


def prose(view: ConversationView) -> ProseView:
    """Return the text of the reply."""
    shown = shown_message(view.transcript, 2)
    text = shown.block_views[0]
    assert isinstance(text, ProseView)
    return text


def test_every_tab_has_a_cell_with_its_own_page(window: MainWindow, grid: TabGrid) -> None:
    assert grid.shown_ids() == tuple("abcde")
    for name in "abcde":
        view = page_of(window, name)
        assert view.parentWidget() is cell(grid, name)
        assert view.transcript.isVisible()
    assert (grid.board.shape.columns, grid.board.shape.rows) == (3, 2)


def test_its_counts_and_buttons_are_in_line_with_the_bar(window: MainWindow, grid: TabGrid) -> None:
    chip = window.engine_corner.chip
    middles = {
        part.mapTo(window, part.rect().center()).y()
        for part in (grid.bar.label, grid.bar.new_button, chip)
    }
    assert len(middles) == 1


def test_its_counts_are_not_cut_in_a_narrow_window(
    window: MainWindow, grid: TabGrid, qtbot: QtBot
) -> None:
    for name in "fghijklmn":
        add_tab(window, name)
    for name in "abcd":
        window.panes.items.set_state(name, TabState(TabActivity.WRITING))
    window.actions_by_name.sidebar.trigger()
    label = grid.bar.label
    needed = label.fontMetrics().horizontalAdvance("14 chats · 4 active")
    for width in range(500, 900, 20):
        window.resize(width, 700)
        qtbot.waitUntil(grid.bar.page_label.isVisible)
        assert label.text() == "14 chats · 4 active"
        qtbot.waitUntil(lambda: label.width() >= needed, timeout=1000)


def test_the_cells_of_the_last_page_use_its_whole_area(window: MainWindow, grid: TabGrid) -> None:
    for number in range(23):
        add_tab(window, f"tab{number}")
    assert grid.board.page_count == 3
    grid.bar.page_requested.emit(2)
    cells = grid.board.shown_cells()
    assert len(cells) == 4
    area = sum(each.width() * each.height() for each in cells)
    assert area > 0.9 * grid.board.width() * grid.board.height()
    first, right, below, _last = cells
    assert grid.board.neighbour(first, right=1, down=0) is right
    assert grid.board.neighbour(first, right=0, down=1) is below
    above = grid.board.neighbour(first, right=0, down=-1)
    assert above is not None
    assert grid.board.neighbour(above, right=0, down=1) is first
    assert grid.board.neighbour(below, right=0, down=1) is None


def test_the_key_shows_the_tabs_again_as_they_were(window: MainWindow, grid: TabGrid) -> None:
    press(Key.Key_G, CTRL | SHIFT)
    assert not grid.isVisible()
    assert grid.shown_ids() == ()
    view = page_of(window, "a")
    assert view.isVisible()
    assert view.composer.edit.hasFocus()
    assert not page_of(window, "b").isVisible()
    window.panes.activate("b")
    assert page_of(window, "b").isVisible()
    assert page_of(window, "b").composer.isVisible()


def test_only_the_cell_in_use_has_a_message_box(window: MainWindow, grid: TabGrid) -> None:
    assert cell(grid, "a").hasFocus()
    assert [page_of(window, name).composer.isVisible() for name in "abc"] == [True, False, False]
    press(Key.Key_Right)
    assert [page_of(window, name).composer.isVisible() for name in "abc"] == [False, True, False]
    assert window.panes.active_id() == "b"


def test_in_a_small_window_the_cell_in_use_still_shows_some_lines(
    window: MainWindow, grid: TabGrid, qtbot: QtBot
) -> None:
    window.resize(800, 600)
    view = page_of(window, "a")
    qtbot.waitUntil(lambda: view.transcript.height() > 3 * view.fontMetrics().lineSpacing())


def test_what_is_typed_on_a_cell_goes_into_its_box_and_stays_in_sight(
    window: MainWindow, grid: TabGrid
) -> None:
    press(Key.Key_Right)
    press(Key.Key_H)
    press(Key.Key_I)
    assert page_of(window, "b").composer.edit.toPlainText() == "hi"
    press(Key.Key_Left, ALT | SHIFT)
    assert page_of(window, "a").composer.edit.hasFocus(), "who writes goes on writing"
    assert page_of(window, "b").composer.isVisible(), "it is not sent yet"


def test_arrows_move_the_cursor_in_a_message_box(window: MainWindow, grid: TabGrid) -> None:
    press(Key.Key_X)
    press(Key.Key_Right)
    press(Key.Key_Down)
    assert window.panes.active_id() == "a"


def test_enter_opens_the_cell_as_a_tab(window: MainWindow, grid: TabGrid) -> None:
    press(Key.Key_Down)
    press(Key.Key_Return)
    assert not grid.isVisible()
    assert window.panes.active_id() == "d"
    assert page_of(window, "d").composer.edit.hasFocus()


@pytest.mark.parametrize("is_on_text", [True, False])
def test_a_double_click_opens_the_cell_as_a_tab(
    window: MainWindow, grid: TabGrid, is_on_text: bool
) -> None:
    target: QWidget = cell(grid, "c").title_line
    if is_on_text:
        target = prose(page_of(window, "c")).viewport()
    handle = window.windowHandle()
    place = target.mapTo(window, QPoint(8, target.height() // 2))
    QTest.mouseDClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert window.panes.active_id() == "c"
    assert not grid.isVisible()


def test_the_button_opens_the_cell_as_a_tab(window: MainWindow, grid: TabGrid) -> None:
    QTest.mouseClick(cell(grid, "b").title_line.open_button, Qt.MouseButton.LeftButton)
    assert window.panes.active_id() == "b"
    assert not grid.isVisible()


def test_escape_goes_one_step_out_and_stops_nothing(
    window: MainWindow, grid: TabGrid, qtbot: QtBot
) -> None:
    stopped = QSignalSpy(window.requests.stop_requested)
    window.panes.items.set_state("a", TabState(TabActivity.WRITING))
    press(Key.Key_X)
    press(Key.Key_Escape)
    assert cell(grid, "a").hasFocus()
    press(Key.Key_Escape)
    assert not grid.isVisible()
    assert stopped.count() == 0
    press(Key.Key_Escape)
    assert stopped.count() == 1


def test_a_running_answer_is_stopped_in_its_cell(window: MainWindow, grid: TabGrid) -> None:
    stopped = QSignalSpy(window.requests.stop_requested)
    line = cell(grid, "c").title_line
    assert not line.stop_button.isVisible()
    window.panes.items.set_state("c", TabState(TabActivity.WRITING))
    QTest.mouseClick(line.stop_button, Qt.MouseButton.LeftButton)
    assert stopped.at(0) == ["c"]


def test_a_cell_says_what_its_chat_is_doing(window: MainWindow, grid: TabGrid) -> None:
    window.panes.items.set_title("b", "Soup")
    usage = ReplyUsage(reply_tokens=101, decode_seconds=2.0)
    window.panes.items.set_state("b", TabState(TabActivity.WRITING, usage=usage))
    assert cell(grid, "b").title_line.state_text() == "50 tokens/s"
    assert cell(grid, "b").accessibleName() == "Soup, Writing…"
    assert grid.bar.label.text() == "5 chats · 1 active"
    slow = ReplyUsage(reply_tokens=3, decode_seconds=2.0)
    window.panes.items.set_state("c", TabState(TabActivity.WRITING, usage=slow))
    assert cell(grid, "c").title_line.state_text() == "1.0 tokens/s"


def test_a_running_answer_grows_in_its_cell(window: MainWindow, grid: TabGrid) -> None:
    transcript = page_of(window, "d").transcript
    transcript.set_messages((question(), growing()))
    grow_reply(transcript, 2, "Once upon a tab")
    transcript.renderer.draw()
    assert prose(page_of(window, "d")).toPlainText() == "Once upon a tab"


def test_new_and_closed_tabs_come_and_go(window: MainWindow, grid: TabGrid) -> None:
    add_tab(window, "f")
    assert grid.shown_ids() == tuple("abcdef")
    window.panes.remove("b")
    window.panes.remove("a")
    assert grid.shown_ids() == tuple("cdef")
    assert cell(grid, "c").hasFocus()


def test_a_new_tab_is_written_in_at_once(window: MainWindow, grid: TabGrid) -> None:
    view = ConversationView("new")
    window.panes.add("new", "New chat", view)
    view.focus_composer()
    assert view.composer.edit.hasFocus()
    assert view.parentWidget() is cell(grid, "new")


def test_cells_of_another_page_are_hidden_and_draw_nothing(
    window: MainWindow, grid: TabGrid
) -> None:
    for number in range(12):
        add_tab(window, f"n{number}")
    assert grid.board.page_count == 2
    assert len(grid.shown_ids()) == 9
    hidden = page_of(window, "n11").transcript
    hidden.set_messages((question(), growing()))
    grow_reply(hidden, 2, "nobody sees this")
    assert not hidden.isVisible()
    assert not hidden.renderer.is_drawing()
    QTest.mouseClick(grid.bar.next_button, Qt.MouseButton.LeftButton)
    assert hidden.isVisible()
    assert grid.shown_ids() == tuple(f"n{number}" for number in range(4, 12))


def test_keys_turn_the_page(window: MainWindow, grid: TabGrid) -> None:
    for number in range(12):
        add_tab(window, f"n{number}")
    for _ in range(3):
        press(Key.Key_Down)
    assert grid.board.page == 1
    assert window.panes.active_id() == grid.shown_ids()[0]
    press(Key.Key_Up)
    assert grid.board.page == 0


def test_what_a_grid_shows_counts_as_seen(window: MainWindow, grid: TabGrid) -> None:
    assert window.panes.is_on_show("e")
    press(Key.Key_Escape)
    assert not window.panes.is_on_show("e")


def test_no_page_but_that_of_the_active_tab_is_shown_when_the_grid_opens(
    window: MainWindow,
) -> None:
    for number in range(12):
        add_tab(window, f"n{number}")
    window.panes.activate("n11")
    (grid,) = window.grids.grids()
    shown: list[tuple[str, ...]] = []
    grid.shown_changed.connect(lambda: shown.append(grid.shown_ids()))
    press(Key.Key_G, CTRL | SHIFT)
    assert set(shown) - {()} == {tuple(f"n{number}" for number in range(4, 12))}


def test_below_the_last_row_stands_the_box_for_all(window: MainWindow, grid: TabGrid) -> None:
    press(Key.Key_Down)
    press(Key.Key_Down)
    composer = grid.send_box.composer
    assert composer.edit.hasFocus()
    assert composer.edit.accessibleName() == "Send to all 5 chats shown"
    assert not page_of(window, "d").composer.isVisible()
    sent = QSignalSpy(composer.submitted)
    QTest.keyClicks(composer.edit, "hello")
    press(Key.Key_Return)
    assert sent.at(0) == [OutgoingMessage("hello")]
    press(Key.Key_Escape)
    assert cell(grid, "d").hasFocus()


def test_a_further_window_has_a_grid_of_its_own(window: MainWindow, qtbot: QtBot) -> None:
    window.pane_layout.detach("e")
    window.pane_layout.detach("d")
    extra = window.pane_layout.extra_windows[0]
    qtbot.waitUntil(lambda: window.panes.in_use.window() is not window)
    window.panes.activate("e")
    window.actions_by_name.grid.trigger()
    grids = window.grids.grids()
    assert [grid.shown_ids() for grid in grids] == [(), ("e",), ()]
    assert grids[1].window() is extra
    window.pane_layout.bring_back("e")
    assert len(window.grids.grids()) == 2
    assert window.panes.view_of("e") is not None
    window.panes.activate("e")
    assert page_of(window, "e").isVisible()


LEAST = QSize(240, 150)
WINDOW = QSize(1120, 640)


@pytest.mark.parametrize(
    ("count", "columns", "rows"),
    [
        (1, 1, 1),
        (2, 2, 1),
        (3, 2, 2),
        (4, 2, 2),
        (5, 3, 2),
        (6, 3, 2),
        (9, 3, 3),
        (10, 4, 3),
        (12, 4, 3),
        (20, 4, 3),
    ],
)
def test_the_shape_grows_with_the_number_of_chats(count: int, columns: int, rows: int) -> None:
    assert best_shape(count, WINDOW, LEAST) == GridShape(columns, rows)


@pytest.mark.parametrize(
    ("room", "columns", "rows"),
    [
        (QSize(500, 800), 2, 3),
        (QSize(300, 800), 1, 3),
        (QSize(1120, 200), 3, 1),
        (QSize(100, 50), 1, 1),
    ],
)
def test_a_small_window_has_fewer_cells_on_a_page(room: QSize, columns: int, rows: int) -> None:
    assert best_shape(9, room, LEAST) == GridShape(columns, rows)


@given(count=st.integers(1, 40), width=st.integers(240, 4000), height=st.integers(150, 3000))
def test_cells_are_large_enough_and_never_touch(count: int, width: int, height: int) -> None:
    room = QSize(width, height)
    shape = best_shape(count, room, LEAST)
    areas = [shape.cell_area(index, room) for index in range(min(count, shape.capacity))]
    for number, area in enumerate(areas):
        assert area.width() >= LEAST.width()
        assert area.height() >= LEAST.height()
        assert QRect(0, 0, width, height).contains(area)
        assert not any(area.intersects(other) for other in areas[:number])


@pytest.mark.parametrize("width", [1320, 700, 500])
def test_a_cell_says_in_whole_words_why_its_chat_waits(
    window: MainWindow, grid: TabGrid, width: int
) -> None:
    window.resize(width, 800)
    QApplication.processEvents()
    why = "Waiting for a slot: 4 of 4 in use, position 2"
    waiting = TabState(TabActivity.QUEUED, queue_position=2, queue_text=why)
    shown = grid.board.shown_cells()
    low = shown[1].title_line.height()
    for each in shown:
        window.panes.items.set_state(each.conversation_id, waiting)
    QApplication.processEvents()
    for each in shown:
        line = each.title_line
        assert " ".join(line.state_lines) == why, "also in the cell in use, with its buttons"
        metrics = QFontMetrics(sized_font(line.font(), TypeSize.SMALL))
        assert all(metrics.horizontalAdvance(text) < line.width() for text in line.state_lines)
        assert line.height() > low
        assert why in each.accessibleName()
    window.panes.items.set_state(shown[1].conversation_id, TabState(TabActivity.WRITING))
    QApplication.processEvents()
    assert shown[1].title_line.height() == low


def test_a_cell_reserves_no_row_for_the_actions_of_the_newest_answer(
    window: MainWindow, grid: TabGrid
) -> None:
    QApplication.processEvents()
    view = page_of(window, "b")
    message = shown_message(view.transcript, 2)
    height, end = message.height(), message.body.geometry().bottom()
    assert height - end <= 6

    message.footer.reveal(is_revealed=True)
    QApplication.processEvents()
    actions = message.footer.actions
    assert message.height() == height, "no text moves under the mouse"
    assert message.rect().contains(actions.geometry())
    assert actions.button(MessageAction.COPY) is not None
    drawn = message.grab().toImage()
    message.footer.reveal(is_revealed=False)
    assert message.grab().toImage() != drawn

    view.transcript.set_pinned(frozenset({2}))
    QApplication.processEvents()
    assert message.height() > height + 8, "the pin is always drawn"
    view.transcript.set_pinned(frozenset())
    press(Key.Key_G, CTRL | SHIFT)
    QApplication.processEvents()
    assert message.height() - message.body.geometry().bottom() > 12


def test_a_growing_answer_in_a_cell_keeps_its_lines_when_it_ends(
    window: MainWindow, grid: TabGrid
) -> None:
    transcript = page_of(window, "d").transcript
    transcript.set_messages((question(), growing()))
    grow_reply(transcript, 2, "Once upon a tab")
    transcript.renderer.draw()
    QApplication.processEvents()
    before = shown_message(transcript, 2).height()
    transcript.set_messages((question(), reply(text="Once upon a tab")))
    QApplication.processEvents()
    assert shown_message(transcript, 2).height() == before
