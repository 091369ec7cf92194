"""More slots are offered to the chats that they would help."""

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
from engine.client.client import EnginePhase, EngineState
from tests.fakes.engine_process import model_info


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
