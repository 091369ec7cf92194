"""Log-probabilities, several replies, seeds and begun replies, in every API and with tools."""

from typing import Any

import pytest

from tests.net.server.running import RunningServer

pytestmark = pytest.mark.asyncio(loop_scope="package")

TOOL = {
    "type": "function",
    "function": {
        "name": "rain",
        "parameters": {
            "type": "object",
            "properties": {"city": {"enum": ["Rome", "Oslo"]}},
            "required": ["city"],
        },
    },
}
TOOLS: dict[str, object] = {"tools": [TOOL]}
HOT: dict[str, object] = {"temperature": 1.5, "top_k": 0, "min_p": 0, "top_p": 1}


async def choices(server: RunningServer, **fields: object) -> list[Any]:
    """Return the choices of a chat completion."""
    answer = await server.chat("Tell a story.", **fields)
    assert answer.status == 200, answer.body
    found: list[Any] = answer.json["choices"]  # type: ignore[assignment]
    return found


async def streamed(server: RunningServer, **fields: object) -> dict[int, list[Any]]:
    """Return the chunks of a stream by their choice."""
    answer = await server.chat("Tell a story.", stream=True, **fields)
    found: dict[int, list[Any]] = {}
    for event in answer.events:
        for choice in event["choices"]:  # type: ignore[attr-defined]
            found.setdefault(choice["index"], []).append(choice)
    return found


def tokens_of(logprobs: Any) -> str:
    return "".join(each["token"] for each in logprobs["content"])


@pytest.mark.parametrize("fields", [{}, TOOLS])
async def test_the_tokens_of_a_reply_are_its_text(
    server: RunningServer, fields: dict[str, object]
) -> None:
    fields = {"logprobs": True, "top_logprobs": 2, **fields}
    (whole,) = await choices(server, **fields)
    assert tokens_of(whole["logprobs"]) == whole["message"]["content"] != ""
    chunks = (await streamed(server, **fields))[0]
    likely = [each["logprobs"] for each in chunks if each["logprobs"]]
    assert "".join(map(tokens_of, likely)) == whole["message"]["content"]
    assert all(len(each["top_logprobs"]) == 2 for one in likely for each in one["content"])


async def test_a_call_has_no_tokens_of_text(server: RunningServer) -> None:
    fields = {**TOOLS, "tool_choice": "required", "logprobs": True, "max_tokens": 60}
    (called,) = await choices(server, **fields)
    assert called["finish_reason"] == "tool_calls"
    assert called["logprobs"]["content"] == []
    chunks = (await streamed(server, **fields))[0]
    assert not any(each["logprobs"] and each["logprobs"]["content"] for each in chunks)


@pytest.mark.parametrize(
    "fields", [{}, {**TOOLS, "logprobs": True}, {**TOOLS, "tool_choice": "required"}]
)
async def test_one_seed_gives_the_same_different_replies(
    server: RunningServer, fields: dict[str, object]
) -> None:
    fields = {**HOT, "n": 3, "seed": 7, "max_tokens": 60, **fields}
    first, again = await choices(server, **fields), await choices(server, **fields)
    assert [each["index"] for each in first] == [0, 1, 2]
    assert [_said(each) for each in first] == [_said(each) for each in again]
    if "tool_choice" not in fields:
        assert len({_said(each) for each in first}) == 3
        chunks = await streamed(server, **fields)
        for choice in first:
            deltas = [each["delta"].get("content") or "" for each in chunks[choice["index"]]]
            assert "".join(deltas) == choice["message"]["content"]


def _said(choice: Any) -> tuple[str, ...]:
    calls = choice["message"].get("tool_calls") or []
    return (str(choice["message"]["content"]), *(str(each["function"]) for each in calls))


@pytest.mark.parametrize("fields", [{}, TOOLS, {"n": 2, "seed": 1}])
async def test_a_begun_reply_is_continued(server: RunningServer, fields: dict[str, object]) -> None:
    question = {"role": "user", "content": "Hello, who are you?"}
    usual: dict[str, object] = {"max_tokens": 12, "temperature": 0, **fields}
    ask = {"messages": [question], **usual}
    whole = (await server.ask("/v1/chat/completions", ask)).json
    text = str(whole["choices"][0]["message"]["content"])  # type: ignore[index]
    begun = text[: len(text) // 2].rpartition(" ")[0]
    ask = {"messages": [question, {"role": "assistant", "content": begun}], **usual}
    answer = (await server.ask("/v1/chat/completions", ask)).json
    rest = str(answer["choices"][0]["message"]["content"])  # type: ignore[index]
    assert (begun + rest).startswith(text)


async def test_a_response_has_log_probabilities_if_asked(server: RunningServer) -> None:
    body: dict[str, object] = {"input": "Hello", "max_output_tokens": 6, "temperature": 0}
    plain: Any = (await server.ask("/v1/responses", body)).json["output"]
    assert plain[0]["content"][0]["logprobs"] == []
    asked = body | {"include": ["message.output_text.logprobs"], "top_logprobs": 2}
    whole: Any = (await server.ask("/v1/responses", asked)).json["output"]
    (part,) = whole[0]["content"]
    assert "".join(each["token"] for each in part["logprobs"]) == part["text"]
    assert [len(each["top_logprobs"]) for each in part["logprobs"]] == [2] * 6
    events: Any = (await server.ask("/v1/responses", asked | {"stream": True})).events
    deltas = [each for each in events if each["type"] == "response.output_text.delta"]
    told = [one for each in deltas for one in each["logprobs"]]
    assert [each["token"] for each in told] == [each["token"] for each in part["logprobs"]]
    (done,) = (each for each in events if each["type"] == "response.output_text.done")
    last = events[-1]["response"]["output"][0]["content"][0]
    assert done["logprobs"] == last["logprobs"] == told
