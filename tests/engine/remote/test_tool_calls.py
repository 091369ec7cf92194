"""Calls of tools by models of other machines: every form in which servers send them.

The forms are those of recorded streams in the tests of clients and in reports to the servers; each
names where it was seen.
"""

import json
from dataclasses import dataclass

import msgspec
import pytest

from engine.dialects.openai_chat import Affinity, chat_body
from engine.dialects.tools import MAX_CALLS
from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.events import Channel, FinishReason, GenerationEvent, ToolCalls
from engine.messages.media import Media, MediaKind
from engine.messages.remote_messages import Endpoint, EndpointKind, SubmitRemote
from engine.messages.request_options import RequestOptions
from engine.messages.sampling_params import SamplingParams
from tests.net.remote import kinds
from tests.net.remote.asker import asking, end_of, text_of
from tests.net.remote.kinds import Pages
from tests.net.remote.stream_server import (
    Heard,
    Script,
    answer,
    chunk,
    delta,
    event,
    finish,
    stream_head,
    streamed,
    usage,
)

CHAT, OLLAMA_CHAT = "/v1/chat/completions", "/api/chat"
TOOL = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}
OFFERED = RequestOptions(tools=(TOOL,))
BONN, ROME = '{"city": "Bonn"}', '{"city": "Rome"}'


@dataclass(frozen=True, slots=True)
class Form:
    """A reply's chunks and the calls in it, as name and arguments."""

    script: Script
    calls: tuple[tuple[str, str], ...] = (("weather", BONN),)
    ids: tuple[str, ...] = ()


def call(
    index: int | None = 0,
    id_: str | None = None,
    name: str | None = None,
    arguments: object = None,
) -> dict[str, object]:
    function = {"name": name, "arguments": arguments}
    told = {key: value for key, value in function.items() if value is not None}
    whole: dict[str, object] = {"index": index, "id": id_, "function": told}
    return {key: value for key, value in whole.items() if value is not None}


def called(*calls: dict[str, object]) -> bytes:
    return delta(tool_calls=list(calls))


def stream(*events: bytes, end: str | None = "tool_calls", is_done: bool = True) -> Script:
    ends = (finish(end), usage(20, 5)) if end else ()
    return [*streamed(*events, *ends, is_done=is_done)]


