"""Schemas of tools and replies over a socket: kept, passed over with a note, or refused."""

from collections.abc import Mapping
from typing import Any

import jsonschema
import msgspec
import pytest

from tests.engine.dialects.test_real_requests import APIS
from tests.net.server.running import Answered, RunningServer
from tests.net.server.test_request_forms import LIMITS, PATHS, asked, place_of

pytestmark = pytest.mark.asyncio(loop_scope="package")

DAY = {
    "type": "object",
    "properties": {"date": {"type": "string", "maxLength": 12}},
    "required": ["date"],
}
PLAN = {
    "type": "object",
    "required": ["start", "end"],
    "definitions": {"day": DAY},
    "properties": {"start": {"$ref": "#/definitions/day"}, "end": {"$ref": "#/properties/start"}},
}
SEARCH = {
    "type": "object",
    "required": ["query"],
    "properties": {
        "query": {"type": "string", "pattern": "^[a-z ]+$", "maxLength": 20},
        "count": {"type": "integer", "minimum": 1, "maximum": 100, "default": 5},
        "site": {"type": "string", "format": "uri", "maxLength": 30},
    },
}
# At most two of each property, so that a small model comes to an end.
ODD = {
    "type": "object",
    "required": ["tags"],
    "properties": {
        "tags": {"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 2, "uniqueItems": True}
    },
}
KEYWORD = ".properties.tags.uniqueItems"


def tool_of(api: str, schema: Mapping[str, object], **fields: object) -> dict[str, object]:
    """Return a tool in the form of an API."""
    if api == "messages":
        return {"name": "act", "input_schema": schema} | fields
    function = {"name": "act", "parameters": schema} | fields
    if api == "chat":
        return {"type": "function", "function": function}
    return {"type": "function"} | function


def forced(api: str, schema: Mapping[str, object], **fields: object) -> dict[str, object]:
    """Return a request that must call a tool with this schema."""
    body = asked(api, tools=[tool_of(api, schema, **fields)]) | {LIMITS[api]: 200}
    if api == "messages":
        return body | {"tool_choice": {"type": "any", "disable_parallel_tool_use": True}}
    return body | {"tool_choice": "required", "parallel_tool_calls": False}


def arguments_of(api: str, answer: Answered) -> Any:
    """Return the arguments of the only call of an answer."""
    found: Any = answer.json
    match api:
        case "chat":
            (call,) = found["choices"][0]["message"]["tool_calls"]
            return msgspec.json.decode(call["function"]["arguments"])
        case "responses":
            (item,) = [each for each in found["output"] if each["type"] == "function_call"]
            return msgspec.json.decode(item["arguments"])
    (block,) = [each for each in found["content"] if each["type"] == "tool_use"]
    return block["input"]


def place_in_tool(api: str) -> str:
    """Return where the schema of the first tool is."""
    return {
        "chat": "$.tools[0].function.parameters",
        "responses": "$.tools[0].parameters",
        "messages": "$.tools[0].input_schema",
    }[api]


@pytest.mark.parametrize("schema", [PLAN, SEARCH], ids=["references", "limits"])
@pytest.mark.parametrize("api", APIS)
async def test_a_forced_call_keeps_references_and_limits(
    server: RunningServer, api: str, schema: dict[str, object]
) -> None:
    answer = await server.ask(PATHS[api], forced(api, schema) | {"temperature": 1.5, "seed": 3})
    assert answer.status == 200, answer.body
    assert "x-hubbub-notes" not in answer.headers
    jsonschema.validate(arguments_of(api, answer), schema)


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("stream", [False, True])
async def test_a_keyword_that_is_passed_over_is_named(
    server: RunningServer, api: str, *, stream: bool
) -> None:
    answer = await server.ask(PATHS[api], forced(api, ODD) | {"stream": stream})
    assert answer.status == 200, answer.body
    place = f"{place_in_tool(api)}{KEYWORD}"
    assert answer.headers["x-hubbub-notes"] == f"Schema keywords passed over: {place}."
    if not stream:
        assert set(arguments_of(api, answer)["tags"]) <= {"a", "b"}


@pytest.mark.parametrize("api", APIS)
async def test_a_strict_tool_is_refused_with_the_place_of_the_keyword(
    server: RunningServer, api: str
) -> None:
    answer = await server.ask(PATHS[api], forced(api, ODD, strict=True))
    assert answer.status == 400
    place = f"{place_in_tool(api)}{KEYWORD}"
    if api == "messages":
        place = place.removeprefix("$.").replace("[", ".").replace("]", "")
    assert place_of(answer, api) == place


async def test_a_strict_tool_that_cannot_be_followed_is_refused(server: RunningServer) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "teapot"}}}
    answer = await server.ask(PATHS["chat"], forced("chat", schema, strict=True))
    assert (answer.status, place_of(answer, "chat")) == (400, place_in_tool("chat"))
    assert "$.properties.a" in answer.body.decode()


def form_of(api: str, **fields: object) -> dict[str, object]:
    """Return the fields that ask for a reply by a schema."""
    named = {"name": "x", "schema": ODD} | fields
    if api == "chat":
        return {"response_format": {"type": "json_schema", "json_schema": named}}
    form = {"type": "json_schema"} | named
    if api == "responses":
        return {"text": {"format": form}}
    return {"output_config": {"format": form}}


FORM_PLACES = {
    "chat": "$.response_format.json_schema.schema",
    "responses": "$.text.format.schema",
    "messages": "$.output_config.format.schema",
}


@pytest.mark.parametrize("api", APIS)
async def test_replies_pass_over_keywords_unless_their_schema_is_strict(
    server: RunningServer, api: str
) -> None:
    answer = await server.ask(PATHS[api], asked(api, **form_of(api)) | {LIMITS[api]: 100})
    assert answer.status == 200, answer.body
    place = f"{FORM_PLACES[api]}{KEYWORD}"
    assert answer.headers["x-hubbub-notes"] == f"Schema keywords passed over: {place}."
    assert b"tags" in answer.body
    answer = await server.ask(PATHS[api], asked(api, **form_of(api, strict=True)))
    assert (answer.status, place_of(answer, api)) == (
        400,
        place.removeprefix("$." * (api == "messages")),
    )


async def test_deep_schemas_do_not_end_the_server(server: RunningServer) -> None:
    """A chain of references takes 16 KiB of stack for each link."""
    count = 1300
    links = {
        f"d{number}": {"properties": {"a": {"$ref": f"#/$defs/d{number + 1}"}}}
        for number in range(count)
    }
    schema = {"$ref": "#/$defs/d0", "$defs": {**links, f"d{count}": {"type": "string"}}}
    answer = await server.ask(PATHS["chat"], forced("chat", schema))
    assert b"context_length_exceeded" in answer.body  # the model is told the schema
    assert (await server.ask("/health", token="")).status == 200
