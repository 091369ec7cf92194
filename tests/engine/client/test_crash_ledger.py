"""A conversation that was in two crashes begins anew, and in three it is refused, once."""

import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.client.client import EngineClient, EnginePhase
from engine.ipc.supervisor import RestartPolicy
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, FinishReason
from tests.fakes.engine_client import (
    ask,
    end_of,
    events_of,
    first_word,
    scripted_client,
    until,
)
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

MANY_RESTARTS = RestartPolicy(back_off_seconds=(0.01,) * 9)
LONG = "Tell me about the harbour, the ships and the people who work there. " * 20


async def crash(client: EngineClient, conversation_id: str) -> Finished:
    """Ask for something that kills the engine, and wait for the next process."""
    end = end_of(await events_of(ask(client, "abort", conversation_id)))
    await until(client, EnginePhase.READY)
    return end


async def kept_ids(client: EngineClient) -> set[str]:
    return {each.conversation_id for each in (await client.queries.cache_report()).entries}


async def test_what_was_kept_is_dropped_in_the_process_after_the_second_crash() -> None:
    async with scripted_client(policy=MANY_RESTARTS) as client:
        await crash(client, "a")
        assert "a" in await kept_ids(client)
        await crash(client, "a")
        assert "a" not in await kept_ids(client)


async def test_the_request_after_the_third_crash_fails_with_a_sentence() -> None:
    async with scripted_client(policy=MANY_RESTARTS) as client:
        for _ in range(3):
            assert (await crash(client, "a")).error is not None
        process_id = client.process_id
        end = end_of(await events_of(ask(client, "abort", "a")))
        assert (end.reason, client.process_id) == (FinishReason.FAILED, process_id)
        assert end.error
        assert end.error.kind == "RepeatedCrash"
        end = end_of(await events_of(ask(client, "say 1", "a")))
        assert end.reason is FinishReason.STOP


async def test_an_answer_between_two_crashes_keeps_what_was_kept() -> None:
    async with scripted_client(policy=MANY_RESTARTS) as client:
        await crash(client, "a")
        await events_of(ask(client, "say 1", "a"))
        await crash(client, "a")
        assert "a" in await kept_ids(client)


async def test_another_model_begins_without_a_record() -> None:
    async with scripted_client(policy=MANY_RESTARTS) as client:
        await crash(client, "a")
        client.load("other.gguf", EngineConfig())
        await until(client, EnginePhase.READY, model="other")
        await crash(client, "a")
        assert "a" in await kept_ids(client)


@asynccontextmanager
async def real_client(folder: Path) -> AsyncIterator[EngineClient]:
    client = EngineClient(policy=MANY_RESTARTS)
    await client.start()
    config = EngineConfig(cache_dir=str(folder), context_window=2048, slot_count=2)
    client.load(str(cached_model(write_plain)), config)
    await until(client, EnginePhase.READY)
    try:
        yield client
    finally:
        await client.close()


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
async def test_a_chat_of_two_crashes_is_read_afresh_also_after_a_restart(tmp_path: Path) -> None:
    async with real_client(tmp_path) as client:
        await events_of(ask(client, LONG, "harbour"))
        await events_of(ask(client, LONG, "island"))
    assert {path.stem for path in tmp_path.glob("*.kv")} == {"harbour", "island"}
    async with real_client(tmp_path) as client:
        for _ in range(2):
            request = ask(client, LONG, "harbour")
            await first_word(request)
            assert client.process_id
            os.kill(client.process_id, signal.SIGKILL)
            await events_of(request)
            await until(client, EnginePhase.READY)
        again = end_of(await events_of(ask(client, LONG, "harbour")))
        other = end_of(await events_of(ask(client, LONG, "island")))
    assert again.usage.reused_tokens == 0
    assert other.usage.reused_tokens > 0
