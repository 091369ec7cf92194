"""The help page: one for each language of the window, telling the same in the same order."""

import re

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from app.widgets.help_dialog import HelpPage, help_text


def test_other_languages_get_the_english_page() -> None:
    assert help_text("fr_FR") == help_text("en_US")
    assert help_text("de_DE") != help_text("en_US")


def test_both_pages_have_the_same_parts_and_keys() -> None:
    english, german = help_text("en"), help_text("de")
    assert english.count("\n## ") == german.count("\n## ")
    assert english.count("\n- ") == german.count("\n- ")
    keys = [re.sub("Strg", "Ctrl", key) for key in re.findall(r"\*\*(.+?)\*\*", german)]
    in_german = [key.replace("Umschalt", "Shift") for key in keys]
    assert in_german[1:] == re.findall(r"\*\*(.+?)\*\*", english)[1:]


def test_showing_help_opens_no_file(qtbot: QtBot) -> None:
    page = HelpPage("![a picture](/etc/hostname)")
    qtbot.addWidget(page)

    kind = QTextDocument.ResourceType.ImageResource.value
    assert page.loadResource(kind, QUrl("file:///etc/hostname")) is None