TWO = (("weather", BONN), ("weather", ROME))
FORMS = {
    # OpenAI's reference and vLLM: the id and the name once, then pieces.
    "pieces": Form(
        stream(
            called(call(0, "c1", "weather", "")),
            called(call(0, arguments='{"city":')),
            called(call(0, arguments=' "Bonn"}')),
        ),
        ids=("c1",),
    ),
    # Groq, xAI: the call in one chunk; xAI has the other fields in another order.
    "one chunk": Form(stream(called(call(0, "c1", "weather", BONN))), ids=("c1",)),
    # GLM by Mistral's API: an empty name with each piece.
    "empty names": Form(
        stream(called(call(0, "c1", "weather", "")), called(call(0, name="", arguments=BONN)))
    ),
    # Azure and older vLLM: the id and the name with each piece.
    "repeated names": Form(
        stream(
            called(call(0, "c1", "weather", '{"city":')),
            called(call(0, "c1", "weather", ' "Bonn"}')),
            called(call(0, "c1", "weather", "")),
        ),
        ids=("c1",),
    ),
    "two by index": Form(
        stream(
            called(call(0, "c1", "weather", ""), call(1, "c2", "weather", "")),
            called(call(1, arguments=ROME), call(0, arguments=BONN)),
        ),
        TWO,
        ids=("c1", "c2"),
    ),
    # ollama/ollama#7881: no index.
    "no index": Form(
        stream(called(call(None, "c1", "weather", BONN), call(None, "c2", "weather", ROME))),
        TWO,
        ids=("c1", "c2"),
    ),
    # ollama/ollama#15457, ai-dynamo/dynamo#4723, sgl-project/sglang#6310: always index 0.
    "index 0": Form(
        stream(called(call(0, "c1", "weather", BONN)), called(call(0, "c2", "weather", ROME))),
        TWO,
        ids=("c1", "c2"),
    ),
    # mcowger/plexus#691: the same, in pieces.
    "index 0 in pieces": Form(
        stream(
            called(call(0, "c1", "weather", "")),
            called(call(0, arguments=BONN)),
            called(call(0, "c2", "weather", "")),
            called(call(0, arguments=ROME)),
        ),
        TWO,
        ids=("c1", "c2"),
    ),
    # Gemini's adapters: neither index nor id.
    "no index, no id": Form(
        stream(*(called(call(None, None, "weather", each)) for each in (BONN, ROME))),
        TWO,
    ),
    "one id for two": Form(
        stream(called(call(0, "c", "weather", BONN), call(1, "c", "weather", ROME))), TWO
    ),
    # Some gateways send the whole message again with the last chunk.
    "sent twice": Form(
        stream(called(call(0, "c1", "weather", BONN)), called(call(0, "c1", "weather", BONN)))
    ),
    "an object": Form(stream(called(call(0, "c1", "weather", {"city": "Bonn"})))),
    "no arguments": Form(stream(called(call(0, "c1", "weather"))), (("weather", "{}"),)),
    "empty arguments": Form(
        stream(called(call(0, "c1", "weather", "")), called(call(1, "c2", "now", ""))),
        (("weather", "{}"), ("now", "{}")),
    ),
    # With the finish reason, as ModelScope and LM Studio do.
    "last chunk": Form(
        stream(
            event(
                {
                    "choices": [
                        {
                            "index": 0,
                            "delta": {"tool_calls": [call(0, "c1", "weather", BONN)]},
                            "finish_reason": "tool_calls",
                        }
                    ]
                }
            ),
            end=None,
        )
    ),
    "finish reason stop": Form(stream(called(call(0, "c1", "weather", BONN)), end="stop")),
    "no finish reason": Form(stream(called(call(0, "c1", "weather", BONN)), end=None)),
    "no end": Form(stream(called(call(0, "c1", "weather", BONN)), end=None, is_done=False)),
    "not streamed": Form(
        answer({"choices": [{"message": {"tool_calls": [call(None, "c1", "weather", BONN)]}}]}),
        ids=("c1",),
    ),
    "broken JSON": Form(
        stream(called(call(0, "c1", "weather", '{"city": "Bo'))), (("weather", '{"city": "Bo'),)
    ),
    # GLM and Kimi by vLLM at the limit of tokens: half a call is none.
    "cut": Form(
        stream(
            called(call(0, "c1", "weather", BONN)),
            called(call(1, "c2", "weather", '{"city": "Ro')),
            end="length",
        )
    ),
    # A character that is not in the Basic Multilingual Plane, as two escapes in two pieces.
    "half characters": Form(
        stream(
            called(call(0, "c1", "weather", '{"city": "\ud83d')),
            called(call(0, arguments='\ude00 \ud83d"}')),
        ),
        (("weather", '{"city": "😀 �"}'),),
    ),
    "no name": Form(
        stream(called(call(0, "c1", None, BONN)), called(call(1, "c2", "now", "{}"))),
        (("now", "{}"),),
    ),
    "numbers as texts": Form(
        stream(called(call(None, None, "weather", BONN) | {"index": "0", "id": 7})), ids=("7",)
    ),
}


async def reply(
    pages: Pages, options: RequestOptions = OFFERED
) -> tuple[list[GenerationEvent], tuple[ToolCall, ...]]:
    """Return the events of a reply and the calls in it."""
    async with asking(pages) as (asker, server):
        events = await asker.reply(asker.command(server.url, options=options))
    found = [each for each in events if isinstance(each, ToolCalls)]
    assert len(found) <= 1
    if found:
        assert events[-2] is found[0]
    return events, found[0].calls if found else ()


def told(calls: tuple[ToolCall, ...]) -> list[tuple[str, object]]:
    """Return names and arguments, as values where they are JSON."""

    def value(text: str) -> object:
        try:
            return json.loads(text)
        except ValueError:
            return text

    return [(each.name, value(each.arguments)) for each in calls]


@pytest.mark.parametrize("name", FORMS)
async def test_calls_of_every_form_are_read(name: str) -> None:
    form = FORMS[name]
    events, calls = await reply({**kinds.plain(), CHAT: form.script})
    assert told(calls) == told(tuple(ToolCall("", *each) for each in form.calls))
    assert len({each.id for each in calls} - {""}) == len(calls)
    if form.ids:
        assert [each.id for each in calls] == list(form.ids)
    reason = FinishReason.LENGTH if name == "cut" else FinishReason.STOP
    assert (end_of(events).reason, text_of(events)) == (reason, "")


