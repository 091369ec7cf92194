"""A request names a model: listed, loaded for it, kept until its end, refused without room."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
import pytest_asyncio

from engine.client.client import EngineClient
from engine.client.listening_socket import ListeningSocket
from engine.client.server_client import ModelNotServed
from engine.ipc.lazy_text import lazy
from engine.messages.server_messages import ServedModel
from tests.models.cache import cached_model
from tests.models.tiny import write_plain
from tests.net.server.running import (
    PATIENCE_SECONDS,
    TINY_WINDOW,
    Answered,
    RunningServer,
    parsed,
    running_server,
    until_ready,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

ALIASES = ("gpt-4o-mini", "Huge-70B-Q8_0", "Caf\u00e9")
MODELS = (
    ServedModel("talker", "Hubbub demo", is_default=True),
    ServedModel("tiny-1B-Q4_0", "Tiny 1B · Q4_0", aliases=ALIASES),
    ServedModel("huge-70B-Q8_0", "Huge 70B · Q8_0"),
)
TWO_SLOTS = msgspec.structs.replace(TINY_WINDOW, slot_count=2)


class Window:
    """Loads the tiny model for requests, and has no room for the huge one."""

    def __init__(self, default_channel: str) -> None:
        self.default_channel = default_channel
        self.used: list[str] = []
        self.unloaded: asyncio.Queue[str] = asyncio.Queue()
        self.in_use = 0
        self.is_refusing = asyncio.Event()  # else the huge model is still being loaded
        self.is_refusing.set()
        self.released = asyncio.Event()  # since the last test

    def models(self, tiny_channel: str = "") -> tuple[ServedModel, ...]:
        """Return the list, with the address of the tiny model if it is loaded."""
        usual, tiny, huge = MODELS
        usual = msgspec.structs.replace(usual, channel=self.default_channel)
        return usual, msgspec.structs.replace(tiny, channel=tiny_channel), huge

    @asynccontextmanager
    async def give(self, id_: str) -> AsyncGenerator[str]:
        self.used.append(id_)
        if id_ == "talker":
            yield self.default_channel
            return
        if id_ != "tiny-1B-Q4_0":
            await self.is_refusing.wait()
            raise ModelNotServed(lazy("{name} does not fit.", name=id_), 7)
        engine = EngineClient(channel=ListeningSocket.create())
        self.in_use += 1
        try:
            await engine.start()
            engine.load(str(cached_model(write_plain)), TWO_SLOTS)
            await until_ready(engine)
            yield engine.channel_address
        finally:
            await engine.close()
            self.in_use -= 1
            self.released.set()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncGenerator[tuple[RunningServer, Window]]:
    """A server that lists the models, and its window."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        folder = tmp_path_factory.mktemp("server")
        async with running_server(folder, ping_seconds=0.1) as running:
            window = Window(running.engine.channel_address)
            running.client.give, running.client.unload = window.give, window.unloaded.put_nowait
            running.client.set_models(window.models())
            async with asyncio.timeout(PATIENCE_SECONDS):
                # Nothing tells of it.
                while len(_listed(await running.ask("/v1/models"))) < len(MODELS):  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            yield running, window


def _listed(answered: Answered) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = answered.json["data"]  # type: ignore[assignment]
    return found


def _states(answered: Answered) -> set[str]:
    return {each["status"]["value"] for each in _listed(answered)}


@pytest.fixture
def server(shared: tuple[RunningServer, Window]) -> RunningServer:
    return shared[0]


@pytest.fixture
def window(shared: tuple[RunningServer, Window]) -> Window:
    shared[1].used.clear()
    shared[1].released.clear()
    return shared[1]


async def test_all_models_are_listed_with_their_state(server: RunningServer) -> None:
    found = _listed(await server.ask("/v1/models"))
    states = {each["display_name"]: each["status"]["value"] for each in found}
    assert states["Tiny 1B · Q4_0"] == states["Huge 70B · Q8_0"] == "unloaded"
    assert list(states.values()).count("loaded") == 1
    for name in ("tiny-1B-Q4_0", "GPT-4o-mini", quote("CAFE\u0301")):
        one = await server.ask(f"/v1/models/{name}")
        assert (one.status, one.json["id"]) == (200, "tiny-1B-Q4_0")
        assert one.json["aliases"] == list(ALIASES)
    assert (await server.ask("/v1/models/unknown")).status == 404


@pytest.mark.parametrize("name", ["tiny-1B-Q4_0", "Tiny 1B · Q4_0", "gpt-4o-mini"])
async def test_a_named_model_is_loaded_for_the_request_and_released_after_it(
    server: RunningServer, window: Window, name: str
) -> None:
    answered = await server.chat("Hi", model=name)
    assert answered.status == 200
    assert answered.json["model"] != (await server.chat("Hi")).json["model"]
    assert window.used == ["tiny-1B-Q4_0", "talker"]
    async with asyncio.timeout(PATIENCE_SECONDS):
        await window.released.wait()
    assert window.in_use == 0


