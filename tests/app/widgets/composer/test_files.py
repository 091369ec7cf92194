"""Files on their way into a message: named, limited, handed on."""

import pytest
from pytestqt.qtbot import QtBot

from app.domain import TextFile
from app.widgets.composer.file_chips import FileChips
from app.widgets.composer.files import LONGEST_FILES, MessageFiles


@pytest.fixture
def chips(qtbot: QtBot) -> FileChips:
    """No file yet."""
    chips = FileChips()
    qtbot.addWidget(chips)
    return chips


def files_in(chips: FileChips, refused: list[str]) -> MessageFiles:
    return MessageFiles(chips, chips, on_offered=lambda _paths: None, on_refused=refused.append)


def test_pasted_texts_get_names_that_are_free(chips: FileChips) -> None:
    files = files_in(chips, [])
    files.add_pasted("one")
    files.add_pasted("two")

    assert [file.name for file in chips.files()] == ["Pasted text 1", "Pasted text 2"]


def test_files_that_are_too_long_together_are_refused(chips: FileChips) -> None:
    refused: list[str] = []
    files = files_in(chips, refused)
    files.add(TextFile("half", "x" * (LONGEST_FILES // 2 + 1)))
    files.add(TextFile("rest", "x" * (LONGEST_FILES // 2)))

    assert [file.name for file in chips.files()] == ["half"]
    assert refused == [
        "With “rest” the files of this message are too long together (1,000,001 characters; the "
        "limit is 1,000,000)."
    ]
    assert files.room() == LONGEST_FILES // 2 - 1


def test_a_file_that_is_too_long_alone_says_how_long_it_is(chips: FileChips) -> None:
    refused: list[str] = []
    files = files_in(chips, refused)
    files.add(TextFile("notes", "x"))
    files.add(TextFile("all", "x" * (LONGEST_FILES + 1)))

    assert refused == ["“all” is too large (1,000,001 characters; the limit is 1,000,000)."]
