"""The panel shows the options of one chat, emits each change, and takes it back with Ctrl+Z."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.chat_options import ChatModel, ChatOptions, ThinkingOptions
from app.domain.conversations import ConversationOptions, OverflowPolicy, Preset
from app.domain.messages import Role
from app.widgets.chat_panel import changes
from app.widgets.chat_panel.answer_form import FormProblem
from app.widgets.chat_panel.changes import AnswerForm, FormKind, argument_name
from app.widgets.chat_panel.chat_panel import ChatPanel, OptionEditor
from app.widgets.chat_panel.panel_content import PanelContent
from app.widgets.chat_panel.pin_list import PinnedMessage
from app.widgets.chat_panel.thinking_rows import ArgumentChoice, ThinkingChoices
from app.widgets.kit.form_rows import ChoiceRow, NumberRow, TextRow
from app.widgets.kit.small_dialogs import NameDialog, QuestionBox

CALM = Preset("calm", {"temperature": 0.1, "dry": None})
WILD = Preset("wild", {"temperature": 1.4, "system_prompt": "Be wild."})
CONTENT = PanelContent(
    "a",
    title="Tabs",
    presets=(CALM, WILD),
    default_prompt="Be kind.",
    defaults={"temperature": 0.7, "top_p": 0.95, "min_p": 0.05, "top_k": 40, "stop_strings": ()},
)
LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
Shown = Callable[..., ChatPanel]
Box = TypeVar("Box", NameDialog, QuestionBox)


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    """Builds a panel that shows a chat with these options."""

    def build(
        options: ConversationOptions | None = None, pins: tuple[PinnedMessage, ...] = ()
    ) -> ChatPanel:
        panel = ChatPanel()
        qtbot.addWidget(panel)
        panel.resize(320, 900)
        panel.set_folded(())
        panel.show_content(replace(CONTENT, options=options or ConversationOptions(), pins=pins))
        panel.show()
        panel.activateWindow()
        qtbot.waitUntil(panel.isActiveWindow)
        return panel

    return build


def temperature(panel: ChatPanel) -> NumberRow:
    row = panel.rows["temperature"]
    assert isinstance(row, NumberRow)
    return row


def prompt(panel: ChatPanel) -> TextRow:
    row = panel.rows["system_prompt"]
    assert isinstance(row, TextRow)
    return row


def set_temperature(panel: ChatPanel, value: float) -> None:
    temperature(panel).box.setValue(value)
    panel.flush()


def answer(panel: ChatPanel, kind: type[Box]) -> Box:
    """Return the dialog that the panel asks with."""
    (dialog,) = [each for each in panel.findChildren(kind) if each.isVisible()]
    return dialog


def test_sections_are_built_with_the_first_chat_folded_as_stored(qtbot: QtBot) -> None:
    panel = ChatPanel()
    qtbot.addWidget(panel)
    panel.set_folded(("sampling",))
    panel.show_content(None)
    assert not panel.rows
    panel.show_content(CONTENT)
    assert [each.key for each in panel.sections if not each.heading.isChecked()] == ["sampling"]


def test_what_is_shown_is_no_change(shown: Shown) -> None:
    options = ConversationOptions(
        "Work",
        system_prompt="Be brief.",
        preset_name="wild",
        overflow_policy=OverflowPolicy.STOP,
        chat=ChatOptions({"top_k": 5, "grammar": 'root ::= "a"'}, ThinkingOptions(is_on=True)),
    )
    panel = shown(options)
    changed = QSignalSpy(panel.editor.changed)
    panel.flush()
    panel.show_content(replace(CONTENT, conversation_id="b"))
    assert changed.count() == 0


def test_every_change_is_emitted_with_its_chat(shown: Shown) -> None:
    panel = shown(ConversationOptions("Work", is_pinned=True))
    changed = QSignalSpy(panel.editor.changed)
    set_temperature(panel, 0.2)
    assert changed.at(0) == [
        "a",
        ConversationOptions("Work", is_pinned=True, chat=ChatOptions({"temperature": 0.2})),
    ]
    assert panel.presets.changed_label.text() == "1 changed in this chat"
    QTest.mouseClick(temperature(panel).default_button, LEFT)
    assert changed.at(1)[1] == ConversationOptions("Work", is_pinned=True)
    assert temperature(panel).box.value() == 0.7


def test_the_chats_value_goes_before_the_presets_and_that_before_the_settings(shown: Shown) -> None:
    panel = shown()
    assert temperature(panel).box.value() == 0.7
    panel.presets.box.setCurrentText("wild")
    panel.presets.selected.emit("wild")
    assert temperature(panel).box.value() == 1.4
    assert prompt(panel).box.toPlainText() == "Be wild."
    set_temperature(panel, 0.3)
    assert panel.editor.options.chat.sampling == {"temperature": 0.3}
    panel.presets.reset_requested.emit()
    assert temperature(panel).box.value() == 1.4
    assert panel.editor.options == ConversationOptions(preset_name="wild")


def test_control_z_takes_changes_back_and_the_text_field_its_own_words(shown: Shown) -> None:
    panel = shown()
    set_temperature(panel, 0.2)
    field = prompt(panel).box
    field.setFocus()
    QTest.keyClicks(field, "Hello ")
    panel.flush()
    assert panel.editor.options.system_prompt == "Hello Be kind."
    QTest.keyClick(field, Qt.Key.Key_Z, CONTROL)
    panel.flush()
    assert panel.editor.options.system_prompt in (None, "Be kind.")
    box = temperature(panel).box
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Z, CONTROL)
    assert box.value() == 0.7
    QTest.keyClick(box, Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert box.value() == 0.2


def test_a_command_finds_what_was_typed_a_moment_ago(shown: Shown) -> None:
    panel = shown()
    field = prompt(panel).box
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "Be brief.")
    assert panel.editor.options.system_prompt is None
    QTest.keyClick(field, Qt.Key.Key_R, CONTROL)
    assert panel.editor.options.system_prompt == "Be brief."


def test_an_empty_prompt_is_one_only_where_there_is_another(shown: Shown) -> None:
    panel = shown()
    prompt(panel).box.clear()
    panel.flush()
    assert panel.editor.options.system_prompt == ""
    panel.show_content(replace(CONTENT, default_prompt=""))
    prompt(panel).box.setPlainText("Be brief.")
    panel.flush()
    prompt(panel).box.clear()
    panel.flush()
    assert panel.editor.options.system_prompt is None


def test_another_chat_gets_nothing_of_what_was_typed_about_this_one(shown: Shown) -> None:
    panel = shown()
    changed = QSignalSpy(panel.editor.changed)
    prompt(panel).box.setPlainText("Be brief.")
    panel.show_content(replace(CONTENT, conversation_id="b", default_prompt="Be good."))
    assert [changed.at(0)[0], changed.at(0)[1].system_prompt] == ["a", "Be brief."]
    assert changed.count() == 1
    assert prompt(panel).box.toPlainText() == "Be good."
    assert panel.editor.options == ConversationOptions()


def test_a_preset_is_saved_from_what_is_set_and_the_chat_then_has_it(shown: Shown) -> None:
    panel = shown(ConversationOptions(system_prompt="Be brief.", preset_name="calm"))
    set_temperature(panel, 0.3)
    saved, changed = QSignalSpy(panel.preset_saved), QSignalSpy(panel.editor.changed)
    panel.presets.ask_name()
    dialog = answer(panel, NameDialog)
    dialog.name_box.setText("  for   code ")
    dialog.accept()
    preset = saved.at(0)[0]
    assert preset == Preset(
        "for code", {"temperature": 0.3, "dry": None, "system_prompt": "Be brief."}
    )
    assert changed.at(0)[1] == ConversationOptions(preset_name="for code")
    assert panel.presets.box.currentText() == "for code"
    panel.editor.undo()
    assert panel.editor.options.chat.sampling == {"temperature": 0.3}


def test_a_preset_is_updated(shown: Shown) -> None:
    panel = shown(ConversationOptions(preset_name="calm"))
    set_temperature(panel, 0.3)
    saved = QSignalSpy(panel.preset_saved)
    QTest.mouseClick(panel.presets.update_button, LEFT)
    assert saved.at(0)[0] == Preset("calm", {"temperature": 0.3, "dry": None})
    assert temperature(panel).box.value() == 0.3
    assert not panel.presets.update_button.isVisible()


def test_a_preset_is_replaced_only_where_that_is_wanted(shown: Shown) -> None:
    panel = shown()
    saved = QSignalSpy(panel.preset_saved)
    for is_wanted in (False, True):
        panel.presets.ask_name()
        dialog = answer(panel, NameDialog)
        dialog.name_box.setText("calm")
        dialog.accept()
        question = answer(panel, QuestionBox)
        assert saved.count() == 0
        question.accept() if is_wanted else question.reject()
    assert saved.at(0)[0].name == "calm"


def test_a_preset_is_renamed_deleted_imported_and_exported(shown: Shown) -> None:
    panel = shown(ConversationOptions(preset_name="calm"))
    bar = panel.presets
    renamed, deleted = QSignalSpy(bar.rename_requested), QSignalSpy(bar.delete_requested)
    exported, imported = QSignalSpy(bar.export_requested), QSignalSpy(bar.import_requested)
    actions = {action.text(): action for action in bar.menu.actions()}
    actions["Rename…"].trigger()
    dialog = answer(panel, NameDialog)
    dialog.name_box.setText("quiet")
    dialog.accept()
    assert renamed.at(0) == ["calm", "quiet"]
    actions["Delete…"].trigger()
    answer(panel, QuestionBox).accept()
    assert deleted.at(0) == ["calm"]
    actions["Export…"].trigger()
    actions["Import…"].trigger()
    assert (exported.at(0), imported.count()) == ([("calm",)], 1)
    panel.show_content(replace(CONTENT, options=ConversationOptions()))
    actions["Export…"].trigger()
    assert exported.at(1) == [("calm", "wild")], "without a choice, all of them"
    assert not actions["Rename…"].isEnabled()


def test_a_preset_that_is_gone_is_the_default(shown: Shown) -> None:
    panel = shown(ConversationOptions(preset_name="gone"))
    assert panel.presets.box.currentText() == "Default"
    assert temperature(panel).box.value() == 0.7


def test_a_grammar_is_in_force_once_the_engine_can_follow_it(shown: Shown) -> None:
    panel = shown()
    checked = QSignalSpy(panel.form.check_requested)
    panel.form.kind_box.setCurrentIndex(panel.form.kind_box.findData(FormKind.GRAMMAR))
    panel.form.kind_box.activated.emit(2)
    panel.form.box.setPlainText('root ::=\n  "a')
    panel.flush()
    form = AnswerForm(FormKind.GRAMMAR, 'root ::=\n  "a')
    assert checked.at(checked.count() - 1) == [form]
    panel.form.show_checked(form, FormProblem("The text has no end.", 2, 3))
    assert panel.form.error_text() == "Line 2, column 3: The text has no end."
    assert panel.form.box.extraSelections() != []
    assert panel.editor.options.chat.is_default
    panel.form.box.setPlainText('root ::= "a"')
    panel.form.show_checked(form, None)
    assert panel.editor.options.chat.is_default, "a late answer about another text"
    good = AnswerForm(FormKind.GRAMMAR, 'root ::= "a"')
    panel.form.show_checked(good, None)
    assert panel.editor.options.chat.sampling == {"json_schema": None, "grammar": good.text}
    assert (panel.form.error_text(), panel.form.box.extraSelections()) == ("", [])
    panel.form.kind_box.setCurrentIndex(0)
    panel.form.kind_box.activated.emit(0)
    assert panel.editor.options.chat.is_default


def test_a_form_that_is_not_finished_waits_for_its_chat(shown: Shown) -> None:
    panel = shown()
    panel.form.set_value(AnswerForm(FormKind.SCHEMA, '{"type":'))
    panel.show_content(replace(CONTENT, conversation_id="b"))
    assert panel.form.value() == AnswerForm()
    checked = QSignalSpy(panel.form.check_requested)
    panel.show_content(CONTENT)
    assert panel.form.value() == AnswerForm(FormKind.SCHEMA, '{"type":')
    assert checked.count() == 1


def test_pinned_messages_lead_to_their_place_and_are_unpinned(shown: Shown) -> None:
    panel = shown(
        pins=(PinnedMessage(3, Role.USER, "My name\nis Ada"), PinnedMessage(4, Role.ASSISTANT, ""))
    )
    go, unpin = panel.pins.buttons(0)
    assert go.text() == "My name is Ada"
    assert unpin.accessibleName() == "Unpin: My name is Ada"
    went, unpinned = (
        QSignalSpy(panel.pins.message_requested),
        QSignalSpy(panel.pins.unpin_requested),
    )
    QTest.mouseClick(go, LEFT)
    QTest.mouseClick(panel.pins.buttons(1)[1], LEFT)
    assert (went.at(0), unpinned.at(0)) == ([3], [4])


def test_thinking_is_offered_where_the_model_can(shown: Shown) -> None:
    panel = shown()
    assert panel.thinking.isHidden()
    choices = ThinkingChoices(
        can_switch=True,
        is_on=True,
        efforts=("low", "high"),
        has_budget=True,
        is_costly=True,
        arguments=(
            ArgumentChoice("tone", ("dry", "warm")),
            ArgumentChoice("level", is_number=True),
        ),
    )
    panel.show_content(replace(CONTENT, thinking=choices))
    assert not panel.thinking.isHidden()
    switch = panel.thinking.switch
    assert isinstance(switch, ChoiceRow)
    words = [switch.box.itemText(index) for index in range(switch.box.count())]
    assert words == ["Default (On)", "On", "Off"]
    switch.box.setCurrentIndex(2)
    switch.box.activated.emit(2)
    level = panel.rows[argument_name("level")]
    level.set_value(3)
    level.value_changed.emit(level.name, level.value())
    assert panel.editor.options.chat == ChatOptions(
        thinking=ThinkingOptions(is_on=False), template_arguments={"level": 3}
    )
    switch.box.setCurrentIndex(0)
    switch.box.activated.emit(0)
    assert panel.editor.options.chat.thinking == ThinkingOptions()
    panel.show_content(CONTENT)
    assert argument_name("level") not in panel.rows


def test_parts_are_folded_and_that_is_remembered(shown: Shown) -> None:
    panel = shown()
    folds = QSignalSpy(panel.folds_changed)
    panel.set_folded(("advanced",))
    assert folds.count() == 0
    advanced = panel.sections[-1]
    assert panel.rows["seed"].isHidden() or not panel.rows["seed"].isVisible()
    QTest.mouseClick(advanced.heading, LEFT)
    assert panel.rows["seed"].isVisible()
    assert folds.at(0) == [()]


def test_escape_goes_back_to_the_page(shown: Shown) -> None:
    panel = shown()
    left = QSignalSpy(panel.left)
    panel.take_focus()
    focused = QApplication.focusWidget()
    assert focused is panel.presets.box
    QTest.keyClick(focused, Qt.Key.Key_Escape)
    assert left.count() == 1


def test_without_a_chat_it_says_so(shown: Shown) -> None:
    panel = shown()
    panel.show_content(None)
    assert not panel.rows["temperature"].isVisible()
    changed = QSignalSpy(panel.editor.changed)
    panel.flush()
    assert changed.count() == 0


def test_a_preset_keeps_how_the_model_thinks(shown: Shown) -> None:
    own = ThinkingOptions(is_on=False, budget=512)
    panel = shown(ConversationOptions(chat=ChatOptions({"top_k": 5}, own)))
    panel.show_content(
        replace(
            CONTENT,
            options=panel.editor.options,
            thinking=ThinkingChoices(can_switch=True, is_on=True, has_budget=True, budget=9),
        )
    )
    assert panel.presets.changed_label.text() == "3 changed in this chat"
    saved = QSignalSpy(panel.preset_saved)
    panel.presets.save_requested.emit("quick")
    thinking = {"is_on": False, "budget": 512}
    assert saved.at(0) == [Preset("quick", {"top_k": 5, "thinking": thinking})]
    assert panel.editor.options == ConversationOptions(preset_name="quick")
    assert panel.thinking.switch.box.itemText(0) == "Default (Off)"
    assert panel.thinking.budget.box.value() == 512
    panel.presets.selected.emit(None)
    assert panel.thinking.switch.box.itemText(0) == "Default (On)"
    assert panel.thinking.budget.box.value() == 9


LISTED = ConversationOptions("Work", True, model=ChatModel("0" * 64, "demo"))


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


def test_a_default_that_is_recommended_for_the_model_says_so(shown: Shown) -> None:
    panel = shown()
    content = panel.content
    assert content is not None
    panel.show_content(replace(content, advised=frozenset({"top_k", "temperature"})))
    row = panel.rows["top_k"]
    assert row.note() == "Recommended"
    assert "Recommended" in row.editor.accessibleDescription()
    assert panel.rows["min_p"].note() == ""
    panel.editor.set("top_k", 7)
    assert row.note() == "", "it is the value of the chat"
