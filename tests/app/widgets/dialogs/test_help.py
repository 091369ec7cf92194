"""The help page: one for each language of the window, telling the same in the same order."""

import re

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QTextDocument
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from app.widgets.commands.actions import WindowActions
from app.widgets.dialogs.help import HelpDialog, HelpPage, help_text


def test_other_languages_get_the_english_page() -> None:
    assert help_text("fr_FR") == help_text("en_US")
    assert help_text("de_DE") != help_text("en_US")


def test_both_pages_have_the_same_parts_and_keys() -> None:
    english, german = help_text("en"), help_text("de")
    assert english.count("\n## ") == german.count("\n## ")
    assert english.count("\n- ") == german.count("\n- ")
    commands = re.findall(r"\*\*(\{.+?\})\*\*", english)
    assert len(commands) > 10
    assert re.findall(r"\*\*(\{.+?\})\*\*", german) == commands


def test_the_page_names_the_keys_of_today(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    keys = WindowActions(window).keys_by_name
    keys.bind({"new_tab": ("Ctrl+J",), "send": ("Ctrl+\\",), "sidebar": (), "beside": ()})
    text = HelpDialog(keys, window).text()

    assert "Ctrl+J opens another" in text
    assert "press Ctrl+\\." in text
    assert "sidebar (“Sidebar”) has folders" in text
    assert "{" not in text


def test_showing_help_opens_no_file(qtbot: QtBot) -> None:
    page = HelpPage("![a picture](/etc/hostname)")
    qtbot.addWidget(page)

    kind = QTextDocument.ResourceType.ImageResource.value
    assert page.loadResource(kind, QUrl("file:///etc/hostname")) is None


def test_the_page_leads_to_models_and_nothing_that_is_no_web_page(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    page = HelpPage("")
    qtbot.addWidget(page)
    page.anchorClicked.emit(QUrl("https://huggingface.co/models"))
    page.anchorClicked.emit(QUrl("file:///etc/hostname"))

    assert opened == ["https://huggingface.co/models"]
    assert all("https://huggingface.co/" in help_text(language) for language in ("en", "de"))
