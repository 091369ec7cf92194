"""Answers in Ollama's form: a call is in one line, and lines in pauses have no text."""

from collections.abc import AsyncGenerator, Sequence
from typing import Any

import msgspec

from engine.dialects.errors import ApiError
from engine.dialects.generation import Ended, Event, Piece, Reply
from engine.dialects.ollama_served import OllamaChatExchange
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
