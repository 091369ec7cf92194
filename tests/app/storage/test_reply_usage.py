"""What a reply cost goes the whole road without a list of its figures anywhere on it."""

from dataclasses import Field, asdict, fields

import pytest

from app.chat.progress import Progress
from app.domain import MessageStatus, ReuseOrigin
from app.storage.history import History
from engine.ipc.frames import body_of
from engine.messages.events import Finished, FinishReason, Started, StepEvents
from engine.messages.framing import EVENTS
from engine.messages.metrics import ReplyUsage
from engine.messages.metrics import ReuseOrigin as EngineOrigin
from tests.app.storage.turns import stored_conversation


def _value(number: int, field: Field[object]) -> object:
    """Return a value that is no other figure's and not the default."""
    match field.default:
        case int():
            return 100 + number
        case str():
            return f"text {number}"
        case EngineOrigin():
            return EngineOrigin.SHARED_PROMPT
        case _:
            return number + 0.25


@pytest.fixture
def usage() -> ReplyUsage:
    """Every figure filled in, also those that are added later."""
    values = {each.name: _value(number, each) for number, each in enumerate(fields(ReplyUsage))}
    return ReplyUsage(**values)  # type: ignore[arg-type]  # the values follow the defaults' types


async def test_every_figure_comes_from_the_engine_into_the_history(
    history: History, usage: ReplyUsage
) -> None:
    sent = StepEvents((Started(1, 0, usage), Finished(1, FinishReason.LENGTH, usage)))
    progress = Progress(1000, lambda: "a model")
    arrived = EVENTS.decode(body_of(EVENTS.encode(sent)))
    assert isinstance(arrived, StepEvents)
    for event in arrived.events:
        progress.follow(event)
    figures = asdict(usage) | {"reused_from": ReuseOrigin.SHARED_PROMPT}
    figures |= {"model_name": "a model", "is_cut_by_length": True}
    assert asdict(progress.state.usage) == figures

    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "hello")
    await history.turns.finish_reply(
        turn.reply.id, "hi", MessageStatus.COMPLETE, usage=progress.state.usage
    )
    stored = await stored_conversation(history, conversation.id)
    assert stored.messages[-1].usage == progress.state.usage


def test_names_and_values_that_are_stored_do_not_change() -> None:
    origins = {each.name: each.value for each in ReuseOrigin}
    assert origins == {
        "NOWHERE": "nowhere",
        "READY": "ready",
        "MEMORY": "memory",
        "DISK": "disk",
        "SHARED_PROMPT": "shared prompt",
    }
    assert origins == {each.name: each.value for each in EngineOrigin}
