"""An option is set, taken away, undone and made again by its name; the others stay."""

from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from app.domain import ConversationOptions
from app.widgets.chat_panel import changes
from app.widgets.chat_panel.editing import OptionEditor

LISTED = ConversationOptions("Work", True, model_name="demo")


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
