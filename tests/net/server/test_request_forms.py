"""Real requests over a socket: what is left out is named in a header, and a fault has its place."""

import msgspec
import pytest

from tests.engine.dialects.test_real_requests import APIS, CASES, Case
from tests.net.server.running import Answered, RunningServer

pytestmark = pytest.mark.asyncio(loop_scope="package")

PATHS = {"chat": "/v1/chat/completions", "responses": "/v1/responses", "messages": "/v1/messages"}
LIMITS = {"chat": "max_tokens", "responses": "max_output_tokens", "messages": "max_tokens"}
QUESTION = [{"role": "user", "content": "Ready?"}]
TOOLS = [{"type": "web_search"}, {"type": "custom", "name": "apply_patch; x\r\nEvil: é"}]
LEFT_OUT = "Left out tools: web_search, custom apply_patch? x??Evil: ?."


def asked(api: str, **fields: object) -> dict[str, object]:
    """Return a short question in the form of an API."""
    given = "input" if api == "responses" else "messages"
    return {given: QUESTION, LIMITS[api]: 2, "temperature": 0} | fields


def place_of(answer: Answered, api: str) -> str:
    """Return where an error says that the fault is."""
    error = msgspec.convert(answer.json["error"], dict[str, object])
    if api == "messages":
        return str(error["message"]).partition(": ")[0]
    return str(error["param"])


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("stream", [False, True])
async def test_what_is_left_out_is_named_in_a_header(
    server: RunningServer, api: str, *, stream: bool
) -> None:
    answer = await server.ask(PATHS[api], asked(api, tools=TOOLS, stream=stream))
    assert answer.status == 200, answer.body
    assert answer.headers["x-hubbub-notes"] == LEFT_OUT
    assert "evil" not in answer.headers
    plain = await server.ask(PATHS[api], asked(api, stream=stream))
    assert "x-hubbub-notes" not in plain.headers


@pytest.mark.parametrize("api", ["chat", "responses"])
async def test_an_address_without_the_version_is_answered(server: RunningServer, api: str) -> None:
    answer = await server.ask(PATHS[api].removeprefix("/v1"), asked(api))
    assert answer.status == 200, answer.body


async def test_the_header_has_at_most_a_thousand_characters(server: RunningServer) -> None:
    tools = [{"type": f"{number}{'x' * 200}"} for number in range(200)]
    answer = await server.ask(PATHS["chat"], asked("chat", tools=tools))
    assert len(answer.headers["x-hubbub-notes"]) == 1000


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("stream", [False, True])
async def test_without_tokens_the_prompt_is_read_and_kept(
    server: RunningServer, api: str, *, stream: bool
) -> None:
    said = [{"role": "user", "content": f"Read this ahead, {api} {stream}. " * 20}]
    given = {"input" if api == "responses" else "messages": said, LIMITS[api]: 0}
    answer = await server.ask(PATHS[api], asked(api, stream=stream) | given)
    assert answer.status == 200, answer.body
    whole = msgspec.json.encode(answer.events) if stream else answer.body
    reason = {"chat": "length", "responses": "max_output_tokens", "messages": "max_tokens"}[api]
    assert f'"{reason}"'.encode() in whole
    if not stream:
        usage = msgspec.convert(answer.json["usage"], dict[str, object])
        assert usage.get("completion_tokens", usage.get("output_tokens")) == 0
    again = await server.ask(PATHS["chat"], {"messages": said, "max_tokens": 1})
    usage = msgspec.convert(again.json["usage"], dict[str, object])
    details = msgspec.convert(usage["prompt_tokens_details"], dict[str, int])
    assert details["cached_tokens"] > 50


REFUSED = [each for each in CASES if "refused" in each.values[1].read]  # type: ignore[union-attr]


@pytest.mark.parametrize(("api", "case"), REFUSED)
async def test_a_refusal_names_its_place_in_each_api(
    server: RunningServer, api: str, case: Case
) -> None:
    answer = await server.ask(PATHS[api], bytes(case.body))
    assert 400 <= answer.status < 500
    place = str(case.read["refused"])
    if api == "messages":
        place = place.removeprefix("$.").replace("[", ".").replace("]", "")
    assert place_of(answer, api) == place


FORM = {"type": "json_schema", "schema": {"type": "object", "properties": {"a": {"type": "x"}}}}


@pytest.mark.parametrize(
    ("api", "fields", "place"),
    [
        ("chat", {"response_format": FORM}, "$.response_format.schema"),
        ("chat", {"json_schema": {"schema": FORM["schema"]}}, "$.json_schema.schema"),
        ("responses", {"text": {"format": FORM}}, "$.text.format.schema"),
        ("messages", {"output_config": {"format": FORM}}, "output_config.format.schema"),
    ],
)
async def test_a_schema_that_the_engine_refuses_has_a_place(
    server: RunningServer, api: str, fields: dict[str, object], place: str
) -> None:
    answer = await server.ask(PATHS[api], asked(api, **fields))
    assert answer.status == 400, answer.body
    assert place_of(answer, api) == place


async def test_the_notes_of_a_token_count_are_told_as_well(server: RunningServer) -> None:
    body = {"messages": QUESTION, "tools": [{"type": "bash_20250124", "name": "bash"}]}
    answer = await server.ask("/v1/messages/count_tokens", body)
    assert answer.headers["x-hubbub-notes"] == "Left out tools: bash_20250124 bash."
