"""Programs that know only Ollama's API: chats, texts, embeddings, lists of models."""

import asyncio
import math
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from engine.messages.server_messages import ServedModel
from tests.net.server.conftest import new_server
from tests.net.server.running import PATIENCE_SECONDS, Answered, RunningServer

pytestmark = pytest.mark.asyncio(loop_scope="module")

HELLO = [{"role": "user", "content": "Hello, who are you?"}]
OPTIONS = {"num_predict": 12, "temperature": 0}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[RunningServer]:
    """A server that lists a loaded model and one that is not."""
    async with new_server(tmp_path_factory) as running:
        info = running.engine.state.model
        assert info is not None
        channel = running.engine.channel_address
        usual = ServedModel("talker", "Talker", is_default=True, channel=channel, info=info)
        running.client.give = partial(_given, channel)
        running.client.set_models((usual, ServedModel("other", "Other 1B")))
        async with asyncio.timeout(PATIENCE_SECONDS):
            # Nothing tells of it.
            while len(entries(await running.ask("/api/tags"))) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        yield running


@asynccontextmanager
async def _given(channel: str, _id: str) -> AsyncGenerator[str]:
    yield channel


def entries(answered: Answered) -> list[dict[str, Any]]:
    return msgspec.convert(answered.json["models"], list[dict[str, Any]])


def lines(answered: Answered) -> list[dict[str, Any]]:
    """Return the objects of a stream."""
    return [msgspec.json.decode(each) for each in answered.body.splitlines()]


async def test_a_chat_is_answered_whole_and_in_lines_that_end_with_figures(
    server: RunningServer,
) -> None:
    body = {"model": "talker:latest", "messages": HELLO, "options": OPTIONS}
    whole: Any = (await server.ask("/api/chat", body | {"stream": False})).json
    streamed = await server.ask("/api/chat", body)  # a stream unless it says otherwise
    assert streamed.headers["content-type"] == "application/x-ndjson"
    *parts, last = lines(streamed)
    assert parts  # a busy machine may send all words at once
    assert {each["done"] for each in parts} == {False}
    text = "".join(each["message"]["content"] for each in (*parts, last))
    assert {"role": "assistant", "content": text} == whole["message"]
    for end in (whole, last):
        assert end["done"] is True
        assert end["done_reason"] in ("stop", "length")
        assert end["eval_count"] > 0 < end["prompt_eval_count"]
        assert end["total_duration"] >= end["eval_duration"]


async def test_a_text_is_a_chat_unless_it_is_raw(server: RunningServer) -> None:
    body = {"prompt": HELLO[0]["content"], "options": OPTIONS, "stream": False}
    chat = {"messages": HELLO, "options": OPTIONS, "stream": False}
    answer: Any = (await server.ask("/api/generate", body)).json
    answered: Any = (await server.ask("/api/chat", chat)).json
    assert answer["response"] == answered["message"]["content"]
    raw: Any = (await server.ask("/api/generate", body | {"raw": True})).json
    assert raw["prompt_eval_count"] < answer["prompt_eval_count"]


async def test_a_request_without_a_text_loads_or_unloads_its_model(server: RunningServer) -> None:
    unloaded: asyncio.Queue[str] = asyncio.Queue()
    server.client.unload = unloaded.put_nowait
    load = (await server.ask("/api/generate", {"model": "talker"})).json
    assert (load["response"], load["done"], load["done_reason"]) == ("", True, "load")
    unload = {"model": "talker", "messages": [], "keep_alive": 0}
    assert (await server.ask("/api/chat", unload)).json["done_reason"] == "unload"
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert await unloaded.get() == "talker"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/chat", {"messages": HELLO, "options": OPTIONS}),
        ("/api/generate", {"prompt": "a", "options": OPTIONS, "stream": False}),
        ("/api/generate", {}),
        ("/api/embed", {"input": "a"}),
        ("/api/embeddings", {"prompt": "a"}),
    ],
)
async def test_a_request_says_how_long_its_model_is_kept_after_it(
    server: RunningServer, path: str, body: dict[str, object]
) -> None:
    kept: asyncio.Queue[tuple[str, float]] = asyncio.Queue()
    server.client.keep_alive = lambda id_, seconds: kept.put_nowait((id_, seconds))
    assert (await server.ask(path, body)).status == 200
    named = body | {"model": "talker"}
    assert (await server.ask(path, named | {"keep_alive": "5m"})).status == 200
    assert (await server.ask(path, named | {"keep_alive": -1})).status == 200
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert [await kept.get() for _ in range(2)] == [("talker", 300.0), ("talker", math.inf)]


