"""Tabs: stable width in every state, words for everything that is drawn."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QTabBar, QToolButton
from pytestqt.qtbot import QtBot

from app.domain import TabActivity, TabState
from app.settings import Theme
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.kit.theme import DARK, LIGHT, ThemeSwitch
from app.widgets.tabs.mark import TabMark
from app.widgets.tabs.row import TabRow
from app.widgets.tabs.strip import TabStrip

STATES = [
    (TabState(), "", ""),
    (TabState(TabActivity.QUEUED, place=2), "2", "Waiting, place 2"),
    (TabState(TabActivity.QUEUED), "", "Waiting …"),
    (TabState(TabActivity.READING, progress=0.37), "37%", "Reading 37 % …"),
    (TabState(TabActivity.READING, progress=1.0), "99%", "Reading 100 % …"),
    (TabState(TabActivity.WRITING), "", "Writing …"),
    (TabState(TabActivity.FAILED), "", "The last answer failed"),
    (TabState(is_unread=True), "", "new answer"),
]


@pytest.fixture
def strip(qtbot: QtBot) -> TabStrip:
    """Three tabs on show."""
    strip = TabStrip(BoundKeys())
    qtbot.addWidget(strip)
    strip.resize(700, 40)
    for conversation_id in "abc":
        strip.bar.add(conversation_id, f"Title {conversation_id}")
    strip.show()
    QApplication.processEvents()
    return strip


def row_of(strip: TabStrip, conversation_id: str = "a") -> TabRow:
    return strip.bar.row_of(conversation_id)


def mark_of(strip: TabStrip, conversation_id: str) -> TabMark:
    mark = strip.bar.mark(conversation_id)
    assert mark is not None
    return mark


@pytest.mark.parametrize(("state", "figure", "words"), STATES)
def test_a_state_is_drawn_and_told_at_the_same_width(
    strip: TabStrip, state: TabState, figure: str, words: str
) -> None:
    idle = mark_of(strip, "b").grab().toImage()
    before = row_of(strip).tabRect(1)
    strip.bar.set_state("b", state)
    QApplication.processEvents()
    now = mark_of(strip, "b").grab().toImage()

    assert mark_of(strip, "b").text() == figure
    assert row_of(strip).tabRect(1) == before
    assert (now != idle) == bool(words)
    assert row_of(strip).accessibleTabName(1) == (f"Title b, {words}" if words else "Title b")
    assert words in row_of(strip).tabToolTip(1)


def test_all_states_look_different(strip: TabStrip) -> None:
    pictures = []
    for state, _figure, words in STATES:
        if words not in ("Waiting …", "Reading 100 % …"):
            strip.bar.set_state("a", state)
            pictures.append(mark_of(strip, "a").grab().toImage())

    for number, picture in enumerate(pictures):
        assert all(picture != other for other in pictures[number + 1 :])


def test_a_middle_click_closes(strip: TabStrip, qtbot: QtBot) -> None:
    with qtbot.waitSignal(strip.bar.close_requested) as signal:
        QTest.mouseClick(
            row_of(strip), Qt.MouseButton.MiddleButton, pos=row_of(strip).tabRect(1).center()
        )
    assert signal.args == ["b"]
    assert row_of(strip).count() == 3


def test_the_cross_closes_also_after_tabs_moved(strip: TabStrip, qtbot: QtBot) -> None:
    row_of(strip).moveTab(0, 2)
    close_button = row_of(strip).tabButton(2, QTabBar.ButtonPosition.RightSide)

    with qtbot.waitSignal(strip.bar.close_requested) as signal:
        QTest.mouseClick(close_button, Qt.MouseButton.LeftButton)
    assert signal.args == ["a"]


def test_moving_a_tab_tells_the_new_order(strip: TabStrip) -> None:
    signal = QSignalSpy(strip.bar.reordered)
    row_of(strip).moveTab(0, 2)

    assert signal.at(0) == [("b", "c", "a")]
    assert strip.bar.title("a") == "Title a"


def test_a_double_click_wishes_to_rename(strip: TabStrip, qtbot: QtBot) -> None:
    with qtbot.waitSignal(strip.bar.rename_requested) as signal:
        QTest.mouseDClick(
            row_of(strip),
            Qt.MouseButton.LeftButton,
            pos=row_of(strip).tabRect(2).center() - QPoint(10, 0),
        )
    assert signal.args == ["c"]


def test_twenty_tabs_are_all_in_the_list(strip: TabStrip) -> None:
    for number in range(20):
        strip.bar.add(str(number), f"Chat & talk {number}")
    strip.bar.set_state("3", TabState(TabActivity.WRITING))
    menu = strip.build_list()
    entries = menu.actions()

    assert len(entries) == 23
    assert entries[0].isChecked()
    assert entries[6].text() == "Chat && talk 3   (Writing …)"
    entries[22].trigger()
    assert strip.bar.current_id() == "19"
    menu.close()


def test_a_row_narrower_than_its_buttons_has_room_for_no_pinned_tab(strip: TabStrip) -> None:
    strip.bar.set_pinned("a", is_pinned=True)
    strip.bar.set_available_width(-40)  # Qt warns of a negative width, which fails a test
    assert row_of(strip).width() == 0


def test_a_long_title_is_elided_not_widened(strip: TabStrip) -> None:
    before = row_of(strip).tabRect(0).width()
    strip.bar.set_title("a", "word " * 100)

    assert row_of(strip).tabRect(0).width() == before


def test_an_empty_title_has_words(strip: TabStrip) -> None:
    strip.bar.set_title("a", "  ")
    assert strip.bar.title("a") == "New chat"


def test_the_arrows_of_a_full_row_are_drawn_as_the_other_buttons(
    strip: TabStrip, theme_switch: ThemeSwitch
) -> None:
    for number in range(20):
        strip.bar.add(f"x{number}", "title")
    strip.resize(400, strip.height())
    arrows = [
        each
        for each in row_of(strip).findChildren(QToolButton)
        if each.arrowType() is not Qt.ArrowType.NoArrow
    ]
    assert len(arrows) == 2

    for theme, colours in ((Theme.LIGHT, LIGHT), (Theme.DARK, DARK)):
        theme_switch.set_theme(theme)
        QApplication.processEvents()
        for arrow in arrows:
            corner = arrow.grab().toImage().pixelColor(0, 0)
            assert corner.name() == colours.window


def test_pinned_tabs_are_small_and_stay_on_the_left(strip: TabStrip) -> None:
    bar = strip.bar
    bar.set_state("c", TabState(TabActivity.WRITING))
    bar.set_pinned("c", is_pinned=True)
    row = row_of(strip, "c")
    assert bar.ids() == ("c", "a", "b")
    assert row.tabRect(0).width() < row_of(strip, "a").tabRect(0).width()
    assert row.tabButton(0, QTabBar.ButtonPosition.RightSide) is None
    assert row.accessibleTabName(0) == "Title c, Writing …, pinned"

    bar.move_tab("a", -1)
    assert bar.ids() == ("c", "a", "b"), "nothing stands left of what is pinned"
    bar.add("d", "New", place=0)
    assert bar.ids() == ("c", "d", "a", "b")
    bar.set_pinned("c", is_pinned=False)
    assert bar.ids() == ("c", "d", "a", "b")
    assert row_of(strip, "c").tabButton(0, QTabBar.ButtonPosition.RightSide) is not None


def test_pinned_tabs_stay_in_sight_however_many_others_there_are(strip: TabStrip) -> None:
    strip.bar.set_pinned("a", is_pinned=True)
    for number in range(50):
        strip.bar.add(f"x{number}", f"Chat {number}")
    for front in ("x49", "x20", "a", "x0"):
        strip.bar.activate(front)
        QApplication.processEvents()
        row = row_of(strip, "a")
        assert strip.bar.current_id() == front
        assert row.isVisible()
        assert strip.rect().contains(row.mapTo(strip, row.tabRect(0).center()))
        shown = row_of(strip, front)
        place = shown.tabRect(shown.index_of(front) or 0).center()
        assert strip.rect().contains(shown.mapTo(strip, place)), "the one in front is in view"


def test_one_tab_of_both_rows_is_in_front(strip: TabStrip) -> None:
    signal = QSignalSpy(strip.bar.activated)
    strip.bar.set_pinned("a", is_pinned=True)
    assert strip.bar.current_id() == "a"
    strip.bar.activate("b")
    QTest.mouseClick(row_of(strip, "a"), Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    strip.bar.step(-1)
    strip.bar.set_pinned("a", is_pinned=False)
    strip.bar.set_pinned("c", is_pinned=True)
    assert strip.bar.current_id() == "c"
    strip.bar.remove("c")

    assert [signal.at(index)[0] for index in range(signal.count())] == ["b", "a", "c", "a"]
    assert not row_of(strip, "c").isHidden()


def test_the_arrow_keys_lead_from_one_row_into_the_other(strip: TabStrip) -> None:
    strip.bar.set_pinned("b", is_pinned=True)
    strip.bar.activate("a")
    row_of(strip, "a").setFocus()
    seen = []
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(row_of(strip, strip.bar.current_id() or ""), key)
        seen.append(strip.bar.current_id())

    assert seen == ["b", "b", "a", "c"]


def test_a_tab_of_a_crowd_leaves_room_for_the_beginning_of_its_title(strip: TabStrip) -> None:
    for number in range(20):
        strip.bar.add(f"x{number}", f"Chat {number}")
    letters = row_of(strip).tabRect(0).width() // strip.fontMetrics().averageCharWidth()

    assert letters >= 26


@pytest.mark.parametrize(("down", "torn"), [(5, False), (200, True)])
def test_a_tab_is_torn_off_where_the_hand_lets_go_far_from_the_row(
    strip: TabStrip, down: int, *, torn: bool
) -> None:
    signal = QSignalSpy(strip.bar.torn_off)
    start = row_of(strip).tabRect(1).center()
    goal = start + QPoint(20, down)
    QTest.mousePress(row_of(strip), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(row_of(strip), goal)
    QTest.mouseRelease(row_of(strip), Qt.MouseButton.LeftButton, pos=goal)

    assert [signal.at(index)[0] for index in range(signal.count())] == (["b"] if torn else [])


def test_room_that_comes_shows_the_beginning_of_the_row(strip: TabStrip) -> None:
    for number in range(20):
        strip.bar.add(str(number), f"Chat {number}")
    strip.resize(330, 40)
    QApplication.processEvents()
    strip.bar.activate("3")
    assert row_of(strip).tabRect(0).left() < 0
    strip.resize(1400, 40)
    for _ in range(3):
        QApplication.processEvents()

    assert row_of(strip).tabRect(0).left() == 0


@pytest.mark.parametrize("pinned", [(), ("a",), ("a", "b", "c")])
def test_the_button_for_a_new_tab_stands_beside_the_last_one(
    strip: TabStrip, qtbot: QtBot, pinned: tuple[str, ...]
) -> None:
    for each in pinned:
        strip.bar.set_pinned(each, is_pinned=True)
    row = row_of(strip, strip.bar.ids()[-1])

    def gap() -> int:
        end = row.mapTo(strip, row.tabRect(row.count() - 1).topRight()).x()
        return strip.new_button.x() - end

    qtbot.waitUntil(lambda: 0 <= gap() < 10)
    for each in "abc":
        strip.bar.remove(each)
    qtbot.waitUntil(lambda: strip.new_button.x() < 20)


def test_a_tab_is_whole_in_a_narrow_window(strip: TabStrip, qtbot: QtBot) -> None:
    strip.resize(230, 40)
    row = row_of(strip)

    def is_whole() -> bool:
        close_button = row.tabButton(row.currentIndex(), QTabBar.ButtonPosition.RightSide)
        return (
            not close_button.visibleRegion().isEmpty()
            and close_button.visibleRegion().boundingRect() == (close_button.rect())
        )

    for each in "cab":
        strip.bar.activate(each)
        qtbot.waitUntil(is_whole)
