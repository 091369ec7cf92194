"""Tools in a chat by real keys: switched on, asked about, allowed, refused and continued."""

import json
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QSpinBox

from app.domain.messages import Message, MessageStatus, Role
from app.domain.tabs import TabActivity
from app.settings import Settings, with_tool_permission
from app.tools.model import Decision, Permission, ToolUse
from app.tools.servers.model import ServerKind, ToolServer
from app.tools.view import question_dialog
from app.tools.view.question_dialog import QuestionDialog
from app.tools.view.server_import_dialog import ServerImportDialog
from app.tools.view.server_page import ServerPage
from app.tools.view.tool_picker import ToolPicker
from app.widgets.transcript import tool_card
from app.widgets.transcript.message_actions import MessageAction
from app.widgets.transcript.tool_card import ToolCard, ToolQuestion
from tests.app.tools.servers import raw_server, sdk_server
from tests.flows.driving import Person, flow, hubbub
from tests.flows.test_branches import click, newest

TIME = "hubbub/current_time"
CALL = 'call current_time {"time_zone": "UTC"}'
CLOCK = {"command": sys.executable, "args": ["-m", "mcp_server_time"]}
# It has a tool that asks the user, pictures, a prompt and resources.
SHOP = {"command": sys.executable, "args": [str(Path(sdk_server.__file__)), "stdio"]}
# It changes the description of its tool after the first call.
FICKLE = {"command": sys.executable, "args": [raw_server.__file__, "changes", "."]}

pytestmark = pytest.mark.usefixtures("scripted_engine")


@pytest.fixture(autouse=True)
def _no_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool_card, "GUARD_SECONDS", 0.0)
    monkeypatch.setattr(question_dialog, "GUARD_SECONDS", 0.0)


async def switch_on(person: Person, name: str) -> None:
    """Switch a tool on at the message box: find it by its name, and press Enter."""
    button, before = person.view.composer.tools_button, person.view.composer.tools_button.count
    button.setFocus()
    await person.press(Qt.Key.Key_Return)
    await person.type(name)
    await person.press(Qt.Key.Key_Return)
    await person.until(lambda: button.count == before + 1)
    await person.press(Qt.Key.Key_Escape)
    window = person.view.window()
    await person.until(lambda: not window.findChildren(ToolPicker))
    person.view.focus_composer()


async def asking_card(person: Person) -> ToolCard:
    """Wait for a card that asks, and return it."""
    transcript = person.view.transcript
    await person.until(lambda: bool(transcript.asking_ids()))
    view = transcript.view_of(transcript.asking_ids()[0])
    assert view is not None
    assert view.card is not None
    return view.card


def question_of(card: ToolCard) -> ToolQuestion:
    """Return what a card asks."""
    assert card.question is not None
    return card.question


def use_of(message: Message) -> ToolUse:
    """Return how a call ran."""
    assert message.tool_use is not None
    return message.tool_use


async def messages(person: Person) -> list[Message]:
    """Return the shown branch as it is on disk."""
    conversation = await person.rooms.history.conversations.get(person.view.conversation_id)
    assert conversation is not None
    return list(conversation.messages)


@flow
async def test_a_tool_is_switched_on_asked_about_allowed_and_its_result_answered(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        name = await person.send(CALL)
        card = await asking_card(person)
        await person.until(lambda: QApplication.focusWidget() is question_of(card).allow_button)
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)

        _question, step, result, answer = await messages(person)
        assert [each.name for each in step.tool_calls] == ["current_time"]
        assert result.role is Role.TOOL
        assert use_of(result).decision is Decision.ONCE
        assert "UTC" in result.text
        assert "UTC" in answer.text
        assert person.view.composer.edit.hasFocus()
        assert len(person.view.transcript.message_list.row_keys()) == 3  # question, steps, answer


