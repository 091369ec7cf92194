"""The panel shows the last snapshot, and draws only while it is visible."""

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.engine.engine_panel_controller import (
    EnginePanelController,
    engine_title,
    program_title,
    step_times,
)
from app.controllers.services import Services
from engine.client.client import EnginePhase, EngineState
from engine.kv.cache_keys import source_id
from engine.messages.config import EngineConfig
from engine.messages.events import Snapshot
from engine.messages.metrics import SlotView, StepRecord
from engine.messages.programs import program_conversation, unnamed_conversation
from tests.app.controllers.acting import view_of
from tests.fakes.recording_client import EMPTY_SNAPSHOT, READY, RecordingClient


@pytest.fixture
def panel(services: Services, client: RecordingClient) -> EnginePanelController:
    """The panel of a loaded model, in a window on the screen."""
    controller = EnginePanelController(services.window, client, services.settings)
    client.become(READY)
    services.window.show()
    return controller


def show(panel: EnginePanelController, services: Services) -> None:
    services.window.actions_by_name.engine_panel.setChecked(True)
    assert panel.dock.isVisible()


def running(conversation_id: str) -> Snapshot:
    """Return the engine at a glance, with one slot in use."""
    slot = SlotView(
        slot=0,
        state="running",
        conversation_id=conversation_id,
        kept_cells=7,
        new_cells=2,
        free_cells=3,
    )
    return msgspec.structs.replace(EMPTY_SNAPSHOT, slots=(slot,))


async def test_it_draws_from_being_shown_to_being_hidden(
    services: Services, panel: EnginePanelController
) -> None:
    show(panel, services)
    assert panel.is_drawing
    services.window.actions_by_name.engine_panel.setChecked(False)
    assert not panel.is_drawing


async def test_a_slot_is_named_after_its_conversation(
    services: Services, client: RecordingClient, panel: EnginePanelController
) -> None:
    show(panel, services)
    client.show(running("a"))
    text = panel.dock.panel.slot_chart.tool_tip_at(0)
    assert "Slot 1 is answering “New chat”: 7 tokens kept, 2 new, 3 free." in text


@pytest.mark.parametrize(
    ("conversation_id", "title"),
    [
        ("a", "Plans"),
        ("a+17", "Plans"),
        ("a+title", "Title of “Plans”"),
        ("a+recap", "Recap of “Plans”"),
        ("b", "New chat"),
        ("c0ffee+row1", "A comparison or list"),
        (source_id("f1-2"), "A source"),
    ],
)
def test_background_work_is_named(conversation_id: str, title: str) -> None:
    assert engine_title(conversation_id, lambda name: {"a": "Plans"}.get(name, "")) == title


@pytest.mark.parametrize("fixed", [None, 2])
async def test_threads_follow_the_engine_unless_they_are_fixed(
    services: Services, client: RecordingClient, panel: EnginePanelController, fixed: int | None
) -> None:
    client.become(replace(READY, config=EngineConfig(thread_count=fixed)))
    show(panel, services)
    client.show(running("a"))
    assert panel.dock.panel.threads.isHidden()
    client.show(msgspec.structs.replace(running("a"), thread_count=2, thread_limit=3))
    ((_name, value),) = panel.dock.panel.threads.lines()
    assert value == ("2 of 3" if fixed is None else "2, fixed")


async def test_the_settings_of_the_model_are_one_click_away(
    services: Services, client: RecordingClient, panel: EnginePanelController
) -> None:
    wanted = QSignalSpy(services.window.requests.model_settings_requested)
    show(panel, services)
    QTest.mouseClick(panel.dock.panel.settings_button, Qt.MouseButton.LeftButton)
    assert [wanted.at(at) for at in range(wanted.count())] == [["/models/good.gguf"]]
    client.become(EngineState(EnginePhase.EMPTY))
    client.show(running("a"))
    assert panel.dock.panel.settings_button.isHidden()


def test_steps_are_averaged_and_the_longest_is_kept() -> None:
    times = step_times(
        (
            StepRecord(decode_seconds=0.1, sample_seconds=0.1, seconds=0.3),
            StepRecord(prefill_seconds=0.2, seconds=0.5),
        )
    )
    assert times.decode == pytest.approx(0.05)
    assert times.prefill == pytest.approx(0.1)
    assert times.rest == pytest.approx(0.2)
    assert times.longest == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("conversation_id", "title"),
    [
        ("5f3a", ""),
        (program_conversation("default", "editor"), "Program: editor"),
        (program_conversation("default", "a:b\u202e"), "Program: a:b"),
        (unnamed_conversation("default", "17"), "A program"),
    ],
)
def test_a_program_is_called_as_it_calls_itself(conversation_id: str, title: str) -> None:
    assert program_title(conversation_id) == title


def close_button(panel: EnginePanelController) -> QAbstractButton:
    buttons = panel.dock.findChildren(QAbstractButton)
    return next(each for each in buttons if each.accessibleName() == "Close the panel")


@pytest.mark.parametrize("width", [360, 480, 640, 1080])
async def test_the_close_button_is_inside_a_window_of_any_width(
    services: Services, panel: EnginePanelController, width: int
) -> None:
    window = services.window
    show(panel, services)
    window.resize(width, 500)
    QApplication.processEvents()
    button = close_button(panel)
    assert window.width() == width
    assert window.rect().contains(button.mapTo(window, button.rect().bottomRight()))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not panel.dock.isVisible()
    assert window.panes.in_use.isVisible()


async def test_a_narrow_window_shows_the_chat_that_is_opened_over_the_panel(
    services: Services, panel: EnginePanelController, tabs: TabsController
) -> None:
    window = services.window
    window.resize(360, 500)
    show(panel, services)
    QApplication.processEvents()
    assert panel.dock.is_over_page
    chat = await tabs.new_tab()
    QApplication.processEvents()
    assert view_of(services, chat).isVisible()
    assert not panel.dock.isVisible()


async def test_the_details_stay_as_they_were_left(
    panel: EnginePanelController, services: Services, client: RecordingClient
) -> None:
    details = panel.dock.panel.details
    assert details.is_folded
    details.heading.click()
    assert "engine_panel" in services.settings.current.unfolded_sections
    again = EnginePanelController(services.window, client, services.settings)
    assert not again.dock.panel.details.is_folded
    details.heading.click()
    assert "engine_panel" not in services.settings.current.unfolded_sections