async def test_a_model_without_room_is_refused_with_the_time_to_try_again(
    server: RunningServer,
) -> None:
    refused = await server.chat("Hi", model="huge-70B-Q8_0")
    assert refused.status == 503
    assert refused.headers["retry-after"] == "7"
    assert "huge-70B-Q8_0 does not fit." in refused.body.decode()


async def test_other_names_are_answered_by_the_default_model_as_uses_of_it(
    server: RunningServer, window: Window
) -> None:
    for name in ("gpt-4o", "talker", ""):
        assert (await server.chat("Hi", model=name)).status == 200
    assert window.used == ["talker"] * 3


async def test_slots_and_metrics_are_those_of_the_loaded_model_that_is_named(
    server: RunningServer, window: Window
) -> None:
    usual = (await server.ask("/slots")).items
    id_ = _listed(await server.ask("/v1/models"))[0]["id"]
    by_name = await server.ask(f"/slots?model={id_}")
    assert len(by_name.items) == len(usual) == TINY_WINDOW.slot_count
    refused = await server.ask("/slots?model=tiny-1B-Q4_0")
    assert refused.status == 400
    assert "is not loaded" in refused.body.decode()
    assert (await server.ask("/metrics?model=unknown")).status == 404
    async with window.give("tiny-1B-Q4_0") as channel:
        server.client.set_models(window.models(channel))
        async with asyncio.timeout(PATIENCE_SECONDS):
            # Nothing tells of it.
            while (named := await server.ask("/slots?model=tiny-1B-Q4_0")).status == 400:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        props = (await server.ask("/props?model=gpt-4o-mini")).json
        metrics = (await server.ask("/metrics?model=tiny-1B-Q4_0")).body.decode()
        server.client.set_models(window.models())
    assert len(named.items) == TWO_SLOTS.slot_count
    assert props["total_slots"] == TWO_SLOTS.slot_count
    assert f"\nhubbub_slots {TWO_SLOTS.slot_count}\n" in metrics
    assert window.used == ["tiny-1B-Q4_0"], "looking is not using"


async def test_a_default_model_that_rests_is_listed_as_unloaded_and_is_healthy(
    server: RunningServer, window: Window
) -> None:
    server.client.set_models(MODELS)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            # Nothing tells of it.
            while _states(await server.ask("/v1/models")) != {"unloaded"}:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert (await server.ask("/health")).status == 200
        assert (await server.ask("/slots")).status == 400
        assert (await server.ask("/props")).json["role"] == "router"
        assert (await server.chat("Hi")).status == 200
    finally:
        server.client.set_models(window.models())
    assert window.used == ["talker"]


async def test_a_model_is_listed_as_loading_and_a_failed_load_with_its_reason(
    server: RunningServer, window: Window
) -> None:
    usual, tiny, huge = window.models()
    loading = msgspec.structs.replace(tiny, progress=0.25)
    failed = msgspec.structs.replace(huge, trouble=lazy("The file is damaged."))
    server.client.set_models((usual, loading, failed))
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            # Nothing tells of it.
            while "loading" not in _states(listed := await server.ask("/models")):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    finally:
        server.client.set_models(window.models())
    states = {each["id"]: each["status"] for each in _listed(listed)}
    progress = {"stages": ["text_model"], "current": "text_model", "value": 0.25}
    assert states["tiny-1B-Q4_0"] == {"value": "loading", "progress": progress}
    problem = {"value": "unloaded", "failed": True, "error": "The file is damaged."}
    assert states["huge-70B-Q8_0"] == problem


async def test_a_loaded_model_is_listed_with_its_window_and_size(
    server: RunningServer, window: Window
) -> None:
    usual, tiny, huge = window.models()
    info = server.engine.state.model
    server.client.set_models(
        (usual, msgspec.structs.replace(tiny, channel="there", info=info), huge)
    )
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            # Nothing tells of it.
            while "meta" not in (one := (await server.ask("/v1/models/tiny-1B-Q4_0")).json):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    finally:
        server.client.set_models(window.models())
    assert info is not None
    assert one["status"] == {"value": "loaded"}
    assert one["max_model_len"] == info.context_window


async def test_a_program_loads_and_unloads_a_model_without_a_question(
    server: RunningServer, window: Window
) -> None:
    tiny = {"model": "tiny-1B-Q4_0"}
    assert (await server.ask("/models/load", tiny)).json == {"success": True}
    async with asyncio.timeout(PATIENCE_SECONDS):
        await window.released.wait()
    assert window.used == ["tiny-1B-Q4_0"]
    assert (await server.ask("/models/unload", tiny)).status == 400, "it is not listed as loaded"
    default = {"model": "talker"}
    assert (await server.ask("/models/load", default)).status == 400, "it is loaded"
    assert (await server.ask("/models/unload", default)).json == {"success": True}
    assert (await server.ask("/models/load", {"model": "unknown"})).status == 404
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert await window.unloaded.get() == "talker"


