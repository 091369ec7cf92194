"""Folders stand under one heading, closed, coloured and counted, and never bury the present."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.widgets.sidebar.row_data import LOOK_ROLE
from app.widgets.sidebar.row_look import FolderColour, HeadingLook
from app.widgets.sidebar.sidebar import Sidebar
from tests.app.widgets.samples import summary
from tests.app.widgets.sidebar.test_sidebar import rows


@pytest.fixture
def many(empty_sidebar: Sidebar) -> Sidebar:
    """Ten thousand conversations, two thirds of them in twenty folders."""
    # Made here: at import, "now" may be yesterday when the test runs.
    conversations = tuple(
        replace(
            summary(str(number), f"Chat {number}", days_ago=number / 100 if number else 0),
            folder=f"folder {number % 20:02}" if number % 3 else "",
            activity_number=10_000 - number,
        )
        for number in range(10_000)
    )
    empty_sidebar.conversations.set_conversations(conversations)
    QApplication.processEvents()
    return empty_sidebar


def test_today_is_in_sight_below_twenty_folders(many: Sidebar) -> None:
    assert rows(many)[0] == "Folders"
    assert rows(many)[6:9] == ["Show all 20 folders", "Today", "Chat 0"]
    assert many.view.verticalScrollBar().value() == 0
    area = many.view.visualRect(many.conversations.index_of("0"))
    assert many.view.viewport().rect().contains(area)


def test_the_folders_that_were_used_last_are_listed_by_name(many: Sidebar) -> None:
    used_last = [f"folder {number:02} (333)" for number in (1, 2, 4, 5, 7)]
    assert [each[:9] for each in rows(many)[1:6]] == [each[:9] for each in used_last]


def test_all_folders_are_shown_on_request_and_it_is_remembered(many: Sidebar) -> None:
    spy = QSignalSpy(many.conversations.folded_changed)
    many.view.setFocus()
    many.view.setCurrentIndex(many.conversations.index(6))
    QTest.keyClick(many.view, Qt.Key.Key_Return)
    assert rows(many)[21] == "Show fewer folders"
    names = spy.at(0)[0]
    QTest.mouseClick(
        many.view.viewport(),
        Qt.MouseButton.LeftButton,
        pos=many.view.visualRect(many.conversations.index(21)).center(),
    )
    assert rows(many)[6] == "Show all 20 folders"
    many.conversations.set_folded(names)
    assert rows(many)[21] == "Show fewer folders"


def test_a_folder_that_is_open_is_listed_whenever_it_was_used(many: Sidebar) -> None:
    many.conversations.open_folder("folder 19")
    assert any(each == "folder 19" for each in rows(many))


def test_a_search_opens_all_folders(many: Sidebar) -> None:
    many.filter_box.setText("chat 9998")
    assert rows(many) == ["Folders", "folder 18", "Chat 9998"]
    many.filter_box.clear()
    assert rows(many)[6] == "Show all 20 folders"


@pytest.fixture
def filed(empty_sidebar: Sidebar) -> Sidebar:
    """A folder with two conversations, and one outside."""
    empty_sidebar.conversations.set_conversations(
        (
            replace(summary("w", "W"), folder="work"),
            replace(summary("v", "V"), folder="work"),
            summary("a", "A"),
        )
    )
    QApplication.processEvents()
    assert rows(empty_sidebar) == ["Folders", "work (2)", "Today", "A"]
    return empty_sidebar


def click(sidebar: Sidebar, row: int, offset: QPoint | None = None) -> None:
    area = sidebar.view.visualRect(sidebar.conversations.index(row))
    spot = area.center() if offset is None else area.topRight() + offset
    QTest.mouseClick(sidebar.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def test_a_click_opens_a_folder_and_keys_are_about_it_then(filed: Sidebar) -> None:
    click(filed, 1)
    assert rows(filed)[1:4] == ["work", "W", "V"]
    filed.view.setFocus()
    assert filed.selected_folder() == "work"
    for key, shown in (
        (Qt.Key.Key_Left, ["work (2)"]),
        (Qt.Key.Key_Space, ["work", "W", "V"]),
        (Qt.Key.Key_Return, ["work (2)"]),
        (Qt.Key.Key_Right, ["work", "W", "V"]),
    ):
        QTest.keyClick(filed.view, key)
        assert rows(filed)[1 : 1 + len(shown)] == shown
        assert filed.selected_folder() == "work"


def test_a_folder_says_its_name_its_count_and_whether_it_is_open(filed: Sidebar) -> None:
    index = filed.conversations.index_of_folder("work")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Folder work, 2 chats, collapsed"
    filed.conversations.open_folder("work")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Folder work, 2 chats, expanded"
    moved = replace(summary("a", "A"), folder="work")
    filed.conversations.update_conversations((moved,))
    look = filed.conversations.index_of_folder("work").data(LOOK_ROLE)
    assert isinstance(look, HeadingLook)
    assert look.count == 3


def test_the_plus_of_a_folder_begins_a_chat_in_it(filed: Sidebar) -> None:
    asked = QSignalSpy(filed.requests.new_chat_in_folder_requested)
    click(filed, 1, QPoint(-14, 14))
    assert asked.at(0) == ["work"]
    assert rows(filed)[1] == "work (2)", "and does not open it"
    menu = filed.menus.of_folder("work")
    menu.actions()[0].trigger()
    assert asked.at(1) == ["work"]
    QTest.mouseClick(filed.new_chat_button, Qt.MouseButton.LeftButton)


def test_a_folder_gets_the_colour_that_is_chosen(filed: Sidebar) -> None:
    asked = QSignalSpy(filed.requests.folder_colour_requested)
    index = filed.conversations.index_of_folder("work")
    menu = filed.menus.of_folder("work")
    (colours,) = (each.menu() for each in menu.actions() if each.menu() is not None)
    assert isinstance(colours, QMenu)
    (entry,) = (each for each in colours.actions() if each.text() == "Pink")
    entry.trigger()
    assert asked.at(0) == ["work", "pink"]
    before = filed.view.grab().toImage()
    filed.conversations.set_folder_colours({"work": "pink"})
    assert index.data(LOOK_ROLE).colour is FolderColour.PINK
    assert filed.view.grab().toImage() != before
