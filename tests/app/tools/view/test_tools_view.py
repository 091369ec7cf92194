"""The page of tools, and its dialogs: what they show, and what they emit."""

from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.tools.model import Permission, Tool
from app.tools.servers.config_files import looks_secret
from app.tools.servers.model import (
    FieldKind,
    FieldOption,
    FormAction,
    FormAnswer,
    FormField,
    FormValue,
    ListedTool,
    ServerKind,
    ServerQuestion,
    ServerReport,
    ServerState,
    ToolServer,
)
from app.tools.servers.questions import form_fields
from app.tools.view import question_dialog
from app.tools.view.question_dialog import QuestionDialog
from app.tools.view.server_import_dialog import ServerImportDialog
from app.tools.view.server_page import ServerPage
from app.tools.view.server_tools_dialog import MAX_ROWS, ServerTool, ServerToolsDialog
from app.tools.view.tool_picker import (
    ChoiceDelegate,
    ToolChoice,
    ToolGroup,
    ToolPicker,
    model_note,
)
from app.tools.view.tools_button import ToolsButton
from app.tools.view.tools_view import ServerRow, ToolRow, ToolsView, ToolTable
from app.widgets.kit.controls import IconButton, PillButton
from app.widgets.kit.forms import CheckBox, ChoiceBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.theme import colours_of
from tests.app.widgets.showing import on_screen

TIME = ToolServer("time", command="uvx", arguments=("mcp-server-time",))
GROUPS = (
    ToolGroup(
        "Built in", (ToolChoice("hubbub/a", "Date and time"), ToolChoice("hubbub/b", "Read"))
    ),
    ToolGroup("time", (ToolChoice("time/c", "Convert time", is_on=True),), "ready, one tool"),
)


def emitted(spy: QSignalSpy) -> list[list[Any]]:
    """Return the arguments of each emission."""
    return [spy.at(number) for number in range(spy.count())]


def field_of(cell: QWidget, kind: type[QWidget]) -> QWidget:
    """Return the field in a cell."""
    found = cell.findChild(kind)
    assert found is not None
    return found


def _colour_of_state(view: ToolsView) -> QColor:
    state = view.servers.item(0, 1)
    assert state is not None
    return state.foreground().color()


def test_a_built_in_tool_has_its_permission_and_its_place_in_new_chats(qtbot: QtBot) -> None:
    view = on_screen(qtbot, ToolsView(), 700, 600)
    view.built_in.set_tools([ToolRow("hubbub/a", "Date", "Stays here", Permission.NEVER)])
    chosen = QSignalSpy(view.built_in.permission_chosen)
    defaults = QSignalSpy(view.built_in.default_chosen)

    box = field_of(view.built_in.cellWidget(0, 1), ChoiceBox)
    assert isinstance(box, ChoiceBox)
    assert box.currentText() == "Never allow"
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Up)
    check = field_of(view.built_in.cellWidget(0, 2), CheckBox)
    QTest.keyClick(check, Qt.Key.Key_Space)

    assert emitted(chosen)[0] == ["hubbub/a", Permission.ALWAYS]
    assert emitted(defaults)[0] == ["hubbub/a", True]


def test_a_server_shows_its_state_and_why_it_failed(qtbot: QtBot) -> None:
    view = on_screen(qtbot, ToolsView(), 700, 600)
    failed = ServerReport("time", ServerState.FAILED, problem="The program was not found.")
    view.set_servers((ServerRow(TIME, failed),))
    assert view.problems.text() == "time: The program was not found."
    assert view.problems.isVisible()
    assert view.servers.text_at(0, 1) == "failed"
    danger = QColor(colours_of(view.palette()).danger)
    assert _colour_of_state(view) == danger
    crashed = replace(failed, problem="“time” ended.", last_lines="Traceback:\nNo such zone\n")
    view.set_servers((ServerRow(TIME, crashed),))
    assert view.problems.text() == "time: No such zone"
    item = view.servers.item(0, 0)
    assert item is not None
    assert item.toolTip() == "<p>“time” ended.</p>"

    ready = ServerReport("time", ServerState.READY, tool_count=2)
    view.set_servers((ServerRow(TIME, ready),))
    assert view.servers.text_at(0, 0) == "time\nuvx mcp-server-time"
    assert view.servers.text_at(0, 1) == "ready, 2 tools"
    assert not view.problems.isVisible()
    assert _colour_of_state(view) != danger