@flow
async def test_the_tools_of_a_chat_are_used_for_new_chats(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        window = person.view.window()

        def is_said(text: str) -> bool:
            shown = (each.content.text for each in person.rooms.window.toasts.shown)
            return f"New chats begin with {text} this chat." in shown

        for name, text in (("date", "the tool of"), ("calculate", "the 2 tools of")):
            await switch_on(person, name)
            person.view.composer.tools_button.setFocus()
            await person.press(Qt.Key.Key_Return)
            picker = window.findChild(ToolPicker)
            assert isinstance(picker, ToolPicker)
            picker.default_button.setFocus()
            await person.press(Qt.Key.Key_Return)
            await person.until(partial(is_said, text))
            await person.press(Qt.Key.Key_Escape)
            await person.until(lambda: not window.findChildren(ToolPicker))
        assert len(person.rooms.settings.current.default_tools) == 2


async def paste_server(person: Person, name: str, setting: Mapping[str, object]) -> None:
    """Add a real server by pasted settings, as a README shows them."""
    person.rooms.settings_page.open()
    dialog = person.rooms.settings_page.page
    assert dialog is not None
    dialog.form.show_setting("tool_call_limit")
    dialog.tools.paste_button.setFocus()
    await person.press(Qt.Key.Key_Return)
    pasted = person.rooms.tool_settings.dialog
    assert isinstance(pasted, ServerImportDialog)
    pasted.text_box.setPlainText(json.dumps({"mcpServers": {name: setting}}))
    await person.until(lambda: pasted.add_button.isEnabled())
    pasted.add_button.setFocus()
    await person.press(Qt.Key.Key_Return)
    await person.until(lambda: "ready" in dialog.tools.servers.text_at(0, 1))
    dialog.close()
    person.rooms.window.activateWindow()


@flow
async def test_a_server_is_pasted_and_its_tool_asked_allowed_and_answered(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await paste_server(person, "clock", CLOCK)
        await switch_on(person, "convert")
        name = await person.send(
            'call convert_time {"source_timezone": "UTC", "time": "12:00", '
            '"target_timezone": "Asia/Tokyo"}'
        )
        card = await asking_card(person)
        groups = person.rooms.chat_tools.groups((), {})
        assert [each.title for each in groups] == ["clock", "Built in"]
        assert question_of(card).destination.text() == "Sends the arguments to clock."
        card.take_focus()
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)

        _question, _step, result, answer = await messages(person)
        assert "21:00" in result.text
        assert "21:00" in answer.text


@flow
async def test_an_answer_for_all_chats_is_for_the_tool_that_was_asked_about(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await paste_server(person, "clock", CLOCK)
        await paste_server(person, "other", CLOCK)
        await switch_on(person, "convert")
        name = await person.send(
            'call convert_time {"source_timezone": "UTC", "time": "12:00", '
            '"target_timezone": "Asia/Tokyo"}'
        )
        card = await asking_card(person)
        # While the card waits, the tool of another server gets the name of this one.
        settings = person.rooms.settings
        clock, other = settings.current.tool_servers
        settings.change(tool_servers=(replace(clock, is_on=False), other))
        await person.until(
            lambda: any(
                (each.key, each.name) == ("other/convert_time", "convert_time")
                for each in person.rooms.toolbox.tools()
            )
        )
        question_of(card).always_button.setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)
        assert settings.current.tool_permissions == {"clock/convert_time": Permission.ALWAYS}


@flow
async def test_a_new_server_with_the_name_of_a_removed_one_has_no_permission(
    qapp: QApplication, tmp_path: Path
) -> None:
    call = (
        'call convert_time {{"source_timezone": "UTC", "time": "1{}:00", "target_timezone": "UTC"}}'
    )
    async with hubbub(qapp, tmp_path) as person:
        await paste_server(person, "clock", CLOCK)
        await switch_on(person, "convert")
        name = await person.send(call.format(1))
        question_of(await asking_card(person)).chat_button.setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)

        person.rooms.settings_page.open()
        dialog = person.rooms.settings_page.page
        assert dialog is not None
        dialog.tools.servers.remove_requested.emit("clock")
        await person.until(lambda: not person.rooms.settings.current.tool_servers)
        dialog.close()
        await paste_server(person, "clock", CLOCK)
        await person.send(call.format(2))
        assert question_of(await asking_card(person))


