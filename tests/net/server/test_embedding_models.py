"""A program names a model that only embeds: loaded next to the chat model, refused for chats."""

import asyncio
import base64
import math
import os
import signal
import struct
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import psutil
import pytest
import pytest_asyncio

from engine.client.client import EngineClient
from engine.client.listening_socket import ListeningSocket
from engine.messages.config import EngineConfig
from engine.messages.server_messages import ServedModel
from tests.models.cache import cached_model
from tests.models.tiny_encoders import write_mini_lm
from tests.net.server.running import (
    PATIENCE_SECONDS,
    Answered,
    RunningServer,
    running_server,
    until_ready,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

WIDTH = 384
BUSY_SECONDS = 0.2  # of a processor core
MODELS = (
    ServedModel("talker", "Hubbub demo", is_default=True),
    ServedModel("mini-lm", "Mini LM", aliases=("text-embedding-3-small",), embeds_only=True),
)


class Window:
    """Loads the embedding model for the first request, and keeps it."""

    def __init__(self, default_channel: str) -> None:
        self._default_channel = default_channel
        self.engine: EngineClient | None = None
        self.used: list[str] = []

    @asynccontextmanager
    async def give(self, id_: str) -> AsyncGenerator[str]:
        self.used.append(id_)
        if id_ == "talker":
            yield self._default_channel
            return
        if self.engine is None:
            self.engine = EngineClient(channel=ListeningSocket.create())
            await self.engine.start()
            self.engine.load(str(cached_model(write_mini_lm)), EngineConfig())
        await until_ready(self.engine)
        yield self.engine.channel_address


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncGenerator[tuple[RunningServer, Window]]:
    """A server that lists a chat model and an embedding model."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        async with running_server(tmp_path_factory.mktemp("server")) as running:
            window = Window(running.engine.channel_address)
            running.client.give = window.give
            talker = msgspec.structs.replace(MODELS[0], channel=running.engine.channel_address)
            running.client.set_models((talker, MODELS[1]))
            async with asyncio.timeout(PATIENCE_SECONDS):
                # Nothing tells of it.
                while len(await listed(running)) < len(MODELS):  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            yield running, window
            if window.engine is not None:
                await window.engine.close()


@pytest.fixture
def server(shared: tuple[RunningServer, Window]) -> RunningServer:
    return shared[0]


@pytest.fixture
def window(shared: tuple[RunningServer, Window]) -> Window:
    shared[1].used.clear()
    return shared[1]


async def listed(server: RunningServer) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await server.ask("/v1/models")).json["data"]  # type: ignore[assignment]
    return found


async def asked(server: RunningServer, given: object, **fields: object) -> Answered:
    body = {"model": "mini-lm", "input": given, **fields}
    return await server.ask("/v1/embeddings", body)


async def embedded(server: RunningServer, given: object, **fields: object) -> list[Any]:
    answer = await asked(server, given, **fields)
    assert answer.status == 200, answer.body
    items = msgspec.convert(answer.json["data"], list[dict[str, Any]])
    assert [each["index"] for each in items] == list(range(len(items)))
    return [each["embedding"] for each in items]


def likeness(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


async def test_it_is_listed_as_what_it_can_do(server: RunningServer) -> None:
    found = {each["id"]: each for each in await listed(server)}
    assert found["mini-lm"]["capabilities"] == ["embedding"]
    assert found["mini-lm"]["architecture"]["output_modalities"] == ["embeddings"]
    (other,) = (each for name, each in found.items() if name != "mini-lm")
    assert other["capabilities"] == ["completion", "embedding"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/chat/completions", {"messages": [{"role": "user", "content": "Hello"}]}),
        ("/v1/completions", {"prompt": "Hello"}),
        ("/v1/responses", {"input": "Hello"}),
        ("/v1/messages", {"max_tokens": 5, "messages": [{"role": "user", "content": "Hello"}]}),
        ("/apply-template", {"messages": [{"role": "user", "content": "Hello"}]}),
    ],
)
async def test_a_chat_that_names_it_is_refused_before_a_load(
    server: RunningServer, window: Window, path: str, body: dict[str, object]
) -> None:
    answer = await server.ask(path, {"model": "text-embedding-3-small", **body})
    assert answer.status == 400
    assert b"Mini LM is an embedding model, which cannot chat" in answer.body
    assert window.used == []


async def test_a_request_without_a_text_loads_it(server: RunningServer, window: Window) -> None:
    answer = await server.ask("/api/generate", {"model": "mini-lm"})
    assert (answer.status, answer.json["done_reason"]) == (200, "load")
    assert window.used == ["mini-lm"]


async def test_vectors_of_another_model_than_the_named_one_are_refused(
    server: RunningServer, window: Window
) -> None:
    answer = await server.ask("/v1/embeddings", {"model": "nomic-embed-text", "input": "weather"})
    assert answer.status == 404
    assert "The model “nomic-embed-text” was not found." in answer.body.decode()
    assert window.used == []
    assert (await server.ask("/v1/embeddings", {"input": "weather"})).status == 200
    assert window.used == ["talker"], "no other one is named"


async def test_an_alias_loads_it_next_to_the_chat_model(
    server: RunningServer, window: Window
) -> None:
    body = {"model": "text-embedding-3-small", "input": ["the quick brown fox", "weather"]}
    answer, reply = await asyncio.gather(
        server.ask("/v1/embeddings", body), server.chat("Count.", model="talker")
    )
    assert (answer.status, reply.status) == (200, 200)
    assert answer.json["usage"] == {"prompt_tokens": 6 + 3, "total_tokens": 9}
    assert sorted(window.used) == ["mini-lm", "talker"]


async def test_a_text_has_the_same_vector_however_it_is_sent(server: RunningServer) -> None:
    text = "the quick brown fox jumps"
    (alone,) = await embedded(server, text)
    assert len(alone) == WIDTH
    assert likeness(alone, alone) == pytest.approx(1, abs=1e-4)
    among = await embedded(server, ["weather", text, "lazy dog " * 100])
    assert likeness(alone, among[1]) > 0.9999
    body = {"model": "mini-lm", "content": text, "add_special": True}
    tokens = (await server.ask("/tokenize", body)).json["tokens"]
    for given in (tokens, [tokens]):
        (of_tokens,) = await embedded(server, given)
        assert likeness(alone, of_tokens) > 0.9999
    (packed,) = await embedded(server, text, encoding_format="base64")
    numbers = struct.unpack(f"<{WIDTH}f", base64.b64decode(packed))
    assert list(numbers) == pytest.approx(alone, abs=1e-5)


async def test_dimensions_cut_a_vector_to_length_one(server: RunningServer) -> None:
    (whole,) = await embedded(server, "weather")
    answer = await asked(server, "weather", dimensions=100)
    (item,) = msgspec.convert(answer.json["data"], list[dict[str, Any]])
    length = math.hypot(*whole[:100])
    assert item["embedding"] == pytest.approx([each / length for each in whole[:100]], abs=1e-6)
    assert "dimensions" in answer.headers["x-hubbub-notes"]
    assert "x-hubbub-notes" not in (await asked(server, "weather", dimensions=WIDTH)).headers


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"input": ""}, "$.input"),
        ({"input": ["a", ""]}, "$.input[1]"),
        ({"input": "word " * 100_000}, "$.input"),
        ({"input": ["a"] * 20 + ["a " * 600]}, "$.input[20]"),
        ({"input": ["a"] * 2049}, "$.input"),
        ({"input": [[1, 10_000_000]]}, "$.input[0]"),
        ({"input": "a", "dimensions": 0}, "$.dimensions"),
        ({"input": "a", "dimensions": WIDTH + 1}, "$.dimensions"),
    ],
)
async def test_an_invalid_request_names_the_place(
    server: RunningServer, fields: dict[str, object], place: str
) -> None:
    answer = await server.ask("/v1/embeddings", {"model": "mini-lm", **fields})
    error = msgspec.convert(answer.json["error"], dict[str, object])
    assert (answer.status, error["param"]) == (400, place)


async def test_two_thousand_texts_of_one_request(server: RunningServer) -> None:
    vectors = await embedded(server, [f"weather {number}" for number in range(2000)])
    assert len(vectors) == 2000
    (alone,) = await embedded(server, "weather 1234")
    assert likeness(alone, vectors[1234]) > 0.9999


async def test_ollamas_api_cuts_a_text_that_is_too_long_unless_it_says_otherwise(
    server: RunningServer,
) -> None:
    body = {"model": "mini-lm", "input": ["weather", "lazy dog " * 40_000]}
    answer = await server.ask("/api/embed", body)
    assert answer.status == 200, answer.body
    vectors = msgspec.convert(answer.json["embeddings"], list[list[float]])
    assert [len(each) for each in vectors] == [WIDTH, WIDTH]
    (beginning,) = await embedded(server, "lazy dog " * 100)
    assert likeness(vectors[1], beginning) > 0.95 > likeness(*vectors)
    refused = await server.ask("/api/embed", body | {"truncate": False})
    assert refused.status == 400
    assert "an embedding takes at most" in str(refused.json["error"])


async def until_embedding(window: Window) -> int:
    """Wait until the idle engine computes, which nothing tells of; return its process id."""
    assert window.engine is not None
    process_id = window.engine.process_id
    assert process_id is not None
    process = psutil.Process(process_id)
    before = process.cpu_times().user
    async with asyncio.timeout(PATIENCE_SECONDS):
        while process.cpu_times().user < before + BUSY_SECONDS:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return process_id


async def test_a_program_that_leaves_ends_its_texts(server: RunningServer, window: Window) -> None:
    assert await embedded(server, "loaded")
    _, writer = await server.connect()
    body = {"model": "mini-lm", "input": ["the lazy dog " * 150] * 2000}
    writer.write(server.request("/v1/embeddings", body))
    await until_embedding(window)
    writer.close()
    # The next request would wait for all 900,000 tokens.
    async with asyncio.timeout(20):
        assert await embedded(server, "weather")


async def test_a_killed_engine_ends_the_request_and_the_next_one_is_answered(
    server: RunningServer, window: Window
) -> None:
    assert await embedded(server, "loaded")
    asking = asyncio.ensure_future(asked(server, ["the lazy dog " * 150] * 2000))
    # Killed before the request came, it would embed all texts after its restart.
    process_id = await until_embedding(window)
    os.kill(process_id, signal.SIGKILL)
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert (await asking).status == 503
        while window.engine is not None and window.engine.process_id == process_id:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert len(await embedded(server, "weather")) == 1
    assert (await server.chat("Still there?", model="talker")).status == 200
