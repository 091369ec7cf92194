"""The page of sources: what it says of each, and what its buttons and keys ask for."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from app.sources.model import (
    ReadingState,
    ShownSource,
    Source,
    SourceChat,
    SourceKind,
    SourceOrigin,
    SourceReading,
    SourceVersion,
)
from app.sources.view.source_editor import SourceEditor
from app.sources.view.sources_page import SourcesPage
from tests.app.widgets.showing import on_screen

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
FOLDER = SourceOrigin(SourceKind.FOLDER, ("/code",), "*.py")


def shown(name: str, reading: SourceReading | None = None) -> ShownSource:
    version = SourceVersion(1, name, 2, "0" * 64, 2048, "", NOW, FOLDER)
    source = Source(name, name, NOW, (version,), chat_count=1)
    return ShownSource(source, reading or SourceReading())


@pytest.fixture
def page(qtbot: QtBot) -> SourcesPage:
    return on_screen(qtbot, SourcesPage())


def test_without_a_source_it_says_what_one_is(page: SourcesPage) -> None:
    assert page.empty.isVisible()
    page.set_sources([shown("Code")])
    assert not page.empty.isVisible()
    assert page.details.source_id == "Code"


@pytest.mark.parametrize(
    ("reading", "text", "visible"),
    [
        (SourceReading(), "Not read yet", "read_button"),
        (SourceReading(ReadingState.READING), "Waits to be read", "pause_button"),
        (SourceReading(ReadingState.READING, 30, 90), "Reading, 33%", "pause_button"),
        (SourceReading(ReadingState.PAUSED, 30, 90), "Paused", "read_button"),
        (SourceReading(ReadingState.TOO_LARGE, 0, 90, 50), "Too large for this", "split_button"),
        (SourceReading(ReadingState.FAILED, error="No."), "Could not be read", "read_button"),
    ],
)
def test_each_state_has_its_words_and_its_button(
    page: SourcesPage, reading: SourceReading, text: str, visible: str
) -> None:
    page.set_sources([shown("Code", reading)])
    details = page.details
    assert details.state_label.text().startswith(text)
    buttons = (details.read_button, details.pause_button, details.split_button)
    assert [each for each in buttons if each.isVisible()] == [getattr(details, visible)]


def test_what_is_read_needs_no_button_unless_another_model_has_read_it(page: SourcesPage) -> None:
    read = shown("Code", SourceReading(ReadingState.READ, 90, 90))
    page.set_sources([read])
    assert not page.details.read_button.isVisible()
    page.set_sources([replace(read, is_of_other_model=True)])
    assert page.details.read_button.isVisible()
    assert page.details.problem_label.text().startswith("Another model has read it.")


def test_a_figure_is_told_once_and_an_unknown_one_not_at_all(page: SourcesPage) -> None:
    read = shown("Code", SourceReading(ReadingState.READ, 90, 90))
    version = replace(read.source.newest, token_count=90, read_at=NOW)
    source = replace(read.source, versions=(version,))
    page.set_sources([replace(read, source=source)])
    details = page.details
    assert details.state_label.text().startswith("Read ")
    assert "90 tokens\n" in details.figures_label.text()
    texts = details.state_label.text() + details.figures_label.text()
    assert (texts.count("tokens"), texts.count("Read")) == (1, 1)
    assert "on disk" not in texts


def test_it_says_by_how_much_a_text_is_too_large(page: SourcesPage) -> None:
    page.set_sources([shown("Code", SourceReading(ReadingState.TOO_LARGE, 0, 9000, 4000))])
    assert "9,000 tokens, 5,000 more than this model holds (4,000)" in (
        page.details.problem_label.text()
    )


def test_changed_files_are_offered_as_a_new_version(page: SourcesPage) -> None:
    page.set_sources([replace(shown("Code"), is_changed=True)])
    assert page.details.update_button.isVisible()
    assert "From the folder /code, only *.py" in page.details.figures_label.text()


def test_only_chats_of_older_versions_can_be_moved(page: SourcesPage) -> None:
    chats = (SourceChat("a", "Old", 1), SourceChat("b", "", 2))
    page.set_sources([replace(shown("Code"), chats=chats)])
    moved = QSignalSpy(page.details.chat_moved)
    page.details.chats.setCurrentRow(1)
    assert not page.details.move_button.isVisible()
    page.details.chats.setCurrentRow(0)
    page.details.move_button.click()
    assert [moved.at(number) for number in range(moved.count())] == [["a"]]


def test_enter_begins_a_chat_and_delete_asks(page: SourcesPage) -> None:
    page.set_sources([shown("Code")])
    begun = QSignalSpy(page.details.new_chat_button.clicked)
    deleted = QSignalSpy(page.details.delete_button.clicked)
    page.list.setFocus()
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    assert (begun.count(), deleted.count()) == (1, 1)


def test_a_name_that_is_being_typed_stays_while_readings_go_on(
    page: SourcesPage, qtbot: QtBot
) -> None:
    page.set_sources([shown("Code"), shown("Book")])
    page.activateWindow()
    page.details.name_box.setFocus()
    qtbot.waitUntil(page.details.name_box.hasFocus)
    page.details.name_box.setText("My co")
    page.set_sources([shown("Code", SourceReading(ReadingState.READING, 1, 2)), shown("Book")])
    assert page.details.name_box.text() == "My co"
    page.select("Book")
    assert page.details.name_box.text() == "Book"


def test_tab_goes_from_the_list_to_the_button_below_it(page: SourcesPage, qtbot: QtBot) -> None:
    page.set_sources([shown("Code")])
    qtbot.waitUntil(page.isActiveWindow)
    page.list.setFocus()
    QTest.keyClick(page.list, Qt.Key.Key_Tab)
    assert page.adding_button.hasFocus()


def test_long_paths_leave_the_window_narrow(page: SourcesPage) -> None:
    code = shown("Code")
    origin = replace(FOLDER, paths=(f"/{99 * 'a'}/{99 * 'b'}",))
    version = replace(code.source.newest, origin=origin)
    page.set_sources([replace(code, source=replace(code.source, versions=(version,)))])
    assert page.minimumSizeHint().width() <= 500


def test_a_name_that_was_emptied_comes_back(page: SourcesPage) -> None:
    page.set_sources([shown("Code")])
    box = page.details.name_box
    box.clear()
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.text() == "Code"


def test_chats_keep_their_place_while_readings_go_on(page: SourcesPage) -> None:
    chats = tuple(SourceChat(f"c{number}", "title", 1) for number in range(60))
    page.set_sources([replace(shown("Code"), chats=chats)])
    bar = page.details.chats.verticalScrollBar()
    bar.setValue(bar.maximum())
    reading = SourceReading(ReadingState.READING, 1, 2)
    page.set_sources([replace(shown("Code", reading), chats=chats)])
    assert bar.value() == bar.maximum() > 0
    spoken = page.details.chats.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "title, Version 1"


@pytest.fixture
def editor(qtbot: QtBot) -> SourceEditor:
    return on_screen(qtbot, SourceEditor())


def test_a_folder_shows_its_filter_and_gives_its_name(editor: SourceEditor) -> None:
    editor.set_origin(SourceOrigin(SourceKind.FOLDER, (str(Path("/home/anna/code")),)))
    assert editor.filter_box.isVisible()
    assert editor.text_box.isReadOnly()
    assert editor.name == editor.name_box.placeholderText() == "code"
    editor.name_box.setText(" My  code ")
    assert editor.name == "My code"


def test_a_changed_filter_asks_for_the_folder_again(editor: SourceEditor, qtbot: QtBot) -> None:
    editor.set_origin(SourceOrigin(SourceKind.FOLDER, ("/code",)))
    asked = QSignalSpy(editor.origin_changed)
    editor.filter_box.setText("*.py")
    editor.filter_box.textEdited.emit("*.py")
    qtbot.waitUntil(lambda: asked.count() == 1, timeout=60_000)
    assert editor.origin == SourceOrigin(SourceKind.FOLDER, ("/code",), "*.py")


def test_a_text_can_be_written_instead(editor: SourceEditor, qtbot: QtBot) -> None:
    editor.set_origin(SourceOrigin(SourceKind.FILES, ("/a.txt",)))
    editor.paste_button.click()
    typed = QSignalSpy(editor.typed)
    editor.text_box.setPlainText("a text")
    qtbot.waitUntil(lambda: typed.count() > 0, timeout=60_000)
    assert (editor.origin.kind, editor.name) == (SourceKind.TEXT, "Pasted text")
    assert not editor.text_box.isReadOnly()


def test_an_error_goes_when_something_else_is_counted(editor: SourceEditor) -> None:
    editor.show_error("It is empty.")
    assert editor.error_label.isVisible()
    editor.show_counting("About 3 tokens.")
    assert not editor.error_label.isVisible()
