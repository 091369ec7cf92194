"""More slots are offered to the chats that they would help."""

from types import SimpleNamespace

import msgspec
import psutil
import pytest

from app.chat.turns import Turns
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.replies import Replies
from app.controllers.messages.send_queues import SendQueues
from app.controllers.services import Services
from app.controllers.undo import UndoOffers
from app.domain.tabs import TabActivity, TabState
from app.models.controllers.fit_text import FitTeller
from app.models.controllers.model_settings import ModelSettingsController
from app.models.controllers.more_slots import MoreSlots
from app.models.host.host import ModelSpec
from app.models.library.models import builtin_model
from app.widgets.settings.setting_rows import MAX_SLOTS
from engine.client.client import EnginePhase, EngineState
from engine.messages.config import EngineConfig
from tests.fakes.engine_process import model_info
from tests.fakes.recording_client import RecordingClient


async def test_only_chats_of_the_default_model_are_offered_its_slots(
    services: Services,
    turns: Turns,
    replies: Replies,
    model_settings: ModelSettingsController,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forms = AnswerForms(services)
    queues = SendQueues(services.window, services.history, turns, replies, services.tasks, forms)
    undo = UndoOffers(services.window, services.toasts)
    assert MoreSlots(services, turns, replies, queues, model_settings, undo)
    estimated: list[EngineState] = []
    monkeypatch.setattr(FitTeller, "of", estimated.append)
    waiting = TabState(TabActivity.QUEUED, queue_position=1)

    async def spec_of(_digest: str) -> ModelSpec:
        return ModelSpec("/models/another.gguf")

    services.models.spec_of = spec_of
    await services.models.set_chat("own", "a digest", "Another model")
    loaded = EngineState(EnginePhase.READY, model=model_info("/models/usual.gguf"))
    for state, conversation_id, count in (
        (EngineState(), "usual", 0),  # it waits for its model
        (loaded, "own", 0),
        (loaded, "usual", 1),
    ):
        monkeypatch.setattr(services.models, "state_of_chat", lambda _id, state=state: state)
        replies.states.notify(conversation_id, waiting)
        await services.tasks.finish()
        assert len(estimated) == count


@pytest.mark.parametrize(
    ("free", "slot_count", "chosen", "note"),
    [
        (1 << 40, 4, None, "This happens by itself once no answer is being written."),
        (1 << 40, 4, 4, ""),
        (0, 4, None, "More slots need more memory than is free."),
        (1 << 40, MAX_SLOTS, None, "This is the largest number of slots."),
    ],
)
async def test_it_says_when_slots_are_raised_by_themselves_or_why_they_are_not(
    services: Services,
    turns: Turns,
    replies: Replies,
    model_settings: ModelSettingsController,
    client: RecordingClient,
    monkeypatch: pytest.MonkeyPatch,
    free: int,
    slot_count: int,
    chosen: int | None,
    note: str,
) -> None:
    forms = AnswerForms(services)
    queues = SendQueues(services.window, services.history, turns, replies, services.tasks, forms)
    undo = UndoOffers(services.window, services.toasts)
    assert MoreSlots(services, turns, replies, queues, model_settings, undo)
    services.settings.change(slot_count=chosen)
    memory = SimpleNamespace(total=1 << 40, available=free)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory)
    loaded = model_info(str(builtin_model()))
    model = msgspec.structs.replace(loaded, slot_count=slot_count, context_window=2048)
    client.become(EngineState(EnginePhase.READY, model=model, config=EngineConfig()))
    await services.tasks.finish()
    now = services.window.sidebar.now
    waiting = TabState(TabActivity.QUEUED, queue_position=1)
    monkeypatch.setattr(services.models, "state_of_chat", lambda _id: client.state)
    replies.states.notify("a", waiting)
    await services.tasks.finish()
    now.set_state("a", waiting)
    assert now.slots_label.text() == note
    assert now.slots_label.isHidden() is (not note)
    assert now.slots_button.isHidden() is (free == 0 or slot_count == MAX_SLOTS)
    now.remove("a")
    assert now.slots_label.isHidden()