@flow
async def test_a_server_that_was_removed_while_it_was_edited_is_saved_again(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await paste_server(person, "clock", CLOCK)
        person.rooms.settings_page.open()
        tools = person.rooms.settings_page.tools
        dialog = person.rooms.settings_page.page
        assert dialog is not None
        dialog.tools.servers.edit_requested.emit("clock")
        await person.until(lambda: isinstance(tools.dialog, ServerPage))
        page = tools.dialog
        assert isinstance(page, ServerPage)
        page.folder_box.setText(str(tmp_path))
        person.rooms.settings_page.open()
        dialog.tools.servers.remove_requested.emit("clock")
        await person.until(lambda: not person.rooms.settings.current.tool_servers)
        page.accept()
        await person.until(lambda: bool(person.rooms.settings.current.tool_servers))
        (server,) = person.rooms.settings.current.tool_servers
        assert (server.name, server.folder) == ("clock", str(tmp_path))


@flow
async def test_a_tool_that_its_server_changes_asks_again(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await paste_server(person, "fickle", FICKLE)
        await switch_on(person, "do")
        name = await person.send('call do {"a": 1}')
        question_of(await asking_card(person)).always_button.setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)
        assert person.rooms.settings.current.tool_permissions == {"fickle/do": Permission.ALWAYS}
        toolbox = person.rooms.toolbox
        await person.until(
            lambda: (
                [each.description for each in toolbox.tools() if each.server]
                == ["Does it, and more."]
            )
        )

        await person.send('call do {"a": 2}')
        question = question_of(await asking_card(person))
        assert "has changed the description" in question.warning.text()
        assert "“Does it, and more.”" in question.warning.text()
        question.always_button.setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)

        await person.send('call do {"a": 3}')
        await person.until_idle(name)
        results = [each for each in await messages(person) if each.role is Role.TOOL]
        assert [use_of(each).decision for each in results] == [Decision.ALWAYS] * 3


@flow
@pytest.mark.parametrize("is_for_all_chats", [False, True])
async def test_a_server_that_gets_another_command_has_no_permission(
    qapp: QApplication, tmp_path: Path, is_for_all_chats: bool
) -> None:
    call = 'call do {{"a": {}}}'
    async with hubbub(qapp, tmp_path) as person:
        plain = {"command": sys.executable, "args": [raw_server.__file__, "plain", "."]}
        await paste_server(person, "plain", plain)
        await switch_on(person, "do")
        name = await person.send(call.format(1))
        question = question_of(await asking_card(person))
        (question.always_button if is_for_all_chats else question.chat_button).setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)
        await person.send(call.format(2))
        await person.until_idle(name)

        person.rooms.settings_page.open()
        settings_page = person.rooms.settings_page.page
        assert settings_page is not None
        settings_page.tools.servers.edit_requested.emit("plain")
        await person.until(lambda: isinstance(person.rooms.tool_settings.dialog, ServerPage))
        edited = person.rooms.tool_settings.dialog
        assert isinstance(edited, ServerPage)
        arguments = edited.arguments_box
        arguments.setText(arguments.text().replace("plain", "banner"))
        edited.accept()
        await person.until(
            lambda: "banner" in person.rooms.settings.current.tool_servers[0].arguments
        )
        await person.until(lambda: "ready" in settings_page.tools.servers.text_at(0, 1))
        settings_page.close()
        person.rooms.window.activateWindow()
        assert person.rooms.settings.current.tool_permissions == {}
        await person.send(call.format(3))
        assert question_of(await asking_card(person))