async def test_props_have_the_template_and_the_values_of_a_request_without_any(
    server: RunningServer,
) -> None:
    props = (await server.ask("/props")).json
    info = server.engine.state.model
    assert info is not None
    assert props["chat_template"] == info.chat_template != ""
    assert (props["bos_token"], props["eos_token"]) == (info.bos_token, info.eos_token)
    assert info.eos_token
    params: dict[str, object] = props["default_generation_settings"]["params"]  # type: ignore[index]
    assert (params["seed"], params["n_predict"], params["frequency_penalty"]) == (-1, -1, 0.0)
    assert params["temperature"] == info.defaults.sampling.temperature


@pytest.mark.parametrize("is_streamed", [False, True])
async def test_a_program_that_gives_up_waiting_releases_its_model(
    server: RunningServer, window: Window, *, is_streamed: bool
) -> None:
    messages = [{"role": "user", "content": "Hi"}]
    body = {"messages": messages, "model": "tiny-1B-Q4_0", "max_tokens": 2000}
    asked = body | {"stream": is_streamed}
    _reader, writer = await server.connect()
    writer.write(server.request("/v1/chat/completions", asked))
    await writer.drain()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not window.in_use:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        writer.close()
        await window.released.wait()
    assert window.in_use == 0


HI = [{"role": "user", "content": "Hi"}]
STREAMS: dict[str, tuple[dict[str, object], bytes]] = {
    "/v1/chat/completions": ({"messages": HI, "max_tokens": 4}, b": keep-alive\n\n"),
    "/v1/completions": ({"prompt": "Hi", "max_tokens": 4}, b": keep-alive\n\n"),
    "/v1/responses": ({"input": "Hi", "max_output_tokens": 16}, b": keep-alive\n\n"),
    "/v1/messages": ({"messages": HI, "max_tokens": 4}, b'event: ping\ndata: {"type":"ping"}\n\n'),
}
LINES: dict[str, dict[str, object]] = {
    "/api/chat": {"messages": HI, "options": {"num_predict": 4}},
    "/api/generate": {"prompt": "Hi", "options": {"num_predict": 4}},
}


@pytest.mark.parametrize("path", STREAMS)
async def test_a_stream_shows_signs_of_life_while_its_model_is_loaded(
    server: RunningServer, path: str
) -> None:
    body, ping = STREAMS[path]
    answered = await server.ask(path, body | {"model": "tiny-1B-Q4_0", "stream": True})
    assert answered.status == 200
    assert answered.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert answered.body.startswith(ping)
    assert answered.events
    assert not any("error" in each for each in answered.events)


@pytest.mark.parametrize("path", LINES)
async def test_a_stream_of_lines_has_empty_ones_while_its_model_is_loaded(
    server: RunningServer, path: str
) -> None:
    answered = await server.ask(path, LINES[path] | {"model": "tiny-1B-Q4_0"})
    first, *others = map(msgspec.json.decode, answered.body.splitlines())
    assert (first["model"], first["done"]) == ("tiny-1B-Q4_0", False)
    assert first.get("response", first.get("message")) in ("", {"role": "assistant", "content": ""})
    assert others[-1]["done"] is True


@pytest.mark.parametrize("path", [*STREAMS, *LINES])
async def test_a_model_that_is_refused_after_a_sign_of_life_ends_the_stream_with_an_error(
    server: RunningServer, window: Window, path: str
) -> None:
    body = (STREAMS[path][0] if path in STREAMS else LINES[path]) | {"model": "huge-70B-Q8_0"}
    window.is_refusing.clear()
    reader, writer = await server.connect()
    writer.write(server.request(path, body | {"stream": True}, Connection="close"))
    async with asyncio.timeout(PATIENCE_SECONDS):
        begin = await reader.readuntil(b"\r\n\r\n") + await reader.readuntil(b"\n\r\n")
        window.is_refusing.set()
        answered = parsed(begin + await reader.read())
    writer.close()
    assert answered.status == 200
    told = (
        answered.events[-1]
        if path in STREAMS
        else msgspec.json.decode(answered.body.splitlines()[-1])
    )
    error = told["error"]
    assert (error["message"] if isinstance(error, dict) else error) == "huge-70B-Q8_0 does not fit."


async def test_only_a_stream_is_begun_before_its_model_is_loaded(
    server: RunningServer, window: Window
) -> None:
    assert (await server.chat("Hi", model="tiny-1B-Q4_0")).body.startswith(b"{")
    window.is_refusing.clear()
    asked = asyncio.create_task(server.chat("Hi", model="huge-70B-Q8_0"))
    async with asyncio.timeout(PATIENCE_SECONDS):
        while window.used[-1] != "huge-70B-Q8_0":  # noqa: ASYNC110 (nothing tells of it)
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)  # as long as three signs of life
        window.is_refusing.set()
        assert (await asked).status == 503


async def test_two_streams_of_a_named_model_are_whole(
    server: RunningServer,
) -> None:
    both = await asyncio.gather(
        *(server.chat(text, model="tiny-1B-Q4_0", stream=True) for text in ("Hi", "Ho"))
    )
    assert [each.status for each in both] == [200, 200]
    assert all(each.events for each in both)
