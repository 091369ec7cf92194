"""The list of conversations: grouped by day, filtered by words, quick with many."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.domain.conversations import SearchHit
from app.domain.messages import Role
from app.widgets.kit.theme import colours_of
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.sidebar.row_data import (
    HIT_ROLE,
    ID_ROLE,
    IS_RUNNING_ROLE,
    TITLE_ROLE,
)
from app.widgets.sidebar.sidebar import Sidebar
from tests.app.widgets.samples import summary

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def sidebar(qtbot: QtBot) -> Sidebar:
    """A sidebar with a few conversations, on show."""
    sidebar = Sidebar(WindowRequests())
    qtbot.addWidget(sidebar)
    sidebar.resize(240, 400)
    sidebar.conversations.set_conversations(
        (
            summary("a", "Apples and pears"),
            summary("b", "Bread"),
            summary("c", "Old apples", days_ago=40),
        ),
        ("b",),
    )
    sidebar.show()
    return sidebar


def hit(conversation_id: str, message_id: int | None, snippet: str) -> SearchHit:
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    return SearchHit(conversation_id, "A title", message_id, Role.USER, moment, snippet)


def rows(sidebar: Sidebar) -> list[str]:
    model = sidebar.view.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_a_line_ends_a_list_that_continues_below_it(sidebar: Sidebar) -> None:
    def has_line() -> bool:
        image = sidebar.list_end.grab().toImage()
        line = {image.pixelColor(x, 0).name() for x in range(20, 200)}
        return line == {colours_of(sidebar.palette()).border}

    assert not has_line()
    many = tuple(summary(f"{number}", f"Chat {number}") for number in range(40))
    sidebar.conversations.set_conversations(many, ())
    QApplication.processEvents()
    assert has_line()
    assert sidebar.list_end.y() == sidebar.view.geometry().bottom() + 1
    sidebar.view.scrollToBottom()
    QApplication.processEvents()
    assert not has_line()


def test_each_is_under_its_day_even_while_it_is_answered(sidebar: Sidebar) -> None:
    assert rows(sidebar) == [
        "Today",
        "Apples and pears",
        "Bread",
        "Older",
        "Old apples",
    ]


def test_a_clock_that_was_wrong_makes_no_day_stand_twice(sidebar: Sidebar) -> None:
    sidebar.conversations.set_conversations(
        (summary("a", "A", days_ago=40), summary("b", "B"), summary("c", "C", days_ago=1))
    )
    assert rows(sidebar) == ["Older", "A", "B", "C"]


def test_pinned_ones_and_folders_stand_above_the_days(sidebar: Sidebar) -> None:
    sidebar.conversations.set_conversations(
        (
            summary("a", "A"),
            replace(summary("b", "B"), folder="work"),
            replace(summary("c", "C"), folder="Garden"),
            replace(summary("d", "D"), folder="work", is_pinned=True),
        )
    )
    folded = ["Pinned", "D", "Folders", "Garden (1)", "work (2)", "Today", "A"]
    assert rows(sidebar) == folded
    sidebar.conversations.open_folder("work")
    assert rows(sidebar)[2:6] == ["Folders", "Garden (1)", "work", "B"]


def test_the_filter_wants_every_word(sidebar: Sidebar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sidebar.requests.search_requested) as signal:
        sidebar.filter_box.setText("APPLE old")
    assert rows(sidebar) == ["Older", "Old apples"]
    assert signal.args == ["APPLE old"]

    sidebar.filter_box.setText("nothing like it")
    assert sidebar.nothing_label.text() == "No matching titles. Searching messages…"
    assert not sidebar.nothing_label.isHidden()
    sidebar.set_hits("nothing like it", ())
    assert sidebar.nothing_label.text() == "No title or message has these words."


def test_what_was_found_in_messages_stands_below_the_titles(sidebar: Sidebar) -> None:
    sidebar.filter_box.setText("bread")
    sidebar.set_hits("brea", (hit("a", 7, "stale bread"),))
    assert rows(sidebar) == ["Today", "Bread"], "of an older search"

    sidebar.set_hits("bread", (hit("a", 7, "fresh bread"), hit("b", None, "Bread")))
    assert rows(sidebar)[2:] == ["In messages", "fresh bread"], "titles are there already"
    opened = QSignalSpy(sidebar.requests.message_activated)
    index = sidebar.view.model().index(3, 0)
    assert index.data(HIT_ROLE).message_id == 7
    assert index.data(TITLE_ROLE) == "A title"
    sidebar.view.setCurrentIndex(index)
    QTest.keyClick(sidebar.view, Qt.Key.Key_Return)
    assert opened.at(0) == ["a", 7]


def test_down_leads_from_the_filter_into_the_list_and_enter_opens_the_first(
    sidebar: Sidebar, qtbot: QtBot
) -> None:
    sidebar.filter_box.setText("apple")
    with qtbot.waitSignal(sidebar.requests.conversation_activated) as signal:
        QTest.keyClick(sidebar.filter_box, Qt.Key.Key_Return)
    assert signal.args == ["a"]

    sidebar.filter_box.setFocus()
    QTest.keyClick(sidebar.filter_box, Qt.Key.Key_Down)
    assert sidebar.view.currentIndex().data(ID_ROLE) == "c"


def test_a_heading_folds_what_stands_under_it(sidebar: Sidebar) -> None:
    QApplication.processEvents()
    spot = sidebar.view.visualRect(sidebar.view.model().index(0, 0)).center()
    signal = QSignalSpy(sidebar.conversations.folded_changed)
    QTest.mouseClick(sidebar.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert rows(sidebar) == ["Today (2)", "Older", "Old apples"]
    sidebar.conversations.set_folded(())
    assert len(rows(sidebar)) == 5
    sidebar.conversations.set_folded(signal.at(0)[0])
    assert rows(sidebar)[0] == "Today (2)", "as after a restart"

    sidebar.view.setCurrentIndex(sidebar.view.model().index(0, 0))
    QTest.keyClick(sidebar.view, Qt.Key.Key_Right)
    assert rows(sidebar)[0:2] == ["Today", "Apples and pears"]
    QTest.keyClick(sidebar.view, Qt.Key.Key_Left)
    assert rows(sidebar)[0] == "Today (2)"


def test_many_are_chosen_and_deleted_at_once(sidebar: Sidebar) -> None:
    view = sidebar.view
    view.setFocus()
    QApplication.processEvents()
    opened = QSignalSpy(sidebar.requests.conversation_activated)
    for row, modifier in ((1, Qt.KeyboardModifier.NoModifier), (4, CTRL)):
        spot = view.visualRect(view.model().index(row, 0)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, spot)
    assert sidebar.selected_ids() == ("a", "c")
    assert [opened.at(index) for index in range(opened.count())] == [["a"]]

    deleted = QSignalSpy(sidebar.requests.delete_requested)
    menu = sidebar.menus.of_conversations(sidebar.selected_ids())
    (entry,) = [each for each in menu.actions() if each.text() == "Delete 2 chats"]
    entry.trigger()
    assert deleted.at(0) == [("a", "c")]
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert deleted.at(1) == [("a", "c")]
    view.clearSelection()
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert deleted.count() == 2


def test_the_menu_knows_the_folders(sidebar: Sidebar) -> None:
    sidebar.conversations.set_conversations(
        (summary("a", "A"), replace(summary("b", "B"), folder="R & D"))
    )
    moved = QSignalSpy(sidebar.requests.folder_requested)
    pinned = QSignalSpy(sidebar.requests.pin_requested)
    menu = sidebar.menus.of_conversations(("a",))
    entries = {each.text(): each for each in menu.actions()}
    entries["Pin"].trigger()
    folders = entries["Move to folder"].menu()
    assert isinstance(folders, QMenu)
    named = {each.text(): each for each in folders.actions()}
    named["R && D"].trigger()

    assert pinned.at(0) == [("a",), True]
    assert moved.at(0) == [("a",), "R & D"]
    assert "No folder" not in named


def test_escape_empties_the_filter_first(sidebar: Sidebar, qtbot: QtBot) -> None:
    sidebar.filter_box.setText("apple")
    QTest.keyClick(sidebar.filter_box, Qt.Key.Key_Escape)

    assert sidebar.filter_box.text() == ""
    assert len(rows(sidebar)) == 5


def test_the_filter_begins_at_the_top_however_far_down_the_list_was(sidebar: Sidebar) -> None:
    sidebar.conversations.set_conversations(
        tuple(summary(str(number), f"Chat {number}") for number in range(2_000))
    )
    sidebar.set_active("1500")
    QApplication.processEvents()
    assert sidebar.view.verticalScrollBar().value() > 0
    sidebar.filter_box.setText("chat")
    QApplication.processEvents()
    assert sidebar.view.verticalScrollBar().value() == 0
    sidebar.set_hits("chat", tuple(hit("7", number, "a chat") for number in range(1, 50)))
    QApplication.processEvents()
    assert sidebar.view.verticalScrollBar().value() == 0


def test_enter_opens_and_arrows_skip_headings(sidebar: Sidebar, qtbot: QtBot) -> None:
    sidebar.set_active("b")
    QTest.keyClick(sidebar.view, Qt.Key.Key_Down)

    with qtbot.waitSignal(sidebar.requests.conversation_activated) as signal:
        QTest.keyClick(sidebar.view, Qt.Key.Key_Return)
    assert signal.args == ["c"]


def test_running_ones_are_marked_in_words_too(sidebar: Sidebar) -> None:
    index = sidebar.conversations.index_of("b")

    assert index.data(IS_RUNNING_ROLE) is True
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Bread, being answered"


def test_one_change_moves_one_row(sidebar: Sidebar) -> None:
    model = sidebar.view.model()
    reset, removed, inserted = (
        QSignalSpy(signal) for signal in (model.modelReset, model.rowsRemoved, model.rowsInserted)
    )
    listed = tuple(
        replace(summary(str(number), f"Chat {number}"), activity_number=1000 - number)
        for number in range(1000)
    )
    sidebar.conversations.set_conversations(listed)
    assert reset.count() == 1
    asked = replace(listed[500], title="Asked again", activity_number=1001)
    sidebar.conversations.update_conversations((asked,), (), ("500",))
    assert rows(sidebar)[:3] == ["Today", "Asked again", "Chat 0"]
    sidebar.conversations.update_conversations((), ("3",))

    assert rows(sidebar)[:6] == ["Today", "Asked again", "Chat 0", "Chat 1", "Chat 2", "Chat 4"]
    assert (reset.count(), removed.count(), inserted.count()) == (1, 3, 3)


def test_a_change_does_not_call_back_who_has_scrolled_away(sidebar: Sidebar) -> None:
    listed = tuple(
        replace(summary(str(number), f"Chat {number}"), activity_number=200 - number)
        for number in range(200)
    )
    sidebar.conversations.set_conversations(listed)
    sidebar.set_active("0")
    bar = sidebar.view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    sidebar.conversations.update_conversations(
        (replace(listed[0], activity_number=201),), (), ("0",)
    )
    QApplication.processEvents()

    assert abs(bar.value() - bar.maximum() // 2) < 60
    assert sidebar.view.currentIndex().data(ID_ROLE) == "0"


def test_an_empty_list_says_what_to_do(sidebar: Sidebar) -> None:
    sidebar.conversations.set_conversations(())
    assert sidebar.nothing_label.text().startswith("No chats yet.")


def test_titles_are_one_harmless_line(sidebar: Sidebar) -> None:
    sidebar.conversations.set_conversations((summary("x", "two\nlines\u202e"), summary("y", " ")))
    assert rows(sidebar)[1:] == ["two lines", "New chat"]


def test_ten_thousand_are_listed_as_far_as_somebody_scrolls(sidebar: Sidebar) -> None:
    sidebar.conversations.set_conversations(
        tuple(summary(str(number), f"Chat {number}") for number in range(10_000))
    )
    model = sidebar.view.model()
    assert len(rows(sidebar)) < 1000
    while model.canFetchMore(QModelIndex()):
        sidebar.view.scrollToBottom()
        QApplication.processEvents()
    assert len(rows(sidebar)) == 10_001