@flow
async def test_a_server_that_gets_an_address_has_no_permission(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        plain = {"command": sys.executable, "args": [raw_server.__file__, "plain", "."]}
        await paste_server(person, "plain", plain)
        await switch_on(person, "do")
        name = await person.send('call do {"a": 1}')
        question_of(await asking_card(person)).chat_button.setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)
        settings, history = person.rooms.settings, person.rooms.history
        settings.apply(with_tool_permission(settings.current, "plain/do", Permission.NEVER))
        options = await history.conversations.options(name)
        assert options is not None
        assert options.chat.allowed_tools.keys() == {"plain/do"}

        person.rooms.settings_page.open()
        settings_page = person.rooms.settings_page.page
        assert settings_page is not None
        settings_page.tools.servers.edit_requested.emit("plain")
        await person.until(lambda: isinstance(person.rooms.tool_settings.dialog, ServerPage))
        edited = person.rooms.tool_settings.dialog
        assert isinstance(edited, ServerPage)
        edited.kind_box.setCurrentIndex(edited.kind_box.findData(ServerKind.ADDRESS))
        edited.address_box.setText("https://mcp.example.com/mcp")
        edited.on_box.setChecked(False)  # no address is opened
        edited.accept()
        await person.until(lambda: settings.current.tool_permissions == {})
        options = await history.conversations.options(name)
        assert options is not None
        assert options.chat.allowed_tools == {}
        settings_page.close()


@flow
async def test_a_server_asks_the_user_by_a_form_while_its_tool_runs(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await paste_server(person, "shop", SHOP)
        await switch_on(person, "order")
        name = await person.send('call order {"kind": "cake"}')
        card = await asking_card(person)
        await person.until(lambda: question_of(card).allow_button.hasFocus())
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: person.rooms.servers.dialog is not None)
        form = person.rooms.servers.dialog
        assert form is not None
        assert form.message.text() == "Order a cake?"
        count = form.fields[0].editor
        assert isinstance(count, QSpinBox)
        count.setValue(3)
        form.accept_button.setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)

        result = (await messages(person))[2]
        assert result.text.startswith("3 cake")

        person.rooms.window.activateWindow()
        person.view.focus_composer()
        await person.send('call order {"kind": "pie"}')
        card = await asking_card(person)
        await person.until(lambda: question_of(card).allow_button.hasFocus())
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: person.rooms.servers.dialog is not None)
        form = person.rooms.servers.dialog
        assert form is not None
        await person.until(form.isVisible)
        person.view.requests.stop_requested.emit()
        await person.until_idle(name)
        await person.until(lambda: person.rooms.servers.dialog is None)
        assert not person.view.window().findChildren(QuestionDialog)
        assert (await messages(person))[-1].status is MessageStatus.CANCELLED


@flow
async def test_a_chat_says_which_server_is_missing(qapp: QApplication, tmp_path: Path) -> None:
    server = ToolServer("absent", command="no-such-program")
    settings = Settings(tool_servers=(server,), default_tools=("absent/x",))
    async with hubbub(qapp, tmp_path, settings=settings) as person:
        await person.until_idle(await person.send("Hello"))
        await person.until_idle(await person.send("Hello again"))
        shown = [each.content.text for each in person.rooms.window.toasts.shown]
        assert len(shown) == 1
        assert shown[0].startswith("The tools of “absent” are missing. ")
        assert "no-such-program" in shown[0]


@flow
async def test_pictures_of_a_result_are_pictures_in_its_card(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await paste_server(person, "shop", SHOP)
        await switch_on(person, "show")
        name = await person.send("call show {}")
        card = await asking_card(person)
        await person.until(lambda: question_of(card).allow_button.hasFocus())
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)

        result = (await messages(person))[2]
        person.view.transcript.show_message(result.id)
        view = person.view.transcript.view_of(result.id)
        assert view is not None
        assert view.card is not None
        view.card.unfold()
        assert view.card.files is not None
        assert len(view.card.files.pictures) == 1


@flow
async def test_prompts_follow_a_slash_and_resources_are_attached(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await paste_server(person, "shop", SHOP)
        composer = person.view.composer
        person.view.focus_composer()
        await person.type("/review")
        await person.until(lambda: composer.prompts.card.isVisible())
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: person.rooms.servers.dialog is not None)
        form = person.rooms.servers.dialog
        assert form is not None
        code = form.fields[0].editor
        assert isinstance(code, QLineEdit)
        code.setText("x = 1")
        form.accept_button.click()
        text = "Review this Python code: x = 1"
        await person.until(lambda: composer.edit.toPlainText() == text)

        await person.until(lambda: composer.resource_menu() is not None)
        menu = composer.resource_menu()
        assert menu is not None
        (part,) = [each.menu() for each in menu.actions() if each.menu() is not None]
        assert isinstance(part, QMenu)
        for action in part.actions():
            action.trigger()
        await person.until(lambda: bool(composer.draft().files and composer.draft().pictures))
        assert composer.draft().files[0].text == "water the plants"


