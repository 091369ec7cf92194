"""Files are looked for where the user's own files are, in the system's own dialog."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.widgets.dialogs import file_choice
from app.widgets.dialogs.file_choice import default_folder
from app.widgets.dialogs.progress_box import ProgressBox


def test_without_a_folder_for_downloads_it_is_the_users_own(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DOWNLOAD_DIR", raising=False)
    assert Path(default_folder()) == home
    (home / "Downloads").mkdir()
    assert Path(default_folder()) == home / "Downloads"


def test_the_system_may_show_its_own_dialog(qtbot: QtBot, tmp_path: Path) -> None:
    """Qt asks the system for no class but its own."""
    folder = str(tmp_path)
    dialogs = (
        file_choice.to_save("a", (".md", ".json"), folder),
        file_choice.to_keep("a.md", folder),
        file_choice.to_import(folder),
        file_choice.of_presets(folder),
        file_choice.to_save_presets("a", folder),
        file_choice.of_model(folder),
        file_choice.of_pack(folder),
    )
    for dialog in dialogs:
        qtbot.addWidget(dialog)
        assert dialog.metaObject().className() == "QFileDialog"
        assert not dialog.testOption(QFileDialog.Option.DontUseNativeDialog)
        assert dialog.directory().absolutePath() == folder


def test_another_form_of_export_brings_its_suffix(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = file_choice.to_save("a", (".md", ".json"), str(tmp_path))
    qtbot.addWidget(dialog)
    assert dialog.defaultSuffix() == "md"
    dialog.filterSelected.emit(dialog.nameFilters()[1])
    assert dialog.defaultSuffix() == "json"


def test_a_box_that_went_with_its_window_leaves_the_work_alone(qtbot: QtBot) -> None:
    window = QWidget()
    box = ProgressBox("Exporting", window)
    box.open_later()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
    assert not isValid(box)

    box.set_progress(1, 2)
    box.leave()
