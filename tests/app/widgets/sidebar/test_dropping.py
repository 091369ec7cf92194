"""Conversations are dropped into folders and out of them; rows keep their state."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from app.widgets.sidebar.list_view import drag_data
from app.widgets.sidebar.row_data import FOLDER_ROLE, ID_ROLE
from app.widgets.sidebar.sidebar import Sidebar
from tests.app.widgets.samples import summary
from tests.app.widgets.sidebar.test_sidebar import rows

SHIFT = Qt.KeyboardModifier.ShiftModifier


def drop(sidebar: Sidebar, data: QMimeData, row: int) -> list[object]:
    """Let something go over a row, or below the last one; return what was wished by that."""
    moved = QSignalSpy(sidebar.requests.folder_requested)
    view = sidebar.view
    index = view.model().index(row, 0)
    place = QPointF(view.visualRect(index).center()) if index.isValid() else QPointF(30, 280)
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDropEvent(place, Qt.DropAction.MoveAction, data, buttons, keys)
    view.dropEvent(event)
    return [moved.at(at) for at in range(moved.count())]


def type_over(view: QWidget, text: str, key: Qt.Key = Qt.Key.Key_Return) -> None:
    """Type into the row that is being renamed, and leave it."""
    (editor,) = (each for each in view.findChildren(QLineEdit) if each.isVisible())
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, key)
    QApplication.processEvents()


@pytest.fixture
def filed(empty_sidebar: Sidebar) -> Sidebar:
    """A pinned conversation, one in a folder, and two outside."""
    sidebar = empty_sidebar
    sidebar.conversations.set_conversations(
        (
            replace(summary("p", "P"), is_pinned=True),
            replace(summary("w", "W"), folder="work"),
            summary("a", "A"),
            summary("b", "B"),
        )
    )
    sidebar.resize(240, 620)
    sidebar.conversations.open_folder("work")
    assert rows(sidebar) == ["Pinned", "P", "Folders", "work", "W", "Today", "A", "B"]
    return sidebar


@pytest.mark.parametrize(
    ("row", "folder"),
    [(3, "work"), (4, "work"), (5, ""), (7, ""), (9, ""), (0, None), (1, None), (2, None)],
)
def test_conversations_are_dropped_into_folders_and_out_of_them(
    filed: Sidebar, row: int, folder: str | None
) -> None:
    requested = drop(filed, drag_data(("a", "b")), row)
    assert requested == ([] if folder is None else [[("a", "b"), folder]])


def test_only_conversations_can_be_dragged_and_only_they_are_taken(filed: Sidebar) -> None:
    model = filed.view.model()
    flag = Qt.ItemFlag.ItemIsDragEnabled
    draggable = [bool(model.flags(model.index(row, 0)) & flag) for row in range(8)]
    assert draggable == [False, True, False, False, True, False, True, True]
    data = QMimeData()
    data.setUrls([QUrl("file:///etc/hostname")])
    assert drop(filed, data, 3) == []


def test_a_folder_that_gets_another_name_stays_folded(filed: Sidebar) -> None:
    view = filed.view
    view.setFocus()
    view.setCurrentIndex(filed.conversations.index_of("w"))
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.current_folder() == "work"
    filed.rename_current()
    asked = QSignalSpy(filed.requests.folder_rename_requested)
    type_over(view, "office")
    assert asked.at(0) == ["work", "office"]
    filed.conversations.update_conversations((replace(summary("w", "W"), folder="office"),))
    assert "office (1)" in rows(filed)


def test_a_folder_that_gets_another_name_stays_open(filed: Sidebar) -> None:
    filed.view.setFocus()
    filed.view.setCurrentIndex(filed.conversations.index_of_folder("work"))
    filed.rename_current()
    with_name = QSignalSpy(filed.conversations.folded_changed)
    type_over(filed.view, "office")
    filed.conversations.update_conversations((replace(summary("w", "W"), folder="office"),))
    assert with_name.at(0)[0] == ("+#folder office", "+#folder work")
    assert rows(filed)[2:5] == ["Folders", "office", "W"]


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


def pin(sidebar: Sidebar, name: str, *, is_pinned: bool = True) -> None:
    """Move a row to the pinned ones, or back."""
    chat = sidebar.conversations.listed.summary(name)
    sidebar.conversations.update_conversations((replace(chat, is_pinned=is_pinned),))


@pytest.mark.parametrize("moved", ["a", "b", "d"])
def test_a_row_that_moves_leaves_the_keyboard_where_it_is(sidebar: Sidebar, moved: str) -> None:
    deleted = QSignalSpy(sidebar.requests.delete_requested)
    for is_pinned in (True, False):
        pin(sidebar, moved, is_pinned=is_pinned)
        assert current(sidebar) == "b"
        QTest.keyClick(sidebar.view, Qt.Key.Key_Delete)
        assert deleted.at(deleted.count() - 1) == [("b",)], "not the chat in front"


def test_several_that_are_selected_stay_so_where_one_moves(sidebar: Sidebar) -> None:
    QTest.keyClick(sidebar.view, Qt.Key.Key_Down, SHIFT)
    pin(sidebar, "c")
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
    pin(sidebar, "a")
    assert sidebar.view.currentIndex().data(FOLDER_ROLE) == "work"
    assert sidebar.view.selected_ids() == ()


def test_a_fold_that_hides_the_row_gives_it_to_the_chat_in_front(sidebar: Sidebar) -> None:
    pin(sidebar, "a")
    today = sidebar.conversations.index(2)
    sidebar.conversations.toggle_fold(today)
    assert sidebar.view.selected_ids() == ("a",)


def test_where_the_keyboard_is_elsewhere_the_chat_in_front_is_selected(sidebar: Sidebar) -> None:
    sidebar.filter_box.setFocus()
    pin(sidebar, "d")
    assert sidebar.view.selected_ids() == ("a",)
