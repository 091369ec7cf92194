"""What outlives what: programs that go away, engines that die, conversations that come back."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from engine.client.client import EnginePhase
from engine.messages.config import EngineConfig
from tests.net.server.conftest import new_server
from tests.net.server.running import (
    PATIENCE_SECONDS,
    RunningServer,
    client_sees_model,
    parsed,
    running_server,
    until_ready,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[RunningServer]:
    """A server of this module's own, whose processes are killed and whose model is left."""
    async with new_server(tmp_path_factory) as running:
        yield running


# A reply that ends by its length alone.
ENDLESS: dict[str, object] = {"grammar": "root ::= [a-z ] root", "max_tokens": 1900}
LONG_REPLY = 1500  # tokens that such a reply has at its own end, and more
HELLO = [{"role": "user", "content": "Hello"}]


@asynccontextmanager
async def streaming(
    server: RunningServer, **fields: object
) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Begin a stream that is being written when the block begins."""
    body = {"messages": HELLO, "stream": True} | ENDLESS | fields
    reader, writer = await server.connect()
    writer.write(server.request("/v1/chat/completions", body))
    await reader.readuntil(b'"delta":{"content"')
    try:
        yield reader, writer
    finally:
        writer.close()


async def running_kinds(server: RunningServer) -> list[object]:
    slots = (await server.ask("/slots")).items
    return [each["kind"] for each in slots if each["is_processing"]]


async def longest_slot(server: RunningServer) -> int:
    slots = (await server.ask("/slots")).items
    return max(int(each["kept_cells"]) + int(each["new_cells"]) for each in slots)


async def test_a_program_that_goes_away_is_answered_no_further(server: RunningServer) -> None:
    async with streaming(server):
        await server.becomes(lambda state: state.running_count == 1)
        assert await running_kinds(server) == ["program"]
    await server.becomes(lambda state: state.running_count == 0)
    assert await running_kinds(server) == []
    assert await longest_slot(server) < LONG_REPLY  # it was cut, it has not come to its end


async def test_so_is_one_that_waits_for_the_whole_answer(server: RunningServer) -> None:
    _, writer = await server.connect()
    writer.write(server.request("/v1/chat/completions", {"messages": HELLO} | ENDLESS))
    await server.becomes(lambda state: state.running_count == 1)
    writer.transport.abort()  # as a process that is killed
    await server.becomes(lambda state: state.running_count == 0)
    assert await running_kinds(server) == []


async def test_all_replies_to_one_prompt_end_together(server: RunningServer) -> None:
    async with streaming(server, n=2):
        await server.becomes(lambda state: state.running_count + state.waiting_count == 2)
    await server.becomes(lambda state: state.running_count + state.waiting_count == 0)
    assert await running_kinds(server) == []


async def test_programs_are_answered_in_all_slots_where_no_tab_asks(server: RunningServer) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(4):
            await stack.enter_async_context(streaming(server))
        await server.becomes(lambda state: state.running_count == 4)
        assert await running_kinds(server) == ["program"] * 4
    await server.becomes(lambda state: state.running_count == 0)


async def test_two_programs_in_one_conversation_take_turns(server: RunningServer) -> None:
    body = {"messages": HELLO, "max_tokens": 12, "temperature": 0}
    header = {"X_Hubbub_Conversation": "shared"}
    first, second = await asyncio.gather(
        *(server.ask("/v1/chat/completions", body, **header) for _ in range(2))
    )
    assert (first.status, second.status) == (200, 200)
    assert first.json["choices"] == second.json["choices"]


@pytest.mark.parametrize("name", ["x" * 200, "a\x01b"])
async def test_a_conversation_needs_a_name_that_can_be_read(
    server: RunningServer, name: str
) -> None:
    body = {"messages": HELLO, "max_tokens": 1}
    answer = await server.ask("/v1/chat/completions", body, X_Hubbub_Conversation=name)
    assert answer.status == 400


async def test_an_engine_that_dies_ends_the_stream_in_words_and_comes_back(
    server: RunningServer,
) -> None:
    async with streaming(server) as (reader, _):
        assert server.engine.process_id is not None
        os.kill(server.engine.process_id, signal.SIGKILL)
        async with asyncio.timeout(PATIENCE_SECONDS):
            rest = parsed(b"HTTP/1.1 200 x\r\n\r\n" + await reader.readuntil(b"0\r\n\r\n"))
    assert b'"error":{"message":"The engine stopped' in rest.body
    await until_ready(server.engine)
    await client_sees_model(server)
    assert (await server.chat("Hello")).status == 200


@pytest.mark.skipif(sys.platform == "win32", reason="asks for niceness")
async def test_the_engine_goes_before_the_net_process(server: RunningServer) -> None:
    assert server.net.process_id is not None
    assert server.engine.process_id is not None
    engine = os.getpriority(os.PRIO_PROCESS, server.engine.process_id)
    assert os.getpriority(os.PRIO_PROCESS, server.net.process_id) > min(18, engine)


async def test_a_net_process_that_dies_is_followed_by_one_that_listens_again(
    server: RunningServer,
) -> None:
    assert server.net.process_id is not None
    os.kill(server.net.process_id, signal.SIGKILL)
    await server.becomes(lambda state: not state.is_running)
    await server.becomes(lambda state: state.is_running)
    server.port = int(server.client.state.address.rpartition(":")[2])
    await client_sees_model(server)
    assert (await server.chat("Hello")).status == 200  # with the token of before


async def test_a_server_that_is_stopped_ends_what_it_writes(server: RunningServer) -> None:
    assert server.client.state.is_running
    config = server.client.config
    assert config is not None
    async with streaming(server) as (reader, _):
        await server.client.stop()
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert b"[DONE]" not in await reader.read(-1)
    with pytest.raises(ConnectionRefusedError):
        await server.connect()
    state = await server.client.start(config)
    server.port = int(state.address.rpartition(":")[2])
    await client_sees_model(server)


async def test_without_a_model_programs_are_told_when_to_come_again(
    server: RunningServer,
) -> None:
    server.engine.leave_unloaded("/nowhere.gguf", "Not now.")
    server.engine.restart()
    await client_sees_model(server, is_there=False)
    answer = await server.chat("Hello")
    assert answer.status == 503
    assert answer.headers["retry-after"].isdigit()
    assert (await server.ask("/v1/models")).json["data"] == []
    assert (await server.ask("/metrics")).status == 200


class TestAlone:
    """With servers of their own."""

    async def test_a_named_conversation_is_warm_after_a_restart(self, tmp_path: Path) -> None:
        config = EngineConfig(context_window=2048, slot_count=2, write_back_seconds=0.0)
        body: dict[str, object] = {
            "messages": [{"role": "user", "content": "Tell me of the sea. " * 12}],
            "max_tokens": 4,
        }
        async with running_server(tmp_path, config=config) as server:
            header = {"X_Hubbub_Conversation": "sea"}
            await server.ask("/v1/chat/completions", body, **header)
            cache = tmp_path / "cache"
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not any(each.stat().st_size > 9999 for each in cache.rglob("*.kv")):  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
            server.engine.restart()
            await client_sees_model(server, is_there=False)
            assert server.engine.state.phase is not EnginePhase.DOWN
            await client_sees_model(server)
            again = (await server.ask("/v1/chat/completions", body, **header)).json
        details = again["usage"]["prompt_tokens_details"]  # type: ignore[index]
        assert details["cached_tokens"] > 40

    async def test_too_many_at_once_are_told_when_to_come_again(self, tmp_path: Path) -> None:
        config = EngineConfig(context_window=2048, slot_count=1)
        async with running_server(tmp_path, config=config, most_waiting=1) as server:
            async with streaming(server):
                _, waiting = await server.connect()
                waiting.write(server.request("/v1/chat/completions", {"messages": HELLO}))
                await server.becomes(lambda state: state.waiting_count == 1)
                answer = await server.chat("Hello")
                assert answer.status == 429
                assert 1 <= int(answer.headers["retry-after"]) <= 120
                assert answer.json["error"]["type"] == "rate_limit_error"  # type: ignore[index]
                waiting.close()
                await server.becomes(lambda state: state.waiting_count == 0)
            await server.becomes(lambda state: state.running_count == 0)
            assert (await server.chat("Hello")).status == 200
