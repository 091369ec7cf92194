"""The options of one conversation: what is chosen comes out with OK, and nothing without it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from app.domain import ConversationOptions, OverflowPolicy, Preset
from app.widgets.dialogs.context import ContextDialog, ContextFacts
from app.widgets.dialogs.options import OptionsDialog

USUAL = {"temperature": 0.7, "top_p": 0.95, "min_p": 0.05, "top_k": 40, "max_tokens": None}
CALM = Preset("calm", {"temperature": 0.1, "dry": None})
WILD = Preset("wild", {"temperature": 1.4})
LEFT = Qt.MouseButton.LeftButton


def dialog(qtbot: QtBot, options: ConversationOptions, *, can_slide: bool = True) -> OptionsDialog:
    shown = OptionsDialog(
        options,
        (CALM, WILD),
        default_prompt="Be kind.",
        default_values=USUAL,
        can_slide=can_slide,
    )
    qtbot.addWidget(shown)
    shown.show()
    return shown


@pytest.mark.parametrize(
    "options",
    [
        ConversationOptions(),
        ConversationOptions("Work", True, "Be brief.", "wild", "demo", OverflowPolicy.STOP),
        ConversationOptions(system_prompt=""),
    ],
)
def test_what_is_not_touched_stays_as_it_was(qtbot: QtBot, options: ConversationOptions) -> None:
    shown = dialog(qtbot, options)
    selected, changed = QSignalSpy(shown.options_selected), QSignalSpy(shown.preset_changed)
    shown.accept()
    assert selected.at(0) == [options]
    assert [changed.at(index)[0].name for index in range(changed.count())] in ([], ["wild"])


def test_everything_can_be_chosen(qtbot: QtBot) -> None:
    shown = dialog(qtbot, ConversationOptions())
    assert shown.prompt_box.toPlainText() == "Be kind."
    assert not shown.prompt_box.isEnabled()
    shown.default_prompt_box.click()
    shown.prompt_box.setPlainText("Answer in French.")
    shown.preset_box.setCurrentText("calm")
    assert shown.fields.temperature_box.value() == pytest.approx(0.1)
    shown.stop_box.setChecked(True)
    selected = QSignalSpy(shown.options_selected)
    shown.accept()
    assert selected.at(0) == [
        ConversationOptions(
            system_prompt="Answer in French.",
            preset_name="calm",
            overflow_policy=OverflowPolicy.STOP,
        )
    ]


def test_a_preset_is_made_named_changed_and_used(qtbot: QtBot) -> None:
    shown = dialog(qtbot, ConversationOptions())
    QTest.mouseClick(shown.new_button, LEFT)
    QTest.keyClicks(shown.name_box, "for code")
    QTest.keyClick(shown.name_box, Qt.Key.Key_Tab)
    shown.fields.temperature_box.setValue(0.2)
    shown.fields.longest_box.setValue(512)
    changed, selected = QSignalSpy(shown.preset_changed), QSignalSpy(shown.options_selected)
    shown.accept()
    preset = changed.at(0)[0]
    assert preset.name == "for code"
    assert (preset.values["temperature"], preset.values["max_tokens"]) == (0.2, 512)
    assert selected.at(0)[0].preset_name == "for code"


def test_a_preset_keeps_the_values_that_have_no_field(qtbot: QtBot) -> None:
    shown = dialog(qtbot, ConversationOptions(preset_name="calm"))
    shown.fields.top_k_box.setValue(5)
    changed = QSignalSpy(shown.preset_changed)
    shown.accept()
    assert changed.at(0)[0].values["dry"] is None
    assert changed.at(0)[0].values["top_k"] == 5


def test_a_preset_is_deleted_and_the_chat_is_asked_as_the_settings_say(qtbot: QtBot) -> None:
    shown = dialog(qtbot, ConversationOptions(preset_name="wild"))
    QTest.mouseClick(shown.delete_button, LEFT)
    deleted, selected = QSignalSpy(shown.preset_deleted), QSignalSpy(shown.options_selected)
    shown.accept()
    assert (deleted.at(0), selected.at(0)[0].preset_name) == (["wild"], None)


def test_cancel_changes_nothing(qtbot: QtBot) -> None:
    shown = dialog(qtbot, ConversationOptions(preset_name="wild"))
    signal = [QSignalSpy(each) for each in (shown.options_selected, shown.preset_deleted)]
    QTest.mouseClick(shown.delete_button, LEFT)
    shown.reject()
    assert [each.count() for each in signal] == [0, 0]


def facts(*, larger: int | None = 4096, can_slide: bool = True) -> ContextFacts:
    return ContextFacts(2048, larger, 96 << 20, 2048, can_slide, 1, has_earlier=True)


def test_the_memory_dialog_says_what_each_way_costs(qtbot: QtBot) -> None:
    shown = ContextDialog(facts(can_slide=False))
    qtbot.addWidget(shown)
    text = shown.text()
    for words in (
        "2,048 tokens",
        "96.0 MB more",
        "trained for 2,048 tokens",
        "read again",
        "One is pinned",
    ):
        assert words in text.replace("MiB", "MB")
    larger = QSignalSpy(shown.larger_requested)
    QTest.mouseClick(shown.larger_button, LEFT)
    assert larger.at(0) == [4096]


def test_the_memory_dialog_says_how_much_each_way_reads_again(qtbot: QtBot) -> None:
    known = replace(facts(), earlier_tokens=1500, first_tokens=300, held_tokens=1200)
    shown = ContextDialog(known)
    qtbot.addWidget(shown)
    pin, fork, larger = (
        button.accessibleDescription()
        for button in (shown.pin_button, shown.fork_button, shown.larger_button)
    )
    assert "About 1,500 tokens are read again" in pin, "the turn and what is held"
    assert "About 1,500 tokens are read again" in fork, "what was forgotten"
    assert "About 2,700 tokens are read again" in larger, "all of it"
    capped = ContextDialog(replace(known, earlier_tokens=9000, first_tokens=1000))
    qtbot.addWidget(capped)
    assert "About 2,048 tokens" in capped.pin_button.accessibleDescription()
    assert "About 4,096 tokens" in capped.larger_button.accessibleDescription()


def test_what_can_not_be_done_is_not_offered(qtbot: QtBot) -> None:
    shown = ContextDialog(facts(larger=None))
    qtbot.addWidget(shown)
    assert not shown.larger_button.isEnabled()
    pinned, forked = QSignalSpy(shown.pin_requested), QSignalSpy(shown.fork_requested)
    QTest.mouseClick(shown.pin_button, LEFT)
    QTest.mouseClick(shown.fork_button, LEFT)
    assert (pinned.count(), forked.count()) == (1, 1)
    assert "read again" not in shown.text()
