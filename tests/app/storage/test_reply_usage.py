"""What a reply cost goes the whole road without a list of its figures anywhere on it."""

from dataclasses import Field, fields

import pytest

from app.chat.progress import Progress
from app.domain import MessageStatus, ReplyUsage, ReuseOrigin
from app.storage.history import History
from engine.ipc.frames import body_of
from engine.messages.events import Finished, FinishReason, Started, StepEvents
from engine.messages.framing import EVENTS
from tests.app.storage.turns import stored_conversation


def _value(number: int, field: Field[object]) -> object:
    """Return a value that is no other figure's and not the default."""
    match field.default:
        case bool():
            return True
        case int():
            return 100 + number
        case str():
            return f"text {number}"
        case ReuseOrigin():
            return ReuseOrigin.SHARED_PROMPT
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
    progress = Progress(1000, lambda: usage.model_name)
    arrived = EVENTS.decode(body_of(EVENTS.encode(sent)))
    assert isinstance(arrived, StepEvents)
    for event in arrived.events:
        progress.follow(event)
    assert progress.state.usage == usage

    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "hello")
    await history.turns.finish_reply(
        turn.reply.id, "hi", MessageStatus.COMPLETE, usage=progress.state.usage
    )
    stored = await stored_conversation(history, conversation.id)
    assert stored.messages[-1].usage == usage


def test_names_and_values_that_are_stored_do_not_change() -> None:
    assert {each.name: each.value for each in ReuseOrigin} == {
        "NOWHERE": "nowhere",
        "READY": "ready",
        "MEMORY": "memory",
        "DISK": "disk",
        "SHARED_PROMPT": "shared prompt",
    }
