"""No body is the server's fault: it is read, or refused with a status below 500."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dialects.anthropic import MessagesBody, MessagesExchange, generation_of
from engine.dialects.bodies import BodyShape, parsed
from engine.dialects.completions import CompletionExchange
from engine.dialects.errors import ApiError, Dialect, error_body
from engine.dialects.generation import Begun, Ended, Piece, Reply, prepared
from engine.dialects.ollama_served import OllamaChatExchange, OllamaTextExchange
from engine.dialects.openai_chat import ChatExchange
from engine.dialects.responses import ResponsesExchange, StoredResponses
from engine.messages.commands import Submit
from engine.messages.errors import NotSendable
from engine.messages.events import FinishReason
from engine.messages.framing import encode_program_command
from engine.messages.metrics import ReplyUsage
from engine.server.endpoint import Exchange
from tests.fakes.engine_process import model_info

MODEL = model_info("/models/seeing.gguf")
FOLDER = Path(__file__).with_name("real_requests")
MAX_BYTES = 64 << 10
COMPLETIONS = [
    {"prompt": "Hello", "max_tokens": 4, "echo": True, "logprobs": 2, "logit_bias": {"5": -100}},
    {"prompt": ["Hello"], "n": None, "stop": ["a", None], "suffix": None, "best_of": 1},
]
APIS: dict[str, Callable[..., Exchange]] = {
    "chat": ChatExchange,
    "responses": partial(ResponsesExchange, stored=StoredResponses()),
    "messages": MessagesExchange,
    "completions": CompletionExchange,
    "ollama chat": OllamaChatExchange,
    "ollama text": OllamaTextExchange,
}


def _bodies(name: str) -> list[Any]:
    return [case["body"] for case in json.loads((FOLDER / f"{name}.json").read_text())]


BODIES = {
    **{api: _bodies(api) for api in ("chat", "responses", "messages")},
    **{api: _bodies("ollama") for api in ("ollama chat", "ollama text")},
    "completions": COMPLETIONS,
}

ODD: st.SearchStrategy[object] = st.sampled_from(
    [
        *(None, True, False, 0, -1, 8.0, 1.5, 1e308, 1 << 31, 1 << 63, 1 << 64, -(1 << 70), 10**40),
        *("", "auto", "null", "8", "nan", "\0", "\ud83d\ude00", "x" * 3000, "data:;base64,", "AA"),
        *([], {}, [None], [[]], {"type": "text"}, {"type": ""}, {"$ref": "#"}, [{}], {"": {}}),
        *({"type": "image_url"}, {"type": "image", "source": {}}, {"type": "tool_use"}),
        *({"type": "file", "file": {"file_data": "AA"}}, {"type": "document", "source": "x"}),
        *({"schema": {}}, {"type": "json_schema"}, {"name": "x"}, {"function": {}}),
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)


def places(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Return the paths of all values within a JSON value."""
    found = [path] if path else []
    for key, each in items_of(value):
        found += places(each, (*path, key))
    return found


def items_of(value: object) -> list[tuple[object, object]]:
    """Return the values within a JSON value, each with its key or index."""
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def replaced(value: object, path: tuple[object, ...], new: object) -> object:
    """Return a JSON value with another one at a path."""
    if not path:
        return new
    first, *rest = path
    changed = {
        key: replaced(each, (*rest,), new) if key == first else each
        for key, each in items_of(value)
    }
    return changed if isinstance(value, dict) else list(changed.values())


@st.composite
def changed_bodies(draw: st.DrawFn, api: str) -> bytes:
    """Draw a real body of which up to three values are odd, or are those of another place."""
    body: object = draw(st.sampled_from(BODIES[api]))
    others = [each for bodies in BODIES.values() for each in bodies]
    for _ in range(draw(st.integers(1, 3))):
        paths = places(body)
        if not paths:
            break
        other = draw(st.sampled_from(others))
        moved: Any = other
        for key in draw(st.sampled_from(places(other))):
            moved = moved[key]
        body = replaced(body, draw(st.sampled_from(paths)), draw(ODD | JSON | st.just(moved)))
    return json.dumps(body).encode()


def attempt(api: str, body: bytes) -> None:
    """Read a body, send its request to the engine's channel, and write all forms of an answer."""
    refusal: ApiError | None = None
    try:
        BodyShape().feed(body)
        exchange = APIS[api](body, MODEL, "")
        if api == "messages":
            generation_of(parsed(body, MessagesBody), MODEL)
        ready = prepared(exchange.generation, MODEL)
    except ApiError as error:
        refusal = error
    if refusal is not None:
        assert 400 <= refusal.status < 500, refusal
        for dialect in Dialect:
            msgspec.json.encode(error_body(refusal, dialect))
        return
    try:
        encode_program_command(Submit(1, "", ready.messages, ready.sampling, ready.options))
    except NotSendable:
        return
    reply = Reply()
    for event in (
        Begun(ReplyUsage()),
        Piece("Hello"),
        Ended(FinishReason.STOP, ReplyUsage()),
    ):
        reply.add(event)
    msgspec.json.encode(exchange.whole([reply] * ready.count))
    notes = "; ".join(ready.notes)
    assert notes.isascii()
    assert not notes or notes.isprintable()


@pytest.mark.parametrize("api", APIS)
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_changed_requests_are_read_or_refused(api: str, data: st.DataObject) -> None:
    attempt(api, data.draw(changed_bodies(api))[:MAX_BYTES])


@pytest.mark.parametrize("api", APIS)
@settings(max_examples=100, deadline=None)
@given(value=JSON, cut=st.integers(0, 40))
def test_any_json_is_read_or_refused(api: str, value: object, cut: int) -> None:
    body = json.dumps(value).encode()
    attempt(api, body[: max(1, len(body) - cut)])


@pytest.mark.parametrize("api", APIS)
@settings(max_examples=100, deadline=None)
@given(body=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(api: str, body: bytes) -> None:
    attempt(api, body)
