"""Tabs: stable width in every state and crowd, words for everything that is drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QTabBar, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.domain.tabs import TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.conversation.state_text import tab_text
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.bar import CutEdge, TabBar, scrolled_to, tab_width
from app.widgets.tabs.items import TabItems
from app.widgets.tabs.row import TabRow
from tests.app.widgets.tabs.bars import Tabs, arrows_of, mark_of, row_of, strip_of

STATES = [
    (TabState(), "", ""),
    (TabState(TabActivity.QUEUED, queue_position=2), "2", "Waiting, position 2"),
    (TabState(TabActivity.QUEUED), "", "Waiting…"),
    (TabState(TabActivity.READING, progress=0.37), "", "Reading 37%…"),
    (TabState(TabActivity.READING, progress=1.0), "", "Reading 100%…"),
    (TabState(TabActivity.WRITING), "", "Writing…"),
    (TabState(TabActivity.FAILED), "", "The last answer failed"),
    (TabState(is_unread=True), "", "new answer"),
    (TabState(is_interrupted=True), "", "Interrupted"),
    (TabState(machine="rack"), "", "on rack"),
]
NAMES = tuple("abcdefghi")
RESTORES = range(0, 50, 4)  # every remainder of 3, 5 and 9


@pytest.mark.parametrize(("state", "number", "text"), STATES)
def test_a_state_is_drawn_and_told_at_the_same_width(
    tabs: Tabs, state: TabState, number: str, text: str
) -> None:
    idle = mark_of(tabs, "b").grab().toImage()
    before = row_of(tabs).tabRect(1)
    tabs.items.set_state("b", state)
    QApplication.processEvents()
    now = mark_of(tabs, "b").grab().toImage()

    assert mark_of(tabs, "b").text() == number
    assert row_of(tabs).tabRect(1) == before
    assert (now != idle) == bool(text)
    assert row_of(tabs).accessibleTabName(1) == (f"Title b, {text}" if text else "Title b")
    assert text in row_of(tabs).tabToolTip(1)


def test_new_figures_of_an_answer_search_for_no_tab(
    tabs: Tabs, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[str] = []
    told: list[TabState] = []
    index_of = TabRow.index_of

    def counted(row: TabRow, conversation_id: str) -> int | None:
        searched.append(conversation_id)
        return index_of(row, conversation_id)

    def text_of(state: TabState) -> str:
        told.append(state)
        return tab_text(state)

    monkeypatch.setattr(TabRow, "index_of", counted)
    monkeypatch.setattr("app.widgets.tabs.row.tab_text", text_of)
    tabs.items.set_state("b", TabState(TabActivity.WRITING))
    assert searched == ["b"], "to describe it"
    told.clear()
    for count in range(1, 4):
        usage = ReplyUsage(reply_tokens=count, decode_seconds=1.0)
        tabs.items.set_state("b", TabState(TabActivity.WRITING, usage=usage))
    assert (searched, told) == (["b"], [])
    assert mark_of(tabs, "b").state.usage.reply_tokens == 3


def test_a_ring_fills_while_a_chat_is_read_and_a_place_has_its_number(tabs: Tabs) -> None:
    mark, pictures = mark_of(tabs, "a"), []
    for state in (
        *(TabState(TabActivity.READING, progress=share) for share in (0.1, 0.4, 0.7, 1.0)),
        *(TabState(TabActivity.QUEUED, queue_position=place) for place in (1, 2, 12)),
    ):
        tabs.items.set_state("a", state)
        pictures.append(mark.grab().toImage())
    for number, picture in enumerate(pictures):
        assert all(picture != other for other in pictures[number + 1 :])
    tabs.items.set_state("a", TabState(TabActivity.QUEUED, queue_position=1234))
    assert mark.text() == "99"


def test_a_middle_click_closes(tabs: Tabs, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tabs.requests.close_tab_requested) as signal:
        QTest.mouseClick(
            row_of(tabs), Qt.MouseButton.MiddleButton, pos=row_of(tabs).tabRect(1).center()
        )
    assert signal.args == ["b"]
    assert row_of(tabs).count() == 3


def test_the_cross_closes_also_after_tabs_moved(tabs: Tabs, qtbot: QtBot) -> None:
    row_of(tabs).moveTab(0, 2)
    close_button = row_of(tabs).tabButton(2, QTabBar.ButtonPosition.RightSide)

    with qtbot.waitSignal(tabs.requests.close_tab_requested) as signal:
        QTest.mouseClick(close_button, Qt.MouseButton.LeftButton)
    assert signal.args == ["a"]


def test_moving_a_tab_tells_the_new_order(tabs: Tabs) -> None:
    signal = QSignalSpy(tabs.bar.reordered)
    row_of(tabs).moveTab(0, 2)

    assert signal.count() == 1
    assert tabs.bar.ids() == ("b", "c", "a")
    assert tabs.items.title("a") == "Title a"


def test_a_double_click_wishes_to_rename(tabs: Tabs, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tabs.requests.rename_dialog_requested) as signal:
        QTest.mouseDClick(
            row_of(tabs),
            Qt.MouseButton.LeftButton,
            pos=row_of(tabs).tabRect(2).center() - QPoint(10, 0),
        )
    assert signal.args == ["c"]


def test_a_row_narrower_than_its_buttons_has_room_for_no_pinned_tab(tabs: Tabs) -> None:
    tabs.items.set_pinned("a", is_pinned=True)
    tabs.bar.setMinimumWidth(1)
    tabs.bar.resize(1, 40)  # Qt warns of a negative width, which fails a test
    assert row_of(tabs).visibleRegion().isEmpty()


def test_a_long_title_is_elided_not_widened(tabs: Tabs) -> None:
    before = row_of(tabs).tabRect(0).width()
    tabs.items.set_title("a", "word " * 100)

    assert row_of(tabs).tabRect(0).width() == before


def test_an_empty_title_has_words(tabs: Tabs) -> None:
    tabs.items.set_title("a", "  ")
    assert tabs.items.title("a") == "New chat"


def test_pinned_tabs_are_small_and_stay_on_the_left(tabs: Tabs) -> None:
    bar, items = tabs.bar, tabs.items
    items.set_state("c", TabState(TabActivity.WRITING))
    items.set_pinned("c", is_pinned=True)
    row = row_of(tabs, "c")
    assert bar.ids() == ("c", "a", "b")
    assert row.tabRect(0).width() < row_of(tabs, "a").tabRect(0).width()
    assert row.tabButton(0, QTabBar.ButtonPosition.RightSide) is None
    assert row.accessibleTabName(0) == "Title c, Writing…, pinned"

    bar.move_tab("a", -1)
    assert bar.ids() == ("c", "a", "b"), "nothing stands left of what is pinned"
    tabs.add("d", "New", index=0)
    assert bar.ids() == ("c", "d", "a", "b")
    items.set_pinned("c", is_pinned=False)
    assert bar.ids() == ("c", "d", "a", "b")
    assert row_of(tabs, "c").tabButton(0, QTabBar.ButtonPosition.RightSide) is not None


def test_pinned_tabs_stay_in_sight_however_many_others_there_are(tabs: Tabs) -> None:
    tabs.items.set_pinned("a", is_pinned=True)
    for number in range(50):
        tabs.add(f"x{number}", f"Chat {number}")
    for front in ("x49", "x20", "a", "x0"):
        tabs.bar.activate(front)
        QApplication.processEvents()
        row = row_of(tabs, "a")
        assert tabs.bar.current_id() == front
        assert row.isVisible()
        assert tabs.bar.rect().contains(row.mapTo(tabs.bar, row.tabRect(0).center()))
        shown = row_of(tabs, front)
        place = shown.tabRect(shown.index_of(front) or 0).center()
        assert tabs.bar.rect().contains(shown.mapTo(tabs.bar, place)), "the one in front is in view"


def test_one_tab_of_both_rows_is_in_front(tabs: Tabs) -> None:
    signal = QSignalSpy(tabs.bar.activated)
    tabs.items.set_pinned("a", is_pinned=True)
    assert tabs.bar.current_id() == "a"
    tabs.bar.activate("b")
    QTest.mouseClick(row_of(tabs, "a"), Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    tabs.bar.step(-1)
    tabs.items.set_pinned("a", is_pinned=False)
    tabs.items.set_pinned("c", is_pinned=True)
    assert tabs.bar.current_id() == "c"
    tabs.bar.remove("c")

    assert [signal.at(index)[0] for index in range(signal.count())] == ["b", "a", "c", "a"]
    assert not row_of(tabs, "c").isHidden()


def test_the_arrow_keys_lead_from_one_row_into_the_other(tabs: Tabs) -> None:
    tabs.items.set_pinned("b", is_pinned=True)
    tabs.bar.activate("a")
    row_of(tabs, "a").setFocus()
    seen = []
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(row_of(tabs, tabs.bar.current_id() or ""), key)
        seen.append(tabs.bar.current_id())

    assert seen == ["b", "b", "a", "c"]


@pytest.mark.parametrize(("down", "torn"), [(5, False), (200, True)])
def test_a_tab_is_torn_off_where_the_hand_lets_go_far_from_the_row(
    tabs: Tabs, down: int, *, torn: bool
) -> None:
    signal = QSignalSpy(tabs.requests.tab_dropped)
    start = row_of(tabs).tabRect(1).center()
    goal = start + QPoint(20, down)
    QTest.mousePress(row_of(tabs), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(row_of(tabs), goal)
    QTest.mouseRelease(row_of(tabs), Qt.MouseButton.LeftButton, pos=goal)

    assert [signal.at(index)[0] for index in range(signal.count())] == (["b"] if torn else [])


def test_room_that_comes_shows_the_beginning_of_the_row(tabs: Tabs) -> None:
    for number in range(20):
        tabs.add(str(number), f"Chat {number}")
    tabs.bar.resize(330, 40)
    QApplication.processEvents()
    tabs.bar.activate("3")
    assert row_of(tabs).x() < 0
    tabs.bar.resize(1400, 40)
    for _ in range(3):
        QApplication.processEvents()

    assert row_of(tabs).x() == 0


def test_a_tab_is_whole_in_a_narrow_window(tabs: Tabs, qtbot: QtBot) -> None:
    tabs.bar.resize(230, 40)
    row = row_of(tabs)

    def is_whole() -> bool:
        close_button = row.tabButton(row.currentIndex(), QTabBar.ButtonPosition.RightSide)
        return (
            not close_button.visibleRegion().isEmpty()
            and close_button.visibleRegion().boundingRect() == (close_button.rect())
        )

    for each in "cab":
        tabs.bar.activate(each)
        qtbot.waitUntil(is_whole)


def restored(window: QWidget, number: int) -> tuple[TabBar, str]:
    """Nine tabs in a window that is shown afterwards; sizes, the front and the order differ."""
    items = TabItems()
    bar = TabBar(items, BoundKeys(), WindowRequests())
    QVBoxLayout(window).addWidget(bar)
    front = NAMES[-1 - number % 3 * 4]
    window.resize(320 + 23 * number, 80)
    for name in NAMES:
        items.add(name, f"Tell me about the number {name}", TabState())
        bar.add(name)
        if name == NAMES[number % len(NAMES)]:
            window.grab()  # whatever asks for it: Qt lays out what there is by now
    bar.activate(front)
    window.show()
    if number % 5 == 0:
        QApplication.processEvents()
        window.resize(300 + 23 * number, 80)
    return bar, front


def in_sight(row: TabRow, conversation_id: str) -> bool:
    index = row.index_of(conversation_id)
    assert index is not None
    return row.visibleRegion().boundingRect().contains(row.tabRect(index))


@pytest.mark.parametrize(
    "direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft]
)
def test_after_each_start_the_tab_in_front_and_as_many_as_fit_are_in_sight(
    qtbot: QtBot, direction: Qt.LayoutDirection
) -> None:
    for number in RESTORES:
        window = QWidget()
        qtbot.addWidget(window)
        bar, front = restored(window, number)
        bar.setLayoutDirection(direction)
        QApplication.processEvents()
        QApplication.processEvents()
        row = bar.row_of(front)
        seen = [name for name in NAMES if in_sight(row, name)]
        assert front in seen, f"restore {number}"
        tab = row.tabRect(0).width()
        room: QRect = row.visibleRegion().boundingRect()
        assert len(seen) >= min(len(NAMES), room.width() // tab - 1), f"restore {number}"
        assert room.width() >= min(bar.width() - 170, len(NAMES) * tab), f"restore {number}"
        window.close()


@given(st.integers(0, 3000), st.integers(1, 100), st.integers(4, 20))
def test_tabs_that_could_fit_are_not_scrolled(room: int, count: int, letter: int) -> None:
    width = tab_width(room, count, letter)
    least = tab_width(room, 10_000, letter)
    assert (count * width <= room) or width == least


@given(
    st.integers(0, 5000),
    st.integers(1, 60),
    st.integers(20, 200),
    st.integers(20, 2000),
    st.data(),
)
def test_the_tab_in_front_is_in_sight_and_no_room_is_empty(
    offset: int, count: int, tab: int, room: int, data: st.DataObject
) -> None:
    front = data.draw(st.integers(0, count - 1))
    length = count * tab
    now = scrolled_to(offset, front * tab, (front + 1) * tab, room=room, length=length)
    assert 0 <= now <= max(0, length - room), "what is out of sight is so for lack of room"
    if room >= tab:
        assert now <= front * tab
        assert (front + 1) * tab <= now + room
    again = scrolled_to(now, front * tab, (front + 1) * tab, room=room, length=length)
    assert again == now


def test_tabs_that_begin_alike_show_where_they_differ(tabs: Tabs) -> None:
    for name, what in zip("abc", ("cat", "dog", "dog"), strict=True):
        tabs.items.set_title(name, f"Tell me a rather long story about the life of a {what}")
    shown = [row_of(tabs).shown_title(index) for index in range(3)]

    assert len(set(shown)) == 3
    assert "cat" in shown[0]
    assert shown[2].endswith("· 2")
    assert row_of(tabs).accessibleTabName(2).endswith("a dog · 2")
    tabs.bar.remove("b")
    tabs.items.remove("b")
    assert row_of(tabs).accessibleTabName(1).endswith("a dog")


@pytest.mark.parametrize(
    "direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft]
)
@pytest.mark.parametrize("is_vertical", [False, True])
def test_a_tab_that_is_cut_off_fades_out_and_a_whole_one_does_not(
    tabs: Tabs, direction: Qt.LayoutDirection, *, is_vertical: bool
) -> None:
    tabs.bar.setLayoutDirection(direction)
    tabs.bar.set_vertical(is_vertical=is_vertical)
    for number in range(20):
        tabs.add(f"n{number}", f"Title {number}")
    tabs.bar.resize(*((240, 300) if is_vertical else (560, tabs.bar.height())))
    row = row_of(tabs)
    strip, seen_edges = strip_of(tabs), set()
    for step in range(len(tabs.bar.ids())):
        tabs.bar.activate(tabs.bar.ids()[step])
        QApplication.processEvents()
        visible = row.visibleRegion().boundingRect()
        areas = {index: row.tabRect(index) for index in range(row.count())}
        cut = [
            index
            for index, area in areas.items()
            if visible.intersects(area) and not visible.contains(area)
        ]
        faded = []
        for edge in strip.findChildren(CutEdge):
            if edge.isVisible():
                area = QRect(row.mapFrom(strip, edge.pos()), edge.size())
                faded.append(row.tabAt(area.center()))
                assert areas[faded[-1]].contains(area)
                seen_edges.add(edge)
        assert sorted(faded) == cut
        front = row.tabRect(row.currentIndex())
        assert visible.contains(front)
    assert len(seen_edges) == 2


def test_arrows_scroll_a_crowd_to_both_ends(tabs: Tabs) -> None:
    for number in range(20):
        tabs.add(str(number), f"Chat {number}")
    back, forth = arrows_of(tabs)
    assert (back.isEnabled(), forth.isEnabled()) == (False, True)
    for _ in range(20):
        forth.click()
    assert (back.isEnabled(), forth.isEnabled()) == (True, False)
    assert row_of(tabs).visibleRegion().boundingRect().contains(row_of(tabs).tabRect(22))
    for _ in range(20):
        back.click()
    assert row_of(tabs).x() == 0


def test_a_column_has_its_tabs_below_each_other_under_a_heading(tabs: Tabs) -> None:
    tabs.bar.set_vertical(is_vertical=True)
    tabs.bar.resize(tabs.bar.sizeHint().width(), 400)
    row = row_of(tabs)
    first, second = row.tabRect(0), row.tabRect(1)
    assert second.top() == first.bottom() + 1
    assert first.width() == tabs.bar.width()
    assert tabs.bar.heading.geometry().bottom() <= row.mapTo(tabs.bar, first.topLeft()).y()
    for key, front in ((Qt.Key.Key_Down, "b"), (Qt.Key.Key_Down, "c"), (Qt.Key.Key_Up, "b")):
        QTest.keyClick(row, key)
        assert tabs.bar.current_id() == front
    tabs.bar.set_vertical(is_vertical=False)
    tabs.bar.resize(700, 40)
    assert row.tabRect(1).top() == row.tabRect(0).top()


def test_a_column_is_scrolled_by_the_wheel_and_keeps_its_front(tabs: Tabs) -> None:
    for number in range(40):
        tabs.add(str(number), f"Chat {number}")
    tabs.bar.set_vertical(is_vertical=True)
    tabs.bar.resize(tabs.bar.sizeHint().width(), 400)
    tabs.bar.activate("39")
    row = row_of(tabs)
    assert row.visibleRegion().boundingRect().contains(row.tabRect(42))
    for _ in range(40):
        QApplication.sendEvent(row, wheel(row, 120))
    assert row.y() == 0
    assert tabs.bar.current_id() == "39"


def wheel(row: TabRow, delta: int) -> QWheelEvent:
    spot = QPointF(5, 5)
    no_button, no_key = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    return QWheelEvent(
        spot, row.mapToGlobal(spot), QPoint(), QPoint(0, delta), no_button, no_key, phase, False
    )


def test_in_a_crowd_only_the_tab_in_front_has_a_cross_and_the_others_more_of_their_titles(
    tabs: Tabs,
) -> None:
    row = row_of(tabs)
    crosses = [row.tabButton(index, QTabBar.ButtonPosition.RightSide) for index in range(3)]
    assert all(cross.isVisible() for cross in crosses)
    for number in range(20):
        tabs.add(str(number), f"A chat about the number {number}")
    assert [cross.isVisible() for cross in crosses] == [True, False, False]
    tabs.items.set_title("a", "Bread and how to bake it")
    tabs.items.set_title("c", "Water and how to boil it")
    tabs.bar.activate("c")
    assert [cross.isVisible() for cross in crosses] == [False, False, True]
    assert len(row.shown_title(0)) > len(row.shown_title(2))
    for number in range(20):
        tabs.bar.remove(str(number))
    assert all(cross.isVisible() for cross in crosses)


def test_many_tabs_keep_room_for_a_few_words() -> None:
    assert tab_width(1000, 28, 7) == 120
    assert tab_width(100, 28, 7) == 100, "a narrow window shows one tab whole"


@pytest.mark.parametrize("is_vertical", [False, True])
def test_a_tab_that_is_held_at_an_edge_scrolls_the_row_to_its_end_and_back(
    tabs: Tabs, qtbot: QtBot, *, is_vertical: bool
) -> None:
    for number in range(20):
        tabs.add(str(number), f"Chat {number}")
    tabs.bar.set_vertical(is_vertical=is_vertical)
    tabs.bar.resize(*((240, 300) if is_vertical else (420, 40)))
    QApplication.processEvents()
    tabs.bar.activate("a")
    row = row_of(tabs)
    seen = row.parentWidget()
    assert seen is not None

    def hold(place: QPoint) -> None:
        point = seen.mapToGlobal(place)
        QTest.mouseMove(row, row.mapFromGlobal(point) - QPoint(1, 1))
        QTest.mouseMove(row, row.mapFromGlobal(point))

    middle, first = seen.rect().center(), row.tabRect(0).center()
    end = QPoint(middle.x(), seen.height() - 5) if is_vertical else QPoint(seen.width() - 5, 15)
    beginning = QPoint(middle.x(), 3) if is_vertical else QPoint(3, 15)
    QTest.mousePress(row, Qt.MouseButton.LeftButton, pos=first)
    hold(end)
    qtbot.waitUntil(lambda: tabs.bar.ids()[-1] == "a", timeout=20_000)
    hold(beginning)
    qtbot.waitUntil(lambda: tabs.bar.ids()[0] == "a", timeout=20_000)
    hold(end)
    place = tabs.bar.ids().index("a")
    QTest.mouseRelease(row, Qt.MouseButton.LeftButton, pos=row.mapFromGlobal(seen.mapToGlobal(end)))
    QTest.qWait(200)
    assert tabs.bar.ids().index("a") <= place + 3, "it stays where it was let go"
