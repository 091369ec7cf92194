"""Who goes through the list by the keyboard stays on a row, whatever is answered meanwhile."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication

from app.widgets.sidebar.row_data import FOLDER_ROLE, ID_ROLE
from app.widgets.sidebar.sidebar import Sidebar
from tests.app.widgets.samples import summary

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def sidebar(empty_sidebar: Sidebar) -> Sidebar:
    """Four chats of today, "a" in front, the keyboard in the list on "b"."""
    sidebar = empty_sidebar
    chats = tuple(
        replace(summary(name, f"Chat {name}"), activity_number=10 - number)
        for number, name in enumerate("abcd")
    )
    sidebar.conversations.set_conversations(chats)
    sidebar.set_active("a")
    sidebar.view.setFocus()
    QApplication.processEvents()
    QTest.keyClick(sidebar.view, Qt.Key.Key_Down)
    assert current(sidebar) == "b"
    return sidebar


def current(sidebar: Sidebar) -> str:
    return str(sidebar.view.currentIndex().data(ID_ROLE))


@pytest.mark.parametrize("moved", ["a", "b", "d"])
def test_an_answer_that_begins_and_ends_moves_nobody(sidebar: Sidebar, moved: str) -> None:
    deleted = QSignalSpy(sidebar.requests.delete_requested)
    for running in ((moved,), ()):
        sidebar.conversations.update_conversations((), (), running)
        assert current(sidebar) == "b"
        QTest.keyClick(sidebar.view, Qt.Key.Key_Delete)
        assert deleted.at(deleted.count() - 1) == [("b",)], "not the chat in front"


def test_several_that_are_selected_stay_so_where_one_moves(sidebar: Sidebar) -> None:
    QTest.keyClick(sidebar.view, Qt.Key.Key_Down, SHIFT)
    sidebar.conversations.update_conversations((), (), ("c",))
    assert sorted(sidebar.view.selected_ids()) == ["b", "c"]
    assert current(sidebar) == "c"


def test_what_is_deleted_leaves_the_keyboard_to_the_next_one(sidebar: Sidebar) -> None:
    sidebar.conversations.update_conversations((), ("b",))
    assert current(sidebar) == "c"
    assert sidebar.view.selected_ids() == ("c",)


def test_a_folder_stays_the_current_one_where_it_moves(sidebar: Sidebar) -> None:
    known = sidebar.conversations.listed.summary("d")
    sidebar.conversations.update_conversations((replace(known, folder="work"),))
    sidebar.view.setCurrentIndex(sidebar.conversations.index_of_folder("work"))
    sidebar.conversations.update_conversations((), (), ("a",))
    assert sidebar.view.currentIndex().data(FOLDER_ROLE) == "work"
    assert sidebar.view.selected_ids() == ()


def test_a_fold_that_hides_the_row_gives_it_to_the_chat_in_front(sidebar: Sidebar) -> None:
    sidebar.conversations.update_conversations((), (), ("a",))
    today = sidebar.conversations.index(2)
    sidebar.conversations.toggle_fold(today)
    assert sidebar.view.selected_ids() == ("a",)


def test_where_the_keyboard_is_elsewhere_the_chat_in_front_is_selected(sidebar: Sidebar) -> None:
    sidebar.filter_box.setFocus()
    sidebar.conversations.update_conversations((), (), ("d",))
    assert sidebar.view.selected_ids() == ("a",)
