"""A large body is refused in words, and no other program's stream notices it."""

import asyncio

import pytest

from tests.net.server.large_bodies import CHAT, HOSTILE, LEGITIMATE, LargeBody
from tests.net.server.running import RunningServer

pytestmark = pytest.mark.asyncio(loop_scope="module")

SAID = [{"role": "user", "content": "Hello"}]
STREAMED = {"messages": SAID, "stream": True, "max_tokens": 200, "temperature": 0}


@pytest.mark.parametrize("large", HOSTILE, ids=lambda each: each.name)
async def test_a_body_that_would_take_long_to_decode_is_refused(
    server: RunningServer, large: LargeBody
) -> None:
    stream = asyncio.ensure_future(server.ask(CHAT, STREAMED))
    answer = await server.ask(large.path, large.make())
    assert answer.status in (400, 413), answer.body
    message = answer.json["error"]["message"]  # type: ignore[index]
    assert "values and keys" in message or "deep" in message
    assert (await stream).body.endswith(b"data: [DONE]\n\n")


@pytest.mark.parametrize("large", LEGITIMATE, ids=lambda each: each.name)
async def test_a_body_of_long_texts_is_accepted_and_its_length_refused_by_the_model(
    server: RunningServer, large: LargeBody
) -> None:
    answer = await server.ask(large.path, large.make())
    assert answer.status in (400, 413)
    message = str(answer.json["error"]["message"])  # type: ignore[index]
    assert "values" not in message
    assert any(each in message for each in ("pictures", "characters", "messages", "tokens"))


@pytest.mark.parametrize(
    "field",
    [
        {"chat_template_kwargs": {"a": "x" * 70_000}},
        {
            "response_format": {
                "type": "json_schema",
                "json_schema": {"schema": {"a": "x" * 70_000}},
            }
        },
    ],
    ids=["kwargs", "schema"],
)
async def test_template_arguments_and_schemas_are_limited_to_64_kib(
    server: RunningServer, field: dict[str, object]
) -> None:
    answer = await server.ask(CHAT, {"messages": SAID, "max_tokens": 1} | field)
    assert answer.status == 413
    assert "64 KiB" in answer.json["error"]["message"]  # type: ignore[index]


async def test_metadata_is_limited_to_64_kib_and_returned_unchanged(server: RunningServer) -> None:
    body: dict[str, object] = {"input": "Hello", "max_output_tokens": 1}
    answer = await server.ask("/v1/responses", body | {"metadata": {"a": "x" * 70_000}})
    assert answer.status == 413
    text = {"format": {"type": "text"}}
    answer = await server.ask("/v1/responses", body | {"metadata": {"a": "1"}, "text": text})
    assert answer.status == 200
    assert answer.json["metadata"] == {"a": "1"}
    assert answer.json["text"] == {"format": {"type": "text"}}
