"""Completions, responses, Anthropic's messages, and what is told of the model and the engine."""

from typing import Any

import msgspec
import pytest

from engine.messages.remote_messages import Endpoint, EndpointFound, ProbeEndpoint
from engine.remote.model_lists import openai_models
from tests.net.remote.asker import open_asker
from tests.net.server.running import RunningServer

pytestmark = pytest.mark.asyncio(loop_scope="package")


HELLO = [{"role": "user", "content": "Hello, who are you?"}]


TOOL = {
    "name": "weather",
    "input_schema": {"type": "object", "properties": {"rain": {"type": "boolean"}}},
}


async def test_a_text_goes_on_without_a_template(server: RunningServer) -> None:
    body = {"prompt": "Hello", "max_tokens": 4, "temperature": 0, "echo": True}
    answer = (await server.ask("/v1/completions", body)).json
    (choice,) = msgspec.convert(answer["choices"], list[dict[str, object]])
    assert answer["object"] == "text_completion"
    assert str(choice["text"]).startswith("Hello")
    streamed = await server.ask("/v1/completions", body | {"stream": True})
    texts = [each["choices"][0]["text"] for each in streamed.events]  # type: ignore[index]
    assert "".join(texts) == choice["text"]


@pytest.mark.parametrize("prompt", [["a", "b"], 7, [1, 2]])
async def test_other_prompts_are_refused(server: RunningServer, prompt: object) -> None:
    assert (await server.ask("/v1/completions", {"prompt": prompt})).status == 400


async def test_a_response_can_be_gone_on_from(server: RunningServer) -> None:
    body: dict[str, object] = {"input": "My name is Ada.", "max_output_tokens": 8}
    answer = (await server.ask("/v1/responses", body | {"instructions": "Be kind."})).json
    assert (answer["object"], answer["status"]) == ("response", "incomplete")
    (item,) = msgspec.convert(answer["output"], list[dict[str, object]])
    assert item["content"][0]["text"]  # type: ignore[index]
    more = {"input": "Who am I?", "previous_response_id": answer["id"], "max_output_tokens": 4}
    second = (await server.ask("/v1/responses", more)).json
    assert second["usage"]["input_tokens"] > answer["usage"]["input_tokens"]  # type: ignore[index]
    unknown = await server.ask("/v1/responses", more | {"previous_response_id": "resp_none"})
    assert unknown.status == 404


async def test_what_must_not_be_stored_is_not(server: RunningServer) -> None:
    body: dict[str, object] = {"input": "Hello", "max_output_tokens": 2, "store": False}
    answer = (await server.ask("/v1/responses", body)).json
    again = await server.ask("/v1/responses", body | {"previous_response_id": answer["id"]})
    assert again.status == 404


async def test_the_events_of_a_response_are_numbered_and_in_order(server: RunningServer) -> None:
    body = {"input": "Hello", "max_output_tokens": 8, "stream": True}
    events = (await server.ask("/v1/responses", body)).events
    assert [each["sequence_number"] for each in events] == list(range(len(events)))
    kinds = [str(each["type"]).removeprefix("response.") for each in events]
    assert kinds[:4] == ["created", "in_progress", "output_item.added", "content_part.added"]
    assert set(kinds[4:-4]) == {"output_text.delta"}
    assert kinds[-4:] == [
        "output_text.done",
        "content_part.done",
        "output_item.done",
        "incomplete",
    ]
    text = "".join(str(each["delta"]) for each in events[4:-4])
    assert events[-4]["text"] == text
    assert events[-1]["response"]["output"][0]["content"][0]["text"] == text  # type: ignore[index]


async def test_calls_and_their_answers_are_items(server: RunningServer) -> None:
    tool = {"type": "function", "name": "weather", "parameters": TOOL["input_schema"]}
    body = {"input": "Rain?", "tools": [tool], "tool_choice": "required", "max_output_tokens": 60}
    output = (await server.ask("/v1/responses", body)).json["output"]
    (call,) = msgspec.convert(output, list[dict[str, object]])
    assert (call["type"], call["name"]) == ("function_call", "weather")
    result = {"type": "function_call_output", "call_id": call["call_id"], "output": "Rain."}
    asked = {"role": "user", "content": [{"type": "input_text", "text": "Rain?"}]}
    again = {"input": [asked, call, result], "tools": [tool], "max_output_tokens": 4}
    assert (await server.ask("/v1/responses", again)).status == 200


async def test_messages_are_answered_in_blocks(server: RunningServer) -> None:
    body = {"messages": HELLO, "system": [{"type": "text", "text": "Be brief."}], "max_tokens": 8}
    answer = (await server.ask("/v1/messages", body)).json
    assert (answer["type"], answer["role"], answer["stop_reason"]) == (
        "message",
        "assistant",
        "max_tokens",
    )
    (block,) = msgspec.convert(answer["content"], list[dict[str, object]])
    assert block["type"] == "text"
    assert answer["usage"]["output_tokens"] == 8  # type: ignore[index]


async def test_a_message_names_the_stop_string_that_ended_it(server: RunningServer) -> None:
    body = {"messages": HELLO, "max_tokens": 200, "stop_sequences": ["xyzzy", "demo"]}
    whole = (await server.ask("/v1/messages", body)).json
    assert (whole["stop_reason"], whole["stop_sequence"]) == ("stop_sequence", "demo")
    streamed = (await server.ask("/v1/messages", body | {"stream": True})).events
    assert streamed[-2]["delta"] == {"stop_reason": "stop_sequence", "stop_sequence": "demo"}
    other = (await server.ask("/v1/messages", body | {"stop_sequences": ["xyzzy"]})).json
    assert (other["stop_reason"], other["stop_sequence"]) == ("end_turn", None)