ENDED = {"done": True, "done_reason": "stop", "prompt_eval_count": 42, "eval_count": 7}


def line(*calls: dict[str, object], **message: object) -> dict[str, object]:
    told = {"role": "assistant", "content": "", "tool_calls": list(calls), **message}
    return {"model": "m", "message": told, "done": False}


def function(name: str, arguments: object, **more: object) -> dict[str, object]:
    return {"function": {"name": name, "arguments": arguments, **more}}


IN_BONN, IN_ROME = ({"city": each} for each in ("Bonn", "Rome"))
OLLAMA_FORMS = {
    # Ollama's documentation of tools: no id, no index, arguments as an object.
    "one": ([line(function("weather", IN_BONN))], (("weather", BONN),)),
    "two in a line": ([line(function("weather", IN_BONN), function("weather", IN_ROME))], TWO),
    "two in two lines": (
        [line(function("weather", IN_BONN, index=0)), line(function("weather", IN_ROME, index=1))],
        TWO,
    ),
    # Ollama before 0.14: index 0 with each call.
    "index 0": (
        [line(function("weather", IN_BONN, index=0)), line(function("weather", IN_ROME, index=0))],
        TWO,
    ),
    "with ids": ([line({"id": "call_a", **function("weather", IN_BONN)})], (("weather", BONN),)),
    "thinking first": (
        [line(thinking="Hm."), line(function("weather", IN_BONN))],
        (("weather", BONN),),
    ),
    "in the last line": ([{**line(function("weather", IN_BONN)), **ENDED}], (("weather", BONN),)),
    "no arguments": ([line(function("now", None))], (("now", "{}"),)),
    "arguments as text": ([line(function("weather", BONN))], (("weather", BONN),)),
    "empty twice": (
        [line(function("now", {}), function("now", {}))],
        (("now", "{}"), ("now", "{}")),
    ),
}


@pytest.mark.parametrize("name", OLLAMA_FORMS)
async def test_calls_of_ollama_are_read(name: str) -> None:
    lines, wanted = OLLAMA_FORMS[name]
    if not lines[-1]["done"]:
        lines = [*lines, line() | ENDED]
    script = [stream_head("application/x-ndjson")]
    script += [chunk(json.dumps(each) + "\n") for each in lines]
    script += [chunk(b"")]
    events, calls = await reply({**kinds.ollama(), OLLAMA_CHAT: script})
    assert told(calls) == told(tuple(ToolCall("", *each) for each in wanted))
    assert len({each.id for each in calls} - {""}) == len(calls)
    assert text_of(events, Channel.REASONING) == ("Hm." if name == "thinking first" else "")


async def test_a_broken_connection_is_no_call() -> None:
    script = [stream_head(), called(call(0, "c1", "weather", BONN))]
    events, calls = await reply({**kinds.plain(), CHAT: script})
    assert (end_of(events).reason, calls) == (FinishReason.FAILED, ())


async def test_a_call_of_a_megabyte_is_one_call_and_a_thousand_calls_are_not() -> None:
    text = json.dumps({"text": "x" * 1_000_000})
    pieces = [text[at : at + 1000] for at in range(0, len(text), 1000)]
    script = stream(
        called(call(0, "c1", "weather", "")), *(called(call(0, arguments=e)) for e in pieces)
    )
    _, calls = await reply({**kinds.plain(), CHAT: script})
    assert [each.arguments for each in calls] == [text]
    many = stream(*(called(call(at, f"c{at}", "weather", "{}")) for at in range(1000)))
    _, calls = await reply({**kinds.plain(), CHAT: many})
    assert len(calls) == MAX_CALLS


async def test_without_tools_calls_are_shown_as_text() -> None:
    events, calls = await reply({**kinds.plain(), CHAT: FORMS["pieces"].script}, RequestOptions())
    assert calls == ()
    assert '{"name": "weather", "arguments": {"city": "Bonn"}}' in text_of(events)


REFUSALS = {
    "ollama": '{"error":"registry.ollama.ai/library/gemma:2b does not support tools"}',
    "vllm": '{"error":{"message":"\\"auto\\" tool choice requires --enable-auto-tool-choice"}}',
    "llama-server": '{"error":{"code":500,"message":"tools param requires --jinja flag"}}',
    "openrouter": '{"error":{"message":"No endpoints found that support tool use"}}',
}


