"""Answers in Ollama's form: a call is in one line, and lines in pauses have no text."""

from collections.abc import AsyncGenerator, Sequence
from typing import Any

import msgspec
import pytest

from engine.dialects.errors import ApiError
from engine.dialects.generation import Ended, Event, Piece, Reply
from engine.dialects.ollama_served import ModelOrder, OllamaChatExchange, keep_seconds, model_order
from engine.dialects.tool_reader import CallArguments, CallBegun, CallEnded
from engine.messages.events import Channel, FinishReason
from engine.messages.metrics import ReplyUsage
from tests.fakes.engine_process import model_info

BODY = b'{"model": "m", "messages": [{"role": "user", "content": "Hi"}]}'
EVENTS: Sequence[Event] = (
    Piece("Let me look. ", Channel.REASONING),
    Piece("One moment."),
    CallBegun("call_1", "tide"),
    CallArguments('{"port": '),
    CallArguments('"Ostend"}'),
    CallEnded(),
    CallBegun("call_2", "tide"),
    CallArguments("{}"),
    CallEnded(),
    Ended(FinishReason.STOP, ReplyUsage(prompt_tokens=3, reply_tokens=5)),
)
CALLS = [
    {"id": "call_1", "function": {"index": 0, "name": "tide", "arguments": {"port": "Ostend"}}},
    {"id": "call_2", "function": {"index": 1, "name": "tide", "arguments": {}}},
]


def exchange() -> OllamaChatExchange:
    return OllamaChatExchange(BODY, model_info("good.gguf"), "")


async def told() -> AsyncGenerator[tuple[int, Event]]:
    for each in EVENTS:
        yield 0, each


async def test_calls_and_thinking_are_the_same_whole_and_in_lines() -> None:
    frames = [msgspec.json.decode(each) async for each in exchange().frames(told())]
    messages: list[dict[str, Any]] = [each["message"] for each in frames]
    assert [each for one in messages for each in one.get("tool_calls", ())] == CALLS
    assert [each["done"] for each in frames] == [False] * 4 + [True]
    reply = Reply()
    for each in EVENTS:
        reply.add(each)
    whole: Any = msgspec.json.decode(msgspec.json.encode(exchange().whole([reply])))
    assert whole["message"] == {
        "role": "assistant",
        "content": "One moment.",
        "thinking": "Let me look. ",
        "tool_calls": CALLS,
    }
    assert (whole["prompt_eval_count"], whole["eval_count"]) == (3, 5)


def test_a_pause_and_an_error_are_lines_that_programs_can_read() -> None:
    pause = msgspec.json.decode(exchange().ping)
    assert (pause["message"]["content"], pause["done"]) == ("", False)
    frame = exchange().error_frame(ApiError(503, "The engine stopped."))
    assert msgspec.json.decode(frame) == {"error": "The engine stopped."}


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        (b"0", 0),
        (b"300", 300),
        (b"-1", -1),
        (b'"5m"', 300),
        (b'"1h30m"', 5400),
        (b'"1.5h"', 5400),
        (b'"500ms"', 0.5),
        (b'"-5m"', -1),
        (b'"0"', 0),
        (b'"24h"', 86400),
        (b"1e300", 1e9),
        (b"null", None),
    ],
)
def test_the_time_that_a_model_is_kept_is_read_as_ollama_reads_it(
    given: bytes, seconds: float | None
) -> None:
    body = b'{"model": "m", "prompt": "a", "keep_alive": %b}' % given
    assert keep_seconds(body) == seconds
    order = ModelOrder.UNLOAD if seconds == 0 else ModelOrder.LOAD
    assert model_order(body.replace(b'"a"', b'""'), is_chat=False) is order
    assert model_order(body, is_chat=False) is None
    assert model_order(body, is_chat=True) is order, "a chat has messages, and no prompt"


@pytest.mark.parametrize("given", ["5 minutes", "m", "", "1h 30m", "five"])
def test_a_time_that_is_none_is_refused_with_its_place(given: str) -> None:
    with pytest.raises(ApiError, match="is not a duration") as refused:
        keep_seconds(msgspec.json.encode({"keep_alive": given}))
    assert (refused.value.status, refused.value.param) == (400, "$.keep_alive")