async def test_a_model_is_unloaded_after_the_answer_to_a_request_that_says_so(
    server: RunningServer,
) -> None:
    kept: asyncio.Queue[tuple[str, float]] = asyncio.Queue()
    server.client.keep_alive = lambda id_, seconds: kept.put_nowait((id_, seconds))
    body = {"model": "talker", "messages": HELLO, "options": OPTIONS, "keep_alive": 0}
    assert lines(await server.ask("/api/chat", body))[-1]["done"] is True
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert await kept.get() == ("talker", 0.0)


async def test_models_are_listed_and_described_without_a_load(server: RunningServer) -> None:
    names = [each["name"] for each in entries(await server.ask("/api/tags"))]
    assert names == ["talker", "other"]
    (running,) = entries(await server.ask("/api/ps"))
    info = server.engine.state.model
    assert info is not None
    assert (running["name"], running["context_length"]) == ("talker", info.context_window)
    shown: Any = (await server.ask("/api/show", {"model": "talker"})).json
    assert shown["template"] == info.chat_template
    window = shown["model_info"][f"{info.architecture}.context_length"]
    assert window == info.context_window
    other: Any = (await server.ask("/api/show", {"name": "other"})).json
    assert "completion" in other["capabilities"]
    assert (await server.ask("/api/version")).json.keys() == {"version"}


async def test_embeddings_are_those_of_the_other_api(server: RunningServer) -> None:
    texts = ["one", "two"]
    usual: Any = (await server.ask("/v1/embeddings", {"input": texts})).json
    expected = [each["embedding"] for each in usual["data"]]
    assert (await server.ask("/api/embed", {"input": texts})).json["embeddings"] == expected
    older = (await server.ask("/api/embeddings", {"prompt": "one"})).json
    assert older["embedding"] == expected[0]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/show", {"model": "unknown"}, 404),
        ("/api/pull", {"model": "unknown"}, 404),
        ("/api/chat", {"messages": [{"role": "user", "content": "word " * 9000}]}, 400),
        ("/api/generate", {"prompt": "a", "suffix": "b"}, 400),
        ("/api/embed", {"input": ["a", ""]}, 400),
        ("/api/embed", {"model": "unknown", "input": "a"}, 404),
        ("/api/embeddings", {"model": "unknown", "prompt": "a"}, 404),
        ("/api/generate", {"prompt": "a", "keep_alive": "soon"}, 400),
        ("/api/generate", {"keep_alive": 0}, 400),
        ("/api/chat", {"messages": [], "keep_alive": 0}, 400),
        ("/api/show", {}, 400),
    ],
)
async def test_a_refusal_is_a_text_as_these_programs_show_it(
    server: RunningServer, path: str, body: dict[str, object], status: int
) -> None:
    refused = await server.ask(path, body)
    assert (refused.status, list(refused.json)) == (status, ["error"])
    assert isinstance(refused.json["error"], str)


async def test_a_request_that_needs_a_model_says_that_it_names_none(server: RunningServer) -> None:
    refused = await server.ask("/api/generate", {"keep_alive": 0})
    assert refused.json == {"error": "`model` is required. Name one of the listed models."}


