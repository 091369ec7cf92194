"""The panel shows the chat in front as it is stored, and stores what is changed at once."""

import asyncio

import pytest

from app.chat.turns import Turns
from app.controllers.conversations.branches_controller import BranchesController
from app.controllers.conversations.chat_panel import ChatPanelController
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain.chat_options import ChatOptions
from app.domain.conversations import ConversationOptions, OverflowPolicy, Preset
from app.presets.controller import PresetsController
from app.widgets.chat_panel.changes import AnswerForm, FormKind
from app.widgets.chat_panel.chat_panel import ChatPanel
from engine.messages.errors import InvalidSampling
from engine.messages.events import ErrorReport, GrammarChecked
from tests.app.controllers.acting import store, stored, toast_texts, until, view_of

CALM = Preset("calm", {"temperature": 0.2})


@pytest.fixture
async def controller(
    services: Services, turns: Turns, replies: Replies, tabs: TabsController
) -> ChatPanelController:
    """The panel, open, with a chat of two messages in front."""
    assert BranchesController(services, turns, replies, tabs, AnswerForms(services))
    controller = ChatPanelController(services, turns, replies, AnswerForms(services))
    assert PresetsController(services, controller)
    await services.history.presets.save(CALM)
    await store(services, "a", "Hi", "Hello")
    tabs.open_tab("a")
    await services.tasks.finish()
    services.window.resize(1200, 700)
    services.window.show()
    controller.open("a")
    await services.tasks.finish()
    return controller


@pytest.fixture
def panel(services: Services, controller: ChatPanelController) -> ChatPanel:
    """That panel."""
    return services.window.chat_panel


async def options_of(services: Services, conversation_id: str) -> ConversationOptions:
    await services.tasks.finish()
    return (await stored(services, conversation_id)).options


async def test_what_is_changed_is_stored(services: Services, panel: ChatPanel) -> None:
    panel.editor.set("temperature", 0.5)
    panel.editor.set("overflow_policy", OverflowPolicy.STOP)
    panel.editor.set("preset_name", "calm")
    assert await options_of(services, "a") == ConversationOptions(
        preset_name="calm",
        overflow_policy=OverflowPolicy.STOP,
        chat=ChatOptions({"temperature": 0.5}),
    )


async def test_what_is_typed_is_stored_when_the_panel_closes(
    services: Services, panel: ChatPanel
) -> None:
    panel.rows["system_prompt"].set_value("")
    panel.rows["system_prompt"].editor.insertPlainText("Be brief.")  # type: ignore[attr-defined]
    services.window.panel_switch.switch(is_shown=False)
    assert (await options_of(services, "a")).system_prompt == "Be brief."


async def test_a_folder_chosen_meanwhile_is_kept(services: Services, panel: ChatPanel) -> None:
    await services.history.conversations.organize("a", folder="work", is_pinned=True)
    panel.editor.set("system_prompt", "Be brief.")
    options = await options_of(services, "a")
    assert (options.folder, options.is_pinned, options.system_prompt) == ("work", True, "Be brief.")


async def test_another_tab_brings_its_own_options(
    services: Services, panel: ChatPanel, tabs: TabsController
) -> None:
    panel.editor.set("temperature", 0.5)
    await store(services, "b", "Ho", "Hello")
    tabs.open_tab("b")
    await services.tasks.finish()
    assert panel.editor.conversation_id == "b"
    assert panel.editor.options == ConversationOptions()
    panel.editor.set("temperature", 0.6)
    tabs.open_tab("a")
    await services.tasks.finish()
    assert panel.editor.options.chat.sampling == {"temperature": 0.5}
    assert (await options_of(services, "b")).chat.sampling == {"temperature": 0.6}


async def test_what_was_read_before_a_change_does_not_undo_it(
    services: Services,
    controller: ChatPanelController,
    panel: ChatPanel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    presets = services.history.presets
    read, has_read, should_continue = presets.all, asyncio.Event(), asyncio.Event()

    async def slowly() -> tuple[Preset, ...]:
        has_read.set()
        await should_continue.wait()
        return await read()

    monkeypatch.setattr(presets, "all", slowly)
    controller.refresh()
    await has_read.wait()
    should_continue.set()
    panel.editor.set("temperature", 0.5)
    await services.tasks.finish()
    assert panel.editor.options.chat.sampling == {"temperature": 0.5}
    assert (await options_of(services, "a")).chat.sampling == {"temperature": 0.5}


async def test_nothing_is_read_while_it_is_closed(
    services: Services, controller: ChatPanelController, panel: ChatPanel, tabs: TabsController
) -> None:
    services.window.panel_switch.switch(is_shown=False)
    await store(services, "b", "Ho", "Hello")
    tabs.open_tab("b")
    await services.tasks.finish()
    assert panel.editor.conversation_id == "a"
    controller.open("b")
    await services.tasks.finish()
    assert panel.editor.conversation_id == "b"


async def test_a_chat_that_is_deleted_meanwhile_is_no_trouble(
    services: Services, panel: ChatPanel
) -> None:
    await services.history.conversations.delete("a")
    panel.editor.set("temperature", 0.5)
    await services.tasks.finish()
    assert toast_texts(services) == []


async def test_pins_are_listed_and_unpinned(services: Services, panel: ChatPanel) -> None:
    first = view_of(services, "a").transcript.messages()[0]
    view_of(services, "a").requests.pin_toggled.emit(first.id, True)
    await services.tasks.finish()
    go, unpin = panel.pins.buttons(0)
    assert go.text() == "Hi"
    unpin.click()
    await services.tasks.finish()
    assert not (await stored(services, "a")).messages[0].is_pinned


@pytest.mark.parametrize("is_good", [True, False])
async def test_the_engine_checks_a_grammar(
    services: Services,
    panel: ChatPanel,
    monkeypatch: pytest.MonkeyPatch,
    is_good: bool,
) -> None:
    async def check(text: str, *, is_schema: bool) -> GrammarChecked:
        error = ErrorReport.of(InvalidSampling(f"{text} is_schema={is_schema}"))
        return GrammarChecked(1, None if is_good else error, line=1, column=2)

    monkeypatch.setattr(services.client.queries, "check_grammar", check)
    form = AnswerForm(FormKind.SCHEMA, "{}")
    panel.form.set_value(form)
    panel.form.check_requested.emit(form)
    await until(lambda: bool(panel.form.error_text()) or not panel.refused_form("a").text)
    sampling = (await options_of(services, "a")).chat.sampling
    if is_good:
        assert sampling == {"grammar": None, "json_schema": "{}"}
    else:
        assert sampling == {}
        assert panel.form.error_text() == "Line 1, column 2: {} is_schema=True"


async def test_a_preset_that_is_saved_renamed_and_deleted(
    services: Services, panel: ChatPanel
) -> None:
    panel.editor.set("temperature", 0.5)
    panel.presets.save_requested.emit("mine")
    await services.tasks.finish()
    assert await services.history.presets.all() == (CALM, Preset("mine", {"temperature": 0.5}))
    assert (await options_of(services, "a")) == ConversationOptions(preset_name="mine")
    panel.presets.rename_requested.emit("mine", "ours")
    assert (await options_of(services, "a")).preset_name == "ours"
    assert panel.presets.box.currentText() == "ours"
    panel.presets.delete_requested.emit("ours")
    await services.tasks.finish()
    assert await services.history.presets.all() == (CALM,)
    assert panel.presets.box.currentText() == "Default"