def test_tab_goes_through_the_rows_of_tools_before_what_follows(qtbot: QtBot) -> None:
    page, view, following = QWidget(), ToolsView(), PillButton("Close")
    vertical_layout(page, view, following)
    on_screen(qtbot, page, 700, 900)
    view.built_in.set_tools([ToolRow("hubbub/a", "Date"), ToolRow("hubbub/b", "Read")])
    view.import_button.setFocus()

    reached = []
    for _press in range(4):
        QTest.keyClick(page.focusWidget(), Qt.Key.Key_Tab)
        reached.append(page.focusWidget().accessibleName())

    assert reached == [
        "Permission of Date",
        "Date in new chats",
        "Permission of Read",
        "Read in new chats",
    ]


def test_a_grant_is_revoked(qtbot: QtBot) -> None:
    view = on_screen(qtbot, ToolsView(), 700, 600)
    view.set_grants((ToolRow("time/c", "Convert time", "time", Permission.ALWAYS),))
    revoked = QSignalSpy(view.revoked)

    button = view.grants.cellWidget(0, 2)
    assert isinstance(button, IconButton)
    assert button.accessibleName() == "Ask again for Convert time"
    button.click()

    assert emitted(revoked)[0] == ["time/c"]


def test_the_picker_finds_a_tool_by_name_and_switches_it_by_keys(qtbot: QtBot) -> None:
    window = on_screen(qtbot, QWidget(), 700, 600)
    button = ToolsButton(window)
    button.move(20, 560)
    picker = ToolPicker(window, button)
    picker.set_groups(GROUPS, "")
    picker.open()
    switched = QSignalSpy(picker.switched)

    QTest.keyClicks(picker.box, "date")
    QTest.keyClick(picker.box, Qt.Key.Key_Return)
    picker.box.clear()
    QTest.keyClick(picker.box, Qt.Key.Key_Down)
    for _step in range(3):
        QTest.keyClick(picker.list, Qt.Key.Key_Down)
    QTest.keyClick(picker.list, Qt.Key.Key_Space)

    assert emitted(switched) == [
        ["hubbub/a", True],
        ["time/c", False],
    ]