async def test_a_stream_of_messages_opens_and_closes_its_blocks(server: RunningServer) -> None:
    body = {"messages": HELLO, "max_tokens": 8, "stream": True, "temperature": 0}
    answer = await server.ask("/v1/messages", body)
    kinds = [str(each["type"]) for each in answer.events]
    assert kinds[:2] == ["message_start", "content_block_start"]
    assert kinds[-3:] == ["content_block_stop", "message_delta", "message_stop"]
    assert b"event: message_start\n" in answer.body
    deltas = [each["delta"]["text"] for each in answer.events[2:-3]]  # type: ignore[index]
    whole = (await server.ask("/v1/messages", body | {"stream": False})).json
    assert "".join(deltas) == whole["content"][0]["text"]  # type: ignore[index]


async def test_tools_are_called_and_answered_in_messages(server: RunningServer) -> None:
    choice = {"type": "tool", "name": "weather"}
    body = {"messages": HELLO, "tools": [TOOL], "tool_choice": choice, "max_tokens": 60}
    answer = (await server.ask("/v1/messages", body)).json
    (call,) = msgspec.convert(answer["content"], list[dict[str, object]])
    assert (call["type"], call["name"], answer["stop_reason"]) == (
        "tool_use",
        "weather",
        "tool_use",
    )
    result = {"type": "tool_result", "tool_use_id": call["id"], "content": "Rain."}
    more = [*HELLO, {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    again = await server.ask("/v1/messages", body | {"messages": more, "tool_choice": None})
    assert again.status == 200
    streamed = await server.ask("/v1/messages", body | {"stream": True})
    blocks = [each for each in streamed.events if each["type"] == "content_block_start"]
    assert [each["content_block"]["type"] for each in blocks] == ["tool_use"]  # type: ignore[index]


async def test_errors_have_the_form_of_the_api(server: RunningServer) -> None:
    answer = await server.ask("/v1/messages", {"messages": HELLO})
    assert answer.status == 400
    assert answer.json["type"] == "error"
    assert answer.json["error"]["type"] == "invalid_request_error"  # type: ignore[index]
    refused = await server.ask("/v1/messages", {"messages": HELLO}, token="wrong")
    assert refused.json["error"]["type"] == "authentication_error"  # type: ignore[index]


async def test_tokens_are_counted_as_the_prompt_will_have_them(server: RunningServer) -> None:
    body = {"messages": HELLO, "system": "Be brief."}
    counted = (await server.ask("/v1/messages/count_tokens", body)).json["input_tokens"]
    usage = (await server.ask("/v1/messages", body | {"max_tokens": 1})).json["usage"]
    read = usage["input_tokens"] + usage["cache_read_input_tokens"]  # type: ignore[index]
    assert abs(int(str(counted)) - read) <= 2  # whose turn it is may take a token more or less


async def test_the_model_is_listed_for_both_kinds_of_programs(server: RunningServer) -> None:
    listed = (await server.ask("/v1/models")).json
    (model,) = msgspec.convert(listed["data"], list[dict[str, object]])
    assert (model["id"], model["object"], model["type"]) == ("talker", "model", "model")
    assert model["max_model_len"] == 2048
    (here,) = openai_models(listed)
    assert here.thinks is False, "another Hubbub offers no thinking for this model"
    assert server.engine.state.model is not None
    assert model["display_name"] == server.engine.state.model.name
    assert (await server.ask("/v1/models/talker")).json["id"] == "talker"
    assert (await server.ask("/v1/models/another")).status == 404


async def test_another_hubbub_hears_that_no_pictures_are_taken(server: RunningServer) -> None:
    question = ProbeEndpoint(1, Endpoint("e1", server.url), server.token)
    async with open_asker() as asker:
        found = await asker.engines.answer(question)
    assert isinstance(found, EndpointFound)
    assert [each.sees for each in found.models] == [False]


async def test_the_window_hears_which_model_answers(server: RunningServer) -> None:
    model = server.engine.state.model
    assert model is not None
    assert model.name != "talker"  # which is its id
    await server.becomes(lambda state: state.model == model.name)


async def test_health_slots_and_figures(server: RunningServer) -> None:
    await server.chat("Hello")
    for path in ("/health", "/v1/health"):
        assert (await server.ask(path, token="")).json == {"status": "ok"}
    slots = (await server.ask("/slots")).items
    assert len(slots) == 4
    assert "program" in [each["kind"] for each in slots]
    assert {(each["n_ctx"], each["is_processing"]) for each in slots} == {(2048, False)}
    figures = await server.ask("/metrics")
    assert figures.headers["content-type"].startswith("text/plain")
    assert b"\nhubbub_slots 4\n" in figures.body
    assert b"# TYPE hubbub_reused_tokens_total counter\n" in figures.body


async def test_properties_are_in_the_form_of_llama_server(server: RunningServer) -> None:
    """What SillyTavern, Open WebUI and coding agents read of it."""
    props = (await server.ask("/props")).json
    found = msgspec.convert(props["default_generation_settings"], dict[str, Any])
    assert found["n_ctx"] == 2048
    assert found["params"]["top_k"] == 40
    assert props["total_slots"] == 4
    assert str(props["model_path"]).endswith(".gguf")
    assert props["modalities"] == {"vision": False, "audio": False, "video": False}
    assert props["is_sleeping"] is False
    assert (await server.ask("/props", token="")).status == 401
    assert (await server.ask("/props?model=unknown")).status == 404


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [("/v1/nothing", "GET", 404), ("/v1/models", "POST", 405), ("/v1/messages", "GET", 405)],
)
async def test_other_paths_and_methods(
    server: RunningServer, path: str, method: str, status: int
) -> None:
    answer = await server.ask(path, method=method)
    assert answer.status == status
    assert "error" in answer.json
