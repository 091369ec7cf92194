"""Chat completions, asked over real sockets of a real engine."""

import msgspec
import pytest

from tests.net.server.running import RunningServer

pytestmark = pytest.mark.asyncio(loop_scope="package")

WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "What the weather is like.",
        "parameters": {
            "type": "object",
            "properties": {"town": {"type": "string", "maxLength": 8}},
            "required": ["town"],
        },
    },
}


def first(answer: dict[str, object]) -> dict[str, object]:
    choice: dict[str, object] = answer["choices"][0]  # type: ignore[index]
    return choice


def text_of(answer: dict[str, object]) -> str:
    return str(first(answer)["message"]["content"])  # type: ignore[index]


async def test_a_question_is_answered_with_what_it_cost(server: RunningServer) -> None:
    answer = (await server.chat("Hello, who are you?")).json
    assert answer["object"] == "chat.completion"
    assert answer["model"] == "talker"
    assert "demo model" in text_of(answer)
    assert first(answer)["finish_reason"] == "length"
    usage = msgspec.convert(answer["usage"], dict[str, object])
    assert (usage["prompt_tokens"], usage["completion_tokens"], usage["total_tokens"]) == (
        16,
        16,
        32,
    )
    timings = msgspec.convert(answer["timings"], dict[str, float])
    assert timings["predicted_n"] == 16
    assert timings["prompt_n"] + timings["cache_n"] == 16


async def test_a_stream_says_the_same_and_its_usage_last(server: RunningServer) -> None:
    whole = text_of((await server.chat("What is a tab?")).json)
    options = {"include_usage": True}
    answer = await server.chat("What is a tab?", stream=True, stream_options=options)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.body.endswith(b"data: [DONE]\n\n")
    *chunks, last = answer.events
    deltas = [first(each)["delta"] for each in chunks]
    assert deltas[0] == {"role": "assistant", "content": ""}
    assert "".join(each.get("content", "") for each in deltas) == whole  # type: ignore[attr-defined]
    assert first(chunks[-1])["finish_reason"] == "length"
    assert last["choices"] == []
    assert last["usage"]["completion_tokens"] == 16  # type: ignore[index]
    assert len({each["id"] for each in answer.events}) == 1


async def test_without_being_asked_a_stream_tells_no_usage(server: RunningServer) -> None:
    answer = await server.chat("Hello", stream=True)
    assert all("usage" not in each for each in answer.events)


async def test_stop_strings_end_a_reply_and_are_no_part_of_it(server: RunningServer) -> None:
    answer = (await server.chat("Hello, who are you?", stop=["demo"])).json
    assert "demo" not in text_of(answer)
    assert first(answer)["finish_reason"] == "stop"


async def test_one_seed_gives_one_reply(server: RunningServer) -> None:
    texts = [
        text_of((await server.chat("Tell a story.", temperature=1.5, seed=7)).json)
        for _ in range(2)
    ]
    assert texts[0] == texts[1]


async def test_several_replies_share_one_prompt_and_differ(server: RunningServer) -> None:
    fields: dict[str, object] = {"n": 3, "temperature": 1.5, "seed": 7, "top_k": 0, "min_p": 0}
    answer = (await server.chat("Tell another story, if you can.", **fields)).json
    choices = msgspec.convert(answer["choices"], list[dict[str, object]])
    assert [each["index"] for each in choices] == [0, 1, 2]
    assert len({str(each["message"]) for each in choices}) > 1
    assert answer["usage"]["completion_tokens"] == 48  # type: ignore[index]


async def test_tokens_come_with_how_likely_they_were(server: RunningServer) -> None:
    fields: dict[str, object] = {"logprobs": True, "top_logprobs": 2, "max_tokens": 4}
    answer = (await server.chat("Hello", **fields)).json
    likely = msgspec.convert(first(answer)["logprobs"], dict[str, object])
    tokens = msgspec.convert(likely["content"], list[dict[str, object]])
    assert "".join(str(each["token"]) for each in tokens) == text_of(answer)
    assert [len(each["top_logprobs"]) for each in tokens] == [2, 2, 2, 2]  # type: ignore[arg-type]
    streamed = (await server.chat("Hello", stream=True, **fields)).events
    pieces = [first(each)["logprobs"] for each in streamed]
    counts = [len(each["content"]) for each in pieces if each]  # type: ignore[index]
    assert sum(counts) == 4


async def test_a_schema_is_kept(server: RunningServer) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"]}
    form = {"type": "json_schema", "json_schema": {"name": "x", "strict": True, "schema": schema}}
    answer = (await server.chat("Hello", response_format=form, max_tokens=40)).json
    assert set(msgspec.json.decode(text_of(answer))) == {"a"}


async def test_any_object_can_be_asked_for(server: RunningServer) -> None:
    form = {"type": "json_object"}
    answer = (await server.chat("Hello", response_format=form, max_tokens=4)).json
    assert text_of(answer).lstrip().startswith("{")


async def test_a_token_can_be_forbidden(server: RunningServer) -> None:
    usual = text_of((await server.chat("Hello", max_tokens=1)).json)
    everything = {str(token): -100 for token in range(1000)}
    other = text_of((await server.chat("Hello", max_tokens=1, logit_bias=everything)).json)
    assert usual != other


