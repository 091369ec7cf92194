"""Requests as programs send them, in each API: what is read of them, or which place is refused.

The shapes are those of requests that public clients send (``after`` names the source); the words
are our own.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest

from engine.dialects.anthropic import MessagesExchange
from engine.dialects.errors import ApiError, Json
from engine.dialects.generation import Generation, prepared
from engine.dialects.ollama_served import OllamaChatExchange, OllamaTextExchange
from engine.dialects.openai_chat import ChatExchange
from engine.dialects.responses import ResponsesExchange, StoredResponses
from engine.messages.commands import ChatMessage
from engine.messages.sampling_params import SamplingParams
from engine.server.endpoint import Exchange
from tests.fakes.engine_process import model_info

FOLDER = Path(__file__).with_name("real_requests")
APIS = ("chat", "responses", "messages")
SEEING = model_info("/models/seeing.gguf")
USUAL = SamplingParams()
EXCHANGES: dict[str, Callable[..., Exchange]] = {
    "chat": ChatExchange,
    "responses": partial(ResponsesExchange, stored=StoredResponses()),
    "messages": MessagesExchange,
    "ollama chat": OllamaChatExchange,
    "ollama text": OllamaTextExchange,
}


class Case(msgspec.Struct, kw_only=True):
    """A request, and what is read of it."""

    name: str
    after: str
    body: msgspec.Raw
    read: Json


CASES = [
    pytest.param(api, case, id=f"{api}: {case.name}")
    for api in APIS
    for case in msgspec.json.decode((FOLDER / f"{api}.json").read_bytes(), type=list[Case])
]


OLLAMA_CASES = [
    pytest.param("ollama text" if b'"prompt"' in bytes(case.body) else "ollama chat", case)
    for case in msgspec.json.decode((FOLDER / "ollama.json").read_bytes(), type=list[Case])
]


def what_is_read(api: str, body: bytes) -> Json:
    """Return what the model gets of a request, without defaults, or the place that is refused."""
    try:
        generation = EXCHANGES[api](body, SEEING, "").generation
        prepared(generation, SEEING)
    except ApiError as error:
        return {"refused": error.param, "text": str(error)}
    return {name: value for name, value in _read(generation).items() if value}


def _read(generation: Generation) -> Json:
    tools, sampling = generation.tools, msgspec.structs.asdict(generation.sampling)
    schema = sampling.pop("json_schema")
    return {
        "messages": [_message(each) for each in generation.messages],
        "tools": [each.name for each in tools.functions],
        "tool_choice": tools.only or tools.use.value if tools.functions else "",
        "schema": msgspec.json.decode(schema) if schema else None,
        "sampling": {
            name: msgspec.json.decode(msgspec.json.encode(value))
            for name, value in sampling.items()
            if value != getattr(USUAL, name)
        },
        "thinking": {
            name: value
            for name, value in msgspec.structs.asdict(generation.options.thinking).items()
            if value is not None
        },
        "is_prompt_only": generation.is_prompt_only,
        "notes": list(generation.notes),
    }


def _message(message: ChatMessage) -> list[object]:
    calls = [[each.id, each.name, each.arguments] for each in message.tool_calls]
    answered = [message.tool_call_id, message.name] if message.tool_call_id else []
    pictures = f"{len(message.media)} pictures" if message.media else ""
    thought = f"reasoning: {message.reasoning}" if message.reasoning else ""
    others = filter(None, (calls, answered, pictures, thought))
    return [message.role.value, message.content, *others]


@pytest.mark.parametrize(("api", "case"), [*CASES, *OLLAMA_CASES])
def test_what_programs_send_is_read(api: str, case: Case) -> None:
    assert what_is_read(api, bytes(case.body)) == case.read


def test_there_are_many_of_each_api() -> None:
    counts = [sum(param.values[0] == api for param in CASES) for api in APIS]
    counts.append(len(OLLAMA_CASES))
    assert min(counts) >= 20