@pytest.mark.parametrize("name", REFUSALS)
async def test_a_server_without_tools_is_named_as_such(name: str) -> None:
    events, calls = await reply({**kinds.plain(), CHAT: answer(REFUSALS[name], 400)})
    error = end_of(events).error
    assert calls == ()
    assert error is not None
    assert "did not accept the tools of this chat" in error.text


CALLS = (ToolCall("c1", "weather", BONN),)
HISTORY = (
    ChatMessage(Role.USER, "Weather in Bonn?"),
    ChatMessage(Role.ASSISTANT, "I look.", CALLS, reasoning="It asks for Bonn."),
    ChatMessage(Role.TOOL, "Rain", tool_call_id="c1", name="weather"),
)


async def body_of(pages: Pages, kind: EndpointKind, place: str) -> dict[str, object]:
    pages = {**pages, place: stream(delta("Rain."), end="stop")}
    async with asking(pages) as (asker, server):
        command = asker.command(server.url, HISTORY, kind=kind, options=OFFERED)
        await asker.reply(command)
        body: dict[str, object] = server.posts()[-1].json
    return body


async def test_tools_calls_results_and_reasoning_are_sent() -> None:
    body = await body_of(kinds.plain(), EndpointKind.OPENAI, CHAT)
    assert body["tools"] == [TOOL]
    asked, reply_, result = msgspec.convert(body["messages"], list[dict[str, object]])
    assert asked == {"role": "user", "content": "Weather in Bonn?"}
    function_ = {"name": "weather", "arguments": BONN}
    assert reply_ == {
        "role": "assistant",
        "content": "I look.",
        "reasoning_content": "It asks for Bonn.",
        "tool_calls": [{"id": "c1", "type": "function", "function": function_}],
    }
    assert result == {"role": "tool", "content": "Rain", "tool_call_id": "c1", "name": "weather"}


async def test_ollama_gets_arguments_as_an_object_and_the_name_of_the_tool() -> None:
    body = await body_of(kinds.ollama(), EndpointKind.OLLAMA, OLLAMA_CHAT)
    _, reply_, result = msgspec.convert(body["messages"], list[dict[str, object]])
    assert body["tools"] == [TOOL]
    assert reply_["thinking"] == "It asks for Bonn."
    function_ = {"name": "weather", "arguments": IN_BONN}
    assert reply_["tool_calls"] == [{"id": "c1", "type": "function", "function": function_}]
    assert (result["role"], result["tool_name"]) == ("tool", "weather")


def test_pictures_of_results_follow_them_as_the_users_message() -> None:
    chart = Media("d1", MediaKind.IMAGE, 8, 8)
    calls = (*CALLS, ToolCall("c2", "weather", ROME))
    messages = (
        HISTORY[0],
        ChatMessage(Role.ASSISTANT, "", calls),
        ChatMessage(Role.TOOL, "Rain", tool_call_id="c1", name="weather", media=(chart,)),
        ChatMessage(Role.TOOL, "Sun", tool_call_id="c2", name="weather"),
        ChatMessage(Role.ASSISTANT, "Rain and sun."),
    )
    command = SubmitRemote(1, Endpoint("e", "host"), "m", messages, SamplingParams())
    body = chat_body(command, EndpointKind.OPENAI, "m", messages, Affinity(), {"d1": "AAAA"})
    sent = body["messages"]
    assert [each["role"] for each in sent] == [
        *("user", "assistant", "tool", "tool", "user", "assistant")
    ]
    assert sent[2]["content"] == "Rain"
    url = {"url": "data:image/png;base64,AAAA"}
    assert sent[4]["content"] == [{"type": "image_url", "image_url": url}]


async def test_a_server_that_refuses_reasoning_gets_none() -> None:
    refusal = "property 'messages.1.reasoning_content' is unsupported"  # Groq

    def page(heard: Heard) -> Script:
        if "reasoning_content" in json.dumps(heard.json):
            return answer({"error": {"message": refusal}}, 400)
        return stream(delta("Rain."), end="stop")

    async with asking({**kinds.plain(), CHAT: page}) as (asker, server):
        events = await asker.reply(asker.command(server.url, HISTORY, options=OFFERED))
    assert text_of(events) == "Rain."