async def test_a_call_that_must_be_made_is_one(server: RunningServer) -> None:
    answer = (
        await server.chat("Rain?", tools=[WEATHER], tool_choice="required", max_tokens=80)
    ).json
    assert first(answer)["finish_reason"] == "tool_calls"
    message = first(answer)["message"]
    (call,) = message["tool_calls"]  # type: ignore[index]
    assert call["function"]["name"] == "weather"
    assert set(msgspec.json.decode(call["function"]["arguments"])) == {"town"}
    assert message["content"] is None  # type: ignore[index]


async def test_a_call_in_a_stream_comes_in_pieces_under_its_number(server: RunningServer) -> None:
    choice = {"type": "function", "function": {"name": "weather"}}
    answer = await server.chat(
        "Rain?", tools=[WEATHER], tool_choice=choice, max_tokens=80, stream=True
    )
    deltas = [first(each)["delta"] for each in answer.events]
    calls = [each["tool_calls"][0] for each in deltas if "tool_calls" in each]  # type: ignore[operator,index]
    assert {each["index"] for each in calls} == {0}
    assert calls[0]["function"] == {"name": "weather", "arguments": ""}
    pieces = [each["function"]["arguments"] for each in calls]
    assert len(pieces) > 1  # a short value may come at once
    assert set(msgspec.json.decode("".join(pieces))) == {"town"}
    assert first(answer.events[-1])["finish_reason"] == "tool_calls"


PARTS = [{"type": "text", "text": "Hello,"}, {"type": "text", "text": "who are you?"}]
CALL = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
CALLED = [
    {"role": "user", "content": "Rain?"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": "It rains."},
]


@pytest.mark.parametrize(
    "fields",
    [
        {"messages": [{"role": "system", "content": "Be brief."}, *CALLED], "tools": [WEATHER]},
        {"messages": [{"role": "user", "content": PARTS}]},
        {"user": "me", "store": None, "stop": None, "seed": None, "tools": None},
    ],
    ids=["an answer of a tool", "parts of text", "unknown fields and null"],
)
async def test_every_form_of_a_request_is_answered(
    server: RunningServer, fields: dict[str, object]
) -> None:
    answer = await server.chat("Hello", max_tokens=4, **fields)
    assert answer.status == 200, answer.body


@pytest.mark.parametrize(
    ("fields", "param"),
    [
        ({"temperature": "warm"}, "$.temperature"),
        ({"messages": "Hello"}, "$.messages"),
        ({"messages": [{"role": "wizard", "content": "x"}]}, "$.messages[0].role"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "content"),
        ({"n": 0}, "$.n"),
        ({"n": 1000}, "$.n"),
        ({"n": 1 << 62}, "$.n"),
        ({"tool_choice": "required"}, "$.tool_choice"),
        ({"response_format": {"type": "yaml"}}, "$.response_format"),
        ({"logit_bias": {"a": 1}}, "$.logit_bias"),
        ({"messages": []}, "$.messages"),
    ],
)
async def test_what_cannot_be_is_told_with_its_place(
    server: RunningServer, fields: dict[str, object], param: str
) -> None:
    answer = await server.chat("Hello", **fields)
    error = msgspec.convert(answer.json["error"], dict[str, object])
    assert answer.status == 400
    assert error["type"] == "invalid_request_error"
    assert param in str(error["param"])


@pytest.mark.parametrize(
    "fields",
    [
        {"temperature": -1},
        {"top_p": 7},
        {"stop": ["x"] * 100},
        {"grammar": "root = x"},
        {"response_format": {"type": "json_schema", "json_schema": {"schema": {"type": "x"}}}},
        {"messages": [{"role": "user", "content": "word " * 4000}]},
    ],
)
async def test_what_the_engine_refuses_is_the_programs_fault(
    server: RunningServer, fields: dict[str, object]
) -> None:
    answer = await server.chat("Hello", **fields)
    assert answer.status == 400, answer.body
    assert answer.json["error"]["message"]  # type: ignore[index]


async def test_also_where_a_stream_was_asked_for(server: RunningServer) -> None:
    answer = await server.chat("word " * 4000, stream=True)
    assert answer.status == 400
    assert answer.json["error"]["code"] == "context_length_exceeded"  # type: ignore[index]


async def test_a_conversation_that_goes_on_is_not_read_again(server: RunningServer) -> None:
    question = {"role": "user", "content": "Which planets are there? Tell me of each of them."}
    body: dict[str, object] = {"messages": [question], "max_tokens": 12, "temperature": 0}
    begun = (await server.ask("/v1/chat/completions", body)).json
    reply = {"role": "assistant", "content": text_of(begun)}
    body["messages"] = [question, reply, {"role": "user", "content": "And moons?"}]
    usage = (await server.ask("/v1/chat/completions", body)).json["usage"]
    details = usage["prompt_tokens_details"]  # type: ignore[index]
    assert details["cached_tokens"] >= begun["usage"]["prompt_tokens"]  # type: ignore[index]
