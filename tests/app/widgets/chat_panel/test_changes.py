"""An option is set, taken away, undone and made again by its name; the others stay."""

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from app.domain import NO_BUDGET, ChatOptions, ConversationOptions, OverflowPolicy, ThinkingOptions
from app.widgets.chat_panel import changes
from app.widgets.chat_panel.changes import AnswerForm, FormKind, Unset, own_value, with_value
from app.widgets.chat_panel.editing import OptionEditor

LISTED = ConversationOptions("Work", True, model_name="demo")
VALUES = [
    (changes.SYSTEM_PROMPT, "Be brief."),
    (changes.PRESET, "calm"),
    (changes.OVERFLOW, OverflowPolicy.STOP),
    (changes.THINKING_ON, False),
    (changes.THINKING_EFFORT, "low"),
    (changes.THINKING_BUDGET, NO_BUDGET),
    (changes.argument_name("tone"), "dry"),
    (changes.FORM, AnswerForm(FormKind.GRAMMAR, 'root ::= "a"')),
    (changes.FORM, AnswerForm()),
    ("temperature", 0.2),
    ("max_tokens", None),
]


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_an_option_is_set_and_taken_away(name: str, value: object) -> None:
    assert own_value(LISTED, name) is Unset.DEFAULT
    options = with_value(LISTED, name, value)
    assert options != LISTED
    assert own_value(options, name) == value
    assert (options.folder, options.is_pinned, options.model_name) == ("Work", True, "demo")
    assert with_value(options, name, Unset.DEFAULT) == LISTED


def test_all_options_change_at_once_and_its_place_in_the_list_stays() -> None:
    wanted = ConversationOptions(
        system_prompt="x",
        preset_name="y",
        overflow_policy=OverflowPolicy.STOP,
        chat=ChatOptions({"top_k": 3}, ThinkingOptions(is_on=True)),
    )
    options = with_value(LISTED, changes.EVERYTHING, wanted)
    assert (options.folder, options.system_prompt, options.chat) == ("Work", "x", wanted.chat)


def test_changes_are_undone_and_made_again_one_by_one(qtbot: QtBot) -> None:
    editor = OptionEditor()
    editor.show("a", LISTED)
    emitted = QSignalSpy(editor.changed)
    editor.set("temperature", 0.2)
    editor.set("top_k", 5)
    editor.set("top_k", 5)
    editor.undo()
    assert editor.options.chat.sampling == {"temperature": 0.2}
    editor.undo()
    editor.undo()
    assert editor.options == LISTED
    editor.redo()
    assert editor.options.chat.sampling == {"temperature": 0.2}
    editor.set("min_p", 0.1)
    editor.redo()
    assert editor.options.chat.sampling == {"temperature": 0.2, "min_p": 0.1}, "another future"
    assert emitted.count() == 6
    assert emitted.at(0)[0] == "a"


def test_undo_of_one_option_leaves_what_was_typed_elsewhere(qtbot: QtBot) -> None:
    editor = OptionEditor()
    editor.show("a", ConversationOptions())
    editor.set("temperature", 0.2)
    editor.set(changes.SYSTEM_PROMPT, "Be brief.", is_recorded=False)
    editor.undo()
    assert editor.options == ConversationOptions(system_prompt="Be brief.")


def test_another_chat_has_no_past_here(qtbot: QtBot) -> None:
    editor = OptionEditor()
    editor.show("a", ConversationOptions())
    editor.set("temperature", 0.2)
    editor.show("b", LISTED)
    editor.undo()
    editor.redo()
    assert editor.options == LISTED
