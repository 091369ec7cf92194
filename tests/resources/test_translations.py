"""The words of the window in other languages: none is missing, and what is shown is compiled."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.controllers.settings_controller import Language
from app.widgets.kit.text import format_number
from app.widgets.window.main_window import MainWindow
from resources.translations.update import LANGUAGES, WINDOW
from tests.house.source_files import ROOT, name_of, python_files, tree_of

FOLDER = ROOT / "resources" / "translations"
HINT = "run resources/translations/update.py and translate what it has found"
TR = "tr"
TRANSLATE = "translate"


@dataclass(frozen=True)
class RequestedText:
    """One text that the window can show; ``context`` is where translators find it."""

    location: str
    context: str
    text: str | None


@cache
def requested_texts() -> tuple[RequestedText, ...]:
    """Return every call that asks for a translation."""
    files = [path for path in python_files("app") if WINDOW.match(name_of(path))]
    files.remove(ROOT / "app/widgets/kit/translation.py")  # see test_sentences
    return tuple(each for path in files for each in _requested_in(path))


def _requested_in(path: Path) -> Iterator[RequestedText]:
    tree = tree_of(path)
    owners = {
        child: node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for child in ast.walk(node)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        location = f"{name_of(path)}:{node.lineno}"
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = node.func.id if isinstance(node.func, ast.Name) else name
        if name == TR and len(node.args) == 1:
            yield RequestedText(location, owners.get(node, ""), _literal(node.args[0]))
        elif name == TRANSLATE and len(node.args) == 2:
            yield RequestedText(location, _literal(node.args[0]) or "", _literal(node.args[1]))


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


@cache
def translated(language: str) -> dict[tuple[str, str], str]:
    """Return what translators have finished, under context and text."""
    root = ElementTree.parse(FOLDER / f"hubbub_{language}.ts").getroot()
    found = {}
    for context in root.iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is not None and translation.text and not translation.get("type"):
                key = (context.findtext("name") or "", message.findtext("source") or "")
                found[key] = translation.text
    return found


def test_every_text_is_written_out_where_it_is_said() -> None:
    assert [each.location for each in requested_texts() if each.text is None] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_lacks_its_translation(language: str) -> None:
    known = translated(language)
    missing = [
        f"{each.location}: {each.text}"
        for each in requested_texts()
        if each.text is not None and (each.context, each.text) not in known
    ]
    assert missing == [], HINT


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_was_translated(qapp: QApplication, language: str) -> None:
    compiled = QTranslator()
    assert compiled.load(str(FOLDER / f"hubbub_{language}.qm"))

    other = [
        text
        for (context, text), translation in translated(language).items()
        if compiled.translate(context, text) != translation
    ]
    assert other == [], HINT


@pytest.mark.parametrize(
    ("language_setting", "file_menu", "number"),
    [
        ("de", "&Datei", "1.234"),
        ("fr", "&Fichier", "1\u202f234"),
        ("es", "&Archivo", "1234"),
        ("zh_CN", "文件(&F)", "1,234"),
        ("en", "&File", "1,234"),
        ("nl", "&File", "1.234"),
    ],
)
def test_the_window_speaks_the_language_of_the_settings(
    qapp: QApplication, qtbot: QtBot, language_setting: str, file_menu: str, number: str
) -> None:
    language = Language(qapp, language_setting)
    try:
        window = MainWindow()
        qtbot.addWidget(window, before_close_func=lambda shown: shown.force_close())
        assert window.actions_by_name.groups()[0][0] == file_menu
        assert format_number(1234) == number
    finally:
        language.remove()
    assert QLocale() == QLocale.system()
