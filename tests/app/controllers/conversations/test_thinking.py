"""The button at the message box follows the model, and what it says is stored with the chat."""

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent
from shiboken6 import isValid

from app.chat.turns import Turns
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.conversations.thinking_controller import ThinkingController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain.chat_options import ChatOptions, ThinkingOptions
from app.domain.conversations import ConversationOptions, Preset
from app.widgets.composer.thinking_button import ThinkingButton
from engine.client.client import EnginePhase, EngineState
from engine.messages.request_options import ThinkingInfo
from tests.app.controllers.acting import store, stored, until, view_of
from tests.fakes.backend import FakeBackend
from tests.fakes.recording_client import RecordingClient

ABLE = ThinkingInfo(can_switch=True, is_on=True, efforts=("low", "high"), has_budget=True)


@pytest.fixture
async def controller(services: Services, turns: Turns, replies: Replies) -> ThinkingController:
    return ThinkingController(services, turns, replies)


async def shown(services: Services, tabs: TabsController) -> ThinkingButton:
    await store(services, "a", "Hi")
    tabs.open_tab("a")
    await services.tasks.finish()
    return view_of(services, "a").composer.thinking_button


def load(services: Services, thinking: ThinkingInfo) -> None:
    model = msgspec.structs.replace(FakeBackend().info, thinking=thinking)
    assert isinstance(services.client, RecordingClient)
    services.client.become(EngineState(EnginePhase.READY, model=model))


async def test_the_button_is_there_as_soon_as_the_model_can(
    services: Services, tabs: TabsController, controller: ThinkingController
) -> None:
    button = await shown(services, tabs)
    assert button.isHidden()
    load(services, ABLE)
    assert not button.isHidden()
    load(services, ThinkingInfo())
    assert button.isHidden()


async def test_what_is_chosen_is_stored_and_shown(
    services: Services, tabs: TabsController, controller: ThinkingController
) -> None:
    load(services, ABLE)
    button = await shown(services, tabs)
    button.options_chosen.emit(ThinkingOptions(is_on=False))
    await services.tasks.finish()
    assert (await stored(services, "a")).options.chat.thinking == ThinkingOptions(is_on=False)
    assert button.text() == "No thinking"


async def test_a_default_is_of_the_model_and_not_of_the_chat(
    services: Services,
    tabs: TabsController,
    controller: ThinkingController,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(RecordingClient, "model_path", "/models/able.gguf")
    load(services, ABLE)
    button = await shown(services, tabs)
    button.default_chosen.emit(ThinkingOptions(budget=512))
    await services.tasks.finish()
    assert services.settings.current.thinking == {"able.gguf": ThinkingOptions(budget=512)}
    assert (await stored(services, "a")).options.chat.thinking == ThinkingOptions()
    assert "at most 512 tokens" in button.accessibleName()


async def test_a_model_that_is_missing_has_no_default(
    services: Services, tabs: TabsController, controller: ThinkingController
) -> None:
    load(services, ABLE)
    button = await shown(services, tabs)
    button.default_chosen.emit(ThinkingOptions(budget=512))
    await services.tasks.finish()
    assert services.settings.current.thinking == {}
    assert (await stored(services, "a")).options.chat.thinking == ThinkingOptions(budget=512)


async def test_what_is_chosen_leaves_what_is_changed_at_the_same_moment(
    services: Services, tabs: TabsController, controller: ThinkingController
) -> None:
    button = await shown(services, tabs)
    button.options_chosen.emit(ThinkingOptions(is_on=False))
    services.tasks.start(services.history.conversations.organize("a", is_pinned=True))
    await services.tasks.finish()
    options = (await stored(services, "a")).options
    assert options.is_pinned
    assert options.chat.thinking == ThinkingOptions(is_on=False)


async def test_what_a_change_costs_comes_too_late_for_a_tab_that_is_closed(
    services: Services,
    tabs: TabsController,
    controller: ThinkingController,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    load(services, ABLE)
    button = await shown(services, tabs)

    async def weigh(*_asked: object) -> None:
        tabs.close_tab("a")
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    monkeypatch.setattr(services.client.queries, "weigh_prompt", weigh)
    button.opened.emit()
    await until(lambda: services.window.panes.view_of("a") is None)
    await services.tasks.finish()
    assert not isValid(button), "the cost was weighed for a button that is gone"


async def test_a_preset_says_how_to_think_where_the_chat_does_not(
    services: Services, tabs: TabsController, controller: ThinkingController
) -> None:
    load(services, ABLE)
    await services.history.presets.save(Preset("calm", {"thinking": {"is_on": False}}))
    await store(services, "a", "Hi")
    options = ConversationOptions(preset_name="calm")
    await services.history.conversations.set_options("a", options)
    tabs.open_tab("a")
    await services.tasks.finish()
    button = view_of(services, "a").composer.thinking_button
    assert button.text() == "No thinking"
    controller.show_options(
        "a", replace(options, chat=ChatOptions(thinking=ThinkingOptions(is_on=True)))
    )
    assert button.text() == "Thinking"
    controller.show_options("a", options)
    await services.history.presets.save(Preset("calm", {"thinking": {"effort": "high"}}))
    controller.show_presets()
    await services.tasks.finish()
    assert "on, effort high" in button.accessibleName()
