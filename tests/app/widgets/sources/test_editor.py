"""The editor of a source: where its text is from, and what it is called."""

from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from app.domain import SourceKind, SourceOrigin
from app.widgets.sources.editor import SourceEditor


@pytest.fixture
def editor(qtbot: QtBot) -> SourceEditor:
    editor = SourceEditor()
    qtbot.addWidget(editor)
    editor.show()
    return editor


def test_a_folder_shows_its_filter_and_gives_its_name(editor: SourceEditor) -> None:
    editor.set_origin(SourceOrigin(SourceKind.FOLDER, (str(Path("/home/anna/code")),)))
    assert editor.filter_box.isVisible()
    assert editor.text_box.isReadOnly()
    assert editor.name == "code"
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