def test_a_tool_that_is_off_has_an_empty_check_box(qtbot: QtBot) -> None:
    window = on_screen(qtbot, QWidget(), 700, 600)
    button = ToolsButton(window)
    button.move(20, 560)
    picker = ToolPicker(window, button)
    picker.set_groups((ToolGroup("Built in", (ToolChoice("a", "A"), ToolChoice("b", "B"))),), "")
    picker.open()
    QApplication.processEvents()
    place = picker.list.visualItemRect(picker.list.item(2))
    picture = picker.list.viewport().grab(place).toImage()
    middle = picture.height() // 2
    outline = QColor(colours_of(picker.palette()).outline)
    row = [QColor(picture.pixel(x, middle)) for x in range(picture.width() // 4)]
    assert row.count(outline) == 2


def test_a_server_that_is_starting_stays_listed_during_a_search(qtbot: QtBot) -> None:
    window = on_screen(qtbot, QWidget(), 700, 600)
    picker = ToolPicker(window, ToolsButton(window))
    starting = ToolGroup("notes", (), "starting…")
    picker.set_groups((starting, *GROUPS), "")
    picker.open()
    QTest.keyClicks(picker.box, "convert")
    rows = [picker.list.item(row).text() for row in range(picker.list.count())]
    assert rows == ["notes", "time", "Convert time"]


@pytest.mark.parametrize(
    ("continues_text", "shows_tools", "parameters", "words"),
    [
        (True, False, 270_000_000, "base model"),
        (False, False, 135_000_000, "template does not support tools"),
        (False, False, 8_000_000_000, "template does not support tools"),
        (False, True, 600_000_000, "small"),
        (False, True, 4_000_000_000, ""),
    ],
)
def test_the_picker_says_how_far_the_model_calls_tools(
    qtbot: QtBot, *, continues_text: bool, shows_tools: bool, parameters: int, words: str
) -> None:
    window = on_screen(qtbot, QWidget(), 700, 600)
    button = ToolsButton(window)
    button.move(20, 560)
    picker = ToolPicker(window, button)
    picker.set_groups(GROUPS, "")
    picker.open()
    height = picker.height()
    note = model_note(
        continues_text=continues_text, shows_tools=shows_tools, parameter_count=parameters
    )
    picker.set_note(note)
    assert words in note
    assert picker.note.isVisible() is bool(words)
    assert picker.box.accessibleDescription() == note
    assert (picker.height() > height) is bool(words)


def test_a_search_in_the_picker_does_not_move_its_field(qtbot: QtBot) -> None:
    window = on_screen(qtbot, QWidget(), 700, 600)
    button = ToolsButton(window)
    button.move(20, 560)
    picker = ToolPicker(window, button)
    picker.set_groups(GROUPS, "")
    picker.open()
    before = picker.geometry()

    QTest.keyClicks(picker.box, "date")
    picker.set_groups(GROUPS, "")  # as after a switch

    assert picker.list.count() == 2
    assert picker.geometry() == before


def test_a_tool_that_is_never_allowed_cannot_be_switched_on(qtbot: QtBot) -> None:
    window = on_screen(qtbot, QWidget(), 700, 600)
    button = ToolsButton(window)
    picker = ToolPicker(window, button)
    picker.set_groups((ToolGroup("Built in", (ToolChoice("a", "A", is_never=True),)),), "")
    picker.open()
    switched = QSignalSpy(picker.switched)

    QTest.keyClick(picker.box, Qt.Key.Key_Return)

    assert switched.count() == 0
    assert not picker.list.item(1).flags() & Qt.ItemFlag.ItemIsEnabled
    delegate, index = picker.list.itemDelegate(), picker.list.model().index(1, 0)
    assert isinstance(delegate, ChoiceDelegate)
    colours = colours_of(picker.palette())
    assert delegate.ink(0, index, colours) == colours.disabled
    picker.set_groups(GROUPS, "")
    assert delegate.ink(0, picker.list.model().index(1, 0), colours) == colours.text


def test_the_button_tells_the_number_of_tools_and_their_tokens(qtbot: QtBot) -> None:
    button = on_screen(qtbot, ToolsButton())
    assert button.accessibleName() == "Tools: none is on"
    icon_only = button.sizeHint().width()

    button.show_count(3, 812)

    assert button.accessibleName() == "Tools: 3 are on, about 812 tokens of each prompt"
    assert button.sizeHint().width() > icon_only


def test_pasted_settings_are_previewed_and_added(qtbot: QtBot) -> None:
    dialog = on_screen(qtbot, ServerImportDialog(frozenset({"time"})))
    added = QSignalSpy(dialog.accepted_servers)
    assert not dialog.add_button.isEnabled()

    dialog.text_box.setPlainText(
        '{"mcpServers": {"time": {"command": "uvx", "args": ["mcp-server-time"]},'
        ' "old": {"type": "ws", "url": "wss://example.com/mcp"}}}'
    )
    qtbot.waitUntil(dialog.add_button.isEnabled)
    assert "WebSocket" in dialog.problems.text()
    dialog.accept()

    (servers,) = emitted(added)[0]
    assert [each.name for each in servers] == ["time-2"]


def test_a_value_that_settings_leave_open_is_entered(qtbot: QtBot) -> None:
    dialog = on_screen(qtbot, ServerImportDialog(frozenset()))
    added = QSignalSpy(dialog.accepted_servers)
    dialog.text_box.setPlainText(
        '{"mcpServers": {"x": {"command": "npx", "env": {"TOKEN": "${input:token}"}}}}'
    )
    qtbot.waitUntil(dialog.add_button.isEnabled)

    dialog.inputs["token"].setText("secret")
    dialog.accept()

    (servers,) = emitted(added)[0]
    assert servers[0].environment == {"TOKEN": "secret"}


def test_a_server_is_edited_and_keeps_what_the_form_does_not_show(qtbot: QtBot) -> None:
    before = ToolServer("time", command="uvx", hidden_tools=("a",), other='{"x": 1}')
    dialog = on_screen(qtbot, ServerPage(before, frozenset()))
    saved = QSignalSpy(dialog.saved)

    dialog.arguments_box.setText("mcp-server-time '--local timezone'")
    assert dialog.environment_box.paste("A=1\nnonsense\nB = two words")
    dialog.accept()

    old, new = emitted(saved)[0]
    assert old == before
    assert new.arguments == ("mcp-server-time", "--local timezone")
    assert new.environment == {"A": "1", "B": "two words"}
    assert (new.hidden_tools, new.other) == (("a",), '{"x": 1}')


@pytest.mark.parametrize("name", ["API_KEY", "GITHUB_TOKEN", "client_secret", "Authorization"])
def test_the_value_of_a_key_is_hidden_as_it_is_typed(qtbot: QtBot, name: str) -> None:
    dialog = on_screen(qtbot, ServerPage(None, frozenset()))
    (row,) = dialog.environment_box.rows
    QTest.keyClicks(row.name_box, name)
    for typed in ("8", "8f3a90c1d2"):
        row.value_box.clear()
        QTest.keyClicks(row.value_box, typed)
        assert typed not in row.value_box.displayText()
    assert dialog.environment_box.values() == {name: "8f3a90c1d2"}

    QTest.mouseClick(row.show_button, Qt.MouseButton.LeftButton)
    assert row.value_box.displayText() == "8f3a90c1d2"
    row.name_box.setText("REGION")
    assert not row.show_button.isVisible()
    row.show_button.setChecked(False)
    assert row.value_box.displayText() == "8f3a90c1d2"


def test_pasted_variables_get_rows_of_which_each_can_be_removed(qtbot: QtBot) -> None:
    dialog = on_screen(qtbot, ServerPage(None, frozenset()))
    rows = dialog.environment_box
    QApplication.clipboard().setText("TOKEN=a\nREGION=b")
    QTest.keyClick(rows.rows[0].name_box, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert rows.values() == {"TOKEN": "a", "REGION": "b"}
    assert rows.rows[-1].is_empty

    QTest.mouseClick(rows.rows[0].remove_button, Qt.MouseButton.LeftButton)
    assert rows.values() == {"REGION": "b"}


def test_a_key_that_begins_with_a_digit_is_a_secret() -> None:
    assert looks_secret("API_KEY", "8f3a90c1d2e4")
    assert not looks_secret("MAX_TOKEN", "512")


def test_a_server_without_a_command_or_address_is_not_saved(qtbot: QtBot) -> None:
    dialog = on_screen(qtbot, ServerPage(None, frozenset()))
    saved = QSignalSpy(dialog.saved)

    dialog.accept()
    assert dialog.error.text() == "Type a name for the server."
    dialog.name_box.setText("mine")
    dialog.accept()
    assert dialog.error.text() == "Type the command that starts the server."
    dialog.kind_box.setCurrentIndex(dialog.kind_box.findData(ServerKind.ADDRESS))
    dialog.address_box.setText("ftp://example.com")
    dialog.accept()
    assert dialog.error.text() == "Type an address that begins with https:// or http://."

    assert saved.count() == 0


def test_of_thousands_of_tools_the_first_are_shown_and_the_others_found(qtbot: QtBot) -> None:
    dialog = on_screen(qtbot, ServerToolsDialog("many"))
    dialog.set_tools(
        ServerTool(
            ListedTool(Tool(f"many/{at}", "", f"Tool {at}", ""), f"tool{at}", is_hidden=False)
        )
        for at in range(5000)
    )
    assert dialog.table.rowCount() == MAX_ROWS

    dialog.box.setText("tool4321")
    assert dialog.table.text_at(0, 0) == "Tool 4321"
    shown = QSignalSpy(dialog.shown_changed)
    QTest.keyClick(field_of(dialog.table.cellWidget(0, 1), CheckBox), Qt.Key.Key_Space)
    assert emitted(shown)[0] == ["tool4321", False]


def test_a_list_of_tools_without_rows_says_why(qtbot: QtBot) -> None:
    dialog = on_screen(qtbot, ServerToolsDialog("time"))
    dialog.show_state("The server is starting…")
    dialog.set_tools(())
    assert dialog.state.text() == "The server is starting…"

    dialog.show_state("")
    assert dialog.state.text() == "This server has no tools."

    tool = Tool("time/c", "c", "Convert time", "")
    dialog.set_tools([ServerTool(ListedTool(tool, "c", is_hidden=False))])
    assert not dialog.state.isVisible()
    dialog.box.setText("nothing")
    assert dialog.state.text() == "No tools found."


def trip(kind: FieldKind = FieldKind.TEXT, **changes: object) -> FormField:
    return FormField("city", "City", kind, is_required=True, **changes)  # type: ignore[arg-type]


def test_a_form_of_a_server_is_filled_in(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    options = (FieldOption("a", "Economy"), FieldOption("b", "Business"))
    fields = (
        trip(),
        FormField("nights", "Nights", FieldKind.INTEGER, minimum=1, maximum=30),
        FormField("class", "Class", FieldKind.CHOICE, options=options, default="b"),
        FormField("meals", "Meals", FieldKind.CHOICES, options=options),
    )
    monkeypatch.setattr(question_dialog, "GUARD_SECONDS", 0.0)
    dialog = on_screen(qtbot, QuestionDialog(ServerQuestion("booking", "Your trip?", fields)))
    answered = QSignalSpy(dialog.answered)

    dialog.accept_button.click()
    assert dialog.fields[0].error.text() == "This is required."
    QTest.keyClicks(dialog.fields[0].editor, "Rome")
    dialog.accept_button.click()

    values: dict[str, FormValue] = {"city": "Rome", "nights": 1, "class": "b"}
    assert answered.count() == 1
    assert emitted(answered)[0] == [FormAnswer(FormAction.ACCEPT, values)]


def test_what_is_typed_into_a_secret_field_is_not_shown(qtbot: QtBot) -> None:
    properties = {
        "pin": {"type": "string", "format": "password"},
        "apiKey": {"type": "string"},
        "userPassword": {"type": "string"},
        "code": {"type": "string", "title": "Access token"},
        "keyboard": {"type": "string"},
        "city": {"type": "string"},
    }
    question = ServerQuestion("s", "?", form_fields({"properties": properties}))
    dialog = on_screen(qtbot, QuestionDialog(question))
    shown = {}
    for each in dialog.fields:
        assert isinstance(each.editor, QLineEdit)
        QTest.keyClicks(each.editor, "abc")
        shown[each.field.name] = "abc" in each.editor.displayText()
        assert each.value() == "abc"
    assert [name for name, is_shown in shown.items() if is_shown] == ["keyboard", "city"]


@pytest.mark.parametrize("is_page", [False, True])
def test_words_without_end_make_no_question_wider(qtbot: QtBot, is_page: bool) -> None:
    word = "long" * 100
    options = (FieldOption(word, word), FieldOption("b", "b"))
    fields = tuple(
        FormField(f"{word}{kind.value}", word, kind, word, options=options) for kind in FieldKind
    )
    plain = QuestionDialog(ServerQuestion("s", "?", () if is_page else (FormField("a", "a"),)))
    qtbot.addWidget(plain)
    address = f"https://a.example/{word}?{word}&{word}" if is_page else ""
    question = ServerQuestion("s", word, () if is_page else fields, address)
    dialog = on_screen(qtbot, QuestionDialog(question))
    assert dialog.minimumSizeHint().width() <= plain.width()
    assert dialog.width() == plain.width()
    assert dialog.accept_button.mapTo(dialog, dialog.accept_button.rect().bottomRight()).x() < (
        dialog.width()
    )


def test_a_wrong_field_that_was_scrolled_away_is_shown(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question_dialog, "GUARD_SECONDS", 0.0)
    fields = tuple(FormField(f"f{n}", f"f{n}", is_required=n == 0) for n in range(40))
    dialog = on_screen(qtbot, QuestionDialog(ServerQuestion("s", "?", fields)))
    dialog.fields[-1].editor.setFocus()
    QTest.keyClick(dialog.fields[-1].editor, Qt.Key.Key_Backtab)
    first, last = dialog.fields[0], dialog.fields[-2]
    assert not last.editor.visibleRegion().isEmpty()
    assert first.editor.visibleRegion().isEmpty()
    dialog.accept()
    assert not first.error.visibleRegion().isEmpty()


@pytest.mark.parametrize("action", [FormAction.DECLINE, FormAction.CANCEL])
def test_a_question_is_declined_or_cancelled(
    qtbot: QtBot, action: FormAction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question_dialog, "GUARD_SECONDS", 0.0)
    dialog = on_screen(qtbot, QuestionDialog(ServerQuestion("s", "?", (trip(),))))
    answered = QSignalSpy(dialog.answered)

    if action is FormAction.DECLINE:
        dialog.decline_button.click()
    else:
        dialog.close()

    assert emitted(answered) == [[FormAnswer(action)]]


@pytest.mark.parametrize("address", ["", "https://shop.example/log-in"])
def test_a_press_right_after_a_question_has_appeared_sends_nothing_and_opens_no_page(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(question_dialog, "GUARD_SECONDS", 60.0)
    fields = () if address else (FormField("all", "All", FieldKind.YES_NO, default=True),)
    dialog = on_screen(qtbot, QuestionDialog(ServerQuestion("s", "?", fields, address)))
    answered = QSignalSpy(dialog.answered)

    QTest.keyClick(dialog.focusWidget() or dialog, Qt.Key.Key_Return)
    dialog.accept_button.click()

    assert answered.count() == 0
    assert dialog.isVisible()


def test_no_field_of_a_tool_is_cut_in_a_narrow_page(qtbot: QtBot) -> None:
    table = ToolTable("Tools", has_defaults=True)
    on_screen(qtbot, table, 700, 200)
    table.set_tools((ToolRow("hubbub/a", "Date and time", "Stays on this computer"),))
    for width in (700, 300, 260):
        table.resize(width, 200)
        QApplication.processEvents()
        for kind in (ChoiceBox, CheckBox):
            (field,) = table.findChildren(kind)
            assert field.visibleRegion().boundingRect() == field.rect(), width
