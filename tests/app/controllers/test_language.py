"""The language of the settings is installed, and removed without a trace."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication

from app.controllers.settings import Language
from app.widgets.kit.translation import shown_title


@pytest.fixture
def german(qapp: QApplication) -> Iterator[Language]:
    language = Language(qapp, "de")
    yield language
    language.remove()


@pytest.mark.usefixtures("german")
def test_texts_and_numbers_are_german() -> None:
    assert shown_title("") == "Neuer Chat"
    assert QLocale().toString(1234) == "1.234"


@pytest.mark.usefixtures("german")
def test_the_buttons_of_the_library_are_german() -> None:
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


def test_english_comes_back(german: Language) -> None:
    german.remove()
    assert shown_title("") == "New chat"
    assert QLocale() == QLocale.system()


def test_an_unknown_language_leaves_english(qapp: QApplication) -> None:
    language = Language(qapp, "nl")
    assert shown_title("") == "New chat"
    language.remove()