# Paths and bodies as these programs send them, and a field that they read of the answer.
TOOL = {"type": "function", "function": {"name": "tide", "parameters": {"type": "object"}}}
REQUESTS: dict[str, tuple[str, dict[str, object] | None, str]] = {
    "ollama-python: list": ("/api/tags", None, "models"),
    "ollama-python: ps": ("/api/ps", None, "models"),
    "ollama-python: show": ("/api/show", {"model": "talker"}, "capabilities"),
    "ollama-python: generate with defaults": (
        "/api/generate",
        {"model": "talker", "prompt": "a", "stream": False, "options": OPTIONS},
        "response",
    ),
    "ollama-python: embed with its default input": (
        "/api/embed",
        {"model": "talker", "input": ""},
        "embeddings",
    ),
    "ollama-python: embed": (
        "/api/embed",
        {"model": "talker", "input": ["a", "b"], "truncate": True},
        "embeddings",
    ),
    "ollama-python: embeddings": (
        "/api/embeddings",
        {"model": "talker", "prompt": "a", "options": {"num_ctx": 512}, "keep_alive": "5m"},
        "embedding",
    ),
    "ollama-js: chat": (
        "/api/chat",
        {"model": "talker", "messages": HELLO, "stream": False, "options": OPTIONS},
        "message",
    ),
    "ollama-js: embed": ("/api/embed", {"model": "talker:latest", "input": "a"}, "embeddings"),
    "ollama-js: show by an older name": ("/api/show", {"name": "talker"}, "model_info"),
    "Open WebUI: version": ("/api/version", None, "version"),
    "Open WebUI: chat": (
        "/api/chat",
        {
            "model": "talker:latest",
            "messages": HELLO,
            "stream": False,
            "options": {"num_predict": 12, "temperature": 0.8},
            "tools": [TOOL],
        },
        "message",
    ),
    "Open WebUI: embed a batch": (
        "/api/embed",
        {"input": ["a", "b"], "model": "talker", "truncate": True},
        "embeddings",
    ),
    "Continue: show": ("/api/show", {"name": "talker"}, "template"),
    "Continue: complete": (
        "/api/generate",
        {
            "model": "talker",
            "prompt": "def moor(",
            "raw": True,
            "options": {"num_predict": 12, "num_ctx": 4096, "use_mmap": True, "stop": ["\n\n"]},
            "keep_alive": 1800,
            "stream": False,
        },
        "response",
    ),
    "Continue: chat with tools": (
        "/api/chat",
        {
            "model": "talker",
            "messages": [HELLO[0] | {"images": None}],
            "options": OPTIONS,
            "keep_alive": 1800,
            "stream": False,
            "tools": [TOOL],
        },
        "message",
    ),
    "Continue: embed": ("/api/embed", {"model": "talker", "input": ["a"] * 64}, "embeddings"),
    "langchain-ollama: chat": (
        "/api/chat",
        {
            "model": "talker",
            "messages": [HELLO[0] | {"images": []}],
            "stream": False,
            "options": {"num_predict": 12, "temperature": 0, "mirostat": None, "stop": None},
            "format": "",
            "keep_alive": None,
            "tools": None,
        },
        "message",
    ),
    "langchain-ollama: embed": (
        "/api/embed",
        {"model": "talker", "input": ["a"], "options": {"num_ctx": 2048}, "keep_alive": -1},
        "embeddings",
    ),
}


@pytest.mark.parametrize("name", REQUESTS)
async def test_what_programs_send_is_answered(server: RunningServer, name: str) -> None:
    path, body, read = REQUESTS[name]
    answer = await server.ask(path, body)
    assert answer.status == 200, answer.body
    assert answer.json[read] is not None
    if read == "embeddings":
        assert len(answer.json[read]) == len((body or {})["input"])  # type: ignore[arg-type]


WITHOUT_A_QUESTION: dict[str, tuple[str, dict[str, object], str]] = {
    "ollama-python: a chat without messages loads": (
        "/api/chat",
        {"model": "talker", "messages": [], "tools": [], "stream": False},
        "load",
    ),
    "Open WebUI: unload": (
        "/api/generate",
        {"model": "talker:latest", "keep_alive": 0, "prompt": ""},
        "unload",
    ),
    "a prompt in a chat is not read": (
        "/api/chat",
        {"model": "talker", "prompt": "a", "stream": False},
        "load",
    ),
}


@pytest.mark.parametrize("name", WITHOUT_A_QUESTION)
async def test_without_a_question_a_model_is_loaded_or_unloaded(
    server: RunningServer, name: str
) -> None:
    path, body, reason = WITHOUT_A_QUESTION[name]
    answer = await server.ask(path, body)
    assert answer.status == 200, answer.body
    assert (answer.json["done"], answer.json["done_reason"]) == (True, reason)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_programs_that_look_for_ollama_find_a_server_without_the_token(
    server: RunningServer, method: str
) -> None:
    answer = await server.ask("/", method=method, token="")
    assert (answer.status, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert answer.body == (b"Ollama is running" if method == "GET" else b"")
    browser = await server.ask("/", method=method, token="", Accept="text/html,*/*")
    assert (browser.status, b"Ollama" in browser.body) == (200, False)


async def test_the_token_is_needed(server: RunningServer) -> None:
    assert (await server.ask("/api/tags", token="wrong")).status == 401
