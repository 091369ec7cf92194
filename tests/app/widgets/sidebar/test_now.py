"""*Now*: who is being answered, with the last words, who waits, and how they are stopped."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QListView
from pytestqt.qtbot import QtBot

from app.domain.reply_text import ReplyText
from app.domain.tabs import TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.widgets.kit.theme import colours_of
from app.widgets.sidebar.now import NowPanel, row_area, rows_height, stop_area
from app.widgets.sidebar.sidebar import Sidebar
from tests.app.widgets.samples import summary

LEFT = Qt.MouseButton.LeftButton
WRITING = TabState(
    TabActivity.WRITING, usage=ReplyUsage(reply_tokens=21, decode_seconds=2.0, prompt_tokens=5)
)
READING = TabState(TabActivity.READING, progress=0.43)


def queued(place: int) -> TabState:
    return TabState(TabActivity.QUEUED, queue_position=place)


@pytest.fixture
def sidebar(empty_sidebar: Sidebar) -> Sidebar:
    """Twenty chats, none of which is answered."""
    chats = tuple(summary(str(number), f"Chat {number}") for number in range(20))
    empty_sidebar.conversations.set_conversations(chats)
    QApplication.processEvents()
    return empty_sidebar


def titles(now: NowPanel) -> list[str]:
    return [str(now.rows.index(row).data()) for row in range(now.rows.rowCount())]


def heard(now: NowPanel, row: int) -> str:
    return str(now.rows.index(row).data(Qt.ItemDataRole.AccessibleTextRole))


def tail(now: NowPanel, row: int) -> str:
    shown = now.rows.row(now.rows.index(row))
    assert shown is not None
    return now.rows.tail(shown)


def test_it_is_absent_until_a_chat_is_answered_and_after_the_last(sidebar: Sidebar) -> None:
    assert not sidebar.now.isVisible()
    sidebar.now.set_state("3", READING)
    assert sidebar.now.isVisible()
    assert titles(sidebar.now) == ["Chat 3"]
    sidebar.now.remove("3")
    assert not sidebar.now.isVisible()


def marked(view: QListView, title: str) -> bool:
    """Return whether the row with a title is drawn as selected."""
    QApplication.processEvents()
    rows = (view.model().index(row, 0) for row in range(view.model().rowCount()))
    row = next(view.visualRect(each) for each in rows if str(each.data()) == title)
    left = view.viewport().grab().toImage().pixelColor(row.left() + 8, row.center().y())
    colour: str = colours_of(view.palette()).bubble
    return left == QColor(colour)


def test_the_chat_in_front_is_marked_once(sidebar: Sidebar) -> None:
    now = sidebar.now
    sidebar.set_active("3")
    assert marked(sidebar.view, "Chat 3")
    now.set_state("3", WRITING)
    now.set_state("4", WRITING)
    assert (marked(now.view, "Chat 3"), marked(sidebar.view, "Chat 3")) == (True, False)
    assert sidebar.view.selected_ids() == ("3",), "for the keys that rename and delete"
    sidebar.set_active("5")
    assert (marked(now.view, "Chat 3"), marked(sidebar.view, "Chat 5")) == (False, True)
    sidebar.set_active("3")
    now.remove("3")
    assert marked(sidebar.view, "Chat 3")
    now.set_state("3", WRITING)
    sidebar.view.selectAll()
    assert marked(sidebar.view, "Chat 3"), "one of several"


def test_those_for_the_user_come_first_and_the_queue_last(sidebar: Sidebar) -> None:
    now = sidebar.now
    for name, state in (
        ("1", queued(2)),
        ("2", queued(1)),
        ("3", READING),
        ("4", WRITING),
        ("5", TabState(TabActivity.ASKING)),
    ):
        now.set_state(name, state)
    assert titles(now) == ["Chat 5", "Chat 3", "Chat 4", "Chat 2", "Chat 1"]
    now.set_state("2", READING)
    now.set_state("1", queued(1))
    assert titles(now) == ["Chat 5", "Chat 3", "Chat 4", "Chat 2", "Chat 1"], "in order of start"


def test_an_answer_keeps_its_place_while_others_begin_and_tools_run(sidebar: Sidebar) -> None:
    now = sidebar.now
    for number in range(8):
        now.set_state(str(number), queued(number + 1))
    for name in ("6", "2", "4"):  # the tab in front overtakes
        now.set_state(name, READING)
    now.set_state("2", TabState(TabActivity.WORKING))
    now.set_state("2", queued(1))
    now.set_state("7", queued(1))
    waiting = ["Chat 0", "Chat 7", "Chat 1", "Chat 3", "Chat 5"]
    assert titles(now) == ["Chat 6", "Chat 2", "Chat 4", *waiting]
    now.remove("2")
    now.set_state("2", queued(9))
    assert titles(now)[-1] == "Chat 2", "another answer begins at the end of the queue"


def test_of_a_hundred_the_one_in_front_is_in_view_and_stays_there(sidebar: Sidebar) -> None:
    now = sidebar.now
    chats = tuple(summary(str(number), f"Chat {number}") for number in range(100))
    sidebar.conversations.set_conversations(chats)
    for number in range(100):
        now.set_state(str(number), WRITING if number < 4 else queued(number - 3))
    QApplication.processEvents()
    sidebar.set_active("60")
    spot = now.view.visualRect(now.rows.index_of("60"))
    assert now.view.viewport().rect().contains(spot)
    for number in range(4, 40):
        now.remove(str(number))
    now.set_state("99", WRITING)
    QApplication.processEvents()
    assert now.view.visualRect(now.rows.index_of("60")) == spot


def test_a_row_shows_the_last_words_and_the_speed(sidebar: Sidebar) -> None:
    now, text = sidebar.now, ReplyText(1)
    now.set_state("3", READING)
    now.set_text("3", text)
    assert tail(now, 0) == "Reading 43%…"
    assert heard(now, 0) == "Chat 3, Reading 43%"
    text.append("thinks\n", is_reasoning=True)
    now.set_state("3", WRITING)
    assert tail(now, 0) == "thinks"
    text.append("First line.\n\nSecond   line.")
    assert tail(now, 0) == "First line. Second line."
    assert heard(now, 0) == "Chat 3, Writing, 10 tok/s"


def test_titles_that_begin_alike_show_where_they_differ(sidebar: Sidebar) -> None:
    long = "Write a long story about animal number {number} with many chapters"
    chats = tuple(summary(each, long.format(number=each)) for each in "34")
    sidebar.conversations.set_conversations(chats)
    for each in "34":
        sidebar.now.set_state(each, WRITING)
    rows = sidebar.now.rows
    shown = [rows.cut_title(rows.index(row), 20, len) for row in range(2)]
    assert shown == ["…3 with many chapte…", "…4 with many chapte…"]
    sidebar.conversations.update_conversations((summary("4", "Ships"),))
    shown = [rows.cut_title(rows.index(row), 20, len) for row in range(2)]
    assert shown == ["Write a long story…", "Ships"], "as soon as one has another title"
    sidebar.set_open_ids(frozenset("34"))
    assert rows.cut_title(rows.index(0), 20, len) == "Write a long story…"
    sidebar.conversations.update_conversations((summary("3", "Boats", days_ago=-1),))
    shown = [rows.cut_title(rows.index(row), 20, len) for row in range(2)]
    assert shown == ["Boats", "Ships"], "although open tabs list these chats, and no day does"


def test_only_what_has_grown_is_painted_again(sidebar: Sidebar, qtbot: QtBot) -> None:
    now, text = sidebar.now, ReplyText(1)
    for name in ("3", "4"):
        now.set_state(name, WRITING)
    now.set_text("3", text)
    now.view.repaint_changed()
    QApplication.processEvents()
    before = now.view.grab().toImage()
    text.append("and these words are new")
    changed = QSignalSpy(now.rows.dataChanged)
    qtbot.waitUntil(lambda: now.view.grab().toImage() != before)
    assert changed.count() == 0, "a screen reader is not interrupted ten times a second"


def test_a_click_opens_and_stop_stops(sidebar: Sidebar) -> None:
    now = sidebar.now
    now.set_state("3", WRITING)
    now.set_state("4", WRITING)
    QApplication.processEvents()
    sidebar.filter_box.setFocus()
    opened = QSignalSpy(sidebar.requests.conversation_activated)
    stopped = QSignalSpy(sidebar.requests.stop_requested)
    area = now.view.visualRect(now.rows.index(1))
    QTest.mouseClick(now.view.viewport(), LEFT, pos=area.center())
    assert opened.at(0) == ["4"]
    spot = stop_area(area, now.view.font()).center()
    QTest.mouseClick(now.view.viewport(), LEFT, pos=spot)
    assert stopped.at(0) == ["4"]
    assert opened.count() == 1, "stopping opens nothing"
    assert sidebar.filter_box.hasFocus(), "where it was"


def test_keys_open_and_stop(sidebar: Sidebar) -> None:
    now = sidebar.now
    now.set_state("3", WRITING)
    now.set_state("4", WRITING)
    opened = QSignalSpy(sidebar.requests.conversation_activated)
    stopped = QSignalSpy(sidebar.requests.stop_requested)
    now.view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(now.view, Qt.Key.Key_Down)
    QTest.keyClick(now.view, Qt.Key.Key_Return)
    assert opened.at(0) == ["4"]
    QTest.keyClick(now.view, Qt.Key.Key_Escape)
    assert stopped.at(0) == ["4"]


def test_no_row_moves_under_a_pointer_that_moves(sidebar: Sidebar, qtbot: QtBot) -> None:
    now = sidebar.now
    for name in ("3", "4"):
        now.set_state(name, WRITING)
    QApplication.processEvents()
    spot = now.view.visualRect(now.rows.index(0)).center()
    QTest.mouseMove(now.view.viewport(), spot + QPoint(3, 0))
    QTest.mouseMove(now.view.viewport(), spot)
    qtbot.waitUntil(now.underMouse)
    now.remove("3")
    assert now.rows.rowCount() == 2, "the row is empty and keeps its place"
    stopped = QSignalSpy(sidebar.requests.stop_requested)
    at_stop = stop_area(now.view.visualRect(now.rows.index(0)), now.view.font()).center()
    QTest.mouseClick(now.view.viewport(), LEFT, pos=at_stop)
    assert stopped.count() == 0, "the chat that moved up was not meant"
    qtbot.waitUntil(lambda: titles(now) == ["Chat 4"])


def test_the_list_below_keeps_its_place_under_a_pointer_that_moves(
    sidebar: Sidebar, qtbot: QtBot
) -> None:
    spot = sidebar.view.visualRect(sidebar.conversations.index_of("5")).center()
    QTest.mouseMove(sidebar.view.viewport(), spot + QPoint(3, 0))
    QTest.mouseMove(sidebar.view.viewport(), spot)
    qtbot.waitUntil(sidebar.view.underMouse)
    before = sidebar.view.mapToGlobal(QPoint())
    sidebar.now.set_state("3", WRITING)
    QApplication.processEvents()
    assert sidebar.view.mapToGlobal(QPoint()) == before
    qtbot.waitUntil(sidebar.now.isVisible)


def test_background_work_is_one_row_with_its_names(sidebar: Sidebar) -> None:
    now = sidebar.now
    now.set_background(("Which is best?",))
    assert titles(now) == ["Which is best?"]
    now.set_background(("Which is best?", "Naming chats"))
    assert titles(now) == ["Which is best? and 1 more"]
    asked = QSignalSpy(now.view.background_opened)
    now.view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(now.view, Qt.Key.Key_Return)
    assert asked.count() == 1
    now.set_background(())
    assert not now.isVisible()


def test_many_rows_leave_the_list_half_of_the_sidebar(sidebar: Sidebar) -> None:
    for number in range(16):
        sidebar.now.set_state(str(number), WRITING)
    QApplication.processEvents()
    assert sidebar.view.height() > sidebar.height() * 0.35
    sidebar.now.view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(sidebar.now.view, Qt.Key.Key_End)
    assert sidebar.now.view.verticalScrollBar().value() > 0


def test_a_search_hides_it(sidebar: Sidebar) -> None:
    sidebar.now.set_state("3", WRITING)
    sidebar.filter_box.setText("chat")
    assert not sidebar.now.isVisible()
    sidebar.filter_box.clear()
    assert sidebar.now.isVisible()


def test_more_slots_are_offered_only_while_chats_wait(sidebar: Sidebar) -> None:
    now = sidebar.now
    now.set_state("3", WRITING)
    now.set_more_slots(6)
    assert not now.slots_button.isVisible()
    now.set_state("5", replace(queued(0), queue_text="Waiting for memory"))
    now.set_state("6", replace(queued(1), machine="Studio"))
    assert not now.slots_button.isVisible(), "more slots would not help"
    now.set_state("4", queued(1))
    assert now.slots_button.isVisible()
    asked = QSignalSpy(now.more_slots_requested)
    QTest.mouseClick(now.slots_button, LEFT)
    assert asked.count() == 1
    now.slots_button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(now.slots_button, Qt.Key.Key_Space)
    assert asked.count() == 2
    assert now.view.hasFocus(), "not whatever comes next"
    now.set_more_slots(0)
    assert not now.slots_button.isVisible()


def test_new_figures_neither_sort_the_rows_nor_draw_them_before_the_next_frame(
    sidebar: Sidebar, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = sidebar.now
    for number in range(16):
        now.set_state(str(number), WRITING)
    arranged: list[None] = []
    arrange = now.rows.arrange
    monkeypatch.setattr(now, "_arrange", lambda: arranged.append(arrange()))
    for tokens in range(30, 40):
        for number in range(16):
            usage = replace(WRITING.usage, reply_tokens=tokens)
            now.set_state(str(number), replace(WRITING, usage=usage))
    assert not arranged
    now.set_state("3", replace(WRITING, activity=TabActivity.ASKING))
    assert arranged
    assert titles(now)[0] == "Chat 3"


def test_a_word_paints_its_line_only_and_leaves_the_title_as_it_was(sidebar: Sidebar) -> None:
    now, text = sidebar.now, ReplyText(1, "The")
    now.set_state("3", WRITING)
    now.set_text("3", text)
    QApplication.processEvents()
    now.view.repaint_changed()
    QApplication.processEvents()
    row = now.view.visualRect(now.rows.index(0))
    before = now.view.viewport().grab().toImage()
    text.append(" quick brown fox")
    now.view.repaint_changed()
    QApplication.processEvents()
    painted = now.view.delegate.painted.boundingRect()
    assert row.contains(painted)
    assert painted.top() > row.center().y() - 4
    after = now.view.viewport().grab().toImage()
    title = row.adjusted(0, 0, 0, painted.top() - 1 - row.bottom())
    assert after.copy(title) == before.copy(title)
    assert after.copy(painted) != before.copy(painted)
    now.set_state("3", READING)
    now.view.repaint_changed()
    QApplication.processEvents()
    assert now.view.delegate.painted.boundingRect() == row


@pytest.mark.parametrize(
    ("count", "room", "height"),
    [
        (0, 400, 0),
        (3, 400, 120),
        (10, 400, 400),
        (11, 400, 380),  # nine and a half
        (11, 379, 340),
        (11, 50, 40),
        (1, 10, 40),
    ],
)
def test_of_rows_that_scroll_the_last_one_in_sight_is_half_seen(
    count: int, room: int, height: int
) -> None:
    assert rows_height(count, 40, room) == height


def test_the_offer_of_more_slots_is_in_line_with_the_rows(sidebar: Sidebar) -> None:
    now = sidebar.now
    now.set_state("3", WRITING)
    now.set_state("4", queued(1))
    now.set_more_slots(6, "This happens once no answer is written.")
    QApplication.processEvents()
    row = row_area(now.view.visualRect(now.rows.index_of("3")))
    assert now.slots_button.x() == now.view.x() + row.left()
    assert now.slots_button.geometry().right() == now.view.x() + row.right()
    picture = now.grab().toImage()
    title = first_ink(picture, now.view.geometry(), 30)
    assert abs(first_ink(picture, now.slots_button.geometry(), 30) - title) <= 1
    assert abs(first_ink(picture, now.slots_label.geometry(), 30) - title) <= 1


def first_ink(picture: QImage, area: QRect, left: int) -> int:
    """Return the first column with a dark pixel in an area, from ``left`` on."""
    ground = picture.pixelColor(2, area.top() + 2).lightness()
    for x in range(left, area.right()):
        column = (picture.pixelColor(x, y) for y in range(area.top(), area.bottom()))
        if any(abs(each.lightness() - ground) > 60 for each in column):
            return x
    raise AssertionError("it is empty")
