"""What responses go on from: calls in their message, and a bound for all of it."""

import pytest

from engine.dialects import responses
from engine.dialects.content import SentPictures
from engine.dialects.errors import ApiError
from engine.dialects.notes import Notes
from engine.dialects.responses import (
    Item,
    StoredResponses,
    StoredTranscript,
    items_as_messages,
)
from engine.messages.commands import ChatMessage, Role, ToolCall
from tests.fakes.backend import FakeBackend

MODEL = FakeBackend(slot_count=1, context_window=2048).info


def call(number: str) -> Item:
    return Item("function_call", call_id=number, name="f")


def test_calls_belong_to_the_message_before_them() -> None:
    asked = Item(role="user", content="Rain?")
    said = Item(role="assistant", content="I look.")
    told = Item("function_call_output", call_id="1", output="No.")
    items = [asked, call("0"), said, call("1"), Item("reasoning"), call("2"), told, call("3")]
    messages = items_as_messages(items, MODEL, SentPictures(), Notes())
    assert [(each.role, [one.id for one in each.tool_calls]) for each in messages] == [
        (Role.USER, []),
        (Role.ASSISTANT, ["0"]),
        (Role.ASSISTANT, ["1", "2"]),
        (Role.TOOL, []),
        (Role.ASSISTANT, ["3"]),
    ]
    assert (messages[2].content, messages[3].name) == ("I look.", "f")


@pytest.mark.parametrize(
    "long",
    [
        ChatMessage(Role.USER, "x" * 60),
        ChatMessage(Role.ASSISTANT, "", (ToolCall("1", "f", "x" * 60),)),
        ChatMessage(Role.ASSISTANT, "", (ToolCall("x" * 60, "f", ""),)),
        ChatMessage(Role.TOOL, "", (), "x" * 60),
    ],
)
def test_all_that_is_kept_counts(long: ChatMessage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "MAX_STORED_SIZE", 100)
    stored, context = StoredResponses(), StoredTranscript((long,))
    stored.keep("first", context)
    assert stored.transcript("first") == context
    stored.keep("second", context)
    with pytest.raises(ApiError):
        stored.transcript("first")
    assert stored.transcript("second") == context
