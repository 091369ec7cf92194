"""Settings: shown as they are, given back whole, and what a change costs is said."""

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from app.settings import Settings, Theme
from app.widgets.settings_dialog import SettingsDialog

ALL_SET = Settings(
    context_window=2048,
    slot_count=8,
    thread_count=3,
    gpu_layer_count=0,
    model_path="/models/a.gguf",
    temperature=0.25,
    max_reply_tokens=512,
    system_prompt="Answer briefly.",
    theme=Theme.DARK,
    sends_with_ctrl_enter=True,
    zoom_percent=125,
)


def dialog_of(qtbot: QtBot, settings: Settings) -> SettingsDialog:
    dialog = SettingsDialog(settings)
    qtbot.addWidget(dialog)
    dialog.open()
    return dialog


@pytest.mark.parametrize("settings", [Settings(), ALL_SET], ids=["default", "all set"])
def test_unchanged_settings_come_back_as_they_were(qtbot: QtBot, settings: Settings) -> None:
    dialog = dialog_of(qtbot, settings)
    told = QSignalSpy(dialog.settings_changed)

    assert dialog.changed_settings() == settings
    dialog.accept()
    assert told.count() == 0


def test_changed_settings_are_told_on_ok(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings())
    dialog.context_box.setValue(1000)
    dialog.slots_box.setValue(6)
    dialog.theme_box.setCurrentIndex(2)
    dialog.system_prompt_box.setPlainText(" Be kind. ")

    with qtbot.waitSignal(dialog.settings_changed) as told:
        dialog.accept()
    assert told.args == [
        Settings(context_window=1024, slot_count=6, theme=Theme.DARK, system_prompt="Be kind.")
    ]


def test_nothing_changes_on_cancel(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings())
    told = QSignalSpy(dialog.settings_changed)
    dialog.slots_box.setValue(9)
    dialog.reject()

    assert told.count() == 0


def test_what_a_change_means_for_memory_is_said(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings(context_window=512, slot_count=4))
    assert dialog.cost_words() == (
        "4 chats with 512 tokens each: memory for 2,048 tokens is set aside."
    )
    dialog.slots_box.setValue(5)
    assert "memory for 2,560 tokens" in dialog.cost_words()
    assert "loaded again" in dialog.cost_words()

    dialog.slots_box.setValue(4)
    dialog.temperature_box.setValue(1.5)
    assert "loaded again" not in dialog.cost_words()
    dialog.context_box.setValue(0)
    assert "as suits the model" in dialog.cost_words()
