"""A row is renamed where it stands, and several rows are chosen and dealt with at once."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from app.widgets.sidebar.sidebar import Sidebar
from tests.app.widgets.samples import summary

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def sidebar(empty_sidebar: Sidebar) -> Sidebar:
    """Four conversations, the first in front."""
    chats = tuple(
        replace(summary(name, f"Chat {name}"), activity_number=9 - number)
        for number, name in enumerate("abcd")
    )
    empty_sidebar.conversations.set_conversations(chats)
    empty_sidebar.set_active("a")
    empty_sidebar.view.setFocus()
    QApplication.processEvents()
    return empty_sidebar


def editor_of(sidebar: Sidebar) -> QLineEdit:
    (editor,) = (each for each in sidebar.view.findChildren(QLineEdit) if each.isVisible())
    return editor


def rename(sidebar: Sidebar, name: str, text: str, key: Qt.Key) -> list[object]:
    """Type over a row; return what was asked for by that."""
    asked = QSignalSpy(sidebar.requests.rename_requested)
    sidebar.view.setCurrentIndex(sidebar.conversations.index_of(name))
    assert sidebar.rename_current()
    QTest.keyClicks(editor_of(sidebar), text)
    QTest.keyClick(editor_of(sidebar), key)
    QApplication.processEvents()
    return [asked.at(at) for at in range(asked.count())]


def test_enter_keeps_the_new_title_and_escape_the_old_one(sidebar: Sidebar) -> None:
    opened = QSignalSpy(sidebar.requests.conversation_activated)
    assert rename(sidebar, "b", "Tea", Qt.Key.Key_Return) == [["b", "Tea"]]
    assert rename(sidebar, "b", "Coffee", Qt.Key.Key_Escape) == []
    assert rename(sidebar, "b", "   ", Qt.Key.Key_Return) == []
    assert rename(sidebar, "b", "Chat b", Qt.Key.Key_Return) == []
    assert sidebar.view.hasFocus()
    assert opened.count() == 0, "Enter was for the title"


def test_enter_that_accepts_a_word_leaves_the_row_open(sidebar: Sidebar) -> None:
    asked = QSignalSpy(sidebar.requests.rename_requested)
    sidebar.view.setCurrentIndex(sidebar.conversations.index_of("b"))
    sidebar.rename_current()
    editor = editor_of(sidebar)
    QApplication.sendEvent(editor, QInputMethodEvent("minato", []))
    accepted = QInputMethodEvent("", [])
    accepted.setCommitString("港")
    QApplication.sendEvent(editor, accepted)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert asked.count() == 0
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert asked.at(0) == ["b", "港"]


def test_what_is_typed_outlives_changes_of_the_list(sidebar: Sidebar) -> None:
    asked = QSignalSpy(sidebar.requests.rename_requested)
    sidebar.view.setCurrentIndex(sidebar.conversations.index_of("c"))
    sidebar.rename_current()
    QTest.keyClicks(editor_of(sidebar), "Te")
    proposed = replace(summary("c", "Proposed"), activity_number=7)
    sidebar.conversations.update_conversations((proposed,))
    new = replace(summary("x", "New"), activity_number=10)
    sidebar.conversations.update_conversations((new,))
    pinned = replace(summary("a", "Chat a"), activity_number=9, is_pinned=True)
    sidebar.conversations.update_conversations((pinned,))
    QTest.keyClicks(editor_of(sidebar), "a")
    QTest.keyClick(editor_of(sidebar), Qt.Key.Key_Return)
    QApplication.processEvents()
    assert asked.at(0) == ["c", "Tea"]


def test_the_menu_renames_the_row_as_well(sidebar: Sidebar) -> None:
    sidebar.view.setCurrentIndex(sidebar.conversations.index_of("b"))
    menu = sidebar.menus.of_conversations(("b",))
    (entry,) = (each for each in menu.actions() if each.text() == "Rename")
    entry.trigger()
    assert editor_of(sidebar).text() == "Chat b"
    assert editor_of(sidebar).accessibleName() == "Title"


def test_without_the_focus_or_a_row_nothing_is_renamed(sidebar: Sidebar) -> None:
    sidebar.conversations.toggle_fold(sidebar.conversations.index(0))
    sidebar.view.setCurrentIndex(sidebar.conversations.index(0))
    assert not sidebar.rename_current(), "a heading"
    sidebar.conversations.toggle_fold(sidebar.conversations.index(0))
    sidebar.view.setCurrentIndex(sidebar.conversations.index_of("b"))
    sidebar.filter_box.setFocus()
    assert not sidebar.rename_current()


def test_a_number_that_tells_titles_apart_is_not_part_of_them(sidebar: Sidebar) -> None:
    chats = (replace(summary("a", "Hi"), number=1), replace(summary("b", "Hi"), number=2))
    sidebar.conversations.set_conversations(chats)
    sidebar.view.setCurrentIndex(sidebar.conversations.index_of("b"))
    sidebar.rename_current()
    assert editor_of(sidebar).text() == "Hi"


def click(sidebar: Sidebar, name: str, key: Qt.KeyboardModifier) -> None:
    spot = sidebar.view.visualRect(sidebar.conversations.index_of(name)).center()
    QTest.mouseClick(sidebar.view.viewport(), Qt.MouseButton.LeftButton, key, spot)


def test_a_bar_says_how_many_are_selected_and_deals_with_them(sidebar: Sidebar) -> None:
    bar, requests = sidebar.selection_bar, sidebar.requests
    click(sidebar, "b", Qt.KeyboardModifier.NoModifier)
    assert not bar.isVisible()
    click(sidebar, "d", SHIFT)
    assert (bar.isVisible(), bar.label.text()) == (True, "3 selected")
    archived, deleted = (
        QSignalSpy(requests.archive_requested),
        QSignalSpy(requests.delete_requested),
    )
    bar.archive_button.click()
    bar.delete_button.click()
    assert archived.at(0) == [("b", "c", "d"), True]
    assert deleted.at(0) == [("b", "c", "d")]
    bar.clear_button.click()
    assert not bar.isVisible()
    assert sidebar.view.selected_ids() == ("a",)


def test_a_tab_that_comes_late_to_the_front_leaves_several_selected(sidebar: Sidebar) -> None:
    click(sidebar, "b", Qt.KeyboardModifier.NoModifier)
    click(sidebar, "d", SHIFT)
    sidebar.set_active("b")
    assert sidebar.view.selected_ids() == ("b", "c", "d")
    sidebar.set_active("a")
    assert sidebar.view.selected_ids() == ("a",)


@pytest.mark.parametrize("is_reset", [False, True])
def test_what_is_typed_goes_with_the_row(sidebar: Sidebar, is_reset: bool) -> None:
    asked = QSignalSpy(sidebar.requests.rename_requested)
    sidebar.view.setCurrentIndex(sidebar.conversations.index_of("c"))
    sidebar.rename_current()
    QTest.keyClicks(editor_of(sidebar), "Te")
    if is_reset:
        chats = tuple(summary(name, f"Other {name}") for name in "dc")
        sidebar.conversations.set_conversations(chats)
    else:
        pinned = replace(summary("c", "Chat c"), activity_number=8, is_pinned=True)
        sidebar.conversations.update_conversations((pinned,))
    QApplication.processEvents()
    assert sidebar.view.is_renaming()
    QTest.keyClicks(editor_of(sidebar), "a")
    QTest.keyClick(editor_of(sidebar), Qt.Key.Key_Return)
    QApplication.processEvents()
    assert asked.at(0) == ["c", "Tea"]
    assert not sidebar.view.is_renaming()


def test_a_row_that_is_gone_takes_what_is_typed_with_it(sidebar: Sidebar) -> None:
    asked = QSignalSpy(sidebar.requests.rename_requested)
    sidebar.view.setCurrentIndex(sidebar.conversations.index_of("c"))
    sidebar.rename_current()
    QTest.keyClicks(editor_of(sidebar), "Te")
    sidebar.conversations.update_conversations((), ("c",))
    QApplication.processEvents()
    assert not sidebar.view.is_renaming()
    assert asked.count() == 0
