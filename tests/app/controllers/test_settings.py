"""Settings are replaced whole, saved in order and told to listeners."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.controllers.services import Services
from app.controllers.settings_controller import Language
from app.controllers.toasts import MAX_CHARS, Toasts
from app.errors import DiskFull, InvalidSettings, ModelFileError
from app.settings import Settings, SettingsFile, Theme
from app.widgets.kit.translation import shown_title
from app.widgets.window.main_window import MainWindow


async def test_a_change_is_told_and_saved(services: Services, tmp_path: Path) -> None:
    told: list[tuple[Settings, Settings]] = []
    services.settings.changes.add(lambda old, new: told.append((old, new)))
    services.settings.change(theme=Theme.DARK)
    assert told == [(Settings(), Settings(theme=Theme.DARK))]
    await services.tasks.finish()
    saved, _notice = SettingsFile(tmp_path / "settings.json").load()
    assert saved.theme is Theme.DARK


async def test_an_impossible_value_is_refused(services: Services) -> None:
    with pytest.raises(InvalidSettings):
        services.settings.change(zoom_percent=-1)
    assert services.settings.current == Settings()


async def test_of_quick_changes_the_last_one_is_in_the_file(
    services: Services, tmp_path: Path
) -> None:
    for percent in (110, 120, 130):
        services.settings.change(zoom_percent=percent)
    await services.tasks.finish()
    saved, _notice = SettingsFile(tmp_path / "settings.json").load()
    assert saved.zoom_percent == 130


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


def texts(window: MainWindow) -> list[str]:
    return [toast.content.text for toast in window.toasts.shown]


def test_trouble_of_one_kind_does_not_pile_up(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    toasts = Toasts(window)
    toasts.report(ModelFileError("“a.txt” is no model."))
    toasts.report(DiskFull("The disk is full."))
    toasts.report(ModelFileError("“b.txt” is no model."))
    toasts.report(ModelFileError("“b.txt” is no model."))
    assert texts(window) == ["The disk is full.", "“b.txt” is no model."]


def test_what_has_no_kind_stands_beside_its_like(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    toasts = Toasts(window)
    pressed: list[str] = []
    toasts.show("one", action="Undo", on_action=lambda: pressed.append("one"))
    toasts.show("two", action="Undo", on_action=lambda: pressed.append("two"))
    for toast in window.toasts.shown:
        toast.action_button.click()
    assert pressed == ["one", "two"]
    assert texts(window) == []


def test_what_no_toast_can_hold_is_shown_as_far_as_it_goes(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    toasts = Toasts(window)
    toasts.report(ModelFileError("/models/\udcff.gguf is no model."))
    toasts.show("W" * 1_000_000)
    shown = texts(window)
    assert shown[0] == "/models/?.gguf is no model."
    assert len(shown[1]) == MAX_CHARS + 1
