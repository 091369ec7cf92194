"""One model is wanted, and freed while nobody needs it; the next message brings it back."""

import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.client.client import EngineClient
from engine.client.model_loader import EnginePhase, EngineState, ModelLoader
from engine.ipc.supervisor import ProcessEnd, RestartPolicy
from engine.messages.commands import Command, LoadModel, UnloadModel
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError, LoadCancelled
from engine.messages.events import (
    ErrorReport,
    Finished,
    FinishReason,
    ModelFailed,
    ModelLoaded,
    ModelLoading,
)
from tests.fakes.engine_client import ask, end_of, events_of, first_word, scripted_client, until
from tests.fakes.engine_process import model_info
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

FIRST = LoadModel("/models/first.gguf", EngineConfig())
SECOND = LoadModel("/models/second.gguf", EngineConfig(slot_count=2))
CRASH = ProcessEnd("It crashed.", "the last words", will_restart=True)
MANY_RESTARTS = RestartPolicy(back_off_seconds=(0.01,) * 9)
LONG = "Tell me about the harbour, the ships and the people who work there. " * 20


class Recorder:
    """Has a loader, and notes what it sends, says and gives up."""

    def __init__(self) -> None:
        self.sent: list[Command] = []
        self.given_up: list[EngineError] = []
        self.phases: list[EnginePhase] = []
        self.loader = ModelLoader(self.sent.append, self.given_up.append)
        self.loader.states.add(lambda state: self.phases.append(state.phase))

    def load(self, command: LoadModel) -> None:
        self.loader.want(command)
        self.loader.load()


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


def test_a_new_limit_holds_for_the_next_load(recorder: Recorder) -> None:
    recorder.loader.limit_cache(5)  # without a model there is none to hold for
    recorder.load(FIRST)
    recorder.loader.limit_cache(7)
    recorder.loader.load()
    last = recorder.sent[-1]
    assert isinstance(last, LoadModel)
    assert last.config.cache_bytes == 7


def test_what_a_replaced_load_still_says_is_not_shown(recorder: Recorder) -> None:
    recorder.load(FIRST)
    recorder.load(SECOND)
    recorder.loader.follow(ModelLoading(FIRST.path, 0.7))
    assert recorder.loader.state.progress == 0.0
    recorder.loader.follow(
        ModelFailed(FIRST.path, ErrorReport.of(LoadCancelled("Loading first was cancelled.")))
    )
    recorder.loader.follow(ModelLoading(SECOND.path, 0.2))
    assert recorder.loader.state.progress == 0.2
    assert not recorder.given_up


def test_what_nobody_wants_any_more_does_not_come_back(recorder: Recorder) -> None:
    recorder.load(FIRST)
    recorder.loader.leave(FIRST.path, "Loading first was cancelled.")
    recorder.loader.load()
    recorder.loader.follow(ModelLoading(FIRST.path, 0.7))
    recorder.loader.follow(ModelLoaded(model_info(FIRST.path)))
    assert recorder.loader.state.phase is EnginePhase.EMPTY
    assert recorder.loader.state.failed_path == FIRST.path


def _phase(whose: ModelLoader | EngineClient) -> EnginePhase:
    return whose.state.phase


def _asleep(recorder: Recorder) -> None:
    recorder.load(FIRST)
    recorder.loader.follow(ModelLoaded(model_info(FIRST.path)))
    recorder.loader.sleep()


def test_who_sleeps_is_woken_once() -> None:
    recorder = Recorder()
    _asleep(recorder)
    assert _phase(recorder.loader) is EnginePhase.SLEEPING
    assert recorder.loader.state.model is None
    assert recorder.loader.state.known_model == model_info(FIRST.path)
    recorder.loader.wake()
    recorder.loader.wake()
    assert recorder.sent == [FIRST, UnloadModel(), FIRST]
    assert _phase(recorder.loader) is EnginePhase.LOADING


def test_a_new_process_goes_on_sleeping() -> None:
    recorder = Recorder()
    _asleep(recorder)
    recorder.loader.end(CRASH)
    assert _phase(recorder.loader) is EnginePhase.RESTARTING
    recorder.loader.load()
    assert _phase(recorder.loader) is EnginePhase.SLEEPING
    assert recorder.sent == [FIRST, UnloadModel()]


def test_a_message_between_two_processes_wakes_the_next_one() -> None:
    recorder = Recorder()
    _asleep(recorder)
    recorder.loader.end(CRASH)
    recorder.loader.wake()
    assert recorder.sent == [FIRST, UnloadModel()]
    recorder.loader.load()
    assert recorder.sent == [FIRST, UnloadModel(), FIRST]


async def test_the_next_message_loads_the_model_and_is_answered() -> None:
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        client.sleep()
        assert _phase(client) is EnginePhase.SLEEPING
        assert client.idle_seconds is None
        request = ask(client, "say 2")
        assert _phase(client) is EnginePhase.LOADING
        assert end_of(await events_of(request)).reason is FinishReason.STOP
        assert _phase(client) is EnginePhase.READY


async def test_nothing_is_unloaded_while_somebody_is_answered_or_waits() -> None:
    async with scripted_client() as client:
        waiting = ask(client, "say 1")
        assert _phase(client) is not EnginePhase.READY
        client.sleep()
        await events_of(waiting)
        phases: list[EngineState] = []
        client.states.add(phases.append)
        running = ask(client, "on and on")
        await first_word(running)
        assert client.idle_seconds is None
        client.sleep()
        assert phases == []
        running.cancel()
        await events_of(running)
        idle = client.idle_seconds
        assert idle is not None
        client.sleep()
        assert [each.phase for each in phases] == [EnginePhase.SLEEPING]


async def test_another_load_wakes_it() -> None:
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        client.sleep()
        client.load("other.gguf", EngineConfig())
        assert _phase(client) is EnginePhase.LOADING
        state = await until(client, EnginePhase.READY)
        assert state.model is not None
        assert state.model.path.endswith("other.gguf")


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