@flow
async def test_a_call_is_refused_with_a_reason_for_the_model(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        name = await person.send(CALL)
        card = await asking_card(person)
        question_of(card).reason.setFocus()
        await person.type("It is late anyway")
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)

        _question, _step, refused, answer = await messages(person)
        assert use_of(refused).decision is Decision.REFUSED
        assert use_of(refused).started_at is None
        assert "It is late anyway" in answer.text


@flow
async def test_two_calls_at_once_are_answered_one_after_the_other(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        person.view.composer.set_text(f'{CALL} & current_time {{"time_zone": "Asia/Tokyo"}}')
        person.view.composer.edit.setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: len(person.view.transcript.asking_ids()) == 2)
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: len(person.view.transcript.asking_ids()) == 1)
        await person.press(Qt.Key.Key_Escape)
        await person.until_idle(person.view.conversation_id)

        _question, _step, first, second, _answer = await messages(person)
        assert use_of(first).decision is Decision.ONCE
        assert use_of(second).decision is Decision.REFUSED


@flow
async def test_no_card_is_answered_unseen(qapp: QApplication, tmp_path: Path) -> None:
    async with hubbub(qapp, tmp_path) as person:
        person.rooms.window.resize(700, 420)
        await switch_on(person, "date")
        zones = ["UTC", "Asia/Tokyo", "Europe/Rome", "Europe/Oslo"]
        calls = [f'current_time {{"time_zone": "{zone}"}}' for zone in zones]
        person.view.composer.set_text(f"call {' & '.join(calls)}")
        person.view.composer.edit.setFocus()
        await person.press(Qt.Key.Key_Return)
        transcript = person.view.transcript

        def is_asked_in_view(left: int) -> bool:
            """Return whether the first of so many cards has the focus and is wholly seen."""
            if len(transcript.asking_ids()) != left:
                return False
            first = transcript.view_of(transcript.asking_ids()[0])
            if first is None or first.card is None:
                return False
            button = question_of(first.card).allow_button
            parts = (button, first.card.line)
            is_seen = not any(each.visibleRegion().isEmpty() for each in parts)
            return is_seen and QApplication.focusWidget() is button

        for left in (4, 3, 2, 1):
            await person.until(partial(is_asked_in_view, left))
            await person.press(Qt.Key.Key_Return)
        await person.until_idle(person.view.conversation_id)
        assert transcript.renderer.stack.is_following


@flow
async def test_a_double_click_answers_one_of_two_cards(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        calls = [f'current_time {{"time_zone": "{zone}"}}' for zone in ("UTC", "Asia/Tokyo")]
        await person.send(f"call {' & '.join(calls)} & {calls[0]}")
        await person.until(lambda: len(person.view.transcript.asking_ids()) == 3)
        cards = [
            person.view.transcript.view_of(each) for each in person.view.transcript.asking_ids()
        ]
        monkeypatch.setattr(tool_card, "GUARD_SECONDS", 60.0)
        questions = [question_of(each.card) for each in cards if each is not None and each.card]
        questions[1].allow_button.click()
        questions[2].allow_button.click()  # it is under the pointer now
        questions[0].allow_button.click()  # it has the focus now
        await person.until(lambda: len(person.view.transcript.asking_ids()) == 2)
        for _ in range(50):
            await person.until(lambda: True)
        assert len(person.view.transcript.asking_ids()) == 2


@flow
async def test_always_is_a_setting_and_asks_no_more(qapp: QApplication, tmp_path: Path) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        name = await person.send(CALL)
        card = await asking_card(person)
        question_of(card).always_button.setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)
        assert person.rooms.settings.current.tool_permissions == {TIME: Permission.ALWAYS}

        await person.send(CALL)
        await person.until_idle(name)
        results = [each for each in await messages(person) if each.role is Role.TOOL]
        assert [use_of(each).decision for each in results] == [Decision.ALWAYS] * 2


