"""Each token of an answer comes with its log probability and its place, whole and in a stream."""

from collections.abc import AsyncGenerator, Sequence

import msgspec
import pytest

from engine.dialects.completions import CompletionExchange
from engine.dialects.generation import Ended, Event, Piece, PieceReader, Reply
from engine.dialects.tool_reader import CallBegun, CallEvent
from engine.dialects.tools import Function, Tools
from engine.messages.events import Channel, FinishReason, TextDelta, TokenLogprob
from engine.messages.metrics import ReplyUsage
from tests.fakes.engine_process import model_info

MODEL = model_info("good.gguf")
PROMPT = "Once upon"
END = Ended(FinishReason.STOP, ReplyUsage())
WEATHER = Tools((Function("weather"),))
CALL = '<tool_call>{"name": "weather"}</tool_call>'


class Choice(msgspec.Struct):
    text: str
    logprobs: dict[str, list[object]] | None = None


class Chunk(msgspec.Struct):
    choices: list[Choice]


def likely(*texts: str) -> tuple[TokenLogprob, ...]:
    return tuple(TokenLogprob(text, text.encode(), -0.5) for text in texts)


def exchange(*, echo: bool, stream: bool = True) -> CompletionExchange:
    body = {"prompt": PROMPT, "echo": echo, "stream": stream, "logprobs": 0}
    return CompletionExchange(msgspec.json.encode(body), MODEL, "")


async def streamed(asked: CompletionExchange, events: Sequence[tuple[int, Event]]) -> list[Choice]:
    """Return the choices of a stream."""

    async def told() -> AsyncGenerator[tuple[int, Event]]:
        for each in events:
            yield each

    frames = [frame async for frame in asked.frames(told())]
    chunks = [msgspec.json.decode(each.removeprefix(b"data: "), type=Chunk) for each in frames[:-1]]
    return [choice for chunk in chunks for choice in chunk.choices]


async def test_a_reply_without_text_has_its_echo_in_a_stream() -> None:
    choices = await streamed(exchange(echo=True), [(0, END)])
    assert [each.text for each in choices] == [PROMPT]


async def test_the_echo_comes_once_for_each_reply() -> None:
    events: list[tuple[int, Event]] = [(0, Piece(" a")), (0, Piece(" time")), (0, END), (1, END)]
    choices = await streamed(exchange(echo=True), events)
    assert [each.text for each in choices] == [f"{PROMPT} a", " time", "", PROMPT]


@pytest.mark.parametrize("echo", [True, False])
async def test_tokens_are_placed_in_the_whole_text(echo: bool) -> None:
    events: list[tuple[int, Event]] = [
        (0, Piece(" a ti", logprobs=likely(" a", " ti"))),
        (0, Piece("me", logprobs=likely("me"))),
        (0, END),
    ]
    start = len(PROMPT) if echo else 0
    places: list[object] = [start, start + 2, start + 5]
    choices = await streamed(exchange(echo=echo), events)
    told = [each.logprobs["text_offset"] for each in choices if each.logprobs]
    assert [place for each in told for place in each] == places
    reply = Reply()
    for _, each in events:
        reply.add(each)
    whole = msgspec.convert(
        msgspec.to_builtins(exchange(echo=echo, stream=False).whole([reply])), Chunk
    )
    assert whole.choices[0].logprobs is not None
    assert whole.choices[0].logprobs["text_offset"] == places


def read(pieces: Sequence[tuple[str, ...]]) -> list[tuple[str, list[str]] | str]:
    """Return texts with their tokens, and names of calls, of an answer with a tool offered."""
    reader = PieceReader(WEATHER)
    found: list[Piece | CallEvent] = []
    for tokens in pieces:
        delta = TextDelta(1, "".join(tokens), 1, Channel.ANSWER, likely(*tokens))
        found += reader.feed(delta)
    found += reader.finish()
    return [
        (each.text, [t.text for t in each.logprobs]) if isinstance(each, Piece) else each.name
        for each in found
        if isinstance(each, Piece | CallBegun)
    ]


def test_text_keeps_its_tokens_where_tools_are_offered() -> None:
    assert read([("It",), (" rains",)]) == [("It", ["It"]), (" rains", [" rains"])]


def test_text_that_was_held_back_comes_with_its_tokens() -> None:
    assert read([("a ",), ("<tool",), ("s>",)]) == [("a ", ["a "]), ("<tools>", ["<tool", "s>"])]
    assert read([("{",), (" no",), (" call",)]) == [("{ no", ["{", " no"]), (" call", [" call"])]


def test_tokens_of_a_call_are_left_out() -> None:
    tokens = ("Look: ", "<tool_call>", '{"name": "weather"}', "</tool_call>", " Done", ".")
    expected = [("Look: ", ["Look: "]), "weather", (" Done.", [" Done", "."])]
    assert read([tokens]) == expected
    one_by_one = read([(each,) for each in tokens])
    assert one_by_one == [*expected[:2], (" Done", [" Done"]), (".", ["."])]


def test_tokens_that_show_nothing_keep_their_place() -> None:
    assert read([("It",), ("",)]) == [("It", ["It"]), ("", [""])]
