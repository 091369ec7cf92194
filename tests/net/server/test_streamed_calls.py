"""The starter model must call a tool: the arguments arrive while they are written."""

from collections.abc import AsyncGenerator
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from tests.engine.dialects.test_real_requests import APIS
from tests.models.talker import STARTER_MODEL
from tests.net.server.running import Answered, RunningServer, running_server
from tests.net.server.test_request_forms import PATHS
from tests.net.server.test_tool_schemas import forced

pytestmark = pytest.mark.asyncio(loop_scope="module")

SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "minLength": 20, "maxLength": 60},
        "count": {"type": "integer", "minimum": 1, "maximum": 9},
    },
    "required": ["text", "count"],
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[RunningServer]:
    """Run a server with the starter model."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        folder = tmp_path_factory.mktemp("starter")
        async with running_server(folder, model=STARTER_MODEL) as running:
            yield running


def pieces_of(api: str, answer: Answered) -> tuple[str, list[str]]:
    """Return the name of the only call in a stream, and the pieces of its arguments."""
    events: list[Any] = answer.events
    if api == "chat":
        deltas = [each["choices"][0]["delta"] for each in events]
        first, *others = [
            each["tool_calls"][0]["function"] for each in deltas if "tool_calls" in each
        ]
        return first["name"], [each["arguments"] for each in others]
    if api == "responses":
        (name,) = [
            each["item"]["name"] for each in events if each["type"] == "response.output_item.added"
        ]
        kind = "response.function_call_arguments.delta"
        return name, [each["delta"] for each in events if each["type"] == kind]
    (name,) = [
        each["content_block"]["name"] for each in events if each["type"] == "content_block_start"
    ]
    deltas = [each["delta"] for each in events if each["type"] == "content_block_delta"]
    return name, [each["partial_json"] for each in deltas]


@pytest.mark.parametrize("api", APIS)
async def test_the_arguments_of_a_call_arrive_in_pieces(server: RunningServer, api: str) -> None:
    answer = await server.ask(PATHS[api], forced(api, SCHEMA) | {"stream": True})
    assert answer.status == 200, answer.body
    name, pieces = pieces_of(api, answer)
    assert name == "act"
    assert len(pieces) > 5
    arguments = msgspec.json.decode("".join(pieces))
    assert 20 <= len(arguments["text"]) <= 60
    assert 1 <= arguments["count"] <= 9