@flow
async def test_a_typed_message_keeps_the_focus_and_is_sent_after_the_whole_turn(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        name = await person.send(CALL)
        view = person.view
        view.composer.set_text("And")  # typed before the card appears
        card = await asking_card(person)
        assert view.composer.edit.hasFocus()
        await person.press(Qt.Key.Key_End)
        await person.type(" then?")
        await person.press(Qt.Key.Key_Return)
        await person.until(view.queue_view.isVisible)
        assert question_of(card)  # Enter was for the message

        card.take_focus()
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: not view.queue_view.isVisible())
        await person.until_idle(name)
        texts = [each.text for each in await messages(person) if each.role is Role.USER]
        assert texts == [CALL, "And then?"]


@flow
async def test_a_card_that_waits_in_another_tab_is_seen_there(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        name = await person.send(CALL)
        window = person.rooms.window
        await person.new_tab()
        await person.until(lambda: window.panes.items.state(name).activity is TabActivity.ASKING)
        await person.until(lambda: name in window.sidebar.conversations.listed.asking_ids)
        await person.until(lambda: "One chat waits for your answer" in person.rooms.tray.text)

        window.panes.activate(name)
        await person.until(lambda: person.view.conversation_id == name)
        card = await asking_card(person)
        await person.until(lambda: question_of(card).allow_button.hasFocus())
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)
        assert not window.sidebar.conversations.listed.asking_ids
        assert person.rooms.tray.text == "Hubbub"


@flow
async def test_a_running_tool_is_stopped_at_its_card(qapp: QApplication, tmp_path: Path) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "calculate")
        name = await person.send('call run_program {"code": "while True:\\n    pass"}')
        card = await asking_card(person)
        await person.until(lambda: question_of(card).allow_button.hasFocus())
        await person.press(Qt.Key.Key_Return)
        state = person.rooms.window.panes.items
        await person.until(lambda: state.state(name).activity is TabActivity.WORKING)
        await person.until(card.stop_button.isVisible)
        card.stop_button.click()
        await person.until_idle(name)

        stopped = (await messages(person))[-1]
        assert stopped.status is MessageStatus.CANCELLED
        assert card.line.accessibleName().endswith("Stopped")


@flow
async def test_a_waiting_call_survives_quitting_and_is_continued(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        await person.send(CALL)
        await asking_card(person)

    async with hubbub(qapp, tmp_path) as person:
        await person.until(lambda: bool(person.view.transcript.messages()))
        call = person.view.transcript.messages()[-1]
        assert (call.role, call.status) == (Role.TOOL, MessageStatus.INTERRUPTED)
        view = person.view.transcript.view_of(call.id)
        assert view is not None
        view.footer.offers.continue_button.click()
        await asking_card(person)
        person.view.composer.edit.setFocus()
        card = await asking_card(person)
        card.take_focus()
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(person.view.conversation_id)
        ended = await messages(person)
        assert [each.status for each in ended] == [MessageStatus.COMPLETE] * 4


@flow
async def test_an_answer_after_calls_is_regenerated_and_both_versions_stay(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await switch_on(person, "date")
        name = await person.send(CALL)
        card = await asking_card(person)
        await person.until(lambda: QApplication.focusWidget() is question_of(card).allow_button)
        await person.press(Qt.Key.Key_Return)
        await person.until_idle(name)
        before = await messages(person)
        await click(person, newest(person, Role.ASSISTANT), MessageAction.REGENERATE)
        await person.until(lambda: name in person.rooms.replies.running_ids)
        await person.until_idle(name)

        after = await messages(person)
        assert [each.id for each in after[:3]] == [each.id for each in before[:3]]
        assert (after[3].sibling_number, after[3].sibling_count) == (2, 2)
        actions = newest(person, Role.ASSISTANT).footer.actions
        assert actions.version_text == "2 / 2"
        person.view.focus_composer()
        await person.press(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        await person.until(lambda: person.view.transcript.messages()[-1].id == before[3].id)
